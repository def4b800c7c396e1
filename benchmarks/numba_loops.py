"""The benchmark programs as parallel numba loops, fused as its users write them.

Each function takes and returns what its namesake in peers.py does. Rows run in
parallel; `fastmath` lets numba reassociate sums, as for the C loops.
"""
import math

import numba
import numpy as np

parallel = numba.njit(parallel=True, fastmath=True)
ONE = np.float32(1)


@parallel
def softmax(x):
    out = np.empty_like(x)
    for i in numba.prange(x.shape[0]):
        peak = x[i].max()
        total = np.float32(0)
        for j in range(x.shape[1]):
            out[i, j] = np.exp(x[i, j] - peak)
            total += out[i, j]
        for j in range(x.shape[1]):
            out[i, j] /= total
    return out


@parallel
def logsumexp(x):
    out = np.empty(x.shape[0], np.float32)
    for i in numba.prange(x.shape[0]):
        peak = x[i].max()
        total = np.float32(0)
        for j in range(x.shape[1]):
            total += np.exp(x[i, j] - peak)
        out[i] = peak + np.log(total)
    return out


@parallel
def log_softmax(x):
    out = np.empty_like(x)
    for i in numba.prange(x.shape[0]):
        peak = x[i].max()
        total = np.float32(0)
        for j in range(x.shape[1]):
            total += np.exp(x[i, j] - peak)
        shift = peak + np.log(total)
        for j in range(x.shape[1]):
            out[i, j] = x[i, j] - shift
    return out


@parallel
def rmsnorm(x, w):
    out = np.empty_like(x)
    for i in numba.prange(x.shape[0]):
        total = np.float32(0)
        for j in range(x.shape[1]):
            total += x[i, j] * x[i, j]
        scale = ONE / np.sqrt(total / np.float32(x.shape[1]) + np.float32(1e-5))
        for j in range(x.shape[1]):
            out[i, j] = x[i, j] * scale * w[j]
    return out


@parallel
def layernorm(x, w, b):
    out = np.empty_like(x)
    for i in numba.prange(x.shape[0]):
        total = np.float32(0)
        for j in range(x.shape[1]):
            total += x[i, j]
        mean = total / np.float32(x.shape[1])
        squares = np.float32(0)
        for j in range(x.shape[1]):
            squares += (x[i, j] - mean) * (x[i, j] - mean)
        scale = ONE / np.sqrt(
            squares / np.float32(x.shape[1]) + np.float32(1e-5))
        for j in range(x.shape[1]):
            out[i, j] = (x[i, j] - mean) * scale * w[j] + b[j]
    return out


@parallel
def row_normalise(x):
    out = np.empty_like(x)
    for i in numba.prange(x.shape[0]):
        total = np.float32(0)
        for j in range(x.shape[1]):
            total += x[i, j]
        for j in range(x.shape[1]):
            out[i, j] = x[i, j] / total
    return out


@parallel
def exp_sum_max(x):
    out = np.empty_like(x)
    sums = np.empty(x.shape[0], np.float32)
    peaks = np.empty(x.shape[0], np.float32)
    for i in numba.prange(x.shape[0]):
        total, peak = np.float32(0), np.float32(-np.inf)
        for j in range(x.shape[1]):
            value = np.exp(x[i, j])
            out[i, j] = value
            total += value
            peak = max(peak, value)
        sums[i], peaks[i] = total, peak
    return out, sums, peaks


@parallel
def swiglu(x, gate):
    out = np.empty_like(x)
    for i in numba.prange(x.shape[0]):
        for j in range(x.shape[1]):
            out[i, j] = x[i, j] * (
                gate[i, j] / (ONE + np.exp(-gate[i, j])))
    return out


@parallel
def bias_dropmask_residual(x, bias, mask, residual):
    out = np.empty_like(x)
    for i in numba.prange(x.shape[0]):
        for j in range(x.shape[1]):
            kept = (x[i, j] + bias[j]) * np.float32(1.25)
            out[i, j] = (kept if mask[i, j] else np.float32(0)) + residual[i, j]
    return out


