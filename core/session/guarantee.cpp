// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/guarantee.h"

#include "core/base/collected.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/ledger/project.h"
#include "core/session/device_guard.h"
#include "core/session/experiment_plan.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace parsimony::session {

namespace {

using Accounting = Guarantee::Accounting;

Accounting accountingOf(const ExperimentPlan& plan) {
    if (plan.selection) {
        return plan.selection->subsetFraction ? Accounting::SubsetTuning : Accounting::Selection;
    }
    // A look by itself counts with Gaussian noise, whatever the slice that it takes is in.
    return plan.kind == ledger::AccountKind::Gaussian || plan.isLook() ? Accounting::Gaussian
                                                                       : Accounting::PldOrRdp;
}

Sentence unitOf(const Guarantee& guarantee) {
    if (guarantee.peopleByIds) {
        return Sentence("each person, of whom at most {1} {1|record counts|records count}",
                        guarantee.rowsPerPerson);
    }
    return guarantee.rowsPerPerson == 1
               ? Sentence("each record")
               : Sentence("each person with at most {1} records", guarantee.rowsPerPerson);
}

Sentence adjacencyOf(const Guarantee& guarantee) {
    const bool replaced = guarantee.adjacency == Adjacency::ReplaceOne;
    if (guarantee.publicRecords == 0) {
        return replaced ? Sentence("replace-one adjacency, N counted with noise")
                        : Sentence("zero-out adjacency, N counted with noise");
    }
    if (replaced) {
        return Sentence("replace-one adjacency, N = {1} public", guarantee.publicRecords);
    }
    return guarantee.recordsDeclared
               ? Sentence("zero-out adjacency, N = {1} declared", guarantee.publicRecords)
               : Sentence("zero-out adjacency, N = {1} public", guarantee.publicRecords);
}

/// Where the number of training records is declared, other parts whose own number is public all the same, as
/// plans of earlier versions have it.
std::vector<Guarantee::PublicCount> publicCountsOf(const ExperimentPlan& plan) {
    std::vector<Guarantee::PublicCount> counts;
    const auto add = [&](const EvaluationBudget& look) {
        if (look.event() && !look.recordsDeclared && look.records > 0.0) {
            counts.push_back({look.part, look.records});
        }
    };
    if (plan.constants.recordsDeclared) {
        if (plan.validation) {
            add(*plan.validation);
        }
        std::for_each(plan.evaluations.begin(), plan.evaluations.end(), add);
    }
    return counts;
}

/// Counts that are public beside N; there are some.
Sentence publicCounts(const Guarantee& guarantee) {
    Sentence::Value all;
    for (const auto& [part, records] : guarantee.alsoPublic) {
        const std::string count = roundedText(records, 12);
        all = Sentence::value(all.said ? Sentence("{1}, N = {2} of the {3} part", all, count, part)
                                       : Sentence("N = {1} of the {2} part", count, part));
    }
    return Sentence("Public as well: {1}.", all);
}

/// What the guarantee rests on beside proofs (PRIVACY rule 14); absent where it rests on nothing else.
std::optional<Sentence> onDevices(const Guarantee& guarantee) {
    if (!guarantee.checkedDevices.empty()) {
        Sentence::Value all;
        for (const CheckedDevice& device : guarantee.checkedDevices) {
            const std::string own = device.device + " (" + device.description + ")";
            all =
                all.text.empty() ? Sentence::Value{own} : Sentence::value(Sentence("{1} and {2}", all, own));
        }
        return guarantee.checkedDevices.size() == 1
                   ? Sentence(
                         "Float32 sums of gradients were computed on {1}; their slack is proved for IEEE "
                         "float32 in an order fixed by the shape, and was checked on this device before "
                         "its runs, not proved for it.",
                         all)
                   : Sentence(
                         "Float32 sums of gradients were computed on {1}; their slack is proved for IEEE "
                         "float32 in an order fixed by the shape, and was checked on each of these "
                         "devices before its runs, not proved for it.",
                         all);
    }
    if (!guarantee.deviceToCheck.empty()) {
        return Sentence("Float32 sums of gradients are to be computed on --device {1}; their slack is proved "
                        "for IEEE float32 in an order fixed by the shape, and is checked on that device "
                        "before anything is reserved, not proved for it.",
                        guarantee.deviceToCheck);
    }
    return std::nullopt;
}

/// What is claimed of private rows, and what of the tuning the figures hold.
Sentence claimOf(const Guarantee& guarantee) {
    const Sentence::Value epsilon = Sentence::number(roundedText(guarantee.epsilon, 6));
    const Sentence::Value delta = Sentence::number(roundedText(guarantee.delta, 6));
    const Sentence unit = unitOf(guarantee);
    const Sentence adjacency = adjacencyOf(guarantee);
    const Sentence accounting = accountingWords(guarantee.accounting);
    if (guarantee.evaluation) {
        return Sentence("Everything this evaluation releases about the {1} part is (epsilon = {2}, delta = "
                        "{3})-differentially private for {4} under {5}, by {6}.",
                        guarantee.part, epsilon, delta, unit, adjacency, accounting);
    }
    if (guarantee.reusedFit != 0) {
        return Sentence("Everything this experiment releases about the {1} part is (epsilon = {2}, delta = "
                        "{3})-differentially private for {4} under {5}, the fit of experiment {7} that chose "
                        "its step size not included, by {6}.",
                        guarantee.part, epsilon, delta, unit, adjacency, accounting, guarantee.reusedFit);
    }
    return Sentence("Everything this experiment releases about the {1} part is (epsilon = {2}, delta = "
                    "{3})-differentially private for {4} under {5}, tuning included, by {6}.",
                    guarantee.part, epsilon, delta, unit, adjacency, accounting);
}

/// What a run of no private rows has in place of a guarantee.
Sentence noClaim(const Guarantee& guarantee) {
    if (std::isinf(guarantee.epsilon)) {
        return Sentence("Not private: epsilon = ∞. Trained on public data without noise and without "
                        "clipping; no account was charged.");
    }
    const Sentence::Value epsilon = Sentence::number(roundedText(guarantee.epsilon, 6));
    const Sentence::Value delta = Sentence::number(roundedText(guarantee.delta, 6));
    return guarantee.chosenUncharged
               ? Sentence(
                     "Public data, simulated budget: no guarantee is claimed, and on private data there "
                     "could be none: nothing is charged for choosing among the runs, of which each would "
                     "have cost epsilon = {1}, delta = {2}.",
                     epsilon, delta)
               : Sentence("Public data, simulated budget: no guarantee is claimed; on private data the same "
                          "run would have cost epsilon = {1}, delta = {2}.",
                          epsilon, delta);
}

} // namespace

