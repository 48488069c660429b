// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaType>
#include <QString>
#include <memory>
#include <vector>

namespace parsimony::ui {

/// Rows that a released classifier is to be tested on.
struct EvaluationRequest {
    QString project;
    qint64 trial = 0; ///< 0: the newest final run
    QString features, labels;
    QString ids;              ///< whose the rows are; empty where nothing says
    QString groups, labelMap; ///< files, or empty; public rows only
    bool isPrivate = false;   ///< a noisy count, charged to a part called `part`
    QString part = QStringLiteral("test");
};

/// How often a classifier was right. Of private rows there is the one noisy, charged number.
struct Evaluation {
    struct Row {
        QString name;
        quint64 records = 0, correct = 0;
    };
    bool isPrivate = false;
    double accuracy = 0.0, se = 0.0; ///< 0..1; se 0 when exact
    quint64 records = 0;
    std::vector<Row> classes, groups; ///< public rows only
    std::vector<quint64> confusion;   ///< classes × classes, [true][predicted]; may be empty
    quint64 ignored = 0, invalid = 0;
    double epsilon = 0.0, remainingEpsilon = 0.0; ///< private rows: what this look took, what is left
};
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
