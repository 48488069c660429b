// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/filter_option.h"

#include "app/cli/option_values.h"

namespace parsimony::cli {

void addFilter(CLI::App& app, std::optional<std::string>& target) {
    addText(app, "--filter", target,
            "Only trials of which this holds: 'score>70% (phase=2 OR phase=final) NOT tags:bad'");
}

filter::TrialFilter filterOf(const std::optional<std::string>& text,
                             const filter::ExperimentNamesById& names) {
    filter::FilterWords words;
    words.decimalComma = false; // as everywhere on a command line
    addProjectNames(words, names);
    return filter::demandFilter(text.value_or(""), words);
}

} // namespace parsimony::cli
