/* Defines the function that extern.mlir calls, and calls the compiled entry. */

#include "extern.h"

#include <stdio.h>

typedef struct {
  float *allocated, *aligned;
  int64_t offset, size, stride;
} Vector;

/* output = factor * input; fails for a negative factor. */
int32_t _mlir_ciface_test_scale(Vector *input, float factor, Vector *output) {
  if (factor < 0)
    return 1;
  for (int64_t i = 0; i < input->size; ++i)
    output->aligned[output->offset + i * output->stride] =
        factor * input->aligned[input->offset + i * input->stride];
  return 0;
}

static void call(float factor) {
  float x[3] = {1, 2, 3}, y[3] = {0};
  int64_t shape[1] = {3};
  stax_tensor args[2] = {{x, shape, 0, 1, STAX_F32},
                         {&factor, 0, 0, 0, STAX_F32}};
  stax_tensor results[1] = {{y, shape, 0, 1, STAX_F32}};
  stax_error error;
  if (scaled(args, results, 0, &error) == STAX_OK)
    printf("%g %g %g\n", y[0], y[1], y[2]);
  else
    printf("error %d at %s: %s\n", error.code, error.location, error.message);
}

int main(void) {
  call(10);
  call(-1);
  return 0;
}
