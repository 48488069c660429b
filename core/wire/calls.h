// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/queued_run.h"
#include "core/wire/call_answers.h"

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

// What can be asked of an engine: a struct for each method, with its name, its parameters and its answer.
// This is the table that the server, the window and the manual go by.
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

// The server's own.

struct OpenCall {
    static constexpr const char* method = "open";
    using Answer = struct Opened;
    std::string project;
    bool create = false;
};
struct Opened {
    std::int64_t session = 0;
    bool readOnly = false;
};
/// Ends a session; what runs goes on.
struct CloseCall {
    static constexpr const char* method = "close";
    using Answer = Nothing;
};
/// The id of a request, a text or a whole number.
struct RequestId {
    Json value;
};
template <>
struct Form<RequestId> {
    static Json write(const RequestId& id) { return id.value; }
    static RequestId read(const Json& json) { return {json}; }
};
/// Asks what that request began to stop at its next checkpoint.
struct CancelCall {
    static constexpr const char* method = "cancel";
    using Answer = Nothing;
    RequestId request;
};

template <class... Each>
struct Calls {
    using Any = std::variant<Each...>;
    template <class Call>
    static constexpr bool has = (std::is_same_v<Call, Each> || ...);
};
template <class... First, class... Second>
Calls<First..., Second...> joined(Calls<First...>, Calls<Second...>);

/// On an open project: what is answered by files, and all.
using FileCalls = Calls<ExportCall, ReportCall, ShareCall, PredictCall>;
using ProjectCalls = decltype(joined(
    FileCalls(), Calls<PlanCall, StateCall, CounterCall, RaiseCall, NoteCall, TagsCall, CuratorShownCall,
                       RemarksCall, OptionsCall, TrialCall, TimesCall, LookRecordsCall>()));
/// What may take long, on an open project and of none.
using ProjectRunCalls = Calls<RunCall, ResumeCall, StudyCall, EvaluateCall>;
using FreeRunCalls = Calls<AttackCall, BenchCall>;
using RunCalls = decltype(joined(ProjectRunCalls(), FreeRunCalls()));
/// About no project.
using FreeCalls = Calls<FreshPlanCall, PriceCall, MachineCall, StudiesCall, ArraysCall, KnownRowsCall,
                        CheckCall, AuditCall, CopiesCall, FolderCall>;

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
template <>
inline constexpr auto fields<OpenCall> =
    std::tuple{field("project", &OpenCall::project), field("create", &OpenCall::create)};
template <>
inline constexpr auto fields<Opened> =
    std::tuple{field("session", &Opened::session), field("read_only", &Opened::readOnly)};

template <>
inline constexpr auto fields<CloseCall> = std::tuple{};
template <>
inline constexpr auto fields<CancelCall> = std::tuple{field("request", &CancelCall::request)};

} // namespace parsimony::wire
