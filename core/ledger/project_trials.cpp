// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/sentence.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/project_impl.h"
#include "core/ledger/run_change.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"

#include <algorithm>
#include <array>

namespace parsimony::ledger {

namespace {

std::string trialName(TrialId id) {
    return "trial " + std::to_string(id.value());
}

TrialState stateOf(std::string_view kind) {
    constexpr std::array states = {TrialState::Reserved, TrialState::Running,   TrialState::Finished,
                                   TrialState::Failed,   TrialState::Cancelled, TrialState::Lost};
    for (const auto state : states) {
        if (kind == std::string("trial_") + toText(state)) {
            return state;
        }
    }
    return TrialState::Lost;
}

template <class Value>
void put(nlohmann::json& body, const char* key, const std::optional<Value>& value) {
    if (value) {
        body[key] = *value;
    }
}

void checkRole(const std::string& role) {
    static constexpr std::array roles = {"trial", "final", "mean", "score", "evaluation", "selection"};
    if (std::find(roles.begin(), roles.end(), role) == roles.end()) {
        failUsage("a trial has no role '" + role + "'");
    }
}

} // namespace

TrialHead Project::Impl::trialHead(TrialId id) const {
    TrialHead head;
    auto statement =
        database.prepare("SELECT kind, experiment, dataset FROM ledger WHERE trial = ? AND kind IN "
                         "('trial_reserved', 'trial_running', "
                         "'trial_finished', 'trial_failed', 'trial_cancelled', 'trial_lost') ORDER BY seq");
    statement.bind(id);
    while (id.valid() && statement.step()) {
        head.state = stateOf(statement.textView(0));
        head.experiment = ExperimentId{statement.integer(1)};
        head.dataset = DatasetId{statement.integer(2)};
        head.attempts += head.state == TrialState::Running ? 1 : 0;
    }
    if (!head.experiment.valid()) {
        failUsage("'" + path.string() + "' has no " + trialName(id));
    }
    return head;
}

const Project::Impl::Allocations& Project::Impl::allocationsOf(ExperimentId id) {
    // Rows only ever follow, so what was added up before stays added up, and no row is looked at twice.
    Allocations& sums = allocations[id.value()];
    if (sums.through == 0) {
        auto begun = database.prepare("SELECT seq FROM ledger WHERE experiment = ? AND kind = 'experiment'");
        sums.through = begun.bind(id).step() ? begun.integer(0) : 0;
    }
    auto statement = database.prepare(
        "SELECT seq, part, mu_squared_exact, experiment, kind FROM ledger NOT INDEXED WHERE seq > ? "
        "ORDER BY seq");
    statement.bind(sums.through);
    while (statement.step()) {
        sums.through = statement.integer(0);
        const auto kind = statement.textView(4);
        if (statement.integer(3) == id.value() && !statement.isNull(2) &&
            (kind == "trial_reserved" || kind == "trial_charge")) {
            sums.byPart[statement.integer(1)].add(exactOf(statement, 2, path.string()));
        }
    }
    return sums;
}

void Project::Impl::requireAllocation(ExperimentId id, const ExperimentHead& head,
                                      const std::vector<Charge>& charges) {
    auto statement =
        database.prepare("SELECT part, mu_squared_exact FROM ledger WHERE experiment = ? AND kind = "
                         "'reservation'");
    statement.bind(id);
    std::map<std::int64_t, SpendSum> reserved;
    while (statement.step()) {
        reserved[statement.integer(0)] =
            statement.isNull(1) ? SpendSum() : exactOf(statement, 1, path.string());
    }
    const Allocations& allocated = allocationsOf(id);
    const auto datasetRow = dataset(head.dataset);
    for (const auto& charge : charges) {
        const auto room = reserved.find(charge.part.value());
        if (room == reserved.end()) {
            refuse("experiment " + std::to_string(id.value()) + " reserved nothing of " +
                   partTitle(datasetRow, part(charge.part)));
        }
        if (head.kind != AccountKind::Gaussian) {
            requireSlice(id, head, datasetRow, charge);
            continue;
        }
        const auto before = allocated.byPart.find(charge.part.value());
        const SpendSum used = before == allocated.byPart.end() ? SpendSum() : before->second;
        if ((used + charge.muSquared).fits(room->second)) {
            continue;
        }
        const Delta delta{datasetRow.delta};
        const double held = epsilonOf(muUpper(room->second), delta).value();
        const double wanted = epsilonOf(muUpper(used + charge.muSquared), delta).value();
        const SpendSum left = room->second.minus(used);
        refuse(Sentence("experiment {1} reserved too little of {2} for this trial; nothing was spent",
                        id.value(), partTitle(datasetRow, part(charge.part))),
               {epsilonOf(muUpper(charge.muSquared), delta).value(),
                left.isZero() ? 0.0 : epsilonWithin(muLower(left), delta).value(), wanted - held});
    }
}

TrialId Project::reserveTrial(ExperimentId experiment, const TrialSpec& spec) {
    m_impl->requireWritable();
    auto& impl = *m_impl;
    checkRole(spec.role);
    Impl::RunChange change(impl, experiment);
    const auto head = impl.experimentHead(experiment);
    if (head.ended) {
        failUsage("experiment " + std::to_string(experiment.value()) + " has ended; it takes no more trials");
    }
    auto charges = spec.charges;
    SpendSum mainSpend;
    for (std::size_t index = 0; index < charges.size(); ++index) {
        auto& charge = charges[index];
        for (std::size_t other = 0; other < index; ++other) {
            if (charges[other].part == charge.part) {
                failUsage("a trial names a part twice; put its events into one charge");
            }
        }
        if (head.kind == AccountKind::Gaussian && !charge.events.empty()) {
            charge.muSquared = std::max(charge.muSquared, gaussianSpend(charge.events));
        }
        if (index == 0) {
            mainSpend = charge.muSquared;
        }
    }
    impl.requireAllocation(experiment, head, charges);
    const TrialId id{impl.nextId("trial")};
    nlohmann::json body = {
        {"phase", spec.phase}, {"role", spec.role}, {"steps", spec.steps}, {"plan", spec.plan}};
    put(body, "r", spec.r);
    put(body, "nu", spec.nu);
    put(body, "learning_rate", spec.learningRate);
    put(body, "noise_multiplier", spec.noiseMultiplier);
    put(body, "max_grad_norm", spec.maxGradNorm);
    if (!mainSpend.isZero()) {
        const Mu mu = muUpper(mainSpend);
        body["mu"] = mu.value();
        body["epsilon"] = epsilonOf(mu, Delta{impl.dataset(head.dataset).delta}).value();
    }
    NewRow row;
    row.kind = "trial_reserved";
    row.dataset = head.dataset;
    row.experiment = experiment;
    row.trial = id;
    if (charges.empty()) {
        row.body = body;
        impl.append(row);
    }
    for (const auto& charge : charges) {
        impl.writeCharge(row, charge, head.kind, body);
        row.kind = "trial_charge";
        body = nlohmann::json::object();
    }
    change.commit();
    return id;
}

std::int64_t Project::startTrial(TrialId trial) {
    m_impl->requireWritable();
    Impl::RunChange change(*m_impl, m_impl->trialHead(trial).experiment);
    const auto head = m_impl->trialHead(trial);
    if (head.state != TrialState::Reserved && head.state != TrialState::Running) {
        failUsage(trialName(trial) + " is " + toText(head.state) + "; a reservation is never repeated");
    }
    if (m_impl->experimentHead(head.experiment).ended) {
        failUsage("the experiment of " + trialName(trial) + " has ended");
    }
    NewRow row;
    row.kind = "trial_running";
    row.dataset = head.dataset;
    row.experiment = head.experiment;
    row.trial = trial;
    row.body = {{"attempt", head.attempts + 1}};
    m_impl->append(row);
    change.commit();
    return head.attempts + 1;
}

void Project::Impl::writeRelease(const ReleaseSpec& release, const ExperimentHead& head) {
    if (release.what.empty()) {
        failUsage("a release needs to say what it is");
    }
    NewRow row;
    row.kind = "release";
    row.dataset = head.dataset;
    row.experiment = release.experiment;
    row.trial = release.trial;
    row.valueClass = release.valueClass;
    row.body = {{"what", release.what}, {"values", release.values}};
    if (!release.bytes.empty()) {
        const Digest digest = sha256(std::span<const std::uint8_t>(release.bytes));
        row.body["blob"] = toHex(digest);
        auto known = database.prepare("SELECT 1 FROM blobs WHERE sha256 = ?");
        if (!known.bind(std::span<const std::uint8_t>(digest)).step()) {
            database.prepare("INSERT INTO blobs (sha256, bytes) VALUES (?, ?)")
                .bind(std::span<const std::uint8_t>(digest))
                .bind(std::span<const std::uint8_t>(release.bytes))
                .run();
        }
    }
    append(row);
}

void Project::finishTrial(TrialId trial, const TrialOutcome& outcome) {
    m_impl->requireWritable();
    auto& impl = *m_impl;
    Impl::RunChange change(impl, impl.trialHead(trial).experiment);
    const auto head = impl.trialHead(trial);
    if (head.state != TrialState::Running) {
        failUsage(trialName(trial) + " is " + toText(head.state) + ", not running; it can't finish");
    }
    const auto experiment = impl.experimentHead(head.experiment);
    if (outcome.score) {
        ReleaseSpec score;
        score.experiment = head.experiment;
        score.trial = trial;
        score.what = "score";
        score.values = {
            {"value", outcome.score->value}, {"se", outcome.score->se}, {"kind", outcome.score->kind}};
        score.valueClass = experiment.isPublic ? ValueClass::Public : ValueClass::Released;
        if (outcome.score->kind == "exact" && !experiment.isPublic) {
            refuse("an exact score of private data can't be released");
        }
        impl.writeRelease(score, experiment);
    }
    for (auto release : outcome.releases) {
        release.experiment = head.experiment;
        release.trial = trial;
        impl.writeRelease(release, experiment);
    }
    NewRow row;
    row.kind = "trial_finished";
    row.dataset = head.dataset;
    row.experiment = head.experiment;
    row.trial = trial;
    row.body = {{"record", outcome.record}};
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
    Impl::RunChange change(impl, impl.trialHead(trial).experiment);
    const auto head = impl.trialHead(trial);
    if (head.state != TrialState::Reserved && head.state != TrialState::Running) {
        failUsage(trialName(trial) + " is " + toText(head.state) + " already");
    }
    NewRow row;
    row.kind = "trial_lost";
    row.dataset = head.dataset;
    row.experiment = head.experiment;
    row.trial = trial;
    row.body = {{"message", message}};
    impl.append(row);
    impl.dropCheckpoint(trial, change);
}

void Project::saveCheckpoint(TrialId trial, const Checkpoint& checkpoint) {
    m_impl->requireWritable();
    const Digest digest = sha256(std::span<const std::uint8_t>(checkpoint.state));
    Impl::RunChange change(*m_impl, m_impl->trialHead(trial).experiment);
    if (m_impl->trialHead(trial).state != TrialState::Running) {
        failUsage(trialName(trial) + " does not run; it takes no checkpoint");
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

void Project::inOneTransaction(const std::function<void()>& changes) {
    m_impl->requireWritable();
    // The registry's lock first, as everywhere: changes of an experiment on private data ask for it.
    Registry::Hold hold(m_impl->options.registry.get(), Registry::Hold::Sync::Later);
    Transaction transaction(m_impl->database);
    try {
        changes();
    } catch (...) {
        m_impl->allocations.clear(); // they may count rows that are undone now
        m_impl->runNames.clear();
        throw;
    }
    m_impl->commit(transaction);
    hold.commit();
}

void Project::addNote(TrialId trial, const std::string& text) {
    m_impl->addRemark(trial, "note", {{"text", text}});
}

void Project::setTags(TrialId trial, const std::vector<std::string>& tags) {
    m_impl->addRemark(trial, "tags", {{"tags", tags}});
}

void Project::Impl::addRemark(TrialId trial, std::string_view kind, nlohmann::json body) {
    requireWritable();
    Transaction transaction(database);
    const auto head = trialHead(trial);
    NewRow row;
    row.kind = kind;
    row.dataset = head.dataset;
    row.experiment = head.experiment;
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
    row.kind = "curator_shown";
    row.valueClass = ValueClass::Public;
    row.body = {{"what", what}};
    m_impl->append(row);
    m_impl->commit(transaction);
}

} // namespace parsimony::ledger
