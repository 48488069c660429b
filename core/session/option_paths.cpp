// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/option_paths.h"

#include "core/session/option_table.h"

namespace parsimony::session {

bool startsFromFile(const RunOptions& options) {
    return options.init.kind == train::InitKind::File;
}

const std::string& startFile(const RunOptions& options) {
    return options.init.file;
}

void forEachPath(RunOptions& options, const PathVisitor& change) {
    const PathVisitor given = [&](std::string& text, PathForm form) {
        if (!text.empty()) {
            change(text, form);
        }
    };
    for (const Option& option : optionTable()) {
        if (option.value.paths) {
            option.value.paths(options, given);
        }
    }
}

RunOptions withFileMoved(RunOptions options, const std::string& from, const std::string& to) {
    forEachPath(options, [&](std::string& text, PathForm /*form*/) {
        const bool named = text.compare(0, from.size(), from) == 0;
        const char after = named && text.size() > from.size() ? text[from.size()] : '\0';
        if (named && (text.size() == from.size() || after == '/' || after == ':')) {
            text.replace(0, from.size(), to);
        }
    });
    return options;
}

} // namespace parsimony::session
