// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/problem_label.h"

#include "ui/models/values.h"
#include "ui/style/widgets.h"

#include <QAction>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>

namespace parsimony::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(parsimony::ui::ProblemLabel)
};

const QString kAction = QStringLiteral("problem.copyEnglish");

} // namespace

void forgetProblem(QLabel& label) {
    delete label.findChild<QAction*>(kAction, Qt::FindDirectChildrenOnly);
    label.setToolTip({});
    label.setContextMenuPolicy(Qt::DefaultContextMenu);
}

void showProblem(QLabel& label, const Problem& problem) {
    forgetProblem(label);
    auto* elided = qobject_cast<ElidedLabel*>(&label);
    if (elided != nullptr) {
        elided->setFullText(problem.message);
    } else {
        label.setText(problem.message);
    }
    if (problem.english.isEmpty() || problem.english == problem.message) {
        return;
    }
    const QString english = Words::tr("In English: %1").arg(problem.english);
    label.setToolTip(elided != nullptr ? problem.message + QLatin1Char('\n') + english : english);
    auto* copy = new QAction(Words::tr("Copy the English sentence"), &label);
    copy->setObjectName(kAction);
    QObject::connect(copy, &QAction::triggered, &label,
                     [english = problem.english] { QGuiApplication::clipboard()->setText(english); });
    label.addAction(copy);
    label.setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace parsimony::ui
