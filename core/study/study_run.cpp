// SPDX-License-Identifier: GPL-3.0-or-later
// What a study costs, and all runs of it.
#include "core/base/quantity.h"
#include "core/privacy/gaussian_dp.h"
#include "core/study/study_file.h"
#include "core/study/trainer_attack.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace parsimony::study {

StudyPrice priceOf(const session::Session* session, const Study& study) {
    StudyPrice all;
    double muSquared = 0.0;
    std::optional<double> delta;
    all.title = study.title;
    all.simulated = true;
    for (const StudyVariant& variant : study.variants) {
        if (variant.attack) {
            continue; // of public rows, outside of any project
        }
        const StudyPrice price =
            variant.compare ? priceOf(session, *variant.compare) : priceOf(session, *variant.sweep);
        all.runs += price.runs;
        all.simulated = all.simulated && price.simulated;
        muSquared += price.mu * price.mu;
        if (price.mu > 0.0) {
            delta = std::max(delta.value_or(0.0), baseOf(variant).delta.value_or(0.0));
            all.epsilon = price.epsilon;
        }
    }
    all.mu = std::sqrt(muSquared);
    if (study.variants.size() > 1 && delta) {
        all.epsilon = epsilonOf(Mu{all.mu}, Delta{*delta}).value();
    }
    return all;
}

void setThreads(Study& study, std::uint32_t threads) {
    for (StudyVariant& variant : study.variants) {
        baseOf(variant).threads = threads;
    }
}

namespace {

nlohmann::json resultOf(session::Session& session, const StudyVariant& variant, const std::stop_token& stop,
                        const Progress& progress) {
    if (variant.compare) {
        return toJson(compare(session, *variant.compare, stop, progress), variant.compare->repeats);
    }
    if (variant.sweep) {
        return study::toJson(sweep(session, *variant.sweep, stop, progress));
    }
    nlohmann::json found = attackTrainer(*variant.attack, stop, progress).json;
    found.erase("data"); // where it lies is nobody's business who reads the result
    return found;
}

} // namespace

nlohmann::json runStudy(session::Session& session, const Study& study, std::stop_token stop,
                        const Progress& progress) {
    nlohmann::json variants = nlohmann::json::array();
    const auto start = std::chrono::steady_clock::now();
    for (const StudyVariant& variant : study.variants) {
        const Progress named = [&](const std::string& what, double done, std::optional<double> left) {
            if (!progress) {
                return;
            }
            const auto count = static_cast<double>(study.variants.size());
            const double all = (static_cast<double>(variants.size()) + done) / count;
            const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
            if (count > 1.0) { // `left` is this variant's alone
                left = all > 0.0 ? std::optional(spent.count() * (1.0 - all) / all) : std::nullopt;
            }
            progress((variant.name.empty() ? "" : variant.name + ": ") + what, all, left);
        };
        nlohmann::json result = resultOf(session, variant, stop, named);
        result["name"] = variant.name;
        variants.push_back(std::move(result));
    }
    return {{"title", study.title},
            {"source", study.source},
            {"quick", study.quick},
            {"plots", study.plots},
            {"variants", variants}};
}

} // namespace parsimony::study
