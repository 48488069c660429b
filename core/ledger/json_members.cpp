// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/json_members.h"

#include "core/base/sentence.h"

#include <array>
#include <charconv>
#include <cmath>

namespace parsimony::ledger {

namespace {

constexpr std::size_t kUsual = 8; // members

/// Whether a character means something outside a text: most of a long plan does not.
constexpr std::array<bool, 256> kStructural = [] {
    std::array<bool, 256> structural{};
    for (const char c : std::string_view("\"{}[]")) {
        structural.at(static_cast<unsigned char>(c)) = true;
    }
    return structural;
}();

class Cursor {
public:
    Cursor(std::string_view text, const std::string& what) : m_text(text), m_what(what) { skipSpace(); }

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
            while (!atEnd() && std::string_view(",]} \t\r\n").find(m_text[m_at]) == std::string_view::npos) {
                ++m_at;
            }
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
    void skipString() {
        if (peek() != '"') {
            broken();
        }
        std::size_t quote = m_text.find('"', ++m_at);
        while (quote != std::string_view::npos) {
            const std::size_t escape = m_text.substr(0, quote).find('\\', m_at);
            if (escape == std::string_view::npos) {
                m_at = quote + 1;
                return;
            }
            m_at = escape + 2;
            if (m_at > quote) { // that one was escaped
                quote = m_text.find('"', m_at);
            }
        }
        broken();
    }
    void skipNested() {
        std::array<char, kDeepestJson> open{}; // what closes each of them
        std::size_t depth = 0;
        do {
            while (!atEnd() && !kStructural[static_cast<unsigned char>(m_text[m_at])]) {
                ++m_at;
            }
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
    const std::string& m_what;
    std::size_t m_at = 0;
};

} // namespace

void failNestedTooDeep(const std::string& what) {
    fail(Sentence("{1} is nested deeper than 64 levels", what));
}

void failNoJson(const std::string& what) {
    fail(Sentence("{1} is no JSON", what));
}

JsonMembers::JsonMembers(std::string_view text, const std::string& what) : m_isObject(isJsonObject(text)) {
    m_members.reserve(kUsual);
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
            m_members.push_back(member);
        } while (cursor.take(','));
        cursor.demand(end);
    }
    if (!cursor.atEnd()) {
        cursor.broken();
    }
}

std::string_view JsonMembers::find(std::string_view key) const {
    for (const Member& member : m_members) {
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

double jsonNumber(std::string_view value, const std::string& what) {
    double number = 0.0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size() || !std::isfinite(number)) {
        fail(Sentence("{1} is no number", what));
    }
    return number;
}

} // namespace parsimony::ledger
