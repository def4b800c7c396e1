#include "stax/IR/Ops.h"
#include "stax/Transforms/Passes.h"
