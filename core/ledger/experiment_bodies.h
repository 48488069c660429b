// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"
#include "core/ledger/body_text.h"
#include "core/ledger/records.h"

#include <string>
#include <string_view>
#include <vector>

namespace parsimony::ledger {

// The bodies of rows about whole experiments, as in dataset_bodies.h. Rows of kinds experiment_resumed,
// experiment_interrupted and moved_here have an empty one.

struct ExperimentBody {
    AccountKind kind = AccountKind::Gaussian;
    search::MethodName method;
    std::string trainer;
    bool isPublic = false;
    std::string_view options, plan; ///< without what stays with the curator
    std::string request;            ///< as ExperimentSpec's

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static ExperimentBody read(const BodyReader& body);
};

/// Options, of the request and inside the plan, that stay with the curator.
struct ExperimentCuratorBody {
    std::string_view options, planOptions;
    std::string_view contents; ///< {"registry", "parts": digests by part}; absent in rows of earlier versions

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static ExperimentCuratorBody read(const BodyReader& body);
};

/// What the curator was told of an experiment's rows: one row of each that has ended, so that its presence
/// tells nothing.
struct ExperimentRemarksBody {
    std::vector<Sentence> remarks; ///< what does not fit is left out

    /// Of `bytes` bytes, whatever there is to tell.
    [[nodiscard]] std::string text() const;
    /// Rows of earlier versions hold a text of lines.
    [[nodiscard]] static ExperimentRemarksBody read(const BodyReader& body);

    static constexpr std::size_t bytes = 2048;
};

struct PlanVersionBody {
    int version = 2; ///< the experiment's own row holds the first
    std::string reason;
    std::string_view plan;

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static PlanVersionBody read(const BodyReader& body);
};

/// Which of method and trainer the options of a plan name otherwise than the row of its experiment; empty:
/// neither.
[[nodiscard]] std::string namedOtherwise(const BodyReader& options, const search::MethodName& method,
                                         const std::string& trainer);

/// Of kind experiment_finished.
struct ResultBody {
    std::string_view result;

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static ResultBody read(const BodyReader& body);
};

/// Of kinds experiment_failed, trial_failed, trial_cancelled and trial_lost.
struct MessageBody {
    std::string message;

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static MessageBody read(const BodyReader& body);
};

} // namespace parsimony::ledger
