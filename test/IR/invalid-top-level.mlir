// RUN: not stax-opt --no-implicit-module %s 2>&1 | FileCheck %s

// An operation without a parent is an error like any other.
// CHECK: error: 'stax.yield' op expected to end the region of an operation over a domain or of a kernel
stax.yield
