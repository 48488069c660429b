// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/audit_planned.h"

#include "core/ledger/audit_text.h"
#include "core/ledger/body_text.h"
#include "core/ledger/json_members.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ledger {

namespace {

const std::string kWholePlan = "the plan of an experiment";
const std::string kTrialPlan = "the plan of a trial";
const std::string kMean(toText(ReleasedValue::Mean));
const std::string kScore(toText(ReleasedValue::Score));

/// The place of a trial's plan that says what its role does; none for a look, which has some of several.
std::string placeOf(TrialRole role) {
    const bool trains = role == TrialRole::Trial || role == TrialRole::Final;
    return trains ? "trial" : role == TrialRole::Evaluation ? "" : toText(role);
}

/// Places beside that which a trial of the role may have.
std::vector<std::string> placesBeside(TrialRole role) {
    return role == TrialRole::Evaluation ? std::vector<std::string>{"count", "breakdowns", "metrics"}
           : placeOf(role) == placeOf(TrialRole::Trial) ? std::vector<std::string>{kScore}
                                                        : std::vector<std::string>();
}

const std::vector<std::string>& allPlaces() {
    static const std::vector<std::string> all = [] {
        std::vector<std::string> places;
        for (std::size_t i = 0; i < kTrialRoleNames.size(); ++i) {
            const auto beside = placesBeside(static_cast<TrialRole>(i));
            places.insert(places.end(), beside.begin(), beside.end());
            places.push_back(placeOf(static_cast<TrialRole>(i)));
        }
        std::erase(places, std::string());
        return places;
    }();
    return all;
}

/// A plan says what its trial does: as much as its role.
std::optional<Sentence> wrongPlaces(TrialRole role, const TrialPlan& plan) {
    const std::string own = placeOf(role);
    const std::vector<std::string> beside = placesBeside(role);
    const auto mayBe = [&](const std::string& place) {
        return place == own || std::find(beside.begin(), beside.end(), place) != beside.end();
    };
    const bool isSo = (own.empty() || plan.all.has(own.c_str())) &&
                      std::all_of(allPlaces().begin(), allPlaces().end(), [&](const std::string& place) {
                          return mayBe(place) || !plan.all.has(place.c_str());
                      });
    return isSo ? std::nullopt
                : std::optional(Sentence("plans for something else than what it is reserved for"));
}

/// A share of right ones of each bin. One of nothing or all may have been beyond that before it was bounded,
/// and its error is larger by as much.
bool hasErrors(const BodyReader& values, double noiseSd) {
    const JsonMembers bins(objectOr(values.raw("bins")), kTrialPlan);
    return std::all_of(bins.all().begin(), bins.all().end(), [noiseSd](const JsonMembers::Member& member) {
        const BodyReader bin(objectOr(member.value), kTrialPlan);
        const auto share = bin.number("accuracy");
        const auto se = bin.number("se");
        const double scaled = se.value_or(0.0) * bin.numberOr("records", 0.0);
        return !share || !se ||
               (*share > 0.0 && *share < 1.0 ? near(scaled, noiseSd * std::hypot(*share, 1.0 - *share), 1e-6)
                                             : scaled >= noiseSd * (1.0 - 1e-9));
    });
}

/// `records`: of how many a sum is a share; 0: nobody can tell.
bool hasItsError(const BodyReader& values, const BodyReader& planned, double records) {
    for (const char* const name : {"noise_sd", "sensitivity", "loss_bound"}) {
        if (planned.has(name) && !near(values.numberOr(name, 0.0), planned.numberOr(name, 0.0))) {
            return false;
        }
    }
    const auto se = values.number("se");
    return !se || records == 0.0 || !isOneSum(planned.text("what")) ||
           near(*se * records, planned.numberOr("noise_sd", 0.0) * planned.numberOr("loss_bound", 1.0), 1e-6);
}

/// Throws where no part can have it.
std::int64_t partNumber(std::string_view text) {
    const double number = jsonNumber(text, kWholePlan);
    if (std::abs(number) > kLargestWhole || number != std::floor(number)) {
        fail(Sentence("has a plan whose '{1}' can't be", "parts"));
    }
    return static_cast<std::int64_t>(number);
}

} // namespace

