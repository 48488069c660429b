// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help_sheets.h"

#include "ui/style/widgets.h"
#include "ui/window/command_palette.h"

#include <QAction>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QTabBar>
#include <QVBoxLayout>
#include <iterator>

namespace parsimony::ui {

ShortcutSheet::ShortcutSheet(QWidget* window) : QFrame(window) {
    setObjectName(QStringLiteral("shortcutSheet"));
    setProperty("role", "card");
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Keyboard shortcuts"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->addWidget(roleLabel(tr("Keyboard").toUpper(), "heading"));
    hide();
}

void ShortcutSheet::open(const QMenuBar& menus) {
    m_focus.remember(this);
    delete m_body;
    m_body = new QWidget;
    auto* grid = new QGridLayout(m_body);
    grid->setContentsMargins(0, 4, 0, 0);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(4);
    QList<std::pair<QString, QString>> lines;
    for (const auto& [name, action] : allActions(menus)) {
        if (!action->shortcut().isEmpty()) {
            lines << std::pair(action->shortcut().toString(QKeySequence::NativeText),
                               QString(action->text()).remove(QLatin1Char('&')));
        }
    }
    lines << std::pair(QStringLiteral("/"), tr("Filter trials"))
          << std::pair(QStringLiteral("← ↑ → ↓  + −"), tr("Move and zoom the plot in focus"))
          << std::pair(QStringLiteral("← →"), tr("Move an edge of the budget split"))
          << std::pair(QStringLiteral("Esc"), tr("Clear the filter, close a sheet"));
    const auto half = (lines.size() + 1) / 2;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const int row = static_cast<int>(i % half);
        const int column = i < half ? 0 : 2;
        grid->addWidget(roleLabel(lines[i].first, "badge"), row, column, Qt::AlignLeft);
        grid->addWidget(new QLabel(lines[i].second), row, column + 1);
    }
    layout()->addWidget(m_body);
    adjustSize();
    move((parentWidget()->width() - width()) / 2, std::max(40, (parentWidget()->height() - height()) / 2));
    show();
    raise();
    setFocus();
}

void ShortcutSheet::keyPressEvent(QKeyEvent*) {
    hide();
}
void ShortcutSheet::mousePressEvent(QMouseEvent*) {
    hide();
}
void ShortcutSheet::focusOutEvent(QFocusEvent*) {
    hide();
}
void ShortcutSheet::hideEvent(QHideEvent*) {
    m_focus.giveBack(this);
}

namespace {

struct Step {
    const char* anchor; ///< name of the widget that it explains
    const char* title;
    const char* text; ///< null: what the tabs of the anchor ask
};

const Step kSteps[] = {
    {"budgetStrip", QT_TRANSLATE_NOOP("parsimony::ui::Tour", "The budget comes first"),
     QT_TRANSLATE_NOOP("parsimony::ui::Tour",
                       "This line never goes away. Solid is spent, hatched is reserved, outlined is "
                       "what the plan would take.")},
    {"dataSection", QT_TRANSLATE_NOOP("parsimony::ui::Tour", "Say whose data it is"),
     QT_TRANSLATE_NOOP("parsimony::ui::Tour",
                       "Private data has a budget that is enforced, over all projects. A public "
                       "benchmark only simulates one. Then drop your files here.")},
    {"budgetSection", QT_TRANSLATE_NOOP("parsimony::ui::Tour", "Split it by dragging"),
     QT_TRANSLATE_NOOP("parsimony::ui::Tour",
                       "Cheap early phases look for a good step size; the final run takes what is "
                       "left. Drag an edge: every ε and σ follows at once.")},
    {"splitEditor", QT_TRANSLATE_NOOP("parsimony::ui::Tour", "μ adds up, ε does not"),
     QT_TRANSLATE_NOOP("parsimony::ui::Tour",
                       "Each release has a μ, and releases add up as μ²; ε follows from the sum and δ. "
                       "Two of ε 0.5 take ε 0.73 together at δ 1e-5, not 1. So the bar is drawn to "
                       "scale in μ², and the ε of trials are never added.")},
    {"planSection", QT_TRANSLATE_NOOP("parsimony::ui::Tour", "r is what a search looks for"),
     QT_TRANSLATE_NOOP("parsimony::ui::Tour",
                       "r = η · T, learning rate times steps, is how far training goes in all. Accuracy "
                       "depends on r far more than on η or T alone, and the best r grows with ε: a line "
                       "through what the phases found leads to the r of the final run.")},
    {"trialsPanel", QT_TRANSLATE_NOOP("parsimony::ui::Tour", "ν says how loud the noise is"),
     QT_TRANSLATE_NOOP(
         "parsimony::ui::Tour",
         "ν is the noise that finished weights put on a logit. It follows from r, σ and declared "
         "constants, so it is known before any row is read and costs nothing. On real "
         "features the best runs have a ν of about 1.")},
    {"runBar", QT_TRANSLATE_NOOP("parsimony::ui::Tour", "The button names its price"),
     QT_TRANSLATE_NOOP("parsimony::ui::Tour",
                       "Nothing is touched before you press it. A run can be paused and goes on "
                       "later without paying again.")},
    {"pageBar", QT_TRANSLATE_NOOP("parsimony::ui::Tour", "Each group of pages answers a question"), nullptr},
    {"trialsPanel", QT_TRANSLATE_NOOP("parsimony::ui::Tour", "Watch, select, export"),
     QT_TRANSLATE_NOOP("parsimony::ui::Tour",
                       "Trials fill in as they finish. What you select here is marked in every plot "
                       "and explained on the right. Ctrl+K finds every command.")},
};
constexpr int kTourWidth = 320;
constexpr int kStepCount = static_cast<int>(std::size(kSteps));

/// A line for each tab: its title, and what its tip asks.
QString questionsOf(const QWidget* tabs) {
    QStringList lines;
    if (const auto* bar = tabs->findChild<const QTabBar*>(QStringLiteral("pageGroups"))) {
        for (int i = 0; i < bar->count(); ++i) {
            lines << QStringLiteral("<b>%1</b>: %2").arg(bar->tabText(i), bar->tabToolTip(i));
        }
    }
    return lines.join(QStringLiteral("<br>"));
}

/// What is seen of a widget: itself, or the closed section that it lies in; null where that is the whole
/// window.
QWidget* seenFor(QWidget* widget) {
    while (widget != nullptr && !widget->isVisible()) {
        widget = widget->parentWidget();
    }
    return widget != nullptr && widget->isWindow() ? nullptr : widget;
}

} // namespace

