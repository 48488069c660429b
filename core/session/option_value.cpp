// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/option_value.h"

#include "core/base/error.h"
#include "core/base/nearest_name.h"
#include "core/base/number_text.h"

#include <algorithm>
#include <charconv>
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

double readNumber(const std::string& text, const std::string& option, const Limits& limits) {
    const double value = parseNumber(text, option);
    if (!limits.allow(value)) {
        const std::string range = limits.text();
        failUsage(option + " must be a " + (range.empty() ? "finite number" : "number " + range) + ", not " +
                  numberText(value));
    }
    return value;
}

template <class Whole>
Whole readCount(const std::string& text, const std::string& option, const Limits& limits) {
    Whole value = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || text.front() == '-' || result.ptr != text.data() + text.size() ||
        result.ec == std::errc::invalid_argument) {
        failUsage(option + ": '" + text + "' is not a whole number");
    }
    if (result.ec != std::errc{}) {
        failUsage(option + ": " + text + " is too large; at most " +
                  std::to_string(std::numeric_limits<Whole>::max()));
    }
    if (!limits.allow(static_cast<double>(value))) {
        failUsage(option + " must be a whole number " + limits.text() + ", not " + text);
    }
    return value;
}

bool readFlag(const std::string& text, const std::string& option) {
    if (text != "true" && text != "false") {
        failUsage(option + " must be true or false, not '" + text + "'");
    }
    return text == "true";
}

/// Back to what a fresh request has.
template <class T>
std::function<void(RunOptions&)> resetOf(T RunOptions::*member) {
    return [=](RunOptions& options) {
        static const RunOptions defaults;
        options.*member = defaults.*member;
    };
}

template <class T>
OptionValue numberOf(T RunOptions::*member, Limits limits) {
    return {.kind = OptionKind::Number,
            .syntax = "X",
            .take = [=](RunOptions& options, const std::string& text,
                        const std::string& option) { options.*member = readNumber(text, option, limits); },
            .json = [=](const RunOptions& options) { return jsonOf(options.*member); },
            .reset = resetOf(member)};
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
            .reset = resetOf(member)};
}

OptionValue flagOf(bool RunOptions::*member, bool negated) {
    return {.kind = OptionKind::Flag,
            .take = [=](RunOptions& options, const std::string& text,
                        const std::string& option) { options.*member = readFlag(text, option) != negated; },
            .json = [=](const RunOptions& options) { return Json(options.*member != negated); },
            .reset = resetOf(member),
            .negated = negated};
}

template <class T>
OptionValue choiceOf(T RunOptions::*member, std::vector<OptionWord> words) {
    std::vector<std::string> known;
    std::string listed;
    for (const auto& [word, shown] : words) {
        known.push_back(word);
        listed += (listed.empty() ? "" : "|") + word;
    }
    return {.kind = OptionKind::Choice,
            .syntax = listed,
            .take =
                [=](RunOptions& options, const std::string& text, const std::string& option) {
                    if (std::find(known.begin(), known.end(), text) == known.end()) {
                        const std::string nearest = nearestName(text, known);
                        failUsage(option + ": '" + text + "' is none of " + listed +
                                  (nearest.empty() ? "" : "; did you mean " + nearest + "?"));
                    }
                    options.*member = text;
                },
            .json = [=](const RunOptions& options) { return jsonOf(options.*member); },
            .reset = resetOf(member),
            .words = std::move(words)};
}

template <class T>
OptionValue textOf(OptionKind kind, T RunOptions::*member, std::string syntax) {
    return {.kind = kind,
            .syntax = std::move(syntax),
            .take = [=](RunOptions& options, const std::string& text,
                        const std::string& /*option*/) { options.*member = text; },
            .json = [=](const RunOptions& options) { return jsonOf(options.*member); },
            .reset = resetOf(member)};
}

