#include "stax-c/Runtime.h"
#include "stax/Support/Other.h"

#include "llvm/ADT/StringRef.h"

#include <vector>
