"""Damages every file of a folder, or checks that one is there unchanged.

usage: damage.py FOLDER
       damage.py --find FILE FOLDER
"""
import os
import sys


def read(path):
    with open(path, "rb") as file:
        return file.read()


def damage(path, number):
    """Changes a byte, cuts the file off, or replaces it, in turn."""
    content = bytearray(read(path))
    if number % 3 == 0:
        content[len(content) // 2] ^= 1
    elif number % 3 == 1:
        content = content[:len(content) // 3]
    else:
        content = b"something else"
    with open(path, "wb") as file:
        file.write(content)


if sys.argv[1] == "--find":
    wanted = read(sys.argv[2])
    folder = sys.argv[3]
    sys.exit(all(read(os.path.join(folder, name)) != wanted
                 for name in os.listdir(folder)))
for position, name in enumerate(sorted(os.listdir(sys.argv[1]))):
    damage(os.path.join(sys.argv[1], name), position)
