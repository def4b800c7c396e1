#!/usr/bin/env python3
"""Runs every .mlir file of a folder and prints what happened as a table.

usage: model-table.py [--bin FOLDER] [--limit SECONDS] DIR > table.md

DIR may have an INDEX.tsv that names the project of each file. A file is run as
`stax-run FILE --check`, with --entry=all if it has several functions; the table
says of each

  runs and agrees           compiled code and the interpreter agree
  runs                      too large to be interpreted within the limit
  runs, but is undecided    what it computes depends on roundings
  imports partly: OPS       the operations that keep it from running
  not yet: REASON           why it is no program for Stax

and which operations stay outside of the dialect in the first two cases. Status
1 if a file runs and does not agree.
"""
import argparse
import collections
import csv
import glob
import os
import re
import resource
import signal
import subprocess
import sys

# An operation or dialect as messages name it.
OPERATION = re.compile(r"(?:unsupported|support|op|operation|dialect|unknown)"
                       r"[^'\n]*'([\w.-]+)'|'([a-z_]+\.[\w.]+)' op")
NOT_CONVERTED = re.compile(r"NotConverted.*?op=([\w.]+)")


def run(command, limit):
    """The status, None if it took longer than the limit, and the output.

    The limit is one of processor time, so that the table does not depend on
    what else the machine does.
    """
    def limit_time():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    result = subprocess.run(command, capture_output=True, text=True,
                            check=False, preexec_fn=limit_time)
    is_over = -result.returncode in (signal.SIGXCPU, signal.SIGKILL)
    return None if is_over else result.returncode, \
        result.stdout + result.stderr


def find_staying(path, tools, limit):
    """Operations that import leaves as they are, and a count of each."""
    _, output = run([tools("stax-opt"), path, "-allow-unregistered-dialect",
                     "-stax-import-pipeline", "-remarks-filter=stax",
                     "-o", os.devnull], limit)
    return collections.Counter(NOT_CONVERTED.findall(output))


def find_reason(output):
    lines = [line for line in output.split("\n") if "error:" in line]
    if not lines:
        return "no message"
    found = OPERATION.search(lines[0])
    if found:
        return f"`{found[1] or found[2]}`"
    return re.sub(r"^.*?error: ", "", lines[0]).strip()[:80]


def list_operations(staying):
    return ", ".join(f"`{op}`" for op in sorted(staying))


def classify(path, tools, limit):
    """The result, and operations that stay."""
    command = [tools("stax-run"), path]
    status, output = run([*command, "--check"], limit)
    if status == 2 and "expected --entry" in output or \
            status == 2 and "--entry" in output:
        command.append("--entry=all")
        status, output = run([*command, "--check"], limit)
    staying = find_staying(path, tools, limit)
    if status == 0:
        return "runs and agrees", staying
    if status == 1:
        is_open = "are undecided" in output
        return "runs, but is undecided" if is_open else "DIFFERS", staying
    if status is None:
        status, output = run(command, limit)
        if status == 0:
            return "runs", staying
        if status is None:
            return f"not yet: takes over {limit} s", staying
    if "cannot read the program" not in output and staying:
        return f"imports partly: {list_operations(staying)}", {}
    return f"not yet: {find_reason(output)}", {}


def read_projects(folder):
    path = os.path.join(folder, "INDEX.tsv")
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return {row["file"]: row["repo"]
                for row in csv.DictReader(file, delimiter="\t")}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("dir")
    parser.add_argument("--bin", default="", help="where the tools are")
    parser.add_argument("--limit", type=int, default=60,
                        help="seconds of processor time for one run")
    options = parser.parse_args()
    paths = sorted(glob.glob(os.path.join(options.dir, "*.mlir")))
    if not paths:
        sys.exit(f"model-table.py: {options.dir}: there are no .mlir files")
    projects = read_projects(options.dir)
    print("| project | file | result | operations that stay |")
    print("| --- | --- | --- | --- |")
    counts = collections.Counter()
    for path in paths:
        result, staying = classify(
            path, lambda tool: os.path.join(options.bin, tool), options.limit)
        name = os.path.basename(path)
        print(f"| {projects.get(name, '')} | {name.removesuffix('.mlir')} | "
              f"{result} | {list_operations(staying)} |", flush=True)
        counts[result.split(":")[0]] += 1
    print("\n" + ", ".join(f"{count} {result}"
                           for result, count in sorted(counts.items())))
    sys.exit(1 if counts["DIFFERS"] else 0)


if __name__ == "__main__":
    main()
