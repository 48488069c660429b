// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/task_request.h"

#include <QMetaType>
#include <variant>

namespace parsimony::ui {

/// What may take long, needs no project and spends nothing.
using EngineTask = std::variant<study::AttackRequest, study::BenchRequest>;

} // namespace parsimony::ui

Q_DECLARE_METATYPE(parsimony::ui::EngineTask)
