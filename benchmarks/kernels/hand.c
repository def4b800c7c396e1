//===- hand.c - The benchmarks by hand, with AVX-512 intrinsics -----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A strong reference, not an upper bound: four accumulators of 16 floats, the
// next row prefetched where rows are long and data is not in the cache, stores
// past the cache where that was measured to help. Rows are multiples of 64
// elements. One function for each entry of benchmarks/programs.
//
//===----------------------------------------------------------------------===//

#include "stax-c/Runtime.h"

#include <immintrin.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef __m512 Vector;

#define ENTRY(name)                                                            \
  int32_t name(const stax_tensor *args, stax_tensor *results, void *arena,     \
               stax_error *error)
#define BEGIN()                                                                \
  (void)arena;                                                                 \
  (void)error
#define IN(type, number) ((const type *)args[number].data)
#define OUT(type, number) ((type *)results[number].data)
#define EXTENT(dim) (args[0].shape[dim])
#define PARALLEL _Pragma("omp parallel for schedule(static)")
/// Four vectors at a time.
enum { Step = 64 };

static inline Vector load(const float *x) { return _mm512_loadu_ps(x); }
static inline void store(float *y, Vector v) { _mm512_storeu_ps(y, v); }
static inline Vector splat(float value) { return _mm512_set1_ps(value); }
/// Stores past the cache where `isLarge`.
static inline void put(float *y, Vector v, bool isLarge) {
  if (isLarge)
    _mm512_stream_ps(y, v);
  else
    store(y, v);
}
/// Asks for the four vectors at `x`, which may be beyond the data.
static inline void prefetch(const float *x) {
  for (int k = 0; k < Step; k += 16)
    _mm_prefetch((const char *)(x + k), _MM_HINT_T0);
}
/// Whether `elements` floats are more than the caches hold.
static inline bool isLarge(int64_t elements) { return elements > 1 << 22; }
/// Whether reading the next row ahead pays.
static inline bool isLongRow(int64_t n) { return n >= 1024 && n <= 4096; }

/// e^x in [-87, 88]
static inline Vector vexp(Vector x) {
  x = _mm512_max_ps(_mm512_min_ps(x, splat(88)), splat(-87));
  Vector n = _mm512_roundscale_ps(_mm512_mul_ps(x, splat(1.44269504f)), 8);
  Vector r = _mm512_fnmadd_ps(n, splat(0.693145752f), x);
  r = _mm512_fnmadd_ps(n, splat(1.42860677e-6f), r);
  Vector p = splat(1.38362881e-3f);
  p = _mm512_fmadd_ps(p, r, splat(8.36912636e-3f));
  p = _mm512_fmadd_ps(p, r, splat(4.16681059e-2f));
  p = _mm512_fmadd_ps(p, r, splat(1.66665167e-1f));
  p = _mm512_fmadd_ps(p, r, splat(0.49999994f));
  p = _mm512_fmadd_ps(_mm512_mul_ps(r, r), p, r);
  return _mm512_scalef_ps(_mm512_add_ps(p, splat(1)), n);
}

static inline Vector verf(Vector x) {
  Vector a = _mm512_abs_ps(x), z = _mm512_mul_ps(a, a);
  static const float small[] = {
      8.48082782e-5f, -8.16959771e-4f, 5.20328991e-3f, -2.68600993e-2f,
      1.12836972e-1f, -3.76126319e-1f, 1.28379166e-1f};
  Vector p = splat(small[0]);
  for (int k = 1; k < 7; ++k)
    p = _mm512_fmadd_ps(p, z, splat(small[k]));
  p = _mm512_fmadd_ps(a, p, a);
  static const float large[] = {
      2.09604241e-5f, -4.32926405e-4f, 4.16369829e-3f, -2.51002014e-2f,
      1.08250573e-1f, 6.33373559e-1f,  1.12950182f,    -1.71972599e-4f};
  Vector c = _mm512_min_ps(a, splat(3.95f)), q = splat(large[0]);
  for (int k = 1; k < 8; ++k)
    q = _mm512_fmadd_ps(q, c, splat(large[k]));
  q = _mm512_sub_ps(splat(1), vexp(_mm512_sub_ps(splat(0), q)));
  Vector r =
      _mm512_mask_mov_ps(q, _mm512_cmp_ps_mask(a, splat(0.92f), _CMP_LT_OQ), p);
  __m512i sign = _mm512_and_si512(_mm512_castps_si512(x),
                                  _mm512_set1_epi32((int)0x80000000));
  return _mm512_castsi512_ps(_mm512_or_si512(_mm512_castps_si512(r), sign));
}

