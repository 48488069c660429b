// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/json_members.h"

#include "core/base/sentence.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace parsimony::ledger {

namespace {

using CharacterSet = std::array<bool, 256>;

constexpr CharacterSet setOf(std::string_view characters) {
    CharacterSet set{};
    for (const char c : characters) {
        set.at(static_cast<unsigned char>(c)) = true;
    }
    return set;
}

/// What means something outside a text: most of a long plan does not.
constexpr CharacterSet kStructural = setOf("\"{}[]");
/// What a number or a word ends at.
constexpr CharacterSet kEndsWord = setOf(",]} \t\r\n");

class Cursor {
public:
    Cursor(std::string_view text, std::string_view what) : m_text(text), m_what(what) { skipSpace(); }

    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); } // an escape may lead past it
    [[nodiscard]] char peek() const {
        if (atEnd()) {
            broken();
        }
        return m_text[m_at];
    }
    [[nodiscard]] bool take(char wanted) {
        if (atEnd() || m_text[m_at] != wanted) {
            return false;
        }
        ++m_at;
        skipSpace();
        return true;
    }
    void demand(char wanted) {
        if (!take(wanted)) {
            broken();
        }
    }

    // The text between the quotes.
    std::string_view string() {
        const std::size_t start = m_at + 1;
        skipString();
        const auto text = m_text.substr(start, m_at - start - 1);
        skipSpace();
        return text;
    }

    std::string_view value() {
        const std::size_t start = m_at;
        const char first = peek();
        if (first == '"') {
            skipString();
        } else if (first == '{' || first == '[') {
            skipNested();
        } else {
            skipTo(kEndsWord);
            if (m_at == start) {
                broken();
            }
        }
        const auto text = m_text.substr(start, m_at - start);
        skipSpace();
        return text;
    }

    [[noreturn]] void broken() const { failNoJson(m_what); }

private:
    void skipSpace() {
        while (!atEnd() && (m_text[m_at] == ' ' || m_text[m_at] == '\n' || m_text[m_at] == '\t' ||
                            m_text[m_at] == '\r')) {
            ++m_at;
        }
    }
    void skipTo(const CharacterSet& set) {
        while (!atEnd() && !set[static_cast<unsigned char>(m_text[m_at])]) {
            ++m_at;
        }
    }
    void skipString() {
        if (peek() != '"') {
            broken();
        }
        ++m_at;
        for (;;) {
            skipPlain();
            const char c = peek();
            ++m_at;
            if (c == '"') {
                return;
            }
            m_at += c == '\\' ? 1 : 0; // what it escapes
        }
    }
    // To the next quote or backslash, or the end. Most texts are keys, in which a search by the library takes
    // longer to begin than to end.
    void skipPlain() {
        constexpr std::uint64_t ones = 0x0101010101010101;
        constexpr std::uint64_t tops = 0x8080808080808080;
        const auto holds = [](std::uint64_t bytes, char c) { // a byte that is c, or one behind such a byte
            const std::uint64_t other = bytes ^ (ones * static_cast<unsigned char>(c));
            return (other - ones) & ~other & tops;
        };
        while (m_at + sizeof(std::uint64_t) <= m_text.size()) {
            std::uint64_t bytes = 0;
            std::memcpy(&bytes, m_text.data() + m_at, sizeof bytes);
            if ((holds(bytes, '"') | holds(bytes, '\\')) != 0) {
                break;
            }
            m_at += sizeof bytes;
        }
        while (!atEnd() && m_text[m_at] != '"' && m_text[m_at] != '\\') {
            ++m_at;
        }
    }
    void skipNested() {
        std::array<char, kDeepestJson> open{}; // what closes each of them
        std::size_t depth = 0;
        do {
            skipTo(kStructural);
            const char c = peek();
            if (c == '"') {
                skipString();
                continue;
            }
            if (c == '{' || c == '[') {
                if (depth == open.size()) {
                    failNestedTooDeep(m_what);
                }
                open[depth++] = c == '{' ? '}' : ']';
            } else if (open[--depth] != c) {
                broken();
            }
            ++m_at;
        } while (depth > 0);
    }

    std::string_view m_text;
    std::string_view m_what;
    std::size_t m_at = 0;
};

} // namespace

void failNestedTooDeep(std::string_view what) {
    fail(Sentence("{1} is nested deeper than 64 levels", what));
}

void failNoJson(std::string_view what) {
    fail(Sentence("{1} is no JSON", what));
}

JsonMembers::JsonMembers(std::string_view text, std::string_view what) : m_isObject(isJsonObject(text)) {
    Cursor cursor(text, what);
    cursor.demand(m_isObject ? '{' : '[');
    const char end = m_isObject ? '}' : ']';
    if (!cursor.take(end)) {
        do {
            Member member;
            if (m_isObject) {
                member.key = cursor.string();
                cursor.demand(':');
            }
            member.value = cursor.value();
            add(member);
        } while (cursor.take(','));
        cursor.demand(end);
    }
    if (!cursor.atEnd()) {
        cursor.broken();
    }
}

void JsonMembers::add(const Member& member) {
    if (m_count < kFew) {
        m_few.at(m_count) = member;
    } else {
        if (m_many.empty()) {
            m_many.assign(m_few.begin(), m_few.end());
        }
        m_many.push_back(member);
    }
    ++m_count;
}

std::string_view JsonMembers::find(std::string_view key) const {
    for (const Member& member : all()) {
        if (m_isObject && member.key == key) {
            return member.value;
        }
    }
    return {};
}

bool isJsonObject(std::string_view value) {
    return value.starts_with('{');
}

bool isJsonArray(std::string_view value) {
    return value.starts_with('[');
}

std::optional<double> jsonNumberIn(std::string_view value) {
    double number = 0.0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool isOne = error == std::errc() && end == value.data() + value.size() && std::isfinite(number);
    return isOne ? std::optional(number) : std::nullopt;
}

double jsonNumber(std::string_view value, std::string_view what) {
    const auto number = jsonNumberIn(value);
    if (!number) {
        fail(Sentence("{1} is no number", what));
    }
    return *number;
}

} // namespace parsimony::ledger
