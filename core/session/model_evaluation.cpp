// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/model_evaluation.h"

#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/data/class_names.h"
#include "core/data/part.h"
#include "core/export/model_file.h"
#include "core/mechanism/journal.h"
#include "core/mechanism/noisy_count.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/search/budget_split.h"
#include "core/session/curator_notices.h"
#include "core/session/data_request.h"
#include "core/session/dataset_declaration.h"
#include "core/session/declared_number.h"
#include "core/session/look_plan.h"
#include "core/session/look_price.h"
#include "core/session/options_json.h"
#include "core/session/reservation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::session {

namespace {

using mechanism::BreakdownOf;

ledger::DatasetRow newestPrivate(const ledger::Project& project) {
    const auto rows = project.datasets();
    const auto payer = payerOfLooks(rows, [](const ledger::DatasetRow& row) { return row.visibility; });
    if (payer == rows.end()) {
        failUsage(Sentence(
            "the project has no private dataset whose budget could pay for looking at private rows"));
    }
    return *payer;
}

RequestedPart partOf(const PrivateEvaluationRequest& request, const ledger::DatasetRow& dataset,
                     const exporting::Classifier& model) {
    const data::PartFiles files = exporting::labelledFor(model, request.filesWithColumns());
    exporting::checkWidth(model, files);
    RequestedPart part{request.name, files, data::describePart(files), false, request.declaredRecords()};
    if (request.split) {
        checkDivisible(dataset.adjacency, dataset.rowsPerPerson, !files.ids.empty());
    }
    const bool secret = dataset.facts.value("records_declared", false) || request.hidesItsNumber();
    part.recordsPrivate = !part.declaredRecords && secret;
    return part;
}

/// What the look may take of the part's account, which is of the kind that its first experiment fixed. An
/// account of kind slices gives it one, as it gives one to any experiment.
struct Means {
    ledger::AccountKind kind = ledger::AccountKind::Gaussian;
    LookLimit limit;
};

Means meansOf(const RequestedPart& part, const AccountState& account) {
    const ledger::AccountKind kind = account.kind.value_or(ledger::AccountKind::Gaussian);
    Means means{kind, lookLimit(kind, account)};
    if (means.limit.shareOf.isZero()) {
        refuse(Sentence("nothing is left of the budget of the {1} part", partName(part.name)),
               {account.epsilon, 0.0, account.epsilon});
    }
    return means;
}

/// What is declared beside the rows: read before anything is charged.
struct Declared {
    std::optional<exporting::LabelMap> map;
    std::optional<exporting::Groups> groups;
};

Declared declaredOf(const PrivateEvaluationRequest& request, const RequestedPart& part,
                    const exporting::Classifier& model, const RunObserver& observer) {
    if (request.groups.empty() != request.groupNames.empty()) {
        failUsage(Sentence("groups of private rows need --groups FILE and their names, declared by "
                           "--group-names: which groups there are must not be read off the rows"));
    }
    Declared declared;
    if (!request.labelMap.empty()) {
        declared.map = exporting::readLabelMap(request.labelMap, model.head.classes);
    }
    if (!request.groups.empty()) {
        declared.groups = mechanism::declaredGroups(
            exporting::readGroups(request.groups, part.info.rows, data::TextLayout::Declared),
            request.groupNames);
        const auto others =
            std::count(declared.groups->ofRecord.begin(), declared.groups->ofRecord.end(), -1);
        if (others > 0 && observer.onCuratorNotice) {
            observer.onCuratorNotice(Sentence("{1} records are of none of the groups that are named",
                                              static_cast<std::size_t>(others)));
        }
    }
    return declared;
}

std::vector<std::string> binNames(BreakdownOf of, const exporting::Classifier& model,
                                  const PrivateEvaluationRequest& request) {
    if (of == BreakdownOf::Groups) {
        return request.groupNames;
    }
    std::vector<std::string> names;
    for (std::size_t k = 0; k < (of == BreakdownOf::All ? 1 : model.head.classes); ++k) {
        names.push_back(of == BreakdownOf::All ? toText(of) : data::classTitle(model.card.classNames, k));
    }
    return names;
}

exporting::MetricSettings metricSettings(const PrivateEvaluationRequest& request,
                                         const exporting::Classifier& model) {
    const auto asks = [&](mechanism::MetricOf metric) {
        return std::find(request.metrics.begin(), request.metrics.end(), metric) != request.metrics.end();
    };
    // An option of a metric that is not counted would change nothing.
    const auto demand = [&](bool isGiven, mechanism::MetricOf metric, const char* option) {
        if (isGiven && !asks(metric)) {
            failUsage(Sentence("{1} is for {2}, which this look does not count: add it, --metrics {2}, or "
                               "leave {1} out",
                               option, mechanism::metricName(metric)));
        }
    };
    demand(request.positive.has_value(), mechanism::MetricOf::Auc, "--positive-class");
    demand(request.lossBound.has_value(), mechanism::MetricOf::LogLoss, "--loss-bound");
    if (asks(mechanism::MetricOf::Confusion) && model.head.classes > exporting::kMostConfused) {
        failUsage(Sentence("a confusion matrix is of {1} classes at most, the classifier has {2}",
                           exporting::kMostConfused, model.head.classes));
    }
    if (asks(mechanism::MetricOf::TopFive) && model.head.classes <= exporting::kTopClasses) {
        failUsage(Sentence("of {1} classes every record's is among the first five", model.head.classes));
    }
    return exporting::metricSettings(model, request.positive, request.lossBound,
                                     asks(mechanism::MetricOf::Auc));
}

/// Half of μ² goes to the accuracy of all rows, the other half in equal parts to breakdowns and metrics where
/// they are asked for. Which records a label map keeps is private, so their accuracy is a breakdown of one
/// bin.
mechanism::NoisyCount lookOf(const PrivateEvaluationRequest& request, const ledger::DatasetRow& dataset,
                             const RequestedPart& part, PartId id, Mu mu, const exporting::Classifier& model,
                             Declared declared, const exporting::MetricSettings& settings) {
    std::vector<BreakdownOf> parts;
    if (request.perClass) {
        parts.push_back(BreakdownOf::Classes);
    }
    if (!request.groups.empty()) {
        parts.push_back(BreakdownOf::Groups);
    }
    const double half = mu.value() / std::sqrt(2.0) * (1.0 - 0x1p-50);
    const std::size_t more = parts.size() + request.metrics.size();
    const Mu whole = more == 0 ? mu : Mu{half};
    mechanism::NoisyCount::Looked looked{model, {}, {}, {}, settings, {}};
    const auto breakDown = [&](BreakdownOf of, Mu share) {
        looked.breakdowns.push_back(
            {of, mechanism::BreakdownPlan::forMu(share, dataset.adjacency, dataset.rowsPerPerson),
             binNames(of, model, request)});
    };
    mechanism::Scoring scoring{
        {part.name, id}, ScoreKind::Noisy, std::nullopt, static_cast<double>(part.records())};
    if (declared.map) {
        breakDown(BreakdownOf::All, whole);
    } else {
        scoring.count = train::CountPlan::forMu(whole, part.accuracyCounts(), dataset.rowsPerPerson);
    }
    const Mu each{half / std::sqrt(static_cast<double>(std::max<std::size_t>(1, more)))};
    for (const BreakdownOf of : parts) {
        breakDown(of, each);
    }
    for (const mechanism::MetricOf of : request.metrics) {
        looked.metrics.push_back({of,
                                  mechanism::planOf(of, each, dataset.adjacency, dataset.rowsPerPerson,
                                                    model.card.labelsPerRecord),
                                  looked.settings.lossBound, looked.settings.positive});
        if (part.records() > 0 && !looked.metrics.back().canTell(static_cast<double>(part.records()))) {
            refuse(Sentence("{1} records tell nothing of an AUC through noise of {2} in each of its bins; "
                            "leave it out, or ask for fewer metrics",
                            part.records(), roundedText(looked.metrics.back().counts.noiseSd(), 3)));
        }
    }
    looked.map = std::move(declared.map);
    looked.groups = std::move(declared.groups);
    return {std::move(scoring), std::move(looked)};
}

/// A plan of one mechanism: one look at one part.
ExperimentPlan planLook(const RequestedPart& part, PartId id, const ledger::DatasetRow& dataset,
                        const exporting::Classifier& model, const Means& means,
                        const mechanism::NoisyCount& look) {
    ExperimentPlan plan;
    plan.kind = means.kind;
    plan.lookedAtTrainer = model.card.trainer;
    plan.constants.publicRecords = part.records();
    plan.constants.recordsDeclared = part.declaredRecords.has_value();
    plan.constants.dim = static_cast<std::uint32_t>(part.info.dim);
    plan.constants.classes = model.head.classes;
    plan.constants.labelsPerRecord = model.card.labelsPerRecord;
    plan.constants.adjacency = dataset.adjacency;
    plan.constants.rowsPerPerson = dataset.rowsPerPerson;
    plan.constants.peopleByIds = !part.files.ids.empty();
    plan.numbers.rates = ownRates(plan.options);
    EvaluationBudget evaluation{part.name, static_cast<double>(part.records()), look.count()};
    if (means.kind == ledger::AccountKind::Gaussian) {
        plan.delta = dataset.delta;
        plan.muSquared = gaussianSpend(look.events());
        plan.epsilon = epsilonOf(muUpper(plan.muSquared), Delta{plan.delta}).value();
    } else {
        plan.delta = evaluation.sliceDelta = means.limit.sliceDelta;
        plan.epsilon = evaluation.sliceEpsilon = sliceEpsilonOf(look.events(), means.limit);
    }
    plan.evaluations.push_back(std::move(evaluation));
    plan.partIds[part.name] = id.value();
    return plan;
}

/// The part's rows as the classifier takes them.
mechanism::Rows rowsOf(const RequestedPart& part, const exporting::Classifier& model,
                       const Declared& declared, const std::stop_token& stop, const RunObserver& observer) {
    mechanism::RowSettings settings;
    settings.load.preprocessing = model.preprocessing;
    settings.classes = model.head.classes;
    settings.load.classes =
        static_cast<int>(declared.map ? declared.map->classOf.size() : std::size_t{model.head.classes});
    const auto notice = [told = observer.onCuratorNotice](const std::string&, std::size_t features,
                                                          std::size_t labels) {
        if (told && features + labels > 0) {
            told(Sentence("{1} {1|record is not valid and counts|records are not valid and count} as wrong",
                          features + labels));
        }
    };
    return {compute::makeCpuBackend(), {{part.name, part.files}}, std::move(settings), stop, notice};
}

/// The whole look is reserved at once: what its counts cost, or the slice that holds them.
ledger::ExperimentSpec specOf(const ExperimentPlan& plan, DatasetId dataset,
                              std::vector<ledger::Charge> charges, const std::string& request) {
    ledger::ExperimentSpec spec;
    spec.dataset = dataset;
    spec.kind = plan.kind;
    if (spec.kind == ledger::AccountKind::Slices) {
        for (ledger::Charge& charge : charges) {
            charge.epsilon = plan.epsilon;
            charge.delta = plan.delta;
        }
    }
    spec.method = plan.method();
    spec.trainer = plan.trainer();
    spec.options = toJson(plan.options);
    spec.plan = plan.toJson();
    spec.charges = std::move(charges);
    spec.request = request;
    return spec;
}

struct PlannedLook {
    mechanism::NoisyCount look;
    ExperimentPlan plan;
    ledger::ExperimentSpec spec;
};

void settleQuietly(mechanism::Journal& journal, ExperimentId experiment) {
    try {
        journal.settle(experiment);
    } catch (const Error&) {
        // The file cannot be written just now: the first error is the one to tell, and the next `resume`
        // ends what was left.
    }
}

/// What was released, as it is told.
PrivateEvaluation evaluationOf(const mechanism::NoisyCount& look, const mechanism::Release& release,
                               const RequestedPart& part) {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    PrivateEvaluation result;
    result.recordsNoisy = part.recordsPrivate;
    result.records = part.recordsPrivate
                         ? static_cast<std::uint64_t>(std::llround(std::max(release.records, 0.0)))
                         : part.records();
    result.accuracy = release.accuracy ? release.accuracy->value : nothing;
    result.se = release.accuracy ? release.accuracy->se : nothing;
    if (look.count()) {
        result.noiseSd = look.count()->noiseSd();
        result.sensitivity = look.count()->sensitivity().value();
    } else {
        result.noiseSd = look.breakdowns().front().plan.noiseSd();
        result.sensitivity = look.breakdowns().front().plan.sensitivity().value();
    }
    for (std::size_t k = 0; k < look.breakdowns().size(); ++k) {
        const auto& planned = look.breakdowns()[k];
        PrivateBreakdown breakdown{
            planned.of, planned.plan.noiseSd(), planned.plan.sensitivity().value(), {}};
        for (std::size_t i = 0; i < release.breakdowns[k].size(); ++i) {
            breakdown.bins.emplace_back(planned.bins.at(i), release.breakdowns[k][i]);
        }
        result.breakdowns.push_back(std::move(breakdown));
    }
    for (std::size_t k = 0; k < release.metrics.size(); ++k) {
        const mechanism::MetricPlan& plan = look.metrics()[k];
        result.metrics.push_back({release.metrics[k], plan.counts.noiseSd(),
                                  plan.counts.sensitivity().value(), plan.lossBound, plan.positive});
    }
    return result;
}

} // namespace

