// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/json_members.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace parsimony::ledger {

/// Writes the canonical JSON object that is a row's body.
class BodyWriter {
public:
    /// Throws Error(Failed) as canonicalJson does.
    BodyWriter& add(std::string_view key, const nlohmann::json& value);
    /// Left out where there is none.
    BodyWriter& addIf(std::string_view key, const std::optional<double>& value);
    /// A value that is canonical JSON already; left out where it is empty.
    BodyWriter& addJson(std::string_view key, std::string_view value);
    [[nodiscard]] std::string text() const;

private:
    std::map<std::string, std::string, std::less<>> m_members;
};

/// Reads the members of a row's body and parses those that are asked for. A member that is missing is
/// `otherwise`; one of another type throws Error(Failed): a file that was tampered with must end in a
/// sentence.
class BodyReader {
public:
    /// `text` and `what` outlive the object.
    BodyReader(std::string_view text, const std::string& what);

    [[nodiscard]] const JsonMembers& members() const { return m_members; }
    [[nodiscard]] const std::string& what() const { return m_what; } ///< what errors call the body
    [[nodiscard]] bool has(const char* key) const { return !m_members.find(key).empty(); }
    /// The text of a member; empty where there is none.
    [[nodiscard]] std::string_view raw(const char* key) const { return m_members.find(key); }
    /// The number; none where the member is missing or null.
    [[nodiscard]] std::optional<double> number(const char* key) const;
    [[nodiscard]] double numberOr(const char* key, double otherwise) const;
    [[nodiscard]] std::int64_t integerOr(const char* key, std::int64_t otherwise) const;
    [[nodiscard]] bool flag(const char* key) const; ///< false where there is none
    [[nodiscard]] std::string text(const char* key) const;
    /// An empty object where there is none.
    [[nodiscard]] nlohmann::json json(const char* key) const;

private:
    const std::string& m_what;
    JsonMembers m_members;
};

} // namespace parsimony::ledger
