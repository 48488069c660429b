// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/trials_panel.h"

#include "ui/models/number_format.h"
#include "ui/models/selection.h"
#include "ui/models/trial_table_model.h"
#include "ui/style/trial_delegate.h"
#include "ui/style/widgets.h"
#include "ui/window/filter_field.h"
#include "ui/window/timeline.h"
#include "ui/workers/workbench.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <utility>

namespace parsimony::ui {

namespace {

constexpr int kCellMargins = 12;
constexpr int kTitleMargins = 18; ///< with the arrow of a sorting

std::set<TrialColumn> oftenUnused() {
    std::set<TrialColumn> columns{TrialColumn::Experiment, TrialColumn::Encoder, TrialColumn::Tags,
                                  TrialColumn::Note};
    for (const auto& chosen : filter::kKnobFields) {
        columns.insert(chosen.field);
    }
    return columns;
}

} // namespace

TrialsPanel::TrialsPanel(const Context& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_timeline(new Timeline) {
    setObjectName(QStringLiteral("trialsPanel"));
    setAttribute(Qt::WA_StyledBackground);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    buildBar();
    buildTable();
    all->addWidget(m_timeline);
    all->addWidget(m_bar);
    all->addWidget(m_problem);
    all->addWidget(m_table, 1);
    m_empty = roleLabel(tr("No trials yet. They appear here one by one while an experiment runs."), "faint",
                        m_table->viewport());
    m_empty->setObjectName(QStringLiteral("trials.empty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_table->viewport()->installEventFilter(this);
    m_filter->installEventFilter(this);
    m_table->installEventFilter(this);
    connect(m_timeline, &Timeline::trialClicked, &m_context.selection, &Selection::selectOne);
    connect(&m_context.selection, &Selection::changed, this, &TrialsPanel::selectionToTable);
    connect(&m_context.trials, &QAbstractItemModel::modelReset, this, &TrialsPanel::updateCount);
    connect(&m_context.trials, &QAbstractItemModel::layoutChanged, this, &TrialsPanel::updateCount);
    connect(&m_context.trials, &QAbstractItemModel::rowsInserted, this, &TrialsPanel::updateCount);
    connect(&m_context.trials, &QAbstractItemModel::modelReset, this, &TrialsPanel::selectionToTable);
    connect(&m_context.trials, &QAbstractItemModel::layoutChanged, this, &TrialsPanel::markSelected);
    followTheRun();
    connect(&m_context.trials, &QAbstractItemModel::modelReset, this, &TrialsPanel::findUnusedColumns);
    connect(&m_context.trials, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex&, const QModelIndex& last) {
                if (last.column() >= static_cast<int>(TrialColumn::Tags)) {
                    findUnusedColumns();
                }
            });
    wireViewChanges();
    updateCount();
    findUnusedColumns();
}

void TrialsPanel::buildBar() {
    m_bar = new QWidget;
    m_bar->setObjectName(QStringLiteral("trialsBar"));
    m_bar->setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(m_bar);
    row->setContentsMargins(12, 2, 8, 2);
    row->setSpacing(4);
    m_progress = new ElidedLabel(nullptr, Qt::ElideRight);
    m_progress->setProperty("role", "muted");
    // As wide as there is room: what it says while a run goes on must not push other docks aside.
    m_progress->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_progress->setObjectName(QStringLiteral("trials.progress"));
    m_count = roleLabel({}, "faint");
    m_filter = new FilterField(m_context.trials);
    m_filter->setMaximumWidth(480);
    m_problem = roleLabel({}, "error");
    m_problem->setObjectName(QStringLiteral("trials.filter.problem"));
    m_problem->setContentsMargins(12, 0, 8, 2);
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_filter->setReasonLabel(m_problem);
    m_columns = toolButton(QStringLiteral("columns"), tr("Choose columns"));
    m_columns->setObjectName(QStringLiteral("trials.columns"));
    m_columnMenu = new QMenu(m_columns);
    m_differs = m_columnMenu->addAction(tr("Only what differs"));
    m_differs->setCheckable(true);
    connect(m_differs, &QAction::toggled, this, &TrialsPanel::applyColumns);
    m_columnMenu->addMenu(buildGroupMenu());
    m_columnMenu->addSeparator();
    const QStringList hidden =
        QSettings()
            .value(QStringLiteral("trials/hidden"),
                   QStringList{QStringLiteral("clip"), trialColumnKey(TrialColumn::Method),
                               trialColumnKey(TrialColumn::Trainer)})
            .toStringList();
    for (int i = 0; i < kTrialColumns; ++i) {
        const auto column = static_cast<TrialColumn>(i);
        auto* action = m_columnMenu->addAction(trialColumnTitle(column) + QStringLiteral("   ") +
                                               trialColumnKey(column));
        action->setCheckable(true);
        action->setChecked(!hidden.contains(trialColumnKey(column)));
        connect(action, &QAction::toggled, this, [this] {
            QStringList now;
            for (int c = 0; c < kTrialColumns; ++c) {
                if (!m_columnActions[static_cast<std::size_t>(c)]->isChecked()) {
                    now << trialColumnKey(static_cast<TrialColumn>(c));
                }
            }
            QSettings().setValue(QStringLiteral("trials/hidden"), now);
            applyColumns();
        });
        m_columnActions.push_back(action);
    }
    m_columns->setMenu(m_columnMenu);
    m_columns->setPopupMode(QToolButton::InstantPopup);
    auto* copy = toolButton(QStringLiteral("copy"), tr("Copy the table"));
    copy->setObjectName(QStringLiteral("trials.copy"));
    auto* menu = new QMenu(copy);
    menu->addAction(tr("Copy as CSV"), this, [this] { copyAs(Format::Csv); });
    menu->addAction(tr("Copy as JSON"), this, [this] { copyAs(Format::Json); });
    menu->addAction(tr("Copy as LaTeX"), this, [this] { copyAs(Format::Latex); });
    menu->addSeparator();
    menu->addAction(tr("Save the table…"), this, &TrialsPanel::saveTable);
    copy->setMenu(menu);
    copy->setPopupMode(QToolButton::InstantPopup);
    m_filter->setMinimumWidth(72);
    row->addWidget(m_progress, 3);
    row->addWidget(m_count);
    row->addWidget(m_filter, 4);
    row->addWidget(m_columns);
    row->addWidget(copy);
}

void TrialsPanel::buildTable() {
    m_table = new QTableView;
    m_table->setObjectName(QStringLiteral("trialsTable"));
    m_table->setAccessibleName(tr("Trials"));
    m_table->setModel(&m_context.trials);
    m_table->setItemDelegate(new TrialDelegate(m_table));
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    // One fixed height: with 10^5 rows nothing may be measured row by row.
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(22);
    auto* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionsMovable(true);
    header->setMinimumSectionSize(32);
    header->setStretchLastSection(true);
    header->setSortIndicatorClearable(true);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    // Those that are shown at first fit a window of 1280 pixels, with that of experiments too.
    const std::array widths{34, 44, 72, 50, 46, 54,  40, 48, 44, 44, 60, 60, 80,
                            44, 80, 80, 46, 54, 104, 78, 96, 72, 80, 96, 160};
    static_assert(widths.size() == kTrialColumns);
    for (int i = 0; i < kTrialColumns; ++i) {
        const QString title = m_context.trials.headerData(i, Qt::Horizontal, Qt::DisplayRole).toString();
        header->resizeSection(i, std::max(widths[static_cast<std::size_t>(i)],
                                          header->fontMetrics().horizontalAdvance(title) + kTitleMargins));
    }
    applyColumns();
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        m_context.trials.setFolded(index.row(), !m_context.trials.isFolded(index.row()));
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &TrialsPanel::selectionFromTable);
}

void TrialsPanel::wireViewChanges() {
    connect(m_filter, &QLineEdit::textChanged, this, &TrialsPanel::giveFilterRoom);
    connect(m_filter, &FilterField::filterChanged, this, &TrialsPanel::filterChanged);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& now) {
        const QString before = std::exchange(m_filterBefore, now);
        emit viewChanged({QStringLiteral("trials.filter"), [this, before] { m_filter->setText(before); },
                          [this, now] { m_filter->setText(now); }});
    });
    auto columns = m_columnActions;
    columns.push_back(m_differs);
    for (QAction* action : columns) {
        connect(action, &QAction::toggled, this, [this, action](bool on) {
            emit viewChanged(
                {{}, [action, on] { action->setChecked(!on); }, [action, on] { action->setChecked(on); }});
        });
    }
    auto* header = m_table->horizontalHeader();
    connect(header, &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder order) {
        const auto before = std::exchange(m_sortBefore, std::pair(column, order));
        const auto sort = [this](std::pair<int, Qt::SortOrder> by) {
            m_table->horizontalHeader()->setSortIndicator(by.first, by.second);
        };
        emit viewChanged({{},
                          [sort, before] { sort(before); },
                          [sort, column, order] {
                              sort({column, order});
                          }});
    });
    connect(header, &QHeaderView::sectionMoved, this, [this](int, int from, int to) {
        emit viewChanged({{},
                          [this, from, to] { m_table->horizontalHeader()->moveSection(to, from); },
                          [this, from, to] { m_table->horizontalHeader()->moveSection(from, to); }});
    });
}

