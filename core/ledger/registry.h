// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/charge_units.h"
#include "core/ledger/records.h"
#include "core/ledger/sqlite.h"
#include "core/ledger/tag_lists.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::ledger {

/// A part that some project of this user registered, as it compares with a list of rows.
struct RegistryMatch {
    std::int64_t id = 0; ///< the registry's number of the part
    std::string project; ///< Project::projectId()
    std::string path;    ///< where the project lay when it last registered something
    std::string dataset; ///< its name
    std::string name;    ///< of the part
    std::string key;     ///< of the part
    bool isPublic = false;
    bool hasIds = false; ///< its account is about people
    std::uint64_t rows = 0;
    std::uint64_t shared = 0;  ///< its rows whose values are among those looked for
    std::uint64_t covered = 0; ///< of its rows, those that have an equal one each among the rows looked for
    std::uint64_t people = 0;  ///< everybody it has, where any of them have rows in both
    std::uint64_t sharedPeople = 0; ///< people who have rows in both, by their ids
    std::uint64_t uncovered = 0;    ///< of its rows, one by one where they are views, those not `covered`
    std::uint64_t peopleWithoutRows = 0; ///< PartDeclaration's; 0 where an earlier version registered it
    bool same = false;                   ///< exactly these rows, of these people, by these encoders
    bool linked = false; ///< the same data: more than a fifth of the smaller one's rows as any encoder of
                         ///< either made them, or the same person
    /// Private parts have no more than a fifth each of what is looked for, and more than that together.
    bool linkedTogether = false;
    bool otherViews = false;      ///< a record there is several here, as views of it, or the other way round
    bool distinctRecords = false; ///< it was said that equal rows are other people's
    bool exposed = false;         ///< rows of it were public before
    std::uint32_t rowsPerPerson = 1; ///< what its charges are for
};

/// What a part is known by: its rows, as each encoder made them, and whose they are where they have ids. All
/// sorted.
struct PartTags {
    std::vector<std::span<const RowTag>> rows;                    ///< of one encoder or several
    std::optional<std::span<const RowTag>> people = std::nullopt; ///< everybody whose rows count, once
    std::vector<std::uint32_t> views = {}; ///< how many rows of each list are one record; empty: one
    bool anyRowLinks = false;              ///< one shared row is enough, and not only more than a fifth
    std::vector<std::span<const RowTag>> ofFiles = {}; ///< PartDeclaration::rowsOfFiles
    /// To be public: also what lies in a private part's files and counts for nobody there is looked through.
    bool toBeShown = false;
    std::vector<std::uint32_t> widths = {}; ///< numbers of each row of each list; empty, or 0: not said
    std::uint64_t peopleWithoutRows = 0;    ///< PartDeclaration's
};

/// How many rows of that list of `tags` are one record.
[[nodiscard]] inline std::uint32_t viewsOf(const PartTags& tags, std::size_t list) {
    return list < tags.views.size() ? tags.views[list] : 1;
}

/// Whether a list of one and a list of the other are the same data.
[[nodiscard]] bool shareData(const PartTags& one, const PartTags& other);

/// The registry of one user: what was charged to which private rows, in all projects, and the last tip of
/// each project. It knows rows and people by a hash under a key of its own (file mode 0600), never by value.
/// It guards an honest curator against accidents (a copied, shuffled, renamed or re-split file), not against
/// malice.
///
/// Safe to use from several threads and processes. Throws Error(Failed) when its file is damaged or can't be
/// written.
class Registry {
public:
    /// `$PARSIMONY_REGISTRY`, else `$XDG_DATA_HOME/parsimony/registry.db`, else
    /// `~/.local/share/parsimony/registry.db`.
    [[nodiscard]] static std::filesystem::path defaultPath();
    /// Opens the registry, making it (and its folder) when it is not there.
    [[nodiscard]] static std::shared_ptr<Registry> open(const std::filesystem::path& file = defaultPath(),
                                                        WaitNotice onWait = {});

    Registry(const std::filesystem::path& file, WaitNotice onWait); ///< use open()

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    [[nodiscard]] const std::string& id() const { return m_id; }
    /// For core/data's row digests.
    [[nodiscard]] const std::array<std::uint8_t, 32>& key() const { return m_key; }

    /// The registry's lock, for everything that must be one step across projects (PRIVACY rule 24). It comes
    /// before the lock of a project, everywhere; whoever holds a project's may not ask for it. Nothing
    /// where `registry` is null.
    class Hold {
    public:
        /// Whether commit() waits for the disk. What the registry can be told again later need not.
        enum class Sync { Now, Later };
        explicit Hold(Registry* registry, Sync sync = Sync::Now);
        /// Makes the changes durable and gives the lock back.
        void commit();

    private:
        std::unique_lock<std::recursive_mutex> m_guard;
        std::optional<Transaction> m_transaction;
    };

