"""Runs the commands of a page, and compares its example with a file.

usage: run-commands.py ROOT BUILD PAGE EXAMPLE

Commands are lines of blocks marked `sh` that begin with a program; those that
configure and build are left out. They run in ROOT, with BUILD in place of
`build`, and must succeed. The page's one `mlir` block must be what EXAMPLE
holds.
"""
import re
import subprocess
import sys


def main(root, build, page, example):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    with open(example, encoding="utf-8") as file:
        if re.findall(r"```mlir\n(.*?)```", text, re.S) != [file.read()]:
            sys.exit(f"{page}: the example is not what {example} holds")
    commands = [line for block in re.findall(r"```sh\n(.*?)```", text, re.S)
                for line in block.splitlines()
                if not re.match(r"cmake|ninja", line)]
    for command in commands:
        result = subprocess.run(command.replace("build/", build + "/"),
                                shell=True, cwd=root, capture_output=True,
                                text=True, check=False)
        if result.returncode != 0:
            sys.exit(f"{page}: '{command}' has status {result.returncode}\n"
                     f"{result.stderr}")
    print(f"{len(commands)} commands succeed")


if __name__ == "__main__":
    main(*sys.argv[1:])
