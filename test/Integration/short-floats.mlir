// bf16 and f16 on machines that have instructions for them, and on others, which
// carry bf16 as integers: every function agrees with the interpreter in all bits.

// DEFINE: %{entry} = moves
// DEFINE: %{type} = bf16
// DEFINE: %{options} = isa=none
// DEFINE: %{check} = stax-run %t.mlir --entry=%{entry} --check --options=%{options} | FileCheck %s
// CHECK: check: ok (max 0 ulp, max 0 absolute, 0 undecided)

// RUN: sed s/SHORT/bf16/g %s > %t.mlir
// RUN: %{check}
// REDEFINE: %{entry} = extremes
// RUN: %{check}
// REDEFINE: %{entry} = fused
// RUN: %{check}
// REDEFINE: %{options} = parallel=on
// RUN: %{check}
// RUN: sed s/SHORT/f16/g %s > %t.mlir
// RUN: %{check}
// REDEFINE: %{options} = isa=none
// RUN: %{check}
// REDEFINE: %{entry} = extremes
// RUN: %{check}
// REDEFINE: %{entry} = moves
// RUN: %{check}

func.func @moves(%a: tensor<33x63xSHORT>, %b: tensor<33x63xSHORT>) -> (tensor<33x63xSHORT>, tensor<63x33xSHORT>) {
  %k = arith.constant 0.25 : SHORT
  %0 = stax.pointwise ins(%a, %b : tensor<33x63xSHORT>, tensor<33x63xSHORT>) -> tensor<33x63xSHORT> {
  ^bb0(%p: SHORT, %q: SHORT):
    %c = arith.cmpf ogt, %p, %q : SHORT
    %r = arith.select %c, %p, %k : SHORT
    stax.yield %r : SHORT
  }
  %1 = stax.pointwise ins(%0[(i, j) -> (j, i)] : tensor<33x63xSHORT>) -> tensor<63x33xSHORT>
  return %0, %1 : tensor<33x63xSHORT>, tensor<63x33xSHORT>
}

func.func @extremes(%a: tensor<33x63xSHORT>) -> (tensor<33xSHORT>, tensor<63xSHORT>, tensor<63xi64>, tensor<33x63xSHORT>) {
  %0 = stax.reduce #stax.maxnum dims [1] ins(%a : tensor<33x63xSHORT>) -> tensor<33xSHORT>
  %1:2 = stax.reduce #stax.argmax dims [0] ins(%a : tensor<33x63xSHORT>) -> (tensor<63xSHORT>, tensor<63xi64>) {
  ^bb0(%p: SHORT):
    %row = stax.index 0
    %i = arith.index_cast %row : index to i64
    stax.yield %p, %i : SHORT, i64
  }
  %2 = stax.scan #stax.minnum dim 0 ins(%a : tensor<33x63xSHORT>) -> tensor<33x63xSHORT>
  return %0, %1#0, %1#1, %2 : tensor<33xSHORT>, tensor<63xSHORT>, tensor<63xi64>, tensor<33x63xSHORT>
}

func.func private @fma(%x: tensor<?xSHORT>, %y: tensor<?xSHORT>, %z: tensor<?xSHORT>) -> tensor<?xSHORT> {
  %0 = math.fma %x, %y, %z : tensor<?xSHORT>
  return %0 : tensor<?xSHORT>
}

// The product is in the middle between two short floats, the first for bf16, the
// second for f16; f32 rounds the sum, which is just below, to the middle.
func.func @fused(%a: tensor<4096xSHORT>, %b: tensor<4096xSHORT>, %c: tensor<4096xSHORT>) -> (tensor<4096xSHORT>, tensor<?xSHORT>, tensor<4096xf64>) {
  %x = arith.constant dense<[1.0078125, 1.0009765625]> : tensor<2xSHORT>
  %y = arith.constant dense<1.5> : tensor<2xSHORT>
  %z = arith.constant dense<-6.0e-8> : tensor<2xSHORT>
  %d = tensor.cast %x : tensor<2xSHORT> to tensor<?xSHORT>
  %e = tensor.cast %y : tensor<2xSHORT> to tensor<?xSHORT>
  %f = tensor.cast %z : tensor<2xSHORT> to tensor<?xSHORT>
  %0 = math.fma %a, %b, %c : tensor<4096xSHORT>
  %1 = func.call @fma(%d, %e, %f) : (tensor<?xSHORT>, tensor<?xSHORT>, tensor<?xSHORT>) -> tensor<?xSHORT>
  %2 = arith.extf %a : tensor<4096xSHORT> to tensor<4096xf64>
  return %0, %1, %2 : tensor<4096xSHORT>, tensor<?xSHORT>, tensor<4096xf64>
}
