// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/option_value.h"

#include "core/base/nearest_name.h"
#include "core/base/number_text.h"
#include "core/base/sentence.h"
#include "core/base/whole_number.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace parsimony::session {

namespace {

using Json = nlohmann::json;

template <class T>
struct Inner {
    using type = T;
};
template <class T>
struct Inner<std::optional<T>> {
    using type = T;
};

template <class T>
Json jsonOf(const T& value) {
    if constexpr (std::is_same_v<T, typename Inner<T>::type>) {
        return value;
    } else {
        return value ? Json(*value) : Json();
    }
}

template <class Whole>
Whole readCount(const std::string& text, const std::string& option, const Limits& limits) {
    const auto value = parseWhole<Whole>(text, option);
    if (!limits.allow(static_cast<double>(value))) {
        limits.refuse(option, text, true);
    }
    return value;
}

bool readFlag(const std::string& text, const std::string& option) {
    static const std::map<std::string, bool> words{{"true", true}, {"false", false}};
    const auto word = words.find(text);
    if (word == words.end()) {
        failUsage(Sentence("{1} must be true or false, not '{2}'", option, text));
    }
    return word->second;
}

template <class T>
OptionValue numberOf(T RunOptions::*member, Limits limits) {
    return {.kind = OptionKind::Number,
            .syntax = limits.orInfinite ? "X|inf" : "X",
            .take = [=](RunOptions& options, const std::string& text,
                        const std::string& option) { options.*member = numberWithin(text, option, limits); },
            .json =
                [=](const RunOptions& options) {
                    const Json json = jsonOf(options.*member);
                    const bool named = json.is_number() && std::isinf(json.get<double>());
                    return named ? Json(numberText(json.get<double>())) : json; // JSON has no such number
                },
            .reset = values::detail::resetOf(member),
            .takesNumber = true};
}

/// A list of one is a number in files, as it was before there were lists.
Json jsonOfList(const std::optional<NumberList>& list) {
    return !list ? Json() : list->single() ? Json(list->first()) : Json(list->text());
}

template <class T>
OptionValue numbersOf(T RunOptions::*member, Limits limits) {
    return {.kind = OptionKind::Number,
            .syntax = "X|LIST",
            .take = [=](RunOptions& options, const std::string& text,
                        const std::string& option) { options.*member = numbersWithin(text, option, limits); },
            .json = [=](const RunOptions& options) { return jsonOfList(options.*member); },
            .reset = values::detail::resetOf(member),
            .takesNumber = true,
            .takesList = true};
}

template <class T>
OptionValue countOf(T RunOptions::*member, Limits limits) {
    return {.kind = OptionKind::Count,
            .syntax = "N",
            .take =
                [=](RunOptions& options, const std::string& text, const std::string& option) {
                    options.*member = readCount<typename Inner<T>::type>(text, option, limits);
                },
            .json = [=](const RunOptions& options) { return jsonOf(options.*member); },
            .reset = values::detail::resetOf(member)};
}

OptionValue flagOf(bool RunOptions::*member, bool negated) {
    return {.kind = OptionKind::Flag,
            .take = [=](RunOptions& options, const std::string& text,
                        const std::string& option) { options.*member = readFlag(text, option) != negated; },
            .json = [=](const RunOptions& options) { return Json(options.*member != negated); },
            .reset = values::detail::resetOf(member),
            .negated = negated};
}

} // namespace

namespace values {

bool isNothing(const nlohmann::json& value) {
    return value.is_null() || (value.is_string() && value.get_ref<const std::string&>().empty()) ||
           (value.is_structured() && value.empty());
}

OptionValue number(double O::*member, Limits limits) {
    return numberOf(member, limits);
}
OptionValue number(std::optional<double> O::*member, Limits limits) {
    return numberOf(member, limits);
}
OptionValue numbers(NumberList O::*member, Limits limits) {
    return numbersOf(member, limits);
}
OptionValue numbers(std::optional<NumberList> O::*member, Limits limits) {
    return numbersOf(member, limits);
}
OptionValue count(std::uint32_t O::*member, Limits limits) {
    return countOf(member, limits);
}
OptionValue count(std::optional<std::uint32_t> O::*member, Limits limits) {
    return countOf(member, limits);
}
OptionValue count(std::optional<std::uint64_t> O::*member, Limits limits) {
    return countOf(member, limits);
}
OptionValue flag(bool O::*member) {
    return flagOf(member, false);
}
OptionValue switchOff(bool O::*member) {
    return flagOf(member, true);
}
OptionValue detail::choiceOf(std::vector<OptionWord> words) {
    OptionValue value{.kind = OptionKind::Choice};
    for (const OptionWord& word : words) {
        value.syntax += (value.syntax.empty() ? "" : "|") + word.word;
    }
    value.words = std::move(words);
    return value;
}

std::size_t detail::placeOf(const std::string& text, const std::vector<OptionWord>& words,
                            const std::string& option) {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].word == text) {
            return i;
        }
        known.push_back(words[i].word);
    }
    refuseWord(option, text, known);
}

OptionValue list(std::optional<NumberList> O::*member, Limits limits, bool whole) {
    return {
        .kind = OptionKind::List,
        .syntax = "LIST",
        .take =
            [=](O& options, const std::string& text, const std::string& option) {
                options.*member = numbersWithin(text, option, limits, whole);
            },
        .json = [=](const O& options) { return options.*member ? Json((options.*member)->text()) : Json(); },
        .reset = detail::resetOf(member),
        .takesList = true};
}

OptionValue names(std::vector<std::string> O::*member, std::string syntax) {
    return {.kind = OptionKind::Text,
            .syntax = std::move(syntax),
            .take =
                [=](RunOptions& options, const std::string& text, const std::string& /*option*/) {
                    std::string name;
                    for (const char c : text + ",") {
                        if (c != ',' && c != ' ') {
                            name.push_back(c);
                        } else if (!name.empty()) {
                            (options.*member).push_back(std::exchange(name, {}));
                        }
                    }
                },
            .json =
                [=](const RunOptions& options) {
                    std::string text;
                    for (const std::string& name : options.*member) {
                        text += (text.empty() ? "" : ",") + name;
                    }
                    return Json(text);
                },
            .reset = values::detail::resetOf(member),
            .repeats = true};
}

} // namespace values

} // namespace parsimony::session
