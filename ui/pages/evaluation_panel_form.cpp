// SPDX-License-Identifier: GPL-3.0-or-later
// The form of the test of a classifier: fields of its own, and rows of the table of options.
#include "ui/pages/evaluation_panel.h"
#include "ui/pages/option_fields.h"
#include "ui/style/checklist_button.h"
#include "ui/style/icons.h"
#include "ui/style/widgets.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace parsimony::ui {

QComboBox* EvaluationPanel::addFile(const QString& name, const QString& label, const QString& meaning) {
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
    m_form->addRow(label, box, meaning);
    connect(box, &QComboBox::editTextChanged, this, &EvaluationPanel::refresh);
    return box;
}

QLineEdit* EvaluationPanel::addLine(const char* name, const QString& label, const QString& meaning,
                                    const QString& empty) {
    auto* edit = new QLineEdit;
    edit->setObjectName(QLatin1String(name));
    edit->setPlaceholderText(empty);
    edit->setAcceptDrops(false);
    connect(edit, &QLineEdit::textChanged, this, &EvaluationPanel::refresh);
    m_form->addRow(label, edit, meaning);
    return edit;
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
    m_form = new OptionFields(m_rows);
    connect(m_form, &OptionFields::edited, this, &EvaluationPanel::refresh);
    addRows();
    addFigures();
    m_form->refresh();
    column->addWidget(m_form);
    addButtons(column);
    column->addStretch(1);
    return body;
}

/// Which rows they are, and whose.
void EvaluationPanel::addRows() {
    m_features = addFile(QStringLiteral("features"), tr("&Features"),
                         tr("Rows to be classified, as wide as those of training."));
    m_labels = addFile(QStringLiteral("labels"), tr("&Labels"), tr("Their true classes."));
    m_ids =
        addFile(QStringLiteral("ids"), tr("&Ids"),
                tr("Whose they are, where people are told apart; rows of people in the train part count as "
                   "empty."));
    m_form->addOfLook(QStringLiteral("evaluate."));
    m_split = addLine("evaluate.split", tr("Split"),
                      tr("The file is one that a run divided by these shares, and its test part alone is "
                         "looked at."),
                      tr("all its rows"));
    m_sets = addLine("evaluate.sets", tr("More sets"),
                     tr("Looked at with the same click, each with an account of its own if it is private: "
                        "NAME=FEATURES,LABELS, with semicolons between them."),
                     tr("night=n.npz:x,n.npz:y; rain=…"));
}

/// What is counted of them.
void EvaluationPanel::addFigures() {
    m_groups =
        addLine("evaluate.groups", tr("Groups"),
                tr("A group for each row, numbers or words: an array, a column as table.csv:region, or a "
                   "text with one a line. Accuracies are shown for each."),
                tr("optional file"));
    m_groupNames = addLine("evaluate.groupNames", tr("Group names"),
                           tr("The groups there are, separated by commas. They are declared: which ones "
                              "occur in private rows must not be read off them."),
                           tr("as in north,south"));
    m_labelMap = addLine("evaluate.labelMap", tr("Label map"),
                         tr("Which class a label of these rows means: lines \"label,class\", or JSON."),
                         tr("optional file"));
    m_figures =
        new ChecklistButton(QStringLiteral("evaluate.figures"),
                            tr("What is released beside the accuracy. Each is a release of its own, and "
                               "they share half of what the look takes."),
                            tr("accuracy only"), tr("%1 of %2 more"));
    connect(m_figures, &ChecklistButton::chosenChanged, this, &EvaluationPanel::refresh);
    offerFigures(false);
    m_form->addRow(tr("&Release"), m_figures, m_figures->toolTip());
    m_positive = addLine("evaluate.positive", tr("AUC of class"),
                         tr("The class that the area under the ROC curve tells from the rest, as a number."),
                         tr("the second of two"));
    m_lossBound = addLine("evaluate.lossBound", tr("Loss at most"),
                          tr("What one record adds to the log loss at most, in nats: more is counted as so "
                             "much, so that the noise need not cover it."),
                          tr("2 · ln(classes)"));
}

void EvaluationPanel::addButtons(QVBoxLayout* column) {
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
}

} // namespace parsimony::ui
