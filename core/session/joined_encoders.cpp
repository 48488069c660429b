// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/joined_encoders.h"

#include "core/base/sentence.h"
#include "core/base/text.h"

#include <algorithm>

namespace parsimony::session {

namespace {

constexpr char kJoin = '+';

std::vector<std::string> between(const std::string& text) {
    std::vector<std::string> names;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(kJoin, begin), text.size());
        names.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return names;
}

} // namespace

bool isNamed(const ByEncoder& encoders, const std::string& name) {
    return std::any_of(encoders.begin(), encoders.end(),
                       [&name](const auto& encoder) { return encoder.first == name; });
}

std::string textFor(const ByEncoder& texts, const std::string& encoder) {
    const auto own = std::find_if(texts.begin(), texts.end(),
                                  [&encoder](const auto& one) { return one.first == encoder; });
    return own == texts.end() ? std::string() : own->second;
}

std::string joinOf(const std::vector<std::string>& names) {
    return joined(names, std::string(1, kJoin));
}

std::vector<std::string> joinedNames(const ByEncoder& encoders, const std::string& encoder) {
    const auto own = std::find_if(encoders.begin(), encoders.end(),
                                  [&encoder](const auto& one) { return one.first == encoder; });
    if (own == encoders.end() || own->second.find(kJoin) == std::string::npos ||
        own->second.find('/') != std::string::npos) {
        return {};
    }
    std::vector<std::string> names = between(own->second);
    const ByEncoder before(encoders.begin(), own);
    const bool some = std::any_of(names.begin(), names.end(),
                                  [&before](const std::string& name) { return isNamed(before, name); });
    return some ? names : std::vector<std::string>();
}

void checkJoined(const ByEncoder& encoders) {
    ByEncoder before; // with files of their own
    for (const auto& [encoder, text] : encoders) {
        const std::vector<std::string> names = joinedNames(encoders, encoder);
        for (auto name = names.begin(); name != names.end(); ++name) {
            if (!isNamed(before, *name)) {
                failUsage(Sentence("encoder {1}={2}: '{3}' is no encoder with files of its own that is given "
                                   "before it; a file of that name is said as ./{2}",
                                   encoder, text, *name));
            }
            if (std::find(names.begin(), name, *name) != name) {
                failUsage(Sentence("encoder {1}={2} joins '{3}' with itself; name each encoder once", encoder,
                                   text, *name));
            }
        }
        if (names.empty()) {
            before.emplace_back(encoder, text);
        }
    }
}

} // namespace parsimony::session
