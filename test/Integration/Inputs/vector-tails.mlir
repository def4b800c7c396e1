// Programs over one dimension of any length: pointwise, with a guard, reduced, scanned;
// with elements of 32, 64 and 8 bits.

#map = affine_map<(d0) -> (d0)>

func.func @f32(%x: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<f32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<f32>
  %low = arith.constant dense<0xFF800000> : tensor<f32>
  %q = arith.mulf %x, %x : tensor<?xf32>
  %y = arith.subf %q, %x : tensor<?xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<?xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  // Without a point it would be an error.
  %one = tensor.pad %x low[1] high[0] {
  ^bb0(%i: index):
    %pad = arith.constant -3.0 : f32
    tensor.yield %pad : f32
  } : tensor<?xf32> to tensor<?xf32>
  %m = linalg.reduce { arith.maximumf } ins(%one : tensor<?xf32>) outs(%low : tensor<f32>) dimensions = [0]
  return %y, %s, %m : tensor<?xf32>, tensor<f32>, tensor<f32>
}

func.func @f64(%x: tensor<?xf64>) -> (tensor<?xf64>, tensor<f64>, tensor<f64>) {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %one = arith.constant dense<1.0> : tensor<f64>
  %y = arith.divf %x, %x : tensor<?xf64>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<?xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  %p = linalg.reduce { arith.mulf } ins(%y : tensor<?xf64>) outs(%one : tensor<f64>) dimensions = [0]
  return %y, %s, %p : tensor<?xf64>, tensor<f64>, tensor<f64>
}

func.func @i8(%x: tensor<?xi8>) -> (tensor<?xi8>, tensor<?xi1>, tensor<i8>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi8>
  %e = tensor.empty(%n) : tensor<?xi8>
  %f = tensor.empty(%n) : tensor<?xi1>
  %zero = arith.constant dense<0> : tensor<i8>
  %y:2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]}
      ins(%x : tensor<?xi8>) outs(%e, %f : tensor<?xi8>, tensor<?xi1>) {
  ^bb0(%a: i8, %b: i8, %c: i1):
    %three = arith.constant 3 : i8
    %r = arith.remsi %a, %three : i8
    %i = linalg.index 0 : index
    %t = arith.index_cast %i : index to i8
    %u = arith.addi %r, %t : i8
    %p = arith.cmpi slt, %a, %t : i8
    linalg.yield %u, %p : i8, i1
  } -> (tensor<?xi8>, tensor<?xi1>)
  %s = linalg.reduce { arith.addi } ins(%x : tensor<?xi8>) outs(%zero : tensor<i8>) dimensions = [0]
  return %y#0, %y#1, %s : tensor<?xi8>, tensor<?xi1>, tensor<i8>
}

func.func @scans_f32(%x: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %half = arith.constant 0.5 : f32
  %y = stax.scan #stax.add dim 0 domain [%n] ins(%x : tensor<?xf32>) -> tensor<?xf32>
  %z = stax.scan #stax.add dim 0 exclusive reverse carry(%half : f32) domain [%n] ins(%x : tensor<?xf32>) -> tensor<?xf32>
  %m = stax.scan #stax.min dim 0 reverse domain [%n] ins(%x : tensor<?xf32>) -> tensor<?xf32>
  return %y, %z, %m : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

func.func @scans_f64(%x: tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?xf64>, tensor<f64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %y = stax.scan #stax.add dim 0 exclusive domain [%n] ins(%x : tensor<?xf64>) -> tensor<?xf64>
  %z = stax.scan #stax.mul dim 0 reverse domain [%n] ins(%x : tensor<?xf64>) -> tensor<?xf64>
  %t = stax.reduce #stax.add dims [0] tree(scan_row) domain [%n] ins(%x : tensor<?xf64>) -> tensor<f64>
  return %y, %z, %t : tensor<?xf64>, tensor<?xf64>, tensor<f64>
}

func.func @scans_i8(%x: tensor<?xi8>)
    -> (tensor<?xi8>, tensor<?xi8>, tensor<?xi8>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi8>
  %y = stax.scan #stax.add dim 0 domain [%n] ins(%x : tensor<?xi8>) -> tensor<?xi8>
  %low = arith.constant -7 : i8
  %z = stax.scan #stax.maxs dim 0 exclusive carry(%low : i8) domain [%n] ins(%x : tensor<?xi8>) -> tensor<?xi8>
  %m = stax.scan #stax.mul dim 0 reverse domain [%n] ins(%x : tensor<?xi8>) -> tensor<?xi8>
  return %y, %z, %m : tensor<?xi8>, tensor<?xi8>, tensor<?xi8>
}
