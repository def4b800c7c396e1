// Sums over every choice of dimensions of a tensor agree with the interpreter
// bit for bit, as neither has a function: sizes stand around the lanes and
// chunks of the trees (64 and 4096 points along the last dimension, 256 along
// another).

// DEFINE: %{check} = stax-run %s --check --entry=
// DEFINE: %{exact} = FileCheck %s

// RUN: %{check}sums --input=random:3x5x63xf32 | %{exact}
// RUN: %{check}sums --input=random:3x5x64xf32 --threads=1 | %{exact}
// RUN: %{check}sums --input=random:3x5x65xf32 --threads=2 | %{exact}
// RUN: %{check}sums --input=random:2x2x4095xf32 --threads=3 | %{exact}
// RUN: %{check}sums --input=random:2x2x4096xf32 --threads=1 | %{exact}
// RUN: %{check}sums --input=random:2x2x4097xf32 --threads=2 | %{exact}
// RUN: %{check}sums --input=random:1x1x20000xf32 --threads=3 | %{exact}
// RUN: %{check}sums --input=random:255x3x5xf32 --threads=2 | %{exact}
// RUN: %{check}sums --input=random:256x2x3xf32 --threads=3 | %{exact}
// RUN: %{check}sums --input=random:257x2x3xf32 --threads=1 | %{exact}
// RUN: %{check}sums --input=random:3x1030x2xf32 --options="parallel=off" | %{exact}
// RUN: %{check}sums --input=random:1x1x1xf32 | %{exact}
// RUN: %{check}sums --input=random:0x3x4xf32 | %{exact}
// RUN: %{check}sums --input=random:3x0x4xf32 | %{exact}
// RUN: %{check}sums --input=random:3x4x0xf32 | %{exact}
// RUN: %{check}nests --input=random:5x9x70xf32 --input=random:9x9x64xf32 --guard | %{exact}
// RUN: %{check}nests --input=random:700x9x70xf32 --input=random:0x9x64xf32 --guard --threads=3 | %{exact}
// RUN: %{check}nests --input=random:117x9x70xf32 --input=random:1x9x64xf32 --guard --options="isa=avx2" | %{exact}
// CHECK: check: ok (max 0 ulp, max 0 absolute, 0 undecided)

// RUN: %{check}sums64 --input=random:31xf64 | %{exact}
// RUN: %{check}sums64 --input=random:32xf64 | %{exact}
// RUN: %{check}sums64 --input=random:33xf64 | %{exact}
// RUN: %{check}sums64 --input=random:4097xf64 | %{exact}

// RUN: %{check}integers --input=random:3x4097xi32 --threads=2 | %{exact}
// RUN: %{check}integers --input=random:300x3xi32 --options="parallel=off" | %{exact}
// RUN: %{check}integers --input=random:3x0xi32 | %{exact}

// RUN: %{check}extremes --input=random:3x4097xf32 --threads=3 | %{exact}
// RUN: %{check}extremes --input=random:300x1xf32 | %{exact}

// RUN: %{check}zeros --input=random:1xf32 | %{exact}
// RUN: %{check}zeros --input=random:2xf32 | %{exact}
// RUN: %{check}zeros --input=random:4097xf32 --threads=2 | %{exact}

func.func @sums(%x: tensor<?x?x?xf32>)
    -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>,
        tensor<?xf32>, tensor<?xf32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?x?xf32>
  %c = tensor.dim %x, %c2 : tensor<?x?x?xf32>
  %zero = arith.constant 0.0 : f32
  %bc = tensor.empty(%b, %c) : tensor<?x?xf32>
  %ac = tensor.empty(%a, %c) : tensor<?x?xf32>
  %ab = tensor.empty(%a, %b) : tensor<?x?xf32>
  %e0 = tensor.empty(%a) : tensor<?xf32>
  %e1 = tensor.empty(%b) : tensor<?xf32>
  %e2 = tensor.empty(%c) : tensor<?xf32>
  %e = tensor.empty() : tensor<f32>
  %ibc = linalg.fill ins(%zero : f32) outs(%bc : tensor<?x?xf32>) -> tensor<?x?xf32>
  %iac = linalg.fill ins(%zero : f32) outs(%ac : tensor<?x?xf32>) -> tensor<?x?xf32>
  %iab = linalg.fill ins(%zero : f32) outs(%ab : tensor<?x?xf32>) -> tensor<?x?xf32>
  %i0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?xf32>) -> tensor<?xf32>
  %i1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %i2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<?xf32>) -> tensor<?xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %first = linalg.reduce { arith.addf } ins(%x : tensor<?x?x?xf32>) outs(%ibc : tensor<?x?xf32>) dimensions = [0]
  %middle = linalg.reduce { arith.addf } ins(%x : tensor<?x?x?xf32>) outs(%iac : tensor<?x?xf32>) dimensions = [1]
  %last = linalg.reduce { arith.addf } ins(%x : tensor<?x?x?xf32>) outs(%iab : tensor<?x?xf32>) dimensions = [2]
  %last_two = linalg.reduce { arith.addf } ins(%x : tensor<?x?x?xf32>) outs(%i0 : tensor<?xf32>) dimensions = [1, 2]
  %outer_two = linalg.reduce { arith.addf } ins(%x : tensor<?x?x?xf32>) outs(%i1 : tensor<?xf32>) dimensions = [0, 2]
  %first_two = linalg.reduce { arith.addf } ins(%x : tensor<?x?x?xf32>) outs(%i2 : tensor<?xf32>) dimensions = [0, 1]
  %all = linalg.reduce { arith.addf } ins(%x : tensor<?x?x?xf32>) outs(%i : tensor<f32>) dimensions = [0, 1, 2]
  return %first, %middle, %last, %last_two, %outer_two, %first_two, %all
      : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>,
        tensor<?xf32>, tensor<?xf32>, tensor<f32>
}

