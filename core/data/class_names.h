// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/array_reader.h"
#include "core/data/id_source.h"

#include <memory>
#include <string>
#include <vector>

namespace parsimony::data {

/// One name a line, the first that of class 0. Throws Error(Failed) when a line is empty or a name stands
/// there twice.
[[nodiscard]] std::vector<std::string> readClassNames(const std::string& path);

/// What a header says of labels; of a text file none does.
enum class LabelKind { Integers, Texts, Unsaid };
/// Reads the header alone. Throws Error(Failed) as openArray.
[[nodiscard]] LabelKind labelKind(const std::string& spec);

/// Labels that are text, or may be. Throws Error(Failed) as openIds.
[[nodiscard]] std::unique_ptr<IdSource> openLabelTexts(const std::string& spec);

/// Text labels as integers: the position of each in `names`. A label that is no name but the number of a
/// class is that number, unless names are numbers themselves; any other is kNoInteger. What one label becomes
/// depends on nothing but itself.
[[nodiscard]] std::unique_ptr<ArrayReader> namedLabels(std::unique_ptr<IdSource> labels,
                                                       std::vector<std::string> names);

/// The different labels, sorted. For public data only: it depends on the records. Throws Error(Failed) when
/// there are more than `most`.
[[nodiscard]] std::vector<std::string> distinctLabels(const IdSource& labels, std::size_t most);

} // namespace parsimony::data
