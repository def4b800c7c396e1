"""Runs programs of other projects and checks them.

usage: run-models.py PREFIX... 

Runs all files beside this one whose names begin so: their expectations must
hold and the interpreter must agree.
"""
import glob
import os
import subprocess
import sys


def run(*command):
    result = subprocess.run(["stax-run", *command], capture_output=True,
                            text=True, check=False)
    return result.returncode, result.stdout + result.stderr


def main(prefixes):
    folder = os.path.dirname(os.path.abspath(__file__))
    paths = [path for prefix in prefixes for path in
             sorted(glob.glob(os.path.join(folder, f"{prefix}*.mlir")))]
    for path in paths:
        name = os.path.basename(path)
        status, output = run(path, "--check")
        if status == 2 and "--entry" in output:
            status, output = run(path, "--entry=all", "--check")
        if status != 0 or "check: ok" not in output:
            sys.exit(f"{name}: status {status}\n{output}")
        print(f"{name}: ok")
    print(f"{len(paths)} programs agree")


if __name__ == "__main__":
    main(sys.argv[1:])
