//===- StaxAttributes.td - Attributes of the Stax dialect --*- tablegen -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_STAXATTRIBUTES_TD
#define STAX_IR_STAXATTRIBUTES_TD

include "mlir/IR/EnumAttr.td"
include "stax/IR/StaxAttributesBase.td"

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

def Stax_IteratorKind : I32Enum<"IteratorKind",
    "how a dimension of an iteration domain runs", [
  I32EnumCase<"Parallel", 0, "parallel">,
  I32EnumCase<"Reduction", 1, "reduction">,
  I32EnumCase<"Scan", 2, "scan">
]> {
  let cppNamespace = "::mlir::stax";
}

def Stax_Tree : I32Enum<"Tree",
    "how the points of a reduction or scan associate", [
  I32EnumCase<"Serial", 0, "serial">,
  I32EnumCase<"Row", 1, "row">,
  I32EnumCase<"Column", 2, "column">,
  I32EnumCase<"Pairs", 3, "pairs">,
  I32EnumCase<"ScanRow", 4, "scan_row">,
  I32EnumCase<"ScanColumn", 5, "scan_column">
]> {
  let cppNamespace = "::mlir::stax";
}

def Stax_KernelForm : I32Enum<"KernelForm", "form of a kernel's loops", [
  I32EnumCase<"Scalar", 0, "scalar">,
  I32EnumCase<"Vector", 1, "vector">,
  I32EnumCase<"Tile", 2, "tile">
]> {
  let cppNamespace = "::mlir::stax";
}

//===----------------------------------------------------------------------===//
// Monoids
//===----------------------------------------------------------------------===//

def Stax_AddAttr : Stax_Monoid<"Add", "add", ["getAccumulatorTypes", "getInit"]> {
  let summary = "sum; floats associate by the tree, f16 and bf16 in f32";
  let description = [{
    The identity of the float sum is -0.0, the init +0.0: an empty sum, and a
    sum of negative zeros, is +0.0. Integers wrap around.
  }];
}
def Stax_MulAttr : Stax_Monoid<"Mul", "mul", ["getAccumulatorTypes"]> {
  let summary = "product; floats associate by the tree, f16 and bf16 in f32";
}
def Stax_AndAttr : Stax_Monoid<"And", "and"> {
  let summary = "bitwise and of integers";
}
def Stax_OrAttr : Stax_Monoid<"Or", "or"> {
  let summary = "bitwise or of integers";
}
def Stax_XorAttr : Stax_Monoid<"Xor", "xor"> {
  let summary = "bitwise exclusive or of integers";
}
def Stax_MaxAttr : Stax_Monoid<"Max", "max", ["allowsEmpty"]> {
  let summary = "float maximum: NaN if any operand is, -0.0 < +0.0";
}
def Stax_MinAttr : Stax_Monoid<"Min", "min", ["allowsEmpty"]> {
  let summary = "float minimum: NaN if any operand is, -0.0 < +0.0";
}
def Stax_MaxNumAttr : Stax_Monoid<"MaxNum", "maxnum", ["allowsEmpty"]> {
  let summary = "float maximum that ignores NaN, -0.0 < +0.0";
}
def Stax_MinNumAttr : Stax_Monoid<"MinNum", "minnum", ["allowsEmpty"]> {
  let summary = "float minimum that ignores NaN, -0.0 < +0.0";
}
def Stax_MaxSAttr : Stax_Monoid<"MaxS", "maxs", ["allowsEmpty"]> {
  let summary = "maximum of signed integers";
}
def Stax_MaxUAttr : Stax_Monoid<"MaxU", "maxu", ["allowsEmpty"]> {
  let summary = "maximum of unsigned integers";
}
def Stax_MinSAttr : Stax_Monoid<"MinS", "mins", ["allowsEmpty"]> {
  let summary = "minimum of signed integers";
}
def Stax_MinUAttr : Stax_Monoid<"MinU", "minu", ["allowsEmpty"]> {
  let summary = "minimum of unsigned integers";
}

class Stax_ArgExtreme<string name, string attrMnemonic>
    : Stax_Monoid<name, attrMnemonic, ["allowsEmpty"]> {
  let description = [{
    The tuple is a value and its index, any integer, read as unsigned. Of equal
    values, and zeros are equal, that of the smaller index wins, and NaN wins
    over all numbers: the first NaN, else the first extreme. Indices tell points
    apart; no two points have the same. The identity is the worst value at the
    largest index.
  }];
}

def Stax_ArgMaxAttr : Stax_ArgExtreme<"ArgMax", "argmax"> {
  let summary = "float maximum and its index: the first NaN, else the first";
}
def Stax_ArgMinAttr : Stax_ArgExtreme<"ArgMin", "argmin"> {
  let summary = "float minimum and its index: the first NaN, else the first";
}
def Stax_ArgMaxSAttr : Stax_ArgExtreme<"ArgMaxS", "argmaxs"> {
  let summary = "maximum of signed integers and its first index";
}
def Stax_ArgMaxUAttr : Stax_ArgExtreme<"ArgMaxU", "argmaxu"> {
  let summary = "maximum of unsigned integers and its first index";
}
def Stax_ArgMinSAttr : Stax_ArgExtreme<"ArgMinS", "argmins"> {
  let summary = "minimum of signed integers and its first index";
}
def Stax_ArgMinUAttr : Stax_ArgExtreme<"ArgMinU", "argminu"> {
  let summary = "minimum of unsigned integers and its first index";
}

