// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/plot_page.h"

#include "ui/models/selection.h"
#include "ui/plots/plot.h"
#include "ui/style/checklist_button.h"
#include "ui/style/file_dialogs.h"
#include "ui/style/flow_layout.h"
#include "ui/style/widgets.h"

#include <QApplication>
#include <QClipboard>
#include <QGridLayout>
#include <QMenu>
#include <QTimer>
#include <QVBoxLayout>

namespace parsimony::ui {

namespace {
constexpr int kSpacing = 2;
constexpr int kLeastReadout = 100; ///< pixels that it is read in
constexpr int kButtons = 72;       ///< those that each plot has, with the margins
} // namespace

const std::array<PlotPage::PaperSize, 3> PlotPage::sizes{
    {{"column", QT_TRANSLATE_NOOP("parsimony::ui::PlotPage", "One column (3.3 in)"), 238, 170, 8},
     {"page", QT_TRANSLATE_NOOP("parsimony::ui::PlotPage", "Two columns (6.9 in)"), 496, 260, 9},
     {"slide", QT_TRANSLATE_NOOP("parsimony::ui::PlotPage", "Slide (10 in)"), 720, 405, 14}}};

PlotPage::PlotPage(Plot* plot, Selection& selection, QWidget* parent) : QWidget(parent), m_plot(plot) {
    setObjectName(QStringLiteral("plotPage"));
    setAttribute(Qt::WA_StyledBackground);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    auto* bar = new QWidget;
    m_bar = new QGridLayout(bar);
    m_bar->setContentsMargins(12, 2, 8, 0);
    m_bar->setSpacing(2);
    m_bar->setColumnStretch(0, 1);
    m_readout = new ElidedLabel;
    m_readout->setProperty("role", "faint");
    m_readout->setObjectName(m_plot->objectName() + QStringLiteral(".readout"));
    m_bar->addWidget(m_readout, 0, 0);
    m_choices = new QWidget;
    m_choices->setObjectName(QStringLiteral("plotTools"));
    m_toggles = new FlowLayout(kSpacing, m_choices);
    m_bar->addWidget(m_choices, 0, 1);
    if (m_plot->hasPlainAxes()) {
        addToggle(QStringLiteral("logx"), tr("log x"), tr("Logarithmic x axis"), m_plot->logX(),
                  [this](bool on) { m_plot->setLogX(on); });
        addToggle(QStringLiteral("logy"), tr("log y"), tr("Logarithmic y axis"), m_plot->logY(),
                  [this](bool on) { m_plot->setLogY(on); });
    }
    auto* fit = toolButton(QStringLiteral("refit"), tr("Show all (Ctrl+0, or double click)"));
    connect(fit, &QToolButton::clicked, this, [this] { showAll(); });
    auto* more = toolButton(QStringLiteral("export"), tr("Export this plot"));
    auto* menu = new QMenu(more);
    for (const PaperSize& size : sizes) {
        menu->addAction(tr(size.name), this, [this, size] {
            const QString path =
                askSaveFile(this, tr("Export the plot"), m_plot->objectName() + QStringLiteral(".svg"),
                            tr("Scalable (*.svg);;PDF (*.pdf);;Picture (*.png)"));
            if (!path.isEmpty()) {
                exportTo(path, size);
            }
        });
    }
    menu->addSeparator();
    menu->addAction(tr("Copy the data as CSV"), this, [this] {
        QApplication::clipboard()->setText(m_plot->csv());
        emit message(tr("Copied the data of \"%1\"").arg(m_plot->title()));
    });
    menu->addAction(tr("Save the data…"), this, [this] {
        const QString path = askSaveFile(this, tr("Save the data"),
                                         m_plot->objectName() + QStringLiteral(".csv"), tr("Table (*.csv)"));
        if (!path.isEmpty()) {
            tellWritten(path, writeWhole(path, m_plot->csv().toUtf8()));
        }
    });
    more->setMenu(menu);
    more->setPopupMode(QToolButton::InstantPopup);
    m_bar->addWidget(fit, 0, 2);
    m_bar->addWidget(more, 0, 3);
    all->addWidget(bar);
    all->addWidget(m_plot, 1);
    m_plot->installEventFilter(this);
    connect(m_plot, &Plot::readout, m_readout, &ElidedLabel::setFullText);
    connect(m_plot, &Plot::trialPicked, this, [&selection](qint64 trial, bool add) {
        if (!add) {
            selection.selectOne(trial);
        } else if (trial > 0) {
            auto trials = selection.trials();
            if (!trials.remove(trial)) {
                trials.insert(trial);
            }
            selection.select(trials, trial);
        }
    });
}

void PlotPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void PlotPage::arrange() {
    const bool beside = m_toggles->sizeHint().width() + kLeastReadout + kButtons <= width();
    if (beside != (m_bar->itemAtPosition(0, 1) != nullptr)) {
        m_bar->removeWidget(m_choices);
        if (beside) {
            m_bar->addWidget(m_choices, 0, 1);
        } else {
            m_bar->addWidget(m_choices, 1, 0, 1, 4);
        }
    }
}

void PlotPage::exportTo(const QString& path, const PaperSize& size) {
    tellWritten(path, m_plot->exportTo(path, size.width, size.height, size.font));
}

void PlotPage::tellWritten(const QString& path, bool all) {
    if (all) {
        emit written({path});
    } else {
        emit failedWith(notWritten(path));
    }
}

void PlotPage::addToggle(const QString& name, const QString& text, const QString& meaning, bool on,
                         const std::function<void(bool)>& apply) {
    auto* button = new QToolButton;
    button->setObjectName(m_plot->objectName() + QLatin1Char('.') + name);
    button->setText(text);
    button->setToolTip(meaning);
    button->setAccessibleName(meaning);
    button->setCheckable(true);
    button->setChecked(on);
    button->setFocusPolicy(Qt::TabFocus);
    button->setFixedHeight(22);
    connect(button, &QToolButton::toggled, this, [this, button, apply](bool now) {
        apply(now);
        emit viewChanged(
            {{}, [button, now] { button->setChecked(!now); }, [button, now] { button->setChecked(now); }});
    });
    m_toggles->addWidget(button);
    arrange();
}

void PlotPage::addChoice(const QString& name, const QString& meaning,
                         const QList<std::pair<QString, QString>>& options, const QString& value,
                         const std::function<void(const QString&)>& apply) {
    auto* choice = new Choice(m_plot->objectName() + QLatin1Char('.') + name, options);
    choice->show(value);
    choice->setToolTip(meaning);
    choice->setAccessibleName(meaning);
    choice->setMinimumContentsLength(6); // the middle is narrow in a small window
    choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choice->setMaximumWidth(112);
    connect(choice, &Choice::chosen, this, [this, choice, apply, before = value](const QString& now) mutable {
        apply(now);
        const auto set = [choice, apply](const QString& to) {
            choice->show(to);
            apply(to);
        };
        emit viewChanged({{}, [set, then = before] { set(then); }, [set, now] { set(now); }});
        before = now;
    });
    m_toggles->addWidget(choice);
    arrange();
}

ChecklistButton* PlotPage::addChecklist(const QString& name, const QString& meaning, const QString& all,
                                        const QString& some,
                                        const std::function<void(const QStringList&)>& apply) {
    auto* list = new ChecklistButton(m_plot->objectName() + QLatin1Char('.') + name, meaning, all, some);
    connect(list, &ChecklistButton::chosenChanged, this,
            [this, list, apply, before = QStringList()](const QStringList& now) mutable {
                apply(now);
                const auto set = [list, apply](const QStringList& to) {
                    list->setChosen(to);
                    apply(to);
                };
                emit viewChanged({{}, [set, then = before] { set(then); }, [set, now] { set(now); }});
                before = now;
            });
    m_toggles->insertWidget(0, list);
    arrange();
    return list;
}

std::optional<PlotPage::View> PlotPage::view() const {
    if (m_plot->xAxis == nullptr || m_plot->yAxis == nullptr) {
        return std::nullopt; // it lays out axes of its own
    }
    const auto x = m_plot->xAxis->range();
    const auto y = m_plot->yAxis->range();
    return View{x.lower, x.upper, y.lower, y.upper};
}

void PlotPage::setView(const View& view) {
    if (m_plot->xAxis != nullptr && m_plot->yAxis != nullptr) {
        m_plot->xAxis->setRange(view[0], view[1]);
        m_plot->yAxis->setRange(view[2], view[3]);
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    }
}

void PlotPage::noteChange(const std::optional<View>& before, const QString& key) {
    const auto after = view();
    if (before && after && *before != *after) {
        emit viewChanged(
            {key, [this, then = *before] { setView(then); }, [this, now = *after] { setView(now); }});
    }
}

void PlotPage::showAll() {
    const auto before = view();
    m_plot->fitView();
    noteChange(before, {});
}

bool PlotPage::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_plot) {
        const auto later = [this](const QString& key) {
            // What the plot makes of the event is seen once it had it. Turns of the wheel are one step.
            QTimer::singleShot(0, this, [this, before = view(), key] { noteChange(before, key); });
        };
        switch (event->type()) {
        case QEvent::MouseButtonPress:
            m_pressed = view();
            break;
        case QEvent::MouseButtonRelease:
            QTimer::singleShot(
                0, this, [this, before = std::exchange(m_pressed, std::nullopt)] { noteChange(before, {}); });
            break;
        case QEvent::Wheel:
            later(m_plot->objectName() + QStringLiteral(".wheel"));
            break;
        case QEvent::KeyPress:
        case QEvent::MouseButtonDblClick:
            later({});
            break;
        default:
            break;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace parsimony::ui
