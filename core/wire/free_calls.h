// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/queued_run.h"
#include "core/wire/call_answers.h"
#include "core/wire/call_list.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// What can be asked that is about no open project.
namespace parsimony::wire {

// Of no project, and may take long: they have `key` beside the members as well.

/// Tries to break a trainer on public rows.
struct AttackCall {
    static constexpr const char* method = "attack";
    using Answer = Sheet;
    study::AttackRequest attack;
};
/// Measures the machine that the server is on.
struct BenchCall {
    static constexpr const char* method = "bench";
    using Answer = Sheet;
    study::BenchRequest bench;
};

// Of no project.

struct FreshPlanCall {
    static constexpr const char* method = "plan_without_project";
    using Answer = session::RunSnapshot;
    session::RunOptions options;
};
struct PriceCall {
    static constexpr const char* method = "price";
    using Answer = study::StudyPrice;
    std::string project; ///< empty: in one of its own
    study::StudyVariant study;
};
/// Throws where what is to run needs a device, threads or instructions that the engine's machine does not
/// have, or more processes than can share its rows, as running it would. One of them is given.
struct MachineCall {
    static constexpr const char* method = "machine";
    using Answer = Nothing;
    std::optional<session::RunOptions> options;
    std::uint64_t rows = 0; ///< of their plan, which processes share; 0: not known
    std::optional<study::StudyVariant> study;
    std::optional<study::BenchRequest> bench;

    /// Of what is to wait. Looks and attacks name no device.
    [[nodiscard]] static MachineCall of(const study::Queueable& run, std::uint64_t rows) {
        MachineCall call;
        if (const auto* options = std::get_if<session::RunOptions>(&run)) {
            call.options = *options;
            call.rows = rows;
        } else if (const auto* study = std::get_if<study::StudyVariant>(&run)) {
            call.study = *study;
        } else if (const auto* bench = std::get_if<study::BenchRequest>(&run)) {
            call.bench = *bench;
        }
        return call;
    }
};
/// The studies that come with the server.
struct StudiesCall {
    static constexpr const char* method = "studies";
    using Answer = std::vector<study::StudyTitle>;
};
struct ArraysCall {
    static constexpr const char* method = "arrays";
    using Answer = std::vector<ArrayView>;
    std::string file;
};
struct KnownRowsCall {
    static constexpr const char* method = "known_rows";
    using Answer = std::vector<session::KnownRows>;
    session::RunOptions options;
};
/// What is wrong with rows and labels, for the curator.
struct CheckCall {
    static constexpr const char* method = "check";
    using Answer = std::vector<Sentence>;
    std::vector<std::string> arrays; ///< PATH or PATH:KEY
    std::optional<std::uint32_t> classes;
    std::uint32_t labelsPerRecord = 1;
};
struct AuditCall {
    static constexpr const char* method = "audit";
    using Answer = AuditView;
    std::string project;
};
/// Whether two files of one project hold the same rows, or where they part.
struct CopiesCall {
    static constexpr const char* method = "audit_copies";
    using Answer = AuditView;
    std::string project, copy;
};
struct FolderCall {
    static constexpr const char* method = "folder";
    using Answer = std::vector<FolderEntry>;
    std::string folder;
};

/// What may take long, and all else.
using FreeRunCalls = Calls<AttackCall, BenchCall>;
using FreeCalls = Calls<FreshPlanCall, PriceCall, MachineCall, StudiesCall, ArraysCall, KnownRowsCall,
                        CheckCall, AuditCall, CopiesCall, FolderCall>;

template <>
inline constexpr auto fields<AttackCall> = std::tuple{field("attack", &AttackCall::attack)};
template <>
inline constexpr auto fields<BenchCall> = std::tuple{field("bench", &BenchCall::bench)};
template <>
inline constexpr auto fields<FreshPlanCall> = std::tuple{field("options", &FreshPlanCall::options)};
template <>
inline constexpr auto fields<PriceCall> =
    std::tuple{field("project", &PriceCall::project), field("study", &PriceCall::study)};
template <>
inline constexpr auto fields<MachineCall> =
    std::tuple{field("options", &MachineCall::options), field("rows", &MachineCall::rows),
               field("study", &MachineCall::study), field("bench", &MachineCall::bench)};
template <>
inline constexpr auto fields<StudiesCall> = std::tuple{};
template <>
inline constexpr auto fields<ArraysCall> = std::tuple{field("file", &ArraysCall::file)};
template <>
inline constexpr auto fields<KnownRowsCall> = std::tuple{field("options", &KnownRowsCall::options)};
template <>
inline constexpr auto fields<CheckCall> =
    std::tuple{field("arrays", &CheckCall::arrays), field("classes", &CheckCall::classes),
               field("labels_per_record", &CheckCall::labelsPerRecord)};
template <>
inline constexpr auto fields<AuditCall> = std::tuple{field("project", &AuditCall::project)};
template <>
inline constexpr auto fields<CopiesCall> =
    std::tuple{field("project", &CopiesCall::project), field("copy", &CopiesCall::copy)};
template <>
inline constexpr auto fields<FolderCall> = std::tuple{field("folder", &FolderCall::folder)};

} // namespace parsimony::wire
