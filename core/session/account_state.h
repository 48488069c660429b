// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/records.h"
#include "core/privacy/spend_sum.h"

#include <map>
#include <optional>
#include <string>

namespace parsimony::session {

/// What an account can still pay, as the ledger tells it; a fresh one has its whole cap.
struct AccountState {
    std::optional<ledger::AccountKind> kind;             ///< none before the first experiment
    double epsilon = 0.0, delta = 0.0;                   ///< the cap
    SpendSum remainingMuSquared;                         ///< exact
    double remainingEpsilon = 0.0, remainingDelta = 0.0; ///< of kind slices
    /// What was spent or is reserved: more than the cap where linked rows were charged elsewhere. Of kind
    /// slices the ε.
    SpendSum takenMuSquared;
    double takenEpsilon = 0.0;
};

/// The accounts of a dataset by part name. Of a public dataset they are simulated: always whole.
using AccountStates = std::map<std::string, AccountState>;

} // namespace parsimony::session
