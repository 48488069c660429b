// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/auto_method.h"

#include "core/base/quantity.h"
#include "core/base/sentence.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/search/method_entry.h"
#include "core/search/single_run.h"

#include <algorithm>
#include <cmath>

namespace parsimony::search {

bool pilotsTellEncoders(double totalMu, double publicRecords, std::uint32_t classes,
                        const AutoEncoders& tuning) {
    const AutoPilots& pilots = tuning.at(signalOf(publicRecords, totalMu, classes));
    const double scoreMu = totalMu * std::sqrt(pilots.share * pilots.scoreFraction);
    return tuning.gapInSe * std::sqrt(2.0) / (scoreMu * publicRecords) <= tuning.gap;
}

AutoAllocation autoAllocation(double totalMu, double publicRecords, std::uint32_t classes,
                              std::uint32_t steps, const AutoTuning& tuning) {
    checkedPositive(totalMu, "the budget of the experiment");
    checkedPositive(publicRecords, "the public record count");
    const double scoreMu = totalMu * std::sqrt(tuning.pilotShare * tuning.scoreFraction);
    const bool heard = std::sqrt(2.0) / (scoreMu * publicRecords) <= tuning.mostScoreNoise;
    const bool pays = signalOf(publicRecords, totalMu, classes) >= tuning.leastSignal;
    return autoAllocation(steps >= (tuning.centred ? tuning.centred->parts : tuning.parts) && heard && pays,
                          steps, tuning);
}

AutoAllocation autoAllocation(bool pilots, std::uint32_t steps, const AutoTuning& tuning) {
    if (steps == 0) {
        failUsage(Sentence("--steps: a run needs at least one step"));
    }
    AutoAllocation allocation;
    allocation.pilots = pilots;
    const std::uint32_t part = steps / (tuning.centred ? tuning.centred->parts : tuning.parts);
    allocation.pilotSteps = pilots ? std::max(1U, part) : 0;
    allocation.finalSteps = pilots ? std::max(1U, steps - part) : steps;
    allocation.pilotShare = pilots ? tuning.pilotShare : 0.0;
    allocation.scoreFraction = pilots ? tuning.scoreFraction : 0.0;
    return allocation;
}

AutoMethod::AutoMethod(AutoSettings settings) : m_settings(std::move(settings)) {
    if (m_settings.scale.rule != ScaleRule::Descent) {
        failUsage(Sentence(
            "--method auto scales sums of gradients and needs --trainer dp-gd; for dp-adam use unit-noise"));
    }
    if (m_settings.scale.sampleRate < 1.0) {
        refuse(Sentence("--method auto lets later runs depend on released scores, so it needs Gaussian "
                        "events: full batches, not --sample-rate"));
    }
    if (m_settings.allocation.pilots) {
        checkedPositive(m_settings.pilotMu, "the budget of a pilot");
    }
    checkedPositive(m_settings.finalMu, "the budget of the final run");
    checkedPositive(m_settings.totalMu, "the budget of the experiment");
    if (!m_settings.scale.rowNorm) {
        failUsage(Sentence(
            "--method auto needs rows of bounded norm: use --row-norm unit or clip, or another --method"));
    }
}

bool AutoMethod::closedBefore(int end) const {
    for (int index = 0; index < end; ++index) {
        if (!isClosed(index)) {
            return false;
        }
    }
    return true;
}

train::Knobs AutoMethod::knobsOf(int encoder) const {
    const auto& encoders = m_settings.encoders;
    return encoders.empty()
               ? train::Knobs()
               : train::Knobs{{train::Knob::Encoder, 0.0, encoders[static_cast<std::size_t>(encoder)]}};
}

Proposal AutoMethod::pilot(int index) const {
    Proposal run;
    run.index = index;
    run.mu = m_settings.pilotMu;
    run.steps = m_settings.allocation.pilotSteps;
    run.noiseMultiplier = m_settings.noise(0, run.steps, run.knobs);
    run.knobs = knobsOf(choosesEncoder() ? index : 0);
    run.nu = choosesEncoder() ? declaredNu()
             : index == 0     ? m_settings.tuning.smallNu
                              : m_settings.tuning.largeNu;
    run.learningRate = learningRateFor(m_settings.scale, *run.noiseMultiplier, run.steps, *run.nu);
    run.r = *run.learningRate * run.steps;
    return run;
}

double AutoMethod::belief() const {
    if (finalIndex() == 0) {
        return 1.0; // so little signal that larger steps are safe whatever the spectrum
    }
    if (!isClosed(0) || !isClosed(1) || !closed()[0]->score || !closed()[1]->score) {
        return m_settings.tuning.prior.decayingShare;
    }
    return decayingBelief(m_settings.tuning.prior, *closed()[0]->score, *closed()[1]->score);
}

double AutoMethod::declaredNu() const {
    const double signal = signalOf(m_settings.scale.publicRecords, m_settings.totalMu, m_settings.classes);
    return nuOfFlatness(*m_settings.tuning.centred, std::nullopt, 1.0, signal);
}

double AutoMethod::finalNu() const {
    const AutoTuning& tuning = m_settings.tuning;
    const double signal = signalOf(m_settings.scale.publicRecords, m_settings.totalMu, m_settings.classes);
    if (choosesEncoder()) {
        return declaredNu();
    }
    if (!tuning.centred) {
        return believedNu(tuning.prior, belief(), signal);
    }
    const bool scored = finalIndex() > 0 && closed()[0]->score && closed()[1]->score;
    return scored ? nuOfPilots(tuning, *closed()[0]->score, *closed()[1]->score)
                  : nuOfFlatness(*tuning.centred, m_flatness, m_settings.flatnessSe.value_or(1.0), signal);
}

Proposal AutoMethod::finalRun(bool known) const {
    Proposal run;
    run.index = finalIndex();
    run.phase = -1;
    run.role = TrialRole::Final;
    run.scored = false;
    run.mu = m_settings.finalMu;
    run.steps = m_settings.allocation.finalSteps;
    run.noiseMultiplier = m_settings.noise(-1, run.steps, run.knobs);
    if (!known) {
        return run;
    }
    run.nu = finalNu();
    run.knobs = knobsOf(chosenEncoder());
    std::vector<int> from;
    if (choosesEncoder()) {
        const std::optional<int> last = lastOf(chosenEncoder(), finalIndex());
        from.assign(last ? 1 : 0, last.value_or(0));
    } else {
        for (int index = 0; index < pilots(); ++index) {
            if (!closed()[index]->lost) {
                from.push_back(index);
            }
        }
    }
    goOn(run, from);
    return run;
}

std::vector<Proposal> AutoMethod::outline() const {
    std::vector<Proposal> runs;
    runs.reserve(static_cast<std::size_t>(finalIndex()) + 1);
    for (int index = 0; index < finalIndex(); ++index) {
        runs.push_back(scoredRun(index));
    }
    runs.push_back(finalRun(isInformed()));
    return runs;
}

std::vector<Proposal> AutoMethod::nextBatch() {
    std::vector<Proposal> open;
    for (int index = 0; index < pilots(); ++index) {
        if (!isClosed(index)) {
            open.push_back(pilot(index));
        }
    }
    for (int index = pilots(); index < finalIndex() && closedBefore(pilots()); ++index) {
        Proposal run = runoff(index);
        if (!isClosed(index) && run.learningRate) { // else it goes on from one that is not closed
            open.push_back(std::move(run));
        }
    }
    if (open.empty() && !finished()) {
        open.push_back(finalRun(true));
    }
    return open;
}

std::optional<double> AutoMethod::selectedR(int phase) const {
    const int end = phase == 0 ? pilots() : finalIndex();
    if (phase < 0 || phase > (finalIndex() > pilots() ? 1 : 0) || end == 0 || !closedBefore(end)) {
        return std::nullopt;
    }
    const std::optional<int> winner = choosesEncoder() ? mostPromising(end) : best(0, end);
    return winner ? scoredRun(*winner).r : std::nullopt;
}

std::optional<int> AutoMethod::result() const {
    return finished() && !closed()[finalIndex()]->lost ? std::optional<int>(finalIndex()) : std::nullopt;
}

namespace {

/// The allocation where it is known whether there are pilots.
AutoAllocation allocationOf(const SearchRequest& request, bool pilots, Mu total) {
    AutoAllocation allocation = autoAllocation(pilots, request.onlySteps(), request.tuning);
    if (request.pilotsOfEncoders) {
        const AutoPilots& own = request.tuning.encoders->at(
            signalOf(request.space.scale.publicRecords, total.value(), request.classes));
        const std::uint32_t steps = request.onlySteps();
        allocation.pilotSteps = std::max(1U, steps / own.parts);
        allocation.finalSteps = std::max(1U, steps - allocation.pilotSteps);
        allocation.pilotShare = own.share;
        allocation.scoreFraction = own.scoreFraction;
        if (const auto& runoff = request.tuning.encoders->runoff; runoff && pilots) {
            allocation.runoff = runoff->pilots;
            allocation.runoffSteps = std::max(1U, steps / runoff->pilots.parts);
        }
    }
    return allocation;
}

/// Hidden layers have one run: what pilots add up to is no start for them, as their weights do not add.
bool isOneRun(const SearchRequest& request) {
    return request.mostStep.has_value();
}

/// The same of shares that were made: whether there are pilots was decided with them, and is not decided
/// again from a rounded total.
AutoAllocation allocationOf(const SearchRequest& request, const Shares& shares) {
    return allocationOf(request, !shares.phases.empty(), muLower(shares.spent));
}

/// Two pilots and a final run, or one run where pilots do not pay; of several encoders one pilot each, and a
/// runoff.
Shares shareAuto(const SearchRequest& request, const Budget& budget) {
    if (!request.trainerTraits().plainDescent) {
        failUsage(Sentence("--method auto needs --trainer dp-gd: it adds up gradients of full batches"));
    }
    if (isOneRun(request)) {
        return wholeShare(request, budget);
    }
    Shares shares;
    const SpendSum total = leftOf(budget);
    const Mu all = muLower(total);
    // On centred rows the plan decided it already, with the statistics.
    const AutoAllocation allocation =
        request.tuning.centred ? allocationOf(request, !request.withoutPilots, muLower(budget.total))
                               : autoAllocation(all.value(), request.space.scale.publicRecords,
                                                request.classes, request.onlySteps(), request.tuning);
    SpendSum left = total;
    if (allocation.pilots) {
        const Mu pilot{std::sqrt(allocation.pilotShare) * all.value()};
        // Free scores stay free.
        const double scoreFraction = budget.scoreFraction > 0.0 ? allocation.scoreFraction : 0.0;
        const int pilots = request.pilotsOfEncoders ? static_cast<int>(request.encoders.size()) : 2;
        shares.phases.push_back(shareOf(epsilonOf(pilot, budget.delta), pilot, pilots, scoreFraction));
        SpendSum together;
        for (int i = 0; i < pilots; ++i) {
            together.addProduct(pilot.value(), pilot.value());
        }
        if (allocation.runoff) {
            const Mu more{std::sqrt(allocation.runoff->share) * all.value()};
            const double fraction = budget.scoreFraction > 0.0 ? allocation.runoff->scoreFraction : 0.0;
            shares.phases.push_back(shareOf(epsilonOf(more, budget.delta), more, 2, fraction));
            shares.phases.back().goesOn = true;
            together.addProduct(more.value(), more.value());
            together.addProduct(more.value(), more.value());
        }
        left = total.minus(together);
    }
    const Mu final = muLower(left);
    shares.final = shareOf(epsilonOf(final, budget.delta), final, 1, 0.0);
    shares.spent = total;
    shares.spent.add(budget.extra);
    return shares;
}

std::unique_ptr<SequentialMethod> makeAuto(const SearchRequest& request, const Shares& shares,
                                           const NoiseFor& noise) {
    if (!request.space.grid.learningRates.empty() || request.space.totalStep) {
        failUsage(Sentence("--method auto finds its learning rate itself: leave out --learning-rates and "
                           "--total-step-size, or use --method linear-scaling"));
    }
    if (isOneRun(request)) {
        SingleRunSettings one = singleRunSettings(request, shares, noise);
        one.nu = request.nu;
        return std::make_unique<SingleRun>(std::string(methodName(MethodKind::Auto)), std::move(one));
    }
    AutoSettings settings;
    settings.scale = request.space.scale;
    settings.noise = noise;
    settings.totalMu = muLower(shares.spent).value();
    settings.classes = request.classes;
    settings.tuning = request.tuning;
    settings.flatnessSe = request.flatnessSe;
    settings.allocation = allocationOf(request, shares);
    settings.encoders = request.encoders;
    settings.pilotsOfEncoders = request.pilotsOfEncoders;
    settings.columns = request.encoderColumns;
    if (!shares.phases.empty()) {
        settings.pilotMu = shares.phases.front().mu;
        settings.pilotTrainingMu = shares.phases.front().trainingMu;
    }
    if (settings.allocation.runoff) {
        settings.runoffMu = shares.phases.at(1).mu;
        settings.runoffTrainingMu = shares.phases.at(1).trainingMu;
    }
    settings.finalMu = shares.final->mu;
    return std::make_unique<AutoMethod>(std::move(settings));
}

std::uint32_t stepsOfAuto(const SearchRequest& request, const Shares& shares, int phase) {
    if (isOneRun(request)) {
        return request.onlySteps();
    }
    const AutoAllocation allocation = allocationOf(request, shares);
    return phase == 0 ? allocation.pilotSteps : phase == 1 ? allocation.runoffSteps : allocation.finalSteps;
}

} // namespace

constinit const Method adaptive{
    .traits =
        {.kind = MethodKind::Auto,
         .name = "auto",
         .label = inWindow("adaptive (auto)"),
         .summary = inWindow(
             "Centres rows and takes r from declared constants, corrected by a charged look at the rows."),
         .takesEncoders = true,
         .choosesSetup = true,
         .oneSteps = true,
         .adapts = true,
         .needsPlainDescent = true,
         // Where its figures were measured. With momentum the last steps stay unfinished and their share of
         // the budget is lost: 7.5 % of μ² at 50 steps, 4 % at 100.
         .maxGradNorm = 0.1,
         .momentum = 0.0},
    .share = shareAuto,
    .make = makeAuto,
    .steps = stepsOfAuto};

} // namespace parsimony::search
