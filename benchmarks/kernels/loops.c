//===- loops.c - The benchmarks as plain loops ----------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a C programmer would write for speed, without intrinsics: fused by hand,
// parallel by OpenMP, vectorised by the compiler. One function for each entry
// of benchmarks/programs, behind the binary interface of compiled programs;
// extents come with the arguments.
//
//===----------------------------------------------------------------------===//

#include "stax-c/Runtime.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

#define ENTRY(name)                                                            \
  int32_t name(const stax_tensor *args, stax_tensor *results, void *arena,     \
               stax_error *error)
#define BEGIN()                                                                \
  (void)arena;                                                                 \
  (void)error
#define IN(type, number) ((const type *restrict)args[number].data)
#define OUT(type, number) ((type *restrict)results[number].data)
#define EXTENT(dim) (args[0].shape[dim])
#define PARALLEL _Pragma("omp parallel for schedule(static)")

static float rowMax(const float *x, int64_t n) {
  float max = -FLT_MAX;
  for (int64_t j = 0; j < n; ++j)
    max = x[j] > max ? x[j] : max;
  return max;
}

static float rowSum(const float *x, int64_t n) {
  float sum = 0;
  for (int64_t j = 0; j < n; ++j)
    sum += x[j];
  return sum;
}

static float rowSquares(const float *x, int64_t n) {
  float sum = 0;
  for (int64_t j = 0; j < n; ++j)
    sum += x[j] * x[j];
  return sum;
}

ENTRY(softmax) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *restrict x = IN(float, 0) + i * n;
    float *restrict y = OUT(float, 0) + i * n;
    float max = rowMax(x, n), sum = 0;
    for (int64_t j = 0; j < n; ++j) {
      y[j] = expf(x[j] - max);
      sum += y[j];
    }
    float scale = 1 / sum;
    for (int64_t j = 0; j < n; ++j)
      y[j] *= scale;
  }
  return STAX_OK;
}

ENTRY(log_softmax) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *restrict x = IN(float, 0) + i * n;
    float *restrict y = OUT(float, 0) + i * n;
    float max = rowMax(x, n), sum = 0;
    for (int64_t j = 0; j < n; ++j)
      sum += expf(x[j] - max);
    float shift = max + logf(sum);
    for (int64_t j = 0; j < n; ++j)
      y[j] = x[j] - shift;
  }
  return STAX_OK;
}

ENTRY(logsumexp) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *restrict x = IN(float, 0) + i * n;
    float max = rowMax(x, n), sum = 0;
    for (int64_t j = 0; j < n; ++j)
      sum += expf(x[j] - max);
    OUT(float, 0)[i] = max + logf(sum);
  }
  return STAX_OK;
}

ENTRY(rmsnorm) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  const float *restrict w = IN(float, 1);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *restrict x = IN(float, 0) + i * n;
    float *restrict y = OUT(float, 0) + i * n;
    float scale = 1 / sqrtf(rowSquares(x, n) / n + 1e-5f);
    for (int64_t j = 0; j < n; ++j)
      y[j] = x[j] * scale * w[j];
  }
  return STAX_OK;
}

ENTRY(layernorm) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  const float *restrict w = IN(float, 1), *restrict b = IN(float, 2);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *restrict x = IN(float, 0) + i * n;
    float *restrict y = OUT(float, 0) + i * n;
    float mean = rowSum(x, n) / n, squares = 0;
    for (int64_t j = 0; j < n; ++j)
      squares += (x[j] - mean) * (x[j] - mean);
    float scale = 1 / sqrtf(squares / n + 1e-5f);
    for (int64_t j = 0; j < n; ++j)
      y[j] = (x[j] - mean) * scale * w[j] + b[j];
  }
  return STAX_OK;
}

ENTRY(row_normalise) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *restrict x = IN(float, 0) + i * n;
    float *restrict y = OUT(float, 0) + i * n;
    float scale = 1 / rowSum(x, n);
    for (int64_t j = 0; j < n; ++j)
      y[j] = x[j] * scale;
  }
  return STAX_OK;
}

ENTRY(exp_sum_max) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *restrict x = IN(float, 0) + i * n;
    float *restrict y = OUT(float, 0) + i * n;
    float sum = 0, max = -FLT_MAX;
    for (int64_t j = 0; j < n; ++j) {
      y[j] = expf(x[j]);
      sum += y[j];
      max = y[j] > max ? y[j] : max;
    }
    OUT(float, 1)[i] = sum;
    OUT(float, 2)[i] = max;
  }
  return STAX_OK;
}

ENTRY(swiglu) {
  BEGIN();
  int64_t n = EXTENT(0) * EXTENT(1);
  const float *restrict x = IN(float, 0), *restrict gate = IN(float, 1);
  float *restrict y = OUT(float, 0);
  PARALLEL for (int64_t i = 0; i < n; ++i) y[i] =
      x[i] * (gate[i] / (1 + expf(-gate[i])));
  return STAX_OK;
}

ENTRY(bias_dropmask_residual) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  const float *restrict bias = IN(float, 1);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *restrict x = IN(float, 0) + i * n;
    const uint8_t *restrict mask = IN(uint8_t, 2) + i * n;
    const float *restrict residual = IN(float, 3) + i * n;
    float *restrict y = OUT(float, 0) + i * n;
    for (int64_t j = 0; j < n; ++j)
      y[j] = (mask[j] ? (x[j] + bias[j]) * 1.25f : 0) + residual[j];
  }
  return STAX_OK;
}

