// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace parsimony::exporting {

/// What the card of a classifier is called in its file.
inline constexpr const char* kCardKey = "parsimony_card";

/// What an ONNX file holds under names, as whoever loads it finds it.
struct OnnxContents {
    std::map<std::string, std::string> arrays; ///< the initializers' bytes; none of those that are no float32
    std::map<std::string, std::string> metadata;
    /// All else but what the file says of itself (its producer, its doc string): the graph, the operators
    /// that it takes, functions. Files with the same of it compute the same.
    std::string program;
};

/// Throws Error(Failed) naming `path` where `bytes` are no sound model, or one name occurs twice.
[[nodiscard]] OnnxContents onnxContents(std::string_view bytes, const std::string& path);

} // namespace parsimony::exporting
