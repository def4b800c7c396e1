//===- Runtime.h - The binary interface of compiled Stax code ----*- C -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a compiled program looks like from C, and what generated code asks of
// the runtime library. A public function `f` of a module becomes
//
//   int32_t f(const stax_tensor *args, stax_tensor *results, void *arena,
//             stax_error *error);
//
// Arguments are checked against the compiled signature before anything runs.
// Calls are reentrant; the only state of the process is the buffer pool and
// the number of threads.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_C_RUNTIME_H
#define STAX_C_RUNTIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Element types. `index` travels as STAX_I64; STAX_BOOL is one byte, 0 or 1.
typedef enum stax_dtype {
  STAX_BOOL = 0,
  STAX_I8 = 1,
  STAX_I16 = 2,
  STAX_I32 = 3,
  STAX_I64 = 4,
  STAX_F16 = 5,
  STAX_BF16 = 6,
  STAX_F32 = 7,
  STAX_F64 = 8
} stax_dtype;

/// What an entry returns; the text is in `stax_error`.
typedef enum stax_status {
  STAX_OK = 0,
  STAX_INVALID_ARGUMENT = 1, ///< an argument or result does not fit
  STAX_SHAPE_MISMATCH = 2,   ///< extents that must agree do not
  STAX_DIVISION_BY_ZERO = 3,
  STAX_OUT_OF_BOUNDS = 4,
  STAX_EMPTY_REDUCTION = 5, ///< an extreme of no elements
  STAX_OUT_OF_MEMORY = 6,
  STAX_ASSERTION_FAILED = 7 ///< a condition that the program itself asserts
} stax_status;

/// A strided tensor. Everything is borrowed. `shape` and `strides` hold `rank`
/// integers, strides in elements; null strides mean row-major. A scalar has
/// rank 0. As a result: null `data` asks for a buffer from the runtime's pool
/// (the caller frees it with `stax_free`), otherwise `data` is written and
/// must have exactly the result's shape; after an error its elements are
/// unspecified. `shape` must be writable for a result with null data;
/// `strides`, if not null, are then written too.
typedef struct stax_tensor {
  void *data;
  int64_t *shape;
  int64_t *strides;
  int32_t rank;
  int32_t dtype; ///< a stax_dtype
} stax_tensor;

/// Filled by a failing entry; may be null in a call. All texts end in '\0'.
typedef struct stax_error {
  int32_t code;       ///< a stax_status
  char message[512];  ///< what is wrong, with the offending values
  char location[256]; ///< source location of the operation, or ""
} stax_error;

/// Flags of a compiled type.
typedef enum stax_tensor_flag {
  /// The function may write over this argument, whose elements are unspecified
  /// afterwards; no other argument may be in the same memory.
  STAX_DONATED = 1
} stax_tensor_flag;

/// The compiled type of one argument or result. Extents of -1 are dynamic.
typedef struct stax_tensor_type {
  const char *name; ///< the argument's name, or "#0", "#1", ...
  const int64_t *shape;
  int32_t rank;
  int32_t dtype;     ///< a stax_dtype
  int32_t alignment; ///< bytes that `data` must be aligned to
  int32_t flags;     ///< of stax_tensor_flag
} stax_tensor_type;

/// One entry function. `arena_size` gives the bytes of the `arena` argument
/// for these arguments (which must pass the entry's checks).
typedef struct stax_function {
  const char *name;
  const stax_tensor_type *arguments;
  const stax_tensor_type *results;
  int32_t num_arguments;
  int32_t num_results;
  int64_t (*arena_size)(const stax_tensor *args);
} stax_function;

/// All entries of a compiled module, in the order of the source;
/// `stax_signature()`, which every compiled module defines, returns it.
typedef struct stax_module {
  const stax_function *functions;
  int32_t num_functions;
} stax_module;

/// One run-time check of a module: what a set bit of the status word means.
typedef struct stax_check {
  const char *location;
  const char *message;
  int32_t code; ///< a stax_status
} stax_check;

/// The type of an entry.
typedef int32_t (*stax_entry)(const stax_tensor *args, stax_tensor *results,
                              void *arena, stax_error *error);

//===----------------------------------------------------------------------===//
// For callers
//===----------------------------------------------------------------------===//

/// Returns a buffer of at least `bytes` bytes, 64-byte aligned, uninitialised,
/// or null if there is no memory or `bytes` is negative. Never null for 0.
/// Thread-safe.
void *stax_alloc(int64_t bytes);

/// Gives a buffer of `stax_alloc` or of a result back to the pool. Null is
/// ignored. Thread-safe.
void stax_free(void *data);

/// Bytes that the pool has handed out and not yet got back, and the largest
/// value that this has had since the process began or the last reset.
int64_t stax_pool_live_bytes(void);
int64_t stax_pool_peak_bytes(void);
void stax_pool_reset_peak(void);

/// Returns all unused buffers of the pool to the system.
void stax_pool_trim(void);

/// Number of threads that parallel loops of compiled code use; 0 means all
/// cores. Applies to entries that start afterwards on any thread.
void stax_set_num_threads(int32_t threads);
int32_t stax_get_num_threads(void);

//===----------------------------------------------------------------------===//
// For generated code
//===----------------------------------------------------------------------===//

/// Checks `args` and `results` against `function`: null pointers, rank,
/// element type, extents, row-major strides, alignment. Returns a stax_status
/// and, where `error` is not null, fills it.
int32_t stax_check_arguments(const stax_function *function,
                             const stax_tensor *args,
                             const stax_tensor *results, stax_error *error);

/// Where the callee may build a row-major result of `bytes` bytes from the
/// start: in the buffer that `results[index]` has, or null for one of its own,
/// where that has none, one of another size, or one that overlaps another
/// tensor of the call.
void *stax_place_result(const stax_function *function, int32_t index,
                        int64_t bytes, const stax_tensor *args,
                        const stax_tensor *results);

/// Hands a row-major result over to the caller. `data` comes from
/// stax_place_result, and is where it belongs, or from the pool, and belongs to
/// the callee until then; it is moved into `results[index]`, or copied there
/// and freed. `shape` holds the result's extents.
int32_t stax_deliver_result(const stax_function *function, int32_t index,
                            void *data, const int64_t *shape,
                            stax_tensor *results, stax_error *error);

/// Turns a status word into an error: the lowest set bit b names checks[b]
/// (the last check stands for all bits above; bit 63 for all checks from there
/// on, which the message then says). Returns its code; 0 if no bit
/// is set.
int32_t stax_report_checks(const stax_check *checks, int32_t num_checks,
                           int64_t status, stax_error *error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // STAX_C_RUNTIME_H
