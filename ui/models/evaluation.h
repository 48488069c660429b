// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/mechanism/noisy_accuracy.h"
#include "core/session/evaluation_view.h"
#include "core/study/queued_run.h"

#include <QMetaType>
#include <QStringList>
#include <memory>
#include <optional>
#include <vector>

namespace parsimony::ui {

/// Rows that a released classifier is to be tested on.
struct EvaluationRequest {
    QString project;
    qint64 trial = 0; ///< 0: the newest final run
    QString features, labels;
    QString ids;                     ///< whose the rows are; empty where nothing says
    QString groups, labelMap;        ///< files, or empty
    std::optional<quint32> positive; ///< the class that an AUC is of; absent: the second of two classes
    std::optional<double> lossBound; ///< what a record adds to the log loss at most, in nats
    bool isPrivate = false;          ///< noisy counts, charged to a part called `part`
    QString part = QStringLiteral("test");
    // What is released of private rows beside the accuracy; of public ones everything is shown.
    bool perClass = false;
    QStringList groupNames; ///< declared: which groups there are is private
    std::vector<mechanism::MetricOf> metrics;
    session::RunOptions options = {}; ///< what those of looks say of the rows (session::optionsOfLook)
    std::optional<data::SplitShares> split = {}; ///< the rows are the test part of a file divided so
    std::string waitedAs = {}; ///< of one that waited in a queue: its request (study::QueuedRun)
};

/// Of private rows: as it waits in a queue, and back.
[[nodiscard]] study::LookRequest lookOf(const EvaluationRequest& request);
[[nodiscard]] EvaluationRequest requestOf(const study::LookRequest& look, const QString& project);

using Evaluation = session::EvaluationView;
using EvaluationPtr = std::shared_ptr<const Evaluation>;

/// Shares of the rows of one true class that were predicted as each class, for colours; 0 where it has none.
[[nodiscard]] inline std::vector<double> confusionShares(const Evaluation& evaluation) {
    const std::size_t n = evaluation.classes.size();
    std::vector<double> shares(evaluation.confusion.size(), 0.0);
    for (std::size_t truth = 0; truth < n && n * n == shares.size(); ++truth) {
        quint64 all = 0;
        for (std::size_t k = 0; k < n; ++k) {
            all += evaluation.confusion[truth * n + k];
        }
        for (std::size_t k = 0; k < n && all > 0; ++k) {
            shares[truth * n + k] =
                static_cast<double>(evaluation.confusion[truth * n + k]) / static_cast<double>(all);
        }
    }
    return shares;
}

} // namespace parsimony::ui
