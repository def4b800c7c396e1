//===- Converters.h - What TensorToStax converts ----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library: for each operation, why it cannot be converted
// (nothing if it can; types are checked elsewhere), and its conversion, which
// needs that it can.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_CONVERSION_TENSORTOSTAX_CONVERTERS_H
#define STAX_LIB_CONVERSION_TENSORTOSTAX_CONVERTERS_H

#include "stax/IR/UpdateOps.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <optional>
#include <string>

namespace mlir::stax {

std::optional<std::string> findObstacle(tensor::ConcatOp op);
std::optional<std::string> findObstacle(tensor::ExtractSliceOp op);
std::optional<std::string> findObstacle(tensor::FromElementsOp op);
std::optional<std::string> findObstacle(tensor::GatherOp op);
std::optional<std::string> findObstacle(tensor::GenerateOp op);
std::optional<std::string> findObstacle(tensor::PadOp op);
std::optional<std::string> findObstacle(tensor::ScatterOp op);
std::optional<std::string> findObstacle(tensor::SplatOp op);

PointwiseOp convert(OpBuilder &builder, tensor::ConcatOp op);
PointwiseOp convert(OpBuilder &builder, tensor::ExtractSliceOp op);
PointwiseOp convert(OpBuilder &builder, tensor::FromElementsOp op);
PointwiseOp convert(OpBuilder &builder, tensor::GatherOp op);
PointwiseOp convert(OpBuilder &builder, tensor::GenerateOp op);
PointwiseOp convert(OpBuilder &builder, tensor::PadOp op);
ScatterOp convert(OpBuilder &builder, tensor::ScatterOp op);
PointwiseOp convert(OpBuilder &builder, tensor::SplatOp op);

} // namespace mlir::stax

#endif // STAX_LIB_CONVERSION_TENSORTOSTAX_CONVERTERS_H
