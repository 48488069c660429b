// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/evaluation_panel.h"

#include "core/mechanism/look_metrics.h"
#include "ui/models/data_catalog.h"
#include "ui/models/number_format.h"
#include "ui/pages/confusion_view.h"
#include "ui/pages/evaluation_table.h"
#include "ui/style/checklist_button.h"
#include "ui/style/icons.h"
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

QComboBox* EvaluationPanel::addFile(FormGrid* form, const QString& name, const QString& label,
                                    const QString& meaning) {
    auto* box = new QComboBox;
    box->setObjectName(QStringLiteral("evaluate.") + name);
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(10);
    box->setAcceptDrops(false); // a file over it is for the panel, which reads what it holds
    box->view()->setTextElideMode(Qt::ElideMiddle);
    box->lineEdit()->setAcceptDrops(false);
    box->lineEdit()->setPlaceholderText(tr("drop or choose"));
    box->lineEdit()->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    connect(box->lineEdit(), &QLineEdit::editingFinished, this, [this, box] { pathTyped(box); });
    form->addRow(label, box, meaning);
    connect(box, &QComboBox::editTextChanged, this, &EvaluationPanel::refresh);
    return box;
}

QWidget* EvaluationPanel::buildForm() {
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(6);
    auto* head = new QHBoxLayout;
    auto* files = new QPushButton(icon(QStringLiteral("folder")), tr("Choose files…"));
    files->setObjectName(QStringLiteral("evaluate.files"));
    files->setProperty("link", true);
    files->setToolTip(tr("Features and labels, in one file or in two. They can be dropped here as well."));
    connect(files, &QPushButton::clicked, this, &EvaluationPanel::chooseFiles);
    head->addWidget(roleLabel(tr("Test on other rows").toUpper(), "heading"), 1);
    head->addWidget(files);
    column->addLayout(head);
    m_model = roleLabel({}, "muted");
    m_model->setWordWrap(true);
    column->addWidget(m_model);
    m_public = new QRadioButton(tr("Public rows: exact counts"));
    m_public->setObjectName(QStringLiteral("evaluate.public"));
    m_public->setToolTip(
        tr("Your claim that these rows are public. Rows that are known as private are refused."));
    m_private = new QRadioButton(tr("Private rows: noisy counts, charged"));
    m_private->setObjectName(QStringLiteral("evaluate.private"));
    m_private->setToolTip(
        tr("The rows become a part of this project with an account of its own; each look takes "
           "from it."));
    m_public->setChecked(true);
    connect(m_public, &QRadioButton::toggled, this, &EvaluationPanel::refresh);
    column->addWidget(m_public);
    column->addWidget(m_private);
    auto* form = new FormGrid;
    m_features = addFile(form, QStringLiteral("features"), tr("&Features"),
                         tr("Rows to be classified, as wide as those of training."));
    m_labels = addFile(form, QStringLiteral("labels"), tr("&Labels"), tr("Their true classes."));
    m_ids =
        addFile(form, QStringLiteral("ids"), tr("&Ids"),
                tr("Whose they are, where people are told apart; rows of people in the train part count as "
                   "empty."));
    const auto line = [&](const char* name, const QString& label, const QString& meaning,
                          const QString& empty) {
        auto* edit = new QLineEdit;
        edit->setObjectName(QLatin1String(name));
        edit->setPlaceholderText(empty);
        edit->setAcceptDrops(false);
        connect(edit, &QLineEdit::textChanged, this, &EvaluationPanel::refresh);
        form->addRow(label, edit, meaning);
        return edit;
    };
    m_split = line("evaluate.split", tr("Split"),
                   tr("The file is one that a run divided by these shares, and its test part alone is looked "
                      "at."),
                   tr("all its rows"));
    m_sets = line("evaluate.sets", tr("More sets"),
                  tr("Looked at with the same click, each with an account of its own if it is private: "
                     "NAME=FEATURES,LABELS, with semicolons between them."),
                  tr("night=n.npz:x,n.npz:y; rain=…"));
    m_groups =
        line("evaluate.groups", tr("Groups"),
             tr("A group for each row, as an integer array or a name a line: accuracies are shown for each."),
             tr("optional file"));
    m_groupNames =
        line("evaluate.groupNames", tr("Group names"),
             tr("The groups there are, separated by commas. They are declared: which ones occur in "
                "private rows must not be read off them."),
             tr("as in north,south"));
    m_labelMap = line("evaluate.labelMap", tr("Label map"),
                      tr("Which class a label of these rows means: lines \"label,class\", or JSON."),
                      tr("optional file"));
    m_positive = line("evaluate.positive", tr("AUC of class"),
                      tr("The class that the area under the ROC curve tells from the rest, as a number."),
                      tr("the second of two"));
    m_figures =
        new ChecklistButton(QStringLiteral("evaluate.figures"),
                            tr("What is released beside the accuracy. Each is a release of its own, and "
                               "they share half of what the look takes."),
                            tr("accuracy only"), tr("%1 of %2 more"));
    offerFigures(false);
    form->addRow(tr("&Release"), m_figures, m_figures->toolTip());
    m_form = form;
    column->addWidget(form);
    m_problem = roleLabel({}, "problem");
    m_problem->setObjectName(QStringLiteral("evaluate.problem"));
    m_problem->setWordWrap(true);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_problem);
    m_start = new QPushButton;
    m_start->setObjectName(QStringLiteral("evaluate.start"));
    m_start->setProperty("primary", true);
    connect(m_start, &QPushButton::clicked, this, &EvaluationPanel::start);
    column->addWidget(m_start);
    m_enqueue = new QPushButton(tr("+ queue it"));
    m_enqueue->setObjectName(QStringLiteral("evaluate.enqueue"));
    m_enqueue->setProperty("link", true);
    m_enqueue->setToolTip(tr("The look is taken, and paid for, when what waits before it has finished."));
    connect(m_enqueue, &QPushButton::clicked, this, &EvaluationPanel::enqueue);
    column->addWidget(m_enqueue, 0, Qt::AlignLeft);
    m_predict = new QPushButton(tr("Write the predicted classes…"));
    m_predict->setObjectName(QStringLiteral("evaluate.predict"));
    m_predict->setProperty("link", true);
    connect(m_predict, &QPushButton::clicked, this, &EvaluationPanel::predict);
    column->addWidget(m_predict, 0, Qt::AlignLeft);
    m_reason = roleLabel({}, "muted"); // below the button, which then stays where it is
    m_reason->setObjectName(QStringLiteral("evaluate.reason"));
    m_reason->setWordWrap(true);
    column->addWidget(m_reason);
    column->addStretch(1);
    return body;
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
    m_form->setRowVisible(m_figures, isPrivate);
    m_form->setRowVisible(m_groupNames, isPrivate);
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
