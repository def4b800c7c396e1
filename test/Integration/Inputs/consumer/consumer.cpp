// A compiler of somebody else, which runs one pass of Stax.
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "stax/IR/StaxDialect.h"
#include "stax/Transforms/Passes.h"

static constexpr const char *program = R"(
func.func @copy(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = stax.pointwise ins(%x : tensor<8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
)";

int main() {
  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect, mlir::stax::StaxDialect>();
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceString<mlir::ModuleOp>(program, &context);
  mlir::PassManager pm(&context);
  pm.addNestedPass<mlir::func::FuncOp>(mlir::stax::createFusePass());
  if (!module || mlir::failed(pm.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
