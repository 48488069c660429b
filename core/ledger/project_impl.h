// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/project.h"
#include "core/ledger/registry.h"
#include "core/ledger/sqlite.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::ledger {

/// A row about to be appended; absent amounts are NULL.
struct NewRow {
    std::string_view kind;
    DatasetId dataset;
    PartId part;
    ExperimentId experiment;
    TrialId trial;
    ValueClass valueClass = ValueClass::Released;
    std::optional<SpendSum> muSquared;
    std::optional<double> epsilon, delta;
    nlohmann::json body = nlohmann::json::object();
};

/// What a trial's rows say about it.
struct TrialHead {
    ExperimentId experiment;
    DatasetId dataset;
    TrialState state = TrialState::Reserved;
    std::int64_t attempts = 0;
};

/// What an experiment's rows say about it.
struct ExperimentHead {
    DatasetId dataset;
    AccountKind kind = AccountKind::Gaussian;
    bool ended = false;
    bool isPublic = false;
};

/// The options that an experiment's own row leaves out, of the request and of its plan; none in a shared
/// copy.
struct CuratorOptions {
    nlohmann::json asked = nlohmann::json::object(), planned = nlohmann::json::object();
};

/// For the curator's eyes only: it names a part and the file it is in.
[[nodiscard]] std::string placeOf(const RegistryMatch& match);
/// Throws CuratorRefusal.
[[noreturn]] void refuseRows(std::vector<std::string> reasons);

struct Project::Impl {
    Impl(std::filesystem::path file, OpenMode mode, OpenOptions openOptions);

    std::filesystem::path path;
    OpenOptions options;
    bool readOnly = false;
    std::string projectId;
    std::vector<std::string> notices;
    mutable Database database;

    // Rows
    std::int64_t append(const NewRow& row); ///< inside a transaction; returns its number
    void requireWritable() const;
    /// Projects of earlier versions have no table for exact times: they get one, or show the times they have.
    void requireClocks();
    [[nodiscard]] std::int64_t nextId(std::string_view column) const;
    [[nodiscard]] std::string bodyOf(std::string_view kind, std::string_view idColumn, std::int64_t id) const;
    [[nodiscard]] nlohmann::json bodyJson(std::string_view kind, std::string_view idColumn,
                                          std::int64_t id) const;

    // Datasets and accounts
    [[nodiscard]] DeclaredDataset findDataset(const DatasetDeclaration& declaration) const;
    void addDataset(const DatasetDeclaration& declaration, DeclaredDataset& result);
    /// What is known of a declared part before it is added.
    struct PartFindings {
        PartId known;   ///< it is this part already
        PartId account; ///< it shares the account of this one
        bool exposed = false;
        std::vector<RegistryMatch> links;   ///< private parts whose charges count
        std::vector<RegistryMatch> foreign; ///< parts of other projects with the same data
    };
    /// What the user says of rows that other parts have too.
    struct RowClaims {
        bool distinctRecords = false;
        std::vector<DeclaredLink> links;
    };
    [[nodiscard]] PartFindings findPart(const DatasetRow& dataset, const PartDeclaration& declaration,
                                        const RowClaims& claims, std::vector<std::string>& notices) const;
    /// Compares with parts that were registered, by their rows; links inside this project follow from them.
    void findByRows(const DatasetRow& dataset, const PartDeclaration& declaration, const RowClaims& claims,
                    PartFindings& findings, std::vector<std::string>& notices) const;
    /// Throws Error(Usage) where a link names no part that the registry knows.
    void checkLinks(const std::vector<PartDeclaration>& declared,
                    const std::vector<DeclaredLink>& links) const;
    /// What a link means for a part of this name.
    [[nodiscard]] std::vector<RegistryMatch> namedBy(const DeclaredLink& link, const std::string& part) const;
    [[nodiscard]] std::vector<DeclaredLink> declaredLinks(PartId part) const;
    /// Links with other projects, and what is exposed there, follow from declarations alone; refuses rows
    /// where one is missing.
    void takeDeclaredLinks(const PartDeclaration& declaration, const RowClaims& claims,
                           PartFindings& findings) const;
    void declarePart(const DatasetRow& dataset, const PartDeclaration& declaration, const RowClaims& claims,
                     PartId sharedAccount, DeclaredDataset& result);
    void appendLinks(const PartRow& part, const RowClaims& claims);
    PartId addPart(const DatasetRow& dataset, const PartDeclaration& declaration, bool distinctRecords,
                   const PartFindings& findings, DeclaredDataset& result);
    void appendCurator(const PartRow& part, const PartDeclaration& declaration);
    void registerRows(const DatasetRow& dataset, const PartRow& part, const PartDeclaration& declaration,
                      bool distinctRecords, const PartFindings& findings) const;
    [[nodiscard]] std::optional<PartRow> partOfKey(const std::string& key) const;

