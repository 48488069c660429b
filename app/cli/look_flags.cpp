// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/look_flags.h"

#include "app/cli/option_values.h"
#include "app/cli/project.h"
#include "app/cli/run_flags.h"
#include "core/base/collected.h"
#include "core/base/error.h"
#include "core/base/text.h"
#include "core/session/option_table.h"
#include "core/session/requested_parts.h"

#include <algorithm>
#include <utility>

namespace parsimony::cli {

namespace {

/// As `-h` and messages list them.
std::string metricNames() {
    auto names = collected<std::string>(
        mechanism::kMetrics, [](const mechanism::MetricOf metric) { return mechanism::metricName(metric); });
    return joined(names, ",");
}

std::vector<mechanism::MetricOf> metricsOf(const std::vector<std::string>& names) {
    std::vector<mechanism::MetricOf> metrics;
    for (const std::string& name : names) {
        const auto metric = mechanism::metricNamed(name);
        if (!metric) {
            failUsage("--metrics is a list of " + metricNames() + ", not '" + name + "'");
        }
        if (std::count(metrics.begin(), metrics.end(), *metric) > 0) {
            failUsage("--metrics names " + name + " twice");
        }
        metrics.push_back(*metric);
    }
    return metrics;
}

} // namespace

void LookFlags::bind(CLI::App& app) {
    app.add_option("--data", m_data, "Folder or file whose test part is taken")->type_name("DIR|FILE");
    app.add_option("--test", m_test.features, "Features")->type_name("PATH[:KEY]");
    app.add_option("--test-labels", m_test.labels, "Labels")->type_name("PATH[:KEY]");
    addTexts(app, "--ood", m_ood, 0, "An out-of-distribution set; may be given several times")
        ->type_name("NAME=FEATURES,LABELS[,IDS]");
    app.add_option("--test-record-ids", m_test.ids,
                   "Whose each of the test rows is: integers or text, one id a row")
        ->type_name("PATH[:KEY]");
    addRow(app, "split", m_asked,
           "Only the test part of the rows, of a file that a run with these shares divided");
    app.add_option("--label-map", m_labelMap, "Which class a label of these rows means, or \"ignored\"")
        ->type_name("FILE");
    app.add_option("--groups", m_groups,
                   "A group for each row, numbers or words; accuracies are shown for each")
        ->type_name("PATH[:KEY]");
    addTexts(app, "--group-names", m_groupNames, ',',
             "The groups of private rows, declared: which there are is private")
        ->type_name("LIST");
    app.add_flag("--per-class", m_perClass,
                 "Accuracies of each class of private rows too, for half of what the look takes");
    addTexts(app, "--metrics", m_metrics, ',',
             "What else a look at private rows counts, in equal shares of half of what it takes (f1: of "
             "several labels a record); of public rows all are shown")
        ->type_name(metricNames());
    addRowsOfLook(app, m_asked);
    addNumber(app, "--loss-bound", m_lossBound,
              "What a private record adds to the log loss at most, in nats (2 ln C)");
}

void LookFlags::checkPublic() const {
    if (!m_asked.linkedTo.empty() || !m_asked.leaveOut.empty()) {
        failUsage(
            "--linked-to and --leave-out say what private rows share with other projects: rows that are "
            "private there can't be shown as public; leave them out");
    }
    (void)metricsOf(m_metrics); // all are shown: a name that is none is wrong all the same
}

data::PartFiles LookFlags::testPartOf(const session::NamedColumns& columns) const {
    data::DataFiles files = session::resolveData(m_data, columns);
    if (m_asked.split) {
        if (files.test || files.validation) {
            failUsage("--split divides one file, and " + m_data +
                      " has parts of its own: leave it out, or name the file with --test and --test-labels");
        }
        return std::move(files.train);
    }
    if (!files.test) {
        fail(m_data + " has no test part; name the rows with --test and --test-labels, or, of a file that a "
                      "run divided, say --split as it did");
    }
    return *std::move(files.test);
}

LookSets LookFlags::sets(const std::string& command) const {
    session::requireBoth(m_asked, m_test, "test");
    const session::NamedColumns columns = session::namedColumns(m_asked);
    LookSets sets;
    if (!m_test.features.empty()) {
        sets.test = m_test;
    } else if (!m_data.empty()) {
        sets.test = testPartOf(columns);
        sets.test->ids = m_test.ids;
    }
    if (m_asked.split && !sets.test) {
        failUsage("--split names the test part of a file: give the file with --data, or --test and "
                  "--test-labels");
    }
    sets.ood = setsOf(m_ood);
    if (sets.test) {
        session::takeColumns(columns, *sets.test);
    }
    for (auto& [name, files] : sets.ood) {
        session::takeColumns(columns, files);
    }
    if (!sets.test && sets.ood.empty()) {
        failUsage("'" + command +
                  "' needs rows: --data DIR|FILE, --test P --test-labels P or --ood NAME=P,LABELS[,IDS]");
    }
    if (!m_groups.empty() && !(sets.test && sets.ood.empty())) {
        failUsage("--groups names a group for each row of one set: give the test rows alone");
    }
    return sets;
}

session::PrivateEvaluationRequest LookFlags::lookAt(const std::string& name,
                                                    const data::PartFiles& files) const {
    return {.model = {},
            .name = name,
            .files = files,
            .perClass = m_perClass,
            .metrics = metricsOf(m_metrics),
            .positive = {},
            .lossBound = m_lossBound,
            .groups = m_groups,
            .groupNames = m_groupNames,
            .labelMap = m_labelMap,
            .options = session::optionsOfLook(m_asked),
            .split = splitOf(name)};
}

} // namespace parsimony::cli
