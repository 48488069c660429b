// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/evaluation.h"

#include <QTableWidget>

namespace parsimony::ui {

/// Metrics of an evaluation, then the accuracies of groups and classes; of private rows with the noise's
/// standard error.
class EvaluationTable : public QTableWidget {
    Q_OBJECT
public:
    explicit EvaluationTable(QWidget* parent = nullptr);
    void setEvaluation(const Evaluation& evaluation);
};

} // namespace parsimony::ui
