// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/collected.h"
#include "core/base/sentence.h"
#include "core/compute/backend_factory.h"
#include "core/ledger/project.h"
#include "core/session/dataset_declaration.h"
#include "core/session/device_guard.h"
#include "core/session/executor.h"
#include "core/session/method_choice.h"
#include "core/session/model_evaluation.h"
#include "core/session/options_json.h"
#include "core/session/planner.h"
#include "core/session/reservation.h"
#include "core/session/reused_fit.h"
#include "core/session/session_impl.h"
#include "core/session/session_planning.h"
#include "core/session/stored_plan.h"
#include "core/session/weights_origin.h"

#include <algorithm>
#include <exception>
#include <map>

namespace parsimony::session {

namespace {

/// Throws unless the requests can run together.
void checkTogether(const std::vector<TogetherRequest>& requests) {
    const RunOptions data = dataOptionsOf(requests.front().options);
    for (const TogetherRequest& request : requests) {
        if (request.options.visibility != Visibility::Public) {
            refuse(Sentence("experiments run together on public data only: on private data every run is "
                            "reserved by itself"));
        }
        if (startsFromFile(request.options)) {
            failUsage(
                Sentence("--init {1} is for experiments that run by themselves", request.options.init.file));
        }
        if (preparesFeatures(request.options) || !(dataOptionsOf(request.options) == data)) {
            failUsage(Sentence("experiments that run together need the same data, prepared in the same way"));
        }
    }
}

/// Runs that are under way have a checkpoint to go on from: such an experiment is resumed by itself.
bool hasOpenRuns(const ledger::Project& project, ExperimentId experiment) {
    for (const ledger::TrialRow& row : project.trials(experiment)) {
        if (isOpen(row.state)) {
            return true;
        }
    }
    return false;
}

/// An experiment on declared data, as it is reserved.
struct NewExperiment {
    ExperimentPlan plan;
    ledger::ExperimentSpec spec;
};

NewExperiment newExperiment(const ledger::Project& project, const RunOptions& options,
                            const DataRequest& data, const ledger::DeclaredDataset& dataset,
                            const std::optional<CheckedDevice>& check, const std::string& request) {
    std::map<std::string, std::int64_t> parts;
    for (const auto& [name, id] : dataset.parts) {
        parts[name] = id.value();
    }
    ExperimentPlan plan = planExperiment(options, data, accountStates(project, dataset.id, parts), {},
                                         reusedFit(&project, options, data.constants));
    if (check) {
        plan.checkedDevices.push_back(*check);
    }
    plan.partIds = std::move(parts);
    ledger::ExperimentSpec spec = specOf(plan, options, dataset.id);
    for (const RequestedPart& part : data.parts) {
        spec.contents[dataset.part(part.name)] = part.content;
    }
    spec.request = request;
    return {std::move(plan), std::move(spec)};
}

Executor::Member newMember(const ledger::Project& project, mechanism::Journal& journal,
                           const RunOptions& options, const DataRequest& data,
                           const ledger::DeclaredDataset& dataset,
                           const std::optional<CheckedDevice>& check = {}, const std::string& request = {}) {
    NewExperiment made = newExperiment(project, options, data, dataset, check, request);
    auto running = journal.begin(made.spec);
    return {std::move(made.plan), std::move(running)};
}

RunOptions optionsPlanned(const ledger::Project& project, std::int64_t experiment) {
    return storedPlan(project, ExperimentId{experiment}).options;
}

Executor::Member resumedMember(const ledger::Project& project, mechanism::Journal& journal,
                               std::int64_t experiment, const std::map<std::string, std::string>& content) {
    ExperimentPlan plan = storedPlan(project, ExperimentId{experiment});
    if (plan.constants.isPrivate) {
        refuse(Sentence("experiment {1} is on private data, where every run is reserved by itself: go on "
                        "with it by `resume`",
                        experiment));
    }
    if (!hasContent(project, ExperimentId{experiment}, plan, content)) {
        refuse(Sentence("the files of experiment {1} do not hold the rows it was started with; put them back "
                        "to go on with it",
                        experiment));
    }
    return {std::move(plan), journal.resume(ExperimentId{experiment})};
}

} // namespace

Session::Session(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

Session Session::open(const std::filesystem::path& project, bool createIfMissing,
                      const std::function<void(const std::string&)>& onWait, bool onlyDeclared) {
    ledger::OpenOptions options;
    options.onlyDeclared = onlyDeclared;
    options.registry = userRegistry(onWait);
    options.onWait = onWait;
    auto impl = std::make_unique<Impl>(
        Impl{options.registry, createIfMissing ? ledger::Project::openOrCreate(project, options)
                                               : ledger::Project::open(project, options)});
    return Session(std::move(impl));
}

const std::filesystem::path& Session::path() const {
    return m_impl->project.path();
}
bool Session::readOnly() const {
    return m_impl->project.readOnly();
}

RunSnapshot Session::planWithoutProject(const RunOptions& options) {
    return planFresh(options, describeWithoutProject(options));
}

RunSnapshot Session::plan(const RunOptions& options) const {
    m_impl->known.require(m_impl->project); // what can't be run is not planned
    return planOn(m_impl->project, options, describeIn(m_impl->project, options));
}

void Session::declare(const RunOptions& asked, const RunObserver& observer) {
    m_impl->known.require(m_impl->project);
    const RunOptions options = withAbsolutePaths(asked);
    DataRequest data = describeIn(m_impl->project, options);
    if (const auto known = findDeclared(m_impl->project, data)) {
        checkCap(*known, options);
    }
    (void)declareDataset(m_impl->project, *m_impl->registry, data, options, observer);
}

RunSnapshot Session::run(const RunOptions& asked, std::stop_token stop, const RunObserver& observer,
                         const std::string& request) {
    if (const auto known = m_impl->project.experimentOfRequest(request)) {
        return *snapshot(known->value());
    }
    m_impl->known.require(m_impl->project);
    const RunOptions options = withAbsolutePaths(asked);
    DataRequest data = describeIn(m_impl->project, options);
    // Whatever is wrong with the request, or with the device, is found before a private row is read.
    const Draft draft = Draft::of(m_impl->project, options, data);
    OpenedDevice opened = openDevice(draft.plan, options.device, options.threads, options.instructions);
    std::vector<Sentence> remarks;
    const RunObserver told =
        keeping(observer, [&remarks](const Sentence& sentence) { remarks.push_back(sentence); });
    if (data.withoutPrior) {
        tell({*data.withoutPrior}, observer);
    }
    if (data.readsPrivateText()) {
        tell({sentenceOf(Notice::TextUnread, {})}, observer);
    }
    const ledger::DeclaredDataset dataset = [&] {
        try {
            return declareDataset(m_impl->project, *m_impl->registry, data, options, told,
                                  [&](const ledger::DeclaredDataset& found) {
                                      m_impl->project.requireRoom(
                                          newExperiment(m_impl->project, options, data, found, {}, {}).spec);
                                  });
        } catch (const Error& error) {
            if (draft.refused &&
                error.code() == ErrorCode::Usage) { // no other rows: nothing is left first of all
                std::rethrow_exception(draft.refused);
            }
            throw;
        }
    }();
    mechanism::Journal journal(m_impl->project);
    Executor::Member member = afterDeclaring(options, [&] {
        return newMember(m_impl->project, journal, options, data, dataset, opened.check, request);
    });
    member.remarks = std::move(remarks);
    Executor executor(m_impl->project, data, std::move(opened.backend), std::move(stop));
    return executor.run(std::move(member), observer);
}

std::vector<RunSnapshot> Session::runTogether(const std::vector<TogetherRequest>& asked,
                                              const std::stop_token& stop, const TogetherProgress& progress) {
    if (asked.empty()) {
        return {};
    }
    m_impl->known.require(m_impl->project);
    std::vector<TogetherRequest> requests = asked;
    for (TogetherRequest& request : requests) {
        request.options = withAbsolutePaths(request.options);
    }
    checkTogether(requests);
    const RunOptions& first = requests.front().options;
    DataRequest data = describeData(first);
    checkPrior(data);
    refusePrivateStart(first, data.constants);
    std::map<compute::Precision, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < requests.size();
         ++i) { // whatever is wrong is found before anything is written
        const ExperimentPlan plan =
            planExperiment(requests[i].options, data, accountsAskedFor(data, first), {},
                           reusedFit(&m_impl->project, requests[i].options, data.constants));
        const auto known = requests[i].resume;
        const RunOptions& used = known ? optionsPlanned(m_impl->project, *known) : plan.options;
        alike[precisionOf(used)].push_back(i);
    }
    std::vector<RunSnapshot> snapshots(requests.size());
    double done = 0.0;
    for (const auto& [rounding, places] : alike) {
        auto some =
            collected<TogetherRequest>(places, [&](const std::size_t place) { return requests[place]; });
        const double share = static_cast<double>(places.size()) / static_cast<double>(requests.size());
        const auto told = [&](double part, std::optional<double> left) {
            progress(done + share * part, alike.size() == 1 ? left : std::nullopt);
        };
        auto ran = runAlike(some, data, stop, progress ? TogetherProgress(told) : TogetherProgress());
        for (std::size_t k = 0; k < places.size(); ++k) {
            snapshots[places[k]] = std::move(ran[k]);
        }
        done += share;
    }
    return snapshots;
}

std::vector<RunSnapshot> Session::runAlike(const std::vector<TogetherRequest>& requests,
                                           const DataRequest& described, const std::stop_token& stop,
                                           const TogetherProgress& progress) {
    const RunOptions& first = requests.front().options;
    auto backend =
        compute::chooseBackend(first.device, first.threads, first.instructions); // public data alone
    DataRequest data = described;
    const ledger::DeclaredDataset dataset =
        declareDataset(m_impl->project, *m_impl->registry, data, first, {});
    const auto content = declaredContentOf(data);
    std::vector<Executor::Member> members;
    std::vector<std::optional<RunSnapshot>> alone(requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (requests[i].resume && hasOpenRuns(m_impl->project, ExperimentId{*requests[i].resume})) {
            alone[i] =
                resume(requests[i].resume, stop, {}, first.device, first.threads, {}, first.instructions);
        }
    }
    mechanism::Journal journal(m_impl->project);
    journal.together([&] {
        for (std::size_t i = 0; i < requests.size(); ++i) {
            if (!alone[i]) {
                members.push_back(
                    requests[i].resume
                        ? resumedMember(m_impl->project, journal, *requests[i].resume, content)
                        : newMember(m_impl->project, journal, requests[i].options, data, dataset));
            }
        }
    });
    std::vector<RunSnapshot> ran;
    if (!members.empty()) {
        Executor executor(m_impl->project, data, std::move(backend), stop);
        ran = executor.runTogether(std::move(members), progress);
    }
    std::vector<RunSnapshot> snapshots;
    snapshots.reserve(alone.size());
    auto next = ran.begin();
    for (auto& snapshot : alone) {
        snapshots.push_back(snapshot ? std::move(*snapshot) : std::move(*next++));
    }
    return snapshots;
}

RunSnapshot Session::resume(std::optional<std::int64_t> experiment, std::stop_token stop,
                            const RunObserver& observer, const compute::DeviceChoice& device,
                            std::uint32_t threads, const std::optional<MovedHere>& movedHere,
                            const std::string& instructions, const std::vector<MovedFile>& movedFiles) {
    m_impl->known.require(m_impl->project);
    auto id = experiment ? std::optional(ExperimentId{*experiment}) : m_impl->project.resumableExperiment();
    std::optional<std::int64_t> ended;
    while (id && endInterruptedEvaluation(m_impl->project, *id)) {
        ended = id->value();
        id = experiment ? std::nullopt : m_impl->project.resumableExperiment();
    }
    if (!id) {
        m_impl->project.requireWhole(); // else there is something, elsewhere
        RunSnapshot nothing;
        if (const auto latest = snapshot(ended)) {
            nothing = *latest;
        }
        nothing.status = ExperimentStatus::NothingToResume;
        return nothing;
    }
    const ledger::ExperimentRow row = m_impl->project.experiment(*id);
    ExperimentPlan plan = storedPlan(m_impl->project, row);
    for (const MovedFile& file : movedFiles) {
        plan.options = withFileMoved(std::move(plan.options), file.from, file.to);
    }
    DataRequest request = describeData(plan);
    std::vector<Sentence> remarks;
    const RunObserver told =
        keeping(observer, [&remarks](const Sentence& sentence) { remarks.push_back(sentence); });
    if (!movedHere) {
        m_impl->project.requireHere(*id);
    }
    // Of a run that was moved, rows and what they were charged become known to this registry; of a public one
    // they may have been declared private since.
    std::optional<ledger::DeclaredDataset> dataset;
    RunOptions said; // of other projects, this time
    if (movedHere) {
        said.linkedTo = movedHere->linkedTo;
    }
    if (movedHere || !plan.constants.isPrivate) {
        RunOptions declared = plan.options;
        declared.epsilon.reset(); // the cap may have been raised since
        declared.delta.reset();
        // What was declared before is in the ledger.
        declared.linkedTo = said.linkedTo;
        dataset = declareDataset(m_impl->project, *m_impl->registry, request, declared, told);
    }
    mechanism::Journal journal(m_impl->project);
    auto [opened, running] = afterDeclaring(said, [&] {
        checkUnchanged(m_impl->project, *m_impl->registry, request, *id, plan, told, dataset);
        OpenedDevice checked = openDevice(plan, device, threads, instructions);
        return std::pair(std::move(checked), journal.resume(*id, movedHere.has_value()));
    });
    auto& known = plan.checkedDevices;
    if (opened.check && std::find(known.begin(), known.end(), *opened.check) == known.end()) {
        known.push_back(*opened.check);
        journal.replan(*id, plan.toJson(), "goes on with sums of " + opened.check->device);
    }
    Executor executor(m_impl->project, request, std::move(opened.backend), std::move(stop));
    return executor.run({std::move(plan), std::move(running), std::move(remarks)}, observer);
}

void Session::raiseBudget(double epsilon, const std::string& reason) {
    m_impl->known.require(m_impl->project);
    const auto datasets = m_impl->project.datasets();
    if (datasets.empty()) {
        failUsage(Sentence("the project has no dataset yet, so there is no budget to raise"));
    }
    m_impl->project.raiseCap(datasets.back().id, checkedEpsilon(epsilon, "--epsilon").value(), reason);
}

PrivateEvaluation Session::evaluate(const PrivateEvaluationRequest& request, const std::stop_token& stop,
                                    const RunObserver& observer) {
    m_impl->known.require(m_impl->project);
    return evaluatePrivately(m_impl->project, *m_impl->registry, request, stop, observer);
}

void Session::addNote(std::int64_t trial, const std::string& text) {
    m_impl->known.require(m_impl->project);
    m_impl->project.addNote(TrialId{trial}, text);
}

void Session::setTags(std::int64_t trial, const std::vector<std::string>& tags) {
    m_impl->known.require(m_impl->project);
    m_impl->project.setTags(TrialId{trial}, tags);
}

void Session::recordCuratorShown(const std::string& what) {
    m_impl->project.recordCuratorShown(what);
}

} // namespace parsimony::session
