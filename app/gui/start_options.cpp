// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/start_options.h"

#include "app/common/toml_options.h"
#include "core/base/error.h"
#include "core/session/option_table.h"

namespace parsimony::app {

namespace {

void takeOption(const std::string& key, const std::string& text) {
    session::RunOptions options;
    session::optionNamed(key).give(options, {text});
}

} // namespace

session::RunOptions readStartOptions(const std::filesystem::path& file) {
    session::RunOptions options;
    for (const ConfigEntry& entry : readTomlOptions(file, takeOption)) {
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
