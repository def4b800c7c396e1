#!/usr/bin/env python3
"""Checks who includes whom.

usage: check-layering.py [SOURCE-ROOT]

LAYERS is the rule: for each folder of include/stax and lib, the headers of
Stax, MLIR and LLVM that it may include. Reports file:line and the rule of each
violation; the exit status is 1 if there is one. CMake files are read, too: a
library must not link what its sources may not include.
"""
import argparse
import dataclasses
import fnmatch
import os
import re
import sys

# What the dialect and everything above it is made of.
MLIR_CORE = ["mlir/IR/*", "mlir/Interfaces/*", "mlir/Support/*",
             "mlir/Bytecode/*"]
# The pass infrastructure and rewriting.
MLIR_PASSES = ["mlir/Pass/*", "mlir/Transforms/*", "mlir/Rewrite/*",
               "mlir/Analysis/*"]


def dialects(*names):
    return [f"mlir/Dialect/{name}/*" for name in names]


@dataclasses.dataclass
class Layer:
    """What one folder may include, as patterns in which * crosses slashes; one
    that begins with '!' takes away from those before it."""
    number: str
    stax: list  # folders
    mlir: list
    llvm: list


ANY = ["*"]

LAYERS = {
    "Support": Layer("0", ["Support"], [], ["llvm/ADT/*", "llvm/Support/*"]),
    "Scheduling": Layer("0", ["Scheduling", "Support"], [],
                        ["llvm/ADT/*", "llvm/Support/*"]),
    "MemoryPlan": Layer("0", ["MemoryPlan", "Support"], [],
                        ["llvm/ADT/*", "llvm/Support/*"]),
    "IR": Layer("1", ["IR", "Support"],
                MLIR_CORE + ["mlir/Transforms/InliningUtils.h"] +
                dialects("Arith", "Math", "Tensor", "Utils"),
                ["llvm/*"]),
    "Reference": Layer("1", ["Reference", "IR"],
                       MLIR_CORE + ["mlir/Analysis/*", "mlir/Dialect/*",
                                    "!mlir/Dialect/*/Transforms/*"],
                       ["llvm/*"]),
    "Analysis": Layer("2", ["Analysis", "IR", "Support", "Scheduling",
                            "MemoryPlan"],
                      MLIR_CORE + ["mlir/Analysis/*"] +
                      dialects("Affine", "Arith", "Bufferization", "Func",
                               "Linalg", "Math", "MemRef", "SCF", "Tensor",
                               "Utils", "Vector"),
                      ["llvm/*"]),
    "Transforms": Layer("3", ["Transforms", "Analysis", "IR", "Support",
                              "Scheduling", "MemoryPlan"],
                        MLIR_CORE + MLIR_PASSES +
                        dialects("Affine", "Arith", "Bufferization",
                                 "ControlFlow", "Func",
                                 "Linalg", "Math", "MemRef", "SCF", "Tensor",
                                 "UB", "Utils", "Vector", "X86Vector"),
                        ["llvm/*"]),
    "Conversion": Layer("3", ["Conversion", "Analysis", "IR", "Support"],
                        MLIR_CORE + MLIR_PASSES +
                        ["mlir/Conversion/*", "mlir/Dialect/*"],
                        ["llvm/*"]),
    "Target": Layer("4", ["Target", "IR", "Support"],
                    MLIR_CORE + ["mlir/Pass/*", "mlir/Target/*",
                                 "mlir/ExecutionEngine/*", "mlir/Dialect/*",
                                 "!mlir/Dialect/*/Transforms/*"],
                    ["llvm/*"]),
    # Lists of passes: no patterns, no algorithms.
    "Pipelines": Layer("5", ["Pipelines", "Transforms", "Conversion", "Target",
                             "IR", "Support"],
                       MLIR_CORE + ["!mlir/IR/PatternMatch.h", "mlir/Pass/*",
                                    "mlir/Conversion/*", "mlir/Dialect/*/IR/*",
                                    "mlir/Dialect/*/Passes.h",
                                    "mlir/Dialect/*/Pipelines/*",
                                    "mlir/Transforms/Passes.h"],
                       ["llvm/*"]),
    "Runtime": Layer("-", ["Runtime"], [], []),
    # Puts the stages, the back end and files together.
    "Compiler": Layer("6", ANY, ANY, ANY),
    "CAPI": Layer("6", ANY, ANY, ANY),
    # What tools that execute programs are made of.
    "Runner": Layer("6", ANY, ANY, ANY),
    "tools": Layer("6", ANY, ANY, ANY),
    # Plain C, for users without a C++ compiler.
    "stax-c": Layer("-", [], [], []),
    # include/stax/InitAll.h and others beside the folders.
    "": Layer("6", ANY, ANY, ANY),
}

# OpenMP is the runtime's alone: all parallelism of compiled code goes there.
OPENMP_FOLDERS = ["Runtime"]