/// In a small window what is typed needs the place of what stands in the timeline as well.
void TrialsPanel::giveFilterRoom() {
    constexpr int kNarrow = 520;
    const bool used = m_filter->hasFocus() || !m_filter->text().isEmpty();
    m_progress->setVisible(!used || width() > kNarrow);
    const bool tells = !used && m_context.bench.running(); // more than it does at rest
    auto* row = qobject_cast<QHBoxLayout*>(m_bar->layout());
    row->setStretchFactor(m_progress, tells ? 12 : 3);
    row->setStretchFactor(m_filter, tells ? 1 : 4);
}

void TrialsPanel::followTheRun() {
    // Whoever has scrolled away, or sorts, looks at something else.
    const auto atEnd = [this] {
        const auto* bar = m_table->verticalScrollBar();
        return bar->value() == bar->maximum() && m_table->horizontalHeader()->sortIndicatorSection() < 0;
    };
    connect(&m_context.bench, &Workbench::runStarted, m_table, &QTableView::scrollToBottom);
    connect(&m_context.trials, &QAbstractItemModel::rowsAboutToBeInserted, this,
            [this, atEnd] { m_follows = atEnd(); });
    connect(&m_context.trials, &QAbstractItemModel::rowsInserted, this, [this] {
        if (m_follows) {
            m_table->scrollToBottom();
        }
    });
}

