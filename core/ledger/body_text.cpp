// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/body_text.h"

#include "core/base/sentence.h"
#include "core/ledger/canonical_json.h"

#include <algorithm>
#include <cmath>

namespace parsimony::ledger {

namespace {

bool isNumber(std::string_view value) {
    return !value.empty() && (value.front() == '-' || (value.front() >= '0' && value.front() <= '9'));
}

/// Throws unless the text is an object, which is all that a body can be.
std::string_view object(std::string_view text, const std::string& what) {
    if (!isJsonObject(text)) {
        fail(Sentence("{1} is no JSON object", what));
    }
    return text;
}

} // namespace

BodyWriter& BodyWriter::add(std::string_view key, const nlohmann::json& value) {
    m_members.insert_or_assign(std::string(key), canonicalJson(value, 1));
    return *this;
}

BodyWriter& BodyWriter::addIf(std::string_view key, const std::optional<double>& value) {
    return value ? add(key, nlohmann::json(*value)) : *this;
}

BodyWriter& BodyWriter::addJson(std::string_view key, std::string_view value) {
    if (!value.empty()) {
        m_members.insert_or_assign(std::string(key), std::string(value));
    }
    return *this;
}

std::string BodyWriter::text() const {
    std::string text = "{";
    for (const auto& [key, value] : m_members) {
        text.append(text.size() > 1 ? ",\"" : "\"").append(key).append("\":").append(value);
    }
    return text + "}";
}

BodyReader::BodyReader(std::string_view text, const std::string& what)
    : m_what(what), m_members(object(text, what), what) {}

std::optional<double> BodyReader::number(const char* key) const {
    const auto value = raw(key);
    if (value.empty() || value == "null") {
        return std::nullopt;
    }
    if (!isNumber(value)) {
        failField(key);
    }
    return jsonNumber(value, m_what);
}

double BodyReader::numberOr(const char* key, double otherwise) const {
    const auto value = raw(key);
    if (value.empty()) {
        return otherwise;
    }
    if (!isNumber(value)) {
        failField(key);
    }
    return jsonNumber(value, m_what);
}

std::int64_t BodyReader::integerOr(const char* key, std::int64_t otherwise) const {
    const double value = numberOr(key, static_cast<double>(otherwise));
    if (std::abs(value) > kLargestWhole) {
        failField(key);
    }
    return static_cast<std::int64_t>(value);
}

bool BodyReader::flag(const char* key) const {
    const auto value = raw(key);
    if (!value.empty() && value != "true" && value != "false") {
        failField(key);
    }
    return value == "true";
}

std::string BodyReader::text(const char* key) const {
    const auto value = raw(key);
    if (value.empty()) {
        return {};
    }
    if (value.size() < 2 || value.front() != '"') {
        failField(key);
    }
    if (std::all_of(value.begin(), value.end(), [](char c) { return c >= ' ' && c != '\\'; })) {
        return std::string(value.substr(1, value.size() - 2));
    }
    const auto parsed = parseJson(value, m_what);
    return parsed.is_string() ? parsed.get<std::string>() : std::string();
}

nlohmann::json BodyReader::json(const char* key) const {
    return has(key) ? parseJson(raw(key), m_what) : nlohmann::json::object();
}

} // namespace parsimony::ledger
