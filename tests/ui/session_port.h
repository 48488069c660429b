// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/session/run_observer.h"

#include <functional>
#include <optional>

namespace parsimony::ui::test {

inline session::RunObserver silent() {
    return {[](const session::RunSnapshot&) {}, [](const Sentence&) {}};
}

inline std::optional<Error> errorOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

} // namespace parsimony::ui::test
