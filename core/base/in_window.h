// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace parsimony {

/// Marks a text of the engine that the window shows, so that lupdate finds it (ui/translations.cmake); the
/// window translates it in the context of the namespace that it stands in.
[[nodiscard]] constexpr const char* inWindow(const char* text) {
    return text;
}

} // namespace parsimony