static inline float sum4(const Vector *v) {
  return _mm512_reduce_add_ps(
      _mm512_add_ps(_mm512_add_ps(v[0], v[1]), _mm512_add_ps(v[2], v[3])));
}
static inline float max4(const Vector *v) {
  return _mm512_reduce_max_ps(
      _mm512_max_ps(_mm512_max_ps(v[0], v[1]), _mm512_max_ps(v[2], v[3])));
}
/// Four copies of `value`.
#define FOUR(name, value)                                                      \
  Vector name[4] = {splat(value), splat(value), splat(value), splat(value)}
#define EACH(k) for (int k = 0; k < 4; ++k)

static inline float rowMax(const float *x, int64_t n) {
  FOUR(max, -INFINITY);
  for (int64_t j = 0; j < n; j += Step)
    EACH(k) max[k] = _mm512_max_ps(load(x + j + 16 * k), max[k]);
  return max4(max);
}

static inline float rowSum(const float *x, int64_t n) {
  FOUR(sum, 0);
  for (int64_t j = 0; j < n; j += Step)
    EACH(k) sum[k] = _mm512_add_ps(sum[k], load(x + j + 16 * k));
  return sum4(sum);
}

/// Sum of (x - mean)^2.
static inline float rowSquares(const float *x, int64_t n, float mean) {
  FOUR(sum, 0);
  for (int64_t j = 0; j < n; j += Step)
    EACH(k) {
      Vector d = _mm512_sub_ps(load(x + j + 16 * k), splat(mean));
      sum[k] = _mm512_fmadd_ps(d, d, sum[k]);
    }
  return sum4(sum);
}

/// Sum of exp(x - max), and the exponentials where `y` is not null.
static inline float rowExp(const float *x, float *y, int64_t n, float max,
                           bool ahead) {
  FOUR(sum, 0);
  for (int64_t j = 0; j < n; j += Step) {
    EACH(k) {
      Vector e = vexp(_mm512_sub_ps(load(x + j + 16 * k), splat(max)));
      if (y)
        store(y + j + 16 * k, e);
      sum[k] = _mm512_add_ps(sum[k], e);
    }
    if (ahead)
      prefetch(x + n + j);
  }
  return sum4(sum);
}

ENTRY(softmax) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  bool ahead = isLarge(m * n) && isLongRow(n);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *x = IN(float, 0) + i * n;
    float *y = OUT(float, 0) + i * n;
    Vector scale = splat(1 / rowExp(x, y, n, rowMax(x, n), ahead));
    for (int64_t j = 0; j < n; j += Step)
      EACH(k) store(y + j + 16 * k, _mm512_mul_ps(load(y + j + 16 * k), scale));
  }
  return STAX_OK;
}

ENTRY(log_softmax) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  bool ahead = isLarge(m * n) && isLongRow(n);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *x = IN(float, 0) + i * n;
    float *y = OUT(float, 0) + i * n;
    float max = rowMax(x, n);
    Vector shift = splat(max + logf(rowExp(x, 0, n, max, ahead)));
    for (int64_t j = 0; j < n; j += Step)
      EACH(k) store(y + j + 16 * k, _mm512_sub_ps(load(x + j + 16 * k), shift));
  }
  return STAX_OK;
}

ENTRY(logsumexp) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  bool ahead = isLarge(m * n) && isLongRow(n);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *x = IN(float, 0) + i * n;
    float max = rowMax(x, n);
    OUT(float, 0)[i] = max + logf(rowExp(x, 0, n, max, ahead));
  }
  return STAX_OK;
}

ENTRY(rmsnorm) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  bool large = isLarge(m * n), ahead = large && isLongRow(n);
  const float *w = IN(float, 1);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *x = IN(float, 0) + i * n;
    float *y = OUT(float, 0) + i * n;
    Vector scale = splat(1 / sqrtf(rowSquares(x, n, 0) / n + 1e-5f));
    for (int64_t j = 0; j < n; j += Step) {
      EACH(k)
      put(y + j + 16 * k,
          _mm512_mul_ps(_mm512_mul_ps(load(x + j + 16 * k), scale),
                        load(w + j + 16 * k)),
          large);
      if (ahead)
        prefetch(x + n + j);
    }
  }
  _mm_sfence();
  return STAX_OK;
}

