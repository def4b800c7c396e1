//===- BufferLifetimes.h - When buffers of a function are live --*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds for each buffer that a function makes when its bytes matter: from the
// first operation that touches them, through any view, cast, branch, loop or
// call, to the last one. Time is the order of the operations; a use in a nested
// region counts as one of the operation in the allocation's block that holds
// the region:
//
//   %a = memref.alloc()            time 0
//   linalg.fill outs(%a)                1   <- %a is live in [1, 9)
//   scf.for {                           2
//     %v = memref.subview %a            3
//     "read"(%v)                        4
//     ...
//   }
//   "other"()                           9
//
// A buffer that may be used in ways the analysis does not see escapes. The
// analysis changes nothing, and takes time linear in the uses of buffers (and
// in the depth of nesting).
//
//===----------------------------------------------------------------------===//

#ifndef STAX_ANALYSIS_BUFFERLIFETIMES_H
#define STAX_ANALYSIS_BUFFERLIFETIMES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::stax {

/// A step of the function; see above.
using Time = int64_t;

/// The half-open interval [begin, end).
struct LiveInterval {
  Time begin = 0;
  Time end = 0;
};

/// Why a buffer's life is not known, or cannot be given to a place of its own.
enum class EscapeKind {
  None,
  Returned,    ///< by the function
  UnknownUse,  ///< stored, or used by an operation that nothing is known about
  UnknownCall, ///< passed to a function that may keep it
  Carried,     ///< by a loop from one iteration to another
  Parallel,    ///< allocated in a region that threads may run at a time
  SharedFree,  ///< freed through a value that may be another buffer
};

/// An end of a sentence such as "it is returned".
StringRef describeEscape(EscapeKind kind);

/// The life of one buffer.
struct BufferLifetime {
  /// The result of a `memref.alloc`, or of a `memref.view` of an arena.
  Value buffer;
  /// When the bytes matter; when the buffer is made if nothing touches them.
  LiveInterval interval;
  /// The operations in the interval that touch them first and last; null for
  /// none.
  Operation *firstUser = nullptr;
  Operation *lastUser = nullptr;
  /// All that free it.
  SmallVector<memref::DeallocOp, 1> deallocs;
  EscapeKind escape = EscapeKind::None;
  /// The operation that lets the buffer escape; null for some kinds.
  Operation *escapeOp = nullptr;

  bool isKnown() const { return escape == EscapeKind::None; }
};

/// The operation that touches the buffer first, and its place in the source:
/// "linalg.fill at f.mlir:3:5".
std::string describeBuffer(const BufferLifetime &buffer);

/// What a function does to its buffer arguments, as callers must know.
class CallSummaries;

/// Whether `value` is an allocation or argument marked `stax.arena`, whose
/// views are buffers of their own.
bool isArena(Value value);

/// The lives of all buffers of one function: its allocations but arenas, and
/// the views of these.
class BufferLifetimes {
public:
  /// `summaries` are those of the module, or null where other functions must
  /// not be looked at: then every call may keep what it is passed.
  BufferLifetimes(FunctionOpInterface function, const CallSummaries *summaries);

  /// In the order in which they run.
  ArrayRef<BufferLifetime> getBuffers() const { return buffers; }

  /// The time after the last operation.
  Time getEnd() const { return end; }

private:
  SmallVector<BufferLifetime> buffers;
  Time end = 0;
};

/// What functions of a module do to buffers that they are passed.
class CallSummaries {
public:
  /// Looks at every function in `root`, callees first. Functions that call each
  /// other in a circle are taken for unknown.
  explicit CallSummaries(Operation *root);

  struct Argument {
    /// Nothing keeps or frees the buffer after the call.
    bool isBorrowed = false;
    /// A result may be a view of it.
    bool isReturned = false;
  };

  /// What `call` does to its argument `number`.
  Argument getArgument(CallOpInterface call, unsigned number) const;

private:
  void add(FunctionOpInterface function);

  DenseMap<Operation *, SmallVector<Argument>> functions;
  mutable SymbolTableCollection symbolTables;
};

} // namespace mlir::stax

#endif // STAX_ANALYSIS_BUFFERLIFETIMES_H
