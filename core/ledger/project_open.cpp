// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/ledger_file.h"
#include "core/base/secure_random.h"
#include "core/base/sentence.h"
#include "core/base/told.h"
#include "core/base/utc_time.h"
#include "core/ledger/chain.h"
#include "core/ledger/project.h"
#include "core/ledger/project_file.h"
#include "core/ledger/project_impl.h"
#include "core/ledger/schema.h"
#include "core/ledger/temporary_database.h"

#include "parsimony_version.h"

#include <cerrno>
#include <chrono>
#include <cstring>

namespace parsimony::ledger {

namespace {

namespace fs = std::filesystem;

std::string randomHex(std::size_t bytes) {
    Bytes random(bytes);
    fillSecureRandom(random);
    return toHex(random);
}

bool onNetwork(const fs::path& file, const OpenOptions& options) {
    return options.networkFileSystem.value_or(isNetworkFileSystem(folderOf(file)));
}

/// SQLite keeps a log for each name of a file: what is written under one, another overwrites.
void requireOneName(const fs::path& file) {
    std::error_code error;
    if (fs::hard_link_count(file, error) > 1 && !error) {
        fail(Sentence(
            "the project '{1}' has another name (a hard link), under which rows written here would be lost; "
            "leave one name, or go on with a copy in place of this one",
            file.string()));
    }
}

} // namespace

Project::Impl::Impl(fs::path file, OpenMode mode, OpenOptions openOptions)
    : path(std::move(file)), options(std::move(openOptions)),
      readOnly(mode == OpenMode::ReadOnly || mode == OpenMode::Immutable),
      database(path.string(), mode, options.busyMilliseconds), feed(database) {
    database.onWait(options.onWait);
    if (!options.clock) {
        options.clock = [] { return utcTime(std::chrono::system_clock::now()); };
    }
}

void Project::Impl::make(const fs::path& file, const OpenOptions& options) {
    const auto cannot = [&](int reason) {
        fail(Sentence("can't make the project '{1}': {2}", file.string(), std::strerror(reason)));
    };
    const TemporaryDatabase made(file);
    if (const int reason = made.whyNotCreated(); reason != 0) {
        cannot(reason);
    }
    {
        Impl impl(made.path(), OpenMode::Create, options);
        impl.database.execute("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL");
        Transaction transaction(impl.database);
        impl.database.execute("PRAGMA application_id = " + std::to_string(projectApplicationId) +
                              "; PRAGMA user_version = " + std::to_string(projectVersion));
        impl.database.execute(projectSchema);
        NewRow row;
        row.kind = RowKind::Project;
        row.valueClass = ValueClass::Public;
        row.body = ProjectBody{projectVersion, randomHex(16), PARSIMONY_VERSION}.text();
        impl.append(row);
        transaction.commit();
    }
    if (!onNetwork(file, options)) {
        Database database(made.path().string(), OpenMode::ReadWrite, options.busyMilliseconds);
        database.useWriteAheadLog();
    }
    if (made.moveOrReplace() == TemporaryDatabase::Moved::No) {
        cannot(errno);
    }
}

void Project::Impl::requireClocks() {
    if (database.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'clocks'") == 0) {
        database.execute(std::string("CREATE ") + (readOnly ? "TEMP " : "") + clocksTable);
    }
}

void Project::Impl::requireWritable() const {
    if (readOnly) {
        fail(Sentence("the project '{1}' is read-only or a copy made for sharing; go on with the original, "
                      "in a folder you may write to",
                      path.string()));
    }
    (void)state();
    if (const auto& newer = feed.newer()) { // what it means is not known, so nothing is written beside it
        fail(Sentence("nothing can be written into '{1}': row {2} has an entry '{3}' that this version of "
                      "Parsimony does not know; a newer version wrote it, update Parsimony",
                      path.string(), told(newer->row), newer->member));
    }
}

// How long a private selection took tells how many runs it made (PRIVACY rule 22): what is written of its
// experiment is dated as the row in front of it, so that all of it has the time of its reservation, and the
// order of days stays that of rows where other experiments wrote between them.
std::string Project::Impl::timeOf(const NewRow& row, const std::string& timeBefore) const {
    const bool hides =
        row.experiment.valid() && row.kind != RowKind::Experiment && runName(row.experiment).isSelection;
    return hides ? timeBefore : options.clock();
}

namespace {

/// Where the chain ends, and the next row is to be linked.
struct ChainEnd {
    std::int64_t next = 1;
    std::string time; ///< of the last row; empty: there is none
    Digest hash{};
};

ChainEnd endOf(Database& database, const std::string& file) {
    auto last = database.prepare("SELECT seq, hash, " + std::string(exactTime) +
                                 " FROM ledger ORDER BY seq DESC LIMIT 1");
    ChainEnd end;
    if (last.step()) {
        end.next = last.integer(0) + 1;
        end.time = last.text(2);
        const auto hash = last.blobView(1);
        if (hash.size() != end.hash.size()) {
            fail(Sentence("'{1}' is damaged: its last row has no hash; run audit", file));
        }
        std::copy(hash.begin(), hash.end(), end.hash.begin());
    }
    return end;
}

/// What stands beside a row, or for it, in the chain.
struct Sealed {
    std::string time; ///< as its column has it
    std::optional<Bytes> salt;
    std::optional<Digest> commitment;
    std::optional<double> muUpperBound;
    std::optional<std::string> muExact;
};

Sealed sealed(const NewRow& row, const std::string& exactly) {
    Sealed seal;
    seal.time = exactly.substr(0, dayLength);
    if (row.valueClass == ValueClass::Curator) {
        seal.salt.emplace(32);
        fillSecureRandom(*seal.salt);
        seal.commitment = commitmentOf(*seal.salt, row.body);
    }
    if (row.muSquared) {
        seal.muUpperBound = row.muSquared->upper();
        seal.muExact = row.muSquared->text();
    }
    return seal;
}

Digest hashOf(const NewRow& row, const Sealed& seal, const ChainEnd& end) {
    RowHasher hasher;
    const auto addId = [&hasher](auto id) { id.valid() ? hasher.addInteger(id.value()) : hasher.addNull(); };
    const auto addReal = [&hasher](const std::optional<double>& value) {
        value ? hasher.addReal(*value) : hasher.addNull();
    };
    hasher.addInteger(end.next);
    hasher.addText(seal.time);
    hasher.addText(toText(row.kind));
    addId(row.dataset);
    addId(row.part);
    addId(row.experiment);
    addId(row.trial);
    hasher.addText(toText(row.valueClass));
    addReal(seal.muUpperBound);
    seal.muExact ? hasher.addText(*seal.muExact) : hasher.addNull();
    addReal(row.epsilon);
    addReal(row.delta);
    if (seal.commitment) {
        hasher.addBlob(*seal.commitment);
    } else {
        hasher.addNull(); // salt
        hasher.addNull(); // commitment
        hasher.addText(row.body);
    }
    return hasher.finish(end.hash);
}

} // namespace

std::int64_t Project::Impl::append(const NewRow& row) {
    const ChainEnd end = endOf(database, path.string());
    const std::string exact = timeOf(row, end.time);
    const Sealed seal = sealed(row, exact);
    const Digest hash = hashOf(row, seal, end);
    auto insert =
        database.prepare("INSERT INTO ledger (seq, time, kind, dataset, part, experiment, trial, class, "
                         "mu_squared, mu_squared_exact, epsilon, delta, salt, commitment, body, prev, hash) "
                         "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    insert.bind(end.next)
        .bind(seal.time)
        .bind(toText(row.kind))
        .bind(row.dataset)
        .bind(row.part)
        .bind(row.experiment)
        .bind(row.trial);
    insert.bind(toText(row.valueClass)).bind(seal.muUpperBound);
    seal.muExact ? insert.bind(std::string_view(*seal.muExact)) : insert.bind(std::nullopt);
    insert.bind(row.epsilon).bind(row.delta);
    seal.salt ? insert.bind(std::span<const std::uint8_t>(*seal.salt)) : insert.bind(std::nullopt);
    seal.commitment ? insert.bind(std::span<const std::uint8_t>(*seal.commitment))
                    : insert.bind(std::nullopt);
    insert.bind(std::string_view(row.body));
    insert.bind(std::span<const std::uint8_t>(end.hash)).bind(std::span<const std::uint8_t>(hash));
    insert.run();
    database.prepare("INSERT INTO clocks (seq, time) VALUES (?, ?)").bind(end.next).bind(exact).run();
    return end.next;
}

// By the index of kinds: a step for each kind, not for each row.
void Project::Impl::requireKnownKinds() const {
    auto found = database.prepare(
        "WITH RECURSIVE found(kind) AS (SELECT min(kind) FROM ledger UNION ALL SELECT (SELECT min(kind) FROM "
        "ledger WHERE kind > found.kind) FROM found WHERE found.kind IS NOT NULL) SELECT kind, (SELECT "
        "min(seq) FROM ledger WHERE ledger.kind = found.kind) FROM found WHERE kind IS NOT NULL");
    while (found.step()) {
        (void)knownRowKind(found.textView(0), found.integer(1), path.string());
    }
}

void Project::Impl::forgetUndone() const {
    if (generation != feed.generation()) {
        generation = feed.generation();
        readings.clear();
        plans.clear();
        runNames.clear();
    }
}

const LedgerState& Project::Impl::state() const {
    const LedgerState& known = feed.state();
    forgetUndone();
    return known;
}

const LedgerState& Project::Impl::stateWithTrials(ExperimentId experiment) const {
    const LedgerState& known = feed.withTrials(experiment);
    forgetUndone();
    return known;
}

std::int64_t Project::Impl::nextId(std::string_view column) const {
    return database.integer("SELECT coalesce(max(" + std::string(column) + "), 0) + 1 FROM ledger WHERE " +
                            std::string(column) + " IS NOT NULL");
}

Project::Project(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Project::Project(Project&&) noexcept = default;
Project& Project::operator=(Project&&) noexcept = default;
Project::~Project() = default;

Project Project::open(const fs::path& file, const OpenOptions& options) {
    const OpenMode mode = modeOfProject(file);
    auto impl = std::make_unique<Impl>(file, mode, options);
    requireProject(impl->database);
    impl->readOnly = impl->readOnly || isSharedCopy(impl->database);
    if (!impl->readOnly) {
        requireOneName(file);
        requireOwnTriggers(impl->database);
        if (onNetwork(file, options)) {
            // Leaving WAL takes exclusive access; from then on the journal is a file that locks protect.
            impl->database.execute("PRAGMA journal_mode = DELETE");
            impl->notices.push_back(Sentence("'{1}' lies on a network file system: it is written with a "
                                             "rollback journal, keep it open on one machine at a time",
                                             file.string()));
        } else {
            impl->database.useWriteAheadLog();
        }
        impl->database.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
    }
    impl->projectId = projectIdIn(impl->database);
    impl->requireKnownKinds();
    impl->requireClocks();
    if (!impl->readOnly && impl->reconcile(true)) {
        Registry::Hold hold(impl->options.registry.get());
        Transaction transaction(impl->database);
        impl->reconcile(false);
        hold.commit();
        impl->commit(transaction);
        impl->notices.push_back(Sentence(
            "charges that the registry has for rows of '{1}' were added to its accounts", file.string()));
    }
    return Project(std::move(impl));
}

Project Project::openOrCreate(const fs::path& file, const OpenOptions& options) {
    std::error_code error;
    requireFileName(file);
    if (!fs::exists(file, error)) {
        if (!fs::is_directory(folderOf(file), error)) {
            fail(Sentence("there is no folder '{1}' for the project '{2}'; make it first",
                          folderOf(file).string(), file.filename().string()));
        }
        Impl::make(file, options);
    }
    return open(file, options);
}

const fs::path& Project::path() const {
    return m_impl->path;
}

bool Project::readOnly() const {
    return m_impl->readOnly;
}

const std::string& Project::projectId() const {
    return m_impl->projectId;
}

const std::vector<Sentence>& Project::notices() const {
    return m_impl->notices;
}

} // namespace parsimony::ledger
