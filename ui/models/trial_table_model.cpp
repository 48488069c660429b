// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/trial_table_model.h"

#include "ui/models/filter_language.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace parsimony::ui {

using session::TrialSnapshot;

TrialTableModel::TrialTableModel(QObject* parent) : QAbstractTableModel(parent) {}

int TrialTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TrialTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kTrialColumns;
}

QVariant TrialTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    if (isGroup(index.row())) {
        const bool said = role == GroupRole || role == Qt::AccessibleTextRole;
        return said ? groupText(groupAt(index.row())) : QVariant();
    }
    const auto& trial = trialAt(index.row());
    const auto column = static_cast<TrialColumn>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(trial, column);
    case Qt::TextAlignmentRole:
        return static_cast<int>((trialColumnIsText(column) ? Qt::AlignLeft : Qt::AlignRight) |
                                Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return column == TrialColumn::State ? stateMeaning(trial.state) : trialColumnMeaning(column);
    case StateRole:
        return static_cast<int>(trial.state);
    case SortRole:
        return QVariant::fromValue(
            trialNumber(trial, column).value_or(std::numeric_limits<double>::quiet_NaN()));
    default:
        return {};
    }
}

QVariant TrialTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= kTrialColumns) {
        return {};
    }
    const auto column = static_cast<TrialColumn>(section);
    switch (role) {
    case Qt::DisplayRole:
        return trialColumnTitle(column);
    case Qt::ToolTipRole:
        return trialColumnMeaning(column);
    case Qt::TextAlignmentRole:
        return static_cast<int>((trialColumnIsText(column) ? Qt::AlignLeft : Qt::AlignRight) |
                                Qt::AlignVCenter);
    default:
        return {};
    }
}

void TrialTableModel::setFilter(const QString& text) {
    m_filterText = text;
    m_filter = filter::TrialFilter(text.toStdString(), filterWords(m_experiments));
    filterAgain();
}

void TrialTableModel::setExperiments(filter::ExperimentNamesById experiments) {
    if (experiments == m_experiments) {
        return;
    }
    m_experiments = std::move(experiments);
    setFilter(m_filterText); // a name that was not known may be now
    if (rowCount() > 0) {
        emit dataChanged(index(0, static_cast<int>(TrialColumn::Method)),
                         index(rowCount() - 1, static_cast<int>(TrialColumn::Trainer)));
    }
}

const filter::ExperimentNames* TrialTableModel::namesOf(const TrialSnapshot& trial) const {
    const auto found = m_experiments.find(trial.experiment);
    return found == m_experiments.end() ? nullptr : &found->second;
}

std::vector<bool> TrialTableModel::passing() const {
    std::vector<bool> passing;
    if (!m_filter.empty()) {
        passing.resize(trials().size());
        for (const auto position : m_passing) {
            passing[position] = true;
        }
    }
    return passing;
}

bool TrialTableModel::passes(const TrialSnapshot& trial) const {
    return m_filter.empty() || m_filter.matches(trial, namesOf(trial));
}

QString TrialTableModel::text(const TrialSnapshot& trial, TrialColumn column) const {
    if (column != TrialColumn::Method && column != TrialColumn::Trainer && column != TrialColumn::Encoder) {
        return trialText(trial, column);
    }
    return QString::fromStdString(filter::fieldName(trial, column, namesOf(trial)));
}

void TrialTableModel::reindex() {
    m_byId.clear();
    m_byId.reserve(trials().size());
    for (std::uint32_t i = 0; i < trials().size(); ++i) {
        if (trials()[i].id > 0) {
            m_byId[trials()[i].id] = i;
        }
    }
}

/// Gathers which rows to tell of: a run replaces all of its trials each time, of which one has gone on.
class TrialTableModel::Changes {
public:
    /// Whether `now` is another than `before`; `row` says where it stands.
    template <class Row>
    bool note(const TrialSnapshot& before, const TrialSnapshot& now, Row row) {
        if (before == now) {
            return false;
        }
        m_any = true;
        if (m_progressOnly) {
            TrialSnapshot gone = before;
            gone.stepsDone = now.stepsDone;
            m_progressOnly = gone == now;
        }
        if (const int at = row(); at >= 0) {
            m_first = std::min(m_first, at);
            m_last = std::max(m_last, at);
        }
        return true;
    }
    /// No order asks for the steps done, but a filter may: they stand in the words of the state.
    [[nodiscard]] bool mayReorder(bool filtered) const { return m_any && (filtered || !m_progressOnly); }
    void tell(TrialTableModel& model) const {
        constexpr int state = static_cast<int>(TrialColumn::State);
        if (m_last >= 0) {
            emit model.dataChanged(model.index(m_first, m_progressOnly ? state : 0),
                                   model.index(m_last, m_progressOnly ? state : kTrialColumns - 1));
        }
    }

private:
    int m_first = std::numeric_limits<int>::max(), m_last = -1;
    bool m_any = false, m_progressOnly = true;
};

