"""Writes programs that made other compilers slow, or overflow their stack.

usage: make-large.py X01|X02|X03|X04 > program.mlir

What they compute is expected of them; NOSUM as a second argument leaves the sum
of X03 out.
"""
import sys


class Program:
    def __init__(self, type):
        self.type, self.lines, self.count = type, [], 0
        self.constants = {}

    def add(self, text):
        self.count += 1
        self.lines.append(f"  %{self.count} = {text}")
        return f"%{self.count}"

    def constant(self, number, type=None):
        type = type or self.type
        key = (number, type)
        if key not in self.constants:
            self.constants[key] = self.add(
                f"arith.constant dense<{number}> : {type}")
        return self.constants[key]

    def compute(self, op, lhs, rhs):
        return self.add(f"arith.{op} {lhs}, {rhs} : {self.type}")

    def print(self, arguments, result, inputs, expected):
        type = self.type
        print(f"func.func private @program({arguments}) -> {result[1]} {{")
        print("\n".join(self.lines))
        print(f"  return {result[0]} : {result[1]}\n}}")
        values = [f"%x{i}" for i in range(len(inputs))]
        print("func.func @test() {")
        for value, data in zip(values, inputs):
            print(f"  {value} = arith.constant dense<{data}> : {type}")
        print(f"  %r = call @program({', '.join(values)}) : "
              f"({', '.join([type] * len(inputs))}) -> {result[1]}")
        print(f"  %e = arith.constant dense<{expected}> : {result[1]}")
        print('  "check.expect"(%r, %e) {kind = "expect_eq_const"} : '
              f"({result[1]}, {result[1]}) -> ()\n  return\n}}")


def stages():
    p = Program("tensor<4xi64>")
    v = "%x"
    for _ in range(40):
        more = p.add(f"arith.cmpi sgt, {v}, {p.constant(3)} : {p.type}")
        less, plus = (p.compute(op, v, p.constant(n))
                      for op, n in (("subi", 3), ("addi", 2)))
        v = p.add(f"arith.select {more}, {less}, {plus} : tensor<4xi1>, {p.type}")
    p.print(f"%x: {p.type}", (v, p.type), [[0, 1, 5, 3]], [5, 1, 5, 3])


def chain():
    p = Program("tensor<2xi64>")
    v = "%x"
    for _ in range(16384):
        v = p.compute("addi", v, p.constant(1))
    p.print(f"%x: {p.type}", (v, p.type), [[0, 7]], [16384, 16391])


def scatters(with_sum):
    p = Program("tensor<64xi64>")
    one, place = "tensor<1xi64>", "tensor<1xindex>"
    v = p.constant(0)
    for k in range(64):
        v = p.add(
            f"stax.scatter #stax.add ins({p.constant(k, one)}, "
            f"{p.constant(k, place)} : {one}, {place}) outs({v} : {p.type}) "
            f"-> {p.type}")
    if not with_sum:
        return p.print("", (v, p.type), [], list(range(64)))
    s = p.add(f"stax.reduce #stax.add dims [0] ins({v} : {p.type}) -> tensor<i64>")
    return p.print("", (s, "tensor<i64>"), [], 2016)


def tree():
    p = Program("tensor<2xi64>")
    parts = [p.compute("muli", "%x", p.constant(k)) for k in range(5000)]
    while len(parts) > 1:
        pairs = [p.compute("addi", parts[i], parts[i + 1])
                 for i in range(0, len(parts) - 1, 2)]
        parts = pairs + parts[2 * len(pairs):]
    p.print(f"%x: {p.type}", (parts[0], p.type), [[1, 2]], [12497500, 24995000])


if __name__ == "__main__":
    {"X01": stages, "X02": chain, "X04": tree,
     "X03": lambda: scatters("NOSUM" not in sys.argv)}[sys.argv[1]]()
