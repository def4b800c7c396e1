#!/usr/bin/env python3
"""Writes a module of random functions that use memory in many ways.

usage: random-memory.py SEED COUNT

Each function takes nothing and returns buffers. Buffers are made, viewed,
updated in place, passed to functions, handed through branches and loops,
and returned, some of them twice; some have no elements. Everything is an
integer, so that any two correct compilations agree in all bits.
"""
import random
import sys

SIZE = 8
TYPE = f"memref<{SIZE}xi32>"
HALF = f"memref<{SIZE // 2}xi32, strided<[1], offset: ?>>"

HELPERS = f"""
func.func private @fill(%x: {TYPE}, %v: i32) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {SIZE} : index
  scf.for %i = %c0 to %n step %c1 {{
    %k = arith.index_cast %i : index to i32
    %e = arith.muli %k, %v : i32
    memref.store %e, %x[%i] : {TYPE}
  }}
  return
}}
func.func private @add(%x: {TYPE}, %y: {TYPE}, %out: {TYPE}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {SIZE} : index
  scf.for %i = %c0 to %n step %c1 {{
    %a = memref.load %x[%i] : {TYPE}
    %b = memref.load %y[%i] : {TYPE}
    %s = arith.addi %a, %b : i32
    memref.store %s, %out[%i] : {TYPE}
  }}
  return
}}
func.func private @twice(%x: {TYPE}, %out: {TYPE}) {{
  %t = memref.alloc() : {TYPE}
  %u = memref.alloc() : {TYPE}
  func.call @add(%x, %x, %t) : ({TYPE}, {TYPE}, {TYPE}) -> ()
  func.call @add(%t, %x, %u) : ({TYPE}, {TYPE}, {TYPE}) -> ()
  memref.copy %u, %out : {TYPE} to {TYPE}
  return
}}
func.func private @bump(%x: {HALF}, %v: i32) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {SIZE // 2} : index
  scf.for %i = %c0 to %n step %c1 {{
    %a = memref.load %x[%i] : {HALF}
    %s = arith.addi %a, %v : i32
    memref.store %s, %x[%i] : {HALF}
  }}
  return
}}
"""


