// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/executor.h"

#include "core/base/sentence.h"
#include "core/ledger/canonical_json.h"
#include "core/mechanism/released.h"
#include "core/session/class_prior.h"
#include "core/session/curator_notices.h"
#include "core/session/search_request.h"
#include "core/session/snapshot_reader.h"
#include "core/session/weights_origin.h"
#include "core/train/initial_weights.h"
#include "core/train/prototypes.h"

#include <algorithm>

namespace parsimony::session {

using mechanism::End;
using mechanism::Performed;

namespace {

double stepsOf(const search::SequentialMethod& method) {
    double steps = 0.0;
    for (const search::Proposal& proposal : method.outline()) {
        steps += proposal.steps;
    }
    return steps;
}

} // namespace

Executor::Executor(ledger::Project& project, DataRequest request,
                   std::unique_ptr<compute::ComputeBackend> backend, std::stop_token stop)
    : m_project(project), m_request(std::move(request)), m_backend(std::move(backend)), m_stop(stop),
      m_journal(project, std::move(stop)) {}

RunSnapshot Executor::run(Member member, const RunObserver& observer) {
    m_live.emplace(m_project, member.running.id, m_backend->name(), observer);
    m_searches.reserve(1);
    try {
        add(std::move(member));
        m_live->publish();
        const RunObserver told = remarking(observer);
        openRows(told);
        readInitialWeights(told);
        carryOut();
    } catch (...) {
        m_journal.interrupt(m_searches.empty() ? member.running.id : m_searches.front().member.running.id);
        throw;
    }
    m_searches.front().member.running.lock.release();
    m_live->publish();
    return m_live->snapshot();
}

std::vector<RunSnapshot> Executor::runTogether(std::vector<Member> members,
                                               const TogetherProgress& progress) {
    m_progress = progress;
    m_searches.reserve(members.size());
    try {
        for (Member& member : members) {
            add(std::move(member));
        }
        openRows(remarking({}));
        carryOut();
    } catch (...) {
        for (const Search& search : m_searches) {
            if (!search.ended) {
                m_journal.interrupt(search.member.running.id);
            }
        }
        throw;
    }
    std::vector<RunSnapshot> snapshots;
    for (Search& search : m_searches) {
        search.member.running.lock.release();
        snapshots.push_back(readSnapshot(m_project, search.member.running.id));
    }
    return snapshots;
}

void Executor::carryOut() {
    bool whole = false;
    try {
        whole = searchAll() && lookAtResults();
    } catch (const Error& error) {
        if (error.code() != ErrorCode::Interrupted) {
            throw;
        }
    }
    if (whole) {
        finishAll();
        return;
    }
    for (Search& search : m_searches) {
        m_journal.interrupt(search.member.running.id);
        search.ended = true;
    }
}

void Executor::add(Member member) {
    Search& search = m_searches.emplace_back();
    search.member = std::move(member);
    for (const Sentence& remark : search.member.remarks) {
        m_journal.remark(remark);
    }
    search.method = makeMethod(search.member.plan);
    for (const auto& [index, row] : replayTrials(m_project, search.member.running.id, *search.method)) {
        search.trials[index] = row.id;
        m_stepsDone += row.state == TrialState::Finished ? static_cast<double>(row.steps) : 0.0;
    }
    m_stepsTotal += stepsOf(*search.method);
}

RunObserver Executor::remarking(const RunObserver& observer) {
    return keeping(observer, [this](const Sentence& sentence) { m_journal.remark(sentence); });
}

void Executor::openRows(const RunObserver& observer) {
    const ExperimentPlan& plan = m_searches.front().member.plan;
    const std::uint32_t perRecord = plan.constants.labelsPerRecord;
    const auto notice = [told = observer.onCuratorNotice,
                         perRecord](const std::string& part, std::size_t features, std::size_t labels) {
        if (told && features + labels > 0) {
            told(invalidRecords(part, features, labels, perRecord));
        }
    };
    mechanism::RowSettings settings = rowSettingsOf(plan);
    settings.everywhere = isTogether() && !plan.constants.isPrivate; // runs enough for many processes
    m_rows.emplace(m_backend, filesOf(m_request), std::move(settings), m_stop, notice);
}

void Executor::readInitialWeights(const RunObserver& observer) {
    const Search& search = m_searches.front();
    const ExperimentPlan& plan = search.member.plan;
    if (search.method->finished() || !startsFromFile(plan.options)) {
        return;
    }
    const train::InitialWeights weights =
        train::readInitialWeights(StartWeights(plan.options.init.file).array());
    if (weights.digest != plan.constants.initDigest) {
        fail(Sentence("{1}: the initial weights are not those that the experiment was planned with; bring "
                      "the old file back to go on with it",
                      plan.options.init.file));
    }
    m_initialWeights = train::initialParameters(weights, plan.headShape());
    if (observer.onCuratorNotice) {
        observer.onCuratorNotice(
            Sentence("the initial weights of {1} are taken as public, but for what their own ledger paid: "
                     "they must not come from private rows otherwise",
                     plan.options.init.file));
    }
}

train::Model Executor::modelOf(const Search& search, int index) const {
    const auto model = search.models.find(index);
    return model != search.models.end()
               ? model->second
               : mechanism::releasedModel(m_project, search.member.running.id, search.trials.at(index));
}

Performed Executor::performed(const Search& search, const mechanism::Mechanism& mechanism) {
    const ExperimentId id = search.member.running.id;
    return m_journal.perform(accountOf(search.member.plan, id), mechanism, *m_rows,
                             {[&](TrialId) { m_live->publish(); },
                              [&](TrialId trial, std::uint32_t steps) { m_live->stepsDone(trial, steps); }});
}

bool Executor::prepareFeatures() {
    if (isTogether()) {
        return true;
    }
    Search& search = m_searches.front();
    const ExperimentPlan& plan = search.member.plan;
    const ExperimentId id = search.member.running.id;
    Released released;
    for (const Statistic& statistic : statisticsOf(plan)) {
        if (!stillReleases(plan, statistic.release)) {
            continue; // it was decided meanwhile
        }
        auto value = mechanism::releasedVector(m_project, id, statistic.release);
        if (!value) {
            if (m_stop.stop_requested() ||
                performed(search, *statistic.mechanism(released)).end != End::Finished) {
                return false;
            }
            value = mechanism::releasedVector(m_project, id, statistic.release);
        }
        released[statistic.release] = std::move(*value);
        decide(search, released);
    }
    if (plan.mean) {
        const std::vector<double>& mean = released.at(ReleasedValue::Mean);
        m_rows->subtract({mean.begin(), mean.end()});
    }
    const std::vector<std::string> encoders = plan.encoderNames();
    for (std::size_t i = 0; plan.featureMap && i < encoders.size(); ++i) {
        const bool told = i == 0 || !plan.featureMap->otherMeans.empty(); // else the first is taken
        if (told) {
            mapRows(encoders[i], released);
        }
    }
    if (const auto flatness = released.find(ReleasedValue::Flatness); flatness != released.end()) {
        search.method->learnFlatness(flatness->second.at(0) / plan.featureMap->expectedPairs());
    }
    return startFromPrior();
}

/// Whatever is decided, the experiment takes the same in all: what the rest of a mean or of counts is not
/// released for goes into the final run. It follows from what was released, and the plan keeps it.
void Executor::decide(Search& search, const Released& released) {
    ExperimentPlan& plan = search.member.plan;
    const auto decision = decisionOf(plan, released);
    if (!decision) {
        return;
    }
    plan.decide(*decision);
    m_journal.replan(search.member.running.id, plan.toJson(), "what the first statistics decide");
    search.method = makeMethod(plan);
}

void Executor::mapRows(const std::string& encoder, const Released& released) {
    const ExperimentPlan& plan = m_searches.front().member.plan;
    const FeatureMapPlan own = plan.featureMap->of(encoder);
    m_rows->map(featureMapOf(own, released.at(own.meanReleaseOf(encoder)), restOf(released)), encoder);
    if (const auto counts = countsOf(plan, released)) {
        m_starts[encoder].base =
            weightsOfPrior(startingBias(*counts, own, plan.constants), plan.headShape(encoder), own.biasShare,
                           plan.constants.rowBound);
    }
}

/// The rows are public and their weights follow from them and from what was released: a run that is resumed
/// makes the same ones again. What was decided by a look belongs to the result, whatever is left to be run.
bool Executor::startFromPrior() {
    Search& search = m_searches.front();
    const ExperimentPlan& plan = search.member.plan;
    if (plan.options.prior.features.empty() || (search.method->finished() && !plan.priorLook)) {
        return true;
    }
    const data::LoadedPart prior = m_rows->values(kPriorPart);
    const compute::HeadShape head = plan.headShape();
    RunStart& start = m_starts[""]; // of one encoder
    if (plan.options.priorScale) {
        start.perNu = train::unitPrototypes(*prior.features, prior.labels, head);
        for (double& weight : start.perNu) {
            weight *= plan.priorFactor / plan.constants.rowBound;
        }
        return true;
    }
    std::vector<double> weights;
    if (plan.priorLook) {
        const ExperimentId id = search.member.running.id;
        auto right = mechanism::releasedVector(m_project, id, ReleasedValue::PriorAgreement);
        if (!right) {
            train::Model unit{head, train::unitPrototypes(*prior.features, prior.labels, head)};
            if (m_stop.stop_requested() ||
                performed(search, agreementOf(plan, std::move(unit))).end != End::Finished) {
                return false;
            }
            right = mechanism::releasedVector(m_project, id, ReleasedValue::PriorAgreement);
        }
        train::PrototypeWeights found =
            train::prototypeWeights(*prior.features, prior.labels, head, agreementFrom(plan, right->at(0)),
                                    plan.priorAgreement, plan.numbers.prior);
        search.prior = {found.promised, found.believed};
        weights = std::move(found.parameters);
    } else {
        weights = train::prototypeWeights(*prior.features, prior.labels, head, plan.numbers.prior).parameters;
    }
    for (std::size_t i = 0; i < weights.size(); ++i) {
        weights[i] = plan.priorFactor * weights[i] + (start.base.empty() ? 0.0 : start.base[i]);
    }
    start.base = std::move(weights);
    return true;
}

std::vector<Executor::Look> Executor::openLooks() {
    std::vector<Look> looks;
    for (Search& search : m_searches) {
        const auto result = search.method->result();
        if (!result || search.member.plan.evaluations.empty()) {
            continue;
        }
        std::set<std::string> seen; // before an interruption
        for (const ledger::ReleaseRow& row :
             m_project.releases(search.member.running.id, {}, ReleasedValue::Accuracy)) {
            seen.insert(ledger::field(row.values, "part", ""));
        }
        const std::string encoder = encoderOf(m_project, search.member.plan, search.trials.at(*result));
        const train::Model model = predicting(search.member.plan, m_project, search.member.running.id,
                                              modelOf(search, *result), encoder);
        std::optional<double> labelThreshold;
        if (search.member.plan.constants.labelsPerRecord > 1) {
            labelThreshold = labelThresholdOf(m_project, search.member.plan, search.trials.at(*result));
        }
        for (const EvaluationBudget& evaluation : search.member.plan.evaluations) {
            if (seen.count(evaluation.part) == 0) {
                looks.push_back(
                    {&search, lookOf(search.member.plan, evaluation, model, encoder, labelThreshold)});
            }
        }
    }
    return looks;
}

bool Executor::lookAtResults() {
    std::vector<Look> looks = openLooks();
    if (isTogether()) {
        std::vector<mechanism::BatchItem> items;
        for (const Look& look : looks) {
            const Member& member = look.search->member;
            items.push_back({accountOf(member.plan, member.running.id), &look.mechanism});
        }
        const auto done = m_journal.performBatch(items, *m_rows);
        for (std::size_t i = 0; done && i < looks.size(); ++i) {
            looks[i].search->secondsFinal += (*done)[i].seconds;
        }
        return done.has_value();
    }
    for (Look& look : looks) {
        if (m_stop.stop_requested()) {
            return false;
        }
        const Performed done = performed(*look.search, look.mechanism);
        if (done.end != End::Finished) {
            return false;
        }
        m_rows->drop(look.mechanism.part());
        look.search->secondsFinal += done.seconds;
        m_live->seconds(secondsOf(*look.search));
        m_live->publish();
    }
    return true;
}

// A private selection's theorem hides how many runs there were: no time of it is shown or kept, loading
// included, since rows that only runs need are loaded by the first (PRIVACY rules 22 and 30).
LiveSnapshot::Seconds Executor::secondsOf(const Search& search) const {
    if (search.member.plan.selection && search.member.plan.constants.isPrivate) {
        return {};
    }
    return {m_rows->secondsLoading() / static_cast<double>(m_searches.size()), search.secondsSearch,
            search.secondsFinal};
}

void Executor::finishAll() {
    std::vector<mechanism::Finish> ends;
    for (Search& search : m_searches) {
        const auto result = search.method->result();
        const LiveSnapshot::Seconds seconds = secondsOf(search);
        mechanism::Finish& end = ends.emplace_back(mechanism::Finish{
            search.member.running.id,
            {{"device", m_backend->name()},
             {"result_trial", result ? search.trials.at(*result).value() : 0},
             {"seconds", {{"load", seconds.load}, {"search", seconds.search}, {"final", seconds.final}}}}});
        if (search.prior) {
            end.result["prior"] = toJson(*search.prior);
        }
    }
    m_journal.finish(ends);
    for (Search& search : m_searches) {
        search.ended = true;
    }
}

void Executor::tell(double stepsNow) {
    const auto now = Clock::now();
    if (!m_progress || now - m_told < std::chrono::milliseconds(100)) {
        return;
    }
    m_told = now;
    const double done = m_stepsDone + stepsNow;
    const double seconds = std::chrono::duration<double>(now - m_began).count();
    m_progress(m_stepsTotal > 0.0 ? std::min(1.0, done / m_stepsTotal) : 1.0,
               done > 0.0 && seconds > 0.5
                   ? std::optional(std::max(0.0, m_stepsTotal - done) * seconds / done)
                   : std::nullopt);
}

} // namespace parsimony::session
