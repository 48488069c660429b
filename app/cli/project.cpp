// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/project.h"

#include "core/base/error.h"

namespace parsimony::cli {

void demandProject(const std::filesystem::path& storage) {
    std::error_code ignored;
    if (!std::filesystem::exists(storage, ignored)) {
        fail(storage.string() + ": no such project; 'run' makes one, --storage names another");
    }
}

} // namespace parsimony::cli
