// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/project_impl.h"
#include "core/ledger/slices.h"
#include "core/privacy/accountant.h"

#include <algorithm>

namespace parsimony::ledger {

namespace {

void appendEvents(const nlohmann::json& body, std::vector<PrivacyEvent>& events) {
    const auto found = body.find("events");
    if (found != body.end() && found->is_array()) {
        for (const auto& event : *found) {
            events.push_back(eventFromJson(event, "an event of the ledger"));
        }
    }
}

} // namespace

std::vector<PrivacyEvent> mergedEvents(const std::vector<PrivacyEvent>& events) {
    std::vector<PrivacyEvent> merged;
    for (const auto& event : events) {
        const auto same = std::find_if(merged.begin(), merged.end(), [&event](const PrivacyEvent& other) {
            return other.mechanism() == event.mechanism();
        });
        if (same == merged.end()) {
            merged.push_back(event);
        } else {
            *same = same->withCount(same->count() + event.count());
        }
    }
    return merged;
}

bool arePlanned(const std::vector<PrivacyEvent>& planned, const std::vector<PrivacyEvent>& used,
                const std::vector<PrivacyEvent>& wanted) {
    const auto plan = mergedEvents(planned);
    auto all = used;
    all.insert(all.end(), wanted.begin(), wanted.end());
    const auto merged = mergedEvents(all);
    return std::all_of(merged.begin(), merged.end(), [&plan](const PrivacyEvent& event) {
        return std::any_of(plan.begin(), plan.end(), [&event](const PrivacyEvent& other) {
            return other.mechanism() == event.mechanism() && event.count() <= other.count();
        });
    });
}

void requireSliceHolds(const std::vector<PrivacyEvent>& events, double epsilon, double delta,
                       const std::string& part, double rounding) {
    if (events.empty()) {
        return;
    }
    const auto merged = mergedEvents(events);
    const double cost = chargedEpsilon(merged, checkedDelta(delta, "δ of a slice")).value;
    if (cost > epsilon * (1.0 + rounding)) {
        refuse(Sentence("the events of this experiment cost ε = {1} on {2}, more than the ε = {3} it takes; "
                        "nothing was spent",
                        cost, part, epsilon),
               {cost, epsilon, cost - epsilon});
    }
}

// The events of an experiment of kind slices are fixed by its plan. Where the reservation lists them a trial
// may only take from that list; where it doesn't, what trials took so far is composed anew.
void Project::Impl::requireSlice(ExperimentId id, const ExperimentHead& head, const DatasetRow& datasetRow,
                                 const Charge& charge) const {
    if (head.isPublic || charge.events.empty()) {
        return;
    }
    std::vector<PrivacyEvent> planned;
    std::vector<PrivacyEvent> used;
    double epsilon = 0.0;
    double delta = 0.0;
    auto rows = database.prepare(
        "SELECT kind, body, epsilon, delta FROM ledger WHERE experiment = ? AND part = ? AND "
        "kind IN ('reservation', 'trial_reserved', 'trial_charge') ORDER BY seq");
    rows.bind(id).bind(charge.part);
    while (rows.step()) {
        const auto body = parseJson(rows.textView(1), "a row of '" + path.string() + "'");
        if (rows.textView(0) == "reservation") {
            appendEvents(body, planned);
            epsilon = rows.real(2);
            delta = rows.real(3);
        } else {
            appendEvents(body, used);
        }
    }
    const std::string title = partTitle(datasetRow, part(charge.part));
    if (planned.empty()) {
        used.insert(used.end(), charge.events.begin(), charge.events.end());
        requireSliceHolds(used, epsilon, delta, title);
    } else if (!arePlanned(planned, used, charge.events)) {
        refuse("experiment " + std::to_string(id.value()) + " did not plan these events on " + title +
               "; an experiment of kind slices keeps to its plan, nothing was spent");
    }
}

} // namespace parsimony::ledger
