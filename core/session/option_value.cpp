// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/option_value.h"

#include "core/base/nearest_name.h"
#include "core/base/number_text.h"
#include "core/base/sentence.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
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
    Whole value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || text.front() == '-' || result.ptr != text.data() + text.size() ||
        result.ec == std::errc::invalid_argument) {
        failUsage(Sentence("{1}: '{2}' is not a whole number", option, text));
    }
    if (result.ec != std::errc{}) {
        failUsage(
            Sentence("{1}: {2} is too large; at most {3}", option, text, std::numeric_limits<Whole>::max()));
    }
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
                        const std::string& option) { options.*member = readNumber(text, option, limits); },
            .json =
                [=](const RunOptions& options) {
                    const Json json = jsonOf(options.*member);
                    const bool named = json.is_number() && std::isinf(json.get<double>());
                    return named ? Json(numberText(json.get<double>())) : json; // JSON has no such number
                },
            .reset = values::detail::resetOf(member)};
}

NumberList readList(const std::string& text, const std::string& option, const Limits& limits, bool whole) {
    NumberList list(text, option);
    for (const double value : list.values()) {
        if (!limits.allow(value) || (whole && value != std::floor(value))) {
            if (list.values().size() == 2 && list.first() == 0.0) { // "0,3"
                failUsage(
                    Sentence("{1}: {2} is a list of two numbers; the decimal mark is a point", option, text));
            }
            limits.refuse(option, numberText(value), whole);
        }
    }
    return list;
}

/// A list of one is a number in files, as it was before there were lists.
Json jsonOfList(const std::optional<NumberList>& list) {
    return !list ? Json() : list->single() ? Json(list->first()) : Json(list->text());
}

template <class T>
OptionValue numbersOf(T RunOptions::*member, Limits limits) {
    return {
        .kind = OptionKind::Number,
        .syntax = "X|LIST",
        .take = [=](RunOptions& options, const std::string& text,
                    const std::string& option) { options.*member = readList(text, option, limits, false); },
        .json = [=](const RunOptions& options) { return jsonOfList(options.*member); },
        .reset = values::detail::resetOf(member)};
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

/// FEATURES,LABELS[,IDS]. A path may hold a comma: two paths have an odd number of commas, of which the one
/// in the middle separates; three have 2, 8, 14, …, which separate in thirds.
PartFiles readFiles(const std::string& files, const Sentence& wrong) {
    const auto commas = static_cast<std::size_t>(std::count(files.begin(), files.end(), ','));
    const std::size_t paths = commas % 2 == 1 ? 2 : 3;
    if ((commas + 1) % paths != 0) {
        failUsage(wrong);
    }
    const std::size_t inPath = (commas + 1) / paths - 1; // commas that belong to a path
    std::vector<std::string> pieces;
    for (std::size_t begin = 0; pieces.size() < paths;) {
        std::size_t end = files.find(',', begin);
        for (std::size_t i = 0; i < inPath; ++i) {
            end = files.find(',', end + 1);
        }
        pieces.push_back(files.substr(begin, end == std::string::npos ? end : end - begin));
        begin = end + 1;
    }
    if (std::any_of(pieces.begin(), pieces.end(), [](const std::string& piece) { return piece.empty(); })) {
        failUsage(wrong);
    }
    return {pieces[0], pieces[1], paths == 3 ? pieces[2] : ""};
}

/// NAME=FEATURES,LABELS[,IDS]
std::pair<std::string, PartFiles> readSet(const std::string& text, const std::string& option) {
    const Sentence wrong("{1}: '{2}' is not NAME=FEATURES,LABELS[,IDS]", option, text);
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        failUsage(wrong);
    }
    return {text.substr(0, equals), readFiles(text.substr(equals + 1), wrong)};
}

std::string writeFiles(const PartFiles& files) {
    return files.features + (files.labels.empty() ? "" : "," + files.labels) +
           (files.ids.empty() ? "" : "," + files.ids);
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
    std::string listed;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].word == text) {
            return i;
        }
        known.push_back(words[i].word);
        listed += (listed.empty() ? "" : "|") + words[i].word;
    }
    const std::string nearest = nearestName(text, known);
    failUsage(nearest.empty()
                  ? Sentence("{1}: '{2}' is none of {3}", option, text, listed)
                  : Sentence("{1}: '{2}' is none of {3}; did you mean {4}?", option, text, listed, nearest));
}

OptionValue list(std::optional<NumberList> O::*member, Limits limits, bool whole) {
    return {
        .kind = OptionKind::List,
        .syntax = "LIST",
        .take = [=](O& options, const std::string& text,
                    const std::string& option) { options.*member = readList(text, option, limits, whole); },
        .json = [=](const O& options) { return options.*member ? Json((options.*member)->text()) : Json(); },
        .reset = detail::resetOf(member)};
}

