#!/usr/bin/env python3
"""Times one benchmark program in the array libraries that are installed.

usage: benchmarks/peers.py PROGRAM ROUNDS

PROGRAM is a name of benchmarks/programs without suffix. Prints one JSON object:
for each of numpy, numba (loops of numba_loops.py), jax (compiled) and torch
(compiled) the median time of a call and of a copy of as many bytes in the same
process, in microseconds; null where a library is not installed or lacks a
function. Results that differ between libraries are an error. Inputs are as in
stax-bench.
"""
import importlib.util
import json
import statistics
import sys
import time


def exponentials(xp, x):
    peak = xp.max(x, axis=1, keepdims=True)
    exp = xp.exp(x - peak)
    return peak, exp, xp.sum(exp, axis=1, keepdims=True)


def softmax(xp, x):
    _, exp, total = exponentials(xp, x)
    return exp / total


def log_softmax(xp, x):
    peak, _, total = exponentials(xp, x)
    return x - peak - xp.log(total)


def logsumexp(xp, x):
    peak, _, total = exponentials(xp, x)
    return (peak + xp.log(total))[:, 0]


def rmsnorm(xp, x, w):
    mean = xp.mean(x * x, axis=1, keepdims=True)
    return x * (1 / xp.sqrt(mean + 1e-5)) * w


def layernorm(xp, x, w, b):
    centred = x - xp.mean(x, axis=1, keepdims=True)
    variance = xp.mean(centred * centred, axis=1, keepdims=True)
    return centred * (1 / xp.sqrt(variance + 1e-5)) * w + b


def row_normalise(xp, x):
    return x / xp.sum(x, axis=1, keepdims=True)


def exp_sum_max(xp, x):
    exp = xp.exp(x)
    return exp, xp.sum(exp, axis=1), xp.max(exp, axis=1)


def swiglu(xp, x, gate):
    return x * (gate / (1 + xp.exp(-gate)))


def bias_dropmask_residual(xp, x, bias, mask, residual):
    return xp.where(mask, (x + bias) * 1.25, 0) + residual


def argmax(xp, x):
    return xp.max(x, axis=1), xp.argmax(x, axis=1)


def mean_of_squares(xp, x):
    return xp.mean(x * x, axis=1)


def chain50(xp, x):
    for _ in range(50):
        x = x * 0.999 + 0.001
    return x


def dequant_clamp(xp, x, scale):
    return xp.clip(x * scale[:, None], -1, 1)


def batchnorm_statistics(xp, x):
    return xp.mean(x, axis=(0, 2)), xp.var(x, axis=(0, 2))


def erf(xp, x):
    if xp.__name__ != "jax.numpy":
        raise NotImplementedError(f"{xp.__name__} has no erf")
    from jax.scipy import special
    return special.erf(x)


def gelu(xp, x):
    return 0.5 * x * (1 + erf(xp, x * 0.707106769))


def adam(xp, p, g, m, v):
    mean = 0.9 * m + 0.1 * g
    square = 0.999 * v + 0.001 * (g * g)
    step = mean / 0.1 / (xp.sqrt(square / 0.001) + 1e-8)
    return p - 0.001 * step, mean, square


def colsum(xp, x):
    return xp.sum(x, axis=0)


def transpose_add(xp, a, b):
    return a + b.T


def cumsum(xp, x):
    return xp.cumsum(x, axis=1)


def cumsum_axis0(xp, x):
    return xp.cumsum(x, axis=0)


FUNCTIONS = {function.__name__.replace("_", "-"): function for function in [
    softmax, log_softmax, logsumexp, rmsnorm, layernorm, row_normalise,
    exp_sum_max, swiglu, bias_dropmask_residual, argmax, mean_of_squares,
    chain50, dequant_clamp, batchnorm_statistics, gelu, adam, colsum,
    transpose_add, cumsum, cumsum_axis0]}


def make_inputs(np, name, shape):
    random = np.random.default_rng(0)
    floats = lambda *extents: random.uniform(-1, 1, extents).astype(np.float32)
    if name in ("rmsnorm", "layernorm"):
        count = 1 if name == "rmsnorm" else 2
        return [floats(*shape)] + [floats(shape[1]) for _ in range(count)]
    if name == "bias-dropmask-residual":
        return [floats(*shape), floats(shape[1]),
                random.integers(0, 2, shape).astype(bool), floats(*shape)]
    if name == "dequant-clamp":
        return [random.integers(-100, 100, shape).astype(np.int8),
                floats(shape[0])]
    return [floats(*shape) for _ in range(
        {"adam": 4, "swiglu": 2, "transpose-add": 2}.get(name, 1))]


def time_call(call, rounds):
    for _ in range(2):
        call()
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        call()
        times.append((time.perf_counter() - begin) * 1e6)
    return statistics.median(times)


def installed(library):
    return importlib.util.find_spec(library) is not None


def prepare_numpy(function, inputs):
    import numpy
    return lambda: function(numpy, *inputs)


def prepare_jax(function, inputs):
    import jax
    compiled = jax.jit(lambda *values: function(jax.numpy, *values))
    values = [jax.numpy.asarray(value) for value in inputs]
    return lambda: jax.block_until_ready(compiled(*values))


def prepare_numba(function, inputs):
    import numba_loops
    compiled = getattr(numba_loops, function.__name__)
    return lambda: compiled(*inputs)


def prepare_torch(function, inputs):
    import numpy
    import torch
    compiled = torch.compile(lambda *values: function(numpy, *values))
    return lambda: compiled(*inputs)


PEERS = {"numpy": prepare_numpy, "numba": prepare_numba, "jax": prepare_jax,
         "torch": prepare_torch}


def as_arrays(np, results):
    """Copies of a call's results, a tuple of arrays or one array."""
    if not isinstance(results, tuple):
        results = (results,)
    return [np.array(result) for result in results]


def measure(np, name, shape, rounds):
    """{peer: its times, or None where it is absent or lacks a function}."""
    inputs = make_inputs(np, name, shape)
    times, first = dict.fromkeys(PEERS), None
    for peer, prepare in PEERS.items():
        if not installed(peer):
            continue
        try:
            call = prepare(FUNCTIONS[name], inputs)
            outputs = as_arrays(np, call())
        except NotImplementedError:
            continue
        first = first or outputs
        for output, other in zip(outputs, first):
            # Plain sums of long rows in f32 err by about 1e-3.
            np.testing.assert_allclose(output, other, rtol=1e-2, atol=1e-2,
                                       err_msg=f"{name} of {peer}")
        half = (sum(array.nbytes for array in inputs + outputs) + 1) // 2
        source, target = np.zeros(half, np.int8), np.zeros(half, np.int8)
        times[peer] = {
            "median_us": time_call(call, rounds),
            "copy_us": time_call(lambda: np.copyto(target, source), rounds)}
    return times


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    name, _, extents = sys.argv[1].rpartition("-")
    shape = tuple(int(extent) for extent in extents.split("x"))
    times = dict.fromkeys(PEERS)
    if name in FUNCTIONS and installed("numpy"):
        import numpy
        times = measure(numpy, name, shape, int(sys.argv[2]))
    print(json.dumps(times))
    return 0


if __name__ == "__main__":
    sys.exit(main())
