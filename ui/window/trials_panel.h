// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/trial_filter.h"
#include "ui/models/trial_columns.h"
#include "ui/models/undo_history.h"
#include "ui/workers/context.h"

#include <QWidget>
#include <set>

class QAction;
class QLabel;
class QMenu;
class QTableView;
class QToolButton;

namespace parsimony::ui {

class ElidedLabel;
class FilterField;
class Timeline;

/// Timeline over the table of trials, with filter, columns and copies.
class TrialsPanel : public QWidget {
    Q_OBJECT
public:
    explicit TrialsPanel(const Context& context, QWidget* parent = nullptr);

    [[nodiscard]] QTableView* table() const { return m_table; }
    void setRun(RunSnapshotPtr run);
    void setBounds(const filter::FilterRange& range); ///< in the filter, in place of those it has
    void setNamed(TrialColumn column, const std::vector<std::string>& names); ///< the same of words
    void showOnly(TrialColumn column, const std::vector<double>& numbers);    ///< in the filter; none: all
    void focusFilter();
    /// The rows that pass the filter, or those selected where there are several, in a form for other
    /// programs.
    enum class Format { Csv, Json, Latex };
    void copyAs(Format format);
    [[nodiscard]] QString asText(Format format) const;

signals:
    void written(QStringList files);
    void failedWith(parsimony::ui::Problem problem);
    void viewChanged(parsimony::ui::ViewChange change);
    void filterChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildBar();
    void buildTable();
    [[nodiscard]] QMenu* buildGroupMenu();
    bool foldByKey(int key); ///< the group at the current row; false when none is there
    void saveTable();
    void updateCount();
    [[nodiscard]] QString whyEmpty(bool none) const; ///< there are none, or none passes the filter
    void applyColumns();
    void wireViewChanges();
    void giveFilterRoom();
    void followTheRun(); ///< the newest trial stays in view where the end of the table is
    void findUnusedColumns();
    void widenColumns();
    void selectionFromTable();
    void selectionToTable();
    void markSelected(); ///< the rows of what is selected: a filter may have hidden them for a while
    [[nodiscard]] std::vector<TrialColumn> shownColumns() const;

    Context m_context;
    Timeline* m_timeline;
    QWidget* m_bar = nullptr;
    FilterField* m_filter = nullptr;
    QLabel *m_count = nullptr, *m_empty = nullptr, *m_problem = nullptr;
    ElidedLabel* m_progress = nullptr;
    QToolButton* m_columns = nullptr;
    QMenu* m_columnMenu = nullptr;
    QAction* m_differs = nullptr;
    std::vector<QAction*> m_columnActions;
    QTableView* m_table = nullptr;
    QString m_filterBefore;
    std::pair<int, Qt::SortOrder> m_sortBefore{-1, Qt::AscendingOrder};
    bool m_syncing = false, m_follows = false;
    std::set<TrialColumn> m_unused; ///< in which no trial has anything that others have not
    bool m_hidden = false;          ///< a private selection runs, of which nothing is shown
};

} // namespace parsimony::ui
