// RUN: stax-opt %s -split-input-file -stax-split-reductions="threads=4 min-chunks=2" -remarks-filter=stax -verify-diagnostics -o /dev/null
// RUN: stax-opt %s -split-input-file -stax-split-reductions 2>/dev/null | FileCheck %s --check-prefix=DEFAULT

// Four chunks are too few by default.
// DEFAULT-LABEL: @should_split
// DEFAULT-NOT: partial
// DEFAULT: return
func.func @should_split(%x: tensor<16384xf32>) -> tensor<f32> {
  // expected-remark @below {{[Passed] Split | Category:stax | chunk=4096, outer=1, points=16384}}
  %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<16384xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @should_not_split_enough_rows(%x: tensor<4x16384xf32>) -> tensor<4xf32> {
  // expected-remark @below {{[Missed] NotSplit | Category:stax | Reason=EnoughOuterPoints, outer=4, points=16384}}
  %0 = stax.reduce #stax.add dims [1] ins(%x : tensor<4x16384xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Groups of 64 columns count.
func.func @should_not_split_enough_columns(%x: tensor<16384x193xf32>) -> tensor<193xf32> {
  // expected-remark @below {{[Missed] NotSplit | Category:stax | Reason=EnoughOuterPoints, outer=4, points=16384}}
  %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<16384x193xf32>) -> tensor<193xf32>
  return %0 : tensor<193xf32>
}

// -----

func.func @should_not_split_short_range(%x: tensor<8191xf32>) -> tensor<f32> {
  // expected-remark @below {{[Missed] NotSplit | Category:stax | Reason=ShortRange, outer=1, points=8191}}
  %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<8191xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @should_not_split_unknown_rows(%x: tensor<?x16384xf32>, %n: index) -> tensor<?xf32> {
  // expected-remark @below {{[Missed] NotSplit | Category:stax | Reason=UnknownOuterPoints, points=16384}}
  %0 = stax.reduce #stax.add dims [1] domain [%n, 16384] ins(%x : tensor<?x16384xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// That extents differ would go unnoticed.
func.func @should_not_split_unknown_extents(%x: tensor<?xf32>, %n: index) -> tensor<f32> {
  // expected-remark @below {{[Missed] NotSplit | Category:stax | Reason=UnknownExtents, outer=1}}
  %0 = stax.reduce #stax.add dims [0] domain [%n] ins(%x : tensor<?xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @should_not_split_ordered(%x: tensor<16384xf32>) -> (tensor<f32>, tensor<16384xf32>) {
  // expected-remark @below {{[Missed] NotSplit | Category:stax | Reason=InOrder, outer=1, points=16384}}
  %0 = stax.reduce #stax.add dims [0] ordered ins(%x : tensor<16384xf32>) -> tensor<f32>
  // expected-remark @below {{[Missed] NotSplit | Category:stax | Reason=InOrder, outer=1, points=16384}}
  %1 = stax.scan #stax.add dim 0 tree(serial) ins(%x : tensor<16384xf32>) -> tensor<16384xf32>
  return %0, %1 : tensor<f32>, tensor<16384xf32>
}

// -----

// The reduced dimensions are not next to each other.
func.func @should_not_split_apart(%x: tensor<128x3x128xf32>) -> tensor<3xf32> {
  // expected-remark @below {{[Missed] NotSplit | Category:stax | Reason=NotOneRange, outer=3, points=16384}}
  %0 = stax.reduce #stax.add dims [0, 2] ins(%x : tensor<128x3x128xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Nor are they in an input that is transposed.
func.func @should_not_split_transposed(%x: tensor<128x128xf32>) -> tensor<f32> {
  // expected-remark @below {{[Missed] NotSplit | Category:stax | Reason=NotOneRange, outer=1, points=16384}}
  %0 = stax.reduce #stax.add dims [0, 1] ins(%x[(d0, d1) -> (d1, d0)] : tensor<128x128xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The target says how many threads there are, unless the option does.
// DEFAULT-LABEL: @should_not_split_for_one_core
// DEFAULT-NOT: partial
// DEFAULT: return
module attributes {stax.target = #stax.target<isa = "none", cores = 1>} {
  func.func @should_not_split_for_one_core(%x: tensor<1048576xf32>) -> tensor<f32> {
    // expected-remark @below {{[Passed] Split}}
    %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<1048576xf32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
}
