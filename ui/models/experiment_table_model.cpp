// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/experiment_table_model.h"

#include "ui/models/number_format.h"
#include "ui/models/trial_columns.h"

#include <algorithm>

namespace parsimony::ui {

namespace {

/// All that a search chose from; empty where nothing was said.
QString encoderText(const session::ExperimentSummary& experiment) {
    if (experiment.encoders.size() < 2) {
        return QString::fromStdString(experiment.encoder());
    }
    QStringList names;
    for (const auto& [name, id] : experiment.encoders) {
        names << QString::fromStdString(name);
    }
    return names.join(QStringLiteral(", "));
}

} // namespace

bool ExperimentTableModel::namesEncoders() const {
    return std::any_of(
        m_experiments.begin(), m_experiments.end(),
        [](const session::ExperimentSummary& experiment) { return !experiment.encoders.empty(); });
}

int ExperimentTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_experiments.size());
}
int ExperimentTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ExperimentTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const auto& e = m_experiments[static_cast<std::size_t>(index.row())];
    const bool right = index.column() == Number || index.column() == Epsilon || index.column() == Accuracy;
    switch (role) {
    case ExperimentRole:
        return QVariant::fromValue<qlonglong>(e.id);
    case FinishedRole:
        return statusOf(e) == ExperimentStatus::Finished;
    case SeveralLabelsRole:
        return e.severalLabels;
    case Qt::TextAlignmentRole:
        return static_cast<int>((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::DisplayRole:
        break;
    default:
        return {};
    }
    switch (index.column()) {
    case Number:
        return QString::number(e.id);
    case Started:
        return QString::fromStdString(e.started).left(16).replace(QLatin1Char('T'), QLatin1Char(' '));
    case Method:
        return QString::fromStdString(e.method.text());
    case Trainer:
        return QString::fromStdString(e.trainer);
    case Encoder:
        return encoderText(e);
    case Epsilon:
        return e.isLook() ? absent() : formatEpsilon(e.epsilon, Rounding::Up);
    case Accuracy:
        return e.testAccuracy ? formatAccuracy(*e.testAccuracy, e.testAccuracySe) : absent();
    case Status:
        return statusText(e);
    default:
        return {};
    }
}

QString ExperimentTableModel::statusText(const session::ExperimentSummary& experiment) {
    switch (statusOf(experiment)) {
    case ExperimentStatus::Finished:
        return tr("finished");
    case ExperimentStatus::Interrupted:
        return tr("interrupted");
    case ExperimentStatus::Running:
        return tr("running");
    case ExperimentStatus::Failed:
        return tr("failed");
    default:
        return QString::fromLatin1(toText(experiment.status));
    }
}

QVariant ExperimentTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        const bool right = section == Number || section == Epsilon || section == Accuracy;
        return static_cast<int>((right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    const QString titles[ColumnCount] = {QStringLiteral("#"),
                                         tr("started"),
                                         trialColumnTitle(TrialColumn::Method),
                                         trialColumnTitle(TrialColumn::Trainer),
                                         trialColumnTitle(TrialColumn::Encoder),
                                         QStringLiteral("ε"),
                                         tr("test accuracy"),
                                         tr("status")};
    return role == Qt::DisplayRole && section < ColumnCount ? QVariant(titles[section]) : QVariant();
}

void ExperimentTableModel::setExperiments(std::vector<session::ExperimentSummary> experiments) {
    beginResetModel();
    m_experiments = std::move(experiments);
    endResetModel();
}

} // namespace parsimony::ui
