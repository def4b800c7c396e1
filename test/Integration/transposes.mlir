// Reads and writes of transposed tensors run in tiles, and agree with the
// interpreter bit for bit: elements of every size, shapes that tiles divide and
// shapes that they do not.

// DEFINE: %{run} = stax-run %s --check --entry=
// DEFINE: %{exact} = FileCheck %s
// CHECK: check: ok (max 0 ulp, max 0 absolute, 0 undecided)

// RUN: %{run}floats --input=random:64x64xf32 --input=random:64x64xf32 --threads=1 | %{exact}
// RUN: %{run}floats --input=random:17x33xf32 --input=random:33x17xf32 --threads=2 --guard | %{exact}
// RUN: %{run}floats --input=random:100x47xf32 --input=random:47x100xf32 --threads=3 --guard | %{exact}
// RUN: %{run}floats --input=random:100x47xf32 --input=random:47x100xf32 --threads=16 --options="isa=avx2" --guard | %{exact}
// RUN: %{run}floats --input=random:100x47xf32 --input=random:47x100xf32 --options="isa=none" --guard | %{exact}
// RUN: %{run}floats --input=random:3x200xf32 --input=random:200x3xf32 --guard | %{exact}
// RUN: %{run}floats --input=random:200x3xf32 --input=random:3x200xf32 --guard | %{exact}
// RUN: %{run}floats --input=random:0x20xf32 --input=random:20x0xf32 | %{exact}
// RUN: %{run}types --input=random:70x35xf64 --input=random:70x35xi16 --input=random:70x35xi8 --input=random:70x35xi1 --threads=2 --guard | %{exact}
// RUN: %{run}types --input=random:70x35xf64 --input=random:70x35xi16 --input=random:70x35xi8 --input=random:70x35xi1 --options="isa=avx2" --guard | %{exact}
// RUN: %{run}types --input=random:70x35xf64 --input=random:70x35xi16 --input=random:70x35xi8 --input=random:70x35xi1 --options="isa=none" --guard | %{exact}
// RUN: %{run}types --input=random:128x64xf64 --input=random:128x64xi16 --input=random:128x64xi8 --input=random:128x64xi1 --threads=3 | %{exact}
// RUN: %{run}batches --input=random:3x40x50xf32 --input=random:50xf32 --guard | %{exact}
// RUN: %{run}batches --input=random:3x40x50xf32 --input=random:50xf32 --options="isa=avx2" --guard | %{exact}
// RUN: %{run}batches --input=random:2x64x96xf32 --input=random:96xf32 --options="isa=none" --threads=2 --guard | %{exact}
// RUN: %{run}stores --guard | %{exact}
// RUN: %{run}stores --options="isa=avx2" --guard | %{exact}
// RUN: %{run}stores --options="isa=none" --guard | %{exact}
// RUN: %{run}long_bodies --input=random:67x80xf32 --guard | %{exact}
// RUN: %{run}long_bodies --input=random:67x80xf32 --options="isa=avx2" --guard | %{exact}

func.func @floats(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>)
    -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?x?xf32>
  %m = tensor.dim %a, %c1 : tensor<?x?xf32>
  %y = stax.pointwise domain [%n, %m] ins(%a, %b[(i, j) -> (j, i)] : tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32> {
  ^bb0(%u: f32, %v: f32):
    %s = arith.subf %u, %v : f32
    stax.yield %s : f32
  }
  %z = stax.pointwise domain [%m, %n] ins(%a[(i, j) -> (j, i)], %a[(i, j) -> (j, i)] : tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32> {
  ^bb0(%u: f32, %v: f32):
    %s = arith.mulf %u, %v : f32
    stax.yield %s : f32
  }
  return %y, %z : tensor<?x?xf32>, tensor<?x?xf32>
}

// Elements of one, two and eight bytes, and booleans.
func.func @types(%a: tensor<?x?xf64>, %b: tensor<?x?xi16>, %c: tensor<?x?xi8>, %d: tensor<?x?xi1>)
    -> (tensor<?x?xf64>, tensor<?x?xi16>, tensor<?x?xi8>, tensor<?x?xi1>, tensor<?x?xi16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf64>
  %n = tensor.dim %a, %c1 : tensor<?x?xf64>
  %0 = stax.pointwise domain [%n, %m] ins(%a[(i, j) -> (j, i)] : tensor<?x?xf64>) -> tensor<?x?xf64>
  %1 = stax.pointwise domain [%n, %m] ins(%b[(i, j) -> (j, i)] : tensor<?x?xi16>) -> tensor<?x?xi16>
  %2 = stax.pointwise domain [%n, %m] ins(%c[(i, j) -> (j, i)] : tensor<?x?xi8>) -> tensor<?x?xi8>
  %3 = stax.pointwise domain [%n, %m] ins(%d[(i, j) -> (j, i)] : tensor<?x?xi1>) -> tensor<?x?xi1>
  // One element is chosen by another, of another size.
  %4 = stax.pointwise domain [%n, %m] ins(%b[(i, j) -> (j, i)], %c[(i, j) -> (j, i)], %d[(i, j) -> (j, i)] : tensor<?x?xi16>, tensor<?x?xi8>, tensor<?x?xi1>) -> tensor<?x?xi16> {
  ^bb0(%u: i16, %v: i8, %w: i1):
    %e = arith.extsi %v : i8 to i16
    %s = arith.select %w, %u, %e : i16
    stax.yield %s : i16
  }
  return %0, %1, %2, %3, %4 : tensor<?x?xf64>, tensor<?x?xi16>, tensor<?x?xi8>, tensor<?x?xi1>, tensor<?x?xi16>
}

// Tiles of the first and the last dimension, with one between them, and a read
// that stays in each row.
func.func @batches(%a: tensor<?x?x?xf32>, %r: tensor<?xf32>) -> tensor<?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %b = tensor.dim %a, %c0 : tensor<?x?x?xf32>
  %m = tensor.dim %a, %c1 : tensor<?x?x?xf32>
  %n = tensor.dim %a, %c2 : tensor<?x?x?xf32>
  %0 = stax.pointwise domain [%n, %b, %m] ins(%a[(i, k, j) -> (k, j, i)], %r[(i, k, j) -> (i)] : tensor<?x?x?xf32>, tensor<?xf32>) -> tensor<?x?x?xf32> {
  ^bb0(%u: f32, %v: f32):
    %s = arith.addf %u, %v : f32
    stax.yield %s : f32
  }
  return %0 : tensor<?x?x?xf32>
}

