// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/model_file.h"
#include "core/ledger/registry.h"
#include "core/session/constants.h"
#include "core/session/run_options.h"

#include <optional>
#include <string>
#include <vector>

namespace parsimony::session {

/// What `--init` names, read once: an exported classifier, or a matrix that says nothing of where it comes
/// from.
class StartWeights {
public:
    /// Throws Error(Refused) where the file has a model card that can't be read.
    explicit StartWeights(std::string spec);

    /// The array that training starts from: of a classifier that is named without an array its `weight`.
    /// Throws Error(Usage) for one with a feature map or hidden layers, whose weights are no such matrix.
    [[nodiscard]] std::string array() const;

    /// The project whose private rows the weights were trained on, as the card says, of itself or of the
    /// weights that it started from in turn; empty where the card does not say whose they are, none where the
    /// weights are public or a matrix.
    [[nodiscard]] std::optional<std::string> privateOrigin() const;

    /// Throws Error(Usage) where the card says that the weights are for the features of another encoder than
    /// `id`; empty: nobody says which.
    void checkEncoder(const std::string& id) const;

private:
    std::string m_spec;
    std::optional<exporting::Classifier> m_model;
};

/// The member of a card's provenance that says so of a classifier from public rows.
inline constexpr const char* kPrivateWeightsOf = "private_weights_of";

/// Throws Error(Refused) where rows of the matrix that `--init` names are private rows of this user: no
/// account pays for weights that start as rows, whatever is linked.
void refusePrivateStart(const RunOptions& options, const Constants& constants);
/// The same of rows that are about to become private: of parts that the same request declares.
void refuseStartFrom(const std::vector<ledger::PartDeclaration>& parts, const ledger::Registry& registry,
                     const RunOptions& options, const Constants& constants);

} // namespace parsimony::session