PlannedExperiment::Sum PlannedExperiment::sumOf(std::string_view text) {
    const BodyReader sum(text, kWholePlan);
    return {sum.numberOr("clip", 0.0), sum.numberOr("noise_sd", 0.0), sum.numberOr("sensitivity", 0.0)};
}

void PlannedExperiment::takeSum(std::string_view place, std::string_view text) {
    if (isJsonObject(text)) {
        m_sums[std::string(place)].push_back(sumOf(text));
    }
}

// A mean of a feature map is one of rows as they are, and not clipped for it.
void PlannedExperiment::takeFeatureMap(const BodyReader& map) {
    const auto takeMean = [this](std::string_view mean) {
        takeSum(kMean, mean);
        m_shortensRows =
            m_shortensRows || (isJsonObject(mean) && !(sumOf(mean).clip >= m_rowBound * (1.0 - 1e-12)));
    };
    takeMean(map.raw(kMean.c_str()));
    takeMean(BodyReader(objectOr(map.raw("mean_rest")), kWholePlan).raw(kMean.c_str()));
    const auto others = map.raw("other_means");
    const JsonMembers all(isJsonArray(others) ? others : "[]", kWholePlan);
    for (const auto& other : all.all()) {
        takeMean(BodyReader(objectOr(other.value), kWholePlan).raw(kMean.c_str()));
    }
    takeSum("class_counts", map.raw("class_counts"));
    takeSum("class_counts", map.raw("class_counts_rest"));
    takeSum("flatness", map.raw("flatness"));
}

void PlannedExperiment::takeValidation(std::string_view text) {
    const BodyReader validation(text, kWholePlan);
    m_isValidated = true;
    m_validationPart = validation.text("part");
    m_validationRecords = validation.numberOr("records", 0.0);
    const auto count = validation.raw("count");
    m_validation = groupsOfCount(count);
    m_validationSd = BodyReader(objectOr(count), kWholePlan).numberOr("noise_sd", 0.0);
}

void PlannedExperiment::takeLooks(std::string_view list) {
    const JsonMembers all(list, kWholePlan);
    m_looks.clear();
    m_hasLooks = true;
    for (const auto& each : all.all()) {
        const BodyReader look(objectOr(each.value), kWholePlan);
        const auto text = look.raw("count");
        const BodyReader count(objectOr(text), kWholePlan);
        m_looks.push_back({look.text("part"), isJsonObject(text), count.integerOr("counts", 0),
                           count.numberOr("noise_sd", 0.0), look.numberOr("records", 0.0)});
    }
}

void PlannedExperiment::takeShares(const BodyReader& run) {
    const double mu = run.numberOr("mu", 0.0);
    if (mu != 0.0 && run.has("training_mu")) {
        const double together =
            std::pow(run.numberOr("training_mu", 0.0), 2.0) + std::pow(run.numberOr("score_mu", 0.0), 2.0);
        m_hasWholeRuns = m_hasWholeRuns && near(together, mu * mu, 1e-6);
    }
    if (run.has("noises")) {
        m_kinds.push_back(noisesOf(run));
    }
}

void PlannedExperiment::takeRuns(const BodyReader& plan) {
    const BodyReader selection(objectOr(plan.raw("selection")), kWholePlan);
    takeShares(BodyReader(objectOr(selection.raw("run")), kWholePlan));
    const auto take = [this](std::string_view text, bool isCounted) {
        if (isJsonObject(text)) {
            const BodyReader run(text, kWholePlan);
            takeShares(run);
            m_runs.push_back({run.numberOr("mu", 0.0), run.numberOr("noise_multiplier", 0.0),
                              isCounted ? run.integerOr("runs", 1) : 0});
        }
    };
    const auto list = plan.raw("phases");
    const JsonMembers phases(isJsonArray(list) ? list : "[]", kWholePlan);
    for (int phase = 0; const auto& each : phases.all()) {
        take(each.value, true);
        if (BodyReader(objectOr(each.value), kWholePlan).flag("goes_on")) {
            m_goingOn.insert(phase);
        }
        ++phase;
    }
    const std::string final = toText(TrialRole::Final);
    take(plan.raw(final.c_str()), true);
    for (const auto& [name, value] : plan.members().all()) { // and what may stand in its place
        if (name.starts_with(final + '_')) {
            take(value, false);
        }
    }
}

