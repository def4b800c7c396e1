/* Prints the results of `shared`, and frees each. */
#include "results.h"

#include <stdio.h>

enum { kResults = 3 };

int main(void) {
  float x[] = {1, 2, 3, 4};
  int64_t shape[] = {4}, result_shapes[kResults][2];
  stax_tensor arg = {x, shape, NULL, 1, STAX_F32};
  stax_tensor results[kResults];
  stax_error error;
  int i, j;
  for (i = 0; i < kResults; ++i) {
    stax_tensor result = {NULL, result_shapes[i], NULL, i == 1 ? 2 : 1,
                          STAX_F32};
    results[i] = result;
  }
  if (shared(&arg, results, NULL, &error)) {
    printf("failed: %s\n", error.message);
    return 1;
  }
  for (i = 0; i < kResults; ++i) {
    const float *data = results[i].data;
    for (j = 0; j < 4; ++j)
      printf("%g ", data[j]);
    printf("%s\n", results[i].data == (void *)x ? "in x" : "in a new buffer");
    stax_free(results[i].data);
  }
  printf("%d bytes live\n", (int)stax_pool_live_bytes());
  return 0;
}
