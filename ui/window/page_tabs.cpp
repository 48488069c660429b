// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/page_tabs.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QSignalBlocker>
#include <QTabBar>
#include <QToolButton>
#include <algorithm>

namespace parsimony::ui {

namespace {
QTabBar* newBar(const QString& name) {
    auto* bar = new QTabBar;
    bar->setObjectName(name);
    bar->setDrawBase(false);
    bar->setExpanding(false);
    bar->setUsesScrollButtons(true);
    return bar;
}
} // namespace

PageTabs::PageTabs(QWidget* parent)
    : QWidget(parent), m_groupBar(newBar(QStringLiteral("pageGroups"))),
      m_memberBar(newBar(QStringLiteral("pageTabs"))), m_menuButton(new QToolButton), m_corner(new QWidget) {
    m_groupBar->setAccessibleName(tr("Groups of pages"));
    m_memberBar->setAccessibleName(tr("Pages"));
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(4, 0, 4, 0);
    all->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->addWidget(m_groupBar, 1);
    m_menuButton->setObjectName(QStringLiteral("pageMenu"));
    m_menuButton->setAccessibleName(tr("Pages"));
    m_menuButton->setPopupMode(QToolButton::InstantPopup);
    m_menuButton->setMenu(new QMenu(m_menuButton));
    m_menuButton->hide();
    connect(m_menuButton->menu(), &QMenu::aboutToShow, this, [this] { fillMenu(*m_menuButton->menu()); });
    row->addWidget(m_menuButton);
    row->addStretch();
    row->addWidget(m_corner);
    (new QHBoxLayout(m_corner))->setContentsMargins(0, 0, 0, 0);
    all->addLayout(row);
    all->addWidget(m_memberBar);
    connect(m_groupBar, &QTabBar::currentChanged, this,
            [this](int group) { setCurrent(m_groups.at(static_cast<std::size_t>(group)).shown); });
    connect(m_memberBar, &QTabBar::currentChanged, this, [this](int member) {
        if (member >= 0) {
            setCurrent(m_groups.at(static_cast<std::size_t>(m_groupBar->currentIndex())).first + member);
        }
    });
}

void PageTabs::setCorner(QWidget* widget) {
    m_corner->layout()->addWidget(widget);
}

void PageTabs::beginGroup(const QString& title, const QString& question) {
    const int next = static_cast<int>(m_names.size());
    m_groups.push_back({next, next - 1, next});
    const QSignalBlocker quiet(m_groupBar); // it has no page yet
    m_groupBar->setTabToolTip(m_groupBar->addTab(title), question);
}

void PageTabs::addPage(const QString& name, const QString& title) {
    m_groups.back().last = static_cast<int>(m_names.size());
    m_names << name;
    m_titles << title;
    if (m_current < 0) {
        setCurrent(0);
    } else if (m_groupBar->currentIndex() + 1 == m_groupBar->count()) {
        fillMembers(m_groups.back());
    }
}

void PageTabs::setCurrent(int page) {
    if (page < 0 || page >= m_names.size() || page == m_current) {
        return;
    }
    const auto found = std::find_if(m_groups.begin(), m_groups.end(),
                                    [page](const Group& group) { return page <= group.last; });
    found->shown = page;
    m_current = page;
    const QSignalBlocker quiet(m_groupBar);
    m_groupBar->setCurrentIndex(static_cast<int>(found - m_groups.begin()));
    fillMembers(*found);
    fitGroups();
    emit currentChanged(page);
}

void PageTabs::fillMenu(QMenu& menu) {
    menu.clear();
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        const QString group = m_groupBar->tabText(static_cast<int>(g));
        for (int page = m_groups[g].first; page <= m_groups[g].last; ++page) {
            const bool alone = m_groups[g].first == m_groups[g].last;
            const QString text = alone ? group : group + QStringLiteral(" · ") + m_titles.at(page);
            QAction* action = menu.addAction(text, this, [this, page] { setCurrent(page); });
            action->setCheckable(true);
            action->setChecked(page == m_current);
        }
        menu.addSeparator();
    }
}

void PageTabs::fitGroups() {
    const QMargins margins = layout()->contentsMargins();
    const int room = width() - margins.left() - margins.right() - m_corner->sizeHint().width() - 8;
    const bool fits = m_groupBar->sizeHint().width() <= room;
    m_groupBar->setVisible(fits);
    m_menuButton->setVisible(!fits);
    m_menuButton->setText(m_groupBar->tabText(m_groupBar->currentIndex()) + QStringLiteral(" ▾"));
}

void PageTabs::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitGroups();
}

bool PageTabs::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) { // what stands in the corner has other words
        fitGroups();
    }
    return QWidget::event(event);
}

void PageTabs::fillMembers(const Group& group) {
    const QSignalBlocker quiet(m_memberBar);
    if (m_memberBar->count() != group.last - group.first + 1 ||
        m_memberBar->tabData(0).toInt() != group.first) {
        while (m_memberBar->count() > 0) {
            m_memberBar->removeTab(0);
        }
        for (int page = group.first; page <= group.last; ++page) {
            m_memberBar->setTabData(m_memberBar->addTab(m_titles.at(page)), page);
        }
    }
    m_memberBar->setCurrentIndex(group.shown - group.first);
    m_memberBar->setVisible(group.last > group.first);
}

} // namespace parsimony::ui