double PlannedExperiment::price() const {
    double price = 0.0;
    for (const Run& run : m_runs) {
        price += static_cast<double>(run.runs) * run.mu * run.mu;
    }
    for (const auto& [place, sums] : m_sums) {
        for (const Sum& sum : sums) {
            price += std::pow(sum.sensitivity / sum.noiseSd, 2.0);
        }
    }
    return price;
}

bool PlannedExperiment::hasRun(const LedgerState::Experiment& experiment, const TrialPlan& plan,
                               std::optional<double> muSquared) const {
    if (experiment.kind == AccountKind::Gaussian) {
        return m_runs.empty() || !muSquared || std::any_of(m_runs.begin(), m_runs.end(), [&](const Run& run) {
                   return near(run.mu, std::sqrt(*muSquared), 1e-6);
               });
    }
    const double noise = plan.trial.numberOr("noise_multiplier", 0.0);
    const auto isOfKind = [&](const std::vector<search::RunNoise>& kinds) {
        const auto planned =
            noiseIn(kinds, plan.options.numberOr("sample_rate", 1.0), plan.trial.integerOr("steps", 0));
        return planned && near(*planned, noise, 1e-6);
    };
    if (!m_kinds.empty()) {
        return std::any_of(m_kinds.begin(), m_kinds.end(), isOfKind);
    }
    const auto says = [](const Run& run) { return run.noiseMultiplier > 0.0; };
    return std::none_of(m_runs.begin(), m_runs.end(), says) ||
           std::any_of(m_runs.begin(), m_runs.end(),
                       [noise](const Run& run) { return near(run.noiseMultiplier, noise, 1e-6); });
}

const PlannedExperiment::Look* PlannedExperiment::lookAt(const std::string& part) const {
    const auto look =
        std::find_if(m_looks.begin(), m_looks.end(), [&part](const Look& one) { return one.part == part; });
    return look == m_looks.end() ? nullptr : &*look;
}

double PlannedExperiment::recordsOfLook(const std::string& part) const {
    const Look* const look = lookAt(part);
    return look == nullptr || !look->isCounted ? 0.0 : look->records;
}

void PlannedExperiment::take(const BodyReader& plan) {
    const BodyReader constants(objectOr(plan.raw("constants")), kWholePlan);
    m_records = constants.numberOr("records", 0.0);
    m_rowBound = constants.numberOr("row_bound", 0.0);
    m_namesParts = m_namesParts || isJsonObject(plan.raw("parts"));
    const BodyReader parts(objectOr(plan.raw("parts")), kWholePlan);
    for (const auto& [name, number] : parts.members().all()) {
        m_parts[std::string(name)] = partNumber(number);
    }
    takeSum(kMean, plan.raw(kMean.c_str()));
    takeSum("prior_agreement", plan.raw("prior_look"));
    if (const auto map = plan.raw("feature_map"); isJsonObject(map)) {
        takeFeatureMap(BodyReader(map, kWholePlan));
    }
    if (const auto validation = plan.raw("validation"); isJsonObject(validation)) {
        takeValidation(validation);
    }
    takeRuns(plan);
    if (const auto looks = plan.raw("evaluations"); isJsonArray(looks)) {
        takeLooks(looks);
    }
}

std::optional<std::int64_t> PlannedExperiment::part(const std::string& name) const {
    const auto found = m_parts.find(name);
    return found == m_parts.end() ? std::nullopt : std::optional(found->second);
}

bool PlannedExperiment::names(std::int64_t part) const {
    return !m_namesParts || std::any_of(m_parts.begin(), m_parts.end(),
                                        [part](const auto& named) { return named.second == part; });
}

