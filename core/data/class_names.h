// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/array_reader.h"
#include "core/data/id_source.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace parsimony::data {

/// One name a line, the first that of class 0. Throws Error(Failed) when a line is empty or a name stands
/// there twice.
[[nodiscard]] std::vector<std::string> readClassNames(const std::string& path);

/// What class `k` is called: by its number where it has no name.
[[nodiscard]] std::string classTitle(const std::vector<std::string>& names, std::size_t k);

/// What a header says of labels; of a text file none does.
enum class LabelKind { Integers, Texts, Unsaid };
/// Reads the header alone. Throws Error(Failed) as openArray.
[[nodiscard]] LabelKind labelKind(const std::string& spec);

/// Labels that are text, or may be. Throws Error(Failed) as openIds.
[[nodiscard]] std::unique_ptr<IdSource> openLabelTexts(const std::string& spec);

/// Without what NumPy, tables and people put around a label.
[[nodiscard]] std::string_view bareLabel(std::string_view label);

/// What a label that is text means: its position among the names, or the number that it is of a class, unless
/// names are numbers themselves.
class ClassNumbers {
public:
    explicit ClassNumbers(std::vector<std::string> names);
    ClassNumbers(const ClassNumbers&) = delete;
    ClassNumbers& operator=(const ClassNumbers&) = delete;

    /// kNoInteger for any other; depends on nothing but the label.
    [[nodiscard]] std::int64_t of(std::string_view label) const;

private:
    std::vector<std::string> m_names; ///< what m_classes looks into
    std::unordered_map<std::string_view, std::int64_t> m_classes;
    bool m_numbered = true; ///< labels may be numbers of classes
};

/// Text labels as integers, as ClassNumbers has them.
[[nodiscard]] std::unique_ptr<ArrayReader> namedLabels(std::unique_ptr<IdSource> labels,
                                                       std::vector<std::string> names);

/// The different labels, sorted. For public data only: it depends on the records. Throws Error(Failed) when
/// there are more than `most`.
[[nodiscard]] std::vector<std::string> distinctLabels(const IdSource& labels, std::size_t most);

} // namespace parsimony::data