ENTRY(layernorm) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  bool large = isLarge(m * n), ahead = large && isLongRow(n);
  const float *w = IN(float, 1), *b = IN(float, 2);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *x = IN(float, 0) + i * n;
    float *y = OUT(float, 0) + i * n;
    float mean = rowSum(x, n) / n;
    Vector scale = splat(1 / sqrtf(rowSquares(x, n, mean) / n + 1e-5f));
    for (int64_t j = 0; j < n; j += Step) {
      EACH(k) {
        Vector d = _mm512_sub_ps(load(x + j + 16 * k), splat(mean));
        put(y + j + 16 * k,
            _mm512_fmadd_ps(_mm512_mul_ps(d, scale), load(w + j + 16 * k),
                            load(b + j + 16 * k)),
            large);
      }
      if (ahead)
        prefetch(x + n + j);
    }
  }
  _mm_sfence();
  return STAX_OK;
}

ENTRY(row_normalise) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  bool large = isLarge(m * n), ahead = large && isLongRow(n);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *x = IN(float, 0) + i * n;
    float *y = OUT(float, 0) + i * n;
    Vector scale = splat(1 / rowSum(x, n));
    for (int64_t j = 0; j < n; j += Step) {
      EACH(k)
      put(y + j + 16 * k, _mm512_mul_ps(load(x + j + 16 * k), scale), large);
      if (ahead)
        prefetch(x + n + j);
    }
  }
  _mm_sfence();
  return STAX_OK;
}

ENTRY(exp_sum_max) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *x = IN(float, 0) + i * n;
    float *y = OUT(float, 0) + i * n;
    FOUR(sum, 0);
    FOUR(max, -INFINITY);
    for (int64_t j = 0; j < n; j += Step)
      EACH(k) {
        Vector e = vexp(load(x + j + 16 * k));
        store(y + j + 16 * k, e);
        sum[k] = _mm512_add_ps(sum[k], e);
        max[k] = _mm512_max_ps(e, max[k]);
      }
    OUT(float, 1)[i] = sum4(sum);
    OUT(float, 2)[i] = max4(max);
  }
  return STAX_OK;
}

/// y = expression(i), four vectors at a time; `at` is the element of vector k.
#define ELEMENTWISE(elements, large, ...)                                      \
  PARALLEL for (int64_t i = 0; i < (elements); i += Step) EACH(k) {            \
    int64_t at = i + 16 * k;                                                   \
    put(y + at, (__VA_ARGS__), large);                                         \
  }                                                                            \
  _mm_sfence()

ENTRY(swiglu) {
  BEGIN();
  int64_t n = EXTENT(0) * EXTENT(1);
  const float *x = IN(float, 0), *gate = IN(float, 1);
  float *y = OUT(float, 0);
  ELEMENTWISE(
      n, false,
      _mm512_mul_ps(
          load(x + at),
          _mm512_div_ps(
              load(gate + at),
              _mm512_add_ps(splat(1),
                            vexp(_mm512_sub_ps(splat(0), load(gate + at)))))));
  return STAX_OK;
}

ENTRY(bias_dropmask_residual) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  bool large = isLarge(m * n);
  const float *bias = IN(float, 1);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *x = IN(float, 0) + i * n, *residual = IN(float, 3) + i * n;
    const uint8_t *mask = IN(uint8_t, 2) + i * n;
    float *y = OUT(float, 0) + i * n;
    for (int64_t j = 0; j < n; j += 16) {
      __mmask16 kept = _mm_test_epi8_mask(
          _mm_loadu_si128((const __m128i *)(mask + j)), _mm_set1_epi8(1));
      Vector v = _mm512_add_ps(load(x + j), load(bias + j));
      put(y + j,
          _mm512_add_ps(_mm512_maskz_mul_ps(kept, v, splat(1.25f)),
                        load(residual + j)),
          large);
    }
  }
  _mm_sfence();
  return STAX_OK;
}

ENTRY(argmax) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *x = IN(float, 0) + i * n;
    FOUR(max, -INFINITY);
    __m512i index[4];
    EACH(k) index[k] = _mm512_setzero_si512();
    __m512i lane =
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    for (int64_t j = 0; j < n; j += Step)
      EACH(k) {
        Vector v = load(x + j + 16 * k);
        __mmask16 isLarger = _mm512_cmp_ps_mask(v, max[k], _CMP_GT_OQ);
        max[k] = _mm512_max_ps(v, max[k]);
        index[k] = _mm512_mask_mov_epi32(
            index[k], isLarger,
            _mm512_add_epi32(lane, _mm512_set1_epi32((int)j + 16 * k)));
      }
    float best = max4(max);
    __m512i first = _mm512_set1_epi32(INT32_MAX);
    EACH(k)
    first = _mm512_mask_min_epi32(
        first, _mm512_cmp_ps_mask(max[k], splat(best), _CMP_EQ_OQ), first,
        index[k]);
    OUT(float, 0)[i] = best;
    OUT(int64_t, 1)[i] = _mm512_reduce_min_epi32(first);
  }
  return STAX_OK;
}