void TrialTableModel::takeTrials(TrialsPtr taken) {
    m_trials = std::move(taken);
    m_own = nullptr;
    m_index.clear();
    ++m_revision;
}

std::vector<TrialSnapshot>& TrialTableModel::ownTrials() {
    if (m_own == nullptr) {
        auto copy = std::make_shared<std::vector<TrialSnapshot>>(trials());
        m_own = copy.get();
        m_trials = std::move(copy);
    }
    return *m_own;
}

void TrialTableModel::setTrials(std::vector<TrialSnapshot> taken) {
    shareTrials(std::make_shared<const std::vector<TrialSnapshot>>(std::move(taken)));
}

void TrialTableModel::shareTrials(TrialsPtr taken) {
    const bool sameRows =
        taken->size() == trials().size() &&
        std::equal(taken->begin(), taken->end(), trials().begin(),
                   [](const auto& a, const auto& b) { return a.id == b.id && a.experiment == b.experiment; });
    if (sameRows) {
        Changes changes;
        for (std::size_t i = 0; i < taken->size(); ++i) {
            changes.note(trials()[i], (*taken)[i],
                         [&] { return rowOfPosition(static_cast<std::uint32_t>(i)); });
        }
        takeTrials(std::move(taken));
        changes.tell(*this);
        if (changes.mayReorder(!m_filter.empty())) {
            filterAgain();
        }
        return;
    }
    beginResetModel();
    takeTrials(std::move(taken));
    reindex();
    m_passing = computePassing();
    m_order = computeOrder();
    m_groups = computeGroups();
    m_rows = computeRows();
    endResetModel();
}

void TrialTableModel::mergeTrials(const std::vector<TrialSnapshot>& merged) {
    ++m_revision;
    m_index.clear();
    Changes changes;
    std::vector<TrialSnapshot> added;
    for (const auto& trial : merged) {
        if (trial.id <= 0) {
            continue; // a trial that is only planned has no row in the ledger yet
        }
        const auto found = m_byId.find(trial.id);
        if (found == m_byId.end()) {
            added.push_back(trial);
            continue;
        }
        const std::uint32_t position = found->second;
        if (changes.note(trials()[position], trial, [&] { return rowOfPosition(position); })) {
            ownTrials()[position] = trial;
        }
    }
    changes.tell(*this);
    if (!added.empty()) {
        std::vector<TrialSnapshot>& own = ownTrials();
        std::vector<std::uint32_t> visible;
        for (auto& trial : added) {
            const auto position = static_cast<std::uint32_t>(own.size());
            m_byId[trial.id] = position;
            if (passes(trial)) {
                visible.push_back(position);
            }
            own.push_back(std::move(trial));
        }
        if (!visible.empty()) {
            beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(visible.size()) - 1);
            m_passing.insert(m_passing.end(), visible.begin(), visible.end());
            m_order.insert(m_order.end(), visible.begin(), visible.end());
            m_rows.insert(m_rows.end(), visible.begin(), visible.end());
            endInsertRows();
        }
    }
    const bool plain = m_filter.empty() && m_sortColumn < 0 && !m_group;
    if (!plain && (!added.empty() || changes.mayReorder(!m_filter.empty()))) {
        filterAgain();
    }
}

const TrialSnapshot* TrialTableModel::trialById(std::int64_t id) const {
    const auto found = m_byId.find(id);
    return found == m_byId.end() ? nullptr : &trials()[found->second];
}

int TrialTableModel::rowOf(std::int64_t trialId) const {
    const auto found = m_byId.find(trialId);
    return found == m_byId.end() ? -1 : rowOfPosition(found->second);
}

int TrialTableModel::rowOfPosition(std::uint32_t position) const {
    if (position < m_rows.size() && m_rows[position] == position) {
        return static_cast<int>(position);
    }
    const auto at = std::find(m_rows.begin(), m_rows.end(), position);
    return at == m_rows.end() ? -1 : static_cast<int>(at - m_rows.begin());
}

bool TrialTableModel::columnIsConstant(TrialColumn column) const {
    for (std::size_t i = 1; i < m_order.size(); ++i) {
        const auto& a = trials()[m_order[0]];
        const auto& b = trials()[m_order[i]];
        if (trialNumber(a, column) != trialNumber(b, column) ||
            (trialColumnIsText(column) && text(a, column) != text(b, column))) {
            return false;
        }
    }
    return true;
}

} // namespace parsimony::ui
