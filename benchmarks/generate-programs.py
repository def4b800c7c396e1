#!/usr/bin/env python3
"""Writes benchmarks/programs/<name>-<shape>.mlir, each of which stax-run runs.

usage: benchmarks/generate-programs.py [--check] [FOLDER]

With --check nothing is written; the exit status is 1 if a file differs.
"""
import argparse
import os
import sys

ROWS = [(64, 128), (64, 1024), (32768, 128), (16384, 1024), (4096, 4096),
        (512, 32768)]
SMALL_AND_LARGE = [(64, 1024), (8192, 4096)]


def tensor(shape, element="f32"):
    return "tensor<" + "".join(f"{extent}x" for extent in shape) + element + ">"


def pointwise(result, inputs, shape, body, element="f32"):
    """A stax.pointwise. `inputs` are (operand, map or "", type, element type)
    and become %0, %1, ... of `body`, whose last line yields."""
    operands = ", ".join(value + map_ for value, map_, _, _ in inputs)
    types = ", ".join(type_ for _, _, type_, _ in inputs)
    arguments = ", ".join(f"%a{i}: {kind}"
                          for i, (_, _, _, kind) in enumerate(inputs))
    lines = "\n".join("    " + line for line in body)
    return f"""  {result} = stax.pointwise ins({operands} : {types})
      -> {tensor(shape, element)} {{
  ^bb0({arguments}):
{lines}
  }}
"""


def reduce(result, monoid, dims, value, shape, body=None, element="f32"):
    kept = [extent for i, extent in enumerate(shape) if i not in dims]
    text = (f"  {result} = stax.reduce #stax.{monoid} dims {list(dims)} "
            f"ins({value} : {tensor(shape, element)}) -> {tensor(kept)}")
    if not body:
        return text + "\n"
    lines = "\n".join("    " + line for line in body)
    return f"{text} {{\n  ^bb0(%a: {element}):\n{lines}\n  }}\n"


def function(name, arguments, results, body, returned):
    kinds = ", ".join(results)
    if len(results) > 1:
        kinds = f"({kinds})"
    return (f"func.func @{name}({', '.join(arguments)}) -> {kinds} {{\n{body}"
            f"  return {', '.join(returned)} : {', '.join(results)}\n}}\n")


def constant(name, value, kind="f32"):
    return f"  {name} = arith.constant {value} : {kind}\n"


ROW = "[(i, j) -> (i)]"
COLUMN = "[(i, j) -> (j)]"


class Matrix:
    """Operands of a pointwise operation over a matrix."""

    def __init__(self, shape):
        self.shape = shape

    def full(self, value, element="f32"):
        return (value, "", tensor(self.shape, element), element)

    def row(self, value):
        return (value, ROW, tensor(self.shape[:1]), "f32")

    def column(self, value, element="f32"):
        return (value, COLUMN, tensor(self.shape[1:], element), element)


def exponentials(shape):
    m = Matrix(shape)
    return (reduce("%max", "max", [1], "%x", shape) +
            pointwise("%exp", [m.full("%x"), m.row("%max")], shape, [
                "%d = arith.subf %a0, %a1 : f32", "%e = math.exp %d : f32",
                "stax.yield %e : f32"]) +
            reduce("%sum", "add", [1], "%exp", shape))


def softmax(shape):
    m = Matrix(shape)
    body = exponentials(shape) + pointwise(
        "%y", [m.full("%exp"), m.row("%sum")], shape,
        ["%q = arith.divf %a0, %a1 : f32", "stax.yield %q : f32"])
    return function("softmax", [f"%x: {tensor(shape)}"], [tensor(shape)], body,
                    ["%y"])


def log_softmax(shape):
    m = Matrix(shape)
    body = exponentials(shape) + pointwise(
        "%y", [m.full("%x"), m.row("%max"), m.row("%sum")], shape,
        ["%d = arith.subf %a0, %a1 : f32", "%l = math.log %a2 : f32",
         "%q = arith.subf %d, %l : f32", "stax.yield %q : f32"])
    return function("log_softmax", [f"%x: {tensor(shape)}"], [tensor(shape)],
                    body, ["%y"])


def logsumexp(shape):
    rows = shape[:1]
    body = exponentials(shape) + pointwise(
        "%y", [("%max", "", tensor(rows), "f32"),
               ("%sum", "", tensor(rows), "f32")], rows,
        ["%l = math.log %a1 : f32", "%r = arith.addf %a0, %l : f32",
         "stax.yield %r : f32"])
    return function("logsumexp", [f"%x: {tensor(shape)}"], [tensor(rows)], body,
                    ["%y"])


