#!/usr/bin/env python3
"""Extracts the examples of a documentation page.

usage: extract-examples.py PAGE

Prints every block that is fenced as ```mlir, each after a line '// -----', so
that 'stax-opt -split-input-file' reads the output. All other lines come out
empty: a line keeps its number. A page without examples, and a fence that is
not closed, are errors.
"""
import argparse
import sys

OPEN, CLOSE = "```mlir", "```"


def extract(page):
    """Lines to print for the text of a page."""
    lines, examples, opened = [], 0, None
    for number, line in enumerate(page.splitlines(), start=1):
        stripped = line.strip()
        if opened is None and stripped == OPEN:
            opened, examples = number, examples + 1
            lines.append("// -----")
        elif opened is not None and stripped == CLOSE:
            opened = None
            lines.append("")
        else:
            lines.append("" if opened is None else line)
    if opened is not None:
        raise ValueError(f"line {opened}: the fence '{OPEN}' is not closed")
    if examples == 0:
        raise ValueError(f"there is no example; open one with '{OPEN}'")
    return lines


def main():
    parser = argparse.ArgumentParser(
        description="Extracts the examples of a documentation page.")
    parser.add_argument("page")
    path = parser.parse_args().page
    try:
        with open(path, encoding="utf-8") as file:
            print("\n".join(extract(file.read())))
    except (OSError, ValueError) as error:
        sys.exit(f"extract-examples: {path}: {error}")


if __name__ == "__main__":
    main()
