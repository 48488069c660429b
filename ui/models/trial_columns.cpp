// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/trial_columns.h"

#include "core/base/enum_words.h"
#include "core/base/release_name.h"
#include "ui/models/error_text.h"
#include "ui/models/number_format.h"
#include "ui/models/words.h"

#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <utility>

namespace parsimony::ui {

namespace {

using session::TrialSnapshot;
using session::TrialState;

/// In the order of TrialColumn: the title, none where the name is a word for people too, and what it means.
constexpr std::array<std::pair<const char*, const char*>, filter::kTrialFields> kColumnWords{
    {{"#", QT_TR_NOOP("Number of the trial in this project's ledger.")},
     {QT_TR_NOOP("exp."), QT_TR_NOOP("The experiment that the trial belongs to.")},
     {QT_TR_NOOP("phase"), QT_TR_NOOP("Early phases are cheap and noisy; the final run takes what is left.")},
     {"r", QT_TR_NOOP("Total step size r = η · T: the one knob that the search looks for. With a * the "
                      "largest learning rate kept it from what was drawn.")},
     {"ν",
      QT_TR_NOOP("ν: how much noise the finished weights put on a logit. Known without looking at data.")},
     {"η", QT_TR_NOOP("Learning rate η: how far one step moves the weights.")},
     {"T", QT_TR_NOOP("Number of training steps T.")},
     {"σ", QT_TR_NOOP("Noise multiplier σ: noise standard deviation divided by the clipping norm.")},
     {"c", QT_TR_NOOP("Clipping norm c: the most that one record can add to a gradient sum.")},
     {"ρ",
      QT_TR_NOOP(
          "Momentum ρ, where the search chose it: the share of the last step that is kept in the next.")},
     {QT_TR_NOOP("decay"), QT_TR_NOOP("Weight decay, where the search chose it.")},
     {QT_TR_NOOP("ridge"), QT_TR_NOOP("Ridge of a second-order trainer, where the search chose it.")},
     {QT_TR_NOOP("Gram share"),
      QT_TR_NOOP("Share of the run's μ² that the matrix takes, where the search chose it.")},
     {"α", QT_TR_NOOP("α of DP-LS, where the search chose it: the weight of the matrix of all records beside "
                      "those of each class.")},
     {QT_TR_NOOP("initial scale"),
      QT_TR_NOOP("What the initial weights are multiplied by, where the search chose it.")},
     {"q", QT_TR_NOOP(
               "Sample rate q, where the search chose it: the chance of a record to be in a step's sample.")},
     {"ε", QT_TR_NOOP("ε of this trial alone, its score included. Smaller is more private.")},
     {"μ", QT_TR_NOOP("μ of Gaussian differential privacy. Trials add up as squares: μ² = Σ μᵢ².")},
     {QT_TR_NOOP("score ± se"),
      QT_TR_NOOP("Share of records predicted right, with noise that is paid for, and its standard error.")},
     {QT_TR_NOOP("state"),
      QT_TR_NOOP("Planned, reserved, running, interrupted, finished, failed, cancelled or lost.")},
     {nullptr, QT_TR_NOOP("How the experiment looked for its settings.")},
     {nullptr, QT_TR_NOOP("How the experiment trains under its noise.")},
     {nullptr,
      QT_TR_NOOP("The encoder whose features the trial read, where the search chose among several.")},
     {QT_TR_NOOP("tags"), QT_TR_NOOP("Words of your own to find trials by: tags:good filters for them.")},
     {QT_TR_NOOP("note"),
      QT_TR_NOOP("A remark of your own. Each change is a row of the ledger; the last one counts.")}}};

/// The same in the order of TrialState.
constexpr std::array<std::pair<const char*, const char*>, static_cast<std::size_t>(TrialState::Unknown) + 1>
    kStateWords{
        {{QT_TR_NOOP("planned"), QT_TR_NOOP("Not started: nothing has been reserved for it yet.")},
         {QT_TR_NOOP("reserved"),
          QT_TR_NOOP("Its worst-case spend is committed to the ledger; its data has not been opened yet.")},
         {QT_TR_NOOP("running"), QT_TR_NOOP("Training now. Its spend is already committed.")},
         {QT_TR_NOOP("interrupted"),
          QT_TR_NOOP("It began, and nobody runs its experiment now. Its spend stays committed.")},
         {QT_TR_NOOP("finished"), QT_TR_NOOP("Done; its result is released and paid for.")},
         {QT_TR_NOOP("failed"), QT_TR_NOOP("It failed after its reservation: the charge stays.")},
         {QT_TR_NOOP("cancelled"), QT_TR_NOOP("It was cancelled after its reservation: the charge stays.")},
         {QT_TR_NOOP("lost"), QT_TR_NOOP("Its checkpoint could not be continued: the charge stays.")},
         {QT_TR_NOOP("unknown"), QT_TR_NOOP("The server is of a later version and says what this one has no "
                                            "word for. Its spend stays committed.")}}};

} // namespace

QString trialColumnTitle(TrialColumn column) {
    const char* title = wordOf(kColumnWords, column).first;
    return tr(title != nullptr ? title : filter::fieldKey(column));
}

QString knobTitle(train::Knob knob) {
    const auto column = filter::fieldOf(train::knobName(knob));
    return column ? trialColumnTitle(*column) : QString::fromStdString(std::string(train::knobName(knob)));
}

QString trialColumnMeaning(TrialColumn column) {
    return tr(wordOf(kColumnWords, column).second);
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

QString statisticName(const std::string& name) {
    const auto ofEncoder = name.find('@');
    if (ofEncoder != std::string::npos) {
        return tr("mean of %1").arg(QString::fromStdString(name.substr(ofEncoder + 1)));
    }
    switch (ReleaseName::read(name).value()) {
    case ReleasedValue::Mean:
        return tr("mean");
    case ReleasedValue::MeanRest:
        return tr("mean again");
    case ReleasedValue::ClassCounts:
        return tr("class counts");
    case ReleasedValue::ClassCountsRest:
        return tr("counts again");
    case ReleasedValue::Flatness:
        return tr("flatness");
    case ReleasedValue::PriorAgreement:
        return tr("look at the prior");
    default:
        return QString::fromStdString(name);
    }
}

QString phaseName(const TrialSnapshot& trial) {
    if (isFinal(trial)) {
        return phaseTitle(-1);
    }
    const TrialRole role = roleOf(trial);
    return role == TrialRole::Trial ? phaseTitle(trial.phase)
           : isStatistic(role)      ? statisticName(trial.statistic.empty() ? trial.role : trial.statistic)
           : role == TrialRole::Selection  ? tr("winner")
           : role == TrialRole::Evaluation ? evaluationName(trial)
                                           : QString::fromStdString(trial.role);
}

QString stateName(TrialState state) {
    return tr(wordOf(kStateWords, state).first);
}

QString stateMeaning(TrialState state) {
    return tr(wordOf(kStateWords, state).second);
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
