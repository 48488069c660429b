// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/option_paths.h"

namespace parsimony::session {

RunOptions withFileMoved(RunOptions options, const std::string& from, const std::string& to) {
    forEachPath(options, [&](std::string& text, PathForm form) {
        const bool named = text.compare(0, from.size(), from) == 0;
        const char after = named && text.size() > from.size() ? text[from.size()] : '\0';
        const bool keyed = after == ':' && form != PathForm::Path;
        if (named && (text.size() == from.size() || after == '/' || keyed)) {
            text.replace(0, from.size(), to);
        }
    });
    return options;
}

} // namespace parsimony::session