ENTRY(mean_of_squares) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  PARALLEL for (int64_t i = 0; i < m; ++i) OUT(float, 0)[i] =
      rowSquares(IN(float, 0) + i * n, n, 0) / n;
  return STAX_OK;
}

ENTRY(chain50) {
  BEGIN();
  int64_t n = EXTENT(0) * EXTENT(1);
  const float *x = IN(float, 0);
  float *y = OUT(float, 0);
  enum { Chains = 8 }; // as many as hide the latency of an fma
  PARALLEL for (int64_t i = 0; i < n; i += 16 * Chains) {
    Vector v[Chains];
    for (int k = 0; k < Chains; ++k)
      v[k] = load(x + i + 16 * k);
    for (int step = 0; step < 50; ++step)
      for (int k = 0; k < Chains; ++k)
        v[k] = _mm512_fmadd_ps(v[k], splat(0.999f), splat(0.001f));
    for (int k = 0; k < Chains; ++k)
      store(y + i + 16 * k, v[k]);
  }
  return STAX_OK;
}

ENTRY(dequant_clamp) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  bool large = isLarge(m * n);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const int8_t *x = IN(int8_t, 0) + i * n;
    Vector scale = splat(IN(float, 1)[i]);
    float *y = OUT(float, 0) + i * n;
    for (int64_t j = 0; j < n; j += 16) {
      Vector v = _mm512_cvtepi32_ps(
          _mm512_cvtepi8_epi32(_mm_loadu_si128((const __m128i *)(x + j))));
      v = _mm512_max_ps(_mm512_mul_ps(v, scale), splat(-1));
      put(y + j, _mm512_min_ps(v, splat(1)), large);
    }
  }
  _mm_sfence();
  return STAX_OK;
}

ENTRY(batchnorm_statistics) {
  BEGIN();
  int64_t batch = EXTENT(0), channels = EXTENT(1), n = EXTENT(2);
  PARALLEL for (int64_t c = 0; c < channels; ++c) {
    const float *x = IN(float, 0) + c * n;
    float sum = 0, squares = 0;
    for (int64_t b = 0; b < batch; ++b)
      sum += rowSum(x + b * channels * n, n);
    float mean = sum / (batch * n);
    for (int64_t b = 0; b < batch; ++b)
      squares += rowSquares(x + b * channels * n, n, mean);
    OUT(float, 0)[c] = mean;
    OUT(float, 1)[c] = squares / (batch * n);
  }
  return STAX_OK;
}

ENTRY(gelu) {
  BEGIN();
  int64_t n = EXTENT(0);
  const float *x = IN(float, 0);
  float *y = OUT(float, 0);
  ELEMENTWISE(
      n, false,
      _mm512_mul_ps(
          _mm512_mul_ps(load(x + at), splat(0.5f)),
          _mm512_add_ps(splat(1), verf(_mm512_mul_ps(load(x + at),
                                                     splat(0.707106769f))))));
  return STAX_OK;
}

ENTRY(adam) {
  BEGIN();
  int64_t n = EXTENT(0);
  const float *p = IN(float, 0), *g = IN(float, 1), *m = IN(float, 2);
  const float *v = IN(float, 3);
  float *p1 = OUT(float, 0), *m1 = OUT(float, 1), *v1 = OUT(float, 2);
  PARALLEL for (int64_t i = 0; i < n; i += 16) {
    Vector grad = load(g + i);
    Vector mean = _mm512_fmadd_ps(grad, splat(0.1f),
                                  _mm512_mul_ps(load(m + i), splat(0.9f)));
    Vector square = _mm512_fmadd_ps(_mm512_mul_ps(grad, grad), splat(0.001f),
                                    _mm512_mul_ps(load(v + i), splat(0.999f)));
    store(m1 + i, mean);
    store(v1 + i, square);
    Vector root = _mm512_sqrt_ps(_mm512_div_ps(square, splat(0.001f)));
    Vector step = _mm512_div_ps(_mm512_div_ps(mean, splat(0.1f)),
                                _mm512_add_ps(root, splat(1e-8f)));
    store(p1 + i, _mm512_fnmadd_ps(step, splat(0.001f), load(p + i)));
  }
  return STAX_OK;
}

