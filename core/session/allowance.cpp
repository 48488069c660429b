// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/allowance.h"

#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "core/search/method_entry.h"
#include "core/session/knob_options.h"
#include "core/session/look_plan.h"
#include "core/session/look_price.h"

#include <algorithm>

namespace parsimony::session {

namespace {

/// `asked` is an ε; `taken` may be more than the cap.
[[noreturn]] void refuseUsedUp(const AccountState& account, double asked, double taken = 0.0) {
    refuse(Sentence("the train part's budget of epsilon = {1} is used up: raise the cap, if that can be "
                    "justified",
                    Sentence::number(roundedText(account.epsilon, 6))),
           {asked, 0.0, std::max(asked, taken + asked - account.epsilon)});
}

/// The last bits of a rounding are no budget.
bool isUsedUp(double left, double whole) {
    return left < kLeastSlice * whole;
}

Allowance gaussianAllowance(const RunOptions& options, const AccountState& account, bool isPrivate) {
    const SpendSum& remaining = account.remainingMuSquared;
    const Delta delta{account.delta};
    if (!options.experimentEpsilon) {
        const double epsilon = epsilonWithin(muLower(remaining), delta).value();
        if (isUsedUp(epsilon, account.epsilon)) {
            refuseUsedUp(account, account.epsilon);
        }
        return {ledger::AccountKind::Gaussian, epsilon, account.delta, remaining};
    }
    const Epsilon wanted = checkedEpsilon(*options.experimentEpsilon, "--experiment-epsilon");
    const SpendSum request = squareOf(muOf(wanted, delta));
    if (isPrivate && !request.fits(remaining)) {
        const SpendSum cap = squareOf(muOf(Epsilon{account.epsilon}, delta));
        GaussianAccount(Epsilon{account.epsilon}, delta,
                        std::max(account.takenMuSquared, cap.minus(remaining)))
            .requireRoom(request, Sentence::value(Sentence("the train part")));
    }
    return {ledger::AccountKind::Gaussian, wanted.value(), account.delta, request};
}

/// A slice (ε, δ) of an account of kind slices: δ goes with ε where the user asks for a part of it.
Allowance sliceAllowance(const RunOptions& options, const AccountState& account, bool isPrivate) {
    if (account.kind == ledger::AccountKind::Gaussian) {
        refuse(
            Sentence("the train part's account adds up Gaussian releases only (its first experiment fixed "
                     "that), and a sub-sampled trainer or a private selection needs slices: use full batches "
                     "(--sample-rate 1) and a method whose every run is charged, or another dataset"));
    }
    Allowance slice{ledger::AccountKind::Slices, account.remainingEpsilon, account.remainingDelta, {}};
    if (options.experimentEpsilon) {
        slice.epsilon = checkedEpsilon(*options.experimentEpsilon, "--experiment-epsilon").value();
        // A simulated budget is each experiment's own: it takes the δ whole, as full batches do.
        slice.delta = isPrivate
                          ? std::min(account.remainingDelta, account.delta * slice.epsilon / account.epsilon)
                          : account.delta;
    }
    if (isPrivate && isUsedUp(account.remainingEpsilon, account.epsilon)) {
        refuseUsedUp(account, options.experimentEpsilon ? slice.epsilon : account.epsilon,
                     account.takenEpsilon);
    }
    if (isPrivate && slice.epsilon > account.remainingEpsilon) {
        refuse(
            Sentence("--experiment-epsilon {1} is more than the train part has left, so ask for less ({2})",
                     slice.epsilon, Sentence::number(roundedText(account.remainingEpsilon, 6))),
            {slice.epsilon, account.remainingEpsilon, slice.epsilon - account.remainingEpsilon});
    }
    if (isUsedUp(slice.epsilon, account.epsilon) || isUsedUp(slice.delta, account.delta)) {
        refuseUsedUp(account, account.epsilon);
    }
    slice.muSquared = squareOf(muOf(Epsilon{slice.epsilon}, Delta{slice.delta}));
    return slice;
}

} // namespace

Allowance allowanceOf(const RunOptions& options, const AccountState& account, bool isPrivate) {
    if (options.isNoiseless()) {
        return {ledger::AccountKind::Gaussian, *options.experimentEpsilon, account.delta, {}};
    }
    const bool selects = options.method && search::traitsOf(*options.method).privateSelection;
    const bool slices =
        samples(options, ownRates(options)) || selects || account.kind == ledger::AccountKind::Slices;
    return slices ? sliceAllowance(options, account, isPrivate)
                  : gaussianAllowance(options, account, isPrivate);
}

} // namespace parsimony::session