    /// Every registered part, of all projects or of one, with at least one of these rows or people, most
    /// shared rows first.
    [[nodiscard]] std::vector<RegistryMatch> lookup(const PartTags& tags,
                                                    const std::string& project = {}) const;
    /// Everybody whose rows count in the part `key`, sorted; none where its rows have no ids, or it is not
    /// registered.
    [[nodiscard]] std::optional<std::vector<RowTag>> peopleOf(const std::string& key) const;
    /// Projects that declared parts and lay in that file then, or have its name for an id.
    [[nodiscard]] std::vector<std::string> projectsAt(const std::filesystem::path& file) const;
    /// Parts that a project declared.
    [[nodiscard]] std::vector<RegistryMatch> partsOf(const std::string& project) const;
    /// Parts that a project declared under this name.
    [[nodiscard]] std::vector<RegistryMatch> partsNamed(const std::string& project,
                                                        const std::string& name) const;
    /// The parts with these keys, as far as they are registered.
    [[nodiscard]] std::vector<RegistryMatch> partsOfKeys(const std::vector<std::string>& keys) const;
    /// Whom parts of a project are linked with, by their keys: its own part first.
    [[nodiscard]] std::set<std::pair<std::string, std::string>> linksOf(const std::string& project) const;
    /// What parts of a project are to be linked with once that is registered, the same way.
    [[nodiscard]] std::set<std::pair<std::string, std::string>>
    awaitedLinksOf(const std::string& project) const;
    /// Links a part, as its project's ledger says, with another one: each has what the other was charged
    /// before. One that is not registered yet is linked when it is.
    void linkParts(const std::string& key, const std::string& other);
    /// These parts and all that are linked with them, directly or by others, by links that `passes` is true
    /// of.
    [[nodiscard]] std::vector<RegistryMatch> linkedWith(
        const std::vector<std::int64_t>& parts,
        const std::function<bool(const RegistryMatch& from, const RegistryMatch& to)>& passes = {}) const;
    /// Do ids, or rows that one encoder made, tell of `own` and of the part `other`, which both share with
    /// the part `with`, that they share nothing?
    [[nodiscard]] bool areToldApart(const PartTags& own, std::int64_t with, std::int64_t other) const;
    /// May rows of one be views of records of the other, by their widths? Nothing where those are not known.
    [[nodiscard]] std::optional<bool> mayHoldViews(const PartTags& tags, std::int64_t part) const;
    /// Private parts with the same data as the part `key` that are not linked with it, though neither was
    /// declared to hold other people's records.
    [[nodiscard]] std::vector<RegistryMatch> unlinked(const std::string& key) const;
    struct Total {
        SpendSum muSquared, epsilon, delta;
    };
    /// Everything that counts for a part, in its units: what it inherited, what was charged to it, and to
    /// linked parts since. A charge that came on several ways counts once.
    [[nodiscard]] Total totalOf(std::int64_t part) const;
    /// What a charge to the part `key` tells other parts of a project that are linked with it, by their keys,
    /// in their units.
    [[nodiscard]] std::vector<std::pair<std::string, RegistryCharge>>
    toldOf(const RegistryCharge& charge, const std::string& key, const std::string& project) const;
    /// What counts for two parts together, in the units of `part`.
    [[nodiscard]] Total totalOf(std::int64_t part, std::int64_t other) const;
    /// What of it is in the opening balance of its project, in its units.
    [[nodiscard]] std::vector<RegistryCharge> openingOf(const std::string& key) const;

    /// A part about to be registered.
    struct NewPart {
        std::string project, path, dataset, name;
        std::string key; ///< random, unique; the project's row of the part names it
        bool isPublic = false;
        bool distinctRecords = false; ///< the user's claim that equal rows are other people's
        bool exposed = false;         ///< rows of it were public before
        bool opens = true; ///< its account begins with it; else its project asks what the account lacks
        ChargeUnits units;
        std::vector<std::int64_t> links; ///< registered parts whose charges are also its own
    };
    /// Returns the registry's number of the part. What its links were charged before is its opening balance,
    /// where it opens an account. For a part that is known it takes over path and units, and links what was
    /// not linked: what the others were charged before reaches its project as charges.
    std::int64_t registerPart(const NewPart& part, const PartTags& tags);

    [[nodiscard]] bool knows(const std::string& key) const;
    [[nodiscard]] std::optional<std::int64_t> numberOf(const std::string& key) const;

    /// Durable when it returns, or with the Hold around it. A charge of this id on this part counts once; a
    /// part that was never registered is left out. A charge that is not pending confirms one that was.
    void charge(const std::string& key, const RegistryCharge& charge);
    /// The project committed the reservation: its charges of this id stay for good.
    void confirm(const std::string& id);
    /// The project file at `place` never committed it, so nothing was run: its pending charge of this id is
    /// taken back. It stays as a charge of nothing, so that a linked project which counts it does not tell it
    /// anew.
    void withdraw(const std::string& id, const std::string& place);
    /// Every charge that counts for a registered part of `project`, with the key of the part and in its
    /// units.
    [[nodiscard]] std::vector<std::pair<std::string, RegistryCharge>>
    chargesOf(const std::string& project) const;

