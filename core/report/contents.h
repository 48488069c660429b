// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/classifier.h"
#include "core/ledger/receipt.h"
#include "core/report/document.h"
#include "core/report/wanted.h"
#include "core/session/session.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::report {

/// An experiment with its rows of the ledger, looks at the test part included.
struct ReportedExperiment {
    session::RunSnapshot run;
    std::vector<session::TrialSnapshot> trials;
};

/// What a report tells: released and public values only. Wall-clock times stay out, since those of a private
/// selection tell of its secret number of runs, and so do notes and tags, which are the curator's own words.
struct Contents {
    std::string project; ///< file name
    std::vector<std::pair<session::DatasetSnapshot, session::BudgetSnapshot>> budgets;
    std::vector<session::ExperimentSummary> experiments; ///< all that are reported, oldest first
    std::vector<ReportedExperiment> details;             ///< of the newest of them
    std::optional<exporting::Classifier> classifier;     ///< of the newest finished one
    ledger::Receipt tip; ///< of the ledger: whoever has the report finds one that was made anew since
    std::set<ReportPlot> plots;
    bool filtered = false; ///< some trials are left out; by what, is in the curator's own words
};

/// Throws Error(Usage) when there is no such experiment, no such trial, or no experiment at all.
[[nodiscard]] Contents readContents(const session::Session& session, const Wanted& wanted);

/// What an experiment's result takes features of: of a search the encoder that it chose, as far as its
/// details are there, else all that it had; empty where nothing is said.
[[nodiscard]] std::string encoderOf(const session::ExperimentSummary& experiment, const Contents& contents);
/// Numbers a record: "16", or where experiments took features of several widths "16 (mean@1), 48 (raw@3)".
[[nodiscard]] std::string widthsOf(const session::DatasetSnapshot& dataset, const Contents& contents);
/// Do experiments take features of different encoders?
[[nodiscard]] bool hasSeveralEncoders(const Contents& contents);

/// The report as an object of schema "parsimony/report-file/1"; experiments as `run` prints them, with their
/// trials.
[[nodiscard]] nlohmann::json toJson(const Contents& contents);

/// The report for readers.
[[nodiscard]] Document toDocument(const Contents& contents);

} // namespace parsimony::report
