"""Writes a function with a large graph: make-graph.py SHAPE COUNT.

chain     COUNT operations, each of which reads the one before
dead      the same, and nobody reads the last one
fan       one value that COUNT operations read
diamonds  COUNT times: two operations read a value, a third one reads both
"""

import sys

TYPE = "tensor<64xf32>"


def pointwise(name, inputs, op):
    operands = ", ".join(inputs)
    types = ", ".join([TYPE] * len(inputs))
    args = ", ".join(f"%a{i}: f32" for i in range(len(inputs)))
    print(f"  {name} = stax.pointwise ins({operands} : {types}) -> {TYPE} {{")
    print(f"  ^bb0({args}):")
    print(f"    %r = {op} : f32")
    print("    stax.yield %r : f32")
    print("  }")


def main(shape, count):
    print(f"func.func @graph(%x: {TYPE}) -> {TYPE} {{")
    last = "%x"
    if shape in ("chain", "dead"):
        for i in range(count):
            pointwise(f"%v{i}", [last], "arith.addf %a0, %a0")
            last = f"%v{i}"
        last = "%x" if shape == "dead" else last
    elif shape == "fan":
        pointwise("%s", ["%x"], "arith.mulf %a0, %a0")
        for i in range(count):
            pointwise(f"%v{i}", ["%s", last], "arith.addf %a0, %a1")
            last = f"%v{i}"
    elif shape == "diamonds":
        for i in range(count):
            pointwise(f"%l{i}", [last], "arith.negf %a0")
            pointwise(f"%r{i}", [last], "arith.addf %a0, %a0")
            pointwise(f"%v{i}", [f"%l{i}", f"%r{i}"], "arith.mulf %a0, %a1")
            last = f"%v{i}"
    else:
        sys.exit(f"make-graph.py: unknown shape '{shape}'")
    print(f"  return {last} : {TYPE}")
    print("}")


main(sys.argv[1], int(sys.argv[2]))
