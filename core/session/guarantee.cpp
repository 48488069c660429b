// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/guarantee.h"

#include "core/base/number_text.h"
#include "core/session/device_guard.h"
#include "core/session/method_choice.h"

#include <algorithm>

namespace parsimony::session {

namespace {

bool isEvaluation(const ExperimentPlan& plan) {
    return plan.method() == evaluationMethod;
}

std::string unitOf(const Constants& constants) {
    return constants.rowsPerPerson == 1
               ? std::string("each record")
               : "each person with at most " + std::to_string(constants.rowsPerPerson) + " records";
}

std::string adjacencyOf(const Constants& constants) {
    const std::string records = std::to_string(constants.publicRecords);
    if (constants.adjacency == Adjacency::ReplaceOne) {
        return "replace-one adjacency, N = " + records + " public";
    }
    return "zero-out adjacency, N = " + records + (constants.recordsDeclared ? " declared" : " public");
}

/// Where the number of training records is declared, other parts whose own number is not.
std::string publicCountsOf(const ExperimentPlan& plan) {
    std::string counts;
    const auto add = [&](const EvaluationBudget& look) {
        if (look.count && !look.recordsDeclared) {
            counts += (counts.empty() ? "" : ", ") + std::string("N = ") + roundedText(look.records, 12) +
                      " of the " + look.part + " part";
        }
    };
    if (plan.constants.recordsDeclared) {
        if (plan.validation) {
            add(*plan.validation);
        }
        std::for_each(plan.evaluations.begin(), plan.evaluations.end(), add);
    }
    return counts.empty() ? counts : " Public as well: " + counts + ".";
}

/// What the guarantee rests on beside proofs (PRIVACY rule 14); empty where it rests on nothing else.
std::string devicesOf(const ExperimentPlan& plan) {
    const std::string claim = " slack is proved for IEEE float32 in an order fixed by the shape, and ";
    if (!plan.checkedDevices.empty()) {
        std::string devices;
        for (const CheckedDevice& device : plan.checkedDevices) {
            devices += (devices.empty() ? "" : " and ") + device.device + " (" + device.description + ")";
        }
        const std::string which = plan.checkedDevices.size() == 1 ? "this device" : "each of these devices";
        return " Float32 sums of gradients were computed on " + devices + "; their" + claim +
               "was checked on " + which + " before its runs, not proved for it.";
    }
    if (sumsOnDevice(plan, plan.options.device)) {
        return " Float32 sums of gradients are to be computed on --device " + plan.options.device +
               "; their" + claim +
               "is checked on that device before anything is reserved, not proved for it.";
    }
    return {};
}

/// The part whose records a plan's figures are about: those that it looks at, or trains on.
std::string protectedPart(const ExperimentPlan& plan) {
    return isEvaluation(plan) && !plan.evaluations.empty() ? plan.evaluations.front().part : "train";
}

} // namespace

std::string printedAdjacency(Adjacency adjacency) {
    return adjacency == Adjacency::AddOrRemoveOne ? "zero_out" : std::string(adjacencyName(adjacency));
}

std::string guaranteeOf(const ExperimentPlan& plan) {
    const std::string figures =
        "epsilon = " + roundedText(plan.epsilon, 6) + ", delta = " + roundedText(plan.delta, 6);
    const bool gaussian = plan.kind == ledger::AccountKind::Gaussian;
    const std::string accounting = plan.selection
                                       ? std::string("Renyi accounting of the whole selection (") +
                                             (plan.selection->subsetFraction ? "Koskela and Kulkarni 2023"
                                                                             : "Papernot and Steinke 2021") +
                                             ")"
                                   : gaussian ? "exact Gaussian accounting"
                                              : "the smaller of numerical (PLD) and Renyi accounting";
    if (!plan.constants.isPrivate) {
        return "Public data, simulated budget: no guarantee is claimed; on private data the same run would "
               "have cost " +
               figures + ".";
    }
    const bool evaluation = isEvaluation(plan);
    return "Everything this " + std::string(evaluation ? "evaluation" : "experiment") +
           " releases about the " + protectedPart(plan) + " part is (" + figures +
           ")-differentially private for " + unitOf(plan.constants) + " under " +
           adjacencyOf(plan.constants) + (evaluation ? ", by " : ", tuning included, by ") + accounting +
           "." + publicCountsOf(plan) + devicesOf(plan);
}

std::string guaranteeOf(const ExperimentPlan& plan, const ledger::Project& project) {
    const std::string sentence = guaranteeOf(plan);
    const auto found = plan.partIds.find(protectedPart(plan));
    if (!plan.constants.isPrivate || found == plan.partIds.end()) {
        return sentence;
    }
    const PartId id{found->second};
    for (const ledger::DatasetRow& dataset : project.datasets()) {
        for (const ledger::PartRow& part : project.parts(dataset.id)) {
            if (part.id == id && part.exposedUncharged) {
                return sentence +
                       " Rows of it are exposed uncharged: they were used as public data before, and what "
                       "was shown of them then is not covered.";
            }
        }
    }
    return sentence;
}

} // namespace parsimony::session