INCLUDE = re.compile(r'\s*#\s*(?:include|import)\s*([<"])([^>"]+)[>"]')
TABLEGEN_INCLUDE = re.compile(r'\s*include\s*(")([^"]+)"')
LIBRARY = re.compile(r"\b(Stax([A-Z]\w*)|MLIR|LLVM)\b")


def find_folder(path):
    """The row of the table for a path in the source tree, None if it is no
    part of a library or tool."""
    parts = path.split("/")
    if parts[0] == "tools":
        return "tools"
    if parts[:2] == ["include", "stax-c"]:
        return "stax-c"
    for root in (["include", "stax"], ["lib"]):
        if parts[:len(root)] == root:
            return parts[len(root)] if len(parts) > len(root) + 1 else ""
    return None


def matches(name, patterns):
    allowed = False
    for pattern in patterns:
        if fnmatch.fnmatchcase(name, pattern.lstrip("!")):
            allowed = not pattern.startswith("!")
    return allowed


def forbid(folder, verb, name, allowed):
    layer = LAYERS[folder]
    only = ", ".join(allowed) or "nothing"
    return (f"{folder} (layer {layer.number}) must not {verb} '{name}'; "
            f"allowed: {only}")


def check_include(root, path, folder, quote, name):
    """None if the include is allowed, else what is wrong with it."""
    layer = LAYERS[folder]
    kind = name.split("/")[0]
    # The C interface is plain data, open to all.
    if kind == "stax-c":
        return None
    if kind == "stax":
        parts = name.split("/")
        target = parts[1] if len(parts) > 2 else ""
        if layer.stax is ANY or target in layer.stax:
            return None
        return forbid(folder, "include", name,
                      [f"stax/{folder}/*" for folder in layer.stax])
    if kind in ("mlir", "mlir-c"):
        if matches(name, layer.mlir):
            return None
        return forbid(folder, "include", name, layer.mlir)
    if kind in ("llvm", "llvm-c", "clang", "lld"):
        if matches(name, layer.llvm):
            return None
        return forbid(folder, "include", name, layer.llvm)
    return check_other_include(root, path, folder, quote, name)


def check_other_include(root, path, folder, quote, name):
    """Includes of neither Stax nor LLVM: of the system, or private."""
    if name == "omp.h" and folder not in OPENMP_FOLDERS:
        return "includes 'omp.h', which only " + " and ".join(
            f"lib/{f}" for f in OPENMP_FOLDERS) + " may"
    if quote == "<" or name == "omp.h":
        return None
    sibling = os.path.join(root, os.path.dirname(path), name)
    if ".." not in name.split("/") and os.path.exists(sibling):
        return None
    return (f"includes '{name}', which is not beside it; headers for other "
            "folders belong in include/stax")


def check_link(folder, library, name):
    """As check_include, for a library in a CMake file; `name` is that of one
    of Stax without the prefix, else None."""
    layer = LAYERS[folder]
    if name is None:
        allowed = layer.mlir if library == "MLIR" else layer.llvm
        return None if allowed else forbid(folder, "link", library, [])
    if name not in LAYERS or name == folder or layer.stax is ANY:
        return None
    if name in layer.stax:
        return None
    return forbid(folder, "link", library, [f"Stax{f}" for f in layer.stax])


def check_line(root, path, folder, line):
    name = os.path.basename(path)
    if name == "CMakeLists.txt":
        code = line.split("#")[0]
        for match in LIBRARY.finditer(code):
            yield check_link(folder, match.group(1), match.group(2))
        return
    pattern = TABLEGEN_INCLUDE if name.endswith(".td") else INCLUDE
    match = pattern.match(line)
    if match:
        yield check_include(root, path, folder, *match.groups())


def check_file(root, path):
    folder = find_folder(path)
    if folder is None:
        return
    if folder not in LAYERS:
        yield 1, (f"the folder '{folder}' has no rule; add it to LAYERS in "
                  "utils/check-layering.py")
        return
    with open(os.path.join(root, path), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            for message in check_line(root, path, folder, line):
                if message:
                    yield number, message


def find_files(root):
    for top in ("include", "lib", "tools"):
        for folder, subfolders, names in os.walk(os.path.join(root, top)):
            subfolders.sort()
            for name in sorted(names):
                if name == "CMakeLists.txt" or name.endswith(
                        (".h", ".c", ".cpp", ".inc", ".td")):
                    yield os.path.relpath(os.path.join(folder, name),
                                          root).replace(os.sep, "/")


def main():
    default_root = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                "..")
    parser = argparse.ArgumentParser(
        description="Checks which headers each folder includes.")
    parser.add_argument("root", nargs="?", default=default_root,
                        help="the source tree (default: this script's)")
    root = parser.parse_args().root
    files = list(find_files(root))
    if not files:
        print(f"check-layering: no sources below '{root}'", file=sys.stderr)
        return 2
    failures = 0
    for path in files:
        for number, message in check_file(root, path):
            print(f"{path}:{number}: {message}")
            failures += 1
    print(f"check-layering: {len(files)} files, {failures} violations")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
