"""Prints a large program.

usage: large.py chain|fan|diamonds|layered|sum NODES

chain: each node reads the one before; fan: all read the first; diamonds: a
split into two and their sum, in a row; layered: each reads two of the last
hundred; sum: each adds an argument of its own to the one before.
"""
import sys

BODY1 = """ {
  ^bb0(%a: f32):
    %r = arith.negf %a : f32
    stax.yield %r : f32
  }"""
BODY2 = """ {
  ^bb0(%a: f32, %b: f32):
    %r = arith.addf %a, %b : f32
    stax.yield %r : f32
  }"""
TYPE = "tensor<8x16xf32>"


def node(number, *reads):
    names = ", ".join(f"%v{read}" for read in reads)
    types = ", ".join([TYPE] * len(reads))
    body = BODY1 if len(reads) == 1 else BODY2
    print(f"  %v{number} = stax.pointwise ins({names} : {types}) -> {TYPE}{body}")


def print_sum(count):
    arguments = ", ".join(f"%x{i}: {TYPE}" for i in range(count + 1))
    print(f"func.func @f({arguments}) -> {TYPE} {{")
    for i in range(1, count + 1):
        left = f"%v{i - 1}" if i > 1 else "%x0"
        print(f"  %v{i} = stax.pointwise ins({left}, %x{i} : {TYPE}, {TYPE}) "
              f"-> {TYPE}{BODY2}")
    print(f"  return %v{count} : {TYPE}\n}}")


def main():
    shape, count = sys.argv[1], int(sys.argv[2])
    results = [count] if shape != "fan" else range(2, count + 1)
    if shape == "sum":
        return print_sum(count)
    returned = ", ".join([TYPE] * len(results))
    print(f"func.func @f(%v0: {TYPE}) -> ({returned}) {{")
    for i in range(1, count + 1):
        if shape == "chain":
            node(i, i - 1)
        elif shape == "fan":
            node(i, 1 if i > 1 else 0)
        elif shape == "diamonds":
            node(i, *([i - 1, i - 2] if i % 3 == 0 else
                      [i - 1 if i % 3 == 1 else i - 2]))
        else:
            node(i, i - 1, max(0, i - 1 - i * 37 % 100))
    values = ", ".join(f"%v{result}" for result in results)
    print(f"  return {values} : {returned}\n}}")


main()
