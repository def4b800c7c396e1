#!/usr/bin/env python3
"""Writes a module of random functions on tensors.

usage: random-tensors.py SEED COUNT

Each function takes nothing. Tensors are made, computed with, reduced, looked at
through views, updated in place, passed to functions that update or give them
away, carried by loops, chosen by branches and returned, some of them twice;
some have no elements. Everything is an integer, so that any two correct
compilations agree in all bits.
"""
import random
import sys

ROWS, COLUMNS = 4, 6
FULL = f"tensor<{ROWS}x{COLUMNS}xi32>"
FLAT = f"tensor<{ROWS * COLUMNS}xi32>"
ROW = f"tensor<{ROWS}xi32>"
NONE = "tensor<0x3xi32>"


def pointwise(result, operands, types, maps, to, body, indent):
    """A stax.pointwise of i32 whose region is `body`, which makes %r."""
    reads = ", ".join(f"{o}{m}" for o, m in zip(operands, maps))
    arguments = ", ".join(f"%p{i}: i32" for i in range(len(operands)))
    return [f"{indent}{result} = stax.pointwise ins({reads} : {', '.join(types)}) -> {to} {{",
            f"{indent}^bb0({arguments}):",
            *(f"{indent}  {line}" for line in body),
            f"{indent}  stax.yield %r : i32", f"{indent}}}"]


HELPERS = "\n".join([
    f"func.func private @mixed(%x: {FULL}, %y: {FULL}) -> {FULL} {{",
    *pointwise("%0", ["%x", "%y"], [FULL, FULL], ["", ""], FULL,
               ["%q = arith.xori %p0, %p1 : i32", "%r = arith.addi %q, %p0 : i32"], "  "),
    f"  return %0 : {FULL}", "}",
    f"func.func private @updated(%x: {FULL}, %y: {ROW}) -> {FULL} {{",
    f"  %v = tensor.expand_shape %y [[0, 1]] output_shape [{ROWS}, 1] : {ROW} into tensor<{ROWS}x1xi32>",
    f"  %0 = tensor.insert_slice %v into %x[0, 2] [{ROWS}, 1] [1, 1] : tensor<{ROWS}x1xi32> into {FULL}",
    f"  return %0 : {FULL}", "}",
    f"func.func private @given(%x: {FULL} {{stax.donate}}, %y: {FULL}) -> {ROW} {{",
    *pointwise("%0", ["%x", "%y"], [FULL, FULL], ["", ""], FULL,
               ["%r = arith.muli %p0, %p1 : i32"], "  "),
    f"  %1 = stax.reduce #stax.add dims [1] ins(%0 : {FULL}) -> {ROW}",
    f"  %2 = stax.reduce #stax.maxs dims [1] ins(%0 : {FULL}) -> {ROW}",
    *pointwise("%3", ["%1", "%2"], [ROW, ROW], ["", ""], ROW,
               ["%r = arith.subi %p0, %p1 : i32"], "  "),
    f"  return %3 : {ROW}", "}"])