SQUARE = ["%s = arith.mulf %a, %a : f32", "stax.yield %s : f32"]


def rmsnorm(shape):
    m = Matrix(shape)
    body = (constant("%n", f"{shape[1]}.0") + constant("%eps", "1.0e-5") +
            reduce("%squares", "add", [1], "%x", shape, SQUARE) +
            pointwise("%y", [m.full("%x"), m.row("%squares"), m.column("%w")],
                      shape,
                      ["%mean = arith.divf %a1, %n : f32",
                       "%v = arith.addf %mean, %eps : f32",
                       "%r = math.rsqrt %v : f32",
                       "%s = arith.mulf %a0, %r : f32",
                       "%q = arith.mulf %s, %a2 : f32", "stax.yield %q : f32"]))
    return function("rmsnorm",
                    [f"%x: {tensor(shape)}", f"%w: {tensor(shape[1:])}"],
                    [tensor(shape)], body, ["%y"])


def layernorm(shape):
    m = Matrix(shape)
    rows = shape[:1]
    body = (constant("%n", f"{shape[1]}.0") + constant("%eps", "1.0e-5") +
            reduce("%sum", "add", [1], "%x", shape) +
            pointwise("%mean", [("%sum", "", tensor(rows), "f32")], rows,
                      ["%q = arith.divf %a0, %n : f32", "stax.yield %q : f32"]) +
            pointwise("%centred", [m.full("%x"), m.row("%mean")], shape,
                      ["%d = arith.subf %a0, %a1 : f32", "stax.yield %d : f32"]) +
            reduce("%squares", "add", [1], "%centred", shape, SQUARE) +
            pointwise("%y", [m.full("%centred"), m.row("%squares"),
                             m.column("%w"), m.column("%b")], shape,
                      ["%variance = arith.divf %a1, %n : f32",
                       "%v = arith.addf %variance, %eps : f32",
                       "%r = math.rsqrt %v : f32",
                       "%s = arith.mulf %a0, %r : f32",
                       "%t = arith.mulf %s, %a2 : f32",
                       "%q = arith.addf %t, %a3 : f32", "stax.yield %q : f32"]))
    return function("layernorm",
                    [f"%x: {tensor(shape)}", f"%w: {tensor(shape[1:])}",
                     f"%b: {tensor(shape[1:])}"],
                    [tensor(shape)], body, ["%y"])


def row_normalise(shape):
    m = Matrix(shape)
    body = (reduce("%sum", "add", [1], "%x", shape) +
            pointwise("%y", [m.full("%x"), m.row("%sum")], shape,
                      ["%q = arith.divf %a0, %a1 : f32", "stax.yield %q : f32"]))
    return function("row_normalise", [f"%x: {tensor(shape)}"], [tensor(shape)],
                    body, ["%y"])


def exp_sum_max(shape):
    m = Matrix(shape)
    rows = tensor(shape[:1])
    body = (pointwise("%exp", [m.full("%x")], shape,
                      ["%e = math.exp %a0 : f32", "stax.yield %e : f32"]) +
            reduce("%sum", "add", [1], "%exp", shape) +
            reduce("%max", "max", [1], "%exp", shape))
    return function("exp_sum_max", [f"%x: {tensor(shape)}"],
                    [tensor(shape), rows, rows], body, ["%exp", "%sum", "%max"])


def swiglu(shape):
    m = Matrix(shape)
    body = constant("%one", "1.0") + pointwise(
        "%y", [m.full("%x"), m.full("%gate")], shape,
        ["%n = arith.negf %a1 : f32", "%e = math.exp %n : f32",
         "%d = arith.addf %one, %e : f32", "%s = arith.divf %a1, %d : f32",
         "%q = arith.mulf %a0, %s : f32", "stax.yield %q : f32"])
    return function("swiglu", [f"%x: {tensor(shape)}", f"%gate: {tensor(shape)}"],
                    [tensor(shape)], body, ["%y"])


def bias_dropmask_residual(shape):
    m = Matrix(shape)
    body = (constant("%scale", "1.25") + constant("%zero", "0.0") +
            pointwise("%y", [m.full("%x"), m.column("%bias"),
                             m.full("%mask", "i1"), m.full("%residual")], shape,
                      ["%s = arith.addf %a0, %a1 : f32",
                       "%k = arith.mulf %s, %scale : f32",
                       "%d = arith.select %a2, %k, %zero : f32",
                       "%q = arith.addf %d, %a3 : f32", "stax.yield %q : f32"]))
    return function("bias_dropmask_residual",
                    [f"%x: {tensor(shape)}", f"%bias: {tensor(shape[1:])}",
                     f"%mask: {tensor(shape, 'i1')}",
                     f"%residual: {tensor(shape)}"],
                    [tensor(shape)], body, ["%y"])