@parallel
def argmax(x):
    peaks = np.empty(x.shape[0], np.float32)
    places = np.empty(x.shape[0], np.int64)
    for i in numba.prange(x.shape[0]):
        peak, place = x[i, 0], 0
        for j in range(1, x.shape[1]):
            if x[i, j] > peak:
                peak, place = x[i, j], j
        peaks[i], places[i] = peak, place
    return peaks, places


@parallel
def mean_of_squares(x):
    out = np.empty(x.shape[0], np.float32)
    for i in numba.prange(x.shape[0]):
        total = np.float32(0)
        for j in range(x.shape[1]):
            total += x[i, j] * x[i, j]
        out[i] = total / np.float32(x.shape[1])
    return out


# With fastmath the chain folds into one multiplication and one addition.
@numba.njit(parallel=True)
def chain50(x):
    out = np.empty_like(x)
    for i in numba.prange(x.shape[0]):
        for j in range(x.shape[1]):
            value = x[i, j]
            for _ in range(50):
                value = value * np.float32(0.999) + np.float32(0.001)
            out[i, j] = value
    return out


@parallel
def dequant_clamp(x, scale):
    out = np.empty(x.shape, np.float32)
    for i in numba.prange(x.shape[0]):
        for j in range(x.shape[1]):
            value = np.float32(x[i, j]) * scale[i]
            out[i, j] = min(max(value, -ONE), ONE)
    return out


@parallel
def batchnorm_statistics(x):
    means = np.empty(x.shape[1], np.float32)
    variances = np.empty(x.shape[1], np.float32)
    count = np.float32(x.shape[0] * x.shape[2])
    for c in numba.prange(x.shape[1]):
        total = np.float32(0)
        for n in range(x.shape[0]):
            for i in range(x.shape[2]):
                total += x[n, c, i]
        mean = total / count
        squares = np.float32(0)
        for n in range(x.shape[0]):
            for i in range(x.shape[2]):
                squares += (x[n, c, i] - mean) * (x[n, c, i] - mean)
        means[c], variances[c] = mean, squares / count
    return means, variances


@parallel
def gelu(x):
    out = np.empty_like(x)
    for i in numba.prange(x.shape[0]):
        out[i] = np.float32(0.5) * x[i] * (
            ONE + math.erf(x[i] * np.float32(0.707106769)))
    return out


@parallel
def adam(p, g, m, v):
    step, mean, square = np.empty_like(p), np.empty_like(p), np.empty_like(p)
    for i in numba.prange(p.shape[0]):
        mean[i] = np.float32(0.9) * m[i] + np.float32(0.1) * g[i]
        square[i] = np.float32(0.999) * v[i] + np.float32(0.001) * g[i] * g[i]
        step[i] = p[i] - np.float32(0.001) * (mean[i] / np.float32(0.1)) / (
            np.sqrt(square[i] / np.float32(0.001)) + np.float32(1e-8))
    return step, mean, square


@parallel
def colsum(x):
    strip = 256
    out = np.zeros(x.shape[1], np.float32)
    for s in numba.prange((x.shape[1] + strip - 1) // strip):
        last = min(x.shape[1], (s + 1) * strip)
        for i in range(x.shape[0]):
            for j in range(s * strip, last):
                out[j] += x[i, j]
    return out


@parallel
def transpose_add(a, b):
    out = np.empty_like(a)
    tile = 64
    for s in numba.prange((a.shape[0] + tile - 1) // tile):
        rows = min(a.shape[0], (s + 1) * tile)
        for t in range((a.shape[1] + tile - 1) // tile):
            columns = min(a.shape[1], (t + 1) * tile)
            for i in range(s * tile, rows):
                for j in range(t * tile, columns):
                    out[i, j] = a[i, j] + b[j, i]
    return out


@parallel
def cumsum(x):
    out = np.empty_like(x)
    for i in numba.prange(x.shape[0]):
        total = np.float32(0)
        for j in range(x.shape[1]):
            total += x[i, j]
            out[i, j] = total
    return out


@parallel
def cumsum_axis0(x):
    strip = 64
    out = np.empty_like(x)
    for s in numba.prange((x.shape[1] + strip - 1) // strip):
        last = min(x.shape[1], (s + 1) * strip)
        for j in range(s * strip, last):
            out[0, j] = x[0, j]
        for i in range(1, x.shape[0]):
            for j in range(s * strip, last):
                out[i, j] = out[i - 1, j] + x[i, j]
    return out
