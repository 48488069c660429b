// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/privacy/event.h"
#include "core/session/checked_device.h"

#include <cstdint>
#include <string>
#include <vector>

namespace parsimony::ledger {
class Project;
}

namespace parsimony::session {

struct ExperimentPlan;

/// The adjacency that a guarantee names in results, cards and reports: "zero_out" for the option
/// add_or_remove_one, since the slack of the sums is proved for a record that becomes a row of zeros in its
/// place (PRIVACY rule 29, core/compute/types.h), else the option's own name.
[[nodiscard]] std::string printedAdjacency(Adjacency adjacency);

/// What an experiment promises about one part of the data: who is protected, by how much, under which
/// adjacency, by which accounting, and what is checked in place of proved. Sentences are made from it where
/// it is shown.
struct Guarantee {
    /// A part whose number of records is not declared where that of the train part is.
    struct PublicCount {
        std::string part;
        double records = 0.0;
        friend bool operator==(const PublicCount&, const PublicCount&) = default;
    };
    enum class Accounting { Gaussian, PldOrRdp, Selection, SubsetTuning };

    bool isPrivate = true;   ///< false: the budget is simulated, nothing is claimed, the figures are a price
    bool evaluation = false; ///< of one look at the part in place of everything an experiment releases
    double epsilon = 0.0, delta = 0.0;
    std::string part = kTrainPart;
    std::uint32_t rowsPerPerson = 1;
    std::uint32_t labelsPerRecord = 1; ///< the most that a record has
    bool peopleByIds = false; ///< ids say whose rows are; else it covers these numbers only (PRIVACY rule 26)
    Adjacency adjacency = Adjacency::AddOrRemoveOne;
    std::uint64_t publicRecords = 0;     ///< N
    bool recordsDeclared = false;        ///< N was declared; else N of the file is taken as public
    std::vector<PublicCount> alsoPublic; ///< counts that are taken as public beside N
    Accounting accounting = Accounting::Gaussian;
    std::vector<CheckedDevice> checkedDevices; ///< whose slack was checked, not proved (PRIVACY rule 14)
    std::string deviceToCheck;     ///< of a plan: the --device that has to pass that check first, or empty
    bool distinctRecords = false;  ///< rows equal to earlier projects' were declared to be other people's
    std::uint64_t reusedFit = 0;   ///< of a search: the experiment whose fit chose r, charged there; 0: none
    bool startsFromFile = false;   ///< from the weights of a file (--init FILE), which nothing looks up
    bool privateWeights = false;   ///< public rows: the file is of a classifier from private ones
    bool chosenUncharged = false;  ///< public rows: each run has the whole budget, the choice among them none
    bool exposedUncharged = false; ///< rows of the part were used as public data before (PRIVACY rule 20)

    friend bool operator==(const Guarantee&, const Guarantee&) = default;
};

/// How spends are added up.
[[nodiscard]] Sentence accountingWords(Guarantee::Accounting accounting);

/// As the plan fixes it.
[[nodiscard]] Guarantee guaranteeOf(const ExperimentPlan& plan);
/// The same as the ledger knows it: it knows whether rows of that part were seen as public data before, and
/// whether a fit that is used again cost anything.
[[nodiscard]] Guarantee guaranteeOf(const ExperimentPlan& plan, const ledger::Project& project);

/// The guarantee: one sentence, one more for what is checked, what the budget follows and what is exposed.
[[nodiscard]] std::vector<Sentence> sentencesOf(const Guarantee& guarantee);
/// All of it in English.
[[nodiscard]] std::string sentenceOf(const Guarantee& guarantee);

} // namespace parsimony::session