ENTRY(argmax) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *restrict x = IN(float, 0) + i * n;
    float max = -FLT_MAX;
    int64_t index = 0;
    for (int64_t j = 0; j < n; ++j)
      if (x[j] > max) {
        max = x[j];
        index = j;
      }
    OUT(float, 0)[i] = max;
    OUT(int64_t, 1)[i] = index;
  }
  return STAX_OK;
}

ENTRY(mean_of_squares) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  PARALLEL for (int64_t i = 0; i < m; ++i) OUT(float, 0)[i] =
      rowSquares(IN(float, 0) + i * n, n) / n;
  return STAX_OK;
}

ENTRY(chain50) {
  BEGIN();
  int64_t n = EXTENT(0) * EXTENT(1);
  const float *restrict x = IN(float, 0);
  float *restrict y = OUT(float, 0);
  PARALLEL for (int64_t i = 0; i < n; ++i) {
#pragma clang fp reassociate(off) // else the chain folds into one step
    float value = x[i];
    for (int k = 0; k < 50; ++k)
      value = value * 0.999f + 0.001f;
    y[i] = value;
  }
  return STAX_OK;
}

ENTRY(dequant_clamp) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const int8_t *restrict x = IN(int8_t, 0) + i * n;
    float scale = IN(float, 1)[i];
    float *restrict y = OUT(float, 0) + i * n;
    for (int64_t j = 0; j < n; ++j) {
      float value = x[j] * scale;
      value = value < -1 ? -1 : value;
      y[j] = value > 1 ? 1 : value;
    }
  }
  return STAX_OK;
}

ENTRY(batchnorm_statistics) {
  BEGIN();
  int64_t batch = EXTENT(0), channels = EXTENT(1), n = EXTENT(2);
  PARALLEL for (int64_t c = 0; c < channels; ++c) {
    float sum = 0, squares = 0;
    for (int64_t b = 0; b < batch; ++b)
      sum += rowSum(IN(float, 0) + (b * channels + c) * n, n);
    float mean = sum / (batch * n);
    for (int64_t b = 0; b < batch; ++b) {
      const float *restrict x = IN(float, 0) + (b * channels + c) * n;
      for (int64_t j = 0; j < n; ++j)
        squares += (x[j] - mean) * (x[j] - mean);
    }
    OUT(float, 0)[c] = mean;
    OUT(float, 1)[c] = squares / (batch * n);
  }
  return STAX_OK;
}

ENTRY(gelu) {
  BEGIN();
  int64_t n = EXTENT(0);
  const float *restrict x = IN(float, 0);
  float *restrict y = OUT(float, 0);
  PARALLEL for (int64_t i = 0; i < n; ++i) y[i] =
      0.5f * x[i] * (1 + erff(x[i] * 0.707106769f));
  return STAX_OK;
}

ENTRY(adam) {
  BEGIN();
  int64_t n = EXTENT(0);
  const float *restrict p = IN(float, 0), *restrict g = IN(float, 1);
  const float *restrict m = IN(float, 2), *restrict v = IN(float, 3);
  float *restrict p1 = OUT(float, 0), *restrict m1 = OUT(float, 1);
  float *restrict v1 = OUT(float, 2);
  PARALLEL for (int64_t i = 0; i < n; ++i) {
    float mean = 0.9f * m[i] + 0.1f * g[i];
    float square = 0.999f * v[i] + 0.001f * (g[i] * g[i]);
    m1[i] = mean;
    v1[i] = square;
    p1[i] = p[i] - 0.001f * (mean / 0.1f / (sqrtf(square / 0.001f) + 1e-8f));
  }
  return STAX_OK;
}

ENTRY(colsum) {
  BEGIN();
  enum { Strip = 256 };
  int64_t m = EXTENT(0), n = EXTENT(1);
  const float *restrict x = IN(float, 0);
  float *restrict y = OUT(float, 0);
  PARALLEL for (int64_t begin = 0; begin < n; begin += Strip) {
    int64_t end = begin + Strip < n ? begin + Strip : n;
    for (int64_t j = begin; j < end; ++j)
      y[j] = 0;
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = begin; j < end; ++j)
        y[j] += x[i * n + j];
  }
  return STAX_OK;
}

ENTRY(transpose_add) {
  BEGIN();
  enum { Tile = 32 };
  int64_t n = EXTENT(0);
  const float *restrict a = IN(float, 0), *restrict b = IN(float, 1);
  float *restrict y = OUT(float, 0);
  PARALLEL for (int64_t row = 0; row < n; row += Tile) for (int64_t column = 0;
                                                            column < n;
                                                            column += Tile) {
    for (int64_t i = row; i < row + Tile; ++i)
      for (int64_t j = column; j < column + Tile; ++j)
        y[i * n + j] = a[i * n + j] + b[j * n + i];
  }
  return STAX_OK;
}

ENTRY(cumsum) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *restrict x = IN(float, 0) + i * n;
    float *restrict y = OUT(float, 0) + i * n;
    float sum = 0;
    for (int64_t j = 0; j < n; ++j)
      y[j] = sum += x[j];
  }
  return STAX_OK;
}

ENTRY(cumsum_axis0) {
  BEGIN();
  enum { Strip = 256 };
  int64_t m = EXTENT(0), n = EXTENT(1);
  const float *restrict x = IN(float, 0);
  float *restrict y = OUT(float, 0);
  PARALLEL for (int64_t begin = 0; begin < n; begin += Strip) {
    int64_t end = begin + Strip < n ? begin + Strip : n;
    for (int64_t j = begin; j < end; ++j)
      y[j] = x[j];
    for (int64_t i = 1; i < m; ++i)
      for (int64_t j = begin; j < end; ++j)
        y[i * n + j] = y[(i - 1) * n + j] + x[i * n + j];
  }
  return STAX_OK;
}
