// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wire/json_line.h"

#include "core/base/sentence.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>

namespace parsimony::wire {

namespace {

constexpr int kDeepestRequest = 64;
constexpr std::string_view kBlank = " \t\r";

template <class Number>
bool isOutside(std::string_view text) {
    Number ignored = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ignored);
    return error == std::errc::result_out_of_range && end == text.data() + text.size();
}

/// Too large or too near to zero: a reader would take another number for it, or none.
bool isOutOfReach(std::string_view number) {
    if (number.find_first_of(".eE") != std::string_view::npos) {
        return isOutside<double>(number);
    }
    return number.starts_with('-') ? isOutside<std::int64_t>(number) : isOutside<std::uint64_t>(number);
}

/// Goes over a line once and puts quotes around numbers that no reader of JSON takes.
class Quoting {
public:
    explicit Quoting(std::string_view line) : m_line(line) {
        while (m_at < m_line.size()) {
            step();
        }
    }
    std::string text;
    std::optional<CommaMember> comma;

private:
    static bool begins(char c) { return c == '-' || (c >= '0' && c <= '9'); }

    void step() {
        const char c = m_line[m_at];
        if (c == '"') {
            takeString();
        } else if (begins(c)) {
            takeNumbers();
        } else {
            m_afterColon = c == ':' || (m_afterColon && kBlank.find(c) != std::string_view::npos);
            text += c;
            ++m_at;
        }
    }

    void takeString() {
        const std::size_t from = m_at++;
        while (m_at < m_line.size() && m_line[m_at] != '"') {
            m_at += m_line[m_at] == '\\' ? 2 : 1;
        }
        m_at = std::min(m_at + 1, m_line.size());
        m_string = m_line.substr(from, m_at - from);
        text += m_string;
        m_afterColon = false;
    }

    [[nodiscard]] std::size_t endOfNumber(std::size_t from) const {
        return std::min(m_line.find_first_not_of("+-.0123456789eE", from), m_line.size());
    }

    /// A number, or, as a member's value, all that follow after commas: a name would have to stand there.
    void takeNumbers() {
        const std::size_t from = m_at;
        m_at = endOfNumber(from);
        while (m_afterColon && m_at + 1 < m_line.size() && m_line[m_at] == ',' && begins(m_line[m_at + 1])) {
            m_at = endOfNumber(m_at + 1);
        }
        const std::string_view numbers = m_line.substr(from, m_at - from);
        const bool several = numbers.find(',') != std::string_view::npos;
        if (several && !comma && m_string.size() > 2) {
            comma = CommaMember{std::string(m_string.substr(1, m_string.size() - 2)), std::string(numbers)};
        }
        const bool quoted = several || isOutOfReach(numbers);
        text += quoted ? '"' + std::string(numbers) + '"' : std::string(numbers);
        m_afterColon = false;
    }

    std::string_view m_line;
    std::size_t m_at = 0;
    std::string_view m_string; ///< the last, with its quotes
    bool m_afterColon = false;
};

} // namespace

JsonLine jsonOfLine(const std::string& line, Json& plain) {
    Quoting quoting(line);
    bool tooDeep = false;
    std::string name;
    plain = Json::object();
    Json json = Json::parse(
        quoting.text,
        [&](int depth, Json::parse_event_t event, const Json& parsed) {
            tooDeep |= depth > kDeepestRequest;
            if (depth == 1 && event == Json::parse_event_t::key) {
                name = parsed.get<std::string>();
            } else if (depth == 1 && event == Json::parse_event_t::value) {
                plain[name] = parsed;
            }
            return !tooDeep;
        },
        false);
    if (tooDeep) {
        failUsage(Sentence("this line is nested deeper than {1} levels", kDeepestRequest));
    }
    if (!json.is_object()) {
        failUsage(Sentence("this line is no JSON object with id, method and params"));
    }
    return {std::move(json), std::move(quoting.comma)};
}

} // namespace parsimony::wire
