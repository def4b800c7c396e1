// Softmax of stax operations and of linalg, static and dynamic, agrees with the
// interpreter for every number of threads and for shapes around the chunks of
// the reduction tree.

// DEFINE: %{check} = stax-run --check --verify-each-stage

// RUN: %{check} %stax_source/examples/softmax.mlir --threads=1
// RUN: %{check} %stax_source/examples/softmax.mlir --threads=2
// RUN: %{check} %stax_source/examples/softmax.mlir --threads=3
// RUN: %{check} %stax_source/examples/softmax.mlir --options="parallel=off"

// DEFINE: %{dynamic} = %{check} %stax_source/examples/softmax-dynamic.mlir
// RUN: %{dynamic} --threads=1
// RUN: %{dynamic} --threads=3
// RUN: %{dynamic} --input=random:1x1xf32
// RUN: %{dynamic} --input=random:7x63xf32:seed=1 --threads=2
// RUN: %{dynamic} --input=random:3x4097xf32:seed=2:range=-50,50 --threads=2
// RUN: %{dynamic} --input=random:1x20000xf32:seed=3
// RUN: %{dynamic} --input=random:0x5xf32

// RUN: %{check} %s --entry=static --threads=1
// RUN: %{check} %s --entry=static --threads=3
// RUN: %{check} %s --entry=dynamic --threads=2
// RUN: %{check} %s --entry=dynamic --input=random:5x65xf32 --options="parallel=off"
// RUN: %{check} %s --entry=dynamic --input=random:2x4096xf32 --threads=3

func.func @static(%x: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %m = stax.reduce #stax.max dims [1] ins(%x : tensor<64x128xf32>) -> tensor<64xf32>
  %e = stax.pointwise ins(%x, %m[(i, j) -> (i)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %d = arith.subf %a, %b : f32
    %r = math.exp %d : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [1] ins(%e : tensor<64x128xf32>) -> tensor<64xf32>
  %y = stax.pointwise ins(%e, %s[(i, j) -> (i)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.divf %a, %b : f32
    stax.yield %r : f32
  }
  return %y : tensor<64x128xf32>
}

func.func @dynamic(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %k = tensor.dim %x, %c1 : tensor<?x?xf32>
  %m = stax.reduce #stax.max dims [1] domain [%n, %k] ins(%x : tensor<?x?xf32>) -> tensor<?xf32>
  %e = stax.pointwise domain [%n, %k] ins(%x, %m[(i, j) -> (i)] : tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32> {
  ^bb0(%a: f32, %b: f32):
    %d = arith.subf %a, %b : f32
    %r = math.exp %d : f32
    stax.yield %r : f32
  }
  %s = stax.reduce #stax.add dims [1] domain [%n, %k] ins(%e : tensor<?x?xf32>) -> tensor<?xf32>
  %y = stax.pointwise domain [%n, %k] ins(%e, %s[(i, j) -> (i)] : tensor<?x?xf32>, tensor<?xf32>) -> tensor<?x?xf32> {
  ^bb0(%a: f32, %b: f32):
    %r = arith.divf %a, %b : f32
    stax.yield %r : f32
  }
  return %y : tensor<?x?xf32>
}
