// Kernels of many nodes over dynamic and empty extents agree with the same nodes
// in kernels of their own, bit for bit, and with the interpreter.

// DEFINE: %{check} = stax-run %s --check --entry=
// RUN: %{check}softmax --input=random:7x65xf32 --threads=2
// RUN: %{check}softmax --input=random:2x4097xf32 --threads=3 --verify-each-stage
// RUN: %{check}softmax --input=random:0x5xf32
// RUN: %{check}center --input=random:5x300xf32 --threads=16
// RUN: %{check}center --input=random:3x0xf32 --options="parallel=off"

func.func @softmax(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %max = stax.reduce #stax.max dims [1] domain [%n, %m] ins(%x : tensor<?x?xf32>) -> tensor<?xf32>
  %e = stax.pointwise domain [%n, %m] ins(%x, %max[(i, j) -> (i)] : tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32> {
  ^bb0(%a: f32, %b: f32):
    %d = arith.subf %a, %b : f32
    %r = math.exp %d : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [1] domain [%n, %m] ins(%e : tensor<?x?xf32>) -> tensor<?xf32>
  %y = stax.pointwise domain [%n, %m] ins(%e, %s[(i, j) -> (i)] : tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.divf %a, %b : f32
    stax.yield %r : f32
  }
  %init = tensor.empty(%n, %m) : tensor<?x?xf32>
  %fused = stax.kernel space(par: [%n], seq: [%m]) ins(%x : tensor<?x?xf32>) outs(%init : tensor<?x?xf32>) {
  ^bb0(%k: index, %l: index, %x_in: tensor<?x?xf32>):
    %max_k = stax.reduce #stax.max dims [1] domain [%k, %l] ins(%x_in : tensor<?x?xf32>) -> tensor<?xf32>
    %e_k = stax.pointwise domain [%k, %l] ins(%x_in, %max_k[(i, j) -> (i)] : tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32> {
    ^bb0(%a: f32, %b: f32):
      %d = arith.subf %a, %b : f32
      %r = math.exp %d : f32
      stax.yield %r : f32
    }
    %s_k = stax.reduce #stax.add dims [1] domain [%k, %l] ins(%e_k : tensor<?x?xf32>) -> tensor<?xf32>
    %y_k = stax.pointwise domain [%k, %l] ins(%e_k, %s_k[(i, j) -> (i)] : tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32> {
    ^bb0(%a: f32, %b: f32):
      %r = arith.divf %a, %b : f32
      stax.yield %r : f32
    }
    stax.yield %y_k : tensor<?x?xf32>
  } -> tensor<?x?xf32>
  "check.expect"(%fused, %y) {kind = "expect_eq"} : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  return %fused : tensor<?x?xf32>
}

// A sum over nothing is complete all the same.
func.func @center(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = stax.reduce #stax.add dims [1] domain [%n, %m] ins(%x : tensor<?x?xf32>) -> tensor<?xf32>
  %y = stax.pointwise domain [%n, %m] ins(%x, %s[(i, j) -> (i)] : tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.subf %a, %b : f32
    stax.yield %r : f32
  }
  %rows = tensor.empty(%n) : tensor<?xf32>
  %init = tensor.empty(%n, %m) : tensor<?x?xf32>
  %fused:2 = stax.kernel space(par: [%n], seq: [%m]) ins(%x : tensor<?x?xf32>) outs(%init, %rows : tensor<?x?xf32>, tensor<?xf32>) {
  ^bb0(%k: index, %l: index, %x_in: tensor<?x?xf32>):
    %s_k = stax.reduce #stax.add dims [1] domain [%k, %l] ins(%x_in : tensor<?x?xf32>) -> tensor<?xf32>
    %y_k = stax.pointwise domain [%k, %l] ins(%x_in, %s_k[(i, j) -> (i)] : tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32> {
    ^bb0(%a: f32, %b: f32):
      %r = arith.subf %a, %b : f32
      stax.yield %r : f32
    }
    stax.yield %y_k, %s_k : tensor<?x?xf32>, tensor<?xf32>
  } -> (tensor<?x?xf32>, tensor<?xf32>)
  "check.expect"(%fused#0, %y) {kind = "expect_eq"} : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  "check.expect"(%fused#1, %s) {kind = "expect_eq"} : (tensor<?xf32>, tensor<?xf32>) -> ()
  return %fused#0, %fused#1 : tensor<?x?xf32>, tensor<?xf32>
}
