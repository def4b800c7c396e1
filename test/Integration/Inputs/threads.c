/* Calls a softmax of any shape with several numbers of threads: all results
 * are the same bits. */
#include "softmax.h"

#include <stdio.h>
#include <string.h>

enum { kRows = 33, kColumns = 65 };

int main(void) {
  static float x[kRows][kColumns], first[kRows][kColumns],
      other[kRows][kColumns];
  int64_t shape[] = {kRows, kColumns};
  stax_tensor arg = {x, shape, NULL, 2, STAX_F32};
  stax_tensor result = {first, shape, NULL, 2, STAX_F32};
  int i, j, threads;
  for (i = 0; i < kRows; ++i)
    for (j = 0; j < kColumns; ++j)
      x[i][j] = (float)((i * 31 + j * 17) % 23) / 7;
  for (threads = 1; threads <= 3; ++threads) {
    stax_error error;
    stax_set_num_threads(threads);
    result.data = threads == 1 ? first : other;
    if (softmax(&arg, &result, NULL, &error)) {
      printf("failed: %s\n", error.message);
      return 1;
    }
    if (threads > 1)
      printf("%d threads: %s\n", stax_get_num_threads(),
             memcmp(first, other, sizeof first) ? "differ" : "same bits");
    memset(other, 0, sizeof other);
  }
  return 0;
}
