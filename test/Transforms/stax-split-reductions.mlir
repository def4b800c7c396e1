// RUN: stax-opt %s -split-input-file -stax-split-reductions="threads=4 min-chunks=2" | FileCheck %s

// A whole number of chunks: partial sums, and their sum by pairs.
// CHECK-LABEL: @row
// CHECK-SAME: (%[[X:.*]]: tensor<16384xf32>)
func.func @row(%x: tensor<16384xf32>) -> tensor<f32> {
  // CHECK-NEXT: %[[P:.*]] = stax.reduce #stax.add dims [1] partial domain [4, 4096] ins(%[[X]][(d0, d1) -> (d0 * 4096 + d1)] : tensor<16384xf32>) -> tensor<4xf32>
  // CHECK-NEXT: %[[S:.*]] = stax.reduce #stax.add dims [0] tree(pairs) ins(%[[P]] : tensor<4xf32>) -> tensor<f32>
  // CHECK-NEXT: return %[[S]]
  %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<16384xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Columns are cut into chunks of 256 rows and stay columns.
// CHECK-LABEL: @column
func.func @column(%x: tensor<1024x37xf32>) -> tensor<37xf32> {
  // CHECK: %[[P:.*]] = stax.reduce #stax.add dims [1] partial domain [4, 256, 37] ins(%{{.*}}[(d0, d1, d2) -> (d0 * 256 + d1, d2)] : tensor<1024x37xf32>) -> tensor<4x37xf32>
  // CHECK: stax.reduce #stax.add dims [0] tree(pairs) ins(%[[P]] : tensor<4x37xf32>) -> tensor<37xf32>
  %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<1024x37xf32>) -> tensor<37xf32>
  return %0 : tensor<37xf32>
}

// -----

// The points after the last full chunk are reduced alone, and chosen by the
// number of the chunk.
// CHECK: #[[FULL:.*]] = affine_set<(d0, d1) : (-d1 + 1 >= 0)>
// CHECK-LABEL: @rest
func.func @rest(%x: tensor<3x10000xf32>) -> tensor<3xf32> {
  // CHECK: %[[P:.*]] = stax.reduce #stax.add dims [2] partial domain [3, 2, 4096]
  // CHECK: %[[R:.*]] = stax.reduce #stax.add dims [1] partial domain [3, 1808] ins(%{{.*}}[(d0, d1) -> (d0, d1 + 8192)] : tensor<3x10000xf32>) -> tensor<3xf32>
  // CHECK: %[[IDENTITY:.*]] = arith.constant -0.0
  // CHECK: %[[LAST:.*]] = arith.constant 2 : index
  // CHECK: stax.reduce #stax.add dims [1] tree(pairs) domain [3, 3] ins(%[[P]] guard #[[FULL]] else %[[IDENTITY]], %[[R]][{{.*}}] : tensor<3x2xf32>, tensor<3xf32>) -> tensor<3xf32> {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32):
  // CHECK-NEXT: %[[K:.*]] = stax.index 1
  // CHECK-NEXT: %[[C:.*]] = arith.cmpi eq, %[[K]], %[[LAST]]
  // CHECK-NEXT: arith.select %[[C]], %[[B]], %[[A]]
  %0 = stax.reduce #stax.add dims [1] ins(%x : tensor<3x10000xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Short floats are rounded once, in the end; placements are kept.
// CHECK-LABEL: @short_floats
func.func @short_floats(%x: tensor<8192xf16>) -> tensor<f16> {
  // CHECK: stax.reduce {{.*}} attributes {stax.stream = 1 : i64} -> tensor<2xf32>
  // CHECK: %[[S:.*]] = stax.reduce {{.*}} attributes {stax.stream = 1 : i64} -> tensor<f32>
  // CHECK: stax.pointwise ins(%[[S]] : tensor<f32>) attributes {stax.stream = 1 : i64} -> tensor<f16>
  // CHECK: arith.truncf
  %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<8192xf16>) attributes {stax.stream = 1 : i64} -> tensor<f16>
  return %0 : tensor<f16>
}

// -----

// Coordinates in the region are those of the whole; both members are cut.
// CHECK-LABEL: @argmax
func.func @argmax(%x: tensor<8192xf32>) -> (tensor<f32>, tensor<i64>) {
  // CHECK: %[[P:.*]]:2 = stax.reduce #stax.argmax dims [1] partial domain [2, 4096]
  // CHECK: %[[C:.*]] = stax.index 0
  // CHECK: %[[K:.*]] = stax.index 1
  // CHECK: %[[F:.*]] = arith.muli %[[C]], %{{.*}} : index
  // CHECK: arith.addi %[[F]], %[[K]]
  // CHECK: stax.reduce #stax.argmax dims [0] tree(pairs) ins(%[[P]]#0, %[[P]]#1 : tensor<2xf32>, tensor<2xi64>)
  %0:2 = stax.reduce #stax.argmax dims [0] ins(%x : tensor<8192xf32>) -> (tensor<f32>, tensor<i64>) {
  ^bb0(%a: f32):
    %i = stax.index 0
    %j = arith.index_cast %i : index to i64
    stax.yield %a, %j : f32, i64
  }
  return %0#0, %0#1 : tensor<f32>, tensor<i64>
}