Tour::Tour(QWidget* window) : QFrame(window) {
    setObjectName(QStringLiteral("tour"));
    setProperty("role", "card");
    setFocusPolicy(Qt::StrongFocus);
    setFixedWidth(kTourWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    m_count = roleLabel({}, "faint");
    m_title = new QLabel;
    m_title->setStyleSheet(QStringLiteral("font-weight: 600; font-size: 13px;"));
    m_title->setWordWrap(true);
    m_text = roleLabel({}, "muted");
    m_text->setWordWrap(true);
    column->addWidget(m_count);
    column->addWidget(m_title);
    column->addWidget(m_text);
    auto* row = new QHBoxLayout;
    m_dismiss = new QPushButton(tr("Don't show again"));
    m_dismiss->setObjectName(QStringLiteral("tour.dismiss"));
    m_dismiss->setProperty("link", true);
    m_next = new QPushButton(tr("Next"));
    m_next->setObjectName(QStringLiteral("tour.next"));
    m_next->setAutoDefault(true); // Enter goes on as well
    m_dismiss->setAutoDefault(true);
    m_ring = new QFrame(window);
    m_ring->setObjectName(QStringLiteral("tour.ring"));
    m_ring->setProperty("role", "ring");
    m_ring->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_ring->hide();
    row->addWidget(m_dismiss);
    row->addStretch(1);
    row->addWidget(m_next);
    column->addLayout(row);
    connect(m_next, &QPushButton::clicked, this,
            [this] { m_step + 1 < kStepCount ? show(m_step + 1) : finish(); });
    connect(m_dismiss, &QPushButton::clicked, this, &Tour::finish);
    hide();
}

bool Tour::wanted() {
    return !QSettings().value(QStringLiteral("tour/done"), false).toBool();
}

void Tour::start() {
    m_focus.remember(this);
    show(0);
}

void Tour::show(int step) {
    m_step = step;
    const Step& s = kSteps[step];
    m_count->setText(tr("%1 of %2").arg(step + 1).arg(kStepCount));
    m_title->setText(tr(s.title));
    auto* anchor = seenFor(parentWidget()->findChild<QWidget*>(QLatin1String(s.anchor)));
    m_text->setText(s.text != nullptr ? tr(s.text) : questionsOf(anchor));
    m_next->setText(step + 1 < kStepCount ? tr("Next") : tr("Done"));
    resize(kTourWidth, layout()->totalHeightForWidth(kTourWidth)); // adjustSize() takes another width's
    for (QWidget* above = anchor; above != nullptr; above = above->parentWidget()) {
        if (auto* scroll = qobject_cast<QScrollArea*>(above)) {
            scroll->ensureWidgetVisible(anchor, 0, 0);
        }
    }
    m_ring->setVisible(anchor != nullptr);
    QPoint at((parentWidget()->width() - width()) / 2, 120);
    if (anchor != nullptr) {
        const QRect seen = anchor->visibleRegion().boundingRect();
        const QRect place(anchor->mapTo(parentWidget(), seen.topLeft()), seen.size());
        m_ring->setGeometry(place);
        m_ring->raise();
        const bool right = place.right() + width() + 16 < parentWidget()->width();
        at = right ? QPoint(place.right() + 12, place.top())
                   : QPoint(place.center().x() - width() / 2, place.bottom() + 12);
        if (!right && at.y() + height() > parentWidget()->height()) {
            at.setY(place.top() - height() - 12);
        }
    }
    at.setX(std::clamp(at.x(), 8, std::max(8, parentWidget()->width() - width() - 8)));
    at.setY(std::clamp(at.y(), 40, std::max(40, parentWidget()->height() - height() - 8)));
    move(at);
    QFrame::show();
    raise();
    m_next->setFocus();
}

void Tour::hideEvent(QHideEvent*) {
    m_focus.giveBack(this);
}

void Tour::finish() {
    QSettings().setValue(QStringLiteral("tour/done"), true);
    m_ring->hide();
    hide();
}

void Tour::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        finish();
    } else {
        QFrame::keyPressEvent(event);
    }
}

} // namespace parsimony::ui