PrivateEvaluation evaluatePrivately(ledger::Project& project, const ledger::Registry& registry,
                                    const PrivateEvaluationRequest& request, const std::stop_token& stop,
                                    const RunObserver& asked) {
    const exporting::Classifier model = exporting::loadModel(request.model.string());
    const ledger::DatasetRow dataset = newestPrivate(project);
    checkLook(request, model);
    const exporting::MetricSettings settings = metricSettings(request, model);
    RequestedPart part = partOf(request, dataset, model);
    if (const auto known = project.experimentOfRequest(request.request)) {
        return paidEvaluation(project, *known, part, model.card.classNames, request.groupNames);
    }
    if (request.split) {
        takeTestSide(part, *request.split);
    }
    takeKnownNumber(part, project);
    mechanism::Journal journal(project, stop);
    const RunObserver observer =
        keeping(asked, [&journal](const Sentence& sentence) { journal.remark(sentence); });
    Declared declared = declaredOf(request, part, model, observer);
    const auto plannedLook = [&](const RequestedPart& of, PartId id) {
        const Means means = meansOf(of, accountState(project.account(id)));
        const std::uint64_t publicRecords = std::max<std::uint64_t>(of.records(), 1); // none: a quarter
        const Mu mu = search::evaluationMu(static_cast<double>(publicRecords), means.limit.shareOf,
                                           search::kLookPoints, dataset.rowsPerPerson);
        mechanism::NoisyCount look = lookOf(request, dataset, of, id, mu, model, declared, settings);
        ExperimentPlan plan = planLook(of, id, dataset, model, means, look);
        auto spec = specOf(plan, dataset.id, look.reservation().charges, request.request);
        return PlannedLook{std::move(look), std::move(plan), std::move(spec)};
    };
    const PartId id = declarePart(project, registry, dataset.id, part, observer, request.options,
                                  [&](const ledger::DeclaredDataset& found) {
                                      const PartId added = found.part(part.name);
                                      RequestedPart numbered = part;
                                      takeNumberOf(numbered, project, added);
                                      project.requireRoom(plannedLook(numbered, added).spec);
                                  });
    return afterDeclaring(request.options, [&] {
        takeNumberOf(part, project, id);
        const auto [look, plan, spec] = plannedLook(part, id);
        tellOfNoise(look, part, model.head.classes, observer);
        mechanism::Rows rows = rowsOf(part, model, declared, stop, observer);

        const ledger::RunningExperiment running = journal.begin(spec);
        mechanism::Performed performed;
        try {
            performed = journal.perform({running.id}, look, rows);
        } catch (...) {
            settleQuietly(journal, running.id);
            throw;
        }
        if (performed.end != mechanism::End::Finished) {
            interrupted(Sentence(
                "the look at the part '{1}' was stopped before its count was released; it stays charged",
                part.name));
        }
        journal.settle(running.id);
        PrivateEvaluation result = evaluationOf(look, performed.release, part);
        result.epsilon = plan.epsilon;
        result.delta = plan.delta;
        result.remainingEpsilon = project.account(id).remainingEpsilon;
        return result;
    });
}

bool endInterruptedEvaluation(ledger::Project& project, ExperimentId experiment) {
    if (!project.experiment(experiment).isLook()) {
        return false;
    }
    mechanism::Journal journal(project);
    const ledger::RunningExperiment running = journal.resume(experiment);
    journal.settle(running.id);
    return true;
}

} // namespace parsimony::session
