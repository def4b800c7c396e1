"""Runs all .mlir files of a folder as users would, and checks them.

usage: run-examples.py FOLDER
"""
import glob
import os
import subprocess
import sys


def run(path, *flags):
    result = subprocess.run(["stax-run", path, *flags], capture_output=True,
                            text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"stax-run {path} {' '.join(flags)}: status "
                 f"{result.returncode}\n{result.stdout}{result.stderr}")
    if result.stderr:
        sys.exit(f"stax-run {path} {' '.join(flags)}: prints\n{result.stderr}")
    return result.stdout


def main(folder):
    paths = sorted(glob.glob(os.path.join(folder, "*.mlir")))
    for path in paths:
        if not run(path).strip():
            sys.exit(f"{path}: prints nothing")
        for threads in "123":
            output = run(path, "--check", "--guard", f"--threads={threads}")
            if "check: ok" not in output:
                sys.exit(f"{path}: {output}")
        print(f"{os.path.basename(path)}: ok")
    print(f"{len(paths)} examples agree")


if __name__ == "__main__":
    main(sys.argv[1])
