// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/wire/call_answers.h"
#include "core/wire/call_list.h"

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

// What can be asked of an open project.
namespace parsimony::wire {

// Of an open project: their parameters have `session` beside the members, the number that `open` gave.

/// What a run of these options would do and cost; nothing is written.
struct PlanCall {
    static constexpr const char* method = "plan";
    using Answer = session::RunSnapshot;
    session::RunOptions options;
};
/// Everything that the project shows. From then on a `changed` event tells when it is another.
struct StateCall {
    static constexpr const char* method = "state";
    using Answer = session::ProjectView;
    std::optional<std::int64_t> experiment; ///< to be shown; absent: the newest
};
/// How often it has changed; it is watched as after `state`.
struct CounterCall {
    static constexpr const char* method = "counter";
    struct Answer {
        std::int64_t changeCounter = 0;
    };
};
struct RaiseCall {
    static constexpr const char* method = "raise_budget";
    using Answer = Nothing;
    double epsilon = 0.0;
    std::string reason;
};
/// The files of an exported classifier come back. `key` is a file of the server.
struct ExportCall {
    static constexpr const char* method = "export";
    using Answer = std::vector<FileContent>;
    std::optional<std::int64_t> trial;
    std::string name, key;
};
struct ReportCall {
    static constexpr const char* method = "report";
    using Answer = std::vector<FileContent>;
    std::string name;
    std::optional<std::int64_t> experiment; ///< only this one
    std::string filter;                     ///< of trials, in canonical words
    std::vector<std::string> plots;         ///< by name, as --plots; none: all
};
/// A copy without curator values, fit to be passed on; it verifies.
struct ShareCall {
    static constexpr const char* method = "share";
    using Answer = std::vector<FileContent>;
    std::string name;
};
/// Labels of unlabelled rows by a released classifier; with --curator alone.
struct PredictCall {
    static constexpr const char* method = "predict";
    using Answer = std::vector<FileContent>;
    std::optional<std::int64_t> trial; ///< absent: of the newest finished experiment
    std::string features, name;        ///< PATH or PATH:KEY; the ending is the format
    session::RunOptions options = {};  ///< which columns are no features, and what made them
};
struct NoteCall {
    static constexpr const char* method = "note";
    using Answer = Nothing;
    std::int64_t trial = 0;
    std::string text;
};
struct TagsCall {
    static constexpr const char* method = "tags";
    using Answer = Nothing;
    std::int64_t trial = 0;
    std::vector<std::string> tags;
};
struct CuratorShownCall {
    static constexpr const char* method = "curator_shown";
    using Answer = Nothing;
    std::string what;
};
/// What the curator was told of an experiment's rows; with --curator alone.
struct RemarksCall {
    static constexpr const char* method = "remarks";
    struct Answer {
        std::optional<std::vector<Sentence>>
            remarks; ///< absent: it has not ended, or an earlier version ran it
    };
    std::int64_t experiment = 0;
};
/// With what an experiment was started.
struct OptionsCall {
    static constexpr const char* method = "options";
    using Answer = session::RunOptions;
    std::int64_t experiment = 0;
};
/// The ledger's rows on a trial.
struct TrialCall {
    static constexpr const char* method = "trial";
    using Answer = std::vector<TrialRow>;
    std::int64_t trial = 0;
};
struct TimesCall {
    static constexpr const char* method = "times";
    using Answer = std::vector<session::TrialTime>;
    std::int64_t experiment = 0;
};

/// By what number of records a look at private rows divides; absent: nobody declared it.
struct LookRecordsCall {
    static constexpr const char* method = "look_records";
    struct Answer {
        std::optional<std::uint64_t> declared;
    };
    session::PrivateEvaluationRequest request; ///< without a model
};

// What may spend, of an open project: they have `key` beside the members as well.

struct RunCall {
    static constexpr const char* method = "run";
    using Answer = session::RunSnapshot;
    session::RunOptions options;
};
struct ResumeCall {
    static constexpr const char* method = "resume";
    using Answer = session::RunSnapshot;
    std::optional<std::int64_t> experiment; ///< absent: the newest that can be gone on with
    std::vector<session::MovedFile> moved;  ///< files of its plan that lie elsewhere now
};
/// A sweep, a comparison or the file of a study; its runs stand in the project.
struct StudyCall {
    static constexpr const char* method = "study";
    using Answer = Sheet;
    study::StudyVariant study;
};
struct EvaluateCall {
    static constexpr const char* method = "evaluate";
    using Answer = session::EvaluationView;
    std::optional<std::int64_t> trial; ///< absent: of the newest finished experiment
    bool isPrivate = true;
    session::PrivateEvaluationRequest request; ///< without a model
};

/// What is answered by files, and all.
using FileCalls = Calls<ExportCall, ReportCall, ShareCall, PredictCall>;
using ProjectCalls = decltype(joined(
    FileCalls(), Calls<PlanCall, StateCall, CounterCall, RaiseCall, NoteCall, TagsCall, CuratorShownCall,
                       RemarksCall, OptionsCall, TrialCall, TimesCall, LookRecordsCall>()));
/// What may take long.
using ProjectRunCalls = Calls<RunCall, ResumeCall, StudyCall, EvaluateCall>;

/// Whether a project is what it was after a call.
template <class Call>
inline constexpr bool onlyReads = std::is_same_v<Call, PlanCall> || std::is_same_v<Call, StateCall> ||
                                  std::is_same_v<Call, CounterCall> || std::is_same_v<Call, RemarksCall> ||
                                  std::is_same_v<Call, OptionsCall> || std::is_same_v<Call, TrialCall> ||
                                  std::is_same_v<Call, TimesCall> || std::is_same_v<Call, LookRecordsCall>;

/// Whether it is refused where one of the files that it answers is there already.
template <class Call>
inline constexpr bool replacesNothing = std::is_same_v<Call, ShareCall>;

template <>
inline constexpr auto fields<PlanCall> = std::tuple{field("options", &PlanCall::options)};
template <>
inline constexpr auto fields<StateCall> = std::tuple{field("experiment", &StateCall::experiment)};
template <>
inline constexpr auto fields<CounterCall> = std::tuple{};
template <>
inline constexpr auto fields<CounterCall::Answer> =
    std::tuple{field("change_counter", &CounterCall::Answer::changeCounter)};
template <>
inline constexpr auto fields<RaiseCall> =
    std::tuple{option("epsilon", &RaiseCall::epsilon), field("reason", &RaiseCall::reason)};
template <>
inline constexpr auto fields<ExportCall> = std::tuple{
    field("trial", &ExportCall::trial), field("name", &ExportCall::name), field("sign", &ExportCall::key)};
template <>
inline constexpr auto fields<ReportCall> =
    std::tuple{field("name", &ReportCall::name), field("experiment", &ReportCall::experiment),
               field("filter", &ReportCall::filter), field("plots", &ReportCall::plots)};
template <>
inline constexpr auto fields<ShareCall> = std::tuple{field("name", &ShareCall::name)};
template <>
inline constexpr auto fields<PredictCall> =
    std::tuple{field("trial", &PredictCall::trial), field("features", &PredictCall::features),
               field("name", &PredictCall::name), field("options", &PredictCall::options)};
template <>
inline constexpr auto fields<NoteCall> =
    std::tuple{field("trial", &NoteCall::trial), field("text", &NoteCall::text)};
template <>
inline constexpr auto fields<TagsCall> =
    std::tuple{field("trial", &TagsCall::trial), field("tags", &TagsCall::tags)};
template <>
inline constexpr auto fields<CuratorShownCall> = std::tuple{field("what", &CuratorShownCall::what)};
template <>
inline constexpr auto fields<RemarksCall> = std::tuple{field("experiment", &RemarksCall::experiment)};
template <>
inline constexpr auto fields<RemarksCall::Answer> =
    std::tuple{field("remarks", &RemarksCall::Answer::remarks)};
template <>
inline constexpr auto fields<OptionsCall> = std::tuple{field("experiment", &OptionsCall::experiment)};
template <>
inline constexpr auto fields<TrialCall> = std::tuple{field("trial", &TrialCall::trial)};
template <>
inline constexpr auto fields<TimesCall> = std::tuple{field("experiment", &TimesCall::experiment)};
template <>
inline constexpr auto fields<RunCall> = std::tuple{field("options", &RunCall::options)};
template <>
inline constexpr auto fields<session::MovedFile> =
    std::tuple{field("from", &session::MovedFile::from), field("to", &session::MovedFile::to)};
template <>
inline constexpr auto fields<ResumeCall> =
    std::tuple{field("experiment", &ResumeCall::experiment), field("moved", &ResumeCall::moved)};
template <>
inline constexpr auto fields<StudyCall> = std::tuple{field("study", &StudyCall::study)};
template <>
inline constexpr bool isPart<session::PrivateEvaluationRequest> = true;
template <>
inline constexpr auto fields<session::PrivateEvaluationRequest> =
    std::tuple{field("part", &session::PrivateEvaluationRequest::name),
               field("files", &session::PrivateEvaluationRequest::files),
               field("per_class", &session::PrivateEvaluationRequest::perClass),
               field("metrics", &session::PrivateEvaluationRequest::metrics),
               field("positive", &session::PrivateEvaluationRequest::positive),
               field("groups", &session::PrivateEvaluationRequest::groups),
               field("group_names", &session::PrivateEvaluationRequest::groupNames),
               field("label_map", &session::PrivateEvaluationRequest::labelMap),
               field("split", &session::PrivateEvaluationRequest::split),
               field("loss_bound", &session::PrivateEvaluationRequest::lossBound),
               field("options", &session::PrivateEvaluationRequest::options)};
template <>
inline constexpr auto fields<LookRecordsCall> = std::tuple{field("on", &LookRecordsCall::request)};
template <>
inline constexpr auto fields<LookRecordsCall::Answer> =
    std::tuple{field("declared", &LookRecordsCall::Answer::declared)};
template <>
inline constexpr auto fields<study::LookRequest> =
    std::tuple{field("trial", &study::LookRequest::trial), field("on", &study::LookRequest::on)};
template <>
inline constexpr auto fields<EvaluateCall> =
    std::tuple{field("trial", &EvaluateCall::trial), field("private", &EvaluateCall::isPrivate),
               field("on", &EvaluateCall::request)};

} // namespace parsimony::wire
