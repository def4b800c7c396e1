#!/usr/bin/env python3
"""Measure `stax-plan fuse` on generated graphs: traffic and processor time.

usage: measure-fusion.py [--plan=build/bin/stax-plan] [--svg=FILE] [SIZE...]

For each size and the seeds 1 to 5: how much less traffic the default moves
than greedy-textbook, in greedy's own space and in the default's, and the user
time of the solvers alone, which is that of the tool less that of
--algorithm=none, the least of three runs. --svg draws the times.
"""
import argparse
import json
import math
import os
import resource
import subprocess
import tempfile

SEEDS = range(1, 6)


def run(plan, path, *options):
    """The answer and the user time in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    output = subprocess.run(
        [plan, "fuse", path, "--json", *options],
        check=True,
        capture_output=True,
    ).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    return json.loads(output), after - before


def measure(plan, path, *options):
    """Traffic and milliseconds of the solver."""
    answer, _ = run(plan, path, *options)
    times = [run(plan, path, *options)[1] for _ in range(3)]
    idle = [run(plan, path, "--algorithm=none")[1] for _ in range(3)]
    return answer["traffic"], max(0.0, 1000 * (min(times) - min(idle)))


def measure_size(plan, size, folder):
    rows = []
    for seed in SEEDS:
        path = os.path.join(folder, "problem.json")
        with open(path, "w") as file:
            command = [plan, "generate", "fusion", f"--nodes={size}"]
            subprocess.run(
                command + [f"--seed={seed}"], check=True, stdout=file
            )
        default, time = measure(plan, path)
        greedy, greedy_time = measure(plan, path, "--algorithm=greedy-textbook")
        same, _ = run(
            plan, path, "--algorithm=greedy-textbook", "--space=block"
        )
        rows.append(
            (
                100 * (1 - default / greedy),
                100 * (1 - default / same["traffic"]),
                time,
                greedy_time,
            )
        )
    return rows


def draw(path, times):
    """Milliseconds over nodes, both logarithmic."""
    sizes = sorted(times)
    left, top, width, height = 60, 20, 380, 240
    low, high = 0, 3.5
    x0, x1 = math.log10(sizes[0]), math.log10(sizes[-1])

    def place(size, time):
        y = (math.log10(max(time, 1)) - low) / (high - low)
        x = (math.log10(size) - x0) / ((x1 - x0) or 1)
        return left + width * x, top + height * (1 - y)

    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="520" height="310" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="520" height="310" fill="white"/>',
    ]
    for power in range(4):
        _, y = place(sizes[0], 10**power)
        lines.append(
            f'<path d="M{left} {y:.1f}h{width}" stroke="#ccc"/>'
            f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">'
            f"{10**power} ms</text>"
        )
    for size in sizes:
        x, _ = place(size, 1)
        lines.append(
            f'<text x="{x:.1f}" y="{top + height + 18}" '
            f'text-anchor="middle">{size:,}</text>'
        )
    for index, (name, color) in enumerate(
        (("gain", "#1f77b4"), ("greedy-textbook", "#d62728"))
    ):
        points = [place(size, times[size][index]) for size in sizes]
        joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        lines.append(
            f'<polyline points="{joined}" fill="none" stroke="{color}" '
            'stroke-width="2"/>'
            f'<text x="{left + 12}" y="{top + 16 + 18 * index}" '
            f'fill="{color}">{name}</text>'
        )
    lines.append(
        f'<text x="{left + width / 2}" y="{top + height + 40}" '
        'text-anchor="middle">nodes</text></svg>'
    )
    with open(path, "w") as file:
        file.write("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--plan", default="build/bin/stax-plan")
    parser.add_argument("--svg")
    parser.add_argument(
        "sizes", nargs="*", type=int, default=[100, 1000, 10000, 40000]
    )
    options = parser.parse_args()
    times = {}
    print("| nodes | less than greedy-textbook: mean (least) "
          "| in the same space: mean (least) | time | greedy-textbook |")
    print("| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for size in options.sizes:
            rows = measure_size(options.plan, size, folder)
            own, same, time, greedy = zip(*rows)
            count = len(rows)
            times[size] = (sum(time) / count, sum(greedy) / count)
            print(
                f"| {size:,} | {sum(own) / count:.1f} % ({min(own):.1f}) "
                f"| {sum(same) / count:.1f} % ({min(same):.1f}) "
                f"| {times[size][0]:.0f} ms | {times[size][1]:.0f} ms |",
                flush=True,
            )
    if options.svg:
        draw(options.svg, times)


if __name__ == "__main__":
    main()