    struct Tip {
        std::int64_t row = 0;
        Digest hash{};
    };
    [[nodiscard]] std::optional<Tip> tipOf(const std::string& project) const;
    void setTip(const std::string& project, const std::string& path, const Tip& tip);
    /// Where the project lay when it last wrote something; empty when it never did.
    [[nodiscard]] std::string placeOf(const std::string& project) const;

    /// How far an experiment on private rows has come (PRIVACY rule 25), whatever file of its project it is
    /// in.
    struct Run {
        std::int64_t attempt = 0; ///< how often it was begun or resumed
        Digest machine{};         ///< where that was
        Tip tip;                  ///< the last row of the experiment
    };
    struct RunCheckpoint {
        TrialId trial;
        std::int64_t attempt = 0, step = 0;
        Digest hash{};
    };
    /// `experiment` is the hash of its first row: a number would name another one in an older copy.
    [[nodiscard]] std::optional<Run> runOf(const std::string& project, const std::string& experiment) const;
    /// It goes on here.
    void setRun(const std::string& project, const std::string& experiment, std::int64_t attempt,
                const Tip& tip);
    [[nodiscard]] std::vector<RunCheckpoint> checkpointsOf(const std::string& project,
                                                           const std::string& experiment) const;
    void setCheckpoint(const std::string& project, const std::string& experiment,
                       const RunCheckpoint& checkpoint);
    void dropCheckpoint(const std::string& project, const std::string& experiment, TrialId trial);
    /// A keyed hash of this machine's id.
    [[nodiscard]] const Digest& machine() const { return m_machine; }

private:
    using Found = std::map<std::int64_t, RegistryMatch>; ///< by the part's number
    /// A stored list of tags, as it compares with another one.
    struct SharedSet {
        std::span<const std::uint8_t> digest;
        std::int64_t row = 0; ///< of its table
        SharedRows shared;    ///< A: what is looked for, B: the list
        bool same = false;
    };
    /// Calls `visit` for each list of `table` that shares a tag with `tags` or is the same. `project`: of the
    /// lists that `owners`, an SQL condition, says to be its parts'; of all where it is empty.
    void forSets(const char* table, const char* owners, const std::string& project,
                 std::span<const RowTag> tags, const std::function<void(const SharedSet&)>& visit) const;
    void findRows(const PartTags& tags, const std::string& project, Found& found) const;
    [[nodiscard]] std::optional<std::vector<RowTag>> peopleIn(std::int64_t part) const;
    /// All lists of rows that the part is known by.
    [[nodiscard]] std::vector<std::vector<RowTag>> rowsOf(std::int64_t part) const;
    void findPeople(std::span<const RowTag> people, const std::string& project, Found& found) const;
    void syncEveryCommit(bool every);
    using Charges = std::map<std::string, RegistryCharge>; ///< by id
    [[nodiscard]] ChargeUnits unitsOf(std::int64_t part) const;
    void takeUnits(std::int64_t part, const ChargeUnits& units);
    /// Everything that counts for a part, in its units; `chargesOnly`: what was charged to it alone.
    [[nodiscard]] Charges countingFor(std::int64_t part, bool chargesOnly = false) const;
    /// How what is inherited reaches the project of a part.
    enum class Inherits {
        Opening, ///< the part is new: in its opening balance
        Joining, ///< it is new and shares an account: as charges, where the account lacks them
        Late,    ///< it was there: as charges
    };
    /// Those that came by several ways, the dearer ones beside the others, as the dearest alone.
    [[nodiscard]] static Charges onceEach(const Charges& charges);
    /// A charge that came in `units`, in those of another part.
    /// `made` finds where a charge was made, by its id.
    [[nodiscard]] static RegistryCharge fromItsPart(Statement& made, const RegistryCharge& charge,
                                                    const ChargeUnits& units, const ChargeUnits& own);
    void inherit(std::int64_t part, const Charges& charges, const ChargeUnits& units, Inherits how);
    void link(std::int64_t part, const std::vector<std::int64_t>& others, Inherits how);
    /// False where they are already.
    bool linkTwo(std::int64_t part, std::int64_t other, Inherits how,
                 const std::vector<std::int64_t>& direct);
    /// Parts of its own dataset that `part`, which is being linked with `with`, has nobody in common with.
    [[nodiscard]] std::vector<std::int64_t> apartFrom(std::int64_t part, std::int64_t with,
                                                      Inherits how) const;
    /// Of the parts that `part` is linked with: those that share with `other` as well, since it does.
    [[nodiscard]] std::vector<std::int64_t> passedOn(std::int64_t part, std::int64_t other) const;

    std::filesystem::path m_path;
    mutable std::recursive_mutex m_mutex;
    mutable Database m_database;
    std::string m_id;
    std::array<std::uint8_t, 32> m_key{};
    Digest m_machine{};
};

/// A hash, under a registry's key, of this machine's id.
[[nodiscard]] Digest machineUnder(std::span<const std::uint8_t> key);

/// What a part was charged in other projects before this registry knew it, as one charge of its own.
[[nodiscard]] std::string openingChargeId(const std::string& key);

/// Names the file itself, however it is called: a copy has another place.
[[nodiscard]] std::string placeOfFile(const std::filesystem::path& file);

} // namespace parsimony::ledger
