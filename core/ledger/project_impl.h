// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/ledger/dataset_bodies.h"
#include "core/ledger/ledger_state.h"
#include "core/ledger/project.h"
#include "core/ledger/registry.h"
#include "core/ledger/sqlite.h"
#include "core/ledger/state_feed.h"

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parsimony::ledger {

/// A row about to be appended; absent amounts are NULL.
struct NewRow {
    RowKind kind = RowKind::Project;
    DatasetId dataset;
    PartId part;
    ExperimentId experiment;
    TrialId trial;
    ValueClass valueClass = ValueClass::Released;
    std::optional<SpendSum> muSquared;
    std::optional<double> epsilon, delta;
    std::string body = "{}"; ///< canonical JSON, as the struct of its kind writes it
};

/// For the curator's eyes only: it names a part and the file it is in.
[[nodiscard]] Sentence placeOf(const RegistryMatch& match);
/// Throws CuratorRefusal.
[[noreturn]] void refuseRows(std::vector<Sentence> reasons);

/// What one charge costs another account of the same project.
struct LearntCharge {
    PartId part;
    RegistryCharge charge;
};

struct Project::Impl {
    Impl(std::filesystem::path file, OpenMode mode, OpenOptions openOptions);
    /// A new project in that file; where somebody else was faster, theirs stays.
    static void make(const std::filesystem::path& file, const OpenOptions& options);

    std::filesystem::path path;
    OpenOptions options;
    bool readOnly = false;
    std::string projectId;
    std::vector<Sentence> notices;
    mutable Database database;

    // Rows
    std::int64_t append(const NewRow& row); ///< inside a transaction; returns its number
    [[nodiscard]] std::string timeOf(const NewRow& row, const std::string& timeBefore) const;
    void requireWritable() const;
    /// Projects of earlier versions have no table for exact times: they get one, or show the times they have.
    void requireClocks();
    [[nodiscard]] std::int64_t nextId(std::string_view column) const;
    [[nodiscard]] std::string bodyAt(std::int64_t row) const;
    /// Throws Error(Failed) for a project with a row of a kind that a newer program writes.
    void requireKnownKinds() const;
    /// What the rows come to; see StateFeed. References hold until the next row is written.
    mutable StateFeed feed;
    [[nodiscard]] const LedgerState& state() const;
    [[nodiscard]] const LedgerState& stateWithTrials(ExperimentId experiment) const;
    void forgetUndone() const;
    std::chrono::steady_clock::time_point lastDurable; ///< when the last change was made so
    mutable std::int64_t generation = 0; ///< of the state that readings and plans below follow from

    // Datasets and accounts
    /// `byRows`: equal rows are taken for the same records.
    [[nodiscard]] DeclaredDataset findDataset(const DatasetDeclaration& declaration, bool byRows) const;
    /// Throws Error(Refused) where rows that can't be compared may be those of several datasets.
    void requireOneOfName(const std::string& name) const;
    void addDataset(const DatasetDeclaration& declaration, DeclaredDataset& result);
    /// A cap that is named where it may be (DatasetRow::capOpen).
    void nameCap(DatasetId id, const DatasetDeclaration& declaration);
    /// What is known of a declared part before it is added.
    struct PartFindings {
        PartId known;   ///< it is this part already
        PartId account; ///< it shares the account of this one
        bool exposed = false;
        std::vector<RegistryMatch> found; ///< parts with some of its rows or people, linked or not
        std::vector<RegistryMatch> links; ///< private parts whose charges count
        /// Parts of other projects with the same data, and public ones with rows that training started from:
        /// for those whose links are declared.
        std::vector<RegistryMatch> foreign;
        std::vector<DeclaredLink> declared; ///< what the links that were claimed now mean
    };
    /// What the user says of rows that other parts have too.
    struct RowClaims {
        bool distinctRecords = false;
        std::vector<DeclaredLink> links, leftOut;
        std::set<std::string> later = {}; ///< names of parts that are declared with this one, after it
        bool ofLook = false;              ///< of rows that a classifier is tested on: nobody can claim that
    };
    /// The declaration without the people who count elsewhere: in parts that it yields to, and in parts of
    /// other projects that are left out. `shown` are people of public parts named before, sorted.
    [[nodiscard]] PartDeclaration withoutOthers(DatasetId dataset, PartDeclaration declaration,
                                                const std::vector<DeclaredLink>& leftOut,
                                                std::vector<RowTag> shown = {}) const;
    /// The same of parts that are declared together.
    void leaveOthersOut(std::vector<PartDeclaration>& parts, const std::vector<DeclaredLink>& leftOut) const;
    /// Throws Error(Usage) where a part of that name was declared with ids and this one is not.
    void requireIds(DatasetId dataset, const PartDeclaration& declaration) const;
    /// Throws Error(Usage) where a part that is added has ids and no other private one has: whether its
    /// people are in those nobody knows, and each would have two accounts.
    void requireIdsOfOthers(DatasetId dataset, const PartDeclaration& declaration) const;
    /// Throws CuratorRefusal where a part of another registry, whose hashes tell nothing here, was declared
    /// with another number of records …
    void requireSameNumber(const DatasetRow& dataset, const PartRow& known,
                           const PartDeclaration& declaration) const;
    /// … or with ids and this one is not, or of other people, or of whom others count.
    void requireSameIds(const DatasetRow& dataset, const PartRow& known, const PartDeclaration& declaration,
                        const RowClaims& claims) const;
    /// Throws Error(Usage) where a part that is there, and is not trained on, has another public number of
    /// records than it is declared with now, or none.
    void requireSameRecords(PartId known, const PartDeclaration& declaration) const;
    /// Has a known part exactly the people of `declaration`?
    [[nodiscard]] bool samePeople(const PartRow& known, const PartDeclaration& declaration) const;
    [[nodiscard]] PartFindings findPart(const DatasetRow& dataset, const PartDeclaration& declaration,
                                        const RowClaims& claims, std::vector<Sentence>& notices) const;
    /// Compares with parts that were registered, by their rows; links inside this project follow from them.
    void findByRows(const DatasetRow& dataset, const PartDeclaration& declaration, const RowClaims& claims,
                    PartFindings& findings, std::vector<Sentence>& notices) const;
    /// These private parts and those of this project that share with them, as far as they may share with what
    /// is declared.
    [[nodiscard]] std::vector<RegistryMatch> sameHere(const std::vector<RegistryMatch>& parts,
                                                      const PartDeclaration& declaration) const;
    /// These private parts, which were declared to be the same, and all that is linked with them.
    [[nodiscard]] std::vector<RegistryMatch> reachedFrom(const std::vector<RegistryMatch>& parts,
                                                         const DatasetRow& dataset,
                                                         const PartDeclaration& declaration,
                                                         bool isKnown) const;
    /// Other columns of one table are the same records, whatever their numbers: parts of this project that
    /// have them.
    void findByTable(const PartDeclaration& declaration, PartFindings& findings,
                     std::vector<Sentence>& told) const;
    /// Throws Error(Refused) for what only a curator may claim.
    void checkClaims(bool distinctRecords, const std::vector<DeclaredLink>& links,
                     const std::vector<DeclaredLink>& leftOut) const;
    /// Throws Error(Usage) where a link names no part that the registry knows.
    void checkLinks(const std::vector<PartDeclaration>& declared,
                    const std::vector<DeclaredLink>& links) const;
    /// Throws Error(Refused) where a link of public rows names private ones.
    void refusePrivateLinks(const std::vector<PartDeclaration>& declared,
                            const std::vector<DeclaredLink>& links) const;
    /// Throws Error(Usage) where what is left out names no part that the registry knows, and where parts
    /// there or here have no ids.
    void checkLeftOut(const std::vector<PartDeclaration>& declared,
                      const std::vector<DeclaredLink>& leftOut) const;
    [[nodiscard]] std::vector<RegistryMatch> leftOutBy(const DeclaredLink& link) const;
    /// What a link means for a part of this name.
    [[nodiscard]] std::vector<RegistryMatch> namedBy(const DeclaredLink& link, const std::string& part) const;
    [[nodiscard]] std::vector<DeclaredLink> declaredLinks(PartId part,
                                                          RowKind kind = RowKind::LinkDeclared) const;
    /// Throws CuratorRefusal where charges of rows and of people would be added up as if they were the same.
    void requireSameUnits(const DatasetRow& dataset, const PartDeclaration& declaration,
                          const PartFindings& findings) const;
    /// May a record there be several here, as views of it, or the other way round?
    [[nodiscard]] bool haveOtherViews(const RegistryMatch& match, const PartDeclaration& declaration) const;
    /// Links with other projects, and what is exposed there, follow from declarations alone; refuses rows
    /// where one is missing.
    void takeDeclaredLinks(const DatasetRow& dataset, const PartDeclaration& declaration,
                           const RowClaims& claims, PartFindings& findings) const;
    void requireDeclaredLabels(PartId account, const PartDeclaration& declaration) const;
    void declareParts(DatasetDeclaration declaration, DeclaredDataset& result);
    void declarePart(const DatasetRow& dataset, const PartDeclaration& declaration, const RowClaims& claims,
                     PartId sharedAccount, DeclaredDataset& result);
    /// What a claimed link is about, of a part that has declared `earlier` before: the same parts again.
    [[nodiscard]] DeclaredLink meantBy(const DeclaredLink& link, const std::string& part,
                                       const std::vector<DeclaredLink>& earlier,
                                       const PartFindings& findings) const;
    void appendLinks(const PartRow& part, const RowClaims& claims, const PartFindings& findings);
    void recordLinks(); ///< those that the registry found inside the project
    void appendDeclared(RowKind kind, const PartRow& part, const DeclaredLink& link,
                        const std::vector<DeclaredLink>& known);
    PartId addPart(const DatasetRow& dataset, const PartDeclaration& declaration, bool distinctRecords,
                   const PartFindings& findings, DeclaredDataset& result);
    /// Posts what the rows of a part that is new were charged before.
    void openAccount(const PartRow& part, const PartFindings& findings, DeclaredDataset& result);
    void appendCurator(const PartRow& part, const PartDeclaration& declaration);
    /// What the curator knows of a part, as it was declared with this registry; if it was not, with the last.
    [[nodiscard]] PartCuratorBody curatorOf(PartId part) const;
    [[nodiscard]] std::string contentsText(const std::map<PartId, std::string>& contents) const;
    [[nodiscard]] std::string registryId() const { return options.registry ? options.registry->id() : ""; }
    void registerRows(const DatasetRow& dataset, const PartRow& part, const PartDeclaration& declaration,
                      bool distinctRecords, const PartFindings& findings) const;
    [[nodiscard]] std::optional<PartRow> partOfKey(const std::string& key) const;
    /// Accounts that charges of both kinds reached, each in a project of its own: they take no more.
    [[nodiscard]] std::set<std::int64_t> accountsOfBothKinds() const;

    // Registry
    class RunChange;
    std::map<std::int64_t, std::int64_t> attempts; ///< of experiments that this process runs
    /// The registry that sees the experiment; null on public data.
    [[nodiscard]] Registry* registryOfRuns(ExperimentId experiment) const;
    /// What never changes of an experiment that was committed: the hash of its first row names it.
    struct RunName {
        std::string key;
        bool isPublic = false;
        bool isSelection = false; ///< by a private selection, which hides how long it took
    };
    mutable std::map<std::int64_t, RunName> runNames;
    [[nodiscard]] const RunName& runName(ExperimentId experiment) const;
    [[nodiscard]] Registry::Tip tipOf(ExperimentId experiment) const; ///< its last row, remarks aside
    [[nodiscard]] bool hasRow(const Registry::Tip& row) const;
    [[noreturn]] void refuseOlderCopy(ExperimentId experiment) const;
    /// Throws Error(Refused) when the registry saw the experiment further than it is in this file …
    void requireNewest(ExperimentId experiment, const Registry::Run& run) const;
    /// … or on another machine, or not at all though it was not begun by an earlier version.
    void requireHere(ExperimentId experiment, const std::optional<Registry::Run>& run) const;
    /// Commits, and tells the registry the new tip.
    void commit(Transaction& transaction);
    void noteTip();
    /// Under the registry's hold and inside a transaction, or `onlyLook`: takes over charges that the
    /// registry has for this project's parts and the project lacks, and tells it of those it lacks. False
    /// when nothing was missing and `onlyLook`.
    bool reconcile(bool onlyLook);
    void chargeRegistry(const PartRow& part, const RegistryCharge& charge);
    /// Of accounts that share rows with the charged part and are not its own: they are told of its charges.
    [[nodiscard]] std::vector<LearntCharge> learntElsewhere(const PartRow& charged,
                                                            const RegistryCharge& charge) const;
    using ToldCharges = std::set<std::pair<std::string, std::int64_t>>; ///< id and part
    /// Tells the registry of a charge that the ledger has; false where `told` has it, or where it is none.
    bool tellCharge(const LedgerState::Posted& posted, const ToldCharges& told, bool onlyLook);
    /// Tells a registry that did not know `part` of all it was charged.
    void tellCharges(const PartRow& part);
    /// Tells the registry which parts share a budget by what the ledger says; false where it knew.
    bool tellLinks(bool onlyLook);
    /// Throws Error(Refused) where a part can't be compared with one that is new to the project, as it was
    /// declared under another registry, and is none of those that are declared with it and come `later`.
    void requireComparable(const DatasetRow& dataset, const std::set<std::string>& later) const;
    /// Which of several parts of one name that can't be compared is declared; throws Error(Refused) where
    /// that is not clear.
    [[nodiscard]] std::optional<PartRow> partOfName(std::vector<PartRow> named,
                                                    const PartDeclaration& declaration) const;
    [[nodiscard]] bool isElsewhere(const PartRow& part) const;
    void appendCharge(RowKind kind, const PartRow& part, const RegistryCharge& charge);

    [[nodiscard]] const DatasetRow& dataset(DatasetId id) const;
    [[nodiscard]] std::vector<PartRow> parts(DatasetId id) const;
    [[nodiscard]] const PartRow& part(PartId id) const;
    [[nodiscard]] std::vector<AccountRow> accounts(const DatasetRow& dataset) const;
    [[nodiscard]] std::optional<Digest> rowHash(std::int64_t row) const;
    [[nodiscard]] Digest tip() const;
    struct AccountReading {
        AccountRow row;
        SpendSum slicesEpsilon, slicesDelta; ///< everything charged, for kind slices
        bool bothKinds = false;              ///< it has charges of both kinds: no filter covers more
    };
    /// A reading holds until something is charged to the account, or starts.
    struct KnownReading {
        std::uint64_t revision = 0;
        AccountReading reading;
    };
    mutable std::map<std::int64_t, KnownReading> readings; ///< by the part whose account it is
    mutable std::int64_t accountsComposed = 0;
    std::map<std::pair<Mu, Delta>, double> knownEpsilons; ///< of many trials most cost what another did
    [[nodiscard]] double epsilonOfTrial(Mu mu, Delta delta);
    [[nodiscard]] const AccountReading& readAccount(const DatasetRow& dataset, const PartRow& part) const;
    [[nodiscard]] AccountReading composeAccount(const DatasetRow& dataset, const PartRow& part,
                                                const LedgerState::Account& account) const;
    /// One charge of a reservation: as the registry is told it, to be confirmed, and what other accounts of
    /// the project learn of it.
    struct Posting {
        const Charge* charge;
        RegistryCharge entry;
        std::vector<LearntCharge> learnt;
    };
    /// A reservation step by step: what its charges are, told to the registry and to linked accounts where
    /// there is one; refused where an account lacks the room; and the rows of it.
    [[nodiscard]] Registry* registryOf(DatasetId id) const; ///< null for public rows
    [[nodiscard]] std::vector<Posting>
    postingsOf(const ExperimentSpec& spec, const std::vector<Charge>& charges, const Registry* registry);
    void requireRoomFor(const std::vector<Posting>& postings, AccountKind kind);
    void appendExperiment(const ExperimentSpec& spec, ExperimentId id);
    void appendReservations(const ExperimentSpec& spec, ExperimentId id,
                            const std::vector<Posting>& postings);
    /// Asks `check`, if there is one, where a part was added whose rows were charged before.
    void checkAdded(const DeclaredDataset& declared, const DeclarationCheck& check) const;
    /// Throws unless the account of `part` is of `kind` and has room for the charge.
    void requireRoom(const DatasetRow& dataset, const PartRow& part, AccountKind kind, const Charge& charge,
                     const Sentence& title) const;
    void setAmounts(NewRow& row, const Charge& charge, AccountKind kind) const;

    // Experiments and trials
    [[nodiscard]] const LedgerState::Experiment& experimentState(ExperimentId id) const;
    [[nodiscard]] const LedgerState::Trial& trialState(TrialId id) const;
    [[nodiscard]] ExperimentRow experimentRow(ExperimentId id) const; ///< without options, plan and result
    /// The texts of an experiment, parsed; they hold as long as its plan has the same version.
    struct KnownPlan {
        int version = 0;
        SharedJson options, plan;
    };
    mutable std::map<std::int64_t, KnownPlan> plans;
    mutable std::int64_t plansParsed = 0;
    [[nodiscard]] const KnownPlan& planOf(ExperimentId id) const;
    /// The options that an experiment's own row leaves out, of the request and of its plan; none in a shared
    /// copy.
    struct CuratorOptions {
        nlohmann::json asked = nlohmann::json::object(), planned = nlohmann::json::object();
    };
    [[nodiscard]] CuratorOptions curatorOptions(ExperimentId id) const;
    void requireAllocation(ExperimentId id, const LedgerState::Experiment& experiment,
                           const std::vector<Charge>& charges) const;
    void requireSlice(ExperimentId id, const LedgerState::Experiment& experiment, const DatasetRow& dataset,
                      const Charge& charge) const;
    /// Behind a row of remarks where `remarks` is given.
    void endExperiment(ExperimentId id, RowKind kind, std::string body,
                       const std::optional<std::vector<Sentence>>& remarks = {});
    void addRemark(TrialId id, RowKind kind, std::string body);
    /// Commits the end of a trial: its checkpoint goes here and in the registry.
    void dropCheckpoint(TrialId id, RunChange& change);
    void writeRelease(const ReleaseSpec& release, const LedgerState::Experiment& experiment);
};

/// What the registry knows the declared part by; holds as long as `declaration`.
[[nodiscard]] PartTags tagsOf(const PartDeclaration& declaration);
/// The parts of a divided file have no record in common, whatever values they have: a value that an earlier
/// part has is known by a tag of its own here, and so is a part without rows.
void tellSidesApart(std::vector<PartDeclaration>& parts, std::span<const std::uint8_t> key);

[[nodiscard]] Sentence experimentName(ExperimentId id);
/// Names the part as sentences do: the train part of 'digits'.
[[nodiscard]] Sentence partTitle(const DatasetRow& dataset, const PartRow& part);
/// What a refusal calls the account of `part`, where one experiment charges it for parts of these names.
[[nodiscard]] Sentence accountTitle(const DatasetRow& dataset, const PartRow& part,
                                    const std::vector<std::string>& charged);

} // namespace parsimony::ledger
