// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/experiment_summary.h"

#include "core/base/infinity.h"
#include "core/base/sentence.h"
#include "core/ledger/canonical_json.h"
#include "core/ledger/project.h"
#include "core/search/method_kind.h"
#include "core/session/data_columns.h"
#include "core/session/data_request.h"
#include "core/session/knob_options.h"
#include "core/session/option_table.h"
#include "core/session/options_json.h"
#include "core/session/plan_format.h"
#include "core/session/stored_plan.h"

#include <tuple>
#include <utility>

namespace parsimony::session {

namespace {

using Json = nlohmann::json;

std::string textOf(const Json& options, const std::string& name) {
    const auto found = options.find(name);
    return found == options.end() ? std::string() : found->dump();
}

/// NAME=TEXT of each in a list that is kept of an option; what is no such pair is `rest`.
ByEncoder pairsIn(const Json& kept, std::string& rest) {
    ByEncoder pairs;
    for (const Json& one : kept.is_array() ? kept : Json::array({kept})) {
        const std::string text = one.is_string() ? one.get<std::string>() : std::string();
        const std::size_t equals = kept.is_array() ? text.find('=') : std::string::npos;
        if (equals == std::string::npos) {
            rest = text;
        } else {
            pairs.emplace_back(text.substr(0, equals), text.substr(equals + 1));
        }
    }
    return pairs;
}

/// Names and ids of the encoders that an experiment with these options has. As options read them, files would
/// decide what is a name, and theirs may be gone.
std::map<std::string, std::string> encodersIn(const Json& options) {
    RunOptions asked;
    asked.encoders = pairsIn(ledger::field(options, "data", Json()), asked.data);
    asked.encoderIds = pairsIn(ledger::field(options, "encoder-id", Json()), asked.encoderId);
    if (asked.encoders.empty()) {
        return asked.encoderId.empty() ? std::map<std::string, std::string>()
                                       : std::map<std::string, std::string>{{"", asked.encoderId}};
    }
    if (!asked.choosesEncoder()) {
        return {{asked.data, encoderIdOf(asked, asked.data)}};
    }
    std::map<std::string, std::string> encoders;
    for (const auto& [name, place] : asked.encoders) {
        encoders[name] = encoderIdOf(asked, name);
    }
    return encoders;
}

/// Public cells that are scored on the test part, as scoredOnTest() asks for them.
bool isGrid(const search::MethodTraits& method, const RunOptions& asked) {
    return method.publicOnly && asked.score == ScoreKind::Validation &&
           (!asked.encoders.empty() || (asked.data.empty() && asked.validation == asked.test));
}

/// Tells what experiments were run for, which must come in the order of their numbers: the options that are
/// kept of each tell it, of older projects too.
class Purposes {
public:
    void tell(ExperimentSummary& summary, const Json& options) {
        const auto* method = summary.method.traits();
        if (method == nullptr || (!method->publicOnly && !method->oneRun)) {
            return;
        }
        if (newerThanThis(options)) {
            return; // what that version ran them for is not known
        }
        const RunOptions asked = storedRunOptions(options);
        if (!asked.seed) { // of nobody who compares
            return;
        }
        if (isGrid(*method, asked)) {
            summary.purpose = ExperimentPurpose::Cells;
            m_grids[{summary.dataset, summary.epsilon, *asked.seed}] = summary.options;
        } else if (method->oneRun && *asked.seed >= kBestCellSeeds) {
            const auto grid = m_grids.find({summary.dataset, summary.epsilon, *asked.seed - kBestCellSeeds});
            if (grid != m_grids.end()) {
                summary.purpose = ExperimentPurpose::BestCell;
                summary.gridOptions = grid->second;
            }
        }
    }

private:
    std::map<std::tuple<std::string, double, std::uint64_t>, std::string> m_grids; ///< the last of each
};

} // namespace

RunOptions scoredOnTest(RunOptions options) {
    options.score = ScoreKind::Validation;
    if (!options.encoders.empty()) {
        return options; // which are scored on the test part
    }
    if (options.split) { // the same records, as another part
        if (options.split->validation > 0.0) {
            failUsage(Sentence("exact figures are of the test records: leave the validation share out of "
                               "--split, as in 80/20"));
        }
        std::swap(options.split->validation, options.split->test);
        return options;
    }
    if (!options.data.empty()) {
        const data::DataFiles files = resolveData(std::exchange(options.data, {}), namedColumns(options));
        options.train = {files.train.features, files.train.labels};
        options.test = files.test ? PartFiles{files.test->features, files.test->labels} : PartFiles();
    }
    if (options.test.features.empty()) {
        failUsage(Sentence("a test part is needed to compare runs: give --test and --test-labels"));
    }
    options.validation = options.test;
    return options;
}

std::vector<ExperimentSummary> summariesOf(const ledger::Project& project) {
    std::map<std::int64_t, std::string> names;
    for (const ledger::DatasetRow& dataset : project.datasets()) {
        names[dataset.id.value()] = dataset.name;
    }
    std::vector<ExperimentSummary> summaries;
    Purposes purposes;
    const auto summarise = [&](const ledger::ExperimentRow& row) {
        ExperimentSummary summary;
        summary.id = row.id.value();
        summary.method = row.method;
        summary.trainer = row.trainer;
        summary.status = row.status;
        summary.started = row.started;
        const ledger::ExperimentRow whole = project.experiment(row.id);
        const auto epsilon = ledger::field(*whole.plan, "epsilon", nlohmann::json());
        summary.epsilon = epsilon.is_number() ? epsilon.get<double>() : inf;
        summary.dataset = names[row.dataset.value()];
        const auto constants = ledger::field(*whole.plan, "constants", nlohmann::json::object());
        summary.classes = ledger::field(constants, "classes", 0U);
        summary.severalLabels = ledger::field(constants, "labels_per_record", 1U) > 1;
        summary.encoders = encodersIn(*whole.options);
        summary.options = shapingOptions(*whole.options).dump();
        if (!ledger::field(constants, "private", true)) { // nothing private is compared by its seed
            purposes.tell(summary, *whole.options);
        }
        for (const ledger::ReleaseRow& release : project.releases(row.id, {}, ReleasedValue::Accuracy)) {
            if (PartName(release.values.value("part", "")).isTest() &&
                release.values.at("accuracy").is_number()) {
                summary.testAccuracy = release.values.value("accuracy", 0.0);
                summary.testAccuracySe = release.values.value("se", 0.0);
            }
        }
        summaries.push_back(std::move(summary));
    };
    for (const ledger::ExperimentRow& row : project.experiments()) {
        readStored(project, row.id, [&] { summarise(row); });
    }
    return summaries;
}

std::optional<std::size_t> searchesApart(const nlohmann::json& a, const nlohmann::json& b) {
    std::size_t apart = 0;
    for (const Option& option : optionTable()) {
        const std::string given = textOf(a, option.name), other = textOf(b, option.name);
        if (option.ofMethod || given == other) {
            continue;
        }
        if (option.group != OptionGroup::Search || (!given.empty() && !other.empty())) {
            return std::nullopt;
        }
        ++apart;
    }
    return apart;
}

} // namespace parsimony::session
