// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/experiment_lock.h"
#include "core/ledger/records.h"
#include "core/ledger/wait_notice.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::ledger {

class Registry;

struct OpenOptions {
    int busyMilliseconds = 30000;          ///< how long to wait for other processes
    std::shared_ptr<Registry> registry;    ///< of this user; none: rows are not compared with other projects
    std::optional<bool> networkFileSystem; ///< asked of the file system when not given
    std::function<std::string()> clock;    ///< UTC time of a new row; the system's when not given
    WaitNotice onWait;                     ///< told in every wait for another program that takes a second
    /// What the curator declares must be there: data sets and accounts of private rows are found, or else
    /// refused, and so are links and claims about rows.
    bool onlyDeclared = false;
};

/// An experiment that this process runs: nobody else can until the lock is gone.
struct RunningExperiment {
    ExperimentId id;
    ExperimentLock lock;
};

/// A project file: the one ledger of everything that private data was asked, and what came out.
///
/// Whatever a mechanism may cost is committed before the call that reserves it returns (`BEGIN IMMEDIATE`,
/// `synchronous=FULL`), and nothing is ever given back. An object belongs to one thread at a time; threads
/// and processes open their own on the same path and wait up to 30 s for each other's writes; readers wait
/// for nobody.
///
/// Every function throws Error(Failed) when the file is damaged, can't be written or stays locked; what else
/// they throw is said with them.
class Project {
public:
    /// Throws Error(Failed) when `file` is missing, is no project, or comes from a newer version.
    [[nodiscard]] static Project open(const std::filesystem::path& file, const OpenOptions& options = {});
    /// Made under a temporary name and renamed, so a file of that name is always whole.
    [[nodiscard]] static Project openOrCreate(const std::filesystem::path& file,
                                              const OpenOptions& options = {});
    Project(Project&&) noexcept;
    Project& operator=(Project&&) noexcept;
    ~Project();

    [[nodiscard]] const std::filesystem::path& path() const;
    [[nodiscard]] bool readOnly() const;
    [[nodiscard]] const std::string& projectId() const; ///< 32 hexadecimal digits, made when the file was
    /// What the curator should be told about this file (registry, folder); never part of a result.
    [[nodiscard]] const std::vector<Sentence>& notices() const;

    // Datasets and budgets

    /// Finds the dataset by its rows (registry) or content digests, else by name, or makes it. Throws
    /// Error(Usage) when it is known with another cap, adjacency or rows per person, or new and without a
    /// cap; CuratorRefusal when rows once private are declared public, or when private rows are those of a
    /// part of another project that the declaration does not name, or those of people in it. Which charges
    /// an account opens with follows from the declared links alone, not from the rows. Who is left out of a
    /// part in the end, the registry says (peopleOf).
    DeclaredDataset declareDataset(DatasetDeclaration declaration, const DeclarationCheck& check = {});
    /// The dataset that it would find these rows in; nothing is written.
    [[nodiscard]] std::optional<DatasetId> findDataset(const DatasetDeclaration& declaration) const;
    /// Lets the registry take over what was charged in another project, where that file is ahead of it: one
    /// that was restored from a backup knows less than the projects that went on.
    void tellRegistryOf(const std::filesystem::path& other) const;
    /// As projectsAt() below, by the registry of this project.
    [[nodiscard]] std::vector<std::string> projectsAt(const std::filesystem::path& file) const;
    /// Adds a part to a dataset that is there; its account has the dataset's (ε, δ).
    DeclaredDataset declarePart(DatasetId dataset, const PartDeclaration& part,
                                const std::vector<DeclaredLink>& links = {},
                                const std::vector<DeclaredLink>& leftOut = {},
                                const DeclarationCheck& check = {});
    /// Throws Error(Usage) unless `epsilon` is above the cap; `reason` must say something.
    void raiseCap(DatasetId dataset, double epsilon, const std::string& reason);

    // Experiments

    /// Reserves a whole experiment in one transaction and takes its lock. Throws Error(Refused) with
    /// requested, remaining and missing ε when a part can't pay its charges; Error(Usage) when an account is
    /// of the other kind, and when an experiment of the same request is there.
    RunningExperiment beginExperiment(const ExperimentSpec& spec);
    /// Throws as beginExperiment() does where an account can't pay; reserves nothing. For a DeclarationCheck.
    void requireRoom(const ExperimentSpec& spec);
    /// Takes the lock of an interrupted experiment. Throws Error(Usage) when it ended or does not exist,
    /// Error(Failed) when another process runs it; on private data Error(Refused) when this file is an older
    /// copy, or the experiment was last run on another machine or under another registry, unless the curator
    /// declares with `movedHere`, which is a row of the ledger, that it goes on nowhere else.
    RunningExperiment resumeExperiment(ExperimentId experiment, bool movedHere = false);
    /// A new version of the plan, for what is left after a trial was lost. Reservations stay as they are.
    int addPlanVersion(ExperimentId experiment, const nlohmann::json& plan, const std::string& reason);
    void interruptExperiment(ExperimentId experiment);
    /// Both write a row of one length with what the curator was told, whether or not there was anything: that
    /// it is there tells nothing.
    void finishExperiment(ExperimentId experiment, const nlohmann::json& result,
                          const std::vector<Sentence>& remarks = {});
    void failExperiment(ExperimentId experiment, const std::string& message,
                        const std::vector<Sentence>& remarks = {});
    /// The experiment that a request (as ExperimentSpec has it) began; none of an empty one. Throws
    /// Error(Usage) where its key began another one.
    [[nodiscard]] std::optional<ExperimentId> experimentOfRequest(const std::string& request) const;
    /// The newest experiment that can be resumed: begun, not ended, run by nobody now.
    [[nodiscard]] std::optional<ExperimentId> resumableExperiment() const;
    /// Throws Error(Refused) when a private experiment was last run on another machine or under another
    /// registry, as resumeExperiment does; before that its rows, hashed under another key, look changed.
    void requireHere(ExperimentId experiment) const;
    /// Throws Error(Refused) when the registry remembers rows of this project that the file does not hold.
    void requireWhole() const;

