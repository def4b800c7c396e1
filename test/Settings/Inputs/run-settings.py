"""Runs programs under every setting of the compiler, against the interpreter.

usage: run-settings.py ISAS KIND...

ISAS are instruction sets, with commas. KIND is "examples", or the first letters
of files in test/Models/Inputs. Each program runs with every rule of composition
and every algorithm of fusion together; of the other options each of those runs
has other values, which change from program to program, so that all of them
meet. Where a graph is too large for the exact algorithm, as it says, fuse=gain
stands in.
"""
import glob
import itertools
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "..", "..", "examples")
MODELS = os.path.join(HERE, "..", "..", "Models", "Inputs")

COMPOSE = ["none", "textbook", "cost"]
FUSE = ["none", "greedy-textbook", "gain", "exact"]
# Numbers of values without a common factor meet in all combinations.
OTHERS = {
    "vectorize": ["on", "off"],
    "memory": ["arena", "none", "reuse", "pool-tree", "arena"],
    "order": ["exact", "original", "textbook"],
    "parallel": ["on", "on", "on", "on", "on", "on", "off"],
}
THREADS = ["1", "2", "3", "16"]
TOO_LARGE = "the exact solver takes at most"

# Subtracts equal results of functions and divides by the difference.
UNDECIDED = ["mlir-extensions__Jax__janet__jit__get_age_weights_from_tables.8"]


def get_paths(kinds):
    for kind in kinds:
        pattern = os.path.join(EXAMPLES, "*.mlir") if kind == "examples" \
            else os.path.join(MODELS, f"{kind}*.mlir")
        paths = sorted(glob.glob(pattern))
        if not paths:
            sys.exit(f"run-settings.py: no file is {pattern}")
        yield from (path for path in paths if not any(
            os.path.basename(path).startswith(name) for name in UNDECIDED))


def get_settings(number, isas):
    """The options and threads of the run that has this number."""
    compose, fuse = list(itertools.product(COMPOSE, FUSE))[number % 12]
    options = {"compose": compose, "fuse": fuse}
    shift = number + number // 12
    for name, values in OTHERS.items():
        options[name] = values[shift % len(values)]
    options["isa"] = isas[number // 12 % len(isas)]
    return options, THREADS[shift // 2 % len(THREADS)]


def run(path, options, threads):
    text = " ".join(f"{name}={value}" for name, value in options.items())
    command = ["stax-run", path, "--check", f"--threads={threads}",
               f"--options={text}"]
    result = subprocess.run(command, capture_output=True, text=True,
                            check=False, timeout=120)
    if result.returncode == 2 and "--entry" in result.stderr:
        command.append("--entry=all")
        result = subprocess.run(command, capture_output=True, text=True,
                                check=False, timeout=120)
    return command, result


def check(path, options, threads):
    command, result = run(path, options, threads)
    if options["fuse"] == "exact" and TOO_LARGE in result.stderr:
        command, result = run(path, {**options, "fuse": "gain"}, threads)
    if result.returncode == 0 and "check: ok" in result.stdout:
        return True
    print(f"{' '.join(command)}: status {result.returncode}\n{result.stdout}"
          f"{result.stderr}", flush=True)
    return False


def main(isas, kinds):
    runs = [(path, *get_settings(12 * number + part, isas))
            for number, path in enumerate(get_paths(kinds))
            for part in range(12)]
    failures = [arguments for arguments in runs if not check(*arguments)]
    if failures:
        sys.exit(f"{len(failures)} of {len(runs)} runs fail")
    print(f"{len(runs)} runs agree")


if __name__ == "__main__":
    main(sys.argv[1].split(","), sys.argv[2:])
