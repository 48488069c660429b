// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/export/classifier.h"
#include "core/export/deployment_entry.h"
#include "core/session/experiment_summary.h"
#include "core/session/model_evaluation.h"
#include "core/session/option_paths.h"
#include "core/session/public_evaluation.h"
#include "core/session/run_observer.h"
#include "core/session/run_options.h"
#include "core/session/run_snapshot.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::session {

struct DataRequest;

/// One of several experiments on the same public data.
struct TogetherRequest {
    RunOptions options;
    std::optional<std::int64_t> resume; ///< an interrupted experiment of these options to go on with
};

/// An experiment that ran on the rows that some options name.
struct EarlierExperiment {
    std::int64_t id = 0;
    ExperimentStatus status = ExperimentStatus::Interrupted;
    RunOptions options; ///< as it was started with
};

/// The curator's declaration that an experiment goes on here and nowhere else.
struct MovedHere {
    std::vector<std::string> linkedTo = {}; ///< PROJECT[:PART] of this registry whose rows these are too
};

/// One project file as the command line and the window see it: everything goes through here. A session is
/// cheap; each thread opens its own on the same path. Reading never waits for a runner.
class Session {
public:
    /// Opens `project`, creating it when it does not exist and `createIfMissing` says so. Throws
    /// Error(Failed) when it is not a project, is from a newer version, or cannot be read. `onWait` is told a
    /// sentence for the curator when another program keeps this one waiting. With `onlyDeclared` private
    /// parts that the project does not know are refused (Error(Refused)), and claims about rows with them.
    static Session open(const std::filesystem::path& project, bool createIfMissing,
                        const std::function<void(const std::string&)>& onWait = {},
                        bool onlyDeclared = false);
    Session(Session&&) noexcept;
    Session& operator=(Session&&) noexcept;
    ~Session();

    [[nodiscard]] const std::filesystem::path& path() const;
    [[nodiscard]] bool readOnly() const;
    [[nodiscard]] std::string projectId() const; ///< the same in every copy of the project

    /// The plan that `run` would carry out now, from headers and declared constants: no private row is
    /// opened, nothing is written. Throws Error(Refused) with the missing ε when the budget cannot pay it.
    [[nodiscard]] RunSnapshot plan(const RunOptions& options) const;
    /// The same when there is no project yet.
    [[nodiscard]] static RunSnapshot planWithoutProject(const RunOptions& options);

    /// Reads the rows that the options name and declares them with their cap; spends nothing. What is there
    /// already stays as it was declared. Throws as run() does.
    void declare(const RunOptions& options, const RunObserver& observer);
    /// Plans, reserves, trains, scores, releases and evaluates. Returns a snapshot whose status is finished
    /// or interrupted (`stop` was requested; the last checkpoint is durable). Throws Error otherwise.
    /// `request` is the hash of the request's key: where it has begun an experiment already, that one is
    /// returned as it stands and nothing is reserved.
    RunSnapshot run(const RunOptions& options, std::stop_token stop, const RunObserver& observer,
                    const std::string& request = {});

    /// Whether that request has begun an experiment, or a look.
    [[nodiscard]] bool hasBegun(const std::string& request) const;

    /// Runs experiments on one public dataset side by side: it is loaded once, runs that may start train
    /// together, each batch of them is one transaction. Snapshots come in the order of `requests`, finished
    /// or, when stopped, interrupted. Noise follows from each run's seed and what it is, not from its place.
    /// Throws Error(Refused) on private data, Error(Usage) when the requests name different data.
    std::vector<RunSnapshot> runTogether(const std::vector<TogetherRequest>& requests,
                                         const std::stop_token& stop, const TogetherProgress& progress);

    /// Goes on with the newest interrupted experiment, or `experiment`. Status "nothing_to_resume" when there
    /// is none. On private data throws Error(Refused) for an older copy of the project, and for one that was
    /// last run elsewhere unless the curator declares that it was `movedHere`. Files of the plan may lie
    /// elsewhere now: their rows are compared with those that it began with.
    RunSnapshot resume(std::optional<std::int64_t> experiment, std::stop_token stop,
                       const RunObserver& observer, const compute::DeviceChoice& device = {},
                       std::uint32_t threads = 0, const std::optional<MovedHere>& movedHere = {},
                       const std::string& instructions = {}, const std::vector<MovedFile>& movedFiles = {});
    RunSnapshot resume(std::optional<std::int64_t> experiment, std::stop_token stop,
                       const RunObserver& observer, const std::vector<MovedFile>& movedFiles) {
        return resume(experiment, std::move(stop), observer, {}, 0, {}, {}, movedFiles);
    }