/// NAME=FEATURES,LABELS. A path may hold a comma; of two paths the one in the middle separates.
std::pair<std::string, PartFiles> readSet(const std::string& text, const std::string& option) {
    const std::string wrong = option + ": '" + text + "' is not NAME=FEATURES,LABELS";
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        failUsage(wrong);
    }
    const std::string files = text.substr(equals + 1);
    const auto commas = static_cast<std::size_t>(std::count(files.begin(), files.end(), ','));
    if (commas % 2 == 0) {
        failUsage(wrong);
    }
    std::size_t at = files.find(',');
    for (std::size_t i = 0; i < commas / 2; ++i) {
        at = files.find(',', at + 1);
    }
    PartFiles part{files.substr(0, at), files.substr(at + 1)};
    if (part.features.empty() || part.labels.empty()) {
        failUsage(wrong);
    }
    return {text.substr(0, equals), std::move(part)};
}

} // namespace

namespace {

/// 100000 and not the shorter 1e+05.
std::string plainText(double value) {
    const bool whole = std::abs(value) <= 1e9 && value == std::floor(value);
    return whole ? std::to_string(static_cast<std::int64_t>(value)) : numberText(value);
}

} // namespace

bool Limits::allow(double value) const {
    return (std::isnormal(value) || value == 0.0) && (aboveLeast ? value > least : value >= least) &&
           (belowMost ? value < most : value <= most);
}

std::string Limits::text() const {
    const bool low = least > kAnyNumber.least;
    const bool high = most < kAnyNumber.most;
    if (low && high && !aboveLeast && !belowMost) {
        return "from " + plainText(least) + " to " + plainText(most);
    }
    std::string text;
    if (low) {
        text = (aboveLeast ? "above " : "of at least ") + plainText(least);
    }
    if (high) {
        text += (low ? " and " : "") + std::string(belowMost ? "below " : "at most ") + plainText(most);
    }
    return text;
}

namespace values {

OptionValue number(double O::*member, Limits limits) {
    return numberOf(member, limits);
}
OptionValue number(std::optional<double> O::*member, Limits limits) {
    return numberOf(member, limits);
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
OptionValue choice(std::string O::*member, std::vector<OptionWord> words) {
    return choiceOf(member, std::move(words));
}
OptionValue choice(std::optional<std::string> O::*member, std::vector<OptionWord> words) {
    return choiceOf(member, std::move(words));
}

OptionValue list(std::optional<std::string> O::*member) {
    OptionValue value = textOf(OptionKind::List, member, "LIST");
    value.take = [=](RunOptions& options, const std::string& text, const std::string& option) {
        static_cast<void>(parseNumberList(text, option));
        options.*member = text;
    };
    return value;
}

OptionValue text(std::string O::*member, std::string syntax) {
    return textOf(OptionKind::Text, member, std::move(syntax));
}
OptionValue text(std::optional<std::string> O::*member, std::string syntax) {
    return textOf(OptionKind::Text, member, std::move(syntax));
}
OptionValue path(std::string O::*member, std::string syntax) {
    return textOf(OptionKind::Path, member, std::move(syntax));
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
            .reset = resetOf(member),
            .repeats = true};
}

OptionValue paths(std::vector<std::string> O::*member, std::string syntax) {
    return {.kind = OptionKind::Path,
            .syntax = std::move(syntax),
            .take = [=](RunOptions& options, const std::string& text,
                        const std::string& /*option*/) { (options.*member).push_back(text); },
            .json = [=](const RunOptions& options) { return Json(options.*member); },
            .reset = resetOf(member),
            .repeats = true};
}

OptionValue sets(std::map<std::string, PartFiles> O::*member) {
    return {.kind = OptionKind::Path,
            .syntax = "NAME=FEATURES,LABELS",
            .take =
                [=](RunOptions& options, const std::string& text, const std::string& option) {
                    auto [name, files] = readSet(text, option);
                    if (!(options.*member).emplace(name, std::move(files)).second) {
                        failUsage(option + ": the name '" + name + "' is given twice");
                    }
                },
            .json =
                [=](const RunOptions& options) {
                    Json object = Json::object();
                    for (const auto& [name, files] : options.*member) {
                        object[name] = files.features + "," + files.labels;
                    }
                    return object;
                },
            .reset = resetOf(member),
            .repeats = true};
}

} // namespace values

} // namespace parsimony::session
