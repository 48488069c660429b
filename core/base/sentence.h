// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/number_text.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace parsimony {

/// An English sentence with the places {1} to {9} for values. Its pattern is its name in catalogues of other
/// languages (`resources/translations/engine_*.ts`), so that a window can say it in its own. Where the words
/// depend on a count they stand beside one another, as in "{1} {1|row has|rows have} no id": the first are
/// for one, the second for any other number. The pattern keeps those that fit, so a catalogue has both of
/// them.
class Sentence {
public:
    struct Value {
        std::string text;
        bool isNumber = false; ///< another language may write its decimal point as a comma
        /// Where the text is a sentence's: that sentence, which another language says itself.
        std::shared_ptr<const Sentence> said = nullptr;
        bool ofRows = false; ///< tells how many rows a file has, which may be for the curator alone
        bool told = false;   ///< no data file supplied it, so it is for everybody (core/base/told.h)
    };

    Sentence() = default; ///< says nothing
    template <class... Values>
    explicit Sentence(std::string_view pattern, const Values&... values)
        : m_values{valueOf(values)...}, m_pattern(inNumber(pattern)) {}

    /// One that was written by another program.
    [[nodiscard]] static Sentence of(const std::string& pattern, std::vector<Value> values) {
        Sentence sentence;
        sentence.m_pattern = pattern;
        sentence.m_values = std::move(values);
        return sentence;
    }

    [[nodiscard]] const std::string& pattern() const noexcept { return m_pattern; }
    [[nodiscard]] const std::vector<Value>& values() const noexcept { return m_values; }
    [[nodiscard]] std::string english() const;

    /// A number that is already text, as roundedText() writes it.
    [[nodiscard]] static Value number(std::string text) { return {std::move(text), true}; }
    /// How many rows a file has, or a shape that tells it.
    [[nodiscard]] static Value ofRows(std::string text) { return {std::move(text), false, nullptr, true}; }
    [[nodiscard]] static Value ofRows(std::uint64_t rows) { return ofRows(std::to_string(rows)); }
    /// A sentence that stands in another one.
    [[nodiscard]] static Value value(const Sentence& sentence) {
        return {sentence.english(), false, std::make_shared<const Sentence>(sentence)};
    }

private:
    template <class T>
    static Value valueOf(const T& value) {
        if constexpr (std::is_same_v<T, Value>) {
            return value;
        } else if constexpr (std::is_same_v<T, Sentence>) {
            return Sentence::value(value);
        } else if constexpr (std::is_integral_v<T>) {
            return {std::to_string(value), false};
        } else if constexpr (std::is_floating_point_v<T>) {
            return {numberText(value), true};
        } else {
            return {std::string(value), false};
        }
    }

    /// The pattern with the words that fit the values, of those for one and for any other number.
    [[nodiscard]] std::string inNumber(std::string_view pattern) const;

    std::vector<Value> m_values;
    std::string m_pattern;
};

/// An error whose sentence can be said in another language.
class SaidError : public Error {
public:
    SaidError(ErrorCode code, const Sentence& sentence)
        : Error(code, sentence.english()), m_sentence(sentence) {}
    SaidError(const Sentence& sentence, RefusedSpend spend)
        : Error(sentence.english(), spend), m_sentence(sentence) {}

    [[nodiscard]] const Sentence& sentence() const noexcept { return m_sentence; }

private:
    Sentence m_sentence;
};

/// What an error says, in its own words where it has a pattern.
[[nodiscard]] Sentence sentenceOf(const Error& error);

/// Refused for what private rows hold, or what may be one: the sentence tells nothing of them, the reasons
/// do. They are for the curator's eyes alone, never for what leaves (PRIVACY rules 15 and 20).
class CuratorRefusal : public SaidError {
public:
    CuratorRefusal(const Sentence& sentence, std::vector<Sentence> reasons,
                   ErrorCode code = ErrorCode::Refused)
        : SaidError(code, sentence), m_reasons(std::move(reasons)) {}

    [[nodiscard]] const std::vector<Sentence>& reasons() const noexcept { return m_reasons; }

private:
    std::vector<Sentence> m_reasons;
};

[[noreturn]] void fail(const Sentence& sentence);                       ///< throws SaidError(Failed)
[[noreturn]] void failUsage(const Sentence& sentence);                  ///< throws SaidError(Usage)
[[noreturn]] void refuse(const Sentence& sentence);                     ///< throws SaidError(Refused)
[[noreturn]] void interrupted(const Sentence& sentence);                ///< throws SaidError(Interrupted)
[[noreturn]] void refuse(const Sentence& sentence, RefusedSpend spend); ///< a spend that does not fit

} // namespace parsimony
