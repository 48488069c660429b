// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/start_page.h"

#include "ui/models/array_files.h"
#include "ui/models/recent_projects.h"
#include "ui/style/icons.h"
#include "ui/style/problem_label.h"
#include "ui/style/theme.h"
#include "ui/style/widgets.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

namespace parsimony::ui {

namespace {

constexpr int kNarrow = 760, kWide = 1280; ///< what stands in the middle
constexpr int kLow = 200, kHigh = 520;     ///< the list of projects

/// A project's name over its folder.
class RecentDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
        return {200, 40};
    }
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const Colors& c = Theme::instance().colors();
        if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) {
            painter->fillRect(option.rect, option.state & QStyle::State_Selected ? c.accentSoft : c.hover);
        }
        const QRect text = option.rect.adjusted(8, 4, -8, -4);
        painter->setFont(Theme::font(12));
        painter->setPen(c.text);
        painter->drawText(
            text, Qt::AlignTop,
            painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, text.width()));
        painter->setFont(Theme::font(11));
        painter->setPen(c.muted);
        painter->drawText(text, Qt::AlignBottom,
                          painter->fontMetrics().elidedText(index.data(RecentProjects::FolderRole).toString(),
                                                            Qt::ElideMiddle, text.width()));
        const QString remark = index.data(RecentProjects::RemarkRole).toString();
        const int name = painter->fontMetrics().horizontalAdvance(index.data().toString()) * 12 / 11 + 16;
        painter->drawText(text.adjusted(name, 0, 0, 0), Qt::AlignTop | Qt::AlignRight,
                          painter->fontMetrics().elidedText(remark, Qt::ElideRight, text.width() - name));
    }
};

} // namespace

QString samplesFolder() {
    const QString installed =
        QCoreApplication::applicationDirPath() + QStringLiteral("/../share/parsimony/samples");
    if (QFileInfo::exists(installed)) {
        return QFileInfo(installed).absoluteFilePath();
    }
    return QStringLiteral(PARSIMONY_SAMPLES_SOURCE);
}

StartPage::StartPage(RecentProjects& recent, QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("startPage"));
    auto* center = new QVBoxLayout(this);
    center->addStretch(2);
    m_middle = new QWidget;
    m_middle->setObjectName(QStringLiteral("start.middle"));
    m_middle->setMaximumWidth(kNarrow);
    auto* column = new QVBoxLayout(m_middle);
    column->setSpacing(8);
    auto* head = new QHBoxLayout;
    auto* mark = new ApplicationMark(40);
    auto* names = new QVBoxLayout;
    names->setSpacing(0);
    names->addWidget(roleLabel(tr("Parsimony"), "title"));
    names->addWidget(roleLabel(
        tr("Find good hyperparameters for private training, within a budget that is kept."), "muted"));
    head->addWidget(mark);
    head->addSpacing(8);
    head->addLayout(names, 1);
    column->addLayout(head);
    column->addSpacing(16);
    auto* row = new QHBoxLayout;
    row->setSpacing(24);
    row->addWidget(buildBegin(), 1);
    row->addWidget(buildRecent(recent), 1);
    column->addLayout(row);
    m_problem = roleLabel({}, "problem");
    m_problem->setObjectName(QStringLiteral("start.problem"));
    m_problem->setWordWrap(true);
    m_problem->hide();
    column->addWidget(m_problem);
    auto* across = new QHBoxLayout;
    across->addStretch(1);
    across->addWidget(m_middle, 20);
    across->addStretch(1);
    center->addLayout(across);
    center->addStretch(3);
}

