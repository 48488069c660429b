// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/classifier.h"
#include "core/export/tensor_bytes.h"

#include <string>

namespace parsimony::exporting {

/// An ONNX model (IR 7, opset 13) with one input `features` [N, record width] float32, un-normalised: the
/// pre-processing is part of the graph. Outputs: `scores` [N, classes] float32, `label` [N] int64. `metadata`
/// becomes metadata_props.
///
/// A model is a handful of nested protobuf messages; writing their bytes here spares the build libonnx and
/// protoc. Field numbers are those of onnx.proto3.
[[nodiscard]] std::string onnxBytes(const Classifier& model, const Metadata& metadata);

} // namespace parsimony::exporting
