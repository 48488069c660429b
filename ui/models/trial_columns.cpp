// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/trial_columns.h"

#include "ui/models/error_text.h"
#include "ui/models/number_format.h"
#include "ui/models/words.h"

#include <QRegularExpression>
#include <algorithm>

namespace parsimony::ui {

namespace {

using session::TrialSnapshot;
using session::TrialState;

} // namespace

QString trialColumnTitle(TrialColumn column) {
    switch (column) {
    case TrialColumn::Id:
        return QStringLiteral("#");
    case TrialColumn::Experiment:
        return tr("exp.");
    case TrialColumn::Phase:
        return tr("phase");
    case TrialColumn::R:
        return QStringLiteral("r");
    case TrialColumn::Nu:
        return QStringLiteral("ν");
    case TrialColumn::LearningRate:
        return QStringLiteral("η");
    case TrialColumn::Steps:
        return QStringLiteral("T");
    case TrialColumn::NoiseMultiplier:
        return QStringLiteral("σ");
    case TrialColumn::Clip:
        return QStringLiteral("c");
    case TrialColumn::Momentum:
        return QStringLiteral("ρ");
    case TrialColumn::WeightDecay:
        return tr("decay");
    case TrialColumn::Ridge:
        return tr("ridge");
    case TrialColumn::GramFraction:
        return tr("Gram share");
    case TrialColumn::Alpha:
        return QStringLiteral("α");
    case TrialColumn::InitScale:
        return tr("initial scale");
    case TrialColumn::SampleRate:
        return QStringLiteral("q");
    case TrialColumn::Epsilon:
        return QStringLiteral("ε");
    case TrialColumn::Mu:
        return QStringLiteral("μ");
    case TrialColumn::Score:
        return tr("score ± se");
    case TrialColumn::State:
        return tr("state");
    case TrialColumn::Tags:
        return tr("tags");
    case TrialColumn::Note:
        return tr("note");
    case TrialColumn::Method: // their names are words for people too, and in the catalogue
    case TrialColumn::Trainer:
    case TrialColumn::Encoder:
        return tr(filter::fieldKey(column));
    case TrialColumn::Count:
        break;
    }
    return {};
}

QString trialColumnMeaning(TrialColumn column) {
    switch (column) {
    case TrialColumn::Id:
        return tr("Number of the trial in this project's ledger.");
    case TrialColumn::Experiment:
        return tr("The experiment that the trial belongs to.");
    case TrialColumn::Phase:
        return tr("Early phases are cheap and noisy; the final run takes what is left.");
    case TrialColumn::R:
        return tr("Total step size r = η · T: the one knob that the search looks for. With a * the largest "
                  "learning rate kept it from what was drawn.");
    case TrialColumn::Nu:
        return tr("ν: how much noise the finished weights put on a logit. Known without looking at data.");
    case TrialColumn::LearningRate:
        return tr("Learning rate η: how far one step moves the weights.");
    case TrialColumn::Steps:
        return tr("Number of training steps T.");
    case TrialColumn::NoiseMultiplier:
        return tr("Noise multiplier σ: noise standard deviation divided by the clipping norm.");
    case TrialColumn::Clip:
        return tr("Clipping norm c: the most that one record can add to a gradient sum.");
    case TrialColumn::Momentum:
        return tr(
            "Momentum ρ, where the search chose it: the share of the last step that is kept in the next.");
    case TrialColumn::WeightDecay:
        return tr("Weight decay, where the search chose it.");
    case TrialColumn::Ridge:
        return tr("Ridge of a second-order trainer, where the search chose it.");
    case TrialColumn::GramFraction:
        return tr("Share of the run's μ² that the matrix takes, where the search chose it.");
    case TrialColumn::Alpha:
        return tr("α of DP-LS, where the search chose it: the weight of the matrix of all records beside "
                  "those of each class.");
    case TrialColumn::InitScale:
        return tr("What the initial weights are multiplied by, where the search chose it.");
    case TrialColumn::SampleRate:
        return tr(
            "Sample rate q, where the search chose it: the chance of a record to be in a step's sample.");
    case TrialColumn::Epsilon:
        return tr("ε of this trial alone, its score included. Smaller is more private.");
    case TrialColumn::Mu:
        return tr("μ of Gaussian differential privacy. Trials add up as squares: μ² = Σ μᵢ².");
    case TrialColumn::Score:
        return tr("Share of records predicted right, with noise that is paid for, and its standard error.");
    case TrialColumn::State:
        return tr("Planned, reserved, running, interrupted, finished, failed, cancelled or lost.");
    case TrialColumn::Method:
        return tr("How the experiment looked for its settings.");
    case TrialColumn::Trainer:
        return tr("How the experiment trains under its noise.");
    case TrialColumn::Encoder:
        return tr("The encoder whose features the trial read, where the search chose among several.");
    case TrialColumn::Tags:
        return tr("Words of your own to find trials by: tags:good filters for them.");
    case TrialColumn::Note:
        return tr("A remark of your own. Each change is a row of the ledger; the last one counts.");
    case TrialColumn::Count:
        break;
    }
    return {};
}

QString trialColumnKey(TrialColumn column) {
    return QLatin1String(filter::fieldKey(column));
}

bool isFinal(const TrialSnapshot& trial) {
    return filter::isFinalRun(trial);
}

QString phaseTitle(int phase) {
    return phase < 0 ? tr("final") : tr("phase %1").arg(phase + 1);
}

namespace {
QString evaluationName(const TrialSnapshot& trial) {
    return trial.part.empty() ? tr("look") : tr("look at %1").arg(partText(trial.part));
}
} // namespace

QString phaseName(const TrialSnapshot& trial) {
    if (isFinal(trial)) {
        return phaseTitle(-1);
    }
    if (roleOf(trial) == TrialRole::Trial) {
        return phaseTitle(trial.phase);
    }
    return roleOf(trial) == TrialRole::Mean             ? tr("mean")
           : roleOf(trial) == TrialRole::ClassCounts    ? tr("class counts")
           : roleOf(trial) == TrialRole::Flatness       ? tr("flatness")
           : roleOf(trial) == TrialRole::PriorAgreement ? tr("look at the prior")
           : roleOf(trial) == TrialRole::Selection      ? tr("winner")
           : roleOf(trial) == TrialRole::Evaluation     ? evaluationName(trial)
                                                        : QString::fromStdString(trial.role);
}

QString stateName(TrialState state) {
    switch (state) {
    case TrialState::Planned:
        return tr("planned");
    case TrialState::Reserved:
        return tr("reserved");
    case TrialState::Running:
        return tr("running");
    case TrialState::Interrupted:
        return tr("interrupted");
    case TrialState::Finished:
        return tr("finished");
    case TrialState::Failed:
        return tr("failed");
    case TrialState::Cancelled:
        return tr("cancelled");
    case TrialState::Lost:
        return tr("lost");
    case TrialState::Unknown:
        return tr("unknown");
    }
    return {};
}

QString stateMeaning(TrialState state) {
    switch (state) {
    case TrialState::Planned:
        return tr("Not started: nothing has been reserved for it yet.");
    case TrialState::Reserved:
        return tr("Its worst-case spend is committed to the ledger; its data has not been opened yet.");
    case TrialState::Running:
        return tr("Training now. Its spend is already committed.");
    case TrialState::Interrupted:
        return tr("It began, and nobody runs its experiment now. Its spend stays committed.");
    case TrialState::Finished:
        return tr("Done; its result is released and paid for.");
    case TrialState::Failed:
        return tr("It failed after its reservation: the charge stays.");
    case TrialState::Cancelled:
        return tr("It was cancelled after its reservation: the charge stays.");
    case TrialState::Lost:
        return tr("Its checkpoint could not be continued: the charge stays.");
    case TrialState::Unknown:
        return tr("The server is of a later version and says what this one has no word for. Its spend stays "
                  "committed.");
    }
    return {};
}

QString trialText(const TrialSnapshot& t, TrialColumn column) {
    switch (column) {
    case TrialColumn::Id:
        return t.id > 0 ? QString::number(t.id) : absent();
    case TrialColumn::Experiment:
        return t.experiment > 0 ? QString::number(t.experiment) : absent();
    case TrialColumn::Phase:
        return phaseName(t);
    case TrialColumn::R:
        return formatOptional(t.r) + (t.clamped ? QStringLiteral("*") : QString());
    case TrialColumn::LearningRate:
        return formatOptional(trialNumber(t, column));
    case TrialColumn::Nu:
    case TrialColumn::Clip:
        return formatOptional(trialNumber(t, column), 3);
    case TrialColumn::Steps:
        return t.steps > 0 ? formatCount(t.steps) : absent();
    case TrialColumn::NoiseMultiplier:
        return t.noiseMultiplier ? formatSigma(*t.noiseMultiplier) : absent();
    case TrialColumn::Epsilon:
        return formatEpsilon(t.epsilon, Rounding::Up);
    case TrialColumn::Mu:
        return t.mu > 0.0 ? formatMu(t.mu) : absent(); // its account knows ε and δ alone
    case TrialColumn::Score:
        return shownScore(t) ? formatAccuracy(*shownScore(t), shownScoreSe(t)) : absent();
    case TrialColumn::State:
        // Of a run elsewhere no steps are heard.
        return t.state == TrialState::Running && t.steps > 0 && t.stepsDone > 0
                   ? tr("step %1/%2").arg(t.stepsDone).arg(t.steps)
                   : stateName(t.state);
    case TrialColumn::Tags:
        return tagsText(t.tags);
    case TrialColumn::Note:
        return QString::fromStdString(t.note);
    default:
        return filter::knobOf(column) ? formatOptional(trialNumber(t, column), 3) : QString();
    }
}

QString tagsText(const std::vector<std::string>& tags) {
    QStringList words;
    for (const auto& tag : tags) {
        words << QString::fromStdString(tag);
    }
    return words.join(QStringLiteral(", "));
}

std::vector<std::string> tagsFromText(const QString& text) {
    static const QRegularExpression gap(QStringLiteral("[,;\\s]+"));
    std::vector<std::string> tags;
    for (const QString& word : text.split(gap, Qt::SkipEmptyParts)) {
        if (std::find(tags.begin(), tags.end(), word.toStdString()) == tags.end()) {
            tags.push_back(word.toStdString());
        }
    }
    return tags;
}

std::optional<double> trialNumber(const TrialSnapshot& trial, TrialColumn column) {
    return filter::fieldNumber(trial, column);
}

} // namespace parsimony::ui
