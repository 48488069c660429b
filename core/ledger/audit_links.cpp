// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/audit_links.h"

#include "core/base/number_text.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/json_members.h"
#include "core/ledger/registry.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"

#include <algorithm>
#include <vector>

namespace parsimony::ledger {

namespace {

struct OwnPart {
    std::int64_t row = 0, dataset = 0, account = 0;
    std::string key, name;
    bool compared = false; ///< private, and not said to hold other people's records
};

std::vector<OwnPart> partsOf(Database& project) {
    std::vector<OwnPart> parts;
    auto rows = project.prepare("SELECT seq, dataset, part, body FROM ledger WHERE kind = 'part'");
    while (rows.step()) {
        const auto body = parseJson(rows.textView(3), "a part");
        parts.push_back({rows.integer(0), rows.integer(1), field(body, "account", rows.integer(2)),
                         field(body, "registry_key", ""), field(body, "name", ""),
                         !field(body, "public", false) && !field(body, "distinct_records", false)});
    }
    return parts;
}

/// ε of everything that two parts were charged, at the δ of the dataset.
double epsilonTogether(const Registry::Total& total, double delta) {
    double epsilon = total.epsilon.upper();
    if (!total.muSquared.isZero() && delta > 0.0) {
        epsilon += epsilonOf(muUpper(total.muSquared), Delta{delta}).value();
    }
    return epsilon;
}

} // namespace

void checkLinks(Database& project, const Registry& registry, AuditReport& report) {
    const auto parts = partsOf(project);
    auto cap = project.prepare("SELECT body FROM ledger WHERE dataset = ? AND kind IN ('cap', 'cap_raised') "
                               "ORDER BY seq DESC LIMIT 1");
    for (const OwnPart& part : parts) {
        const auto number = part.compared ? registry.numberOf(part.key) : std::nullopt;
        if (!number) {
            continue;
        }
        for (const RegistryMatch& match : registry.unlinked(part.key)) {
            const auto own = std::find_if(parts.begin(), parts.end(),
                                          [&match](const OwnPart& other) { return other.key == match.key; });
            if (own != parts.end() && (!own->compared || own->account == part.account)) {
                continue;
            }
            const auto body =
                cap.bind(part.dataset).step() ? parseJson(cap.textView(0), "a cap") : nlohmann::json();
            cap.reset();
            const double together =
                epsilonTogether(registry.totalOf(*number, match.id), field(body, "delta", 0.0));
            report.curatorProblems.push_back(
                {part.row, "declares part '" + part.name + "', whose rows are also in the " + match.name +
                               " part of '" + match.dataset + "' in '" + match.path +
                               "', and neither counts what the other was charged: together ε = " +
                               numberText(together) + " of " + numberText(field(body, "epsilon", 0.0)) +
                               "; run on these rows again and declare the link with --linked-to"});
        }
    }
}

} // namespace parsimony::ledger
