// arith and math on tensors of every element type agree with the interpreter.

// DEFINE: %{check} = stax-run %s --check --verify-each-stage --entry=
// DEFINE: %{exact} = FileCheck %s

// RUN: %{check}arithmetic --input=random:7x33xf32 --input=random:7x33xf32:seed=1 --threads=1 | %{exact}
// RUN: %{check}arithmetic --input=random:1000x3xf32 --input=random:1000x3xf32:seed=1 --threads=3 | %{exact}
// RUN: %{check}arithmetic --input=random:0x3xf32 --input=zeros:0x3xf32 | %{exact}
// RUN: %{check}arithmetic --input=zeros:2x2xf32 --input=zeros:2x2xf32 | %{exact}
// CHECK: check: ok (max 0 ulp, max 0 absolute, 0 undecided)
// RUN: %{check}functions --threads=2
// RUN: %{check}functions --input=random:64xf64:range=-700,700
// RUN: %{check}functions --input=iota:64xf64 --options="parallel=off"
// RUN: %{check}integers --input=random:100xi32 --input=random:100xi32:seed=1 | %{exact}
// RUN: %{check}integers --input=random:100xi32:range=-2147483648,2147483647 --input=iota:100xi32 | %{exact}
// RUN: %{check}booleans --input=random:100xi64 --input=random:100xi64:seed=1 | %{exact}
// RUN: %{check}small_integers --input=random:100xi8 --input=random:100xi16 | %{exact}
// RUN: %{check}conversions --input=random:64xf32:range=-1e10,1e10 | %{exact}
// RUN: %{check}halves --input=random:64xf16 --input=random:64xf16:seed=1 | %{exact}
// RUN: %{check}bfloat_comparison --input=random:4096xbf16 | %{exact}
// RUN: %{check}bfloats --input=random:64xbf16 --input=random:64xbf16:seed=1 | %{exact}
// RUN: %{check}scalars --input=random:f32 --input=random:i64 --input=random:i1 | %{exact}
// RUN: %{check}rank0 | %{exact}

func.func @arithmetic(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %sum = arith.addf %x, %y : tensor<?x?xf32>
  %difference = arith.subf %sum, %y : tensor<?x?xf32>
  %product = arith.mulf %difference, %x : tensor<?x?xf32>
  %quotient = arith.divf %product, %y : tensor<?x?xf32>
  %max = arith.maximumf %quotient, %x : tensor<?x?xf32>
  %negated = arith.negf %max : tensor<?x?xf32>
  %root = math.sqrt %x : tensor<?x?xf32>
  return %negated, %quotient, %root : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @functions(%x: tensor<64xf64>) -> (tensor<64xf64>, tensor<64xf64>, tensor<64xf64>, tensor<64xf64>) {
  %exp = math.exp %x : tensor<64xf64>
  %abs = math.absf %x : tensor<64xf64>
  %log = math.log %abs : tensor<64xf64>
  %sin = math.sin %x : tensor<64xf64>
  %tanh = math.tanh %x : tensor<64xf64>
  return %exp, %log, %sin, %tanh : tensor<64xf64>, tensor<64xf64>, tensor<64xf64>, tensor<64xf64>
}

func.func @integers(%x: tensor<100xi32>, %y: tensor<100xi32>) -> (tensor<100xi32>, tensor<100xi32>, tensor<100xi32>) {
  %sum = arith.addi %x, %y : tensor<100xi32>
  %product = arith.muli %sum, %x : tensor<100xi32>
  %min = arith.minsi %product, %y : tensor<100xi32>
  %left = arith.shli %x, %y : tensor<100xi32>
  %right = arith.shrsi %x, %y : tensor<100xi32>
  return %min, %left, %right : tensor<100xi32>, tensor<100xi32>, tensor<100xi32>
}

func.func @booleans(%x: tensor<100xi64>, %y: tensor<100xi64>) -> (tensor<100xi1>, tensor<100xi64>) {
  %less = arith.cmpi slt, %x, %y : tensor<100xi64>
  %equal = arith.cmpi eq, %x, %y : tensor<100xi64>
  %either = arith.ori %less, %equal : tensor<100xi1>
  %min = arith.select %either, %x, %y : tensor<100xi1>, tensor<100xi64>
  return %either, %min : tensor<100xi1>, tensor<100xi64>
}

func.func @small_integers(%x: tensor<100xi8>, %y: tensor<100xi16>) -> (tensor<100xi8>, tensor<100xi16>) {
  %wide = arith.extsi %x : tensor<100xi8> to tensor<100xi16>
  %product = arith.muli %wide, %y : tensor<100xi16>
  %narrow = arith.trunci %product : tensor<100xi16> to tensor<100xi8>
  return %narrow, %product : tensor<100xi8>, tensor<100xi16>
}

func.func @conversions(%x: tensor<64xf32>) -> (tensor<64xi32>, tensor<64xi8>, tensor<64xf32>) {
  %saturated = arith.fptosi %x : tensor<64xf32> to tensor<64xi32>
  %small = arith.fptoui %x : tensor<64xf32> to tensor<64xi8>
  %back = arith.sitofp %saturated : tensor<64xi32> to tensor<64xf32>
  return %saturated, %small, %back : tensor<64xi32>, tensor<64xi8>, tensor<64xf32>
}

func.func @halves(%x: tensor<64xf16>, %y: tensor<64xf16>) -> (tensor<64xf16>, tensor<f16>) {
  %sum = arith.addf %x, %y : tensor<64xf16>
  %product = arith.mulf %sum, %y : tensor<64xf16>
  %zero = arith.constant dense<0.0> : tensor<f16>
  %total = linalg.reduce { arith.addf } ins(%product : tensor<64xf16>) outs(%zero : tensor<f16>) dimensions = [0]
  return %product, %total : tensor<64xf16>, tensor<f16>
}

func.func @bfloats(%x: tensor<64xbf16>, %y: tensor<64xbf16>) -> (tensor<64xbf16>, tensor<bf16>) {
  %sum = arith.addf %x, %y : tensor<64xbf16>
  %product = arith.mulf %sum, %y : tensor<64xbf16>
  %zero = arith.constant dense<0.0> : tensor<bf16>
  %total = linalg.reduce { arith.addf } ins(%product : tensor<64xbf16>) outs(%zero : tensor<bf16>) dimensions = [0]
  return %product, %total : tensor<64xbf16>, tensor<bf16>
}

func.func @scalars(%x: f32, %n: i64, %b: i1) -> (f32, i64, i1, tensor<3xf32>) {
  %t = tensor.splat %x : tensor<3xf32>
  %sum = arith.addf %t, %t : tensor<3xf32>
  return %x, %n, %b, %sum : f32, i64, i1, tensor<3xf32>
}

func.func @rank0(%x: tensor<f32>) -> tensor<f32> {
  %0 = arith.mulf %x, %x : tensor<f32>
  return %0 : tensor<f32>
}

// Comparisons of bf16 happen in f32, and their result in another short type.
func.func @bfloat_comparison(%x: tensor<4096xbf16>) -> tensor<4096xf16> {
  %y = arith.addf %x, %x : tensor<4096xbf16>
  %differs = arith.cmpf une, %x, %y : tensor<4096xbf16>
  %z = arith.uitofp %differs : tensor<4096xi1> to tensor<4096xf16>
  return %z : tensor<4096xf16>
}
