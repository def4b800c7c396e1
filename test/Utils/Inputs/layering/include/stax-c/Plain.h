#include "stax/Support/Good.h"
