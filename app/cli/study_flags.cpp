// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/study_flags.h"

#include "app/cli/option_values.h"
#include "core/base/collected.h"
#include "core/base/error.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/session/method_choice.h"
#include "core/study/compare.h"

namespace parsimony::cli {

void SweepFlags::bind(CLI::App& app) {
    addText(app, "--epsilons", m_epsilons, "Budgets, one heatmap each (default: --epsilon)")
        ->type_name("LIST");
    addCount(app, "--repeats", m_repeats,
             "Runs of each cell, with seeds counted up from --seed (public data)");
    m_flags.bind(app);
}

study::SweepRequest SweepFlags::request() const {
    study::SweepRequest request;
    request.base = m_flags.options();
    study::requireNoMethod(request.base, "sweep");
    request.repeats = m_repeats;
    if (m_epsilons) {
        request.epsilons = numbersWithin(*m_epsilons, "--epsilons", kBudgets).values();
    }
    return request;
}

CompareFlags::CompareFlags() {
    m_methods = collected<std::string>(session::kUsualMethods, search::methodName);
}

void CompareFlags::bind(CLI::App& app) {
    addTexts(app, "--methods", m_methods, ',', "Methods to compare")
        ->type_name(joined(search::methodNames(), ","));
    addText(app, "--epsilons", m_epsilons, "Total budgets (default: --epsilon)")->type_name("LIST");
    addCount(app, "--repeats", m_repeats, "Runs of each, with seeds counted up from --seed");
    app.add_flag("--one-by-one", m_oneByOne, "Each run by itself, so that seconds are those of a lone run");
    m_flags.bind(app);
}

study::CompareRequest CompareFlags::request() const {
    study::CompareRequest request;
    request.base = m_flags.options();
    study::requireNoMethod(request.base, "compare");
    for (const std::string& method : m_methods) {
        request.methods.push_back(search::parseMethod(method, "--methods"));
    }
    request.repeats = m_repeats;
    request.oneByOne = m_oneByOne;
    if (m_epsilons) {
        request.epsilons = numbersWithin(*m_epsilons, "--epsilons", kBudgets).values();
    }
    study::requirePublic(request.base, "compare");
    return request;
}

void StudyFlags::bind(CLI::App& app) {
    app.add_option("FILE", m_file.path, "The study, or the name of a bundled one")
        ->type_name("FILE.toml|STUDY");
    app.add_flag("--quick", m_file.quick, "Two repeats at most");
}

study::StudyFile StudyFlags::request(const std::string& command) const {
    if (m_file.path.empty()) {
        failUsage(command + " needs the file of a study, or the name of one that comes with the program: " +
                  command + " methods");
    }
    return m_file;
}

} // namespace parsimony::cli
