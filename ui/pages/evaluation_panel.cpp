// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/evaluation_panel.h"

#include "ui/models/data_catalog.h"
#include "ui/models/number_format.h"
#include "ui/pages/confusion_view.h"
#include "ui/pages/evaluation_table.h"
#include "ui/pages/option_fields.h"
#include "ui/style/checklist_button.h"
#include "ui/style/problem_label.h"
#include "ui/style/side_by_side.h"
#include "ui/style/widgets.h"
#include "ui/workers/workbench.h"

#include <QAbstractItemView>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace parsimony::ui {

namespace {
constexpr int kFormWidth = 296;

using mechanism::MetricOf;

} // namespace

EvaluationPanel::EvaluationPanel(const Context& context, QWidget* parent)
    : QWidget(parent), m_context(context) {
    setObjectName(QStringLiteral("evaluationPanel"));
    setAcceptDrops(true);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    auto* form = buildForm();
    m_halves = new SideBySide(form, kFormWidth, tr("Test the classifier"), buildResult(), {300, 160});
    all->addWidget(m_halves);
    connect(&m_context.catalog, &DataCatalog::changed, this, &EvaluationPanel::offerArrays);
    connect(&m_context.bench, &Workbench::projectClosed, this, &EvaluationPanel::clear);
    connect(&m_context.bench, &Workbench::lookEnded, this, &EvaluationPanel::lookEnded);
    clear();
}

QWidget* EvaluationPanel::buildResult() {
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(4);
    m_shown = new QComboBox;
    m_shown->setObjectName(QStringLiteral("evaluate.shown"));
    m_shown->setAccessibleName(tr("The set that is shown"));
    m_shown->hide();
    connect(m_shown, &QComboBox::currentIndexChanged, this, [this](int k) {
        if (k >= 0) {
            show(m_looks.found[static_cast<std::size_t>(k)].second);
        }
    });
    column->addWidget(m_shown, 0, Qt::AlignLeft);
    m_verdict = roleLabel({}, "big");
    m_verdict->setObjectName(QStringLiteral("evaluate.verdict"));
    m_words = roleLabel({}, "muted");
    m_words->setWordWrap(true);
    column->addWidget(m_verdict);
    column->addWidget(m_words);
    m_table = new EvaluationTable;
    m_confusion = new ConfusionView;
    m_results = new QBoxLayout(QBoxLayout::LeftToRight);
    m_results->addWidget(m_table, 2);
    m_results->addWidget(m_confusion, 3);
    column->addLayout(m_results, 1);
    column->addStretch(0);
    return body;
}

void EvaluationPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void EvaluationPanel::arrange() {
    // The matrix under the table where they would not fit beside each other.
    const bool both = width() - (m_halves->beside() ? m_halves->sideWidth() : 0) >= 540;
    m_results->setDirection(both ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    const int rows = m_table->horizontalHeader()->sizeHint().height() + 20 * m_table->rowCount() + 4;
    int wanted = 20; // with a scroll bar
    for (int column = 0; column < m_table->columnCount(); ++column) {
        const auto& view = static_cast<const QAbstractItemView&>(*m_table);
        wanted +=
            std::max(m_table->horizontalHeader()->sectionSizeHint(column), view.sizeHintForColumn(column));
    }
    m_table->setMinimumSize(both ? std::min(wanted, 360) : 0, both ? 0 : std::min(rows, 244));
    m_table->setMaximumSize(both ? 360 : 480, rows);
    m_confusion->setMinimumHeight(both ? 160 : 280);
}

void EvaluationPanel::offerFigures(bool severalLabels) {
    if (severalLabels) {
        m_figures->setEntries({{keyOf(MetricOf::F1), tr("F1 of several labels"), {}}});
        return;
    }
    m_figures->setEntries({{perClassKey(), tr("each class"), {}},
                           {keyOf(MetricOf::TopFive), tr("among the first five"), {}},
                           {keyOf(MetricOf::LogLoss), tr("log loss"), {}},
                           {keyOf(MetricOf::Auc), tr("AUC"), {}},
                           {keyOf(MetricOf::Confusion), tr("confusion matrix"), {}}});
}

void EvaluationPanel::setModel(qint64 finalTrial, const QString& name, bool severalLabels) {
    offerFigures(severalLabels);
    if (m_trial != finalTrial) {
        m_shown->hide();
        m_verdict->clear();
        m_problem->hide();
        m_table->hide();
        m_confusion->hide();
    }
    m_said = m_trial == finalTrial ? m_said : QString();
    m_trial = finalTrial;
    m_model->setText(finalTrial > 0 ? tr("Classifier of %1").arg(name) : QString());
    m_words->setText(
        finalTrial > 0 && m_verdict->text().isEmpty()
            ? tr("Other rows show here how far the classifier carries: other times, other places, "
                 "other people. Exact counts per class and group need public rows.")
            : m_words->text());
    refresh();
}

void EvaluationPanel::clear() {
    m_evaluation.drop();
    m_listing.drop();
    m_prediction.drop();
    m_numbers.drop();
    m_declared = {};
    m_asked.clear();
    m_said.clear();
    m_trial = 0;
    m_shown->hide();
    m_verdict->clear();
    m_problem->hide();
    m_table->hide();
    m_confusion->hide();
    m_words->setText(tr("Choose a finished experiment above to test its classifier on other rows."));
    m_model->clear();
    refresh();
}

void EvaluationPanel::refresh() {
    const bool busy = m_evaluation.pending();
    const bool isPrivate = m_private->isChecked();
    m_rows.edit([&](session::RunOptions& options) { // what there is to say of rows depends on these
        options.setPublic(!isPrivate);
        options.train.ids = m_ids->currentText().trimmed().toStdString();
    });
    m_form->setRowVisible(m_figures, isPrivate);
    m_form->setRowVisible(m_groupNames, isPrivate);
    m_form->setRowVisible(m_lossBound, asksFor(MetricOf::LogLoss));
    std::vector<EvaluationRequest> looks;
    QString reason;
    try {
        looks = asked();
        reason = reasonAgainst(looks);
    } catch (const Error&) {
        reason = currentProblem().message;
    }
    m_reason->setText(m_said.isEmpty() ? reason : m_said);
    m_reason->setVisible(!m_reason->text().isEmpty());
    const bool told = m_context.bench.curator();
    m_predict->setEnabled(told && m_trial > 0 && !m_features->currentText().trimmed().isEmpty() &&
                          !m_prediction.pending());
    m_predict->setToolTip(
        told
            ? tr("The class of every row of Features and its scores, as .csv, .npz or .npy. No budget covers "
                 "them: they tell as much as the rows and stay with who may see those.")
            : tr("Classes of single rows are the curator's: open the project with ?curator."));
    m_model->setVisible(!m_model->text().isEmpty());
    m_verdict->setVisible(!m_verdict->text().isEmpty());
    m_start->setEnabled(reason.isEmpty() && !busy);
    m_enqueue->setVisible(isPrivate);
    m_enqueue->setEnabled(reason.isEmpty());
    if (isPrivate && reason.isEmpty()) {
        askNumbers(looks);
    }
    m_start->setText(busy         ? tr("Counting…")
                     : !isPrivate ? tr("Test, takes nothing")
                     : looks.size() > 1
                         ? tr("Test %1 sets, at most ε = %2 of each").arg(looks.size()).arg(priceOf(looks))
                         : tr("Test, takes at most ε = %1").arg(priceOf(looks)));
    m_start->setAccessibleDescription(reason);
}

void EvaluationPanel::start() {
    if (m_evaluation.pending() || m_context.bench.projectPath().isEmpty()) {
        return; // a second click must not pay twice
    }
    m_problem->hide();
    m_said.clear();
    m_context.bench.ask(
        m_evaluation,
        [looks = asked()](const EngineAccess& access) {
            Looks done;
            try {
                for (const EvaluationRequest& look : looks) {
                    const auto session = access.engine.open(look.project.toStdString(), false);
                    done.found.emplace_back(look.part, std::make_shared<const Evaluation>(session->evaluate(
                                                           look, access.stop, access.observer)));
                }
            } catch (...) {
                done.problem = currentProblem(); // what was found before it may have been paid for
            }
            return done;
        },
        [this](const Looks& looks) { take(looks); },
        [this](const Problem& problem) {
            showProblem(*m_problem, problem);
            m_problem->show();
            refresh();
        });
    refresh();
}

void EvaluationPanel::take(const Looks& looks) {
    if (looks.problem) {
        showProblem(*m_problem, *looks.problem);
        m_problem->show();
    }
    m_looks = looks;
    const QSignalBlocker quiet(m_shown);
    m_shown->clear();
    for (const auto& [name, found] : looks.found) {
        m_shown->addItem(tr("%1: %2").arg(
            name,
            formatAccuracy(found->accuracy, found->isPrivate ? std::optional(found->se) : std::nullopt)));
    }
    m_shown->setVisible(looks.found.size() > 1);
    if (!looks.found.empty()) {
        show(looks.found.front().second);
    }
    refresh();
}

void EvaluationPanel::show(const EvaluationPtr& evaluation) {
    m_verdict->setText(formatAccuracy(evaluation->accuracy,
                                      evaluation->isPrivate ? std::optional(evaluation->se) : std::nullopt));
    if (evaluation->isPrivate) {
        m_words->setText(
            tr("of %1 private rows ± standard error of its noise. It took ε %2 of that part; ε %3 is "
               "left there.")
                .arg(formatCount(evaluation->records), formatEpsilon(evaluation->epsilon, Rounding::Up),
                     formatEpsilon(evaluation->remainingEpsilon, Rounding::Down)));
    } else {
        QString text = tr("of %1 public rows, counted exactly").arg(formatCount(evaluation->records));
        if (evaluation->ignored > 0) {
            text += tr("; %1 left out by the label map").arg(formatCount(evaluation->ignored));
        }
        if (evaluation->invalid > 0) {
            text += tr("; %1 without a valid label").arg(formatCount(evaluation->invalid));
        }
        m_words->setText(text + QLatin1Char('.'));
    }
    m_table->setEvaluation(*evaluation);
    arrange();
    m_confusion->setEvaluation(evaluation);
    m_table->setVisible(m_table->rowCount() > 0);
    m_confusion->setVisible(!m_confusion->empty());
    refresh();
}

} // namespace parsimony::ui
