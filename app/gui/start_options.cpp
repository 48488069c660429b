// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/start_options.h"

#include "app/common/toml_options.h"
#include "core/base/error.h"
#include "core/session/option_table.h"

namespace parsimony::app {

session::RunOptions readStartOptions(const std::filesystem::path& file) {
    session::RunOptions options;
    for (const ConfigEntry& entry : readTomlOptions(file)) {
        try {
            session::optionNamed(entry.key).give(options, entry.values);
        } catch (const Error& error) {
            throw Error(error.code(),
                        file.string() + ", line " + std::to_string(entry.line) + ": " + error.what());
        }
    }
    return options;
}

} // namespace parsimony::app