OptionValue path(std::string O::*member, std::string syntax) {
    return {.kind = OptionKind::Path,
            .syntax = std::move(syntax),
            .take = [=](O& options, const std::string& text,
                        const std::string& /*option*/) { options.*member = text; },
            .json = [=](const O& options) { return Json(options.*member); },
            .reset = detail::resetOf(member)};
}

OptionValue path(PartFiles O::*part, std::string PartFiles::*member) {
    return {.kind = OptionKind::Path,
            .syntax = "PATH[:KEY]",
            .take = [=](RunOptions& options, const std::string& text,
                        const std::string& /*option*/) { options.*part.*member = text; },
            .json = [=](const RunOptions& options) { return Json(options.*part.*member); },
            .reset = [=](RunOptions& options) { (options.*part.*member).clear(); }};
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

OptionValue paths(std::vector<std::string> O::*member, std::string syntax) {
    return {.kind = OptionKind::Path,
            .syntax = std::move(syntax),
            .take = [=](RunOptions& options, const std::string& text,
                        const std::string& /*option*/) { (options.*member).push_back(text); },
            .json = [=](const RunOptions& options) { return Json(options.*member); },
            .reset = detail::resetOf(member),
            .repeats = true};
}

OptionValue files(PartFiles O::*member) {
    return {.kind = OptionKind::Path,
            .syntax = "FEATURES,LABELS",
            .take =
                [=](RunOptions& options, const std::string& text, const std::string& option) {
                    const Sentence wrong("{1}: '{2}' is not FEATURES,LABELS", option, text);
                    PartFiles read = text.find(',') == std::string::npos ? PartFiles{text, "", ""}
                                                                         : readFiles(text, wrong);
                    if (read.features.empty() || !read.ids.empty()) {
                        failUsage(wrong);
                    }
                    options.*member = std::move(read);
                },
            .json =
                [=](const RunOptions& options) {
                    const std::string text = writeFiles(options.*member);
                    return text.empty() ? Json() : Json(text);
                },
            .reset = values::detail::resetOf(member)};
}

OptionValue byEncoder(const OptionValue& one, ByEncoder O::*several) {
    const auto add = [=](RunOptions& options, const std::string& text, const std::string& option) {
        const auto equals = text.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
            failUsage(Sentence("{1} is given several times, so each must be NAME=VALUE, for the encoder of "
                               "that name; '{2}' is not",
                               option, text));
        }
        const std::string name = text.substr(0, equals);
        for (const auto& [known, value] : options.*several) {
            if (known == name) {
                failUsage(Sentence("{1}: the name '{2}' is given twice", option, name));
            }
        }
        RunOptions scratch;
        one.take(scratch, text.substr(equals + 1), option); // whatever is wrong with it by itself
        (options.*several).emplace_back(name, text.substr(equals + 1));
    };
    return {.kind = one.kind,
            .syntax = one.syntax,
            .take =
                [=](RunOptions& options, const std::string& text, const std::string& option) {
                    const Json single = one.json(options);
                    const bool first = isNothing(single);
                    if (first && (options.*several).empty()) {
                        one.take(options, text, option);
                        return;
                    }
                    if (!first) {
                        one.reset(options);
                        add(options, single.get<std::string>(), option);
                    }
                    add(options, text, option);
                },
            .json =
                [=](const RunOptions& options) {
                    Json texts = Json::array();
                    for (const auto& [name, text] : options.*several) {
                        texts.push_back(std::string(name).append("=").append(text));
                    }
                    return texts.empty() ? one.json(options) : texts;
                },
            .reset =
                [=](RunOptions& options) {
                    one.reset(options);
                    (options.*several).clear();
                },
            .repeats = true};
}

OptionValue sets(std::map<std::string, PartFiles> O::*member) {
    return {.kind = OptionKind::Path,
            .syntax = "NAME=FEATURES,LABELS[,IDS]",
            .take =
                [=](RunOptions& options, const std::string& text, const std::string& option) {
                    auto [name, files] = readSet(text, option);
                    if (!(options.*member).emplace(name, std::move(files)).second) {
                        failUsage(Sentence("{1}: the name '{2}' is given twice", option, name));
                    }
                },
            .json =
                [=](const RunOptions& options) {
                    Json object = Json::object();
                    for (const auto& [name, files] : options.*member) {
                        object[name] = writeFiles(files);
                    }
                    return object;
                },
            .reset = values::detail::resetOf(member),
            .repeats = true};
}

} // namespace values

} // namespace parsimony::session