ENTRY(colsum) {
  BEGIN();
  // A strip of columns a thread, so wide that reads stay long, eight rows at a
  // time, so that sums move little.
  int64_t m = EXTENT(0), n = EXTENT(1);
  int64_t strip = n >= 2048 ? 1024 : n / 2;
  const float *x = IN(float, 0);
  float *y = OUT(float, 0);
  PARALLEL for (int64_t begin = 0; begin < n; begin += strip) {
    for (int64_t j = begin; j < begin + strip; j += 16)
      store(y + j, splat(0));
    for (int64_t i = 0; i < m; i += 8)
      for (int64_t j = begin; j < begin + strip; j += 16) {
        Vector sum = load(y + j);
        for (int row = 0; row < 8; ++row)
          sum = _mm512_add_ps(sum, load(x + (i + row) * n + j));
        store(y + j, sum);
      }
  }
  return STAX_OK;
}

/// Rotates the blocks of a 16 x 16 transposition: halves of 1, 2, 4, 8.
static inline void transpose16(Vector *v) {
  for (int bit = 1; bit < 16; bit *= 2) {
    int32_t low[16], high[16];
    for (int lane = 0; lane < 16; ++lane) {
      low[lane] = lane & bit ? 16 + lane - bit : lane;
      high[lane] = lane & bit ? 16 + lane : lane + bit;
    }
    __m512i takeLow = _mm512_loadu_si512(low);
    __m512i takeHigh = _mm512_loadu_si512(high);
    for (int row = 0; row < 16; ++row) {
      if (row & bit)
        continue;
      Vector a = v[row], b = v[row + bit];
      v[row] = _mm512_permutex2var_ps(a, takeLow, b);
      v[row + bit] = _mm512_permutex2var_ps(a, takeHigh, b);
    }
  }
}

ENTRY(transpose_add) {
  BEGIN();
  enum { Block = 64 };
  int64_t n = EXTENT(0);
  const float *a = IN(float, 0), *b = IN(float, 1);
  float *y = OUT(float, 0);
  bool large = isLarge(n * n);
  PARALLEL for (int64_t row = 0; row < n; row += Block) {
    for (int64_t column = 0; column < n; column += Block)
      for (int64_t i = row; i < row + Block; i += 16)
        for (int64_t j = column; j < column + Block; j += 16) {
          Vector v[16];
          for (int k = 0; k < 16; ++k)
            v[k] = load(b + (j + k) * n + i);
          transpose16(v);
          for (int k = 0; k < 16; ++k)
            put(y + (i + k) * n + j,
                _mm512_add_ps(v[k], load(a + (i + k) * n + j)), large);
        }
  }
  _mm_sfence();
  return STAX_OK;
}

ENTRY(cumsum) {
  BEGIN();
  int64_t m = EXTENT(0), n = EXTENT(1);
  PARALLEL for (int64_t i = 0; i < m; ++i) {
    const float *x = IN(float, 0) + i * n;
    float *y = OUT(float, 0) + i * n;
    Vector carry = splat(0);
    for (int64_t j = 0; j < n; j += 16) {
      Vector v = load(x + j);
      for (int step = 1; step < 16; step *= 2) {
        int32_t from[16];
        for (int lane = 0; lane < 16; ++lane)
          from[lane] = (lane - step) & 15;
        Vector moved = _mm512_permutexvar_ps(_mm512_loadu_si512(from), v);
        v = _mm512_mask_add_ps(v, (__mmask16)(0xffff << step), v, moved);
      }
      v = _mm512_add_ps(v, carry);
      store(y + j, v);
      carry = _mm512_permutexvar_ps(_mm512_set1_epi32(15), v);
    }
  }
  return STAX_OK;
}

ENTRY(cumsum_axis0) {
  BEGIN();
  enum { Strip = 128 };
  int64_t m = EXTENT(0), n = EXTENT(1);
  PARALLEL for (int64_t begin = 0; begin < n; begin += Strip) {
    Vector carry[Strip / 16];
    for (int k = 0; k < Strip / 16; ++k)
      carry[k] = splat(0);
    for (int64_t i = 0; i < m; ++i)
      for (int k = 0; k < Strip / 16; ++k) {
        int64_t at = i * n + begin + 16 * k;
        carry[k] = _mm512_add_ps(carry[k], load(IN(float, 0) + at));
        store(OUT(float, 0) + at, carry[k]);
      }
  }
  return STAX_OK;
}
