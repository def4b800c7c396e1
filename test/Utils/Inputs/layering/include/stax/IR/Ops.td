include "mlir/IR/OpBase.td"
include "stax/Analysis/Everything.td"
