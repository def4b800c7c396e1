"""Prints a digest of stdin."""
import hashlib
import sys

print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest()[:16])
