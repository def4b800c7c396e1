#include "mlir/IR/Builders.h"
#include "llvm/IR/Module.h"
