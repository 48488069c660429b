// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_text.h"
#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/ledger/project.h"
#include "core/mechanism/breakdown.h"
#include "core/mechanism/look_metrics.h"
#include "core/mechanism/noisy_count.h"
#include "core/session/experiment_plan.h"
#include "core/session/model_evaluation.h"
#include "core/session/requested_parts.h"
#include "core/session/stored_plan.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

namespace parsimony::session {

namespace {

using mechanism::BreakdownOf;

std::optional<double> numberIn(const nlohmann::json& values, const char* name) {
    const auto found = values.find(name);
    return found != values.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

/// The ledger keeps bins by name; they are told in the order in which they were declared, numbers as numbers.
std::tuple<std::size_t, double> placeOf(const std::string& bin, const std::vector<std::string>& declared) {
    const auto found = std::find(declared.begin(), declared.end(), bin);
    const bool number = !bin.empty() && bin.find_first_not_of("0123456789") == std::string::npos;
    return {static_cast<std::size_t>(found - declared.begin()),
            number ? std::strtod(bin.c_str(), nullptr) : 0.0};
}

PrivateBreakdown breakdownOf(const nlohmann::json& values, BreakdownOf of,
                             const std::vector<std::string>& declared) {
    PrivateBreakdown breakdown;
    breakdown.of = of;
    for (const auto& [name, bin] : values.at("bins").items()) {
        breakdown.bins.emplace_back(name, mechanism::accuracyOf(bin));
    }
    std::stable_sort(breakdown.bins.begin(), breakdown.bins.end(), [&](const auto& a, const auto& b) {
        return placeOf(a.first, declared) < placeOf(b.first, declared);
    });
    return breakdown;
}

PrivateEvaluation::Metric metricOf(const nlohmann::json& values) {
    PrivateEvaluation::Metric metric;
    const auto name = values.at("what").get<std::string>();
    const auto known = mechanism::metricNamed(name);
    if (!known) {
        fail(Sentence("the look released '{1}', which this version of Parsimony does not know; update it",
                      name));
    }
    metric.found.of = *known;
    metric.found.value = numberIn(values, "value");
    metric.found.se = numberIn(values, "se");
    metric.found.counts = values.value("counts", std::vector<double>());
    metric.noiseSd = numberIn(values, "noise_sd").value_or(0.0);
    metric.sensitivity = numberIn(values, "sensitivity").value_or(0.0);
    metric.lossBound = numberIn(values, "loss_bound").value_or(0.0);
    if (const auto positive = numberIn(values, "positive_class")) {
        metric.positive = static_cast<std::uint32_t>(*positive);
    }
    return metric;
}

/// Unless it has been told before.
void endCutOff(ledger::Project& project, ExperimentId experiment) {
    if (project.experiment(experiment).status != ExperimentStatus::Failed) {
        (void)endInterruptedEvaluation(project, experiment);
    }
}

/// What the releases of a look tell, on top of what the plan has.
void takeReleases(PrivateEvaluation& paid, const std::vector<ledger::ReleaseRow>& releases,
                  const std::vector<std::string>& classOrder, const std::vector<std::string>& groupOrder) {
    for (const ledger::ReleaseRow& release : releases) {
        const nlohmann::json& values = release.values;
        if (release.what == ReleasedValue::Accuracy) {
            paid.accuracy = numberIn(values, "accuracy").value_or(std::numeric_limits<double>::quiet_NaN());
            paid.se = numberIn(values, "se").value_or(0.0);
        } else if (release.what == ReleasedValue::Breakdown) {
            const auto of = breakdownOfNamed(values.at("of").get<std::string>());
            if (of) {
                paid.breakdowns.push_back(
                    breakdownOf(values, *of, of == BreakdownOf::Groups ? groupOrder : classOrder));
            }
            const bool ofAll = of == BreakdownOf::All && !paid.breakdowns.back().bins.empty();
            if (ofAll && paid.recordsNoisy) {
                const double counted = paid.breakdowns.back().bins.front().second.records;
                paid.records = static_cast<std::uint64_t>(std::llround(std::max(counted, 0.0)));
            }
        } else if (release.what == ReleasedValue::Metric) {
            paid.metrics.push_back(metricOf(values));
        }
    }
}

} // namespace

PrivateEvaluation paidEvaluation(ledger::Project& project, ExperimentId experiment, const RequestedPart& part,
                                 const std::vector<std::string>& classOrder,
                                 const std::vector<std::string>& groupOrder) {
    if (!project.experiment(experiment).isLook()) {
        failUsage(Sentence("this request has begun experiment {1} already; nothing more was reserved",
                           experiment.value()));
    }
    const ExperimentPlan plan = storedPlan(project, experiment);
    const auto releases = project.releases(experiment);
    const bool looked = std::any_of(releases.begin(), releases.end(), [](const auto& release) {
        return release.what == ReleasedValue::Accuracy;
    });
    if (!looked) {
        endCutOff(project, experiment);
        fail(Sentence(
            "the look at the {1} part was cut off before anything was released: epsilon {2} of "
            "experiment {3} stays taken, and nothing more was; ask again for another look, which takes "
            "its own",
            partName(part.name), Sentence::number(roundedText(plan.epsilon, 6)), experiment.value()));
    }
    PrivateEvaluation paid;
    const double divisor = plan.evaluations.empty() ? 0.0 : plan.evaluations.front().records;
    paid.recordsNoisy = divisor == 0.0;
    paid.records = static_cast<std::uint64_t>(divisor);
    readStored(project, experiment, [&] { takeReleases(paid, releases, classOrder, groupOrder); });
    paid.epsilon = plan.epsilon;
    paid.delta = plan.delta;
    paid.remainingEpsilon = project.account(PartId{plan.partIds.at(part.name)}).remainingEpsilon;
    return paid;
}

} // namespace parsimony::session
