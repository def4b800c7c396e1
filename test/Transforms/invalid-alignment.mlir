// Every pass that takes an alignment says what it expects of it.
// RUN: not stax-opt %s -stax-order=alignment=0 2>&1 | FileCheck %s -DPASS=stax-order -DGOT=0
// RUN: not stax-opt %s -stax-verify-order=alignment=0 2>&1 | FileCheck %s -DPASS=stax-verify-order -DGOT=0
// RUN: not stax-opt %s -stax-plan-memory=alignment=0 2>&1 | FileCheck %s -DPASS=stax-plan-memory -DGOT=0
// RUN: not stax-opt %s -stax-verify-memory-plan=alignment=0 2>&1 | FileCheck %s -DPASS=stax-verify-memory-plan -DGOT=0
// RUN: not stax-opt %s -stax-order=alignment=-64 2>&1 | FileCheck %s -DPASS=stax-order -DGOT=-64
// RUN: not stax-opt %s -stax-verify-order=alignment=24 2>&1 | FileCheck %s -DPASS=stax-verify-order -DGOT=24
// RUN: not stax-opt %s -stax-verify-memory-plan=alignment=24 2>&1 | FileCheck %s -DPASS=stax-verify-memory-plan -DGOT=24

// CHECK: error: [[PASS]]: expected the alignment to be a power of two, but got [[GOT]]
func.func @f(%x: tensor<8xf32>, %i: index) -> f32 {
  %e = arith.addf %x, %x : tensor<8xf32>
  %r = tensor.extract %e[%i] : tensor<8xf32>
  return %r : f32
}
