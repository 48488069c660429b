// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

class QMenu;
class QTabBar;
class QToolButton;

namespace parsimony::ui {

/// Tabs for more pages than fit in a row: those that answer one question are a group. A tab for each group,
/// and below them, where the chosen one has several pages, a tab for each of these; a group opens at the page
/// that was shown of it last. Where the groups have not the room that they need, a button stands in their
/// place, whose menu has every page.
class PageTabs : public QWidget {
    Q_OBJECT
public:
    explicit PageTabs(QWidget* parent = nullptr);

    /// Pages added from here on answer `question`.
    void beginGroup(const QString& title, const QString& question);
    void addPage(const QString& name, const QString& title);

    [[nodiscard]] const QStringList& names() const { return m_names; }
    [[nodiscard]] int current() const { return m_current; }
    void setCurrent(int page); ///< does nothing for one that is not there

    /// An entry for each page, by its group.
    void fillMenu(QMenu& menu);

    /// What stands at the right of the groups.
    void setCorner(QWidget* widget);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

signals:
    void currentChanged(int page);

private:
    struct Group {
        int first = 0, last = 0; ///< pages
        int shown = 0;
    };

    void fillMembers(const Group& group);
    void fitGroups(); ///< tabs where there is room, else the button

    QTabBar *m_groupBar, *m_memberBar;
    QToolButton* m_menuButton;
    QWidget* m_corner;
    QStringList m_names, m_titles;
    std::vector<Group> m_groups;
    int m_current = -1;
};

} // namespace parsimony::ui