def argmax(shape):
    rows = tensor(shape[:1]), tensor(shape[:1], "i64")
    body = f"""  %max:2 = stax.reduce #stax.argmax dims [1] ins(%x : {tensor(shape)})
      -> ({rows[0]}, {rows[1]}) {{
  ^bb0(%a: f32):
    %column = stax.index 1
    %index = arith.index_cast %column : index to i64
    stax.yield %a, %index : f32, i64
  }}
"""
    return function("argmax", [f"%x: {tensor(shape)}"], list(rows), body,
                    ["%max#0", "%max#1"])


def mean_of_squares(shape):
    rows = shape[:1]
    body = (constant("%n", f"{shape[1]}.0") +
            reduce("%squares", "add", [1], "%x", shape, SQUARE) +
            pointwise("%y", [("%squares", "", tensor(rows), "f32")], rows,
                      ["%q = arith.divf %a0, %n : f32", "stax.yield %q : f32"]))
    return function("mean_of_squares", [f"%x: {tensor(shape)}"], [tensor(rows)],
                    body, ["%y"])


def chain50(shape):
    lines, last = [], "%a0"
    for i in range(50):
        lines.append(f"%f{i} = math.fma {last}, %factor, %term : f32")
        last = f"%f{i}"
    body = (constant("%factor", "0.999") + constant("%term", "0.001") +
            pointwise("%y", [Matrix(shape).full("%x")], shape,
                      lines + [f"stax.yield {last} : f32"]))
    return function("chain50", [f"%x: {tensor(shape)}"], [tensor(shape)], body,
                    ["%y"])


def dequant_clamp(shape):
    m = Matrix(shape)
    body = (constant("%low", "-1.0") + constant("%high", "1.0") +
            pointwise("%y", [m.full("%x", "i8"), m.row("%scale")], shape,
                      ["%f = arith.sitofp %a0 : i8 to f32",
                       "%s = arith.mulf %f, %a1 : f32",
                       "%t = arith.maximumf %s, %low : f32",
                       "%q = arith.minimumf %t, %high : f32",
                       "stax.yield %q : f32"]))
    return function("dequant_clamp",
                    [f"%x: {tensor(shape, 'i8')}", f"%scale: {tensor(shape[:1])}"],
                    [tensor(shape)], body, ["%y"])


def batchnorm_statistics(shape):
    channels = shape[1:2]
    result = tensor(channels)
    count = shape[0] * shape[2]
    body = (constant("%n", f"{count}.0") +
            reduce("%sum", "add", [0, 2], "%x", shape) +
            pointwise("%mean", [("%sum", "", result, "f32")], channels,
                      ["%q = arith.divf %a0, %n : f32", "stax.yield %q : f32"]) +
            pointwise("%centred", [("%x", "", tensor(shape), "f32"),
                                   ("%mean", "[(n, c, h) -> (c)]", result, "f32")],
                      shape,
                      ["%d = arith.subf %a0, %a1 : f32", "stax.yield %d : f32"]) +
            reduce("%squares", "add", [0, 2], "%centred", shape, SQUARE) +
            pointwise("%variance", [("%squares", "", result, "f32")], channels,
                      ["%q = arith.divf %a0, %n : f32", "stax.yield %q : f32"]))
    return function("batchnorm_statistics", [f"%x: {tensor(shape)}"],
                    [result, result], body, ["%mean", "%variance"])


def gelu(shape):
    body = (constant("%half", "0.5") + constant("%one", "1.0") +
            constant("%root", "0.707106769") +
            pointwise("%y", [("%x", "", tensor(shape), "f32")], shape,
                      ["%s = arith.mulf %a0, %root : f32",
                       "%e = math.erf %s : f32", "%p = arith.addf %e, %one : f32",
                       "%h = arith.mulf %a0, %half : f32",
                       "%q = arith.mulf %h, %p : f32", "stax.yield %q : f32"]))
    return function("gelu", [f"%x: {tensor(shape)}"], [tensor(shape)], body,
                    ["%y"])