    [[nodiscard]] std::vector<ExperimentSummary> experiments() const;
    /// The experiment as the ledger tells it (running ones of other processes included); nullopt when there
    /// is none.
    [[nodiscard]] std::optional<RunSnapshot> snapshot(std::optional<std::int64_t> experiment) const;
    [[nodiscard]] std::vector<TrialSnapshot> trials(std::optional<std::int64_t> experiment) const;
    [[nodiscard]] std::vector<std::pair<DatasetSnapshot, BudgetSnapshot>> budgets() const;
    /// Of the public dataset that these rows are, whatever it is called here: reads them all.
    [[nodiscard]] std::optional<BudgetSnapshot> budgetOfRows(const RunOptions& options) const;
    void raiseBudget(double epsilon, const std::string& reason);

    /// The classifier of `trial` (absent: of the newest finished experiment) with its card. Throws
    /// Error(Usage) when there is none.
    [[nodiscard]] exporting::Classifier classifier(std::optional<std::int64_t> trial) const;
    /// How it was made, for a registry of deployments.
    [[nodiscard]] exporting::Deployment deploymentOf(const exporting::Classifier& classifier) const;
    /// Writes the weights of `trial` (or the newest final run) with card and privacy statement, a bill of
    /// materials and, of private data, an entry for a registry of deployments, and with the file of an
    /// Ed25519 `key` a signed statement on them all; returns the files.
    std::vector<std::filesystem::path> exportModel(std::optional<std::int64_t> trial,
                                                   const std::filesystem::path& output,
                                                   const std::filesystem::path& key = {}) const;
    /// Tests an exported classifier on private rows: noisy counts, charged to a part of their own.
    PrivateEvaluation evaluate(const PrivateEvaluationRequest& request, const std::stop_token& stop,
                               const RunObserver& observer);
    /// The number of records that a look divides by where somebody declared it: with the look, or before it.
    [[nodiscard]] std::optional<std::uint64_t>
    declaredRecordsOf(const PrivateEvaluationRequest& request) const;
    /// Tests the classifier of `trial` (absent: of the newest finished experiment) on rows that the user
    /// declares public. Throws as evaluatePublicly does.
    [[nodiscard]] PublicEvaluation evaluatePublic(std::optional<std::int64_t> trial,
                                                  const PublicEvaluationRequest& request,
                                                  std::stop_token stop,
                                                  const RunObserver& observer = {}) const;

    /// A remark on a trial: a ledger row of its own; the last one wins, an empty one removes it.
    void addNote(std::int64_t trial, const std::string& text);
    void setTags(std::int64_t trial, const std::vector<std::string>& tags);
    /// What the curator was told of an experiment's rows, as ledger::Project::remarks: a curator value.
    [[nodiscard]] std::optional<std::vector<Sentence>> remarks(std::int64_t experiment) const;
    /// Records that curator values were looked at; `what` names the view, never a value.
    void recordCuratorShown(const std::string& what);

    /// Experiments whose parts held the very rows that the files of `options` hold now, oldest first.
    [[nodiscard]] std::vector<EarlierExperiment> experimentsOn(const RunOptions& options) const;
    /// The options an experiment was started with.
    [[nodiscard]] RunOptions optionsOf(std::int64_t experiment) const;

    /// Grows whenever the project changes; cheap, for polling a project that another process writes.
    [[nodiscard]] std::int64_t changeCounter() const;

private:
    struct Impl;
    /// runTogether() of requests whose rows are rounded alike.
    std::vector<RunSnapshot> runAlike(const std::vector<TogetherRequest>& requests,
                                      const DataRequest& described, const std::stop_token& stop,
                                      const TogetherProgress& progress);
    explicit Session(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace parsimony::session
