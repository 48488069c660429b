// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/importance_result.h"

#include "app/cli/text_table.h"
#include "core/base/number_text.h"

#include <algorithm>
#include <cmath>

namespace parsimony::cli {

namespace {

using importance::KnobImportance;

nlohmann::json toJson(const KnobImportance& found) {
    nlohmann::json json{{"scored", found.trials}, {"used", found.used}, {"needed", found.needed}};
    json["explained"] =
        found.enough() && std::isfinite(found.explained) ? nlohmann::json(found.explained) : nlohmann::json();
    json["knobs"] = nlohmann::json::array();
    for (const importance::Knob& knob : found.knobs) {
        json["knobs"].push_back({{"knob", filter::fieldKey(knob.field)},
                                 {"share", knob.share},
                                 {"share_sd", knob.shareSd},
                                 {"curve", knob.curve}});
    }
    json["pairs"] = nlohmann::json::array();
    for (const importance::KnobPair& pair : found.pairs) {
        json["pairs"].push_back({{"knobs", {filter::fieldKey(pair.first), filter::fieldKey(pair.second)}},
                                 {"share", pair.share}});
    }
    return json;
}

std::string tableOf(const KnobImportance& found) {
    TextTable table({{"knob", Align::Left}, {"share of variance"}, {"± trees"}, {"best near"}});
    for (const importance::Knob& knob : found.knobs) {
        const auto best = std::max_element(knob.curve.begin(), knob.curve.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        table.addRow({filter::fieldKey(knob.field), accuracyText(knob.share, 0.0),
                      accuracyText(knob.shareSd, 0.0), shortNumber(best->first)});
    }
    for (const importance::KnobPair& pair : found.pairs) {
        table.addRow({std::string(filter::fieldKey(pair.first)) + " with " + filter::fieldKey(pair.second),
                      accuracyText(pair.share, 0.0), "", ""});
    }
    return table.text();
}

} // namespace

void addImportance(Result& result, const KnobImportance& found) {
    result.json["importance"] = toJson(found);
    const std::string trials = std::to_string(found.trials) + " scored trials";
    if (!found.enough()) {
        result.table = "the importance of knobs needs " + std::to_string(found.needed) +
                       " scored trials in which a knob varies; here are " + std::to_string(found.trials) +
                       "\n";
        return;
    }
    // A forest that explains nothing says nothing about knobs either.
    const std::string trust =
        found.explained > 0.0
            ? "Trees explain " + accuracyText(found.explained, 0.0) + " of scores they have not seen."
            : "Trees explain none of the scores they have not seen: these shares mean nothing.";
    result.table = tableOf(found) + "\nFunctional ANOVA of a random forest over the released scores of " +
                   trials + ": post-processing, it costs nothing.\n" + trust + "\n";
}

} // namespace parsimony::cli
