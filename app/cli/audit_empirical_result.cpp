// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/audit_empirical_result.h"

#include "app/cli/study_result.h"
#include "core/base/error.h"
#include "core/study/attack_sheet.h"

namespace parsimony::cli {

void addEmpirical(const empirical::TrainerAudit& audit, const std::string& trainer, Result& result) {
    result.json["empirical"] = study::attackJson(audit);
    result.json["empirical"]["trainer"] = trainer;
    result.table += textOf(study::attackSheet(audit).tables);
    if (audit.broken()) {
        result.json["ok"] = false;
        result.json["problems"].push_back(
            {{"row", 0}, {"what", "the empirical audit broke the claim of " + trainer}});
        result.exitCode = static_cast<int>(ErrorCode::AuditFinding);
    }
}

} // namespace parsimony::cli
