// SPDX-License-Identifier: GPL-3.0-or-later
// The table of trials in groups: which there are, what their rows say, which are folded.
#include "ui/models/number_format.h"
#include "ui/models/trial_table_model.h"

#include <QHash>
#include <algorithm>

namespace parsimony::ui {

std::vector<TrialTableModel::Group> TrialTableModel::computeGroups() const {
    std::vector<Group> groups;
    if (!m_group) {
        return groups;
    }
    // Groups stand in the order of their oldest trial, whatever the trials in them are sorted by.
    QHash<QString, std::size_t> places;
    QHash<qint64, std::size_t> ofExperiment;                      // most columns are the experiment's
    const auto isOwn = [&](const session::TrialSnapshot& trial) { // a search may choose among several
        return *m_group == TrialColumn::Phase || !filter::fieldText(trial, *m_group).empty();
    };
    const auto place = [&](const session::TrialSnapshot& trial) {
        const QString key = text(trial, *m_group);
        const auto found = places.constFind(key);
        if (found != places.constEnd()) {
            return *found;
        }
        groups.push_back({key, {}, {}});
        return *places.insert(key, groups.size() - 1);
    };
    std::vector<std::size_t> groupOf(trials().size());
    std::vector<std::uint32_t> oldest = m_order;
    std::sort(oldest.begin(), oldest.end());
    for (const auto position : oldest) {
        const auto& trial = trials()[position];
        if (isOwn(trial)) {
            groupOf[position] = place(trial);
            continue;
        }
        auto known = ofExperiment.constFind(trial.experiment);
        if (known == ofExperiment.constEnd()) {
            known = ofExperiment.insert(trial.experiment, place(trial));
        }
        groupOf[position] = *known;
    }
    for (const auto position : m_order) {
        Group& group = groups[groupOf[position]];
        group.trials.push_back(position);
        if (const auto& score = trials()[position].score) {
            group.best = std::max(group.best.value_or(*score), *score);
        }
    }
    return groups;
}

std::vector<std::uint32_t> TrialTableModel::computeRows() const {
    if (!m_group) {
        return m_order;
    }
    std::vector<std::uint32_t> rows;
    rows.reserve(m_order.size() + m_groups.size());
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        rows.push_back(kGroupRow | static_cast<std::uint32_t>(i));
        if (!m_folded.contains(m_groups[i].key)) {
            rows.insert(rows.end(), m_groups[i].trials.begin(), m_groups[i].trials.end());
        }
    }
    return rows;
}

bool TrialTableModel::isGroup(int row) const {
    return row >= 0 && row < rowCount() && (m_rows[static_cast<std::size_t>(row)] & kGroupRow) != 0;
}

const TrialTableModel::Group& TrialTableModel::groupAt(int row) const {
    return m_groups[m_rows[static_cast<std::size_t>(row)] & ~kGroupRow];
}

const session::TrialSnapshot& TrialTableModel::trialAt(int row) const {
    return trials()[isGroup(row) ? groupAt(row).trials.front() : m_rows[static_cast<std::size_t>(row)]];
}

Qt::ItemFlags TrialTableModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return isGroup(index.row()) ? flags & ~Qt::ItemIsSelectable : flags;
}

void TrialTableModel::setGroup(std::optional<TrialColumn> column) {
    if (column == m_group) {
        return;
    }
    m_group = column;
    m_folded.clear();
    m_groups = computeGroups();
    changeRows(computeRows(), false);
}

bool TrialTableModel::isFolded(int row) const {
    return isGroup(row) && m_folded.contains(groupAt(row).key);
}

void TrialTableModel::setFolded(int row, bool folded) {
    if (!isGroup(row) || isFolded(row) == folded) {
        return;
    }
    if (folded) {
        m_folded.insert(groupAt(row).key);
    } else {
        m_folded.remove(groupAt(row).key);
    }
    changeRows(computeRows(), false);
}

QString TrialTableModel::groupText(const Group& group) const {
    const auto& first = trials()[group.trials.front()];
    QString text = group.key.isEmpty() ? absent() : group.key;
    if (*m_group == TrialColumn::Experiment) {
        text = tr("experiment %1").arg(group.key);
        if (const auto* names = namesOf(first)) {
            text += QStringLiteral(" · ") + QString::fromStdString(names->method);
        }
    }
    text +=
        QStringLiteral(" · ") +
        (group.trials.size() == 1 ? tr("1 trial") : tr("%1 trials").arg(formatCount(group.trials.size())));
    return group.best ? text + tr(" · best score %1").arg(formatPercent(*group.best, 1)) : text;
}

} // namespace parsimony::ui
