// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/noisy_count.h"

#include "core/base/number_json.h"

#include <algorithm>
#include <cmath>

namespace parsimony::mechanism {

namespace {

std::vector<exporting::Count> countsOf(const exporting::Evaluation& exact, BreakdownOf of) {
    return of == BreakdownOf::All       ? std::vector{exact.all}
           : of == BreakdownOf::Classes ? exact.perClass
                                        : exact.perGroup;
}

/// The accuracy, and the number of records it is a share of.
std::pair<ledger::Score, double> countedOf(const Scoring& scoring, const train::Model& model,
                                           const compute::ResidentData& data,
                                           compute::ComputeBackend& backend,
                                           const compute::NoiseSource& noise, const std::stop_token& stop) {
    if (!scoring.count) {
        const auto exact = train::exactCounts(model, backend, data, stop);
        return {{static_cast<double>(exact.total) / scoring.records, 0.0, scoring.kind}, scoring.records};
    }
    if (scoring.records > 0.0) {
        const auto right =
            train::noisyCorrectCounts(*scoring.count, backend, data, std::span(&model, 1), noise, stop)
                .front();
        return {{right.count / scoring.records, right.noiseSd / scoring.records, scoring.kind},
                scoring.records};
    }
    const auto [right, all] = train::noisyShare(*scoring.count, backend, data, model, noise, stop);
    const double records = std::max(all.count, 1.0);
    const double accuracy = right.count / records;
    return {{accuracy, right.noiseSd * std::hypot(1.0, accuracy) / records, scoring.kind}, records};
}

} // namespace

ledger::Score scoreOf(const Scoring& scoring, const train::Model& model, const compute::ResidentData& data,
                      compute::ComputeBackend& backend, const compute::NoiseSource& noise,
                      const std::stop_token& stop) {
    return countedOf(scoring, model, data, backend, noise, stop).first;
}

nlohmann::json recordOf(const train::CountPlan& count) {
    return releaseRecord("count", count.counts(), count.noiseSd(), count.sensitivity());
}

NoisyCount::NoisyCount(Scoring scoring, train::Model model)
    : m_scoring(std::move(scoring)), m_model(std::move(model)) {}

NoisyCount::NoisyCount(Scoring scoring, Looked looked)
    : m_scoring(std::move(scoring)), m_model{looked.model.head, looked.model.parameters},
      m_looked(std::move(looked)) {}

Traits NoisyCount::traits() const {
    return {m_looked ? Recovery::Once : Recovery::Redrawn, false};
}

std::vector<PrivacyEvent> NoisyCount::events() const {
    std::vector<PrivacyEvent> events;
    if (m_scoring.count) {
        events.push_back(m_scoring.count->event());
    }
    if (m_scoring.classes) {
        events.push_back(m_scoring.classes->event());
    }
    for (std::size_t k = 0; m_looked && k < m_looked->breakdowns.size(); ++k) {
        events.push_back(m_looked->breakdowns[k].plan.event());
    }
    for (std::size_t k = 0; m_looked && k < m_looked->metrics.size(); ++k) {
        events.push_back(m_looked->metrics[k].counts.event());
    }
    return events;
}

ledger::TrialSpec NoisyCount::reservation() const {
    ledger::TrialSpec spec;
    spec.phase = -1;
    spec.role = TrialRole::Evaluation;
    spec.plan = {{"part", m_scoring.part.name}};
    if (m_scoring.count) {
        spec.plan["count"] = m_scoring.count->toJson();
    }
    if (m_scoring.classes) {
        spec.plan["breakdowns"].push_back(m_scoring.classes->record(toText(BreakdownOf::Classes)));
    }
    for (std::size_t k = 0; m_looked && k < m_looked->breakdowns.size(); ++k) {
        const Breakdown& breakdown = m_looked->breakdowns[k];
        spec.plan["breakdowns"].push_back(breakdown.plan.record(toText(breakdown.of)));
    }
    for (std::size_t k = 0; m_looked && k < m_looked->metrics.size(); ++k) {
        spec.plan["metrics"].push_back(m_looked->metrics[k].record());
    }
    if (const auto asked = events(); !asked.empty()) {
        spec.charges = {{m_scoring.part.id, asked, {}, 0.0, 0.0}};
    }
    return spec;
}

void NoisyCount::addAccuracy(Release& release, const ledger::Score& accuracy, nlohmann::json beside) const {
    release.accuracy = accuracy;
    beside.update({{"accuracy", accuracy.value}, {"se", accuracy.se}});
    addFigure(release, std::move(beside));
}

nlohmann::json NoisyCount::f1Of(const Attempt& attempt) const {
    const data::LoadedPart loaded = attempt.rows.values(m_scoring.part.rows());
    exporting::Classifier onMappedRows{m_model.head, m_model.parameters, {}, {}};
    onMappedRows.card.threshold = *m_scoring.labelThreshold;
    const exporting::Evaluation exact =
        exporting::evaluateSets(onMappedRows, *loaded.features, loaded.labelSets, nullptr, 0, attempt.stop);
    return {{"micro_f1", numberOrNull(exact.microF1())}, {"macro_f1", numberOrNull(exact.macroF1())}};
}

void NoisyCount::addFigure(Release& release, nlohmann::json values) const {
    values["part"] = m_scoring.part.name;
    release.outcome.releases.push_back(
        {{},
         {},
         ReleasedValue::Accuracy,
         std::move(values),
         events().empty() ? ledger::ValueClass::Public : ledger::ValueClass::Released,
         {}});
}

/// Classes that the noise hides have no accuracy and are left out of the mean; where it hides all, the figure
/// is null, and the look was made all the same.
void NoisyCount::addBalanced(Release& release, const Attempt& attempt,
                             const compute::NoiseSource& noise) const {
    const data::LoadedPart loaded = attempt.rows.values(m_scoring.part.rows());
    const exporting::Classifier onMappedRows{m_model.head, m_model.parameters, {}, {}};
    const exporting::Evaluation exact =
        exporting::evaluate(onMappedRows, *loaded.features, loaded.labels, nullptr, nullptr, 0, attempt.stop);
    std::vector<NoisyAccuracy> classes;
    if (m_scoring.classes) {
        release.outcome.record["releases"].push_back(m_scoring.classes->record(toText(BreakdownOf::Classes)));
        classes = m_scoring.classes->release(exact.perClass, noise, 1);
    } else {
        for (const exporting::Count& count : exact.perClass) {
            classes.push_back(exactAccuracy(count));
        }
    }
    const auto balanced = balancedAccuracy(classes);
    addFigure(release, {{"of", kBalanced},
                        {"classes", balanced ? balanced->classes : 0},
                        {"accuracy", balanced ? nlohmann::json(balanced->accuracy) : nlohmann::json()},
                        {"se", balanced ? nlohmann::json(balanced->se) : nlohmann::json()}});
}

void NoisyCount::addCount(Release& release, const Attempt& attempt, const train::Model& model,
                          const compute::ResidentData& data, const compute::NoiseSource& noise) const {
    if (m_scoring.count) {
        release.outcome.record["releases"].push_back(recordOf(*m_scoring.count));
    }
    const auto [accuracy, records] =
        countedOf(m_scoring, model, data, attempt.rows.backend(), noise, attempt.stop);
    release.records = records;
    const bool hasF1 = m_scoring.labelThreshold && events().empty(); // of public rows alone
    addAccuracy(release, accuracy, hasF1 ? f1Of(attempt) : nlohmann::json(nlohmann::json::object()));
}

void NoisyCount::addBreakdowns(Release& release, const exporting::Evaluation& exact,
                               const compute::NoiseSource& noise) const {
    for (const Breakdown& breakdown : m_looked->breakdowns) {
        const auto counts = countsOf(exact, breakdown.of);
        const auto stream = static_cast<std::uint32_t>(1 + release.breakdowns.size());
        const auto shares = breakdown.plan.release(counts, noise, stream);
        release.outcome.record["releases"].push_back(breakdown.plan.record(toText(breakdown.of)));
        if (breakdown.of == BreakdownOf::All && shares.front().accuracy) {
            release.records = shares.front().records;
            addAccuracy(release,
                        {*shares.front().accuracy, shares.front().se.value_or(0.0), ScoreKind::Noisy});
        }
        nlohmann::json bins = nlohmann::json::object();
        for (std::size_t i = 0; i < shares.size(); ++i) {
            bins[breakdown.bins.at(i)] = {{"accuracy", numberOrNull(shares[i].accuracy)},
                                          {"se", numberOrNull(shares[i].se)},
                                          {"records", shares[i].records}};
        }
        release.outcome.releases.push_back(
            {{},
             {},
             ReleasedValue::Breakdown,
             {{"part", m_scoring.part.name}, {"of", toText(breakdown.of)}, {"bins", std::move(bins)}},
             ledger::ValueClass::Released,
             {}});
        release.breakdowns.push_back(shares);
    }
}

/// After accuracies: a metric is a share of as many records as they found.
void NoisyCount::addMetrics(Release& release, const exporting::Evaluation& exact,
                            const compute::NoiseSource& noise) const {
    Divisor records{release.records, 0.0};
    if (m_looked->map) {
        records.noiseSd = std::sqrt(2.0) * m_looked->breakdowns.front().plan.noiseSd();
    } else if (m_scoring.records <= 0.0) {
        records.noiseSd = m_scoring.count->noiseSd();
    }
    for (const MetricPlan& plan : m_looked->metrics) {
        const auto stream =
            static_cast<std::uint32_t>(1 + release.breakdowns.size() + release.metrics.size());
        const NoisyMetric metric = plan.release(exact, records, noise, stream);
        release.outcome.record["releases"].push_back(plan.record());
        nlohmann::json values = plan.record();
        values["part"] = m_scoring.part.name;
        if (plan.of == MetricOf::Confusion || plan.of == MetricOf::F1) {
            values["counts"] = metric.counts;
        } else {
            values.update({{"value", numberOrNull(metric.value)}, {"se", numberOrNull(metric.se)}});
        }
        release.outcome.releases.push_back(
            {{}, {}, ReleasedValue::Metric, std::move(values), ledger::ValueClass::Released, {}});
        release.metrics.push_back(metric);
    }
}

Release NoisyCount::run(const Attempt& attempt) const {
    Release release;
    release.outcome.record = {{"releases", nlohmann::json::array()}};
    const compute::NoiseSource noise = attempt.noise(1);
    if (m_scoring.balanced) {
        addBalanced(release, attempt, noise);
        return release;
    }
    const std::string part = m_scoring.part.rows();
    if (!m_looked || (m_looked->breakdowns.empty() && m_looked->metrics.empty())) {
        addCount(release, attempt, m_model, attempt.rows.all(part), noise);
        return release;
    }
    const data::LoadedPart loaded = attempt.rows.values(part);
    if (m_scoring.count) {
        addCount(release, attempt, m_model, *attempt.rows.upload(loaded), noise);
    }
    const exporting::Evaluation exact =
        loaded.labelSets.present()
            ? exporting::evaluateSets(m_looked->model, *loaded.features, loaded.labelSets, nullptr, 0,
                                      attempt.stop, loaded.labelSets.perRecord)
            : exporting::evaluate(
                  m_looked->model, *loaded.features, loaded.labels, m_looked->map ? &*m_looked->map : nullptr,
                  m_looked->groups ? &*m_looked->groups : nullptr, 0, attempt.stop,
                  m_looked->metrics.empty() ? std::nullopt : std::optional(m_looked->settings));
    addBreakdowns(release, exact, noise);
    addMetrics(release, exact, noise);
    return release;
}

NoisyAccuracy accuracyOf(const nlohmann::json& bin) {
    const auto number = [&](const char* name) {
        const nlohmann::json& value = bin.at(name);
        return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
    };
    return {number("accuracy"), number("se"), number("records").value_or(0.0)};
}

} // namespace parsimony::mechanism