std::optional<Sentence> PlannedExperiment::wrongSums(const TrialPlan& plan) const {
    for (const auto& [key, value] : plan.all.members().all()) {
        if (!sumAt(key) || !isJsonObject(value)) {
            continue;
        }
        const Sum told = sumOf(value);
        const auto found = m_sums.find(key);
        if (found == m_sums.end() ||
            std::none_of(found->second.begin(), found->second.end(), [&told](const Sum& planned) {
                return near(planned.clip, told.clip) && near(planned.noiseSd, told.noiseSd) &&
                       near(planned.sensitivity, told.sensitivity);
            })) {
            return Sentence("plans for a release '{1}' that its experiment has not planned", key);
        }
    }
    return std::nullopt;
}

std::optional<Sentence> PlannedExperiment::wrongLook(const TrialPlan& plan) const {
    const auto text = plan.all.raw("count");
    const BodyReader count(objectOr(text), kTrialPlan);
    const Look* const look = lookAt(plan.all.text("part"));
    if (look == nullptr) {
        return m_hasLooks ? std::optional(Sentence("looks at a part that its experiment has not planned to"))
                          : std::nullopt;
    }
    const std::int64_t least = look->records > 0.0 ? 1 : 2; // the right ones, and of how many
    const bool isSo = look->isCounted == isJsonObject(text) &&
                      (!look->isCounted || (count.integerOr("counts", 0) == std::max(look->counts, least) &&
                                            near(count.numberOr("noise_sd", 0.0), look->noiseSd)));
    return isSo ? std::nullopt : std::optional(Sentence("counts other records than its experiment planned"));
}

std::optional<Sentence> PlannedExperiment::wrongError(std::string_view look, const ReleaseName& what,
                                                      const BodyReader& values) const {
    const BodyReader plan(objectOr(look), kTrialPlan);
    const auto count = plan.raw("count");
    // Of a share of nobody knows how many records its error can't be told.
    const double records = isJsonObject(count) ? recordsOfLook(plan.text("part")) : 0.0;
    bool isSo = true;
    const auto eachNamed = [&](const char* place, const std::string& name, const auto& holds) {
        const auto list = plan.raw(place);
        const JsonMembers all(isJsonArray(list) ? list : "[]", kTrialPlan);
        for (const auto& each : all.all()) {
            const BodyReader planned(objectOr(each.value), kTrialPlan);
            isSo = isSo && (planned.text("what") != name || holds(planned));
        }
    };
    if (what == ReleasedValue::Accuracy && !values.has("of")) {
        const auto se = values.number("se");
        isSo = records == 0.0 || !se ||
               near(*se * records, BodyReader(count, kTrialPlan).numberOr("noise_sd", 0.0));
    } else if (what == ReleasedValue::Breakdown) {
        eachNamed("breakdowns", values.text("of"), [&values](const BodyReader& planned) {
            return hasErrors(values, planned.numberOr("noise_sd", 0.0));
        });
    } else if (what == ReleasedValue::Metric) {
        eachNamed("metrics", values.text("what"), [&values, records](const BodyReader& planned) {
            return hasItsError(values, planned, records);
        });
    }
    return isSo ? std::nullopt : std::optional(Sentence("shows another standard error than its count has"));
}

std::optional<Sentence> PlannedExperiment::wrongPlan(TrialRole role, const TrialPlan& plan) const {
    if (plan.all.members().all().empty()) {
        return std::nullopt;
    }
    auto wrong = wrongPlaces(role, plan);
    wrong = wrong ? wrong : wrongSums(plan);
    return wrong || role != TrialRole::Evaluation ? wrong : wrongLook(plan);
}

double PlannedExperiment::scoreError(const TrialPlan& plan) const {
    const auto own = plan.all.raw(kScore.c_str());
    const bool isOwn = isJsonObject(own);
    const double sd = isOwn         ? BodyReader(own, kTrialPlan).numberOr("noise_sd", 0.0)
                      : plan.trains ? m_validationSd
                                    : 0.0;
    const double records = isOwn ? m_records : m_validationRecords;
    return records > 0.0 ? sd / records : 0.0;
}

} // namespace parsimony::ledger