void TrialsPanel::applyColumns() {
    if (m_table == nullptr) {
        return;
    }
    for (int i = 0; i < kTrialColumns; ++i) {
        const bool wanted = m_columnActions[static_cast<std::size_t>(i)]->isChecked();
        const bool same = m_differs->isChecked() && m_context.trials.passingTrials() > 1 &&
                          m_context.trials.columnIsConstant(static_cast<TrialColumn>(i));
        const bool unused = m_unused.count(static_cast<TrialColumn>(i)) > 0;
        m_table->setColumnHidden(i, !wanted || same || unused);
    }
}

void TrialsPanel::findUnusedColumns() {
    // Columns that nobody has written into, those of settings that no search chose and the number of an only
    // experiment take room alone.
    std::set<TrialColumn> unused = oftenUnused();
    const auto& trials = m_context.trials.trials();
    for (const session::TrialSnapshot& trial : trials) {
        std::erase_if(unused, [&](TrialColumn column) {
            return column == TrialColumn::Experiment ? trial.experiment != trials.front().experiment
                   : trialColumnIsText(column)       ? !filter::fieldText(trial, column).empty()
                                                     : trialNumber(trial, column).has_value();
        });
    }
    if (m_table != nullptr && !trials.empty()) {
        widenColumns();
    }
    if (unused != m_unused) {
        m_unused = std::move(unused);
        applyColumns();
    }
}

// The ids of ten thousands are longer, and so are many steps, small rates and scores of much noise. The first
// trials tell: a search draws all from one range.
void TrialsPanel::widenColumns() {
    constexpr std::size_t looked = 300;
    const auto& trials = m_context.trials.trials();
    for (const TrialColumn column :
         {TrialColumn::Id, TrialColumn::Phase, TrialColumn::R, TrialColumn::Nu, TrialColumn::LearningRate,
          TrialColumn::Steps, TrialColumn::NoiseMultiplier, TrialColumn::Score}) {
        int needed = m_table->fontMetrics().horizontalAdvance(trialText(trials.back(), column));
        for (std::size_t i = 0; i < std::min(looked, trials.size()); ++i) {
            needed = std::max(needed, m_table->fontMetrics().horizontalAdvance(trialText(trials[i], column)));
        }
        if (m_table->columnWidth(static_cast<int>(column)) < needed + kCellMargins) {
            m_table->setColumnWidth(static_cast<int>(column), needed + kCellMargins);
        }
    }
}

std::vector<TrialColumn> TrialsPanel::shownColumns() const {
    std::vector<TrialColumn> columns;
    for (int visual = 0; visual < kTrialColumns; ++visual) {
        const int logical = m_table->horizontalHeader()->logicalIndex(visual);
        if (!m_table->isColumnHidden(logical)) {
            columns.push_back(static_cast<TrialColumn>(logical));
        }
    }
    return columns;
}

void TrialsPanel::setBounds(const filter::FilterRange& range) {
    m_filter->setBounds(range);
}

void TrialsPanel::setNamed(TrialColumn column, const std::vector<std::string>& names) {
    m_filter->setNamed(column, names);
}

void TrialsPanel::showOnly(TrialColumn column, const std::vector<double>& numbers) {
    m_filter->setListed(column, numbers);
}

void TrialsPanel::focusFilter() {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

bool TrialsPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::FocusIn ||
        event->type() == QEvent::FocusOut) {
        giveFilterRoom();
    }
    if (watched == m_table->viewport() && event->type() == QEvent::Resize) {
        m_empty->setGeometry(m_table->viewport()->rect().adjusted(16, 0, -16, 0));
    }
    if (watched == m_table && event->type() == QEvent::KeyPress && !m_filter->text().isEmpty() &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        m_filter->clear();
        return true;
    }
    if (watched == m_table && event->type() == QEvent::KeyPress &&
        foldByKey(static_cast<QKeyEvent*>(event)->key())) {
        return true;
    }
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape) {
            m_filter->clear();
            m_table->setFocus();
            return true;
        }
        if (key == Qt::Key_Down || key == Qt::Key_Return) {
            m_table->setFocus();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace parsimony::ui