// -----

// Dimensions that are neighbours everywhere become one.
// CHECK-LABEL: @collapsed
func.func @collapsed(%x: tensor<64x256xf32>) -> tensor<f32> {
  // CHECK: %[[F:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1]] : tensor<64x256xf32> into tensor<16384xf32>
  // CHECK: stax.reduce #stax.add dims [1] partial domain [4, 4096] ins(%[[F]]
  %0 = stax.reduce #stax.add dims [0, 1] ins(%x : tensor<64x256xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// A range of unknown length is cut where the program runs.
// CHECK-LABEL: @dynamic
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>)
func.func @dynamic(%x: tensor<?xf32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  // CHECK: %[[N:.*]] = tensor.dim %[[X]]
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  // CHECK: %[[P:.*]] = stax.reduce #stax.add dims [1] partial domain [%{{.*}}, 4096] ins(%[[X]][{{.*}}] : tensor<?xf32>) -> tensor<?xf32>
  // CHECK: %[[R:.*]] = stax.reduce #stax.add dims [0] partial domain [%{{.*}}] ins(%[[X]][{{.*}}] : tensor<?xf32>) symbols(%{{.*}}) -> tensor<f32>
  // CHECK: stax.reduce #stax.add dims [0] tree(pairs) domain [%{{.*}}] ins(%[[P]]{{.*}} guard {{.*}}, %[[R]]
  %0 = stax.reduce #stax.add dims [0] domain [%n] ins(%x : tensor<?xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// A scan of whole chunks: their totals, carries in order, and scans from these.
// CHECK-LABEL: @scan
func.func @scan(%x: tensor<16384xf32>) -> tensor<16384xf32> {
  // CHECK: %[[T:.*]] = stax.reduce #stax.add dims [1] partial tree(scan_row) domain [4, 4096] {{.*}} -> tensor<4xf32>
  // CHECK: %[[INIT:.*]] = arith.constant 0.0
  // CHECK: %[[C:.*]] = stax.scan #stax.add dim 0 exclusive tree(serial) carry(%[[INIT]] : f32) ins(%[[T]] : tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[S:.*]] = stax.scan #stax.add dim 1 carry(%[[C]] : tensor<4xf32>) ins(%{{.*}} : tensor<16384xf32>) -> tensor<4x4096xf32>
  // CHECK: tensor.collapse_shape %[[S]] {{\[}}[0, 1]] : tensor<4x4096xf32> into tensor<16384xf32>
  %0 = stax.scan #stax.add dim 0 ins(%x : tensor<16384xf32>) -> tensor<16384xf32>
  return %0 : tensor<16384xf32>
}

// -----

// In reverse the short chunk is in front; totals are of points from the last to
// the first.
// CHECK-LABEL: @reverse_scan
// CHECK-SAME: (%[[X:.*]]: tensor<10000xf32>)
func.func @reverse_scan(%x: tensor<10000xf32>) -> tensor<10000xf32> {
  // CHECK: %[[T:.*]] = stax.reduce #stax.add dims [1] partial tree(scan_row) domain [2, 4096] ins(%[[X]][(d0, d1) -> (d0 * 4096 + -d1 + 4095 + 1808)]
  // CHECK: %[[C:.*]] = stax.scan #stax.add dim 0 exclusive reverse tree(serial) {{.*}} ins(%[[T]][(d0) -> (d0 - 1)] guard
  // CHECK: %[[H:.*]] = tensor.extract_slice %[[C]][1] [2] [1]
  // CHECK: %[[S:.*]] = stax.scan #stax.add dim 1 exclusive reverse carry(%[[H]] : tensor<2xf32>) ins(%[[X]][(d0, d1) -> (d0 * 4096 + d1 + 1808)]
  // The short chunk begins where its input does, but ends before that.
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK: %[[R:.*]] = stax.scan #stax.add dim 0 exclusive reverse carry(%{{.*}} : tensor<f32>) ins(%[[X]][(d0)[s0] -> (d0 + s0)] : tensor<10000xf32>) symbols(%[[ZERO]])
  // CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[1808] [8192] [1]
  // CHECK: tensor.insert_slice %[[R]] into %{{.*}}[0] [1808] [1]
  %0 = stax.scan #stax.add dim 0 exclusive reverse ins(%x : tensor<10000xf32>) -> tensor<10000xf32>
  return %0 : tensor<10000xf32>
}
