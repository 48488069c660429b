// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/secure_random.h"
#include "core/base/sentence.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/ledger_row.h"
#include "core/ledger/project_impl.h"
#include "core/ledger/run_change.h"
#include "core/ledger/slices.h"
#include "core/privacy/gaussian_account.h"

#include <algorithm>
#include <map>

namespace parsimony::ledger {

namespace {

// Charges of one part as one: what is charged for a list of events is never less than what they cost.
std::vector<Charge> perPart(const std::vector<Charge>& charges, AccountKind kind) {
    std::vector<Charge> result;
    for (const auto& charge : charges) {
        if (!charge.part.valid()) {
            failUsage(Sentence("a charge names no part"));
        }
        auto found = std::find_if(result.begin(), result.end(),
                                  [&charge](const Charge& other) { return other.part == charge.part; });
        if (found == result.end()) {
            found = result.insert(result.end(), Charge{});
            found->part = charge.part;
        }
        if (kind == AccountKind::Gaussian) {
            SpendSum muSquared = charge.muSquared;
            if (!charge.events.empty()) {
                muSquared = std::max(muSquared, gaussianSpend(charge.events));
            }
            found->muSquared.add(muSquared);
        } else {
            SpendSum epsilon(found->epsilon);
            epsilon.add(charge.epsilon);
            found->epsilon = epsilon.upper();
            SpendSum delta(found->delta);
            delta.add(charge.delta);
            found->delta = delta.upper();
        }
        found->events.insert(found->events.end(), charge.events.begin(), charge.events.end());
    }
    return result;
}

std::string experimentName(ExperimentId id) {
    return "experiment " + std::to_string(id.value());
}

/// Takes the members of these names out of an object, and returns them.
nlohmann::json takeOut(nlohmann::json& object, const std::vector<std::string>& names) {
    nlohmann::json taken = nlohmann::json::object();
    for (const std::string& name : names) {
        if (const auto found = object.find(name); found != object.end()) {
            taken[name] = std::move(*found);
            object.erase(found);
        }
    }
    return taken;
}

/// The options inside a plan; an object of none where it has none.
nlohmann::json& planOptions(nlohmann::json& plan) {
    nlohmann::json& options = plan["options"];
    if (!options.is_object()) {
        options = nlohmann::json::object();
    }
    return options;
}

} // namespace

ExperimentHead Project::Impl::experimentHead(ExperimentId id) const {
    ExperimentHead head;
    auto statement =
        database.prepare("SELECT dataset, body, EXISTS (SELECT 1 FROM ledger s WHERE s.experiment = "
                         "e.experiment AND s.kind IN ('experiment_finished', 'experiment_failed')) "
                         "FROM ledger e WHERE e.experiment = ? AND e.kind = 'experiment'");
    statement.bind(id);
    if (!id.valid() || !statement.step()) {
        failUsage("'" + path.string() + "' has no " + experimentName(id) + "; trials lists what there is");
    }
    head.dataset = DatasetId{statement.integer(0)};
    const auto body = parseJson(statement.textView(1), experimentName(id) + " in '" + path.string() + "'");
    head.kind = field(body, "kind", "") == "slices" ? AccountKind::Slices : AccountKind::Gaussian;
    head.isPublic = field(body, "public", false);
    head.ended = statement.integer(2) != 0;
    return head;
}

std::string Project::Impl::experimentStatus(ExperimentId id, std::string_view lastKind) const {
    if (lastKind == "experiment_finished") {
        return "finished";
    }
    if (lastKind == "experiment_failed") {
        return "failed";
    }
    return ExperimentLock::taken(projectId, id) ? "running" : "interrupted";
}

CuratorOptions Project::Impl::curatorOptions(ExperimentId id) const {
    CuratorOptions kept;
    if (const auto body = bodyJson("experiment_curator", "experiment", id.value()); body.is_object()) {
        kept.asked = field(body, "options", nlohmann::json::object());
        kept.planned = field(body, "plan_options", nlohmann::json::object());
    }
    return kept;
}

RunningExperiment Project::beginExperiment(const ExperimentSpec& spec) {
    m_impl->requireWritable();
    auto& impl = *m_impl;
    const auto charges = perPart(spec.charges, spec.kind);
    const bool isPrivate = impl.dataset(spec.dataset).visibility == Visibility::Private;
    Registry* const registry = isPrivate ? impl.options.registry.get() : nullptr;
    if (registry != nullptr && impl.database.inTransaction()) {
        fail(Sentence("an experiment on private data is reserved by itself, not among other changes"));
    }
    // One step from asking what is left to the charge, for all projects with these rows.
    Registry::Hold hold(registry);
    Transaction transaction(impl.database);
    if (registry != nullptr) {
        impl.reconcile(false);
    }
    const auto dataset = impl.dataset(spec.dataset);
    // Parts that share an account are asked as one.
    std::map<std::int64_t, Charge> perAccount;
    for (const auto& charge : charges) {
        const auto part = impl.part(charge.part);
        if (part.dataset != spec.dataset) {
            failUsage(Sentence("{1} belongs to another dataset", partTitle(dataset, part)));
        }
        Charge& sum = perAccount[part.account.value()];
        sum.part = part.account;
        sum.muSquared.add(charge.muSquared);
        sum.epsilon = (SpendSum(sum.epsilon) + SpendSum(charge.epsilon)).upper();
        sum.delta = (SpendSum(sum.delta) + SpendSum(charge.delta)).upper();
    }
    if (spec.kind == AccountKind::Slices) {
        for (const auto& charge : charges) {
            requireSliceHolds(charge.events, charge.epsilon, charge.delta,
                              partTitle(dataset, impl.part(charge.part)));
        }
    }
    for (const auto& [account, charge] : perAccount) {
        impl.requireRoom(dataset, impl.part(PartId{account}), spec.kind, charge);
    }
    RunningExperiment running;
    running.id = ExperimentId{impl.nextId("experiment")};
    NewRow row;
    row.kind = "experiment";
    row.dataset = spec.dataset;
    row.experiment = running.id;
    row.valueClass = ValueClass::Released;
    nlohmann::json options = spec.options;
    nlohmann::json plan = spec.plan;
    const nlohmann::json asked = takeOut(options, spec.curatorOptions);
    const nlohmann::json planned = takeOut(planOptions(plan), spec.curatorOptions);
    row.body = {{"kind", toText(spec.kind)},
                {"method", spec.method},
                {"trainer", spec.trainer},
                {"options", options},
                {"plan", plan},
                {"plan_version", 1},
                {"public", dataset.visibility == Visibility::Public}};
    impl.append(row);
    if (!asked.empty() || !planned.empty()) {
        row.kind = "experiment_curator";
        row.valueClass = ValueClass::Curator;
        row.body = {{"options", asked}, {"plan_options", planned}};
        impl.append(row);
    }
    row.kind = "reservation";
    row.valueClass = ValueClass::Released;
    std::vector<std::pair<const Charge*, std::string>> posted;
    for (const auto& charge : charges) {
        Bytes random(16);
        fillSecureRandom(random);
        posted.emplace_back(&charge, toHex(random));
        impl.writeCharge(row, charge, spec.kind, {{"charge", posted.back().second}});
    }
    auto lock = ExperimentLock::tryTake(impl.projectId, running.id);
    if (!lock) {
        fail(Sentence("'{1}': {2} is locked by another process", impl.path.string(),
                      experimentName(running.id)));
    }
    running.lock = std::move(*lock);
    // The registry first, and to be confirmed: whatever a crash leaves, no spend is ever unknown to other
    // projects.
    for (const auto& [charge, id] : posted) {
        if (registry != nullptr) {
            impl.chargeRegistry(impl.part(charge->part), id, *charge, spec.kind, true);
        }
    }
    hold.commit();
    impl.commit(transaction);
    if (registry != nullptr) {
        for (const auto& [charge, id] : posted) {
            registry->confirm(id);
        }
        registry->setRun(impl.projectId, impl.runName(running.id).key, 1, impl.tipOf(running.id));
        impl.attempts[running.id.value()] = 1;
    }
    return running;
}

RunningExperiment Project::resumeExperiment(ExperimentId experiment, bool movedHere) {
    m_impl->requireWritable();
    auto& impl = *m_impl;
    Registry* const registry = impl.registryOfRuns(experiment);
    auto lock = ExperimentLock::tryTake(impl.projectId, experiment);
    // Compare and swap under the registry's lock: of all files of this project one goes on.
    Registry::Hold hold(registry);
    Transaction transaction(impl.database);
    const auto head = impl.experimentHead(experiment);
    if (head.ended) {
        failUsage(experimentName(experiment) + " has ended; there is nothing to resume");
    }
    if (!lock) {
        fail(Sentence("another process runs {1} of '{2}' now; wait for it, or stop it first",
                      experimentName(experiment), impl.path.string()));
    }
    NewRow row;
    row.dataset = head.dataset;
    row.experiment = experiment;
    if (registry != nullptr) {
        const auto run = registry->runOf(impl.projectId, impl.runName(experiment).key);
        if (run) {
            impl.requireNewest(experiment, *run);
        }
        if (movedHere) {
            row.kind = "moved_here";
            row.valueClass = ValueClass::Public;
            impl.append(row);
            row.valueClass = ValueClass::Released;
        } else {
            impl.requireHere(experiment, run);
        }
    }
    row.kind = "experiment_resumed";
    impl.append(row);
    // First the file, then the registry: whatever a crash leaves, this file is not behind.
    transaction.commit();
    if (registry != nullptr) {
        auto& attempt = impl.attempts[experiment.value()];
        attempt =
            1 + impl.database.integer("SELECT count(*) FROM ledger WHERE kind = 'experiment_resumed' AND "
                                      "experiment = " +
                                      std::to_string(experiment.value()));
        registry->setRun(impl.projectId, impl.runName(experiment).key, attempt, impl.tipOf(experiment));
    }
    hold.commit();
    if (!impl.database.inTransaction()) {
        impl.noteHead();
    }
    return {experiment, std::move(*lock)};
}

int Project::addPlanVersion(ExperimentId experiment, const nlohmann::json& plan, const std::string& reason) {
    m_impl->requireWritable();
    auto& impl = *m_impl;
    Impl::RunChange change(impl, experiment);
    const auto head = impl.experimentHead(experiment);
    if (head.ended) {
        failUsage(experimentName(experiment) + " has ended; its plan stays as it is");
    }
    auto count =
        impl.database.prepare("SELECT count(*) FROM ledger WHERE experiment = ? AND kind = 'plan_version'");
    count.bind(experiment);
    count.step();
    const int version = static_cast<int>(count.integer(0)) + 2;
    count.reset();
    nlohmann::json written = plan;
    const nlohmann::json planned = impl.curatorOptions(experiment).planned;
    for (const auto& [name, value] : planned.items()) {
        planOptions(written).erase(name);
    }
    NewRow row;
    row.kind = "plan_version";
    row.dataset = head.dataset;
    row.experiment = experiment;
    row.body = {{"plan", written}, {"plan_version", version}, {"reason", reason}};
    impl.append(row);
    change.commit();
    return version;
}

void Project::Impl::endExperiment(ExperimentId experiment, std::string_view kind, nlohmann::json body) {
    requireWritable();
    RunChange change(*this, experiment);
    const auto head = experimentHead(experiment);
    if (head.ended) {
        failUsage(experimentName(experiment) + " has ended already");
    }
    NewRow row;
    row.kind = kind;
    row.dataset = head.dataset;
    row.experiment = experiment;
    row.body = std::move(body);
    append(row);
    change.commit();
}

void Project::interruptExperiment(ExperimentId experiment) {
    m_impl->endExperiment(experiment, "experiment_interrupted", nlohmann::json::object());
}

void Project::finishExperiment(ExperimentId experiment, const nlohmann::json& result) {
    m_impl->endExperiment(experiment, "experiment_finished", {{"result", result}});
}

void Project::failExperiment(ExperimentId experiment, const std::string& message) {
    m_impl->endExperiment(experiment, "experiment_failed", {{"message", message}});
}

std::optional<ExperimentId> Project::resumableExperiment() const {
    auto statement =
        m_impl->database.prepare("SELECT e.experiment FROM ledger e WHERE e.kind = 'experiment' AND NOT "
                                 "EXISTS (SELECT 1 FROM ledger s WHERE "
                                 "s.experiment = e.experiment AND s.kind IN ('experiment_finished', "
                                 "'experiment_failed')) ORDER BY e.seq DESC");
    while (statement.step()) {
        const ExperimentId id{statement.integer(0)};
        if (!ExperimentLock::taken(m_impl->projectId, id)) {
            return id;
        }
    }
    return std::nullopt;
}

std::vector<ExperimentRow> Project::experiments() const {
    const ReadSnapshot snapshot(m_impl->database);
    std::vector<ExperimentRow> rows;
    auto statement = m_impl->database.prepare(
        "SELECT experiment, dataset, " + std::string(exactTime) +
        ", json_extract(body, '$.kind'), json_extract(body, '$.method'), json_extract(body, '$.trainer'), "
        "(SELECT s.kind FROM ledger s WHERE s.experiment = ledger.experiment AND s.kind IN "
        "('experiment_finished', 'experiment_failed') LIMIT 1), (SELECT count(*) FROM ledger s WHERE "
        "s.experiment = ledger.experiment AND s.kind = 'plan_version') FROM ledger WHERE kind = 'experiment' "
        "ORDER BY seq");
    while (statement.step()) {
        ExperimentRow row;
        row.id = ExperimentId{statement.integer(0)};
        row.dataset = DatasetId{statement.integer(1)};
        row.started = statement.text(2);
        row.kind = statement.textView(3) == "slices" ? AccountKind::Slices : AccountKind::Gaussian;
        row.method = statement.text(4);
        row.trainer = statement.text(5);
        row.status = m_impl->experimentStatus(row.id, statement.textView(6));
        row.planVersion = static_cast<int>(statement.integer(7)) + 1;
        rows.push_back(std::move(row));
    }
    return rows;
}

ExperimentRow Project::experiment(ExperimentId id) const {
    const ReadSnapshot snapshot(m_impl->database);
    const auto body = m_impl->bodyJson("experiment", "experiment", id.value());
    if (!body.is_object()) {
        failUsage("'" + path().string() + "' has no " + experimentName(id) + "; trials lists what there is");
    }
    ExperimentRow row;
    auto statement = m_impl->database.prepare(
        "SELECT dataset, " + std::string(exactTime) +
        ", (SELECT s.kind FROM ledger s WHERE s.experiment = ledger.experiment AND s.kind IN "
        "('experiment_finished', 'experiment_failed') LIMIT 1) FROM ledger WHERE experiment = ? AND kind = "
        "'experiment'");
    statement.bind(id);
    statement.step();
    row.id = id;
    row.dataset = DatasetId{statement.integer(0)};
    row.started = statement.text(1);
    row.status = m_impl->experimentStatus(id, statement.textView(2));
    row.kind = field(body, "kind", "") == "slices" ? AccountKind::Slices : AccountKind::Gaussian;
    row.method = field(body, "method", "");
    row.trainer = field(body, "trainer", "");
    row.options = field(body, "options", nlohmann::json::object());
    row.plan = field(body, "plan", nlohmann::json::object());
    const auto newest = m_impl->bodyJson("plan_version", "experiment", id.value());
    if (newest.is_object()) {
        row.plan = field(newest, "plan", nlohmann::json::object());
        row.planVersion = field(newest, "plan_version", 1);
    }
    const CuratorOptions kept = m_impl->curatorOptions(id);
    row.options.update(kept.asked);
    if (!kept.planned.empty()) {
        planOptions(row.plan).update(kept.planned);
    }
    const auto finished = m_impl->bodyJson("experiment_finished", "experiment", id.value());
    if (finished.is_object()) {
        row.result = field(finished, "result", nlohmann::json());
    }
    return row;
}

} // namespace parsimony::ledger
