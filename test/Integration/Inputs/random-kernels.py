#!/usr/bin/env python3
"""Writes a module of random graphs of pointwise operations, reductions and scans.

usage: random-kernels.py SEED COUNT

Each graph is a function of tensors with a caller that takes nothing. Ranks go
up to 3; extents meet and miss the widths of vectors and tiles, some are 1 or
0, and a third of the graphs have dynamic ones. Accesses transpose, broadcast,
flip and pad. Functions of `math` that round differently are left out, so that
any two correct compilations agree in all bits.
"""
import random
import sys

EXTENTS = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40, 63, 64, 65, 100, 130]
TYPES = ["f32", "f32", "f32", "f64", "i32", "i8", "i64", "bf16", "f16"]


class Graph:
    """One function: `lines` are its body, `pool` its tensors so far."""

    def __init__(self, name, seed):
        self.random = random.Random(seed)
        self.name = name
        rank = self.random.choice([1, 2, 2, 2, 3, 3])
        self.extents = [self.random.choice(EXTENTS) for _ in range(rank)]
        while self.count(range(rank)) > 40000:
            place = self.random.randrange(rank)
            self.extents[place] = self.random.choice(EXTENTS[:9])
        if self.random.random() < 0.03:
            self.extents[self.random.randrange(rank)] = 0
        self.dynamic = [self.random.random() < 0.5 for _ in range(rank)] \
            if self.random.random() < 0.33 else [False] * rank
        self.type = self.random.choice(TYPES)
        self.isFloat = self.type[0] in "fb"
        self.lines, self.pool, self.arguments = [], [], []
        self.returned, self.values = [], 0

    def count(self, dims):
        product = 1
        for dim in dims:
            product *= self.extents[dim]
        return product

    def tensor(self, dims, element=None, static=False):
        sizes = ["?" if self.dynamic[d] and not static else str(self.extents[d])
                 for d in dims]
        return f"tensor<{'x'.join(sizes + [element or self.type])}>"

    def fresh(self):
        self.values += 1
        return f"%v{self.values}"

    def subset(self, dims, empty=0.1):
        """A random selection of dims in random order."""
        chosen = [d for d in dims if self.random.random() < 0.75]
        if not chosen and self.random.random() > empty:
            chosen = [self.random.choice(list(dims))]
        self.random.shuffle(chosen)
        return chosen

    def domain(self, dims):
        return [f"%n{d}" if self.dynamic[d] else str(self.extents[d]) for d in dims]

    def access(self, source, dims):
        """The map, with a guard now and then, that reads `source` over dims."""
        names = ", ".join(f"d{i}" for i in range(len(dims)))
        kind = self.random.random()
        plain = [f"d{dims.index(d)}" for d in source]
        static = [i for i, d in enumerate(source)
                  if not self.dynamic[d] and self.extents[d] > 0]
        guard = ""
        if static and kind < 0.15:
            place = self.random.choice(static)
            last = self.extents[source[place]] - 1
            plain[place] = f"-{plain[place]} + {last}"
        elif static and kind < 0.3:
            place = self.random.choice(static)
            extent = self.extents[source[place]]
            shift = self.random.choice([-2, -1, 1, 3])
            expression = f"{plain[place]} + {shift}"
            plain[place] = expression
            guard = (f" guard affine_set<({names}) : ({expression} >= 0, "
                     f"-({expression}) + {extent - 1} >= 0)> else %pad")
        if not guard and [f"d{i}" for i in range(len(dims))] == plain:
            return ""
        return f"[({names}) -> ({', '.join(plain)})]{guard}"

    def inputs(self, dims, most=3):
        """Reads of tensors whose dimensions are all in dims."""
        fitting = [t for t in self.pool if set(t[1]) <= set(dims)]
        recent = fitting[-4:]
        chosen = [self.random.choice(recent if self.random.random() < 0.6 else fitting)
                  for _ in range(self.random.randint(1, most))]
        reads = ", ".join(f"{name}{self.access(source, dims)}" for name, source in chosen)
        types = ", ".join(self.tensor(source) for _, source in chosen)
        return reads, types, len(chosen)

    def body(self, values, results):
        """Lines that compute `results` names from block arguments."""
        lines, made = [], list(values)
        names = ["addf", "subf", "mulf", "maximumf", "minimumf", "maxnumf"] if self.isFloat \
            else ["addi", "subi", "muli", "maxsi", "minsi", "xori", "andi", "maxui"]
        for step in range(self.random.randint(1, 4) + results):
            a, b = self.random.choice(made[-3:]), self.random.choice(made + ["%k"])
            name = f"%r{step}"
            kind = self.random.random()
            if kind < 0.12:
                compare = f"arith.cmpf ogt" if self.isFloat else "arith.cmpi slt"
                lines.append(f"%c{step} = {compare}, {a}, {b} : {self.type}")
                lines.append(f"{name} = arith.select %c{step}, {a}, %k : {self.type}")
            elif kind < 0.2 and self.isFloat:
                lines.append(f"{name} = math.absf {a} : {self.type}")
            elif kind < 0.24 and self.type in ("f32", "f64"):
                lines.append(f"%c{step} = math.absf {a} : {self.type}")
                lines.append(f"{name} = math.sqrt %c{step} : {self.type}")
            else:
                lines.append(f"{name} = arith.{self.random.choice(names)} {a}, {b} : {self.type}")
            made.append(name)
        return lines, made[-results:]

    def node(self, head, dims, shapes, argument_count, body, names):
        results = [self.fresh() for _ in shapes]
        arguments = ", ".join(f"%p{i}: {self.type}" for i in range(argument_count))
        to = ", ".join(shapes)
        to = f"({to})" if len(shapes) > 1 else to
        self.lines.append(f"{', '.join(results)} = {head} -> {to} {{")
        self.lines.append(f"^bb0({arguments}):")
        self.lines += [f"  {line}" for line in body]
        types = ", ".join(self.yields(names))
        self.lines.append(f"  stax.yield {', '.join(names)} : {types}")
        self.lines.append("}")
        return results

    def yields(self, names):
        return ["i64" if name == "%at" else self.type for name in names]

    def pointwise(self):
        dims = self.subset(range(len(self.extents)))
        if not any(set(t[1]) <= set(dims) for t in self.pool):
            return
        reads, types, count = self.inputs(dims)
        results = self.random.choice([1, 1, 1, 2])
        body, names = self.body([f"%p{i}" for i in range(count)], results)
        domain = ", ".join(self.domain(dims))
        for result in self.node(f"stax.pointwise domain [{domain}] ins({reads} : {types})", dims,
                                [self.tensor(dims)] * results, count, body, names):
            self.pool.append((result, dims))

    def reduce(self):
        dims = self.subset(range(len(self.extents)), empty=0)
        if not dims or not any(set(t[1]) <= set(dims) for t in self.pool):
            return
        places = sorted(self.random.sample(range(len(dims)), self.random.randint(1, len(dims))))
        kept = [d for i, d in enumerate(dims) if i not in places]
        # Extremes over nothing are errors.
        full = all(self.extents[dims[i]] for i in places)
        monoids = ["add", "add", "mul"]
        if full:
            monoids += ["max", "min", "maxnum", "argmax"] if self.isFloat \
                else ["maxs", "minu", "xor", "argmins"]
        monoid = self.random.choice(monoids)
        reads, types, count = self.inputs(dims, 2)
        body, names = self.body([f"%p{i}" for i in range(count)], 1)
        shapes = [self.tensor(kept)]
        if monoid.startswith("arg"):
            body += [f"%x = stax.index {places[-1]}", "%at = arith.index_cast %x : index to i64"]
            names = names + ["%at"]
            shapes.append(self.tensor(kept, "i64"))
        ordered = " ordered" if self.random.random() < 0.1 else ""
        domain = ", ".join(self.domain(dims))
        results = self.node(
            f"stax.reduce #stax.{monoid} dims [{', '.join(map(str, places))}]{ordered}"
            f" domain [{domain}] ins({reads} : {types})", dims, shapes, count, body, names)
        self.pool.append((results[0], kept))
        if len(results) > 1:
            self.returned.append((results[1], self.tensor(kept, "i64"), self.tensor(kept, "i64", True)))

    def scan(self):
        dims = self.subset(range(len(self.extents)), empty=0)
        if not dims or not any(set(t[1]) <= set(dims) for t in self.pool):
            return
        monoid = self.random.choice(["add", "add", "mul"] + (["max"] if self.isFloat else ["maxs"]))
        flags = "".join(f" {flag}" for flag in ["exclusive", "reverse"] if self.random.random() < 0.3)
        if monoid[:3] == "max":
            flags = flags.replace(" exclusive", "")
        reads, types, count = self.inputs(dims, 2)
        body, names = self.body([f"%p{i}" for i in range(count)], 1)
        domain = ", ".join(self.domain(dims))
        results = self.node(
            f"stax.scan #stax.{monoid} dim {self.random.randrange(len(dims))}{flags}"
            f" domain [{domain}] ins({reads} : {types})", dims, [self.tensor(dims)], count, body, names)
        self.pool.append((results[0], dims))

    def write(self):
        all_dims = list(range(len(self.extents)))
        for _ in range(self.random.randint(1, 3)):
            dims = self.subset(all_dims)
            name = f"%a{len(self.pool)}"
            self.arguments.append((name, dims))
            self.pool.append((name, dims))
        self.arguments.append(("%all", all_dims))
        self.pool.append(("%all", all_dims))
        for _ in range(self.random.randint(3, 9)):
            self.random.choice([self.pointwise, self.pointwise, self.reduce, self.reduce, self.scan])()
        made = self.pool[len(self.arguments):]
        if not made:
            self.pointwise_over_all()
            made = self.pool[len(self.arguments):]
        chosen = {made[-1][0]: made[-1]}
        for value in self.random.sample(made, min(len(made), 3)):
            chosen[value[0]] = value
        for name, dims in chosen.values():
            self.returned.append((name, self.tensor(dims), self.tensor(dims, static=True)))
        return self.text()

    def pointwise_over_all(self):
        body, names = self.body(["%p0"], 1)
        dims = list(range(len(self.extents)))
        result, = self.node(f"stax.pointwise domain [{', '.join(self.domain(dims))}] ins(%all : {self.tensor(dims)})", dims,
                            [self.tensor(dims)], 1, body, names)
        self.pool.append((result, dims))

    def constants(self):
        number = self.random.choice([-2, -1, 1, 2, 3])
        pad = self.random.choice([0, 1, 5])
        suffix = ".0" if self.isFloat else ""
        return [f"%k = arith.constant {number}{suffix} : {self.type}",
                f"%pad = arith.constant {pad}{suffix} : {self.type}"]

    def make(self, index, dims):
        """Lines that fill argument number `index`: small numbers, exact in all types."""
        types = self.tensor(dims, static=True)
        lines = [f"%x{index} = stax.pointwise -> {types} {{", "  %s0 = arith.constant 0 : index"]
        for place in range(len(dims)):
            lines += [f"  %i{place} = stax.index {place}",
                      f"  %f{place} = arith.constant {self.random.choice([1, 3, 7, 11, 29])} : index",
                      f"  %m{place} = arith.muli %i{place}, %f{place} : index",
                      f"  %s{place + 1} = arith.addi %s{place}, %m{place} : index"]
        lines += [f"  %mod = arith.constant 13 : index",
                  f"  %rem = arith.remui %s{len(dims)}, %mod : index",
                  f"  %int = arith.index_cast %rem : index to {'i32' if self.isFloat else self.type}",
                  f"  %six = arith.constant 6 : {'i32' if self.isFloat else self.type}",
                  f"  %low = arith.subi %int, %six : {'i32' if self.isFloat else self.type}"]
        value = "%low"
        if self.isFloat:
            lines += [f"  %float = arith.sitofp %low : i32 to {self.type}",
                      f"  %scale = arith.constant 0.375 : {self.type}",
                      f"  %value = arith.mulf %float, %scale : {self.type}"]
            value = "%value"
        return lines + [f"  stax.yield {value} : {self.type}", "}"]

    def text(self):
        types = [self.tensor(dims) for _, dims in self.arguments]
        arguments = ", ".join(f"{name}: {t}" for (name, _), t in zip(self.arguments, types))
        returned = ", ".join(t for _, t, _ in self.returned)
        out = [f"func.func private @{self.name}_graph({arguments}) -> ({returned}) {{"]
        for dim, dynamic in enumerate(self.dynamic):
            if dynamic:
                out += [f"  %at{dim} = arith.constant {dim} : index",
                        f"  %n{dim} = tensor.dim %all, %at{dim} : {types[-1]}"]
        out += [f"  {line}" for line in self.constants() + self.lines]
        out += [f"  return {', '.join(n for n, _, _ in self.returned)} : {returned}", "}"]

        fixed = ", ".join(t for _, _, t in self.returned)
        out.append(f"func.func @{self.name}() -> ({fixed}) {{")
        passed = []
        for index, (_, dims) in enumerate(self.arguments):
            out += [f"  {line}" for line in self.make(index, dims)]
            if types[index] != self.tensor(dims, static=True):
                out.append(f"  %y{index} = tensor.cast %x{index} : {self.tensor(dims, static=True)} to {types[index]}")
                passed.append(f"%y{index}")
            else:
                passed.append(f"%x{index}")
        out.append(f"  %r:{len(self.returned)} = func.call @{self.name}_graph({', '.join(passed)}) : "
                   f"({', '.join(types)}) -> ({returned})")
        names = []
        for index, (_, loose, tight) in enumerate(self.returned):
            name = f"%r#{index}"
            if loose != tight:
                out.append(f"  %z{index} = tensor.cast {name} : {loose} to {tight}")
                name = f"%z{index}"
            names.append(name)
        out += [f"  return {', '.join(names)} : {fixed}", "}", ""]
        return "\n".join(out)


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    for index in range(count):
        print(Graph(f"g{index}", f"{seed}.{index}").write())


if __name__ == "__main__":
    main()