// Stores that are transposed, in loops of the affine dialect.
func.func @stores(%x: memref<70x35xf32>, %p: memref<70x35xi1>, %y: memref<35x70xf32>, %q: memref<35x70xi1>) {
  affine.parallel (%i, %j) = (0, 0) to (70, 35) {
    %v = affine.load %x[%i, %j] : memref<70x35xf32>
    %b = affine.load %p[%i, %j] : memref<70x35xi1>
    %w = arith.mulf %v, %v : f32
    %true = arith.constant true
    %c = arith.xori %b, %true : i1
    affine.store %w, %y[%j, %i] : memref<35x70xf32>
    affine.store %c, %q[%j, %i] : memref<35x70xi1>
  }
  return
}

// Divisions that keep a tile's rows in a loop.
func.func @long_bodies(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %0 = stax.pointwise domain [%n, %m] ins(%a[(i, j) -> (j, i)] : tensor<?x?xf32>) -> tensor<?x?xf32> {
  ^bb0(%v: f32):
    %r0 = arith.mulf %v, %v : f32
    %r1 = arith.addf %r0, %v : f32
    %r2 = arith.divf %r1, %v : f32
    %r3 = arith.addf %r2, %v : f32
    %r4 = arith.divf %r3, %v : f32
    %r5 = arith.addf %r4, %v : f32
    %r6 = arith.divf %r5, %v : f32
    %r7 = arith.addf %r6, %v : f32
    %r8 = arith.divf %r7, %v : f32
    %r9 = arith.addf %r8, %v : f32
    %r10 = arith.divf %r9, %v : f32
    %r11 = arith.addf %r10, %v : f32
    %r12 = arith.divf %r11, %v : f32
    %r13 = arith.addf %r12, %v : f32
    %r14 = arith.divf %r13, %v : f32
    %r15 = arith.addf %r14, %v : f32
    %r16 = arith.divf %r15, %v : f32
    %r17 = arith.addf %r16, %v : f32
    %r18 = arith.divf %r17, %v : f32
    %r19 = arith.addf %r18, %v : f32
    %r20 = arith.divf %r19, %v : f32
    %r21 = arith.addf %r20, %v : f32
    %r22 = arith.divf %r21, %v : f32
    %r23 = arith.addf %r22, %v : f32
    %r24 = arith.divf %r23, %v : f32
    %r25 = arith.addf %r24, %v : f32
    %r26 = arith.divf %r25, %v : f32
    %r27 = arith.addf %r26, %v : f32
    %r28 = arith.divf %r27, %v : f32
    %r29 = arith.addf %r28, %v : f32
    %r30 = arith.divf %r29, %v : f32
    %r31 = arith.addf %r30, %v : f32
    %r32 = arith.divf %r31, %v : f32
    %r33 = arith.addf %r32, %v : f32
    %r34 = arith.divf %r33, %v : f32
    %r35 = arith.addf %r34, %v : f32
    %r36 = arith.divf %r35, %v : f32
    stax.yield %r36 : f32
  }
  return %0 : tensor<?x?xf32>
}
