// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/collected.h"
#include "core/base/limits.h"
#include "core/session/path_form.h"
#include "core/session/run_options.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::session {

/// How a value is asked for.
enum class OptionKind { Flag, Number, Count, Choice, List, Text, Path };

/// A word that a choice takes.
struct OptionWord {
    std::string word;
    std::string shown{};   ///< how the window shows it; empty: as it is
    std::string meaning{}; ///< one sentence, or nothing
};

/// One value of an enum and its word.
template <class Enum>
struct Word {
    Enum value;
    std::string word;
    std::string shown{};
    std::string meaning{};
};

template <class Enum>
using Words = std::vector<Word<Enum>>;

/// How one option goes to and from text and JSON: a member of RunOptions and its rules.
struct OptionValue {
    OptionKind kind = OptionKind::Text;
    std::string syntax{}; ///< for `-h`: "X", "LIST", "linear|quadratic"
    /// Reads a text into the options; `option` is how messages name it. Throws Error(Usage).
    std::function<void(RunOptions&, const std::string& text, const std::string& option)> take{};
    /// The value for a file; null where it is absent.
    std::function<nlohmann::json(const RunOptions&)> json{};
    std::function<void(RunOptions&)> reset{}; ///< back to the default, or to absent
    /// Hands over each text of the value that names a file, empty ones too; nothing where none does.
    std::function<void(RunOptions&, const PathVisitor&)> paths{};
    std::vector<OptionWord> words{}; ///< of a choice
    bool repeats = false;            ///< given several times, each adds to those before
    bool negated = false;            ///< a flag that switches off
    bool takesNumber = false;        ///< X in its syntax: a number, or a word in its place
    bool takesList = false;          ///< LIST there: several values, one text with commas between them

    /// Several numbers?
    [[nodiscard]] bool takesNumbers() const { return takesList && kind != OptionKind::Choice; }
};

namespace values {

using O = RunOptions;

/// Whether an option's value in JSON says no more than leaving it out: null, an empty text, list or table.
[[nodiscard]] bool isNothing(const nlohmann::json& value);

[[nodiscard]] OptionValue number(double O::*member, Limits limits);
[[nodiscard]] OptionValue number(std::optional<double> O::*member, Limits limits);
[[nodiscard]] OptionValue count(std::uint32_t O::*member, Limits limits);
[[nodiscard]] OptionValue count(std::optional<std::uint32_t> O::*member, Limits limits);
[[nodiscard]] OptionValue count(std::optional<std::uint64_t> O::*member, Limits limits);
[[nodiscard]] OptionValue flag(bool O::*member);
[[nodiscard]] OptionValue switchOff(bool O::*member); ///< a flag that says "no-…"
/// A word for each value of an enum.
template <class Enum>
[[nodiscard]] OptionValue choice(Enum O::*member, const Words<Enum>& words);
template <class Enum>
[[nodiscard]] OptionValue choice(std::optional<Enum> O::*member, const Words<Enum>& words);
/// `1,2,5`, `log:LO:HI:N` or `lin:LO:HI:N`, each number within the limits.
[[nodiscard]] OptionValue list(std::optional<NumberList> O::*member, Limits limits, bool whole = false);
/// One number, or a list of them that a search chooses from, each within the limits.
[[nodiscard]] OptionValue numbers(NumberList O::*member, Limits limits);
[[nodiscard]] OptionValue numbers(std::optional<NumberList> O::*member, Limits limits);
/// A value with a small syntax of its own: `read` throws Error(Usage) naming the option, `write` gives an
/// empty text for a value that is absent.
template <class T>
[[nodiscard]] OptionValue parsed(T O::*member, const std::string& syntax,
                                 T (*read)(const std::string& text, const std::string& option),
                                 std::string (*write)(const T& value), OptionKind kind = OptionKind::Text);
[[nodiscard]] OptionValue path(std::string O::*member, std::string syntax, PathForm form);
[[nodiscard]] OptionValue path(PartFiles O::*part, std::string PartFiles::*member);
/// FEATURES,LABELS, or FEATURES where a column of theirs holds the labels.
[[nodiscard]] OptionValue files(PartFiles O::*member);
/// Names with commas between them.
[[nodiscard]] OptionValue names(std::vector<std::string> O::*member, std::string syntax);
/// PROJECT[:PART] each time.
/// PROJECT[:PART]: throws Error(Usage) for a text that has no project, of which no file system knows what is
/// meant.
void requireProjectNamed(const std::string& text, const std::string& option);
[[nodiscard]] OptionValue links(std::vector<std::string> O::*member);
/// The value of `one`, or, given several times, NAME=VALUE for each of several encoders. A path of several is
/// one with a key.
[[nodiscard]] OptionValue byEncoder(const OptionValue& one, ByEncoder O::*several);
/// NAME=FEATURES,LABELS[,IDS], one set each time.
[[nodiscard]] OptionValue sets(std::map<std::string, PartFiles> O::*member);

namespace detail {

/// A choice among words, its reading and writing still open.
[[nodiscard]] OptionValue choiceOf(std::vector<OptionWord> words);
/// The place of `text` among the words; throws Error(Usage) that names the nearest.
[[nodiscard]] std::size_t placeOf(const std::string& text, const std::vector<OptionWord>& words,
                                  const std::string& option);

template <class Enum>
[[nodiscard]] std::vector<OptionWord> plain(const Words<Enum>& words) {
    return collected(words, [](const Word<Enum>& word) {
        return OptionWord{word.word, word.shown, word.meaning};
    });
}

template <class Enum>
[[nodiscard]] nlohmann::json wordOf(Enum value, const Words<Enum>& words) {
    for (const Word<Enum>& word : words) {
        if (word.value == value) {
            return word.word;
        }
    }
    return {};
}

/// Back to what a fresh request has.
template <class T>
[[nodiscard]] std::function<void(RunOptions&)> resetOf(T RunOptions::*member) {
    return [=](RunOptions& options) {
        static const RunOptions defaults;
        options.*member = defaults.*member;
    };
}

} // namespace detail

template <class Enum>
OptionValue choice(Enum O::*member, const Words<Enum>& words) {
    OptionValue value = detail::choiceOf(detail::plain(words));
    value.take = [=, known = value.words](O& options, const std::string& text, const std::string& option) {
        options.*member = words[detail::placeOf(text, known, option)].value;
    };
    value.json = [=](const O& options) { return detail::wordOf(options.*member, words); };
    value.reset = detail::resetOf(member);
    return value;
}

template <class Enum>
OptionValue choice(std::optional<Enum> O::*member, const Words<Enum>& words) {
    OptionValue value = detail::choiceOf(detail::plain(words));
    value.take = [=, known = value.words](O& options, const std::string& text, const std::string& option) {
        options.*member = words[detail::placeOf(text, known, option)].value;
    };
    value.json = [=](const O& options) {
        return options.*member ? detail::wordOf(*(options.*member), words) : nlohmann::json();
    };
    value.reset = detail::resetOf(member);
    return value;
}

template <class T>
OptionValue parsed(T O::*member, const std::string& syntax, T (*read)(const std::string&, const std::string&),
                   std::string (*write)(const T&), OptionKind kind) {
    return {.kind = kind,
            .syntax = syntax,
            .take = [=](O& options, const std::string& text,
                        const std::string& option) { options.*member = read(text, option); },
            .json =
                [=](const O& options) {
                    const std::string text = write(options.*member);
                    return text.empty() ? nlohmann::json() : nlohmann::json(text);
                },
            .reset = detail::resetOf(member)};
}

} // namespace values

} // namespace parsimony::session
