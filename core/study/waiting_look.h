// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/model_evaluation.h"

#include <cstdint>
#include <optional>

namespace parsimony::study {

/// One look at private rows by a released classifier of a project.
struct LookRequest {
    std::optional<std::int64_t> trial;    ///< absent: of the newest finished experiment
    session::PrivateEvaluationRequest on; ///< without a model
    friend bool operator==(const LookRequest&, const LookRequest&) = default;
};

} // namespace parsimony::study
