#include "../Support/Private.h"
#include "Missing.h"
#include "Private.h"
#include <omp.h>
