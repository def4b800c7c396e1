// Small programs for the tests of stax-run.

func.func private @printMemrefF32(tensor<*xf32>)
func.func private @printMemrefI64(tensor<*xi64>)
func.func private @nowhere()

func.func @identity(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  return %x : tensor<2x3xf32>
}

func.func @add(%x: tensor<?xf32>, %y: tensor<?xf32> {stax.example = [5]}) -> tensor<?xf32> {
  %0 = arith.addf %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @scalars(%x: f32, %n: index, %b: i1) -> (f32, index, i1) {
  return %x, %n, %b : f32, index, i1
}

func.func @constant() -> tensor<2xi32> {
  %0 = arith.constant dense<[1, -2]> : tensor<2xi32>
  return %0 : tensor<2xi32>
}

func.func @fill(%m: memref<2x2xf32>, %x: tensor<3xf32>) -> tensor<3xf32> {
  %three = arith.constant 3.0 : f32
  linalg.fill ins(%three : f32) outs(%m : memref<2x2xf32>)
  return %x : tensor<3xf32>
}

func.func @prints() {
  %f = arith.constant dense<[1.5, 2.5]> : tensor<2xf32>
  %sum = arith.addf %f, %f : tensor<2xf32>
  %u = tensor.cast %sum : tensor<2xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  %i = arith.constant dense<[[1, -2]]> : tensor<1x2xi64>
  %v = tensor.cast %i : tensor<1x2xi64> to tensor<*xi64>
  func.call @printMemrefI64(%v) : (tensor<*xi64>) -> ()
  return
}

// An extreme of no elements is a run-time error.
func.func @maximum(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %k = tensor.dim %x, %c1 : tensor<?x?xf32>
  %m = stax.reduce #stax.max dims [1] domain [%n, %k] ins(%x : tensor<?x?xf32>) -> tensor<?xf32>
  return %m : tensor<?xf32>
}

func.func @unranked(%x: tensor<*xf32>) {
  return
}

func.func @complex(%x: tensor<4xf32>) -> tensor<4xcomplex<f32>> {
  %0 = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %1 = tensor.splat %0 : tensor<4xcomplex<f32>>
  return %1 : tensor<4xcomplex<f32>>
}

func.func @calls_nowhere(%n: index) {
  func.call @nowhere() : () -> ()
  return
}

// No pass lowers the shape dialect.
func.func @unsupported(%x: tensor<4xi32>) -> tensor<1xindex> {
  %0 = shape.shape_of %x : tensor<4xi32> -> tensor<1xindex>
  return %0 : tensor<1xindex>
}
