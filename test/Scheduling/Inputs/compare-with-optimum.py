"""Compare answers of `stax-plan fuse --json` with the optima in the instances.

usage: compare-with-optimum.py INSTANCES.json ANSWERS.json
Prints a line for each instance, and fails if an answer is below an optimum.
"""
import json
import sys

instances, answers = (json.load(open(path)) for path in sys.argv[1:])
assert len(instances) == len(answers)
for instance, answer in zip(instances, answers):
    assert instance["name"] == answer["name"]
    optimum = instance["optimum_" + answer["space"]]
    assert answer["traffic"] >= optimum, instance["name"]
    gap = 100 * (answer["traffic"] / optimum - 1) if optimum else 0
    print(f"{instance['name']}: {gap:.2f} % above the optimum")
