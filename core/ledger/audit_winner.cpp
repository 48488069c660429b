// SPDX-License-Identifier: GPL-3.0-or-later
// The winner of a private selection: what is released and recorded of it, against the runs that were asked
// for, what one may cost, and each other; and whether those are the runs that were planned.
#include "core/base/number_text.h"
#include "core/ledger/audit_replay.h"
#include "core/ledger/audit_text.h"
#include "core/ledger/body_text.h"
#include "core/search/private_selection.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace parsimony::ledger {

namespace {

const std::string kWinner = "the winner of a selection";
const std::string kSelectionsRun = "the run of a selection";

using Planned = std::vector<train::PlannedRelease>;

/// Of how many predictions are right.
bool isScore(const ToldRelease& release) {
    return release.kind() == train::ReleaseKind::Count;
}

/// The first of that kind; null where there is none.
const train::PlannedRelease* find(const Planned& list, std::optional<train::ReleaseKind> kind) {
    const auto found = std::find_if(list.begin(), list.end(),
                                    [kind](const train::PlannedRelease& one) { return one.kind == kind; });
    return found == list.end() ? nullptr : &*found;
}

/// What is wrong with releases of a run.
std::optional<Sentence> wrongRun(ChosenRun run, const ToldReleases& record, const SensitivityTerms& terms) {
    // A run may have been given matrices of its classes or not.
    run.alpha.reset();
    Planned wanted = releasesOf(run, terms);
    run.alpha = 0.0;
    const Planned ofClasses = releasesOf(run, terms);
    for (const train::PlannedRelease& one : wanted) {
        const bool isThere = std::any_of(record.begin(), record.end(),
                                         [&one](const ToldRelease& told) { return told.kind() == one.kind; });
        if (find(ofClasses, one.kind) != nullptr && !isThere) {
            return Sentence("records other releases of a winner than its trainer makes");
        }
    }
    wanted.insert(wanted.end(), ofClasses.begin(), ofClasses.end());
    for (const ToldRelease& release : record) {
        const train::PlannedRelease* const planned = find(wanted, release.kind());
        const bool counts = isScore(release);
        if (planned == nullptr && !counts) {
            return Sentence("records other releases of a winner than its trainer makes");
        }
        const double least = counts ? countSensitivity(terms) : planned->sensitivity.value();
        if (!atLeast(release.sensitivity, least)) {
            return Sentence("records a release '{1}' that a person's rows can move by {2}, not {3}",
                            release.what, Sentence::number(roundedText(least, 8)),
                            Sentence::number(roundedText(release.sensitivity, 8)));
        }
    }
    return std::nullopt;
}

// Which trainer and clip of a list won, the plan can't know: those that move least are asked for.
std::optional<Sentence> wrongReleases(const AskedTraining& asked, const ToldReleases& record,
                                      const SensitivityTerms& terms) {
    ChosenRun run;
    run.steps = 1;
    run.bias = asked.bias.value_or(false);
    if (const auto clips = asked.clips.all(); !clips.empty()) {
        run.clip = *std::min_element(clips.begin(), clips.end());
    }
    std::optional<Sentence> first;
    for (const std::string& name : asked.trainers) {
        run.trainer = train::findTrainer(name);
        const auto wrong =
            run.trainer == nullptr ? std::optional(unknownTrainer(name))
            : !(run.clip.value_or(0) > 0)
                ? std::optional(Sentence("has a plan whose '{1}' can't be", optionOf("max_grad_norm")))
                : wrongRun(run, record, terms);
        if (!wrong) {
            return std::nullopt;
        }
        first = first ? first : wrong;
    }
    return first;
}

/// One run of a selection as the experiment's plan has it: what it may take for training.
struct PlannedRun {
    double trainingMu = 0.0;
    std::vector<search::RunNoise> noises; ///< in its place where some runs sample
};

PlannedRun plannedRun(const BodyReader& run) {
    return {run.numberOr("training_mu", 0.0), noisesOf(run)};
}

Sentence noneAsked() {
    return Sentence("releases a winner that is none of the runs that were asked for");
}

/// What a winner says of itself, against its record: as many runs as are `planned`, one after the other.
std::optional<Sentence> wrongTold(const BodyReader& values, const AskedTraining& asked,
                                  const ToldReleases& trained, const std::vector<PlannedRun>& planned,
                                  const SensitivityTerms& terms) {
    const auto chosen = chosenBy(values, asked);
    if (!chosen) {
        return noneAsked();
    }
    if (!chosen->rate || !chosen->clip) {
        return std::nullopt;
    }
    const Planned wanted = releasesOf(*chosen, terms);
    bool isSo =
        trained.size() == wanted.size() * planned.size() && areReleases(trained, wanted, *chosen->rate);
    for (std::size_t i = 0; isSo && i < planned.size(); ++i) {
        const std::span run = std::span(trained).subspan(i * wanted.size(), wanted.size());
        const PlannedRun& share = planned[i];
        const auto kind = noiseIn(share.noises, *chosen->rate, chosen->steps);
        const double mu = share.noises.empty() ? share.trainingMu : 0.0;
        if (!kind && !(mu > 0.0)) {
            return noneAsked();
        }
        const double releases = chosen->trainer->matrix ? 1.0 : static_cast<double>(chosen->steps);
        const double noise = kind ? *kind : noisePerSigma(terms) * std::sqrt(releases) / mu;
        if (i == 0 && !near(values.numberOr("noise_multiplier", 0.0), noise, 1e-6)) {
            return Sentence("releases another noise multiplier of its winner than its selection has");
        }
        // A trainer of one clipped sum adds its noise multiplier times the clip to it.
        const bool isClipped = wanted.size() == 1 && near(wanted.front().clip, *chosen->clip);
        isSo = (!isClipped || near(run.front().noiseSd, noise * *chosen->clip, 1e-6)) &&
               (!(mu > 0.0) || near(squaresOf(run), mu * mu, 1e-6));
    }
    if (!isSo) {
        return Sentence("records another training of its winner than it releases");
    }
    const auto rate = values.number("learning_rate");
    const auto r = values.number("r");
    const bool follows =
        rate && r ? near(*r, *rate * static_cast<double>(chosen->steps)) : rate.has_value() == r.has_value();
    return follows ? std::nullopt
                   : std::optional(Sentence("releases another r of its winner than its learning rate gives"));
}

/// No run steps further than the largest learning rate that was asked for; that of a final run on the other
/// records is extrapolated from the one that was tuned, but for trainers whose steps have a length of their
/// own.
bool stepsTooFar(const BodyReader& values, const AskedTraining& asked, std::optional<double> fraction) {
    const auto rate = values.number("learning_rate");
    const auto chosen = chosenBy(values, asked);
    if (!asked.furthest || !rate || !chosen) {
        return false;
    }
    const bool isScaled = fraction && chosen->trainer->scale != train::ScaleRule::Adam;
    const double tuned = isScaled ? *rate * *fraction / (1.0 - *fraction) : *rate;
    return !(tuned <= *asked.furthest * (1.0 + 1e-9));
}

/// A winner costs no more than a run; where runs sample it is one of those that the plan has the noise of.
bool isDear(const BodyReader& trial, const BodyReader& run, const ToldReleases& scores,
            const ToldReleases& trained, bool drew, const SensitivityTerms& terms) {
    // Of subset tuning the winner's run, scored, and the final run, each of which costs as much.
    const std::size_t runs = trial.number("subset_fraction") ? 2 : 1;
    const double runMu = trial.number("run_mu").value_or(0.0);
    if (runMu > 0.0) {
        const double most = static_cast<double>(runs) * runMu * runMu * (1.0 + 1e-9);
        return !(squaresOf(scores) + squaresOf(trained) <= most);
    }
    const auto kinds = noisesOf(run);
    const bool isSo = squaresOf(scores) <= std::pow(run.numberOr("score_mu", 0.0), 2.0) * (1.0 + 1e-9) &&
                      std::any_of(kinds.begin(), kinds.end(), [&](const search::RunNoise& kind) {
                          return isOfKind(kind, terms, drew ? runs : 1, trained);
                      });
    return !isSo;
}

/// A winner that is scored by a count on the rows that it trained on is recorded with that count; what is
/// released as its error is that count's.
std::optional<Sentence> wrongCount(const BodyReader& run, const ToldReleases& scores, bool drew,
                                   std::string_view score, double records) {
    const double mu = run.numberOr("score_mu", 0.0);
    const std::size_t wanted = drew && mu > 0.0 ? 1 : 0;
    if (scores.size() != wanted || (wanted == 1 && !near(squaresOf(scores), mu * mu, 1e-6))) {
        return Sentence("records another count of its winner than its selection scores by");
    }
    const auto se = BodyReader(objectOr(score), kWinner).number("se");
    return wanted == 1 && se && !near(*se * records, scores.front().noiseSd)
               ? std::optional(Sentence("shows another standard error than its count has"))
               : std::nullopt;
}

/// Each once where several are the same; what is no number is none of them.
std::vector<double> distinct(std::vector<double> numbers) {
    std::erase_if(numbers, [](double number) { return !std::isfinite(number); });
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(
        std::unique(numbers.begin(), numbers.end(), [](double one, double two) { return near(one, two); }),
        numbers.end());
    return numbers;
}

std::vector<double> distinctCounts(std::vector<double> numbers) {
    std::erase_if(numbers, [](double number) { return std::isnan(number); });
    for (double& number : numbers) {
        number = std::floor(std::clamp(number, 0.0, 4294967295.0));
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

} // namespace

// A list may be a million numbers by a text of twenty letters, so nothing is made of two of them: who looks
// for each pair finds one that is not there after as many as there are kinds.
bool AskedTraining::are(std::span<const search::RunNoise> kinds) const {
    const bool areStepsKnown = steps.isNamed();
    const std::vector<double> counts = areStepsKnown ? distinctCounts(steps.all()) : std::vector{0.0};
    std::vector<double> all; // rates of any trainer
    for (const std::string& trainer : std::set<std::string>(trainers.begin(), trainers.end())) {
        const auto some = ratesOf(trainer);
        if (!some) {
            return true; // nobody can tell
        }
        const std::vector<double> own = distinct(*some);
        all.insert(all.end(), own.begin(), own.end());
    }
    all = distinct(std::move(all));
    const auto isThere = [&](double rate, double count) {
        return std::any_of(kinds.begin(), kinds.end(), [&](const search::RunNoise& kind) {
            return samplesAt(kind, rate) && (!areStepsKnown || kind.steps == count);
        });
    };
    const auto isAsked = [&](const search::RunNoise& kind) {
        return (!areStepsKnown || std::binary_search(counts.begin(), counts.end(), kind.steps)) &&
               std::any_of(all.begin(), all.end(), [&kind](double rate) { return samplesAt(kind, rate); });
    };
    return std::all_of(all.begin(), all.end(),
                       [&](double rate) {
                           return std::all_of(counts.begin(), counts.end(),
                                              [&](double count) { return isThere(rate, count); });
                       }) &&
           std::all_of(kinds.begin(), kinds.end(), isAsked);
}

// A Poisson law may draw no run: then nothing was scored, and without a final run nothing was trained either.
bool AuditReplay::isConstant(const StoredRow& row, const Planned& trial, const BodyReader& selection,
                             const ToldReleases& told) {
    const BodyReader values(objectOr(trial.winner), kWinner);
    if (!values.flag("constant")) {
        return false;
    }
    const bool hasFinal = selection.number("subset_fraction").has_value();
    const bool isSo = search::runsFamilyFromText(selection.text("runs_family")).poisson &&
                      trial.winnersScore.empty() &&
                      (hasFinal || (told.empty() && values.members().all().size() == 1));
    if (!isSo) {
        problem(row.seq, Sentence("says that it drew no run, and releases a winner"));
    } else if (!hasFinal) {
        m_zeros.emplace(trial.weights, row.seq);
    }
    return !hasFinal || !isSo;
}

void AuditReplay::checkWinner(const StoredRow& row, std::string_view record, const Planned& trial) {
    const ToldReleases told = releasesOfRecord(record);
    const BodyReader plan(objectOr(trial.selection), kWinner);
    const BodyReader selection(objectOr(plan.raw("selection")), kWinner);
    if (isConstant(row, trial, selection, told)) {
        return;
    }
    const auto found = m_selections.find(row.experiment.value());
    const bool isKnown = found != m_selections.end(); // else what it was charged is a problem already
    const Selection planned = isKnown ? found->second : Selection();
    const auto wrong = [&]() -> std::optional<Sentence> {
        if (told.empty()) {
            return Sentence("records no release of the winner of its selection");
        }
        if (!areMade(told)) {
            return Sentence("records a release that was made not even once");
        }
        const SensitivityTerms terms = termsOf(row.experiment);
        ToldReleases scores;
        ToldReleases trained;
        for (const ToldRelease& release : told) {
            (isScore(release) ? scores : trained).push_back(release);
        }
        const BodyReader values(objectOr(trial.winner), kWinner);
        const bool drew = !values.flag("constant");
        const BodyReader run(objectOr(BodyReader(objectOr(planned.plan), kWinner).raw("run")),
                             kSelectionsRun);
        if (isDear(selection, run, scores, trained, drew, terms)) {
            return Sentence("records a winner that costs more than a run of its selection");
        }
        if (!isKnown) {
            return std::nullopt;
        }
        const double runMu = selection.number("run_mu").value_or(0.0);
        if (runMu > 0.0 && !near(run.numberOr("mu", 0.0), runMu)) {
            return Sentence("selects among runs of another cost than was planned");
        }
        const AskedTraining& asked = m_asked[row.experiment.value()];
        const auto fraction = selection.number("subset_fraction");
        auto first = wrongReleases(asked, told, terms);
        first = first ? first
                      : wrongCount(run, scores, drew, trial.winnersScore,
                                   m_experiments[row.experiment.value()].records() * fraction.value_or(1.0));
        if (!first && trial.winner.empty() && !trial.weights.empty()) {
            first = Sentence("releases the weights of a winner, and not which run it is");
        }
        if (first || trial.winner.empty() || !asked.isKnown) {
            return first;
        }
        std::vector<PlannedRun> runs;
        if (fraction) {
            runs.push_back(plannedRun(BodyReader(objectOr(planned.final), kSelectionsRun)));
        }
        if (drew) {
            runs.push_back(plannedRun(run));
        }
        return stepsTooFar(values, asked, fraction) ? noneAsked()
                                                    : wrongTold(values, asked, trained, runs, terms);
    }();
    if (wrong) {
        problem(row.seq, *wrong);
    }
}

} // namespace parsimony::ledger
