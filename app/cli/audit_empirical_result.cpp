// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/audit_empirical_result.h"

#include "app/cli/text_table.h"
#include "core/base/error.h"
#include "core/base/number_text.h"

namespace parsimony::cli {

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

nlohmann::json jsonOf(const TrainerAudit& audit) {
    nlohmann::json json = {{"ok", !audit.broken()},
                           {"epsilon_claimed", audit.claimed.value()},
                           {"delta", audit.delta.value()},
                           {"epsilon_lower", audit.epsilonLower()},
                           {"epsilon_lower_any", audit.epsilonLowerOfAny()},
                           {"confidence", audit.confidence},
                           {"false_alarm", audit.alarm},
                           {"tests", nlohmann::json::array()},
                           {"exposure", nlohmann::json::array()}};
    for (const Finding& finding : audit.findings) {
        json["tests"].push_back(jsonOf(finding));
    }
    for (const ExposureRow& row : audit.exposure) {
        nlohmann::json line = jsonOf(row.trained);
        line["canary"] = empirical::canaryName(row.canary);
        line["repetitions"] = row.repetitions;
        line["without_noise"] = row.withoutNoise ? jsonOf(*row.withoutNoise) : nlohmann::json();
        json["exposure"].push_back(std::move(line));
    }
    return json;
}

std::string exposureCell(double mean, double sd) {
    return roundedText(mean, 4) + " ± " + roundedText(sd, 4);
}

std::string auditText(const TrainerAudit& audit) {
    TextTable tests({{"test", Align::Left},
                     {"canary", Align::Left},
                     {"guesses"},
                     {"right"},
                     {"epsilon ≥"},
                     {"assumes", Align::Left},
                     {"claim", Align::Left}});
    for (const Finding& finding : audit.findings) {
        const empirical::Verdict& verdict = finding.verdict;
        tests.addRow({finding.game == empirical::AuditGame::Trials ? "many runs" : "one run",
                      std::string(empirical::canaryName(finding.canary)),
                      std::to_string(verdict.count.guesses), std::to_string(verdict.count.correct),
                      roundedText(verdict.epsilonLower, 4),
                      finding.bound == empirical::BoundOn::Curve ? "the claimed curve" : "nothing",
                      finding.broken ? "BROKEN" : "holds"});
    }
    std::string text = tests.text() + "\n";
    if (!audit.exposure.empty()) {
        TextTable exposure(
            {{"exposure in bits of", Align::Left}, {"copies"}, {"trained"}, {"without noise"}});
        for (const ExposureRow& row : audit.exposure) {
            exposure.addRow(
                {std::string(empirical::canaryName(row.canary)), std::to_string(row.repetitions),
                 exposureCell(row.trained.mean, row.trained.sd),
                 row.withoutNoise ? exposureCell(row.withoutNoise->mean, row.withoutNoise->sd) : "-"});
        }
        text += exposure.text() + "\n";
    }
    text += "claimed: epsilon ≤ " + roundedText(audit.claimed.value(), 6) +
            " at delta = " + roundedText(audit.delta.value(), 3) + "\nshown:   epsilon ≥ " +
            roundedText(audit.epsilonLower(), 4) + " inside the claimed trade-off curves, ≥ " +
            roundedText(audit.epsilonLowerOfAny(), 4) + " of any mechanism (" +
            roundedText(100.0 * audit.confidence, 6) + " % confidence for all bounds together)\n";
    return text + (audit.broken() ? "the claim is BROKEN: do not trust this trainer\n"
                                  : "the claim holds against these attacks\n");
}

} // namespace

void addEmpirical(const TrainerAudit& audit, const std::string& trainer, Result& result) {
    result.json["empirical"] = jsonOf(audit);
    result.json["empirical"]["trainer"] = trainer;
    result.table += auditText(audit);
    if (audit.broken()) {
        result.json["ok"] = false;
        result.json["problems"].push_back(
            {{"row", 0}, {"what", "the empirical audit broke the claim of " + trainer}});
        result.exitCode = static_cast<int>(ErrorCode::AuditFinding);
    }
}

} // namespace parsimony::cli
