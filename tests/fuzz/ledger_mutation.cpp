// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/ledger_mutation.h"

#include "tests/fuzz/ledger_lines.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <random>

namespace parsimony::fuzzing {

namespace {

using Json = nlohmann::json;

constexpr LedgerCell kNumbers[] = {LedgerCell::Dataset, LedgerCell::Part, LedgerCell::Experiment,
                                   LedgerCell::Trial,   LedgerCell::Seq,  LedgerCell::MuSquared,
                                   LedgerCell::Epsilon, LedgerCell::Delta};
constexpr LedgerCell kTexts[] = {LedgerCell::Kind, LedgerCell::Class, LedgerCell::MuSquaredExact,
                                 LedgerCell::Time};
constexpr LedgerCell kHashes[] = {LedgerCell::Salt, LedgerCell::Commitment, LedgerCell::Body,
                                  LedgerCell::Prev, LedgerCell::Hash};
constexpr const char* kOddNumbers[] = {"",      "n",       "i0",     "i1",   "i2",   "i3",
                                       "i-1",   "r1e-300", "r1e308", "rinf", "r0.1", "i9223372036854775807",
                                       "r-0.5", "i99",     "r0.0"};
constexpr const char* kOddBytes[] = {"", "n", "b", "b00", "i1", "t", "tx"};
constexpr const char* kNames[] = {"tclocks",      "tledger", "tledger_kind", "tledger_next",
                                  "tcheckpoints", "tblobs",  "tcaps"};

std::string dumped(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

class LedgerMutation {
public:
    LedgerMutation(const std::string& text, unsigned seed) : m_lines(linesOf(text)), m_random(seed) {}

    void change(const TextMutation& mutateText) {
        if (m_lines.empty()) {
            return;
        }
        switch (below(16)) {
        case 0:
            changeNumber();
            break;
        case 1:
            changeText(mutateText);
            break;
        case 2:
            leaveOut();
            break;
        case 3:
            move();
            break;
        case 4:
            changeRare(mutateText);
            break;
        case 5:
        case 6:
            changeBytes(mutateText);
            break;
        default:
            changeBody(mutateText);
        }
    }

    /// Experiments are given the next numbers, and so are their trials.
    void takeFrom(const std::string& other) {
        Lines theirs = linesOf(other);
        if (theirs.empty() || m_lines.empty()) {
            return;
        }
        const std::string experiment = anyOf(theirs).cell(LedgerCell::Experiment);
        if (experiment.empty()) {
            const std::size_t from = below(theirs.size());
            const std::size_t count = std::min(theirs.size() - from, std::size_t{1} + below(8));
            m_lines.insert(m_lines.begin() + static_cast<std::ptrdiff_t>(1 + below(m_lines.size())),
                           theirs.begin() + static_cast<std::ptrdiff_t>(from),
                           theirs.begin() + static_cast<std::ptrdiff_t>(from + count));
            return;
        }
        const auto next = std::to_string(lastOf(LedgerCell::Experiment) + 1);
        std::int64_t trials = lastOf(LedgerCell::Trial);
        std::map<std::string, std::int64_t> renumbered;
        Lines taken;
        for (Line line : theirs) {
            if (line.table() != 'l' || line.cell(LedgerCell::Experiment) != experiment) {
                continue;
            }
            line.set(LedgerCell::Experiment, "i" + next);
            if (const std::string trial = line.cell(LedgerCell::Trial); !trial.empty()) {
                const auto [place, added] = renumbered.try_emplace(trial, trials + 1);
                trials += added ? 1 : 0;
                line.set(LedgerCell::Trial, "i" + std::to_string(place->second));
            }
            taken.push_back(std::move(line));
        }
        auto end = std::find_if(m_lines.rbegin(), m_lines.rend(),
                                [](const Line& line) { return line.table() == 'l'; });
        m_lines.insert(end.base(), taken.begin(), taken.end());
    }

    [[nodiscard]] std::string text() const { return textOf(m_lines); }

private:
    std::size_t below(std::size_t bound) { return m_random() % bound; }
    template <class List>
    auto anyOf(List& list) -> decltype(list[0]) {
        return list[below(std::size(list))];
    }

    /// Most lines are of the ledger.
    Line& anyRow() {
        Line* row = &anyOf(m_lines);
        for (int tries = 0; row->table() != 'l' && tries < 8; ++tries) {
            row = &anyOf(m_lines);
        }
        return *row;
    }

    [[nodiscard]] std::int64_t lastOf(LedgerCell cell) const {
        std::int64_t last = 0;
        for (const Line& line : m_lines) {
            if (const std::string& value = line.cell(cell); line.table() == 'l' && value.starts_with('i')) {
                last = std::max<std::int64_t>(last, std::strtoll(value.c_str() + 1, nullptr, 10));
            }
        }
        return std::min<std::int64_t>(last, 1000); // of what was mutated before
    }

    void changeNumber() {
        const LedgerCell cell = anyOf(kNumbers);
        anyRow().set(cell, below(2) == 0 ? anyRow().cell(cell) : std::string(anyOf(kOddNumbers)));
    }

    void changeText(const TextMutation& mutateText) {
        const LedgerCell cell = anyOf(kTexts);
        Line& line = anyRow();
        const std::string value = line.cell(cell);
        line.set(cell, below(4) != 0
                           ? anyRow().cell(cell)
                           : "t" + escaped(mutateText(value.empty() ? value : unescaped(value.substr(1)))));
    }

    void leaveOut() {
        const std::size_t from = below(m_lines.size());
        const std::size_t count =
            std::min(m_lines.size() - from, std::size_t{1} + below(below(4) == 0 ? 40 : 3));
        const auto first = m_lines.begin() + static_cast<std::ptrdiff_t>(from);
        m_lines.erase(first, first + static_cast<std::ptrdiff_t>(count));
    }

    void move() {
        const Line line = anyOf(m_lines);
        if (below(2) == 0) {
            m_lines.erase(m_lines.begin() + static_cast<std::ptrdiff_t>(below(m_lines.size())));
        }
        m_lines.insert(m_lines.begin() + static_cast<std::ptrdiff_t>(below(m_lines.size() + 1)), line);
    }

    /// Hashes that don't follow, other formats, a schema that is not the program's, lines as bytes.
    void changeRare(const TextMutation& mutateText) {
        switch (below(4)) {
        case 0:
            anyRow().set(anyOf(kHashes), anyOf(kOddBytes));
            break;
        case 1:
            m_lines.front().set(below(2), anyOf(kOddNumbers));
            break;
        case 2:
            changeSchema(anyOf(kNames), below(3));
            break;
        default: {
            Line& line = anyOf(m_lines);
            const std::string text = line.text();
            line = Line(mutateText(text.substr(0, text.size() - 1)));
        }
        }
    }

    /// Something is left out, another view is there, or one in place of what was.
    void changeSchema(const std::string& name, std::size_t how) {
        if (how != 1) {
            m_lines.emplace_back("d\t" + name);
        }
        if (how != 0) {
            m_lines.emplace_back("v\t" + name);
        }
    }

    void changeBytes(const TextMutation& mutateText) {
        Line& line = anyOf(m_lines);
        const auto cell = line.table() == 'l' ? static_cast<std::size_t>(LedgerCell::Body) : below(5);
        const std::string value = line.cell(cell);
        line.set(cell, value.starts_with('t') ? "t" + escaped(mutateText(unescaped(value.substr(1))))
                                              : mutateText(value));
    }

    static std::optional<Json> bodyOf(const Line& line) {
        const std::string& cell = line.cell(LedgerCell::Body);
        Json body = cell.starts_with('t') ? Json::parse(unescaped(cell.substr(1)), nullptr, false)
                                          : Json(Json::value_t::discarded);
        return body.is_discarded() ? std::nullopt : std::optional(std::move(body));
    }

    struct Place {
        Json* parent;
        std::string key; ///< of an object
        Json* value;
    };

    static void addPlaces(Json& value, std::vector<Place>& places) {
        if (!value.is_structured()) {
            return;
        }
        for (auto item = value.begin(); item != value.end(); ++item) {
            places.push_back({&value, value.is_object() ? item.key() : "", &*item});
            addPlaces(*item, places);
        }
    }

    /// From any row: a member of that name where the first few have one.
    Json valueLike(const std::string& key, std::string* name = nullptr) {
        Json any;
        for (int tries = 0; tries < 4; ++tries) {
            std::optional<Json> body = bodyOf(anyRow());
            std::vector<Place> places;
            if (body) {
                addPlaces(*body, places);
            }
            for (const Place& place : places) {
                if (name == nullptr && place.key == key && below(2) == 0) {
                    return *place.value;
                }
            }
            if (!places.empty()) {
                const Place& place = anyOf(places);
                any = *place.value;
                if (name != nullptr && !place.key.empty()) {
                    *name = place.key;
                    return any;
                }
            }
        }
        return any;
    }

    Json oddValue() {
        static const Json odd[] = {0,
                                   -1,
                                   1,
                                   2,
                                   1.5,
                                   1e300,
                                   9223372036854775808ULL,
                                   true,
                                   false,
                                   nullptr,
                                   "",
                                   "x",
                                   "1p0",
                                   Json::array(),
                                   Json::object(),
                                   Json::array({"a"}),
                                   Json::array({Json::object()})};
        return anyOf(odd);
    }

    Json otherNumber(const Json& number) {
        const double value = number.get<double>();
        switch (below(8)) {
        case 0:
            return number.is_number_integer() && std::abs(value) < 1e15 ? Json(number.get<std::int64_t>() + 1)
                                                                        : Json(value + 1.0);
        case 1:
            return number.is_number_integer() && std::abs(value) < 1e15 ? Json(number.get<std::int64_t>() - 1)
                                                                        : Json(value - 1.0);
        case 2:
            return value * 2.0;
        case 3:
            return value * 0.5;
        case 4:
            return -value;
        case 5:
            return value * (1.0 + 1e-8);
        default:
            return oddValue();
        }
    }

    void changeBody(const TextMutation& mutateText) {
        Line& line = anyRow();
        std::optional<Json> body = bodyOf(line);
        std::vector<Place> places;
        if (body) {
            addPlaces(*body, places);
        }
        if (places.empty()) {
            line.set(LedgerCell::Body, anyRow().cell(LedgerCell::Body));
            return;
        }
        const Place place = anyOf(places);
        const std::string before = "\"" + place.key + "\":" + dumped(*place.value);
        switch (below(8)) {
        case 0:
            leaveOut(place);
            break;
        case 1: {
            std::string name(1, 'a');
            const Json value = valueLike("", &name);
            Json& into = place.value->is_structured() ? *place.value : *place.parent;
            if (into.is_object()) {
                into[name] = value;
            } else {
                into.push_back(value);
            }
            break;
        }
        case 2:
            *place.value = oddValue();
            break;
        case 3:
        case 4:
            *place.value = valueLike(place.key);
            break;
        case 5: // the key, where there is one
            if (!place.key.empty()) {
                const Json value = *place.value;
                (*place.parent)[mutateText(place.key)] = value;
            }
            break;
        default:
            if (place.value->is_number()) {
                *place.value = otherNumber(*place.value);
            } else if (place.value->is_string()) {
                *place.value = mutateText(place.value->get<std::string>());
            } else {
                *place.value = valueLike(place.key);
            }
            if (below(2) == 0 && !place.key.empty()) {
                // What several rows tell alike goes on being alike.
                sayEverywhere(before, "\"" + place.key + "\":" + dumped(*place.value));
            }
        }
        line.set(LedgerCell::Body, "t" + escaped(dumped(*body)));
    }

    static void leaveOut(const Place& place) {
        if (place.parent->is_object()) {
            place.parent->erase(place.key);
        } else {
            place.parent->erase(static_cast<std::size_t>(place.value - &place.parent->front()));
        }
    }

    void sayEverywhere(const std::string& before, const std::string& after) {
        for (Line& line : m_lines) {
            std::string body = line.cell(LedgerCell::Body);
            if (line.table() != 'l' || !body.starts_with('t')) {
                continue;
            }
            const std::string from = escaped(before);
            const std::string to = escaped(after);
            bool found = false;
            for (std::size_t at = body.find(from); at != std::string::npos;
                 at = body.find(from, at + to.size())) {
                body.replace(at, from.size(), to);
                found = true;
            }
            if (found) {
                line.set(LedgerCell::Body, body);
            }
        }
    }

    Lines m_lines;
    std::minstd_rand m_random;
};

} // namespace

std::string mutatedLedger(const std::string& text, unsigned seed, const TextMutation& mutateText) {
    LedgerMutation mutation(text, seed);
    mutation.change(mutateText);
    return mutation.text();
}

std::string crossedLedgers(const std::string& text, const std::string& other, unsigned seed) {
    LedgerMutation mutation(text, seed);
    mutation.takeFrom(other);
    return mutation.text();
}

} // namespace parsimony::fuzzing
