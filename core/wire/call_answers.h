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
/// What an audit found.
struct AuditView {
    struct Account {
        std::string dataset, part;
        double epsilon = 0.0, delta = 0.0, targetEpsilon = 0.0;
        std::optional<double> mu;
        bool simulated = false;
    };
    struct Problem {
        std::int64_t row = 0;
        Sentence what;
    };
    /// A moment at which private rows were opened, or reserved to be.
    struct Access {
        std::int64_t row = 0;
        std::string time;
        RowKind kind = RowKind::Part;
        std::string part;
        std::int64_t experiment = 0, trial = 0;
    };
    std::int64_t rows = 0;
    std::string tip, receipt;
    std::vector<Account> accounts;
    std::vector<Problem> problems, curatorProblems;
    std::vector<Sentence> notes;
    std::vector<Access> accesses;
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
template <>
inline constexpr auto fields<AuditView::Account> =
    std::tuple{field("dataset", &AuditView::Account::dataset),
               field("part", &AuditView::Account::part),
               field("epsilon", &AuditView::Account::epsilon),
               field("delta", &AuditView::Account::delta),
               field("target_epsilon", &AuditView::Account::targetEpsilon),
               field("mu", &AuditView::Account::mu),
               field("simulated", &AuditView::Account::simulated)};
template <>
inline constexpr auto fields<AuditView::Problem> =
    std::tuple{field("row", &AuditView::Problem::row), field("what", &AuditView::Problem::what)};
template <>
inline constexpr auto fields<AuditView::Access> =
    std::tuple{field("row", &AuditView::Access::row),
               field("time", &AuditView::Access::time),
               field("kind", &AuditView::Access::kind),
               field("part", &AuditView::Access::part),
               field("experiment", &AuditView::Access::experiment),
               field("trial", &AuditView::Access::trial)};
template <>
inline constexpr auto fields<AuditView> = std::tuple{
    field("rows", &AuditView::rows),         field("head", &AuditView::tip),
    field("receipt", &AuditView::receipt),   field("accounts", &AuditView::accounts),
    field("problems", &AuditView::problems), field("curator_problems", &AuditView::curatorProblems),
    field("notes", &AuditView::notes),       field("accesses", &AuditView::accesses)};
} // namespace parsimony::wire
