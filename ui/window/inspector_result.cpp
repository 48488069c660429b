// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment in the inspector, planned or with what it came to.
#include "ui/models/error_text.h"
#include "ui/models/number_format.h"
#include "ui/models/trial_columns.h"
#include "ui/style/icons.h"
#include "ui/style/widgets.h"
#include "ui/window/curator_remarks.h"
#include "ui/window/inspector.h"

#include <QGridLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace parsimony::ui {

namespace {

/// The one that was chosen, or all that there are to choose from; empty where nothing is said.
QString encoderText(const session::RunSnapshot& run) {
    const std::string chosen = run.final ? train::encoderIn(run.final->trial.knobs) : std::string();
    if (!chosen.empty() || run.dataset.encoders.empty()) {
        return QString::fromStdString(chosen.empty() ? run.encoder : chosen);
    }
    QStringList names;
    for (const session::EncoderSnapshot& encoder : run.dataset.encoders) {
        names << QString::fromStdString(encoder.name);
    }
    return names.join(QStringLiteral(", "));
}

} // namespace

QString Inspector::accuracyCaption(bool isPublic, bool balanced) {
    if (balanced) {
        return isPublic
                   ? tr("balanced accuracy on the test rows (public data)")
                   : tr("balanced accuracy on the test rows ± standard error of the noise that its counts "
                        "were released with");
    }
    return isPublic ? tr("accuracy on the test rows (public data)")
                    : tr("accuracy on the test rows ± standard error of the noise that it was released with");
}

void Inspector::showResult() {
    const auto& run = *m_run;
    addHeading(statusOf(run) == ExperimentStatus::Planned ? tr("Planned experiment")
                                                          : tr("Experiment %1").arg(run.experiment));
    const bool done = statusOf(run) == ExperimentStatus::Finished;
    addAccuracy(run, done);
    auto* holder = new QWidget;
    m_grid = new QGridLayout(holder);
    m_grid->setContentsMargins(0, 4, 0, 4);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(3);
    m_grid->setColumnStretch(1, 1);
    m_layout->addWidget(holder);
    addTestFigures(run, done);
    const NumberClass price = run.isPrivate ? NumberClass::Released : NumberClass::Simulated;
    addFact(tr("takes ε"), formatEpsilon(run.experimentEpsilon, Rounding::Up),
            tr("What this experiment takes in all, fixed before it began."), price);
    if (run.experimentMu > 0.0) { // a private selection, or what is charged as a slice, has none
        addFact(tr("as μ"), formatMu(run.experimentMu), trialColumnMeaning(TrialColumn::Mu), price);
    }
    addSetup(run);
    if (run.final) {
        for (const auto& [name, accuracy] : run.final->ood) {
            addFact(QString::fromStdString(name), formatAccuracy(accuracy.accuracy, accuracy.se),
                    tr("Accuracy on an out-of-distribution set."),
                    run.isPrivate ? NumberClass::Released : NumberClass::Public);
        }
    }
    for (const auto& [name, part] : session::shownAccounts(run.budget)) {
        addFact(tr("%1 spent").arg(partText(name)), formatEpsilon(part.spentEpsilon, Rounding::Up),
                tr("ε that the account of this part has spent so far."), price);
    }
    const QString device = QString::fromStdString(run.device);
    const QString arithmetic = QString::fromStdString(run.unusualArithmetic());
    addFact(tr("device"), arithmetic.isEmpty() ? device : tr("%1, in %2").arg(device, arithmetic),
            tr("Where the training ran."));
    addText(sentenceText(sentencesOf(run.guarantee)), run.isPrivate ? "muted" : "notice");
    for (const auto notice : run.notices) {
        addText(sentenceText(sentenceOf(notice, run)), "notice");
    }
    m_layout->addWidget(m_remarks);
    m_remarks->setExperiment(run.experiment);
    if (done) {
        auto* button = addButton(tr("Export the classifier…"), "inspector.export");
        button->setIcon(icon(QStringLiteral("export")));
        connect(button, &QPushButton::clicked, this, [this] { emit exportRequested(0); });
    }
}

void Inspector::addAccuracy(const session::RunSnapshot& run, bool done) {
    if (done && run.final && run.final->test) {
        const auto& test = *run.final->test;
        m_layout->addWidget(roleLabel(formatAccuracy(test.accuracy, test.se), "big"));
        addText(accuracyCaption(!run.isPrivate, test.balanced), "faint");
    } else if (done) {
        addText(tr("Finished. There is no test part, so no accuracy was released."), "muted");
    }
}

void Inspector::addTestFigures(const session::RunSnapshot& run, bool done) {
    if (!done || !run.final || !run.final->test || !run.final->test->microF1 || !run.final->test->macroF1) {
        return;
    }
    addFact(tr("micro-F1"), formatAccuracy(*run.final->test->microF1, 0.0),
            tr("Of all pairs of a test record and a class: how well the predicted labels and the true ones "
               "agree."),
            NumberClass::Public);
    addFact(tr("macro-F1"), formatAccuracy(*run.final->test->macroF1, 0.0),
            tr("The mean of the classes' F1, rare classes as much as common ones."), NumberClass::Public);
}

// How it came to its classifier: what of several was chosen, once it was.
void Inspector::addSetup(const session::RunSnapshot& run) {
    addFact(tr("method"), QString::fromStdString(run.method.text()), tr("How the total step size is found."));
    const train::Knobs chosen = run.final ? run.final->trial.knobs : train::Knobs();
    const auto trainer = train::trainerIn(chosen);
    addFact(tr("trainer"),
            QString::fromStdString(trainer ? std::string(train::trainerName(*trainer)) : run.trainer)
                .replace(QLatin1Char(','), QStringLiteral(", ")),
            tr("The optimiser whose steps are clipped and noised."));
    if (const QString encoder = encoderText(run); !encoder.isEmpty()) {
        addFact(trialColumnTitle(TrialColumn::Encoder), encoder,
                tr("What made the features; of several the one that was chosen, or all."));
    }
    if (run.fit) {
        addFact(tr("predicted r"), formatQuantity(run.fit->predictedR),
                tr("Where the fitted line leads for the final run."));
        if (run.fit->clamped) {
            addFact(tr("used r"), formatQuantity(run.fit->r),
                    tr("The prediction lay outside the search space and was clamped to it."));
        }
    }
}

} // namespace parsimony::ui
