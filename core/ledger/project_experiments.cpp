// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hex.h"
#include "core/base/secure_random.h"
#include "core/base/sentence.h"
#include "core/ledger/canonical_json.h"
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
    for (Charge& charge : result) {
        charge.events = mergedEvents(charge.events);
    }
    return result;
}

RegistryCharge newCharge(const Charge& charge, AccountKind kind) {
    Bytes random(16);
    fillSecureRandom(random);
    RegistryCharge entry;
    entry.id = toHex(random);
    if (kind == AccountKind::Gaussian) {
        entry.muSquared = charge.muSquared;
    } else {
        entry.epsilon = charge.epsilon;
        entry.delta = charge.delta;
    }
    return entry;
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

Sentence experimentName(ExperimentId id) {
    return Sentence("experiment {1}", id.value());
}

std::vector<Project::Impl::Posting> Project::Impl::postingsOf(const ExperimentSpec& spec,
                                                              const std::vector<Charge>& charges,
                                                              const Registry* registry) {
    const DatasetRow& its = dataset(spec.dataset);
    std::vector<Posting> postings;
    for (const auto& charge : charges) {
        const auto target = part(charge.part);
        if (target.dataset != spec.dataset) {
            failUsage(Sentence("{1} belongs to another dataset", partTitle(its, target)));
        }
        if (spec.kind == AccountKind::Slices) {
            requireSliceHolds(charge.events, charge.epsilon, charge.delta,
                              Sentence::value(partTitle(its, target)));
        }
        Posting& posting = postings.emplace_back(Posting{&charge, newCharge(charge, spec.kind), {}});
        if (registry != nullptr) {
            posting.entry.pendingPlace = placeOfFile(path);
            posting.learnt = learntElsewhere(target, posting.entry);
        }
    }
    return postings;
}

void Project::Impl::requireRoomFor(const std::vector<Posting>& postings, AccountKind kind) {
    // Parts that share an account are asked as one, and so are accounts that are told of several charges.
    std::map<std::int64_t, Charge> perAccount;
    std::map<std::int64_t, std::vector<std::string>> names;
    const auto take = [&perAccount](PartId account, const SpendSum& muSquared, double epsilon, double delta) {
        Charge& sum = perAccount[account.value()];
        sum.part = account;
        sum.muSquared.add(muSquared);
        sum.epsilon = (SpendSum(sum.epsilon) + SpendSum(epsilon)).upper();
        sum.delta = (SpendSum(sum.delta) + SpendSum(delta)).upper();
    };
    for (const Posting& posting : postings) {
        const Charge& charge = *posting.charge;
        const PartRow charged = part(charge.part);
        take(charged.account, charge.muSquared, charge.epsilon, charge.delta);
        names[charged.account.value()].push_back(charged.name);
        for (const LearntCharge& one : posting.learnt) {
            take(part(one.part).account, one.charge.muSquared.value_or(SpendSum()), one.charge.epsilon,
                 one.charge.delta);
        }
    }
    for (const auto& [account, charge] : perAccount) {
        const PartRow target = part(PartId{account});
        const DatasetRow& its = dataset(target.dataset);
        requireRoom(its, target, kind, charge, accountTitle(its, target, names[account]));
    }
}

void Project::Impl::appendExperiment(const ExperimentSpec& spec, ExperimentId id) {
    NewRow row;
    row.kind = RowKind::Experiment;
    row.dataset = spec.dataset;
    row.experiment = id;
    row.valueClass = ValueClass::Released;
    nlohmann::json asWritten = spec.options;
    nlohmann::json plan = spec.plan;
    const nlohmann::json asked = takeOut(asWritten, spec.curatorOptions);
    const nlohmann::json planned = takeOut(planOptions(plan), spec.curatorOptions);
    const std::string optionsText = canonicalJson(asWritten);
    const std::string planText = canonicalJson(plan);
    const bool isPublic = dataset(spec.dataset).visibility == Visibility::Public;
    row.body =
        ExperimentBody{spec.kind, spec.method, spec.trainer, isPublic, optionsText, planText, spec.request}
            .text();
    append(row);
    if (!asked.empty() || !planned.empty() || !spec.contents.empty()) {
        const std::string askedText = canonicalJson(asked);
        const std::string plannedText = canonicalJson(planned);
        const std::string contents = contentsText(spec.contents);
        row.kind = RowKind::ExperimentCurator;
        row.valueClass = ValueClass::Curator;
        row.body = ExperimentCuratorBody{askedText, plannedText, contents}.text();
        append(row);
    }
}

void Project::Impl::appendReservations(const ExperimentSpec& spec, ExperimentId id,
                                       const std::vector<Posting>& postings) {
    for (const Posting& posting : postings) {
        NewRow row;
        row.kind = RowKind::Reservation;
        row.dataset = spec.dataset;
        row.experiment = id;
        row.valueClass = ValueClass::Released;
        const std::string events = eventsText(posting.charge->events);
        setAmounts(row, *posting.charge, spec.kind);
        row.body = ChargeBody{posting.entry.id, events}.text();
        append(row);
    }
    for (const Posting& posting : postings) {
        for (const LearntCharge& one : posting.learnt) {
            appendCharge(RowKind::LinkedCharge, part(one.part), one.charge);
        }
    }
}

Registry* Project::Impl::registryOf(DatasetId id) const {
    return dataset(id).visibility == Visibility::Private ? options.registry.get() : nullptr;
}

void Project::requireRoom(const ExperimentSpec& spec) {
    const auto charges = perPart(spec.charges, spec.kind);
    m_impl->requireRoomFor(m_impl->postingsOf(spec, charges, m_impl->registryOf(spec.dataset)), spec.kind);
}

RunningExperiment Project::beginExperiment(const ExperimentSpec& spec) {
    m_impl->requireWritable();
    auto& impl = *m_impl;
    const auto charges = perPart(spec.charges, spec.kind);
    Registry* const registry = impl.registryOf(spec.dataset);
    if (registry != nullptr && impl.database.inTransaction()) {
        fail(Sentence("an experiment on private data is reserved by itself, not among other changes"));
    }
    // One step from asking what is left to the charge, for all projects with these rows.
    Registry::Hold hold(registry);
    Transaction transaction(impl.database);
    if (registry != nullptr) {
        impl.reconcile(false);
    }
    if (const auto known = experimentOfRequest(spec.request)) {
        failUsage(Sentence("this request has begun experiment {1} already; nothing more was reserved",
                           known->value()));
    }
    const std::vector<Impl::Posting> postings = impl.postingsOf(spec, charges, registry);
    impl.requireRoomFor(postings, spec.kind);
    RunningExperiment running;
    running.id = ExperimentId{impl.nextId("experiment")};
    impl.appendExperiment(spec, running.id);
    impl.appendReservations(spec, running.id, postings);
    auto lock = ExperimentLock::tryTake(impl.projectId, running.id);
    if (!lock) {
        fail(Sentence("'{1}': {2} is locked by another process", impl.path.string(),
                      experimentName(running.id)));
    }
    running.lock = std::move(*lock);
    // The registry first, and to be confirmed: whatever a crash leaves, no spend is ever unknown to other
    // projects.
    for (const Impl::Posting& posting : postings) {
        if (registry != nullptr) {
            impl.chargeRegistry(impl.part(posting.charge->part), posting.entry);
        }
    }
    hold.commit();
    impl.commit(transaction);
    if (registry != nullptr) {
        for (const Impl::Posting& posting : postings) {
            registry->confirm(posting.entry.id);
        }
        registry->setRun(impl.projectId, impl.runName(running.id).key, 1, impl.tipOf(running.id));
        impl.attempts[running.id.value()] = 1;
    }
    return running;
}

RunningExperiment Project::resumeExperiment(ExperimentId experiment, bool movedHere) {
    m_impl->requireWritable();
    auto& impl = *m_impl;
    (void)impl.stateWithTrials(experiment); // one that can't be read is told of before anything is written
    Registry* const registry = impl.registryOfRuns(experiment);
    auto lock = ExperimentLock::tryTake(impl.projectId, experiment);
    // Compare and swap under the registry's lock: of all files of this project one goes on.
    Registry::Hold hold(registry);
    Transaction transaction(impl.database);
    const LedgerState::Experiment& known = impl.experimentState(experiment);
    if (known.end) {
        failUsage(Sentence("{1} has ended; there is nothing to resume", experimentName(experiment)));
    }
    if (!lock) {
        fail(Sentence("another process runs {1} of '{2}' now; wait for it, or stop it first",
                      experimentName(experiment), impl.path.string()));
    }
    NewRow row;
    row.dataset = known.dataset;
    row.experiment = experiment;
    if (registry != nullptr) {
        const auto run = registry->runOf(impl.projectId, impl.runName(experiment).key);
        if (run) {
            impl.requireNewest(experiment, *run);
        }
        if (movedHere) {
            row.kind = RowKind::MovedHere;
            row.valueClass = ValueClass::Public;
            impl.append(row);
            row.valueClass = ValueClass::Released;
        } else {
            impl.requireHere(experiment, run);
        }
    }
    row.kind = RowKind::ExperimentResumed;
    impl.append(row);
    // First the file, then the registry: whatever a crash leaves, this file is not behind.
    transaction.commit();
    if (registry != nullptr) {
        auto& attempt = impl.attempts[experiment.value()];
        attempt = 1 + impl.experimentState(experiment).resumed;
        registry->setRun(impl.projectId, impl.runName(experiment).key, attempt, impl.tipOf(experiment));
    }
    hold.commit();
    if (!impl.database.inTransaction()) {
        impl.noteTip();
    }
    return {experiment, std::move(*lock)};
}

int Project::addPlanVersion(ExperimentId experiment, const nlohmann::json& plan, const std::string& reason) {
    m_impl->requireWritable();
    auto& impl = *m_impl;
    Impl::RunChange change(impl, experiment);
    const LedgerState::Experiment& known = impl.experimentState(experiment);
    if (known.end) {
        failUsage(Sentence("{1} has ended; its plan stays as it is", experimentName(experiment)));
    }
    const int version = known.planVersion + 1;
    nlohmann::json written = plan;
    const nlohmann::json planned = impl.curatorOptions(experiment).planned;
    for (const auto& [name, value] : planned.items()) {
        planOptions(written).erase(name);
    }
    const std::string planText = canonicalJson(written);
    NewRow row;
    row.kind = RowKind::PlanVersion;
    row.dataset = known.dataset;
    row.experiment = experiment;
    row.body = PlanVersionBody{version, reason, planText}.text();
    impl.append(row);
    change.commit();
    return version;
}

void Project::Impl::endExperiment(ExperimentId experiment, RowKind kind, std::string body,
                                  const std::optional<std::vector<Sentence>>& remarks) {
    requireWritable();
    RunChange change(*this, experiment);
    const LedgerState::Experiment& known = experimentState(experiment);
    if (known.end) {
        failUsage(Sentence("{1} has ended already", experimentName(experiment)));
    }
    NewRow row;
    row.dataset = known.dataset;
    row.experiment = experiment;
    if (remarks) {
        row.kind = RowKind::ExperimentRemarks;
        row.valueClass = ValueClass::Curator;
        row.body = ExperimentRemarksBody{*remarks}.text();
        append(row);
        row.valueClass = ValueClass::Released;
    }
    row.kind = kind;
    row.body = std::move(body);
    append(row);
    change.commit();
}

void Project::interruptExperiment(ExperimentId experiment) {
    m_impl->endExperiment(experiment, RowKind::ExperimentInterrupted, "{}");
}

void Project::finishExperiment(ExperimentId experiment, const nlohmann::json& result,
                               const std::vector<Sentence>& remarks) {
    m_impl->endExperiment(experiment, RowKind::ExperimentFinished, ResultBody{canonicalJson(result)}.text(),
                          remarks);
}

void Project::failExperiment(ExperimentId experiment, const std::string& message,
                             const std::vector<Sentence>& remarks) {
    m_impl->endExperiment(experiment, RowKind::ExperimentFailed, MessageBody{message}.text(), remarks);
}

std::optional<ExperimentId> Project::resumableExperiment() const {
    const auto& known = m_impl->state().experiments();
    for (auto one = known.rbegin(); one != known.rend(); ++one) {
        const ExperimentId id{one->first};
        if (!one->second.end && !ExperimentLock::taken(m_impl->projectId, id)) {
            return id;
        }
    }
    return std::nullopt;
}

} // namespace parsimony::ledger
