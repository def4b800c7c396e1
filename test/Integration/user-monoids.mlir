// Reductions and scans by functions of the module agree with the interpreter:
// points keep their order, and floats associate by the tree.

// DEFINE: %{check} = stax-run %s --check --entry=
// DEFINE: %{exact} = FileCheck %s
// CHECK: check: ok (max 0 ulp, max 0 absolute, 0 undecided)

// RUN: %{check}compositions --input=random:3x300xf32 --input=random:3x300xf32 --threads=2 | %{exact}
// RUN: %{check}compositions --input=random:2x4097xf32 --input=random:2x4097xf32 --threads=3 | %{exact}
// RUN: %{check}compositions --input=random:2x0xf32 --input=random:2x0xf32 | %{exact}
// RUN: %{check}strings --input=random:5000xi64 --threads=2 | %{exact}
// RUN: %{check}strings --input=random:1xi64 | %{exact}
// RUN: %{check}sums --input=random:3x5000xf16 --threads=2 | %{exact}
// RUN: stax-run %stax_source/examples/recurrence.mlir --check | %{exact}

func.func private @compose(%a: f32, %b: f32, %c: f32, %d: f32) -> (f32, f32) {
  %factor = arith.mulf %a, %c : f32
  %scaled = arith.mulf %b, %c : f32
  %offset = arith.addf %scaled, %d : f32
  return %factor, %offset : f32, f32
}

func.func @compositions(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?x?xf32>
  %m = tensor.dim %a, %c1 : tensor<?x?xf32>
  %0:2 = stax.reduce #stax.monoid<@compose, 1.0 : f32, -0.0 : f32> dims [1] domain [%n, %m]
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  %1:2 = stax.scan #stax.monoid<@compose, 1.0 : f32, -0.0 : f32> dim 1 domain [%n, %m]
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  %2:2 = stax.scan #stax.monoid<@compose, 1.0 : f32, -0.0 : f32> dim 0 exclusive reverse domain [%n, %m]
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1
      : tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// Concatenation of numbers of given lengths: an exact monoid that shows any
// change of the order. A pair is the value and the power of the base.
func.func private @append(%a: i64, %p: i64, %b: i64, %q: i64) -> (i64, i64) {
  %shifted = arith.muli %a, %q : i64
  %value = arith.addi %shifted, %b : i64
  %power = arith.muli %p, %q : i64
  return %value, %power : i64, i64
}

func.func @strings(%x: tensor<?xi64>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi64>
  %base = arith.constant 3 : i64
  %0:2 = stax.reduce #stax.monoid<@append, 0 : i64, 1 : i64, exact> dims [0] domain [%n] ins(%x : tensor<?xi64>) -> (tensor<i64>, tensor<i64>) {
  ^bb0(%v: i64):
    stax.yield %v, %base : i64, i64
  }
  // Unless it is said to be exact the tree is followed.
  %1:2 = stax.reduce #stax.monoid<@append, 0 : i64, 1 : i64> dims [0] domain [%n] ins(%x : tensor<?xi64>) -> (tensor<i64>, tensor<i64>) {
  ^bb0(%v: i64):
    stax.yield %v, %base : i64, i64
  }
  %2:2 = stax.scan #stax.monoid<@append, 0 : i64, 1 : i64, exact> dim 0 reverse domain [%n] ins(%x : tensor<?xi64>) -> (tensor<?xi64>, tensor<?xi64>) {
  ^bb0(%v: i64):
    stax.yield %v, %base : i64, i64
  }
  return %0#0, %1#0, %1#1, %2#0 : tensor<i64>, tensor<i64>, tensor<i64>, tensor<?xi64>
}

// The same as #stax.add, in lanes, and accumulated in f32.
func.func private @plus(%a: f32, %b: f32) -> f32 {
  %0 = arith.addf %a, %b : f32
  return %0 : f32
}

func.func @sums(%x: tensor<3x5000xf16>) -> (tensor<3xf16>, tensor<3xf32>, tensor<3x5000xf16>) {
  %0 = stax.reduce #stax.monoid<@plus, -0.0 : f32, commutative> dims [1] ins(%x : tensor<3x5000xf16>) -> tensor<3xf16>
  %1 = stax.reduce #stax.monoid<@plus, -0.0 : f32, commutative> dims [1] ins(%x : tensor<3x5000xf16>) -> tensor<3xf32>
  %2 = stax.scan #stax.monoid<@plus, -0.0 : f32, commutative> dim 1 ins(%x : tensor<3x5000xf16>) -> tensor<3x5000xf16>
  return %0, %1, %2 : tensor<3xf16>, tensor<3xf32>, tensor<3x5000xf16>
}
