// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/inspector.h"

#include "core/session/data_request.h"
#include "ui/models/number_format.h"
#include "ui/models/selection.h"
#include "ui/models/trial_columns.h"
#include "ui/models/trial_table_model.h"
#include "ui/style/widgets.h"
#include "ui/window/curator_remarks.h"
#include "ui/window/trial_record_view.h"
#include "ui/workers/workbench.h"

#include <QApplication>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

namespace parsimony::ui {

namespace {
constexpr int kRebuildMilliseconds = 40;
} // namespace

Inspector::Inspector(const Context& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_record(new TrialRecordView(context, this)),
      m_remarks(new CuratorRemarks(context, this)) {
    setObjectName(QStringLiteral("inspectorPanel"));
    setAttribute(Qt::WA_StyledBackground);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(tr("Inspector"));
    m_body = new QWidget;
    m_body->setObjectName(QStringLiteral("inspectorBody"));
    m_layout = new QVBoxLayout(m_body);
    m_layout->setContentsMargins(12, 8, 8, 12); // a scroll bar stands at the right
    m_layout->setSpacing(4);
    m_record->hide();
    m_remarks->hide();
    scroll->setWidget(m_body);
    all->addWidget(scroll);
    connect(&m_context.selection, &Selection::changed, this, &Inspector::queueRebuild);
    connect(&m_context.trials, &QAbstractItemModel::dataChanged, this, [this] {
        if (m_context.selection.current() > 0) {
            queueRebuild();
        }
    });
    connect(&m_context.trials, &QAbstractItemModel::layoutChanged, this, [this] {
        if (m_shown.experiments != twoExperiments(twoTrials())) {
            queueRebuild(); // the filter lists others
        }
    });
    rebuild();
}

void Inspector::queueRebuild() {
    // Many signals can ask for it in one turn of the event loop: build once, only what differs, and not while
    // someone writes. What comes after a while is shown at once.
    if (!m_queued) {
        m_queued = true;
        const bool soon =
            typing() || (m_sinceBuilt.isValid() && !m_sinceBuilt.hasExpired(kRebuildMilliseconds));
        QTimer::singleShot(soon ? kRebuildMilliseconds : 0, this, [this] {
            m_queued = false;
            m_sinceBuilt.start();
            if (typing()) {
                queueRebuild();
            } else if (!readsTheSame(m_shown, toShow())) {
                rebuild();
            }
        });
    }
}

Inspector::Shown Inspector::toShow() const {
    const auto* trial = m_context.selection.current() > 0
                            ? m_context.trials.trialById(m_context.selection.current())
                            : nullptr;
    Shown shown{trial != nullptr ? std::optional(*trial) : std::nullopt,
                m_run,
                m_context.bench.state() && !m_context.bench.state()->readOnly,
                twoTrials(),
                {}};
    shown.experiments = twoExperiments(shown.two);
    return shown;
}

bool Inspector::readsTheSame(const Shown& a, const Shown& b) {
    if (a.trial != b.trial || a.writable != b.writable || !a.run != !b.run || a.two != b.two ||
        a.experiments != b.experiments) {
        return false;
    }
    if (!a.run) {
        return true;
    }
    const auto result = [](const session::RunSnapshot& run) {
        session::RunSnapshot shown = run;
        shown.phases.clear(); // the table's
        shown.secondsLoad = shown.secondsSearch = shown.secondsFinal = 0.0;
        shown.secondsLeft.reset();
        if (shown.final) {
            shown.final->trial = {};
        }
        return shown;
    };
    return a.run == b.run || result(*a.run) == result(*b.run);
}

bool Inspector::typing() const {
    const auto* edit = qobject_cast<const QLineEdit*>(QApplication::focusWidget());
    return edit != nullptr && m_body->isAncestorOf(edit) && edit->isModified();
}

void Inspector::focusNote() {
    if (auto* note = m_body->findChild<QLineEdit*>(QStringLiteral("inspector.note"))) {
        note->setFocus(Qt::ShortcutFocusReason);
        note->selectAll();
    }
}

void Inspector::setRun(RunSnapshotPtr run) {
    m_run = std::move(run);
    queueRebuild();
}

void Inspector::setCurator(bool on) {
    m_remarks->setShown(on);
}

void Inspector::addHeading(const QString& text) {
    if (m_layout->count() > 0) {
        m_layout->addSpacing(8);
        m_layout->addWidget(separator());
        m_layout->addSpacing(4);
    }
    m_layout->addWidget(roleLabel(text.toUpper(), "heading"));
    auto* holder = new QWidget;
    m_grid = new QGridLayout(holder);
    m_grid->setContentsMargins(0, 4, 0, 0);
    m_grid->setHorizontalSpacing(4); // names stand at the left, numbers at the right
    m_grid->setVerticalSpacing(3);
    m_grid->setColumnStretch(1, 1);
    m_layout->addWidget(holder);
}

void Inspector::addFact(const QString& name, const QString& value, const QString& meaning,
                        NumberClass numberClass) {
    const int row = m_grid->rowCount();
    auto* label = roleLabel(name, "muted");
    label->setToolTip(meaning);
    label->setWordWrap(true);
    QString shown = value; // an error stays with its sign, and with its unit
    shown.replace(QStringLiteral(" ± "), QStringLiteral(" ±\u00a0"))
        .replace(QStringLiteral(" %"), QStringLiteral("\u00a0%"));
    auto* text = new QLabel(shown);
    text->setToolTip(meaning);
    text->setAccessibleName(name);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_grid->addWidget(label, row, 0);
    // A number stays in one line, but for its error where a badge stands beside it.
    text->setWordWrap(numberClass == NumberClass::Released ? value.size() > 24
                                                           : value.contains(QStringLiteral(" ± ")));
    m_grid->addWidget(text, row, 1, 1, numberClass == NumberClass::Released ? 2 : 1);
    if (numberClass != NumberClass::Released) {
        auto* badge =
            roleLabel(numberClass == NumberClass::Simulated ? tr("simulated") : tr("public"), "public-badge");
        badge->setObjectName(QStringLiteral("inspector.badge"));
        badge->setToolTip(tr("From public data: no guarantee covers it, and none is needed."));
        m_grid->addWidget(badge, row, 2, Qt::AlignVCenter);
    }
}

void Inspector::addText(const QString& text, const char* role) {
    auto* label = roleLabel(text, role);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_layout->addWidget(label);
}

QPushButton* Inspector::addButton(const QString& text, const char* name) {
    auto* button = new QPushButton(text);
    button->setObjectName(QLatin1String(name));
    m_layout->addSpacing(4);
    m_layout->addWidget(button);
    return button;
}

void Inspector::addRemarks(const session::TrialSnapshot& t) {
    auto* form = new FormGrid;
    const auto line = [&](const char* name, const QString& label, const QString& text, const QString& hint,
                          TrialColumn column, auto signal) {
        auto* edit = new QLineEdit(text);
        edit->setObjectName(QLatin1String(name));
        edit->setPlaceholderText(hint);
        edit->setEnabled(m_shown.writable);
        form->addRow(label, edit, trialColumnMeaning(column));
        connect(edit, &QLineEdit::editingFinished, this, [this, edit, trial = t.id, signal] {
            if (edit->isModified()) {
                edit->setModified(false);
                emit(this->*signal)(trial, edit->text().trimmed());
            }
        });
    };
    line("inspector.tags", tr("tags"), tagsText(t.tags), tr("e.g. good, keep"), TrialColumn::Tags,
         &Inspector::tagsWritten);
    line("inspector.note", tr("note"), QString::fromStdString(t.note), tr("your remark"), TrialColumn::Note,
         &Inspector::noteWritten);
    m_layout->addWidget(form);
}

void Inspector::addRerunButtons(const session::TrialSnapshot& t) {
    if (t.id > 0 && t.steps > 0) {
        auto* trial = addButton(tr("Re-run this trial"), "inspector.rerunTrial");
        trial->setToolTip(
            tr("Puts a single run with this trial's rate, steps, clip and ε into the forms on the "
               "left, with its price. Nothing runs or spends until you say so."));
        connect(trial, &QPushButton::clicked, this, [this, id = t.id] { emit trialRerunRequested(id); });
    }
    auto* again = addButton(tr("Re-run experiment %1").arg(t.experiment), "inspector.rerun");
    again->setToolTip(tr("Takes the options of experiment %1 into the forms on the left. Nothing runs or "
                         "spends until you say so.")
                          .arg(t.experiment));
    connect(again, &QPushButton::clicked, this,
            [this, experiment = t.experiment] { emit rerunRequested(experiment); });
}

void Inspector::addShowButton(std::int64_t experiment) {
    auto* show = addButton(tr("Show experiment %1").arg(experiment), "inspector.showExperiment");
    show->setToolTip(tr("The trial belongs to another experiment than the one that the pages show."));
    connect(show, &QPushButton::clicked, this,
            [this, experiment] { m_context.bench.showExperiment(experiment); });
}

void Inspector::showTrial(const session::TrialSnapshot& t) {
    const auto state = m_context.bench.state();
    const bool simulated = m_run && m_run->experiment == t.experiment ? !m_run->isPrivate
                           : state && !state->budgets.empty() ? state->budgets.front().second.simulated
                                                              : m_run && !m_run->isPrivate;
    const NumberClass price = simulated ? NumberClass::Simulated : NumberClass::Released;
    addHeading(tr("Trial %1").arg(t.id));
    if (t.experiment > 0) {
        addFact(tr("experiment"), QString::number(t.experiment), trialColumnMeaning(TrialColumn::Experiment));
    }
    addFact(tr("phase"), phaseName(t), trialColumnMeaning(TrialColumn::Phase));
    addFact(tr("state"), trialText(t, TrialColumn::State), stateMeaning(t.state));
    const auto fact = [&](TrialColumn column, NumberClass badge = NumberClass::Released) {
        const QString value = m_context.trials.text(t, column);
        if (!value.isEmpty() && value != absent()) {
            addFact(trialColumnTitle(column), value, trialColumnMeaning(column), badge);
        }
    };
    if (t.steps > 0) { // a run: statistics are of rows and not of a training
        fact(TrialColumn::Encoder);
        fact(TrialColumn::Trainer);
    }
    fact(TrialColumn::R);
    fact(TrialColumn::LearningRate);
    fact(TrialColumn::Steps);
    fact(TrialColumn::Nu);
    fact(TrialColumn::NoiseMultiplier);
    fact(TrialColumn::Clip);
    for (const auto& chosen : filter::kKnobFields) {
        fact(chosen.field);
    }
    fact(TrialColumn::Epsilon, price);
    fact(TrialColumn::Mu, price);
    if (t.look) {
        addFact(tr("accuracy"), trialText(t, TrialColumn::Score),
                tr("What this look released, with its standard error."),
                simulated ? NumberClass::Public : NumberClass::Released);
    } else if (t.score) {
        addFact(tr("score"), formatAccuracy(*t.score, t.scoreSe), trialColumnMeaning(TrialColumn::Score),
                simulated ? NumberClass::Public : NumberClass::Released);
        addFact(tr("score from"),
                t.scoreKind == ScoreKind::Noisy        ? tr("noisy count, paid for")
                : t.scoreKind == ScoreKind::Validation ? tr("validation part")
                                                       : tr("exact count"),
                tr("How this score was obtained."));
    }
    if (t.steps > 0 && t.noiseMultiplier && t.mu > 0.0) {
        addText(tr("%1 Gaussian releases with noise %2 times the clip; with its score this trial is "
                   "μ\u00a0=\u00a0%3.")
                    .arg(formatCount(t.steps), formatSigma(*t.noiseMultiplier), formatMu(t.mu)),
                "faint");
    }
    if (t.id > 0) {
        addRemarks(t);
        m_layout->addWidget(m_record);
        m_record->setTrial(t.id);
    }
    if (t.experiment > 0) {
        addRerunButtons(t);
    }
}

void Inspector::rebuild() {
    // Who has just entered a tag goes on writing: what has the focus has it in what comes in its place.
    QWidget* focus = QApplication::focusWidget();
    const bool inside = focus != nullptr && m_body->isAncestorOf(focus) && !m_record->isAncestorOf(focus) &&
                        !m_remarks->isAncestorOf(focus);
    const QString focused = inside ? focus->objectName() : QString();
    if (!focused.isEmpty()) {
        focus->clearFocus(); // hidden, it would hand it on and have that scrolled to
    }
    build();
    if (!focused.isEmpty()) {
        const auto named = m_body->findChildren<QWidget*>(focused);
        if (QWidget* newest = named.last(); newest != focus) {
            newest->setFocus(Qt::OtherFocusReason);
        }
    }
}

void Inspector::build() {
    while (QLayoutItem* item = m_layout->takeAt(0)) {
        QWidget* widget = item->widget();
        if (widget != nullptr && widget != m_record &&
            widget != m_remarks) { // the focus may be in the record
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
    m_shown = toShow();
    m_remarks->setExperiment(0);
    if (m_shown.two || (!m_shown.trial && !m_shown.experiments.empty())) {
        m_record->setTrial(0);
        showDifferences();
        m_layout->addStretch(1);
        return;
    }
    if (m_shown.trial) {
        showTrial(*m_shown.trial);
    } else {
        m_record->setTrial(0);
    }
    const bool another = m_shown.trial && m_run && m_shown.trial->experiment > 0 &&
                         m_run->experiment != m_shown.trial->experiment;
    if (another) {
        addShowButton(m_shown.trial->experiment);
    } else if (m_run) {
        showResult();
    } else if (!m_shown.trial) {
        addHeading(tr("Inspector"));
        addText(tr("What you select in a plot or in the table is explained here: its numbers, what it cost, "
                   "and how it can be run again."),
                "muted");
    }
    m_layout->addStretch(1);
}

} // namespace parsimony::ui
