//===- ConstantInputs.cpp - Folds pointwise operations of constants -------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates the region of a pointwise operation at each point by the folders
// of `arith`, which are exact. Functions are left to the machine that runs the
// program: two libraries of functions may differ in the last bit. Large results
// are left as well, since a constant takes its size in every file.
//
//===----------------------------------------------------------------------===//

#include "DomainPatterns.h"
#include "stax/IR/DomainParts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::stax;

static constexpr int64_t kMaxElements = 256;

namespace {
/// Evaluates one pointwise operation whose reads are unguarded constants.
class ConstantEvaluator {
public:
  explicit ConstantEvaluator(PointwiseOp op) : op(op) {}
  ~ConstantEvaluator() {
    for (Operation *copy : copies)
      copy->destroy();
  }

  /// Whether everything is known but what folders say.
  bool prepare();

  /// One constant for each result; fails if a folder does.
  FailureOr<SmallVector<DenseElementsAttr>> run();

private:
  Attribute getElement(unsigned input, ArrayRef<int64_t> point);
  LogicalResult evaluate(Operation *copy, Operation *original,
                         ArrayRef<int64_t> point);
  Attribute lookup(Value value);

  PointwiseOp op;
  SmallVector<DenseElementsAttr> inputs;
  /// Folders may change an operation in place, so they get copies.
  SmallVector<Operation *> copies;
  DenseMap<Value, Attribute> values;
};
} // namespace

bool ConstantEvaluator::prepare() {
  if (op.getInputs().empty() || op.getGuardsAttr() ||
      !op.getSymbols().empty() || !op.getDynamicExtents().empty())
    return false;
  ArrayRef<int64_t> extents = op.getStaticExtents();
  int64_t count = 1;
  for (int64_t extent : extents)
    if (llvm::MulOverflow(count, extent, count) || count > kMaxElements)
      return false;
  for (Value input : op.getInputs()) {
    DenseElementsAttr constant;
    if (!matchPattern(input, m_Constant(&constant)))
      return false;
    inputs.push_back(constant);
  }
  return llvm::all_of(op.getBodyBlock()->without_terminator(),
                      [](Operation &nested) {
                        return isa<IndexOp>(nested) ||
                               isa<arith::ArithDialect>(nested.getDialect());
                      });
}

Attribute ConstantEvaluator::getElement(unsigned input,
                                        ArrayRef<int64_t> point) {
  SmallVector<int64_t> position;
  for (AffineExpr expr : op.getMap(input).getResults())
    position.push_back(
        cast<AffineConstantExpr>(
            expr.replaceDims(llvm::map_to_vector(point,
                                                 [&](int64_t index) {
                                                   return getAffineConstantExpr(
                                                       index, op.getContext());
                                                 })))
            .getValue());
  SmallVector<uint64_t> index(position.begin(), position.end());
  return inputs[input].getValues<Attribute>()[index];
}

/// The constant that `value` has at the current point; null if unknown.
Attribute ConstantEvaluator::lookup(Value value) {
  return values.lookup(value);
}

LogicalResult ConstantEvaluator::evaluate(Operation *copy, Operation *original,
                                          ArrayRef<int64_t> point) {
  if (auto index = dyn_cast<IndexOp>(copy)) {
    values[original->getResult(0)] = IntegerAttr::get(
        IndexType::get(op.getContext()), point[index.getDim()]);
    return success();
  }
  SmallVector<Attribute> operands;
  for (Value operand : copy->getOperands()) {
    Attribute constant = lookup(operand);
    if (!constant && !matchPattern(operand, m_Constant(&constant)))
      return failure();
    operands.push_back(constant);
  }
  SmallVector<OpFoldResult> results;
  if (failed(copy->fold(operands, results)) ||
      results.size() != original->getNumResults())
    return failure();
  for (auto [result, folded] :
       llvm::zip_equal(original->getResults(), results)) {
    Attribute constant = isa<Value>(folded) ? lookup(cast<Value>(folded))
                                            : cast<Attribute>(folded);
    // Anything else is poison.
    if (!isa_and_present<IntegerAttr, FloatAttr>(constant))
      return failure();
    values[result] = constant;
  }
  return success();
}

FailureOr<SmallVector<DenseElementsAttr>> ConstantEvaluator::run() {
  Block *body = op.getBodyBlock();
  for (Operation &nested : body->without_terminator())
    copies.push_back(nested.clone());
  ArrayRef<int64_t> extents = op.getStaticExtents();
  SmallVector<SmallVector<Attribute>> elements(op.getNumResults());
  SmallVector<int64_t> point(extents.size(), 0);
  int64_t count = llvm::product_of(extents);
  for (int64_t number = 0; number < count; ++number) {
    for (auto [input, argument] : llvm::enumerate(body->getArguments()))
      values[argument] = getElement(input, point);
    for (auto [copy, original] :
         llvm::zip_equal(copies, body->without_terminator()))
      if (failed(evaluate(copy, &original, point)))
        return failure();
    for (auto [list, value] :
         llvm::zip_equal(elements, body->getTerminator()->getOperands())) {
      Attribute constant = lookup(value);
      if (!constant && !matchPattern(value, m_Constant(&constant)))
        return failure();
      list.push_back(constant);
    }
    for (int64_t dim = int64_t(extents.size()) - 1; dim >= 0; --dim) {
      if (++point[dim] < extents[dim])
        break;
      point[dim] = 0;
    }
  }
  SmallVector<DenseElementsAttr> results;
  for (auto [type, list] : llvm::zip_equal(op.getResultTypes(), elements))
    results.push_back(DenseElementsAttr::get(cast<ShapedType>(type), list));
  return results;
}

LogicalResult stax::foldConstantInputs(PatternRewriter &rewriter,
                                       FusableOpInterface node) {
  auto op = cast<PointwiseOp>(node);
  ConstantEvaluator evaluator(op);
  if (!evaluator.prepare())
    return rewriter.notifyMatchFailure(op, "is not small and constant");
  FailureOr<SmallVector<DenseElementsAttr>> results = evaluator.run();
  if (failed(results))
    return rewriter.notifyMatchFailure(op, "has an operation without folder");
  SmallVector<Value> constants =
      llvm::map_to_vector(*results, [&](DenseElementsAttr value) -> Value {
        return arith::ConstantOp::create(rewriter, op.getLoc(), value);
      });
  rewriter.replaceOp(op, constants);
  return success();
}
