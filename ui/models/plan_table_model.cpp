// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/plan_table_model.h"

#include "core/search/method_kind.h"
#include "ui/models/number_format.h"
#include "ui/models/trial_columns.h"

#include <algorithm>

namespace parsimony::ui {

namespace {

/// "12 – 230" over the trials that have the number; "searched" when none has it yet.
template <class Get>
QString rangeText(const std::vector<session::TrialSnapshot>& trials, Get get, int digits) {
    double low = 0.0;
    double high = 0.0;
    bool any = false;
    for (const auto& trial : trials) {
        const std::optional<double> value = get(trial);
        if (value) {
            low = any ? std::min(low, *value) : *value;
            high = any ? std::max(high, *value) : *value;
            any = true;
        }
    }
    if (!any) {
        return absent();
    }
    const QString a = formatQuantity(low, digits);
    const QString b = formatQuantity(high, digits);
    return a == b ? a : a + QStringLiteral(" – ") + b;
}

/// Of a slice there is none.
QString muText(double mu) {
    return mu > 0.0 ? formatMu(mu) : absent();
}

} // namespace

int PlanTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int PlanTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PlanTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((index.column() == What ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && index.column() == What) {
        return row.what; // the numbers leave little room
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
    case What:
        return row.what;
    case Trials:
        return row.trials;
    case Epsilon:
        return row.epsilon;
    case Mu:
        return row.mu;
    case Sigma:
        return row.sigma;
    case StepSize:
        return row.stepSize;
    default:
        return {};
    }
}

QVariant PlanTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((section == What ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    const auto column = [](TrialColumn c, int r) {
        return r == Qt::ToolTipRole   ? QVariant(trialColumnMeaning(c))
               : r == Qt::DisplayRole ? QVariant(trialColumnTitle(c))
                                      : QVariant();
    };
    switch (section) {
    case What:
        return role == Qt::DisplayRole ? tr("step") : QVariant();
    case Trials:
        return role == Qt::DisplayRole ? QStringLiteral("n")
               : role == Qt::ToolTipRole
                   ? tr("Number of trials; of a private selection its mean, for the number itself is secret.")
                   : QVariant();
    case Epsilon:
        return column(TrialColumn::Epsilon, role);
    case Mu:
        return column(TrialColumn::Mu, role);
    case Sigma:
        return column(TrialColumn::NoiseMultiplier, role);
    case StepSize:
        return column(TrialColumn::R, role);
    default:
        return {};
    }
}

void PlanTableModel::setPlan(RunSnapshotPtr plan) {
    beginResetModel();
    m_plan = std::move(plan);
    m_rows.clear();
    if (m_plan) {
        addStatistics();
        addPhases();
        addFinal();
    }
    endResetModel();
}

void PlanTableModel::addStatistics() {
    for (const session::StatisticSnapshot& statistic : m_plan->statistics) {
        m_rows.push_back({statisticName(statistic.name), QStringLiteral("1"),
                          formatEpsilon(statistic.epsilon, Rounding::Up), muText(statistic.mu), absent(),
                          absent()});
    }
}

void PlanTableModel::addPhases() {
    int number = 0;
    for (const auto& phase : m_plan->phases) {
        m_rows.push_back({phaseTitle(number++), QString::number(phase.trials.size()),
                          formatEpsilon(phase.epsilon, Rounding::Up), muText(phase.mu),
                          rangeText(
                              phase.trials, [](const auto& t) { return t.noiseMultiplier; }, 3),
                          rangeText(
                              phase.trials, [](const auto& t) { return t.r; }, 3)});
    }
}

void PlanTableModel::addFinal() {
    if (!m_plan->final) {
        return;
    }
    const auto& trial = m_plan->final->trial;
    const search::MethodTraits* method = m_plan->method.traits();
    const bool fits = method != nullptr && method->hasPhases;
    m_rows.push_back({m_plan->selection ? tr("selection") : phaseTitle(-1),
                      m_plan->selection
                          ? QStringLiteral("≈ ") + formatQuantity(m_plan->selection->runsMean, 3)
                          : QStringLiteral("1"),
                      formatEpsilon(trial.epsilon, Rounding::Up), muText(trial.mu),
                      trial.noiseMultiplier ? formatQuantity(*trial.noiseMultiplier, 3) : absent(),
                      trial.r ? formatQuantity(*trial.r, 3)
                      : fits  ? tr("from fit")
                              : absent()});
}

} // namespace parsimony::ui