Sentence accountingWords(Guarantee::Accounting accounting) {
    const auto selection = [](const Sentence& by) {
        return Sentence("Renyi accounting of the whole selection ({1})", by);
    };
    switch (accounting) {
    case Guarantee::Accounting::Gaussian:
        return Sentence("exact Gaussian accounting");
    case Guarantee::Accounting::PldOrRdp:
        return Sentence("the smaller of numerical (PLD) and Renyi accounting");
    case Guarantee::Accounting::Selection:
        return selection(Sentence("Papernot and Steinke 2021"));
    case Guarantee::Accounting::SubsetTuning:
        return selection(Sentence("Koskela and Kulkarni 2023"));
    }
    return {};
}

std::string printedAdjacency(Adjacency adjacency) {
    return adjacency == Adjacency::AddOrRemoveOne ? "zero_out" : std::string(adjacencyName(adjacency));
}

Guarantee guaranteeOf(const ExperimentPlan& plan) {
    Guarantee guarantee;
    guarantee.isPrivate = plan.constants.isPrivate;
    guarantee.evaluation = plan.isLook();
    guarantee.epsilon = plan.epsilon;
    guarantee.delta = plan.delta;
    if (guarantee.evaluation && !plan.evaluations.empty()) {
        guarantee.part = plan.evaluations.front().part;
    }
    guarantee.rowsPerPerson = plan.constants.rowsPerPerson;
    guarantee.labelsPerRecord = plan.constants.labelsPerRecord;
    guarantee.peopleByIds = plan.constants.peopleByIds;
    guarantee.distinctRecords = plan.options.distinctRecords;
    guarantee.reusedFit = plan.options.reuseFit.value_or(0);
    guarantee.startsFromFile = !plan.constants.initDigest.empty();
    guarantee.privateWeights = !guarantee.isPrivate && plan.constants.initProject.has_value();
    guarantee.chosenUncharged = !plan.isLook() && plan.methodTraits().publicOnly;
    guarantee.adjacency = plan.constants.adjacency;
    guarantee.publicRecords = plan.constants.publicRecords;
    guarantee.recordsDeclared = plan.constants.recordsDeclared;
    guarantee.alsoPublic = publicCountsOf(plan);
    guarantee.accounting = accountingOf(plan);
    guarantee.checkedDevices = plan.checkedDevices;
    if (guarantee.checkedDevices.empty() && sumsOnDevice(plan, plan.options.device)) {
        guarantee.deviceToCheck = plan.options.device.text();
    }
    return guarantee;
}

