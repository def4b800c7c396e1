/*===- softmax-from-c.c - Calling a compiled program from C ---------------===*
 *
 * Part of the Stax project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*
 *
 * Calls softmax.mlir or softmax-dynamic.mlir as compiled by stax-compile, and
 * compares with plain loops:
 *
 *   stax-compile examples/softmax.mlir -o softmax.so
 *   cc examples/softmax-from-c.c softmax.so -Wl,-rpath,. -I. -Iinclude \
 *     $(stax-compile --print-link-flags) -o softmax-from-c
 *
 *===----------------------------------------------------------------------===*/

#include "softmax.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What a program for any shape is called with here. */
enum { kRows = 7, kColumns = 1000 };

/* The compiled extent, or `otherwise` where the caller may choose. */
static int64_t get_extent(int dim, int64_t otherwise) {
  int64_t extent = softmax_signature.arguments[0].shape[dim];
  return extent < 0 ? otherwise : extent;
}

static void softmax_in_c(const float *x, double *y, int64_t columns) {
  double max = -INFINITY, sum = 0;
  int64_t j;
  for (j = 0; j < columns; ++j)
    max = x[j] > max ? x[j] : max;
  for (j = 0; j < columns; ++j)
    sum += y[j] = exp(x[j] - max);
  for (j = 0; j < columns; ++j)
    y[j] /= sum;
}

/* The largest difference from plain loops. */
static double compare(const float *x, const float *y, int64_t rows,
                      int64_t columns) {
  double *expected = malloc(columns * sizeof(double));
  double largest = 0;
  int64_t i, j;
  for (i = 0; i < rows; ++i) {
    softmax_in_c(x + i * columns, expected, columns);
    for (j = 0; j < columns; ++j) {
      double difference = fabs(y[i * columns + j] - expected[j]);
      /* So that a NaN is the largest. */
      if (!(difference <= largest))
        largest = difference;
    }
  }
  free(expected);
  return largest;
}

/* Calls with a result of our own, and with one that the runtime allocates. */
static int check_softmax(const float *x, int64_t rows, int64_t columns) {
  int64_t shape[2], allocated_shape[2];
  stax_tensor arg = {NULL, shape, NULL, 2, STAX_F32};
  stax_tensor own = {NULL, shape, NULL, 2, STAX_F32};
  stax_tensor allocated = {NULL, allocated_shape, NULL, 2, STAX_F32};
  stax_error error;
  double worst;
  void *arena;
  shape[0] = rows;
  shape[1] = columns;
  arg.data = (void *)x;
  own.data = malloc(rows * columns * sizeof(float));
  /* One arena for all calls with these shapes; null lets the program make one
     for each. */
  arena = stax_alloc(softmax_signature.arena_size(&arg));
  if (softmax(&arg, &own, arena, &error) ||
      softmax(&arg, &allocated, NULL, &error)) {
    fprintf(stderr, "softmax failed: %s\n", error.message);
    return 1;
  }
  worst = fmax(compare(x, own.data, rows, columns),
               compare(x, allocated.data, rows, columns));
  printf("%s of %d x %d: %s\n", softmax_signature.name, (int)allocated_shape[0],
         (int)allocated_shape[1],
         worst < 1e-6 ? "agrees with plain loops" : "is wrong");
  free(own.data);
  stax_free(arena);
  stax_free(allocated.data);
  return !(worst < 1e-6);
}

/* A call that does not fit reports why, and writes no result. */
static int check_error(const float *x, int64_t rows) {
  int64_t shape[1];
  stax_tensor arg = {NULL, shape, NULL, 1, STAX_F32};
  int64_t result_shape[2];
  stax_tensor result = {NULL, result_shape, NULL, 2, STAX_F32};
  stax_error error;
  int32_t code;
  shape[0] = rows;
  arg.data = (void *)x;
  code = softmax(&arg, &result, NULL, &error);
  printf("error %d: %s\n", (int)code, error.message);
  return code != STAX_INVALID_ARGUMENT || result.data != NULL;
}

int main(void) {
  int64_t rows = get_extent(0, kRows), columns = get_extent(1, kColumns);
  float *x = malloc(rows * columns * sizeof(float));
  int64_t i;
  int failures;
  for (i = 0; i < rows * columns; ++i)
    x[i] = (float)((i * 37) % 101) / 10 - 5;
  failures = check_softmax(x, rows, columns) + check_error(x, rows);
  free(x);
  return failures;
}