def adam(shape):
    """The first step: corrections of the moments are 1 - beta."""
    full = tensor(shape)
    operand = lambda value: (value, "", full, "f32")
    constants = {"%beta1": "0.9", "%rest1": "0.1", "%beta2": "0.999",
                 "%rest2": "0.001", "%eps": "1.0e-8", "%rate": "0.001"}
    body = "".join(constant(*item) for item in constants.items())
    body += f"""  %y:3 = stax.pointwise ins(%p, %g, %m, %v : {full}, {full}, {full}, {full})
      -> ({full}, {full}, {full}) {{
  ^bb0(%pi: f32, %gi: f32, %mi: f32, %vi: f32):
    %m0 = arith.mulf %mi, %beta1 : f32
    %m1 = math.fma %gi, %rest1, %m0 : f32
    %g2 = arith.mulf %gi, %gi : f32
    %v0 = arith.mulf %vi, %beta2 : f32
    %v1 = math.fma %g2, %rest2, %v0 : f32
    %mh = arith.divf %m1, %rest1 : f32
    %vh = arith.divf %v1, %rest2 : f32
    %s = math.sqrt %vh : f32
    %d = arith.addf %s, %eps : f32
    %q = arith.divf %mh, %d : f32
    %u = arith.mulf %q, %rate : f32
    %p1 = arith.subf %pi, %u : f32
    stax.yield %p1, %m1, %v1 : f32, f32, f32
  }}
"""
    return function("adam", [f"%{name}: {full}" for name in "pgmv"],
                    [full] * 3, body, ["%y#0", "%y#1", "%y#2"])


def colsum(shape):
    return function("colsum", [f"%x: {tensor(shape)}"], [tensor(shape[1:])],
                    reduce("%y", "add", [0], "%x", shape), ["%y"])


def cumsum(shape, name="cumsum", dim=1):
    full = tensor(shape)
    body = f"  %y = stax.scan #stax.add dim {dim} ins(%x : {full}) -> {full}\n"
    return function(name, [f"%x: {full}"], [full], body, ["%y"])


def transpose_add(shape):
    full = tensor(shape)
    body = pointwise("%y", [("%a", "", full, "f32"),
                            ("%b", "[(i, j) -> (j, i)]", full, "f32")], shape,
                     ["%s = arith.addf %a0, %a1 : f32", "stax.yield %s : f32"])
    return function("transpose_add", [f"%a: {full}", f"%b: {full}"], [full],
                    body, ["%y"])


def programs():
    """(file name without suffix, text) of each program."""
    def named(name, shape, text):
        return f"{name}-{'x'.join(map(str, shape))}", text

    for shape in ROWS:
        yield named("softmax", shape, softmax(shape))
        yield named("layernorm", shape, layernorm(shape))
        yield named("rmsnorm", shape, rmsnorm(shape))
    for name, make in [("softmax", softmax), ("log-softmax", log_softmax),
                       ("logsumexp", logsumexp), ("rmsnorm", rmsnorm),
                       ("row-normalise", row_normalise),
                       ("exp-sum-max", exp_sum_max), ("swiglu", swiglu),
                       ("bias-dropmask-residual", bias_dropmask_residual),
                       ("argmax", argmax), ("mean-of-squares", mean_of_squares),
                       ("chain50", chain50), ("dequant-clamp", dequant_clamp)]:
        for shape in SMALL_AND_LARGE:
            if (name, shape) not in [("softmax", ROWS[1]), ("rmsnorm", ROWS[1])]:
                yield named(name, shape, make(shape))
    for shape in [(8, 16, 512), (64, 128, 4096)]:
        yield named("batchnorm-statistics", shape, batchnorm_statistics(shape))
    yield named("gelu", (33554432,), gelu((33554432,)))
    yield named("adam", (33554432,), adam((33554432,)))
    for shape in [(512, 512), (16384, 4096), (262144, 256)]:
        yield named("colsum", shape, colsum(shape))
    for shape in [(64, 1024), (16384, 1024)]:
        yield named("cumsum", shape, cumsum(shape))
        yield named("cumsum-axis0", shape, cumsum(shape, "cumsum_axis0", dim=0))
    for shape in [(512, 512), (4096, 4096)]:
        yield named("transpose-add", shape, transpose_add(shape))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    default = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
    parser.add_argument("folder", nargs="?", default=default)
    options = parser.parse_args()
    status = 0
    for name, text in programs():
        path = os.path.join(options.folder, name + ".mlir")
        text = (f"// Written by benchmarks/generate-programs.py.\n\n{text}")
        if not options.check:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        elif not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
            print(f"{path}: differs from what benchmarks/generate-programs.py "
                  "writes; run it", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
