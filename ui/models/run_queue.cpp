// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/run_queue.h"

#include "ui/models/number_format.h"

#include <cmath>

namespace parsimony::ui {

int RunQueue::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_items.size());
}

QVariant RunQueue::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const Item& item = m_items[static_cast<std::size_t>(index.row())];
    const bool fit = fits(index.row());
    switch (role) {
    case FitsRole:
        return fit;
    case Qt::DisplayRole: {
        if (item.free) {
            return tr("%1, takes nothing").arg(item.method);
        }
        if (item.epsilon <= 0.0) { // each run of a study of public data has a simulated budget of its own
            return (item.simulated ? tr("%1, public data") : tr("%1, nothing new to pay")).arg(item.method);
        }
        const QString price = (item.simulated ? tr("simulates ε %1") : tr("takes ε %1"))
                                  .arg(formatEpsilon(item.epsilon, Rounding::Up));
        return fit ? tr("%1, %2").arg(item.method, price)
                   : tr("%1, %2: does not fit any more").arg(item.method, price);
    }
    case Qt::ToolTipRole:
        return fit ? tr("Starts when what is before it has finished. Nothing is reserved for it until then.")
                   : tr("What is before it leaves too little: it will be refused and nothing spent.");
    default:
        return {};
    }
}

void RunQueue::add(const session::RunOptions& options, const session::RunSnapshot& plan) {
    append({options, plan.experimentEpsilon, plan.experimentMu,
            QString::fromStdString(plan.method + " · " + plan.trainer),
            plan.budget.simulated || !plan.isPrivate});
}

void RunQueue::add(const study::StudyVariant& study, const study::StudyPrice& price) {
    const QString what =
        study.file
            ? tr("study “%1” of %2 runs").arg(QString::fromStdString(price.title), formatCount(price.runs))
            : (study.compare ? tr("comparison of %1 runs") : tr("sweep of %1 runs"))
                  .arg(formatCount(price.runs));
    append({study, price.epsilon, price.mu, what, price.simulated});
}

void RunQueue::add(const EngineTask& task, const QString& title) {
    append({task, 0.0, 0.0, title, false, true});
}

void RunQueue::append(Item item) {
    beginInsertRows({}, rowCount(), rowCount());
    m_items.push_back(std::move(item));
    endInsertRows();
    emit changed();
}

void RunQueue::removeAt(int row) {
    if (row < 0 || row >= rowCount()) {
        return;
    }
    beginRemoveRows({}, row, row);
    m_items.erase(m_items.begin() + row);
    endRemoveRows();
    setRoom(m_room);
    emit changed();
}

void RunQueue::move(int row, int by) {
    const int to = row + by;
    if (by == 0 || row < 0 || row >= rowCount() || to < 0 || to >= rowCount()) {
        return;
    }
    beginMoveRows({}, row, row, {}, to > row ? to + 1 : to);
    const Item item = m_items[static_cast<std::size_t>(row)];
    m_items.erase(m_items.begin() + row);
    m_items.insert(m_items.begin() + to, item);
    endMoveRows();
    setRoom(m_room);
    emit changed();
}

void RunQueue::clear() {
    beginResetModel();
    m_items.clear();
    endResetModel();
    emit changed();
}

std::optional<QueuedRun> RunQueue::takeFirst() {
    if (m_items.empty()) {
        return std::nullopt;
    }
    const QueuedRun run = m_items.front().run;
    removeAt(0);
    return run;
}

void RunQueue::setRoom(double mu) {
    m_room = mu;
    if (!m_items.empty()) {
        emit dataChanged(index(0), index(rowCount() - 1));
    }
}

double RunQueue::muUpTo(int row) const {
    double square = 0.0;
    for (int i = 0; i <= row; ++i) {
        square += std::pow(m_items[static_cast<std::size_t>(i)].mu, 2.0);
    }
    return std::sqrt(square);
}

bool RunQueue::fits(int row) const {
    // The engine decides exactly when its turn comes; rounding must not mark what fits to the last digit.
    return m_room < 0.0 || muUpTo(row) <= m_room * (1.0 + 1e-6);
}

double RunQueue::totalMu() const {
    return m_items.empty() ? 0.0 : muUpTo(rowCount() - 1);
}

} // namespace parsimony::ui
