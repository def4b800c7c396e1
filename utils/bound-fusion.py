#!/usr/bin/env python3
"""Prove a lower bound on the traffic of a fusion problem by integer programming.

usage: bound-fusion.py FILE.json [--least-bytes=N] [--seconds=S]

An independent model of what `stax-plan fuse` solves, for CP-SAT of OR-Tools
(`pip install ortools`). Two nodes are in one block or not, which is transitive;
blocks have places that grow along edges between them. Limits on nodes and
buffers are left out and buffers below N bytes cost nothing, so that the answer
is a bound for the problem with them.
"""
import argparse
import itertools
import json

from ortools.sat.python import cp_model


def find_spaces(kind, kinds):
    """The block spaces (n, n * r) that hold a node; none for external ones."""
    if kind[0] == "ext":
        return set()
    if kind[0] == "any":
        return {"any"}
    if kind[0] == "red":
        return {(kind[1], kind[1] * kind[2])}
    points, splits = kind[1], len(kind) > 2
    spaces = {(points, points)}
    for other in kinds:
        n = other[1] if len(other) > 1 else 0
        total = n * other[2] if other[0] == "red" else n
        for space in {(n, total), (min(n, points), max(total, points))}:
            if points == space[0] or (
                points == space[1] and splits and space[0] != 0
            ):
                spaces.add(space)
    return spaces


class Model:
    def __init__(self, problem):
        self.nodes = problem["nodes"]
        self.inputs = problem["inputs"]
        self.outputs = set(problem["outputs"])
        self.cp = cp_model.CpModel()
        size = len(self.nodes)
        kinds = {tuple(node["kind"]) for node in self.nodes}
        self.spaces = [find_spaces(n["kind"], kinds) for n in self.nodes]
        self.ancestors = [set() for _ in self.nodes]
        for node in self.nodes:  # ids are in topological order
            for read in node["reads"]:
                if read < size:
                    assert read < node["id"], "expected ids in an order"
                    self.ancestors[node["id"]] |= self.ancestors[read] | {read}
        forbidden = {tuple(sorted(p)) for p in problem.get("forbidden", [])}
        self.together = {
            (a, b): self.cp.NewBoolVar(f"t{a}_{b}")
            for a, b in itertools.combinations(range(size), 2)
            if self.spaces[a] & self.spaces[b] and (a, b) not in forbidden
        }
        self.add_blocks(size)
        self.add_order(size)

    def same(self, a, b):
        """Whether two nodes share a block; None if they never do."""
        return self.together.get((min(a, b), max(a, b)))

    def add_blocks(self, size):
        for a, b, c in itertools.combinations(range(size), 3):
            pairs = [self.same(a, b), self.same(b, c), self.same(a, c)]
            fits = self.spaces[a] & self.spaces[b] & self.spaces[c]
            for i in range(3):
                x, y = pairs[i - 1], pairs[i - 2]
                if x is None or y is None:
                    continue
                clause = [x.Not(), y.Not()]
                if fits and pairs[i] is not None:
                    clause.append(pairs[i])
                self.cp.AddBoolOr(clause)

    def add_order(self, size):
        place = [self.cp.NewIntVar(0, size - 1, f"p{v}") for v in range(size)]
        for (a, b), shared in self.together.items():
            self.cp.Add(place[a] == place[b]).OnlyEnforceIf(shared)
            # Implied: what lies between them is with both.
            for c in self.ancestors[b]:
                if a not in self.ancestors[c]:
                    continue
                for between in (self.same(a, c), self.same(c, b)):
                    if between is None:
                        self.cp.Add(shared == 0)
                    else:
                        self.cp.AddImplication(shared, between)
        for node in self.nodes:
            for read in node["reads"]:
                if read >= size:
                    continue
                after = self.cp.Add(place[read] + 1 <= place[node["id"]])
                if (shared := self.same(read, node["id"])) is not None:
                    after.OnlyEnforceIf(shared.Not())

    def minimise(self, least_bytes):
        """Each buffer is written if one reads it from outside, and read by each
        block, which is counted at its first reader."""
        readers = {}
        for node in self.nodes:
            for read in node["reads"]:
                readers.setdefault(read, []).append(node["id"])
        size, terms = len(self.nodes), []
        for buffer in range(size + len(self.inputs)):
            is_node = buffer < size
            source = self.nodes if is_node else self.inputs
            cost = source[buffer - (0 if is_node else size)]["bytes"]
            users = readers.get(buffer, [])
            if cost < least_bytes:
                continue
            inside = [self.same(buffer, u) if is_node else None for u in users]
            written = self.cp.NewBoolVar(f"w{buffer}")
            if is_node:
                terms.append(cost * written)
                if buffer in self.outputs:
                    self.cp.Add(written == 1)
            for i, user in enumerate(users):
                known = [self.same(user, before) for before in users[:i]]
                read = self.cp.NewBoolVar(f"r{buffer}_{user}")
                terms.append(cost * read)
                self.cp.AddBoolOr(
                    [read] + [k for k in known + [inside[i]] if k is not None]
                )
                if inside[i] is None:
                    self.cp.Add(written == 1)
                else:
                    self.cp.AddImplication(inside[i].Not(), written)
        self.cp.Minimize(sum(terms))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file")
    parser.add_argument("--least-bytes", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=600)
    options = parser.parse_args()
    with open(options.file) as file:
        model = Model(json.load(file))
    model.minimise(options.least_bytes)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = options.seconds
    status = solver.StatusName(solver.Solve(model.cp))
    print(f"{status}: at least {solver.BestObjectiveBound():.0f} bytes")


if __name__ == "__main__":
    main()