    // Trials. On private data every change of an experiment throws Error(Refused) when another process
    // resumed it since, or this file lacks rows that the registry has seen of it.

    /// Allocates a trial inside its experiment's reservation; call it before private rows are opened. Throws
    /// Error(Refused) when the allocations of the experiment would pass what it reserved.
    TrialId reserveTrial(ExperimentId experiment, const TrialSpec& spec);
    /// Reserved or Running → Running; returns the attempt, from 1.
    std::int64_t startTrial(TrialId trial);
    /// Running → Finished, with score and releases in the same transaction. Removes the checkpoint.
    void finishTrial(TrialId trial, const TrialOutcome& outcome);
    void loseTrial(TrialId trial, const std::string& message); ///< Reserved or Running → Lost
    /// Durable when it returns: only then may the step's output be shown or kept. The latest one per trial
    /// stays.
    void saveCheckpoint(TrialId trial, const Checkpoint& checkpoint);
    [[nodiscard]] std::optional<Checkpoint> loadCheckpoint(TrialId trial) const;

    /// When changes survive a power cut; a kill they survive from the moment the call returns.
    enum class Durable {
        Now,
        Soon, ///< within a second of work, or with the next change that is durable: of public data alone
    };
    /// Makes all changes of this project in one transaction: durable together when the call returns, undone
    /// together when `changes` throws. A reservation among them is not durable before: no private row may be
    /// opened inside.
    void inOneTransaction(const std::function<void()>& changes, Durable durable = Durable::Now);

    // Values and remarks

    void addNote(TrialId trial, const std::string& text); ///< the last one wins
    void setTags(TrialId trial, const std::vector<std::string>& tags);
    /// Records that the curator looked at uncharged values; `what` names the view, never a value.
    void recordCuratorShown(const std::string& what);

    // Reading

    [[nodiscard]] std::vector<DatasetRow> datasets() const;
    [[nodiscard]] DatasetRow dataset(DatasetId dataset) const; ///< throws Error(Usage) when there is none
    [[nodiscard]] std::vector<PartRow> parts(DatasetId dataset) const;
    [[nodiscard]] std::optional<PartRow>
    part(PartId part) const; ///< of any dataset; none: there is no such part
    [[nodiscard]] std::vector<AccountRow>
    accounts(DatasetId dataset) const; ///< one per part, in the order of parts
    [[nodiscard]] AccountRow account(PartId part) const;
    /// The content digest a part was declared with, a curator value; empty when it had none.
    [[nodiscard]] std::string contentDigest(PartId part) const;
    /// That of the part when the experiment began: the same rows may have had other labels.
    [[nodiscard]] std::string contentDigest(PartId part, ExperimentId experiment) const;
    /// What else the curator knows of a part, its files above all; empty in a shared copy.
    [[nodiscard]] nlohmann::json curatorFacts(PartId part) const;
    [[nodiscard]] std::vector<ExperimentRow> experiments() const; ///< without options and plan; oldest first
    /// The plan is the newest version, parsed once.
    [[nodiscard]] ExperimentRow experiment(ExperimentId experiment) const;
    /// What tells whether this version knows the newest version of its plan; nothing else of it is parsed.
    [[nodiscard]] PlanOutline planOutline(ExperimentId experiment) const;
    /// What the curator was told of an experiment's rows: a curator value. None before it has
    /// ended, of an earlier version's and in a shared copy.
    [[nodiscard]] std::optional<std::vector<Sentence>> remarks(ExperimentId experiment) const;
    [[nodiscard]] bool isPublic(ExperimentId experiment) const; ///< is its dataset declared public?
    /// Trials of one experiment, or of all; with `since`, only those with a row after it.
    [[nodiscard]] std::vector<TrialRow> trials(std::optional<ExperimentId> experiment = {},
                                               std::int64_t since = 0) const;
    [[nodiscard]] TrialRow trial(TrialId trial) const;
    /// By trial, of those reserved after row `since`: read from the rows that reserved them alone.
    [[nodiscard]] std::map<std::int64_t, TrialPlace> trialPlaces(ExperimentId experiment,
                                                                 std::int64_t since = 0) const;
    /// Of one experiment or trial; with `what`, only those of that name; with `since`, only those after that
    /// row.
    [[nodiscard]] std::vector<ReleaseRow> releases(ExperimentId experiment, std::optional<TrialId> trial = {},
                                                   const ReleaseName& what = {},
                                                   std::int64_t since = 0) const;
    /// Throws Error(Failed) when the bytes don't match their hash.
    [[nodiscard]] std::vector<std::uint8_t> blob(const Digest& digest) const;
    [[nodiscard]] std::int64_t lastRow() const; ///< grows with every change of the ledger
    [[nodiscard]] Digest tip() const;           ///< hash of the last row
    [[nodiscard]] std::optional<Digest> rowHash(std::int64_t row) const; ///< none: there is no such row
    [[nodiscard]] std::vector<LedgerRow> changesSince(std::int64_t row) const;
    [[nodiscard]] ReadingWork readingWork() const;

private:
    struct Impl;
    explicit Project(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// The project in that file. Where it is gone, or a new one without rows lies there, those that this user's
/// registry, which may be null, has known there; else one by this id. Throws Error(Failed) where there is
/// none.
[[nodiscard]] std::vector<std::string> projectsAt(const Registry* registry,
                                                  const std::filesystem::path& file);

} // namespace parsimony::ledger