Guarantee guaranteeOf(const ExperimentPlan& plan, const ledger::Project& project) {
    Guarantee guarantee = guaranteeOf(plan);
    if (guarantee.reusedFit != 0) {
        const ExperimentId fitted{static_cast<std::int64_t>(guarantee.reusedFit)};
        const auto looked = project.dataset(project.experiment(fitted).dataset).visibility;
        guarantee.reusedFit = looked == ledger::Visibility::Public ? 0 : guarantee.reusedFit;
    }
    const auto found = plan.partIds.find(guarantee.part);
    if (!guarantee.isPrivate || found == plan.partIds.end()) {
        return guarantee;
    }
    if (const auto part = project.part(PartId{found->second})) {
        guarantee.exposedUncharged = part->exposedUncharged;
        guarantee.distinctRecords |= part->distinctRecords;
    }
    return guarantee;
}

std::vector<Sentence> sentencesOf(const Guarantee& guarantee) {
    const bool claims = guarantee.isPrivate && !std::isinf(guarantee.epsilon) && !guarantee.chosenUncharged;
    std::vector<Sentence> all{claims ? claimOf(guarantee) : noClaim(guarantee)};
    if (claims && !guarantee.alsoPublic.empty()) {
        all.push_back(publicCounts(guarantee));
    }
    if (const auto devices = claims ? onDevices(guarantee) : std::nullopt) {
        all.push_back(*devices);
    }
    if (!guarantee.isPrivate) {
        if (guarantee.privateWeights) {
            all.push_back(Sentence("Training started from weights of private rows, as the card in their file "
                                   "says: this classifier tells of those rows too."));
        }
        return all;
    }
    all.push_back(
        guarantee.peopleByIds
            ? Sentence("People are told apart by ids, and the budget follows them whatever numbers "
                       "stand for them.")
            : Sentence("It covers these numbers only: no ids say whose they are, and the same "
                       "people's features by another encoder, or computed anew, would have a budget "
                       "of their own."));
    if (guarantee.labelsPerRecord > 1) {
        all.push_back(Sentence("A record is a row with all its labels, at most {1}; one with more counts as "
                               "empty.",
                               guarantee.labelsPerRecord));
    }
    if (guarantee.reusedFit != 0) {
        all.push_back(Sentence("What experiment {1} cost comes on top for the rows that it looked at: their "
                               "account has both.",
                               guarantee.reusedFit));
    }
    if (guarantee.startsFromFile) {
        all.push_back(Sentence("Training started from weights in a file; what those tell of anybody, these "
                               "figures do not cover."));
    }
    if (guarantee.distinctRecords) {
        all.push_back(
            Sentence("Rows equal to those of earlier projects were declared to be other people's; of "
                     "people for whom that is not so, what those projects spent comes on top."));
    }
    if (guarantee.exposedUncharged) {
        all.push_back(Sentence("Rows of it are exposed uncharged: they were used as public data before, and "
                               "what was shown of them then is not covered."));
    }
    return all;
}

std::string sentenceOf(const Guarantee& guarantee) {
    return joined(collected<std::string>(sentencesOf(guarantee), &Sentence::english), " ");
}

} // namespace parsimony::session
