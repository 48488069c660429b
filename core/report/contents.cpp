// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/contents.h"

#include "core/base/collected.h"
#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/session/run_snapshot.h"

#include <algorithm>
#include <map>

namespace parsimony::report {

namespace {

constexpr std::size_t mostDetails = 20;

/// Those of an experiment that pass.
std::vector<session::TrialSnapshot> passing(std::vector<session::TrialSnapshot> trials,
                                            const session::ExperimentSummary& of,
                                            const filter::TrialFilter& wanted) {
    const filter::ExperimentNames names = filter::namesIn(of);
    std::erase_if(trials,
                  [&](const session::TrialSnapshot& trial) { return !wanted.matches(trial, &names); });
    return trials;
}

std::vector<session::TrialSnapshot> trialsOf(const session::Session& session,
                                             const session::ExperimentSummary& experiment,
                                             const filter::TrialFilter& wanted) {
    return passing(session.trials(experiment.id), experiment, wanted);
}

ReportedExperiment read(const session::Session& session, const session::ExperimentSummary& of,
                        const filter::TrialFilter& wanted) {
    ReportedExperiment experiment;
    experiment.run = *session.snapshot(of.id);
    experiment.trials = trialsOf(session, of, wanted);
    for (session::PhaseSnapshot& phase : experiment.run.phases) {
        phase.trials = passing(std::move(phase.trials), of, wanted);
    }
    return experiment;
}

nlohmann::json toJson(const ReportedExperiment& experiment) {
    nlohmann::json object = session::toJson(experiment.run, "run");
    for (const char* key : {"seconds", "budget", "device"}) {
        object.erase(key);
    }
    object["trials"] = nlohmann::json::array();
    for (const session::TrialSnapshot& trial : experiment.trials) {
        nlohmann::json row = session::toJson(trial);
        row["role"] = trial.role;
        object["trials"].push_back(std::move(row));
    }
    return object;
}

} // namespace

std::set<ReportPlot> plotsNamed(const std::vector<std::string>& names) {
    static const std::vector<std::string> none{"none"};
    if (names.empty()) {
        return Wanted().plots;
    }
    if (names == none) {
        return {};
    }
    static const std::map<std::string, ReportPlot> known{{"accuracies", ReportPlot::Accuracies},
                                                         {"scores", ReportPlot::Scores},
                                                         {"step-sizes", ReportPlot::Fit}};
    std::set<ReportPlot> plots;
    for (const std::string& name : names) {
        if (const auto plot = known.find(name); plot != known.end()) {
            plots.insert(plot->second);
        } else {
            failUsage(Sentence(
                "a report's plots are accuracies, scores and step-sizes, or none, and not '{1}'", name));
        }
    }
    return plots;
}

filter::ExperimentNamesById namesOf(const session::Session& session) {
    filter::ExperimentNamesById names;
    for (const session::ExperimentSummary& experiment : session.experiments()) {
        names[experiment.id] = filter::namesIn(experiment);
    }
    return names;
}

std::string encoderOf(const session::ExperimentSummary& experiment, const Contents& contents) {
    for (const ReportedExperiment& detail : contents.details) {
        if (detail.run.experiment == experiment.id && !detail.run.encoder.empty()) {
            return detail.run.encoder;
        }
    }
    if (experiment.encoders.size() < 2) {
        return experiment.encoder();
    }
    std::vector<std::string> among;
    for (const auto& [name, id] : experiment.encoders) {
        among.push_back(id.empty() ? name : id);
    }
    return joined(among, " or ");
}

std::string widthsOf(const session::DatasetSnapshot& dataset, const Contents& contents) {
    std::map<std::uint32_t, std::set<std::string>> encoders;
    for (const ReportedExperiment& detail : contents.details) {
        if (detail.run.dataset.id != dataset.id) {
            continue;
        }
        for (const session::EncoderSnapshot& encoder : detail.run.dataset.encoders) {
            encoders[encoder.dim].insert(encoder.name);
        }
        if (detail.run.dataset.encoders.empty()) {
            encoders[detail.run.dataset.dim].insert(detail.run.encoder);
        }
    }
    if (encoders.empty()) {
        return std::to_string(dataset.dim);
    }
    std::vector<std::string> widths;
    for (const auto& [dim, of] : encoders) {
        std::vector<std::string> names(of.begin(), of.end());
        std::erase(names, std::string());
        widths.push_back(std::to_string(dim) +
                         (encoders.size() > 1 && !names.empty() ? " (" + joined(names, ", ") + ")" : ""));
    }
    return joined(widths, ", ");
}

bool hasSeveralEncoders(const Contents& contents) {
    std::set<std::string> encoders;
    for (const session::ExperimentSummary& experiment : contents.experiments) {
        encoders.insert(encoderOf(experiment, contents));
    }
    return encoders.size() > 1;
}

Contents readContents(const session::Session& session, const Wanted& wanted) {
    const auto& experiment = wanted.experiment;
    Contents contents;
    contents.project = session.path().filename().string();
    contents.tip = ledger::receiptOf(session.path());
    contents.plots = wanted.plots;
    contents.budgets = session.budgets();
    for (const session::ExperimentSummary& summary : session.experiments()) {
        if (!experiment || summary.id == *experiment) {
            contents.experiments.push_back(summary);
        }
    }
    if (contents.experiments.empty()) {
        failUsage(experiment ? Sentence("the project has no experiment {1}: see `trials`", *experiment)
                             : Sentence("the project has no experiment yet, so there is nothing to report"));
    }
    contents.filtered = !wanted.trials.empty();
    auto& all = contents.experiments;
    if (contents.filtered) {
        std::erase_if(all, [&](const session::ExperimentSummary& one) {
            return trialsOf(session, one, wanted.trials).empty();
        });
        if (all.empty()) {
            failUsage(Sentence("no trial passes the filter, so there is nothing to report"));
        }
    }
    for (std::size_t i = all.size() - std::min(all.size(), mostDetails); i < all.size(); ++i) {
        contents.details.push_back(read(session, all[i], wanted.trials));
    }
    for (const ReportedExperiment& detail : contents.details) {
        if (detail.run.status == ExperimentStatus::Finished && detail.run.final &&
            detail.run.final->trial.state == session::TrialState::Finished) {
            contents.classifier = session.classifier(detail.run.final->trial.id);
        }
    }
    return contents;
}

nlohmann::json toJson(const Contents& contents) {
    nlohmann::json datasets = nlohmann::json::array();
    for (const auto& [dataset, budget] : contents.budgets) {
        datasets.push_back(session::toJson(dataset));
        datasets.back()["budget"] = session::toJson(budget);
    }
    nlohmann::json experiments = collected<nlohmann::json>(
        contents.details, [&](const ReportedExperiment& experiment) { return toJson(experiment); });
    nlohmann::json all{
        {"schema", "parsimony/report-file/1"},
        {"project", contents.project},
        {"ledger",
         {{"project", contents.tip.project}, {"row", contents.tip.row}, {"tip", toHex(contents.tip.tip)}}},
        {"datasets", datasets},
        {"experiments_in_all", contents.experiments.size()},
        {"experiments", experiments},
        {"model_card", contents.classifier ? exporting::cardJson(*contents.classifier) : nullptr}};
    if (contents.filtered) {
        all["filtered"] = true;
    }
    return all;
}

} // namespace parsimony::report
