// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/project.h"
#include "core/session/session.h"
#include "core/session/snapshot_reader.h"
#include "core/session/stored_plan.h"

#include <memory>
#include <optional>

namespace parsimony::session {

struct Session::Impl {
    std::shared_ptr<ledger::Registry> registry;
    ledger::Project project;
    std::optional<SnapshotReader> reader = std::nullopt; ///< of the experiment that was asked for last
    KnownPlans known = {};
};

} // namespace parsimony::session