def Stax_WelfordAttr
    : Stax_Monoid<"Welford", "welford", ["getAccumulatorTypes", "getInit"]> {
  let summary = "mean, sum of squared deviations and count of floats";
  let description = [{
    A point of value x is the tuple (x, 0, 1), all of one float type; f16 and
    bf16 accumulate in f32. (m, s, a) and (n, t, b) combine to

        c = a + b, d = n - m, r = b / c
        (m + d * r, (s + t) + (d * d) * (a * r), c)

    with one rounding for each operation. A tuple of count zero leaves the other
    as it is; two of them add up member by member. The variance is s over the
    count. Counts are floats, hence exact up to 2^24 in f32, 2^53 in f64. The
    identity is -0.0 three times, the init +0.0, as for the sum.
  }];
}
def Stax_LogSumExpAttr
    : Stax_Monoid<"LogSumExp", "logsumexp", ["getAccumulatorTypes", "getInit"]> {
  let summary = "maximum, and sum of exponentials relative to it";
  let description = [{
    A point of value x is the tuple (x, 1), both of one float type; f16 and bf16
    accumulate in f32. (m, s) and (n, t) combine to

        k = max(m, n)
        (k, s * exp(m - k) + t * exp(n - k))

    where a factor is left out if its exponent is an infinity less itself, zero
    or NaN. The logarithm of the sum of exponentials is k + log(s). The identity
    is -inf and -0.0, the init -inf and +0.0, as for the sum.
  }];
}

//===----------------------------------------------------------------------===//
// Schedule, target, checks
//===----------------------------------------------------------------------===//

def Stax_ScheduleAttr : Stax_Attr<"Schedule", "schedule"> {
  let summary = "how the loops of a kernel run";
  let description = [{
    - `form`: scalar loops, vector loops, or two-dimensional tiles;
    - `vector_dim`: the space's dimension that vectors run along, -1 for none
      (exactly where `form` is scalar);
    - `unroll`: vectors (or scalars) a step, at least 1;
    - `tile`: extents of tiles, one a dimension of the space, 0 for untiled;
      empty for no tiling;
    - `row_in_registers`: whether rows that registers hold have no loops, so
      that each is loaded once;
    - `prefetch`: whether a row asks for the next one;
    - `nontemporal`: whether vectors that are stored pass by the caches.

    The last three are of vectors, and not of a scalar form.

    No schedule changes a result. Example:
    `#stax.schedule<form = vector, vector_dim = 1, unroll = 4>`.
  }];
  let parameters = (ins
    DefaultValuedParameter<"::mlir::stax::KernelForm", "KernelForm::Scalar">:$form,
    DefaultValuedParameter<"int64_t", "-1">:$vector_dim,
    DefaultValuedParameter<"int64_t", "1">:$unroll,
    OptionalArrayRefParameter<"int64_t">:$tile,
    DefaultValuedParameter<"bool", "false">:$row_in_registers,
    DefaultValuedParameter<"bool", "false">:$prefetch,
    DefaultValuedParameter<"bool", "false">:$nontemporal
  );
  let assemblyFormat = "(`<` struct($form, $vector_dim, $unroll, custom<Extents>($tile), $row_in_registers, $prefetch, $nontemporal)^ `>`)?";
  let genVerifyDecl = 1;
}

def Stax_TargetAttr : Stax_Attr<"Target", "target"> {
  let summary = "the machine that code is made for";
  let description = [{
    - `isa`: widest instruction set to use: `none`, `avx2` or `avx512`;
    - `vector_bits`: width of a vector register, 0 where `isa` is `none`;
    - `l1`, `l2`: data caches of a core, `l3`: shared cache, in bytes, 0 for
      absent or unknown;
    - `cores`: cores that parallel loops may use, at least 1;
    - `chip`: name of the processor or GPU as LLVM spells it, may be empty.

    Example: `#stax.target<isa = "avx2", vector_bits = 256, l1 = 32768,
    l2 = 1048576, l3 = 33554432, cores = 8, chip = "znver4">`.
  }];
  let parameters = (ins
    StringRefParameter<"instruction set">:$isa,
    DefaultValuedParameter<"int64_t", "0">:$vector_bits,
    DefaultValuedParameter<"int64_t", "0">:$l1,
    DefaultValuedParameter<"int64_t", "0">:$l2,
    DefaultValuedParameter<"int64_t", "0">:$l3,
    DefaultValuedParameter<"int64_t", "1">:$cores,
    StringRefParameter<"processor or GPU", "\"\"">:$chip
  );
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Stax_CheckInfoAttr : Stax_Attr<"CheckInfo", "check_info"> {
  let summary = "what a run-time check reports when it fails";
  let description = [{
    `code` is a `stax_status` of the C interface, `location` the place of the
    operation that owes the check, as text.
  }];
  let parameters = (ins
    "int32_t":$code,
    StringRefParameter<"text for the user">:$message,
    StringRefParameter<"source location">:$location
  );
  let assemblyFormat = "`<` $code `,` $message `,` $location `>`";
}

#endif // STAX_IR_STAXATTRIBUTES_TD
