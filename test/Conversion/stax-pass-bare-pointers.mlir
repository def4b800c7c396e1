// RUN: stax-opt %s -stax-pass-bare-pointers | FileCheck %s

// Static extents without a layout: a pointer is enough.
// CHECK: func.func private @static_extents({{.*}}) attributes {llvm.bareptr, stax.launch_group}
func.func private @static_extents(%x: memref<4x8xf32>, %n: index) attributes {stax.launch_group} {
  return
}

// CHECK: func.func private @dynamic_extents({{.*}}) attributes {stax.launch_group}
func.func private @dynamic_extents(%x: memref<4x?xf32>) attributes {stax.launch_group} {
  return
}

// CHECK: func.func private @empty({{.*}}) attributes {stax.launch_group}
func.func private @empty(%x: memref<3x0xf32>) attributes {stax.launch_group} {
  return
}

// CHECK: func.func private @strided({{.*}}) attributes {stax.launch_group}
func.func private @strided(%x: memref<4xf32, strided<[2]>>) attributes {stax.launch_group} {
  return
}

// CHECK: func.func private @unranked({{.*}}) attributes {stax.launch_group}
func.func private @unranked(%x: memref<*xf32>) attributes {stax.launch_group} {
  return
}

// The caller frees a result by another pointer than that to its elements.
// CHECK: func.func private @with_result({{.*}}) -> memref<4xf32> attributes {stax.launch_group}
func.func private @with_result(%x: memref<4xf32>) -> memref<4xf32> attributes {stax.launch_group} {
  return %x : memref<4xf32>
}

// Others may call what is public.
// CHECK: func.func @public_function({{.*}}) attributes {stax.launch_group}
func.func @public_function(%x: memref<4xf32>) attributes {stax.launch_group} {
  return
}

// CHECK: func.func private @not_of_kernels({{.*}}) {
func.func private @not_of_kernels(%x: memref<4xf32>) {
  return
}

// Who calls through a pointer cannot know.
// CHECK: func.func private @address_taken({{.*}}) attributes {stax.launch_group}
func.func private @address_taken(%x: memref<4xf32>) attributes {stax.launch_group} {
  return
}
func.func @address() -> ((memref<4xf32>) -> ()) {
  %f = constant @address_taken : (memref<4xf32>) -> ()
  return %f : (memref<4xf32>) -> ()
}

// What LLVM does not know would be a warning.
// CHECK: func.func private @attributes(%{{.*}}: memref<4xf32> {llvm.noalias}, %{{.*}}: memref<1xi64>) attributes {llvm.bareptr, stax.launch_group}
func.func private @attributes(%x: memref<4xf32> {llvm.noalias}, %s: memref<1xi64> {stax.status}) attributes {stax.launch_group} {
  return
}
