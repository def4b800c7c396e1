"""fields.py EXPRESSION...: reads one JSON object from stdin, fails unless it has
exactly the fields of stax-run --json and every expression over them is true."""
import json
import sys

FIELDS = ["entry", "target", "threads", "kernels", "startup_ms", "compile_ms",
          "median_ms", "min_ms", "runs", "bytes_moved", "traffic_bytes", "gbps",
          "copy_gbps", "time_over_copy", "time_over_read", "peak_bytes",
          "arena_bytes", "check"]

report = json.load(sys.stdin)
if list(report) != FIELDS:
    sys.exit(f"expected the fields {FIELDS}, got {list(report)}")
for expression in sys.argv[1:]:
    if not eval(expression, {}, report):
        sys.exit(f"'{expression}' is not true of {report}")
