#include "llvm/ADT/StringRef.h"
#include <omp.h>
