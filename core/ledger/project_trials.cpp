// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/sentence.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/project_impl.h"
#include "core/ledger/run_change.h"
#include "core/ledger/slices.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"

#include <algorithm>

namespace parsimony::ledger {

namespace {

Sentence trialName(TrialId id) {
    return Sentence("trial {1}", id.value());
}

/// Commits while it lives don't wait for the disk: a power cut can take the last ones away, and damages
/// nothing. Should the way back fail, the program ends here: later commits are relied on to be durable.
class Unsynced {
public:
    explicit Unsynced(Database& database) : m_database(database) {
        m_database.execute("PRAGMA synchronous = NORMAL");
    }
    ~Unsynced() { m_database.execute("PRAGMA synchronous = FULL"); }
    Unsynced(const Unsynced&) = delete;
    Unsynced& operator=(const Unsynced&) = delete;

private:
    Database& m_database;
};

/// What is charged: never less than the events cost.
std::vector<Charge> wholeCharges(const std::vector<Charge>& asked, AccountKind kind) {
    auto charges = asked;
    for (std::size_t index = 0; index < charges.size(); ++index) {
        auto& charge = charges[index];
        for (std::size_t other = 0; other < index; ++other) {
            if (charges[other].part == charge.part) {
                failUsage(Sentence("a trial names a part twice; put its events into one charge"));
            }
        }
        if (kind == AccountKind::Gaussian && !charge.events.empty()) {
            charge.muSquared = std::max(charge.muSquared, gaussianSpend(charge.events));
        }
    }
    return charges;
}

} // namespace

const LedgerState::Trial& Project::Impl::trialState(TrialId id) const {
    const auto* known = state().trial(id);
    if (known == nullptr && id.valid()) {
        auto row = database.prepare("SELECT experiment FROM ledger WHERE trial = ? LIMIT 1");
        if (row.bind(id).step()) {
            known = stateWithTrials(ExperimentId{row.integer(0)}).trial(id);
        }
    }
    if (known == nullptr) {
        failUsage(Sentence("'{1}' has no {2}", path.string(), trialName(id)));
    }
    return *known;
}

void Project::Impl::requireAllocation(ExperimentId id, const LedgerState::Experiment& experiment,
                                      const std::vector<Charge>& charges) const {
    const DatasetRow& datasetRow = dataset(experiment.dataset);
    for (const auto& charge : charges) {
        const auto found = experiment.shares.find(charge.part.value());
        if (found == experiment.shares.end()) {
            refuse(Sentence("experiment {1} reserved nothing of {2}", id.value(),
                            partTitle(datasetRow, part(charge.part))));
        }
        if (experiment.kind != AccountKind::Gaussian) {
            requireSlice(id, experiment, datasetRow, charge);
            continue;
        }
        const SpendSum& room = found->second.muSquared;
        const SpendSum& used = found->second.allocated;
        if ((used + charge.muSquared).fits(room)) {
            continue;
        }
        const Delta delta{datasetRow.delta};
        const double held = epsilonOf(muUpper(room), delta).value();
        const double wanted = epsilonOf(muUpper(used + charge.muSquared), delta).value();
        const SpendSum left = room.minus(used);
        refuse(Sentence("experiment {1} reserved too little of {2} for this trial; nothing was spent",
                        id.value(), partTitle(datasetRow, part(charge.part))),
               {epsilonOf(muUpper(charge.muSquared), delta).value(),
                left.isZero() ? 0.0 : epsilonWithin(muLower(left), delta).value(), wanted - held});
    }
}

double Project::Impl::epsilonOfTrial(Mu mu, Delta delta) {
    constexpr std::size_t most = 256;
    auto known = knownEpsilons.find({mu, delta});
    if (known == knownEpsilons.end()) {
        if (knownEpsilons.size() == most) {
            knownEpsilons.clear();
        }
        known = knownEpsilons.emplace(std::pair(mu, delta), epsilonOf(mu, delta).value()).first;
    }
    return known->second;
}

TrialId Project::reserveTrial(ExperimentId experiment, const TrialSpec& spec) {
    m_impl->requireWritable();
    auto& impl = *m_impl;
    Impl::RunChange change(impl, experiment);
    (void)impl.stateWithTrials(experiment); // what they were allocated
    const LedgerState::Experiment& known = impl.experimentState(experiment);
    if (known.end) {
        failUsage(Sentence("experiment {1} has ended; it takes no more trials", experiment.value()));
    }
    const auto charges = wholeCharges(spec.charges, known.kind);
    impl.requireAllocation(experiment, known, charges);
    const std::string planText = canonicalJson(spec.plan);
    TrialReservedBody body{
        spec.phase,       spec.role, spec.steps, spec.r,   spec.nu, spec.learningRate, spec.noiseMultiplier,
        spec.maxGradNorm, {},        {},         planText, {},      spec.clamped,      spec.knobs};
    if (!charges.empty() && !charges.front().muSquared.isZero()) {
        const Mu mu = muUpper(charges.front().muSquared);
        body.mu = mu.value();
        body.epsilon = impl.epsilonOfTrial(mu, Delta{impl.dataset(known.dataset).delta});
    }
    NewRow row;
    row.kind = RowKind::TrialReserved;
    row.dataset = known.dataset;
    row.experiment = experiment;
    row.trial = TrialId{impl.nextId("trial")};
    if (charges.empty()) {
        row.body = body.text();
        impl.append(row);
    }
    for (const auto& charge : charges) {
        const std::string events = eventsText(charge.events);
        body.events = events;
        row.body = row.kind == RowKind::TrialReserved ? body.text() : ChargeBody{"", events}.text();
        impl.setAmounts(row, charge, known.kind);
        impl.append(row);
        row.kind = RowKind::TrialCharge;
    }
    change.commit();
    return row.trial;
}

std::int64_t Project::startTrial(TrialId trial) {
    m_impl->requireWritable();
    Impl::RunChange change(*m_impl, m_impl->trialState(trial).row.experiment);
    const LedgerState::Trial& known = m_impl->trialState(trial);
    if (!isOpen(known.row.state)) {
        failUsage(Sentence("{1} is {2}; a reservation is never repeated", trialName(trial),
                           sentenceOf(known.row.state)));
    }
    if (m_impl->experimentState(known.row.experiment).end) {
        failUsage(Sentence("the experiment of {1} has ended", trialName(trial)));
    }
    const std::int64_t attempt = known.row.attempts + 1;
    NewRow row;
    row.kind = RowKind::TrialRunning;
    row.dataset = known.dataset;
    row.experiment = known.row.experiment;
    row.trial = trial;
    row.body = TrialRunningBody{attempt}.text();
    m_impl->append(row);
    change.commit();
    return attempt;
}

void Project::Impl::writeRelease(const ReleaseSpec& release, const LedgerState::Experiment& experiment) {
    if (release.what.isEmpty()) {
        failUsage(Sentence("a release needs to say what it is"));
    }
    const std::string values = canonicalJson(release.values);
    ReleaseBody body{release.what, values, {}};
    if (!release.bytes.empty()) {
        const Digest digest = sha256(std::span<const std::uint8_t>(release.bytes));
        body.blob = toHex(digest);
        auto known = database.prepare("SELECT 1 FROM blobs WHERE sha256 = ?");
        if (!known.bind(std::span<const std::uint8_t>(digest)).step()) {
            database.prepare("INSERT INTO blobs (sha256, bytes) VALUES (?, ?)")
                .bind(std::span<const std::uint8_t>(digest))
                .bind(std::span<const std::uint8_t>(release.bytes))
                .run();
        }
    }
    NewRow row;
    row.kind = RowKind::Release;
    row.dataset = experiment.dataset;
    row.experiment = release.experiment;
    row.trial = release.trial;
    row.valueClass = release.valueClass;
    row.body = body.text();
    append(row);
}

void Project::finishTrial(TrialId trial, const TrialOutcome& outcome) {
    m_impl->requireWritable();
    auto& impl = *m_impl;
    Impl::RunChange change(impl, impl.trialState(trial).row.experiment);
    const LedgerState::Trial& known = impl.trialState(trial);
    if (known.row.state != TrialState::Running) {
        failUsage(Sentence("{1} is {2}, not running; it can't finish", trialName(trial),
                           sentenceOf(known.row.state)));
    }
    const ExperimentId experimentId = known.row.experiment;
    const LedgerState::Experiment& experiment = impl.experimentState(experimentId);
    if (outcome.score) {
        ReleaseSpec score;
        score.experiment = experimentId;
        score.trial = trial;
        score.what = ReleasedValue::Score;
        score.values = {{"value", outcome.score->value},
                        {"se", outcome.score->se},
                        {"kind", toText(outcome.score->kind)}};
        score.valueClass = experiment.isPublic ? ValueClass::Public : ValueClass::Released;
        if (outcome.score->kind == ScoreKind::Exact && !experiment.isPublic) {
            refuse(Sentence("an exact score of private data can't be released"));
        }
        impl.writeRelease(score, experiment);
    }
    for (auto release : outcome.releases) {
        release.experiment = experimentId;
        release.trial = trial;
        impl.writeRelease(release, experiment);
    }
    const std::string record = canonicalJson(outcome.record);
    NewRow row;
    row.kind = RowKind::TrialFinished;
    row.dataset = experiment.dataset;
    row.experiment = experimentId;
    row.trial = trial;
    row.body = TrialFinishedBody{record}.text();
    impl.append(row);
    impl.dropCheckpoint(trial, change);
}

void Project::Impl::dropCheckpoint(TrialId trial, RunChange& change) {
    database.prepare("DELETE FROM checkpoints WHERE trial = ?").bind(trial).run();
    change.commit(
        [&](Registry& registry, const std::string& key) { registry.dropCheckpoint(projectId, key, trial); });
}

void Project::loseTrial(TrialId trial, const std::string& message) {
    Impl& impl = *m_impl;
    impl.requireWritable();
    Impl::RunChange change(impl, impl.trialState(trial).row.experiment);
    const LedgerState::Trial& known = impl.trialState(trial);
    if (!isOpen(known.row.state)) {
        failUsage(Sentence("{1} is {2} already", trialName(trial), sentenceOf(known.row.state)));
    }
    NewRow row;
    row.kind = RowKind::TrialLost;
    row.dataset = known.dataset;
    row.experiment = known.row.experiment;
    row.trial = trial;
    row.body = MessageBody{message}.text();
    impl.append(row);
    impl.dropCheckpoint(trial, change);
}

void Project::saveCheckpoint(TrialId trial, const Checkpoint& checkpoint) {
    m_impl->requireWritable();
    const Digest digest = sha256(std::span<const std::uint8_t>(checkpoint.state));
    Impl::RunChange change(*m_impl, m_impl->trialState(trial).row.experiment);
    if (m_impl->trialState(trial).row.state != TrialState::Running) {
        failUsage(Sentence("{1} does not run; it takes no checkpoint", trialName(trial)));
    }
    m_impl->database
        .prepare("INSERT INTO checkpoints (trial, attempt, step, sha256, state) VALUES (?, ?, ?, ?, ?) ON "
                 "CONFLICT "
                 "(trial) DO UPDATE SET attempt = excluded.attempt, step = excluded.step, sha256 = "
                 "excluded.sha256, "
                 "state = excluded.state")
        .bind(trial)
        .bind(checkpoint.attempt)
        .bind(checkpoint.step)
        .bind(std::span<const std::uint8_t>(digest))
        .bind(std::span<const std::uint8_t>(checkpoint.state))
        .run();
    change.commit([&](Registry& registry, const std::string& key) {
        registry.setCheckpoint(m_impl->projectId, key, {trial, checkpoint.attempt, checkpoint.step, digest});
    });
}

std::optional<Checkpoint> Project::loadCheckpoint(TrialId trial) const {
    auto statement =
        m_impl->database.prepare("SELECT attempt, step, sha256, state FROM checkpoints WHERE trial = ?");
    statement.bind(trial);
    if (!statement.step()) {
        return std::nullopt;
    }
    Checkpoint checkpoint;
    checkpoint.attempt = statement.integer(0);
    checkpoint.step = statement.integer(1);
    checkpoint.state = statement.blob(3);
    const Digest digest = sha256(std::span<const std::uint8_t>(checkpoint.state));
    const auto stored = statement.blobView(2);
    checkpoint.damaged = !std::equal(stored.begin(), stored.end(), digest.begin(), digest.end());
    return checkpoint;
}

void Project::inOneTransaction(const std::function<void()>& changes, Durable durable) {
    m_impl->requireWritable();
    // The registry's lock first, as everywhere: changes of an experiment on private data ask for it.
    Registry::Hold hold(m_impl->options.registry.get(), Registry::Hold::Sync::Later);
    if (durable == Durable::Soon && !m_impl->database.inTransaction() &&
        std::chrono::steady_clock::now() - m_impl->lastDurable < std::chrono::seconds(1)) {
        const Unsynced unsynced(m_impl->database);
        Transaction transaction(m_impl->database);
        changes();
        transaction.commit(); // the registry is told of a tip only when it can't be lost any more
        hold.commit();
        return;
    }
    Transaction transaction(m_impl->database);
    changes();
    m_impl->commit(transaction);
    hold.commit();
}

void Project::addNote(TrialId trial, const std::string& text) {
    m_impl->addRemark(trial, RowKind::Note, NoteBody{text}.text());
}

void Project::setTags(TrialId trial, const std::vector<std::string>& tags) {
    m_impl->addRemark(trial, RowKind::Tags, TagsBody{tags}.text());
}

void Project::Impl::addRemark(TrialId trial, RowKind kind, std::string body) {
    requireWritable();
    Transaction transaction(database);
    const LedgerState::Trial& known = trialState(trial);
    NewRow row;
    row.kind = kind;
    row.dataset = known.dataset;
    row.experiment = known.row.experiment;
    row.trial = trial;
    row.valueClass = ValueClass::Public;
    row.body = std::move(body);
    append(row);
    commit(transaction);
}

void Project::recordCuratorShown(const std::string& what) {
    m_impl->requireWritable();
    Transaction transaction(m_impl->database);
    NewRow row;
    row.kind = RowKind::CuratorShown;
    row.valueClass = ValueClass::Public;
    row.body = CuratorShownBody{what}.text();
    m_impl->append(row);
    m_impl->commit(transaction);
}

} // namespace parsimony::ledger
