// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/constants.h"
#include "core/session/run_options.h"

#include <optional>
#include <string>

namespace parsimony::session {

/// The array that training starts from: of an exported classifier that is named without an array its
/// `weight`. Throws Error(Usage) for one with a feature map or hidden layers, whose weights are no such
/// matrix.
[[nodiscard]] std::string initialArrayOf(const std::string& spec);

/// The project whose private rows the weights in a file were trained on, as the card in it says,
/// of itself or of the weights that it started from in turn; empty where the card does not say whose they
/// are, none where the weights are public or a matrix that says nothing. Throws Error(Refused) where the card
/// can't be read.
[[nodiscard]] std::optional<std::string> privateOriginOf(const std::string& spec);

/// Throws Error(Usage) where the card says that the weights are for the features of another encoder than
/// `id`; empty: nobody says which.
void checkStartEncoder(const std::string& spec, const std::string& id);

/// The member of a card's provenance that says so of a classifier from public rows.
inline constexpr const char* kPrivateWeightsOf = "private_weights_of";

/// Throws Error(Refused) where rows of the matrix that `--init` names are private rows of this user: no
/// account pays for weights that start as rows, whatever is linked.
void refusePrivateStart(const RunOptions& options, const Constants& constants);

} // namespace parsimony::session
