// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/trial_filter.h"
#include "ui/models/trial_columns.h"
#include "ui/models/trial_view.h"

#include <QAbstractTableModel>
#include <QSet>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace parsimony::ui {

/// All trials of a project, filtered and sorted on a vector of row numbers: 10^5 rows stay instant, which a
/// QSortFilterProxyModel would not. Rows of the experiment that is running now are replaced as it goes.
/// Trials may stand in groups, each under a row of its own, which can be folded and not be selected.
class TrialTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role { StateRole = Qt::UserRole + 1, SortRole, GroupRole };

    explicit TrialTableModel(QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

    void setGroup(std::optional<TrialColumn> column); ///< nullopt: no groups
    [[nodiscard]] std::optional<TrialColumn> group() const { return m_group; }
    [[nodiscard]] bool isGroup(int row) const;
    void setFolded(int row, bool folded); ///< of the group at `row`
    [[nodiscard]] bool isFolded(int row) const;
    [[nodiscard]] int passingTrials() const { return static_cast<int>(m_order.size()); }

    using TrialsPtr = std::shared_ptr<const std::vector<session::TrialSnapshot>>;
    /// Replaces everything. Rows keep their place when only values changed; only those that did are told of,
    /// and of a trial that merely went on its state alone. What is taken stays shared until a merge: a copy
    /// of 10^5 trials takes 40 MB.
    void shareTrials(TrialsPtr taken);
    void setTrials(std::vector<session::TrialSnapshot> taken);
    /// Replaces the rows of one experiment (by trial id; new ones are appended).
    void mergeTrials(const std::vector<session::TrialSnapshot>& merged);
    /// How experiments were made: what filters and the columns of methods and trainers ask for.
    void setExperiments(filter::ExperimentNamesById experiments);
    /// What cannot be read of a text asks for nothing; problems() says what is wrong.
    void setFilter(const QString& text);
    [[nodiscard]] const std::vector<filter::FilterProblem>& problems() const { return m_filter.problems(); }
    [[nodiscard]] const filter::TrialFilter& filter() const { return m_filter; }
    [[nodiscard]] const filter::ExperimentNamesById& experiments() const { return m_experiments; }
    [[nodiscard]] std::vector<bool> passing() const; ///< of trials(); empty: all pass
    [[nodiscard]] bool passes(const session::TrialSnapshot& trial) const;
    /// What a cell says.
    [[nodiscard]] QString text(const session::TrialSnapshot& trial, TrialColumn column) const;

    [[nodiscard]] const std::vector<session::TrialSnapshot>& trials() const { return *m_trials; }
    /// Those that pass the filter, in the order they came, and at which places of trials() they stand; good
    /// until the next change.
    [[nodiscard]] TrialView filteredTrials() const { return {*m_trials, m_passing}; }
    [[nodiscard]] const TrialView::Rows& filteredRows() const { return m_passing; }
    /// Another number whenever trials() may be others; a filter leaves it.
    [[nodiscard]] std::uint64_t revision() const { return m_revision; }
    [[nodiscard]] const session::TrialSnapshot& trialAt(int row) const; ///< of a group its first one
    [[nodiscard]] const session::TrialSnapshot* trialById(std::int64_t id) const;
    [[nodiscard]] int rowOf(std::int64_t trialId) const; ///< -1 when filtered away or unknown
    [[nodiscard]] int totalRows() const { return static_cast<int>(m_trials->size()); }
    /// True when the column shows the same text in every visible row: "only what differs" hides it.
    [[nodiscard]] bool columnIsConstant(TrialColumn column) const;

    /// Visible rows as text, for the clipboard and files.
    [[nodiscard]] QString toCsv(const std::vector<int>& rows, const std::vector<TrialColumn>& columns) const;
    [[nodiscard]] QString toJson(const std::vector<int>& rows, const std::vector<TrialColumn>& columns) const;
    [[nodiscard]] QString toLatex(const std::vector<int>& rows,
                                  const std::vector<TrialColumn>& columns) const;

private:
    /// Trials of a group, in the order of the rows.
    struct Group {
        QString key;
        std::vector<std::uint32_t> trials;
        std::optional<double> best;
        friend bool operator==(const Group&, const Group&) = default;
    };
    static constexpr std::uint32_t kGroupRow = 1U << 31U; ///< in m_rows: with the number of the group

    void filterAgain();
    void orderAgain();                                              ///< those that pass already
    void changeRows(std::vector<std::uint32_t> changed, bool tell); ///< `tell`: even when rows stay
    [[nodiscard]] std::vector<Group> computeGroups() const;
    [[nodiscard]] std::vector<std::uint32_t> computeRows() const; ///< of m_order and m_groups
    [[nodiscard]] const Group& groupAt(int row) const;
    [[nodiscard]] QString groupText(const Group& group) const;
    [[nodiscard]] int rowOfPosition(std::uint32_t position) const; ///< -1 when filtered away
    class Changes;
    [[nodiscard]] std::vector<std::uint32_t> computePassing() const;
    [[nodiscard]] std::vector<std::uint32_t> computeOrder() const; ///< of m_passing
    void sortByText(std::vector<std::uint32_t>& order, TrialColumn column) const;
    void reindex();

    void takeTrials(TrialsPtr taken);
    [[nodiscard]] std::vector<session::TrialSnapshot>& ownTrials(); ///< copies those that are shared

    TrialsPtr m_trials = std::make_shared<const std::vector<session::TrialSnapshot>>(); ///< never null
    std::vector<session::TrialSnapshot>* m_own = nullptr; ///< the same where they are ours alone
    mutable filter::FilterIndex m_index;                  ///< of them
    std::vector<std::uint32_t> m_passing;                 ///< of the trials those that pass the filter
    std::vector<std::uint32_t> m_order;                   ///< the same as they are sorted
    std::vector<std::uint32_t> m_rows; ///< of those, what the table shows, with rows for groups
    std::optional<TrialColumn> m_group;
    std::vector<Group> m_groups;
    QSet<QString> m_folded; ///< keys of groups
    std::unordered_map<std::int64_t, std::uint32_t> m_byId;
    [[nodiscard]] const filter::ExperimentNames* namesOf(const session::TrialSnapshot& trial) const;

    filter::ExperimentNamesById m_experiments;
    filter::TrialFilter m_filter;
    QString m_filterText;
    std::uint64_t m_revision = 0;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace parsimony::ui
