// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/data_options.h"

#include "core/data/array_reader.h"
#include "core/session/option_paths.h"
#include "core/session/option_table.h"

#include <filesystem>

namespace parsimony::session {

LinkedPart parseLink(const std::string& text) {
    std::error_code ignored;
    const auto colon = text.rfind(':');
    if (colon == std::string::npos || std::filesystem::exists(text, ignored)) {
        return {text, ""};
    }
    return {text.substr(0, colon), text.substr(colon + 1)};
}

namespace {

std::string wholePath(const LinkedPart& named) {
    return std::filesystem::absolute(named.project).lexically_normal().string() +
           (named.part.empty() ? "" : ":" + named.part);
}

} // namespace

std::string wholeSpec(const std::string& spec) {
    const data::ArraySpec named = data::splitSpec(spec);
    return wholePath({named.path, named.key});
}

RunOptions withAbsolutePaths(RunOptions options) {
    forEachPath(options, [](std::string& text, PathForm form) {
        text = form == PathForm::WithKey ? wholeSpec(text) : wholePath(parseLink(text));
    });
    return options;
}

RunOptions dataOptionsOf(RunOptions options) {
    const bool mayScoreOnTest = !options.encoders.empty();
    const ScoreKind score = options.score;
    for (const Option& option : optionTable()) {
        if (!option.ofDataset) {
            option.value.reset(options);
        }
    }
    if (mayScoreOnTest) { // it may make the test part the validation part as well
        options.score = score;
    }
    return options;
}

} // namespace parsimony::session
