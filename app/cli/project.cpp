// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/project.h"

#include "app/cli/command_line.h"
#include "core/base/error.h"

namespace parsimony::cli {

session::Session openSession(Context& context, const std::filesystem::path& storage, bool createIfMissing) {
    return session::Session::open(storage, createIfMissing, [&context](const std::string& sentence) {
        context.console().note("curator: " + sentence);
    });
}

void demandProject(const std::filesystem::path& storage) {
    std::error_code ignored;
    if (!std::filesystem::exists(storage, ignored)) {
        fail(storage.string() + ": no such project; 'run' makes one, --storage names another");
    }
}

} // namespace parsimony::cli
