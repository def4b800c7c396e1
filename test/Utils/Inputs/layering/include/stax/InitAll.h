#include "stax/Transforms/Passes.h"
