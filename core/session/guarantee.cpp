// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/guarantee.h"

#include "core/base/number_text.h"
#include "core/ledger/project.h"
#include "core/session/device_guard.h"
#include "core/session/experiment_plan.h"

#include <algorithm>
#include <cmath>

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

std::string unitWords(const Guarantee& guarantee) {
    if (guarantee.peopleByIds) {
        return "each person, of whom at most " + std::to_string(guarantee.rowsPerPerson) +
               (guarantee.rowsPerPerson == 1 ? " record counts" : " records count");
    }
    return guarantee.rowsPerPerson == 1
               ? std::string("each record")
               : "each person with at most " + std::to_string(guarantee.rowsPerPerson) + " records";
}

std::string adjacencyWords(const Guarantee& guarantee) {
    if (guarantee.publicRecords == 0) {
        return std::string(guarantee.adjacency == Adjacency::ReplaceOne ? "replace-one" : "zero-out") +
               " adjacency, N counted with noise";
    }
    const std::string records = std::to_string(guarantee.publicRecords);
    if (guarantee.adjacency == Adjacency::ReplaceOne) {
        return "replace-one adjacency, N = " + records + " public";
    }
    return "zero-out adjacency, N = " + records + (guarantee.recordsDeclared ? " declared" : " public");
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

std::string publicCountWords(const Guarantee& guarantee) {
    std::string counts;
    for (const Guarantee::PublicCount& count : guarantee.alsoPublic) {
        counts += (counts.empty() ? "N = " : ", N = ") + roundedText(count.records, 12) + " of the " +
                  count.part + " part";
    }
    return counts.empty() ? counts : " Public as well: " + counts + ".";
}

/// What the budget follows.
std::string coverageWords(const Guarantee& guarantee) {
    return guarantee.peopleByIds
               ? " People are told apart by ids, and the budget follows them whatever numbers stand for them."
               : " It covers these numbers only: no ids say whose they are, and the same people's features "
                 "by "
                 "another encoder, or computed anew, would have a budget of their own.";
}

/// What the guarantee rests on beside proofs (PRIVACY rule 14); empty where it rests on nothing else.
std::string deviceWords(const Guarantee& guarantee) {
    const std::string claim = " slack is proved for IEEE float32 in an order fixed by the shape, and ";
    if (!guarantee.checkedDevices.empty()) {
        std::string devices;
        for (const CheckedDevice& device : guarantee.checkedDevices) {
            devices += (devices.empty() ? "" : " and ") + device.device + " (" + device.description + ")";
        }
        const std::string which =
            guarantee.checkedDevices.size() == 1 ? "this device" : "each of these devices";
        return " Float32 sums of gradients were computed on " + devices + "; their" + claim +
               "was checked on " + which + " before its runs, not proved for it.";
    }
    if (!guarantee.deviceToCheck.empty()) {
        return " Float32 sums of gradients are to be computed on --device " + guarantee.deviceToCheck +
               "; their" + claim +
               "is checked on that device before anything is reserved, not proved for it.";
    }
    return {};
}

/// What of the tuning the figures hold.
std::string tuningWords(const Guarantee& guarantee) {
    if (guarantee.evaluation) {
        return "";
    }
    return guarantee.reusedFit == 0 ? ", tuning included"
                                    : ", the fit of experiment " + std::to_string(guarantee.reusedFit) +
                                          " that chose its step size not included";
}

/// Without the words on what the budget follows.
std::string promiseOf(const Guarantee& guarantee) {
    if (std::isinf(guarantee.epsilon)) {
        return "Not private: epsilon = ∞. Trained on public data without noise and without clipping; no "
               "account was charged.";
    }
    const std::string figures =
        "epsilon = " + roundedText(guarantee.epsilon, 6) + ", delta = " + roundedText(guarantee.delta, 6);
    if (guarantee.chosenUncharged) {
        return "Public data, simulated budget: no guarantee is claimed, and on private data there could be "
               "none: "
               "nothing is charged for choosing among the runs, of which each would have cost " +
               figures + ".";
    }
    if (!guarantee.isPrivate) {
        return "Public data, simulated budget: no guarantee is claimed; on private data the same run would "
               "have cost " +
               figures + ".";
    }
    return "Everything this " + std::string(guarantee.evaluation ? "evaluation" : "experiment") +
           " releases about the " + guarantee.part + " part is (" + figures +
           ")-differentially private for " + unitWords(guarantee) + " under " + adjacencyWords(guarantee) +
           tuningWords(guarantee) + ", by " + accountingWords(guarantee.accounting) + "." +
           publicCountWords(guarantee) + deviceWords(guarantee);
}

} // namespace

std::string accountingWords(Guarantee::Accounting accounting) {
    switch (accounting) {
    case Guarantee::Accounting::Gaussian:
        return "exact Gaussian accounting";
    case Guarantee::Accounting::PldOrRdp:
        return "the smaller of numerical (PLD) and Renyi accounting";
    case Guarantee::Accounting::Selection:
        return "Renyi accounting of the whole selection (Papernot and Steinke 2021)";
    case Guarantee::Accounting::SubsetTuning:
        return "Renyi accounting of the whole selection (Koskela and Kulkarni 2023)";
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

std::string sentenceOf(const Guarantee& guarantee) {
    std::string text = promiseOf(guarantee) + (guarantee.isPrivate ? coverageWords(guarantee) : "");
    if (guarantee.isPrivate && guarantee.labelsPerRecord > 1) {
        text += " A record is a row with all its labels, at most " +
                std::to_string(guarantee.labelsPerRecord) + "; one with more counts as empty.";
    }
    if (guarantee.isPrivate && guarantee.reusedFit != 0) {
        text += " What experiment " + std::to_string(guarantee.reusedFit) +
                " cost comes on top for the rows that it looked at: their account has both.";
    }
    if (guarantee.isPrivate && guarantee.startsFromFile) {
        text += " Training started from weights in a file; what those tell of anybody, these figures do not "
                "cover.";
    }
    if (guarantee.privateWeights) {
        text +=
            " Training started from weights of private rows, as the card in their file says: this classifier "
            "tells of those rows too.";
    }
    if (guarantee.isPrivate && guarantee.distinctRecords) {
        text +=
            " Rows equal to those of earlier projects were declared to be other people's; of people for whom "
            "that is not so, what those projects spent comes on top.";
    }
    if (guarantee.isPrivate && guarantee.exposedUncharged) {
        text += " Rows of it are exposed uncharged: they were used as public data before, and what was shown "
                "of them then is not covered.";
    }
    return text;
}

} // namespace parsimony::session
