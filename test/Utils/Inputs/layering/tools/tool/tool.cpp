#include "mlir/IR/Builders.h"
#include "stax/Transforms/Passes.h"