class Function:
    """One random function; `live` are names of buffers that have values."""

    def __init__(self, rng, name):
        self.rng, self.name = rng, name
        self.lines, self.live, self.count = [], [], 0
        self.indent = "  "

    def emit(self, line):
        self.lines.append(self.indent + line)

    def fresh(self, prefix="v"):
        self.count += 1
        return f"%{prefix}{self.count}"

    def constant(self):
        name = self.fresh("k")
        self.emit(f"{name} = arith.constant {self.rng.randrange(1, 50)} : i32")
        return name

    def alloc(self):
        name = self.fresh()
        self.emit(f"{name} = memref.alloc() : {TYPE}")
        return name

    def make(self):
        name = self.alloc()
        self.emit(f"func.call @fill({name}, {self.constant()}) : ({TYPE}, i32) -> ()")
        return name

    def pick(self):
        return self.rng.choice(self.live)

    def call_add(self, out):
        a, b = self.pick(), self.pick()
        self.emit(f"func.call @add({a}, {b}, {out}) : ({TYPE}, {TYPE}, {TYPE}) -> ()")

    def step(self, depth):
        kinds = [self.step_make, self.step_add, self.step_in_place,
                 self.step_view, self.step_twice, self.step_copy,
                 self.step_empty]
        if depth < 2:
            kinds += [self.step_if, self.step_loop, self.step_carried]
        kind = self.rng.choice(kinds)
        if kind in (self.step_if, self.step_loop, self.step_carried):
            kind(depth)
        else:
            kind()

    def step_make(self):
        self.live.append(self.make())

    def step_add(self):
        out = self.alloc()
        self.call_add(out)
        self.live.append(out)

    def step_in_place(self):
        self.call_add(self.pick())

    def step_copy(self):
        a = self.pick()
        b = self.alloc()
        self.emit(f"memref.copy {a}, {b} : {TYPE} to {TYPE}")
        self.live.append(b)

    def step_twice(self):
        a = self.pick()
        out = self.alloc()
        self.emit(f"func.call @twice({a}, {out}) : ({TYPE}, {TYPE}) -> ()")
        self.live.append(out)

    def step_view(self):
        a, view, offset = self.pick(), self.fresh(), self.fresh("o")
        self.emit(f"{offset} = arith.constant {self.rng.randrange(0, SIZE // 2 + 1)} : index")
        self.emit(f"{view} = memref.subview {a}[{offset}] [{SIZE // 2}] [1] : {TYPE} to {HALF}")
        if self.rng.random() < 0.5:  # Another buffer between view and use.
            self.live.append(self.make())
        self.emit(f"func.call @bump({view}, {self.constant()}) : ({HALF}, i32) -> ()")

    def step_empty(self):
        a, b = self.fresh("e"), self.fresh("e")
        for name in (a, b):
            self.emit(f"{name} = memref.alloc() : memref<0x3xi32>")
        self.emit(f"memref.copy {a}, {b} : memref<0x3xi32> to memref<0x3xi32>")

    def condition(self):
        value, zero, index, name = (self.fresh("c") for _ in range(4))
        self.emit(f"{index} = arith.constant {self.rng.randrange(SIZE)} : index")
        self.emit(f"{value} = memref.load {self.pick()}[{index}] : {TYPE}")
        self.emit(f"{zero} = arith.constant {self.rng.randrange(200)} : i32")
        self.emit(f"{name} = arith.cmpi slt, {value}, {zero} : i32")
        return name

    def block(self, depth, count):
        """Steps in a nested block, whose buffers are not seen outside."""
        outer, self.indent = list(self.live), self.indent + "  "
        for _ in range(count):
            self.step(depth + 1)
        result = self.pick()
        return outer, result

    def leave(self, outer):
        self.live, self.indent = outer, self.indent[:-2]

    def step_if(self, depth):
        result, condition = self.fresh(), self.condition()
        self.emit(f"{result} = scf.if {condition} -> {TYPE} {{")
        for keyword in ("} else {", "}"):
            outer, value = self.block(depth, self.rng.randrange(1, 4))
            out = self.alloc()
            self.emit(f"memref.copy {value}, {out} : {TYPE} to {TYPE}")
            self.emit(f"scf.yield {out} : {TYPE}")
            self.leave(outer)
            self.emit(keyword)
        self.live.append(result)

    def bounds(self):
        names = [self.fresh("b") for _ in range(3)]
        for name, value in zip(names, (0, self.rng.randrange(0, 4), 1)):
            self.emit(f"{name} = arith.constant {value} : index")
        return names, self.fresh("i")

    def step_loop(self, depth):
        (low, high, step), i = self.bounds()
        self.emit(f"scf.for {i} = {low} to {high} step {step} {{")
        outer, _ = self.block(depth, self.rng.randrange(1, 4))
        target = self.rng.choice(outer)
        self.emit(f"func.call @add({target}, {self.pick()}, {target}) : ({TYPE}, {TYPE}, {TYPE}) -> ()")
        self.leave(outer)
        self.emit("}")

    def step_carried(self, depth):
        """The buffer that goes around is updated in place or replaced."""
        init, result, state = self.make(), self.fresh(), self.fresh()
        (low, high, step), i = self.bounds()
        self.emit(f"{result} = scf.for {i} = {low} to {high} step {step} "
                  f"iter_args({state} = {init}) -> {TYPE} {{")
        self.live.append(state)
        outer, value = self.block(depth, self.rng.randrange(1, 3))
        if self.rng.random() < 0.5:
            self.emit(f"func.call @add({state}, {value}, {state}) : ({TYPE}, {TYPE}, {TYPE}) -> ()")
            self.emit(f"scf.yield {state} : {TYPE}")
        else:
            out = self.alloc()
            self.emit(f"func.call @add({state}, {value}, {out}) : ({TYPE}, {TYPE}, {TYPE}) -> ()")
            self.emit(f"scf.yield {out} : {TYPE}")
        self.leave([name for name in outer if name != state])
        self.emit("}")
        self.live.append(result)

    def write(self):
        self.live.append(self.make())
        for _ in range(self.rng.randrange(4, 14)):
            self.step(0)
        # What is returned is a copy: who owns a buffer that was handed
        # through branches is not said in the program.
        first, second = self.alloc(), self.alloc()
        self.call_add(first)
        self.call_add(second)
        results = [first, self.rng.choice([first, second])]
        types = f"{TYPE}, {TYPE}"
        self.emit(f"return {', '.join(results)} : {types}")
        return [f"func.func @{self.name}() -> ({types}) {{"] + self.lines + ["}"]


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    rng = random.Random(seed)
    print(HELPERS)
    for number in range(count):
        print("\n".join(Function(rng, f"f{number}").write()))


if __name__ == "__main__":
    main()
