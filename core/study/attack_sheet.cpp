// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/attack_sheet.h"

#include "core/base/collected.h"
#include "core/base/number_text.h"

namespace parsimony::study {

using empirical::Exposure;
using empirical::ExposureRow;
using empirical::Finding;
using empirical::TrainerAudit;

namespace {

nlohmann::json jsonOf(const Exposure& exposure) {
    return {{"canaries", exposure.canaries},
            {"candidates", exposure.candidates},
            {"mean", exposure.mean},
            {"sd", exposure.sd},
            {"rank_mean", exposure.byRankMean},
            {"rank_sd", exposure.byRankSd}};
}

nlohmann::json jsonOf(const Finding& finding) {
    const empirical::Verdict& verdict = finding.verdict;
    return {{"method", toText(finding.game)},
            {"bound", toText(finding.bound)},
            {"canary", empirical::canaryName(finding.canary)},
            {"canaries", verdict.count.canaries},
            {"guesses", verdict.count.guesses},
            {"correct", verdict.count.correct},
            {"epsilon_lower", verdict.epsilonLower},
            {"p_value", verdict.pValue},
            {"broken", finding.broken}};
}

std::string exposureCell(double mean, double sd) {
    return roundedText(mean, 4) + " ± " + roundedText(sd, 4);
}

Sheet::Table testTable(const TrainerAudit& audit) {
    Sheet::Table table;
    table.columns = {{Sentence("test"), true}, {Sentence("canary"), true}, {Sentence("guesses")},
                     {Sentence("right")},      {Sentence("epsilon ≥")},    {Sentence("assumes"), true},
                     {Sentence("claim"), true}};
    for (const Finding& finding : audit.findings) {
        const empirical::Verdict& verdict = finding.verdict;
        table.rows.push_back(
            {finding.game == empirical::AuditGame::Trials ? Sentence("many runs").english()
                                                          : Sentence("one run").english(),
             std::string(empirical::canaryName(finding.canary)), std::to_string(verdict.count.guesses),
             std::to_string(verdict.count.correct), roundedText(verdict.epsilonLower, 4),
             finding.bound == empirical::BoundOn::Curve ? Sentence("the claimed curve").english()
                                                        : Sentence("nothing").english(),
             finding.broken ? Sentence("BROKEN").english() : Sentence("holds").english()});
    }
    return table;
}

Sheet::Table exposureTable(const TrainerAudit& audit) {
    Sheet::Table table;
    table.columns = {{Sentence("exposure in bits of"), true},
                     {Sentence("copies")},
                     {Sentence("trained")},
                     {Sentence("without noise")}};
    for (const ExposureRow& row : audit.exposure) {
        table.rows.push_back(
            {std::string(empirical::canaryName(row.canary)), std::to_string(row.repetitions),
             exposureCell(row.trained.mean, row.trained.sd),
             row.withoutNoise ? exposureCell(row.withoutNoise->mean, row.withoutNoise->sd) : "-"});
    }
    return table;
}

} // namespace

nlohmann::json attackJson(const TrainerAudit& audit) {
    nlohmann::json json = {{"ok", !audit.broken()},
                           {"epsilon_claimed", audit.claimed.value()},
                           {"delta", audit.delta.value()},
                           {"epsilon_lower", audit.epsilonLower()},
                           {"epsilon_lower_any", audit.epsilonLowerOfAny()},
                           {"confidence", audit.confidence},
                           {"false_alarm", audit.alarm},
                           {"tests", nlohmann::json::array()},
                           {"exposure", nlohmann::json::array()}};
    json["tests"] = collected(audit.findings, [](const Finding& finding) { return jsonOf(finding); });
    for (const ExposureRow& row : audit.exposure) {
        nlohmann::json line = jsonOf(row.trained);
        line["canary"] = empirical::canaryName(row.canary);
        line["repetitions"] = row.repetitions;
        line["without_noise"] = row.withoutNoise ? jsonOf(*row.withoutNoise) : nlohmann::json();
        json["exposure"].push_back(std::move(line));
    }
    return json;
}

Sheet attackSheet(const TrainerAudit& audit) {
    const auto number = [](double value, int digits) { return Sentence::number(roundedText(value, digits)); };
    Sheet sheet;
    sheet.tables.push_back(testTable(audit));
    if (!audit.exposure.empty()) {
        sheet.tables.push_back(exposureTable(audit));
    }
    auto& below = sheet.tables.front().below;
    below.push_back(Sentence("claimed: epsilon ≤ {1} at delta = {2}", number(audit.claimed.value(), 6),
                             number(audit.delta.value(), 3)));
    below.push_back(
        Sentence("shown: epsilon ≥ {1} inside the claimed trade-off curves, ≥ {2} of any mechanism "
                 "({3} % confidence for all bounds together)",
                 number(audit.epsilonLower(), 4), number(audit.epsilonLowerOfAny(), 4),
                 number(100.0 * audit.confidence, 6)));
    below.push_back(audit.broken() ? Sentence("the claim is BROKEN: do not trust this trainer")
                                   : Sentence("the claim holds against these attacks"));
    return sheet;
}

} // namespace parsimony::study
