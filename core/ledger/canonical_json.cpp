// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/canonical_json.h"

#include "core/base/sentence.h"
#include "core/ledger/json_members.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ledger {

namespace {

void checkFinite(const nlohmann::json& value, int depth) {
    if (depth > kDeepestJson) {
        fail(Sentence("a ledger entry is nested deeper than 64 levels"));
    }
    if (value.is_number_float() && !std::isfinite(value.get<double>())) {
        fail(Sentence("a ledger entry holds a number that is not finite"));
    }
    if (value.is_structured()) {
        for (const auto& child : value) {
            checkFinite(child, depth + 1);
        }
    }
}

} // namespace

std::string canonicalJson(const nlohmann::json& value, int depth) {
    checkFinite(value, depth);
    try {
        return value.dump();
    } catch (const nlohmann::json::exception&) {
        fail(Sentence("a ledger entry holds text that is not UTF-8; rename the file or set it comes from"));
    }
}

FieldError::FieldError(const char* key)
    : Error(ErrorCode::Failed, "the project is damaged: the entry '" + std::string(key) +
                                   "' of a row is missing or of another type; run audit, and restore the "
                                   "file from a copy"),
      m_key(key) {}

void failField(const char* key) {
    throw FieldError(key);
}

nlohmann::json parseJson(std::string_view text, const std::string& what) {
    // The depth is looked at before parsing: a callback of the parser would take twice the time.
    int depth = 0;
    int deepest = 0;
    bool inString = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (inString) {
            at += c == '\\' ? 1U : 0U;
            inString = c != '"';
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            deepest = std::max(deepest, ++depth);
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    if (deepest > kDeepestJson) {
        failNestedTooDeep(what);
    }
    auto value = nlohmann::json::parse(text.begin(), text.end(), nullptr, false);
    if (value.is_discarded()) {
        failNoJson(what);
    }
    return value;
}

nlohmann::json objectIn(std::string_view text, const std::string& what) {
    auto value = text.empty() ? nlohmann::json::object() : parseJson(text, what);
    if (!value.is_object()) {
        fail(Sentence("{1} is no JSON object", what));
    }
    return value;
}

} // namespace parsimony::ledger
