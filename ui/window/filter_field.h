// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/filter/trial_filter.h"
#include "ui/style/widgets.h"

#include <QStringListModel>

class QCompleter;
class QMenu;

namespace parsimony::ui {

class TrialTableModel;

/// Where the filter of the trials is typed: completes names and values, underlines what it does not know, and
/// keeps filters for later, in words that every language of the window reads.
class FilterField : public Field {
    Q_OBJECT
public:
    explicit FilterField(TrialTableModel& trials, QWidget* parent = nullptr);

    /// The filters that were kept, newest last.
    [[nodiscard]] static QStringList kept();
    /// Writes the bounds of a column into the text; one that cannot be read stays as it is.
    void setBounds(const filter::FilterRange& range);
    /// Writes which numbers a column may have into the text, likewise.
    void setListed(filter::TrialField field, const std::vector<double>& numbers);
    /// The same of a column of words.
    void setNamed(filter::TrialField field, const std::vector<std::string>& names);
    void keep();   ///< the one that is in force
    void forget(); ///< the same

signals:
    void filterChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    void apply(const QString& text);
    void underline();
    void offer();
    void complete(const QString& candidate);
    void fillMenu();

    TrialTableModel& m_trials;
    QStringListModel m_candidates;
    QCompleter* m_completer;
    QMenu* m_menu;
    int m_from = 0, m_to = 0; ///< what a completion replaces
};

} // namespace parsimony::ui
