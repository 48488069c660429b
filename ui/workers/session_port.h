// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sheet.h"
#include "core/session/project_view.h"
#include "core/study/queued_run.h"
#include "ui/models/audit_values.h"
#include "ui/models/engine_task.h"
#include "ui/models/evaluation.h"
#include "ui/models/known_rows_text.h"
#include "ui/models/values.h"
#include "ui/workers/trial_record.h"

#include <filesystem>
#include <memory>
#include <stop_token>

namespace parsimony::ui {

/// What the workers need of one open project; `session::Session` in the program, a scripted one in tests. The
/// meaning of each call, its errors included, is that of session::Session. An object stays on one thread.
class SessionPort {
public:
    virtual ~SessionPort() = default;

    [[nodiscard]] virtual bool readOnly() const = 0;
    [[nodiscard]] virtual session::RunSnapshot plan(const session::RunOptions& options) = 0;
    virtual session::RunSnapshot run(const session::RunOptions& options, std::stop_token stop,
                                     const session::RunObserver& observer) = 0;
    virtual session::RunSnapshot resume(std::optional<std::int64_t> experiment, std::stop_token stop,
                                        const session::RunObserver& observer) = 0;
    /// A sweep, a comparison or the file of a study, every run of it.
    virtual Sheet study(const study::StudyVariant& study, std::stop_token stop,
                        const study::Progress& progress) = 0;
    /// All that the project shows, with that experiment or the newest.
    [[nodiscard]] virtual session::ProjectView state(std::optional<std::int64_t> experiment) = 0;
    virtual void raiseBudget(double epsilon, const std::string& reason) = 0;
    virtual std::vector<std::filesystem::path> exportModel(std::optional<std::int64_t> trial,
                                                           const std::filesystem::path& output,
                                                           const std::filesystem::path& key) = 0;
    /// What the project released, as a file in the format that the ending of `output` names.
    virtual std::vector<std::filesystem::path> writeReport(const std::filesystem::path& output) = 0;
    /// A copy of the project without curator values.
    virtual void writeCopy(const std::filesystem::path& output) = 0;
    /// Labels of the rows of `features` by a released classifier, in the format that `output` ends in.
    virtual void predict(std::optional<std::int64_t> trial, const std::string& features,
                         const std::filesystem::path& output) = 0;
    /// Tests a released classifier on other rows; private ones are charged.
    virtual Evaluation evaluate(const EvaluationRequest& request, std::stop_token stop,
                                const session::RunObserver& observer) = 0;
    virtual void addNote(std::int64_t trial, const std::string& text) = 0;
    virtual void setTags(std::int64_t trial, const std::vector<std::string>& tags) = 0;
    virtual void recordCuratorShown(const std::string& what) = 0;
    /// What the curator was told of an experiment's rows; none before it has ended.
    [[nodiscard]] virtual std::optional<std::string> remarks(std::int64_t experiment) = 0;
    [[nodiscard]] virtual session::RunOptions optionsOf(std::int64_t experiment) = 0;
    /// Everything that the ledger has on a trial; throws Error(Usage) when there is none.
    [[nodiscard]] virtual TrialRecord trialRecord(std::int64_t trial) = 0;
    /// When the trials of an experiment ran; none of a private selection, whose times tell of its secret
    /// number of runs.
    [[nodiscard]] virtual std::vector<TrialTime> trialTimes(std::int64_t experiment) = 0;
    [[nodiscard]] virtual std::int64_t changeCounter() = 0;
};

/// The engine as a whole. Called from several threads at once.
class EnginePort {
public:
    virtual ~EnginePort() = default;

    [[nodiscard]] virtual std::unique_ptr<SessionPort> open(const std::filesystem::path& project,
                                                            bool createIfMissing) = 0;
    [[nodiscard]] virtual session::RunSnapshot planWithoutProject(const session::RunOptions& options) = 0;
    /// What a sweep, a comparison or a study would take, in that project or, with an empty path, in one of
    /// its own.
    [[nodiscard]] virtual study::StudyPrice priceOf(const std::filesystem::path& project,
                                                    const study::StudyVariant& study) = 0;
    /// The studies that come with the engine.
    [[nodiscard]] virtual std::vector<study::StudyTitle> studies() = 0;
    /// Whether it was asked to tell a curator's values; who is elsewhere may refuse all the same.
    [[nodiscard]] virtual bool curator() const { return true; }
    /// Carries out what needs no project.
    virtual Sheet carryOut(const EngineTask& task, std::stop_token stop, const study::Progress& progress) = 0;
    /// The arrays of one file from its header; throws Error when it is no file of arrays.
    [[nodiscard]] virtual std::vector<ArrayInfo> listArrays(const std::filesystem::path& file) = 0;
    /// What this user's registry knows of the rows of a request: reads all of them, writes nothing.
    [[nodiscard]] virtual KnownParts knownRows(const session::RunOptions& options) = 0;
    /// What is wrong with the rows and labels of arrays: a curator's values.
    [[nodiscard]] virtual std::vector<Sentence> check(const std::vector<std::string>& arrays,
                                                      std::optional<std::uint32_t> classes) = 0;
    /// Verifies a project file without changing it; throws Error when it cannot be read at all.
    [[nodiscard]] virtual AuditFindings audit(const std::filesystem::path& project) = 0;
    /// By name; empty: the folder in which the engine begins.
    [[nodiscard]] virtual std::vector<FolderEntry> listFolder(const std::filesystem::path& folder) = 0;
    /// What waits to be run in a project, or in one yet to be made: hands it to `change`, keeps what that
    /// leaves beside the project and returns it. nullopt: this engine keeps none.
    virtual std::optional<study::QueuedRuns> changeQueue(const std::filesystem::path& /*project*/,
                                                         const std::function<void(study::QueuedRuns&)>&
                                                         /*change*/) {
        return std::nullopt;
    }
    /// The window goes: no call waits for a connection to another machine any longer, nor, `atOnce`, for an
    /// answer from there. What runs there goes on.
    virtual void leave(bool /*atOnce*/) {}
};

using EnginePtr = std::shared_ptr<EnginePort>;

/// Turns whatever an engine call throws into a Problem; to be called where it is caught.
[[nodiscard]] Problem currentProblem();

/// The arrays of all `files`, with a sentence for each that could not be read.
[[nodiscard]] FileListing listFiles(EnginePort& engine, const QStringList& files);

} // namespace parsimony::ui
