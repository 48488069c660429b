// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/records.h"
#include "core/privacy/spend_sum.h"
#include "core/session/account_state.h"
#include "core/session/run_options.h"

namespace parsimony::session {

/// What an experiment may take of the train part.
struct Allowance {
    ledger::AccountKind kind = ledger::AccountKind::Gaussian;
    double epsilon = 0.0, delta = 0.0;
    SpendSum muSquared; ///< of (ε, δ) as one Gaussian release; what is left, exactly, in an account of kind
                        ///< gaussian
};

/// By the options and what the account has left. Throws Error(Refused) where nothing is left, or less than is
/// asked for, or what is asked for goes into no account of that kind.
[[nodiscard]] Allowance allowanceOf(const RunOptions& options, const AccountState& account, bool isPrivate);

} // namespace parsimony::session
