"""Runs programs of other projects and checks them.

usage: run-models.py PREFIX... 

Runs all files whose paths, from this folder, begin so: their expectations must
hold, the interpreter must agree, every stage's decisions must pass their
verifiers (among them, that the peak of the order is that of the plan), and the
arena must be as small as its peak.
"""
import glob
import json
import os
import subprocess
import sys


def run(path, *flags):
    command = ["stax-run", path, "--json", "--verify-each-stage", *flags]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def find_fault(report):
    if not report["check"]["ok"]:
        return "differs from the interpreter"
    if report["arena_bytes"] != report["peak_bytes"]:
        return (f"an arena of {report['arena_bytes']} bytes for a peak of "
                f"{report['peak_bytes']}")
    return None


def main(prefixes):
    folder = os.path.dirname(os.path.abspath(__file__))
    paths = [path for prefix in prefixes for path in
             sorted(glob.glob(os.path.join(folder, f"{prefix}*.mlir")))]
    for path in paths:
        name = os.path.basename(path)
        result = run(path, "--check")
        if result.returncode == 2 and "--entry" in result.stderr:
            result = run(path, "--entry=all", "--check")
        fault = (f"status {result.returncode}" if result.returncode != 0 else
                 find_fault(json.loads(result.stdout)))
        if fault:
            sys.exit(f"{name}: {fault}\n{result.stdout}{result.stderr}")
        print(f"{name}: ok")
    print(f"{len(paths)} programs agree")


if __name__ == "__main__":
    main(sys.argv[1:])