class Function:
    """One random function; `full` and `rows` name tensors that are known."""

    def __init__(self, rng, name):
        self.rng, self.name = rng, name
        self.lines, self.full, self.rows, self.count = [], [], [], 0
        self.indent = "  "

    def emit(self, line):
        self.lines.append(self.indent + line)

    def fresh(self):
        self.count += 1
        return f"%v{self.count}"

    def pick(self):
        # Late values more often: chains let buffers be written over.
        return self.rng.choice(self.full[-3:] if self.rng.random() < 0.6
                               else self.full)

    def compute(self, operands, types, maps, to, body):
        name = self.fresh()
        self.lines += pointwise(name, operands, types, maps, to, body,
                                self.indent)
        return name

    def step_make(self):
        name, k = self.fresh(), self.rng.randrange(1, 9)
        self.emit(f"{name} = stax.pointwise -> {FULL} {{")
        self.emit("  %i = stax.index 0")
        self.emit("  %j = stax.index 1")
        self.emit(f"  %k = arith.constant {k} : index")
        self.emit("  %a = arith.muli %i, %k : index")
        self.emit("  %b = arith.addi %a, %j : index")
        self.emit("  %r = arith.index_cast %b : index to i32")
        self.emit("  stax.yield %r : i32")
        self.emit("}")
        self.full.append(name)

    def step_binary(self):
        op = self.rng.choice(["addi", "subi", "xori", "muli"])
        self.full.append(self.compute(
            [self.pick(), self.pick()], [FULL, FULL], ["", ""], FULL,
            [f"%r = arith.{op} %p0, %p1 : i32"]))

    def step_unary(self):
        self.full.append(self.compute(
            [self.pick()], [FULL], [""], FULL,
            ["%q = arith.addi %p0, %p0 : i32", "%r = arith.xori %q, %p0 : i32"]))

    def step_rolled(self):
        """Reads at other elements than it writes."""
        m = self.rng.choice([f"[(i, j) -> ({ROWS - 1} - i, j)]",
                             f"[(i, j) -> (i, {COLUMNS - 1} - j)]"])
        a = self.pick()
        self.full.append(self.compute([a, a], [FULL, FULL], ["", m], FULL,
                                      ["%r = arith.subi %p0, %p1 : i32"]))

    def step_reduce(self):
        name = self.fresh()
        monoid = self.rng.choice(["add", "maxs", "xor"])
        self.emit(f"{name} = stax.reduce #stax.{monoid} dims [1] ins({self.pick()} : {FULL}) -> {ROW}")
        self.rows.append(name)

    def step_broadcast(self):
        if not self.rows:
            return self.step_reduce()
        self.full.append(self.compute(
            [self.pick(), self.rng.choice(self.rows)], [FULL, ROW],
            ["", "[(i, j) -> (i)]"], FULL, ["%r = arith.addi %p0, %p1 : i32"]))

    def step_view(self):
        a, flat, slice_, back = self.pick(), *(self.fresh() for _ in range(3))
        half = ROWS * COLUMNS // 2
        part = f"tensor<{half}xi32>"
        self.emit(f"{flat} = tensor.collapse_shape {a} [[0, 1]] : {FULL} into {FLAT}")
        offset = self.rng.randrange(half + 1)
        self.emit(f"{slice_} = tensor.extract_slice {flat}[{offset}] [{half}] [1] : {FLAT} to {part}")
        if self.rng.random() < 0.5:  # Something between view and use.
            self.step_unary()
        other = self.compute([slice_, slice_], [part, part],
                             ["", f"[(i) -> ({half - 1} - i)]"], part,
                             ["%r = arith.addi %p0, %p1 : i32"])
        target = flat if self.rng.random() < 0.5 else other
        if target == flat:
            joined = self.fresh()
            self.emit(f"{joined} = tensor.insert_slice {other} into {flat}[0] [{half}] [1] : {part} into {FLAT}")
            self.emit(f"{back} = tensor.expand_shape {joined} [[0, 1]] output_shape [{ROWS}, {COLUMNS}] : {FLAT} into {FULL}")
            self.full.append(back)
        else:
            row = self.fresh()
            self.emit(f"{row} = tensor.extract_slice {other}[0] [{ROWS}] [1] : {part} to {ROW}")
            self.rows.append(self.compute([row], [ROW], [""], ROW,
                                          ["%r = arith.addi %p0, %p0 : i32"]))

    def step_insert(self):
        if not self.rows:
            return self.step_reduce()
        view, name = self.fresh(), self.fresh()
        column = self.rng.randrange(COLUMNS)
        self.emit(f"{view} = tensor.expand_shape {self.rng.choice(self.rows)} [[0, 1]] output_shape [{ROWS}, 1] : {ROW} into tensor<{ROWS}x1xi32>")
        self.emit(f"{name} = tensor.insert_slice {view} into {self.pick()}[0, {column}] [{ROWS}, 1] [1, 1] : tensor<{ROWS}x1xi32> into {FULL}")
        self.full.append(name)

    def step_scatter(self):
        if not self.rows:
            return self.step_reduce()
        name, indices, row = self.fresh(), self.fresh(), self.rng.choice(self.rows)
        self.emit(f"{indices} = stax.pointwise ins({row} : {ROW}) -> tensor<{ROWS}xindex> {{")
        self.emit("^bb0(%p0: i32):")
        self.emit(f"  %n = arith.constant {ROWS} : i32")
        self.emit("  %q = arith.remui %p0, %n : i32")
        self.emit("  %r = arith.index_castui %q : i32 to index")
        self.emit("  stax.yield %r : index")
        self.emit("}")
        self.emit(f"{name} = stax.scatter #stax.add ins({row}, {indices} : {ROW}, tensor<{ROWS}xindex>) "
                  f"outs({self.rng.choice(self.rows)} : {ROW}) -> {ROW}")
        self.rows.append(name)

    def step_call(self):
        name = self.fresh()
        kind = self.rng.choice(["mixed", "updated", "given"])
        if kind == "updated" and self.rows:
            self.emit(f"{name} = func.call @updated({self.pick()}, {self.rng.choice(self.rows)}) : ({FULL}, {ROW}) -> {FULL}")
            self.full.append(name)
        elif kind == "given":
            self.emit(f"{name} = func.call @given({self.pick()}, {self.pick()}) : ({FULL}, {FULL}) -> {ROW}")
            self.rows.append(name)
        else:
            self.emit(f"{name} = func.call @mixed({self.pick()}, {self.pick()}) : ({FULL}, {FULL}) -> {FULL}")
            self.full.append(name)

    def step_empty(self):
        name = self.fresh()
        self.emit(f"{name} = arith.constant dense<0> : {NONE}")
        self.compute([name], [NONE], [""], NONE,
                     ["%r = arith.addi %p0, %p0 : i32"])

    def nested(self, count):
        """Steps in a nested block; what it knows is not known outside."""
        outer = list(self.full), list(self.rows)
        self.indent += "  "
        for _ in range(count):
            self.step(nested=True)
        value = self.pick()
        self.emit(f"scf.yield {value} : {FULL}")
        self.full, self.rows = outer
        self.indent = self.indent[:-2]

    def step_loop(self):
        name, state, init = self.fresh(), self.fresh(), self.pick()
        bounds = [self.fresh() for _ in range(3)]
        for bound, value in zip(bounds, (0, self.rng.randrange(4), 1)):
            self.emit(f"{bound} = arith.constant {value} : index")
        self.emit(f"{name} = scf.for {self.fresh()} = {bounds[0]} to {bounds[1]} step {bounds[2]} iter_args({state} = {init}) -> {FULL} {{")
        known = list(self.full)
        self.full.append(state)
        self.nested(self.rng.randrange(1, 4))
        self.full = known + [name]
        self.emit("}")

    def step_if(self):
        name, condition, extract, zero, index = (self.fresh() for _ in range(5))
        self.emit(f"{index} = arith.constant {self.rng.randrange(ROWS)} : index")
        self.emit(f"{extract} = tensor.extract {self.pick()}[{index}, {index}] : {FULL}")
        self.emit(f"{zero} = arith.constant {self.rng.randrange(20)} : i32")
        self.emit(f"{condition} = arith.cmpi slt, {extract}, {zero} : i32")
        self.emit(f"{name} = scf.if {condition} -> {FULL} {{")
        self.nested(self.rng.randrange(0, 3))
        self.emit("} else {")
        self.nested(self.rng.randrange(0, 3))
        self.emit("}")
        self.full.append(name)

    def step(self, nested=False):
        kinds = [self.step_make, self.step_binary, self.step_binary,
                 self.step_unary, self.step_unary, self.step_rolled,
                 self.step_reduce, self.step_broadcast, self.step_view,
                 self.step_insert, self.step_scatter, self.step_call,
                 self.step_empty]
        if not nested:
            kinds += [self.step_loop, self.step_if]
        self.rng.choice(kinds)()

    def write(self):
        self.step_make()
        for _ in range(self.rng.randrange(4, 16)):
            self.step()
        first, second = self.full[-1], self.pick()
        results = [first, self.rng.choice([first, second])]
        types = f"{FULL}, {FULL}"
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
