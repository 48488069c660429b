// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/project_view.h"
#include "core/wire/values.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// What calls are answered by, where that is nobody else's.
namespace parsimony::wire {

struct Nothing {};
template <>
inline constexpr auto fields<Nothing> = std::tuple{};

/// A file that leaves, or comes; `hex` are its bytes.
struct FileContent {
    std::string name, hex;
};
struct TrialRow {
    std::int64_t row = 0;
    std::string time; ///< UTC
    RowKind kind = RowKind::TrialReserved;
    std::string part; ///< empty where the row names none
    bool curator = false;
    std::string body; ///< canonical JSON; empty of a curator row
};
struct ArrayView {
    std::string file, key, dtype;
    std::vector<std::uint64_t> shape; ///< without --curator the number of rows is 0: not told
    std::uint64_t bytes = 0;
};
struct FolderEntry {
    std::string name;
    bool folder = false;
};
template <>
inline constexpr auto fields<FileContent> =
    std::tuple{field("name", &FileContent::name), field("hex", &FileContent::hex)};
template <>
inline constexpr auto fields<TrialRow> =
    std::tuple{field("row", &TrialRow::row),         field("time", &TrialRow::time),
               field("kind", &TrialRow::kind),       field("part", &TrialRow::part),
               field("curator", &TrialRow::curator), field("body", &TrialRow::body)};
template <>
inline constexpr auto fields<session::ProjectView> =
    std::tuple{field("project_id", &session::ProjectView::projectId),
               field("read_only", &session::ProjectView::readOnly),
               field("change_counter", &session::ProjectView::changeCounter),
               field("experiments", &session::ProjectView::experiments),
               field("budgets", &session::ProjectView::budgets),
               field("trials", &session::ProjectView::trials),
               field("shown", &session::ProjectView::shown)};
template <>
inline constexpr auto fields<ArrayView> =
    std::tuple{field("file", &ArrayView::file), field("key", &ArrayView::key),
               field("dtype", &ArrayView::dtype), field("shape", &ArrayView::shape),
               field("bytes", &ArrayView::bytes)};
template <>
inline constexpr auto fields<FolderEntry> =
    std::tuple{field("name", &FolderEntry::name), field("folder", &FolderEntry::folder)};
} // namespace parsimony::wire
