// Each rule of a plan, broken in a plan that is right otherwise.
// RUN: stax-opt %s -stax-verify-memory-plan -split-input-file -verify-diagnostics

// Disjoint bytes, or disjoint lives.
func.func @right(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  %b = memref.view %arena[%c64][] : memref<128xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  linalg.fill ins(%c : f32) outs(%b : memref<8xf32>)
  memref.copy %a, %x : memref<8xf32> to memref<8xf32>
  memref.copy %b, %x : memref<8xf32> to memref<8xf32>
  %d = memref.view %arena[%c0][] : memref<128xi8> to memref<32xf32>
  linalg.fill ins(%c : f32) outs(%d : memref<32xf32>)
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

// Both are live from the second fill on.
func.func @overlap(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  // expected-note @below {{the other one is at bytes [0, 32)}}
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  // expected-error @below {{'memref.view' op at bytes [0, 32) of the arena overlaps another buffer that is live at the same time}}
  %b = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  linalg.fill ins(%c : f32) outs(%b : memref<8xf32>)
  memref.copy %a, %x : memref<8xf32> to memref<8xf32>
  memref.copy %b, %x : memref<8xf32> to memref<8xf32>
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

// Bytes overlap in part.
func.func @overlap_of_parts(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  // expected-note @below {{the other one is at bytes [0, 128)}}
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<32xf32>
  // expected-error @below {{at bytes [64, 96) of the arena overlaps}}
  %b = memref.view %arena[%c64][] : memref<128xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<32xf32>)
  linalg.fill ins(%c : f32) outs(%b : memref<8xf32>)
  memref.copy %b, %x : memref<8xf32> to memref<8xf32>
  %v = memref.subview %a[0] [8] [1] : memref<32xf32> to memref<8xf32, strided<[1]>>
  memref.copy %v, %x : memref<8xf32, strided<[1]>> to memref<8xf32>
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

// A view of the buffer is used later.
func.func @overlap_through_view(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  // expected-note @below {{the other one is at bytes [0, 32)}}
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  %v = memref.subview %a[0] [8] [1] : memref<8xf32> to memref<8xf32, strided<[1]>>
  // expected-error @below {{'memref.view' op at bytes [0, 32) of the arena overlaps another buffer that is live at the same time}}
  %b = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  linalg.fill ins(%c : f32) outs(%b : memref<8xf32>)
  memref.copy %b, %x : memref<8xf32> to memref<8xf32>
  memref.copy %v, %x : memref<8xf32, strided<[1]>> to memref<8xf32>
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

// A choice may be the buffer.
func.func @overlap_through_select(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  // expected-note @below {{the other one is at bytes [0, 32)}}
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  %s = arith.select %p, %a, %x : memref<8xf32>
  // expected-error @below {{'memref.view' op at bytes [0, 32) of the arena overlaps another buffer that is live at the same time}}
  %b = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  linalg.fill ins(%c : f32) outs(%b : memref<8xf32>)
  memref.copy %b, %x : memref<8xf32> to memref<8xf32>
  memref.copy %s, %x : memref<8xf32> to memref<8xf32>
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

// What a loop reads in each iteration must not change.
func.func @overlap_in_loop(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  // expected-note @below {{the other one is at bytes [0, 32)}}
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  scf.for %i = %c0 to %n step %c32 {
    memref.copy %a, %x : memref<8xf32> to memref<8xf32>
    // expected-error @below {{'memref.view' op at bytes [0, 32) of the arena overlaps another buffer that is live at the same time}}
    %b = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
    linalg.fill ins(%c : f32) outs(%b : memref<8xf32>)
    memref.copy %b, %x : memref<8xf32> to memref<8xf32>
  }
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

// The result of a branch is the buffer that it made.
func.func @overlap_through_branch(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %r = scf.if %p -> memref<8xf32> {
    // expected-note @below {{the other one is at bytes [0, 32)}}
    %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
    linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
    scf.yield %a : memref<8xf32>
  } else {
    scf.yield %x : memref<8xf32>
  }
  // expected-error @below {{'memref.view' op at bytes [0, 32) of the arena overlaps another buffer that is live at the same time}}
  %b = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%b : memref<8xf32>)
  memref.copy %b, %x : memref<8xf32> to memref<8xf32>
  memref.copy %r, %x : memref<8xf32> to memref<8xf32>
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

// A cycle of blocks is a loop, too.
func.func @overlap_in_cycle(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  // expected-note @below {{the other one is at bytes [0, 32)}}
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  cf.br ^bb1
^bb1:
  memref.copy %a, %x : memref<8xf32> to memref<8xf32>
  // expected-error @below {{'memref.view' op at bytes [0, 32) of the arena overlaps another buffer that is live at the same time}}
  %b = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%b : memref<8xf32>)
  memref.copy %b, %x : memref<8xf32> to memref<8xf32>
  cf.cond_br %p, ^bb1, ^bb2
^bb2:
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

// The next iteration writes where this one's buffer is still read.
func.func @carried(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %r = scf.for %i = %c0 to %n step %c32 iter_args(%m = %x) -> memref<8xf32> {
    // expected-error @below {{'memref.view' op of an arena is used in another iteration of a loop than the one that makes it}}
    %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
    memref.copy %m, %a : memref<8xf32> to memref<8xf32>
    scf.yield %a : memref<8xf32>
  }
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

// The result of a loop is a buffer of its last iteration.
func.func @outside(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %r = scf.while : () -> memref<8xf32> {
    // expected-error @below {{'memref.view' op of an arena is used outside of the loop that makes it}}
    %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
    linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
    scf.condition(%p) %a : memref<8xf32>
  } do {
  ^bb0(%m: memref<8xf32>):
    scf.yield
  }
  memref.copy %r, %x : memref<8xf32> to memref<8xf32>
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

// A block that runs again gets the buffer of the run before.
func.func @carried_by_branch(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  cf.br ^bb1(%x : memref<8xf32>)
^bb1(%m: memref<8xf32>):
  // expected-error @below {{is used in another iteration of a loop than the one that makes it}}
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  memref.copy %m, %a : memref<8xf32> to memref<8xf32>
  cf.cond_br %p, ^bb1(%a : memref<8xf32>), ^bb2
^bb2:
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

// Threads would share one buffer.
func.func @parallel(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c32) {
    // expected-error @below {{'memref.view' op of an arena is in a parallel region, where it may exist several times at once}}
    %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
    linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  }
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

func.func @alignment(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  // expected-error @below {{'memref.view' op is at byte 32 of the arena, expected a multiple of 64}}
  %a = memref.view %arena[%c32][] : memref<128xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

func.func @arena_alignment(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  // expected-error @below {{'memref.alloc' op of an arena is aligned to 16 bytes, expected a multiple of 64}}
  %arena = memref.alloc() {alignment = 16 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

func.func @bounds(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<64xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  // expected-error @below {{'memref.view' op at bytes [64, 96) is not inside the arena of 64 bytes}}
  %a = memref.view %arena[%c64][] : memref<64xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  memref.dealloc %arena : memref<64xi8>
  return
}

// -----

func.func @returned(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) -> memref<8xf32> {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  // expected-note @below {{the buffer is here}}
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  memref.dealloc %arena : memref<128xi8>
  // expected-error @below {{'func.return' op returns a buffer of an arena}}
  return %a : memref<8xf32>
}

// -----

func.func @freed_alone(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  // expected-note @below {{the buffer is here}}
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  // expected-error @below {{'memref.dealloc' op frees a buffer of an arena}}
  memref.dealloc %a : memref<8xf32>
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

func.func @not_freed(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  // expected-note @below {{the arena is here}}
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  // expected-error @below {{'func.return' op is an end of the function where the arena should be freed once, but is freed 0 times}}
  return
}

// -----

func.func @freed_twice(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  // expected-note @below {{the arena is here}}
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  memref.dealloc %arena : memref<128xi8>
  memref.dealloc %arena : memref<128xi8>
  // expected-error @below {{'func.return' op is an end of the function where the arena should be freed once, but is freed 2 times}}
  return
}

// -----

func.func @freed_early(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  memref.dealloc %arena : memref<128xi8>
  // expected-error @below {{'memref.copy' op uses a buffer after its arena was freed}}
  memref.copy %a, %x : memref<8xf32> to memref<8xf32>
  return
}

// -----

func.func @freed_inside(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  scf.if %p {
    // expected-error @below {{'memref.dealloc' op frees an arena before the function ends}}
    memref.dealloc %arena : memref<128xi8>
  }
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

func.func @used_whole(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %z = arith.constant 0 : i8
  // expected-error @below {{'linalg.fill' op uses an arena as a whole; expected views}}
  linalg.fill ins(%z : i8) outs(%arena : memref<128xi8>)
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

func.func @no_constant(%x: memref<8xf32>, %c: f32, %p: i1, %n: index) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<128xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  // expected-error @below {{'memref.view' op is at an offset that is not proved to be a multiple of 64}}
  %a = memref.view %arena[%n][] : memref<128xi8> to memref<8xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

// expected-error @below {{expected an arena to be a memref of i8 with one dimension, but got 'memref<16xf32>'}}
func.func @arena_type(%arena: memref<16xf32> {stax.arena}) {
  return
}

// -----

// expected-error @below {{'func.func' op expected 'stax.arena_bytes' to be an i64 that is not negative on a function, but got -1 : i64}}
func.func @attribute() attributes {stax.arena_bytes = -1 : i64} {
  return
}

// -----

// A size that is not in the sum of an offset.
func.func @symbolic_overlap(%x: memref<?xf32>, %c: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c63 = arith.constant 63 : index
  %mask = arith.constant -64 : index
  %bytes = arith.muli %n, %c4 : index
  %sum = arith.addi %bytes, %c63 : index
  %size = arith.andi %sum, %mask : index
  %both = arith.addi %size, %size : index
  %arena = memref.alloc(%both) {alignment = 64 : i64, stax.arena} : memref<?xi8>
  // expected-note @below {{the other one is here}}
  %a = memref.view %arena[%c0][%n] : memref<?xi8> to memref<?xf32>
  %b = memref.view %arena[%size][%n] : memref<?xi8> to memref<?xf32>
  // expected-error @below {{'memref.view' op of an arena is not proved to be disjoint from another buffer that is live at the same time}}
  %d = memref.view %arena[%c0][%n] : memref<?xi8> to memref<?xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<?xf32>)
  linalg.fill ins(%c : f32) outs(%b : memref<?xf32>)
  linalg.fill ins(%c : f32) outs(%d : memref<?xf32>)
  memref.copy %a, %x : memref<?xf32> to memref<?xf32>
  memref.dealloc %arena : memref<?xi8>
  return
}

// -----

func.func @symbolic_bounds(%x: memref<?xf32>, %c: f32, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %bytes = arith.muli %m, %c4 : index
  %arena = memref.alloc(%bytes) {alignment = 64 : i64, stax.arena} : memref<?xi8>
  // expected-error @below {{'memref.view' op is not proved to be inside its arena}}
  %a = memref.view %arena[%c0][%n] : memref<?xi8> to memref<?xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<?xf32>)
  memref.dealloc %arena : memref<?xi8>
  return
}

// -----

// The plan holds what the order has counted.
// expected-error @below {{has buffers of 64 bytes live at once, but 'stax.peak' of its order is 128; run stax-order and stax-bufferize with the same options, and drop the attribute where another pass changes buffers}}
func.func @other_peak() attributes {stax.arena_bytes = 64 : i64, stax.peak = 128 : i64, stax.peak_bytes = 64 : i64} {
  return
}

// -----

// Where branches meet, a buffer is freed if it is not the arena's, as upstream's
// deallocation writes it: the arena's bytes may be another buffer's by then.
func.func @free_of_another(%p: i1, %x: memref<8xf32>) {
  %arena = memref.alloc() {alignment = 64 : i64, stax.arena} : memref<64xi8>
  %c0 = arith.constant 0 : index
  %a = memref.view %arena[%c0][] : memref<64xi8> to memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  %either = arith.select %p, %a, %b : memref<8xf32>
  memref.copy %x, %either : memref<8xf32> to memref<8xf32>
  %c = memref.view %arena[%c0][] {stax.buffer = 1 : i64} : memref<64xi8> to memref<8xf32>
  memref.copy %x, %c : memref<8xf32> to memref<8xf32>
  memref.dealloc %arena : memref<64xi8>
  %base, %offset, %size, %stride = memref.extract_strided_metadata %either : memref<8xf32> -> memref<f32>, index, index, index
  scf.if %p {
  } else {
    memref.dealloc %base : memref<f32>
  }
  return
}

// -----

// Two numbers that were folded into one, in the size as in the last offset.
func.func @folded_numbers(%c: f32, %n: index) {
  %c4 = arith.constant 4 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %mask = arith.constant -64 : index
  %bytes = arith.muli %n, %c4 : index
  %sum = arith.addi %bytes, %c63 : index
  %size = arith.andi %sum, %mask : index
  %next = arith.addi %size, %c64 : index
  %all = arith.addi %size, %c128 : index
  %arena = memref.alloc(%all) {alignment = 64 : i64, stax.arena} : memref<?xi8>
  %a = memref.view %arena[%size][] : memref<?xi8> to memref<f32>
  %b = memref.view %arena[%next][] : memref<?xi8> to memref<16xf32>
  linalg.fill ins(%c : f32) outs(%a : memref<f32>)
  linalg.fill ins(%c : f32) outs(%b : memref<16xf32>)
  memref.dealloc %arena : memref<?xi8>
  return
}

// -----

// One element more than there is room for.
func.func @folded_numbers_too_small(%c: f32, %n: index) {
  %c4 = arith.constant 4 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %mask = arith.constant -64 : index
  %bytes = arith.muli %n, %c4 : index
  %sum = arith.addi %bytes, %c63 : index
  %size = arith.andi %sum, %mask : index
  %next = arith.addi %size, %c64 : index
  %all = arith.addi %size, %c128 : index
  %arena = memref.alloc(%all) {alignment = 64 : i64, stax.arena} : memref<?xi8>
  // expected-error @below {{'memref.view' op is not proved to be inside its arena}}
  %b = memref.view %arena[%next][] : memref<?xi8> to memref<17xf32>
  linalg.fill ins(%c : f32) outs(%b : memref<17xf32>)
  memref.dealloc %arena : memref<?xi8>
  return
}

// -----

// The extent is a sum itself: its number is found in what was rounded up.
func.func @extent_is_sum(%c: i8, %n: index, %m: index) {
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %mask = arith.constant -64 : index
  %extent = arith.addi %n, %c1 : index
  %sum = arith.addi %extent, %c63 : index
  %size = arith.andi %sum, %mask : index
  %before = arith.addi %m, %c63 : index
  %place = arith.andi %before, %mask : index
  %all = arith.addi %place, %size : index
  %arena = memref.alloc(%all) {alignment = 64 : i64, stax.arena} : memref<?xi8>
  %a = memref.view %arena[%place][%extent] : memref<?xi8> to memref<?xi8>
  linalg.fill ins(%c : i8) outs(%a : memref<?xi8>)
  memref.dealloc %arena : memref<?xi8>
  return
}

// -----

// Rounding down may take all of the number away.
func.func @extent_is_sum_rounded_down(%c: i8, %n: index, %m: index) {
  %c1 = arith.constant 1 : index
  %c62 = arith.constant 62 : index
  %c63 = arith.constant 63 : index
  %mask = arith.constant -64 : index
  %extent = arith.addi %n, %c1 : index
  %sum = arith.addi %extent, %c62 : index
  %size = arith.andi %sum, %mask : index
  %before = arith.addi %m, %c63 : index
  %place = arith.andi %before, %mask : index
  %all = arith.addi %place, %size : index
  %arena = memref.alloc(%all) {alignment = 64 : i64, stax.arena} : memref<?xi8>
  // expected-error @below {{'memref.view' op is not proved to be inside its arena}}
  %a = memref.view %arena[%place][%extent] : memref<?xi8> to memref<?xi8>
  linalg.fill ins(%c : i8) outs(%a : memref<?xi8>)
  memref.dealloc %arena : memref<?xi8>
  return
}