QWidget* StartPage::buildBegin() {
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(roleLabel(tr("Begin").toUpper(), "heading"));
    m_drop = new QFrame;
    m_drop->setProperty("role", "drop");
    auto* inside = new QVBoxLayout(m_drop);
    inside->setContentsMargins(16, 20, 16, 20);
    auto* text = roleLabel(tr("Drop feature files, or a .parsimony project"), "muted");
    text->setAlignment(Qt::AlignCenter);
    auto* formats = roleLabel(arrayFileEndings().replace(QLatin1String(", "), QLatin1String("  ")), "faint");
    formats->setAlignment(Qt::AlignCenter);
    auto* open = new QPushButton(icon(QStringLiteral("folder")), tr("Open feature files…"));
    open->setObjectName(QStringLiteral("start.files"));
    open->setAutoDefault(true);
    connect(open, &QPushButton::clicked, this, &StartPage::filesWanted);
    inside->addStretch(1);
    inside->addWidget(text);
    inside->addWidget(formats);
    inside->addSpacing(4);
    inside->addWidget(open, 0, Qt::AlignCenter);
    inside->addStretch(1);
    column->addWidget(m_drop);
    column->addSpacing(8);
    column->addWidget(roleLabel(tr("Try it").toUpper(), "heading"));
    const auto sample = [&](const QString& name, const QString& title, const QString& about) {
        auto* button = new QPushButton(title);
        button->setObjectName(QStringLiteral("start.sample.") + name);
        button->setProperty("link", true);
        button->setAutoDefault(true); // Enter follows a link
        button->setAccessibleDescription(about);
        connect(button, &QPushButton::clicked, this, [this, name] { emit sampleRequested(name); });
        column->addWidget(button, 0, Qt::AlignLeft);
        auto* label = roleLabel(about, "faint");
        label->setWordWrap(true);
        column->addWidget(label);
    };
    sample(QStringLiteral("wordnet-nouns"), tr("Sample: nouns of WordNet"),
           tr("40,000 definitions as 384 text features, 26 classes, ε = 1. Under a minute."));
    sample(QStringLiteral("digits"), tr("Sample: handwritten digits"),
           tr("1,400 pictures as 64 grey values, 10 classes, ε = 3. Seconds."));
    column->addStretch(1);
    return box;
}

QWidget* StartPage::buildRecent(RecentProjects& recent) {
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(roleLabel(tr("Recent projects").toUpper(), "heading"));
    auto* list = m_recent = new QListView;
    list->setObjectName(QStringLiteral("start.recent"));
    list->setAccessibleName(tr("Recent projects"));
    list->setModel(&recent);
    list->setItemDelegate(new RecentDelegate(list));
    list->setMouseTracking(true);
    list->setMinimumHeight(kLow);
    list->viewport()->setAutoFillBackground(false);
    list->setStyleSheet(QStringLiteral("QListView { background: transparent; }"));
    connect(list, &QListView::activated, this, [this](const QModelIndex& index) {
        emit openRequested(index.data(RecentProjects::PathRole).toString());
    });
    connect(list, &QListView::clicked, this, [this](const QModelIndex& index) {
        emit openRequested(index.data(RecentProjects::PathRole).toString());
    });
    auto* none = roleLabel(tr("Projects that you open appear here. A project is one file: data stays where "
                              "it is, the ledger of every spend goes with it."),
                           "muted");
    none->setWordWrap(true);
    column->addWidget(none);
    column->addWidget(list, 1);
    auto* open = new QPushButton(tr("Open a project…"));
    open->setObjectName(QStringLiteral("start.project"));
    open->setProperty("link", true);
    open->setAutoDefault(true);
    connect(open, &QPushButton::clicked, this, &StartPage::projectWanted);
    column->addWidget(open, 0, Qt::AlignLeft);
    const auto update = [list, none, &recent] {
        list->setVisible(recent.rowCount() > 0);
        none->setVisible(recent.rowCount() == 0);
    };
    connect(&recent, &QAbstractItemModel::modelReset, this, update);
    update();
    column->addStretch(0);
    return box;
}

void StartPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    // Of a large display more than an island in its middle: longer lines of projects, and more of them.
    m_middle->setMaximumWidth(std::clamp(width() * 2 / 5, kNarrow, kWide));
    m_recent->setMinimumHeight(std::clamp(height() / 4, kLow, kHigh));
    m_drop->setMinimumHeight(std::clamp(height() / 8, 0, kHigh / 2));
}

void StartPage::setProblem(const Problem& problem) {
    showProblem(*m_problem, problem);
    m_problem->setVisible(!problem.message.isEmpty());
}

void StartPage::setDropActive(bool active) {
    setStyleProperty(m_drop, "active", active);
}

} // namespace parsimony::ui
