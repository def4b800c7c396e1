//===- ForeignOpTest.cpp - Operations of other dialects in kernels --------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dialect that is none of Stax's defines an operation, and models attached
// from outside make it fusable: kernels know nothing else of it.
//
//===----------------------------------------------------------------------===//

#include "IRTest.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::stax;

namespace {

/// `"foreign.twice"(%x) : (tensor<NxT>) -> tensor<NxT>`
class TwiceOp : public Op<TwiceOp, OpTrait::OneOperand, OpTrait::OneResult,
                          OpTrait::ZeroRegions, OpTrait::ZeroSuccessors> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TwiceOp)
  using Op::Op;
  static StringRef getOperationName() { return "foreign.twice"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

class ForeignDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ForeignDialect)
  explicit ForeignDialect(MLIRContext *context)
      : Dialect("foreign", context, TypeID::get<ForeignDialect>()) {
    addOperations<TwiceOp>();
  }
  static StringRef getDialectNamespace() { return "foreign"; }
};

AffineMap getIdentity(Operation *op) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  return AffineMap::getMultiDimIdentityMap(type.getRank(), op->getContext());
}

struct TwiceNode : ScheduleNodeOpInterface::ExternalModel<TwiceNode, TwiceOp> {
  SmallVector<OpFoldResult> getIterationExtents(Operation *op) const {
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    return getAsIndexOpFoldResult(op->getContext(), type.getShape());
  }
  SmallVector<IteratorKind> getIteratorKinds(Operation *op) const {
    return SmallVector<IteratorKind>(getIdentity(op).getNumDims(),
                                     IteratorKind::Parallel);
  }
  SmallVector<Access> getAccesses(Operation *op) const {
    return {{{op->getOperand(0)}, AccessMode::Read, getIdentity(op)},
            {{op->getResult(0)}, AccessMode::Write, getIdentity(op)},
            // A state that is no value, as a random number generator has.
            {{{}, SymbolRefAttr::get(op->getContext(), "seed"), StateKind::Rng},
             AccessMode::Update}};
  }
};

struct TwiceFusable : FusableOpInterface::ExternalModel<TwiceFusable, TwiceOp> {
  SmallVector<OperandAccess> getOperandAccesses(Operation *op) const {
    return {{op->getOperand(0), getIdentity(op), {}, {}, {}}};
  }
  AffineMap getResultMap(Operation *op, unsigned) const {
    return getIdentity(op);
  }
  SmallVector<Value> emitBody(Operation *, OpBuilder &builder, Location loc,
                              ValueRange, ValueRange args, IRMapping &) const {
    return {arith::AddFOp::create(builder, loc, args[0], args[0])};
  }
};

class ForeignOpTest : public IRTest {
protected:
  ForeignOpTest() {
    context.loadDialect<ForeignDialect>();
    TwiceOp::attachInterface<TwiceNode, TwiceFusable>(context);
  }
};

constexpr const char *kKernel = R"mlir(
  func.func @f(%x: tensor<8xf32>, %y: tensor<8xf32>) {
    %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
    ^bb0(%a: tensor<8xf32>):
      %1 = "foreign.twice"(%a) : (tensor<8xf32>) -> tensor<8xf32>
      %2 = stax.pointwise ins(%1 : tensor<8xf32>) -> tensor<8xf32>
      stax.yield %2 : tensor<8xf32>
    } -> tensor<8xf32>
    return
  }
)mlir";

// A kernel takes a foreign operation that implements the interfaces.
TEST_F(ForeignOpTest, IsANode) {
  parse(kKernel);
  EXPECT_EQ(getOnly<KernelOp>().getNodes().size(), 2u);
}

// States that are no values are the kernel's as they are the node's.
TEST_F(ForeignOpTest, AccessesAreLifted) {
  parse(kKernel);
  SmallVector<Access> accesses = getOnly<KernelOp>().getAccesses();
  ASSERT_EQ(accesses.size(), 3u);
  EXPECT_EQ(accesses[0].state.root, getArgument(0));
  EXPECT_EQ(accesses[1].state.kind, StateKind::Rng);
  EXPECT_EQ(accesses[1].mode, AccessMode::Update);
  EXPECT_EQ(accesses[2].mode, AccessMode::Write);
}

// Defaults of the interfaces hold for it.
TEST_F(ForeignOpTest, Defaults) {
  parse(kKernel);
  auto node = cast<FusableOpInterface>(getOnly<TwiceOp>().getOperation());
  EXPECT_FALSE(node.getCombiner());
  EXPECT_FALSE(node.isPartial());
  auto scheduled = cast<ScheduleNodeOpInterface>(node.getOperation());
  EXPECT_EQ(scheduled.getDevice(), 0);
  EXPECT_EQ(scheduled.getResultBytes(), 32);
}

// Its body is emitted as any other.
TEST_F(ForeignOpTest, EmitBody) {
  parse(kKernel);
  auto node = cast<FusableOpInterface>(getOnly<TwiceOp>().getOperation());
  Block block;
  Value element =
      block.addArgument(Float32Type::get(&context), UnknownLoc::get(&context));
  OpBuilder builder(&context);
  builder.setInsertionPointToEnd(&block);
  IRMapping mapping;
  SmallVector<Value> values =
      node.emitBody(builder, node.getLoc(), {}, element, mapping);
  ASSERT_EQ(values.size(), 1u);
  EXPECT_TRUE(values[0].getDefiningOp<arith::AddFOp>());
}

// The rules of kernels hold for it too.
TEST_F(ForeignOpTest, IsVerified) {
  std::string text = kKernel;
  size_t at = text.find("(par: [8]");
  text.replace(at, 9, "(par: [7]");
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
    message += diag.str();
    return success();
  });
  EXPECT_FALSE(parseSourceString<ModuleOp>(text, &context));
  EXPECT_NE(message.find("cover dimension 0 of its domain exactly"),
            std::string::npos);
}

} // namespace