    // Registry
    class RunChange;
    std::map<std::int64_t, std::int64_t> attempts; ///< of experiments that this process runs
    /// The registry that sees the experiment; null on public data.
    [[nodiscard]] Registry* registryOfRuns(ExperimentId experiment) const;
    /// What never changes of an experiment that was committed: the hash of its first row names it.
    struct RunName {
        std::string key;
        bool isPublic = false;
    };
    mutable std::map<std::int64_t, RunName> runNames;
    [[nodiscard]] const RunName& runName(ExperimentId experiment) const;
    [[nodiscard]] Registry::Head tipOf(ExperimentId experiment) const; ///< its last row, remarks aside
    [[nodiscard]] bool hasRow(const Registry::Head& row) const;
    [[noreturn]] void refuseOlderCopy(ExperimentId experiment) const;
    /// Throws Error(Refused) when the registry saw the experiment further than it is in this file …
    void requireNewest(ExperimentId experiment, const Registry::Run& run) const;
    /// … or on another machine, or not at all though it was not begun by an earlier version.
    void requireHere(ExperimentId experiment, const std::optional<Registry::Run>& run) const;
    /// Commits, and tells the registry the new head.
    void commit(Transaction& transaction);
    void noteHead();
    /// Under the registry's hold and inside a transaction, or `onlyLook`: takes over charges that the
    /// registry has for this project's parts and the project lacks, and tells it of those it lacks. False
    /// when nothing was missing and `onlyLook`.
    bool reconcile(bool onlyLook);
    void chargeRegistry(const PartRow& part, const std::string& chargeId, const Charge& charge,
                        AccountKind kind, bool pending);
    /// Tells a registry that did not know `part` of what it was charged in other projects before.
    void tellBalances(const PartRow& part);
    void takeLinkedCharge(const PartRow& part, const RegistryCharge& charge);

    [[nodiscard]] DatasetRow dataset(DatasetId id) const;
    [[nodiscard]] std::vector<PartRow> parts(DatasetId id) const;
    [[nodiscard]] PartRow part(PartId id) const;
    [[nodiscard]] std::vector<AccountRow> accounts(const DatasetRow& dataset) const;
    /// The accounts that were read last, which hold for as long as the ledger ends in `head`: whoever looks
    /// at a thousand experiments would add up all their charges for each of them.
    struct AccountsMemo {
        Digest head{};
        DatasetId dataset;
        std::vector<AccountRow> rows;
    };
    mutable std::optional<AccountsMemo> accountsMemo;
    [[nodiscard]] Digest head() const;
    struct AccountReading {
        AccountRow row;
        SpendSum slicesEpsilon, slicesDelta; ///< everything charged, for kind slices
        bool bothKinds = false;              ///< it has charges of both kinds: no filter covers more
    };
    [[nodiscard]] AccountReading readAccount(const DatasetRow& dataset, const PartRow& account,
                                             const std::vector<PartRow>& all) const;
    /// Throws unless the account of `part` is of `kind` and has room for the charge.
    void requireRoom(const DatasetRow& dataset, const PartRow& part, AccountKind kind,
                     const Charge& charge) const;
    void writeCharge(NewRow row, const Charge& charge, AccountKind kind, nlohmann::json body);

    // Experiments and trials
    [[nodiscard]] ExperimentHead experimentHead(ExperimentId id) const;
    [[nodiscard]] CuratorOptions curatorOptions(ExperimentId id) const;
    [[nodiscard]] TrialHead trialHead(TrialId id) const;
    void requireAllocation(ExperimentId id, const ExperimentHead& head, const std::vector<Charge>& charges);
    void requireSlice(ExperimentId id, const ExperimentHead& head, const DatasetRow& dataset,
                      const Charge& charge) const;
    void endExperiment(ExperimentId id, std::string_view kind, nlohmann::json body);
    void addRemark(TrialId id, std::string_view kind, nlohmann::json body);
    /// Commits the end of a trial: its checkpoint goes here and in the registry.
    void dropCheckpoint(TrialId id, RunChange& change);
    void writeRelease(const ReleaseSpec& release, const ExperimentHead& head);
    [[nodiscard]] std::string experimentStatus(ExperimentId id, std::string_view lastKind) const;

    /// Σ of what trials of an experiment were allocated, per account, as of row `through`.
    struct Allocations {
        std::int64_t through = 0;
        std::map<std::int64_t, SpendSum> byPart;
    };
    std::map<std::int64_t, Allocations> allocations;
    const Allocations& allocationsOf(ExperimentId id);
};

/// Names the part as sentences do: the train part of 'digits'.
[[nodiscard]] std::string partTitle(const DatasetRow& dataset, const PartRow& part);

/// Reads the exact sum of a row's μ² column.
[[nodiscard]] SpendSum exactOf(const Statement& row, int column, const std::string& file);

} // namespace parsimony::ledger