// Rows of known length have their points in one tree of vectors.
func.func @nests(%x: tensor<?x9x70xf32>, %y: tensor<?x9x64xf32>)
    -> (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>) {
  %zero = arith.constant dense<0.0> : tensor<9xf32>
  %least = arith.constant dense<0xFF800000> : tensor<9xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<?x9x70xf32>) outs(%zero : tensor<9xf32>) dimensions = [0, 2]
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<?x9x70xf32>) outs(%least : tensor<9xf32>) dimensions = [0, 2]
  %whole = linalg.reduce { arith.addf } ins(%y : tensor<?x9x64xf32>) outs(%zero : tensor<9xf32>) dimensions = [0, 2]
  return %sum, %max, %whole : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>
}

// f64 has half as many lanes.
func.func @sums64(%x: tensor<?xf64>) -> (tensor<f64>, tensor<f64>) {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %one = arith.constant dense<1.0> : tensor<f64>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<?xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  %product = linalg.reduce { arith.mulf } ins(%x : tensor<?xf64>) outs(%one : tensor<f64>) dimensions = [0]
  return %sum, %product : tensor<f64>, tensor<f64>
}

// Integers wrap around.
func.func @integers(%x: tensor<?x?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xi32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lowest = arith.constant -2147483648 : i32
  %e = tensor.empty(%n) : tensor<?xi32>
  %i0 = linalg.fill ins(%zero : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %i1 = linalg.fill ins(%one : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %i2 = linalg.fill ins(%lowest : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %sum = linalg.reduce { arith.addi } ins(%x : tensor<?x?xi32>) outs(%i0 : tensor<?xi32>) dimensions = [1]
  %product = linalg.reduce { arith.muli } ins(%x : tensor<?x?xi32>) outs(%i1 : tensor<?xi32>) dimensions = [1]
  %max = linalg.reduce { arith.maxsi } ins(%x : tensor<?x?xi32>) outs(%i2 : tensor<?xi32>) dimensions = [1]
  return %sum, %product, %max : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}

// The four extremes differ in what they do with NaN.
func.func @extremes(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %k = tensor.dim %x, %c1 : tensor<?x?xf32>
  // The root of half of the values is NaN.
  %root = math.sqrt %x : tensor<?x?xf32>
  %max = stax.reduce #stax.max dims [1] domain [%n, %k] ins(%root : tensor<?x?xf32>) -> tensor<?xf32>
  %min = stax.reduce #stax.min dims [1] domain [%n, %k] ins(%root : tensor<?x?xf32>) -> tensor<?xf32>
  %maxnum = stax.reduce #stax.maxnum dims [1] domain [%n, %k] ins(%root : tensor<?x?xf32>) -> tensor<?xf32>
  %minnum = stax.reduce #stax.minnum dims [1] domain [%n, %k] ins(%root : tensor<?x?xf32>) -> tensor<?xf32>
  return %max, %min, %maxnum, %minnum : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// Zeros are ordered, whether or not NaN is kept.
func.func @zeros(%x: tensor<?xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %none = arith.constant dense<0.0> : tensor<f32>
  %zeros = stax.pointwise domain [%n] ins(%x, %none[(i) -> ()] : tensor<?xf32>, tensor<f32>) -> tensor<?xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = math.copysign %b, %a : f32
    stax.yield %c : f32
  }
  %max = stax.reduce #stax.max dims [0] domain [%n] ins(%zeros : tensor<?xf32>) -> tensor<f32>
  %min = stax.reduce #stax.min dims [0] domain [%n] ins(%zeros : tensor<?xf32>) -> tensor<f32>
  %maxnum = stax.reduce #stax.maxnum dims [0] domain [%n] ins(%zeros : tensor<?xf32>) -> tensor<f32>
  %minnum = stax.reduce #stax.minnum dims [0] domain [%n] ins(%zeros : tensor<?xf32>) -> tensor<f32>
  return %max, %min, %maxnum, %minnum : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}
