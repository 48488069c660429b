// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/option_value.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::session {

/// The heading an option stands under in `-h` and in the manual.
enum class OptionGroup { Data, Budget, Features, Search, Trainer, Machine };
[[nodiscard]] const char* headingOf(OptionGroup group);

/// Where the window asks for an option.
enum class OptionPlace {
    Section, ///< in a form made for it (files, visibility), or nowhere
    Data,    ///< under the data, among what every dataset is declared with
    Rare,    ///< under the rare questions about the data
    Cap,     ///< under the budget: the dataset's, and what an experiment takes of it
    Phases,  ///< under the budget, below its split over phases
    First,   ///< before all others, which depend on it
    Plan,    ///< among the knobs that most plans need
    More,    ///< among all others
};

/// Methods or trainers with a default of their own.
struct OptionException {
    std::string value;
    std::vector<std::string> of;
};

/// One option of `plan` and `run`: the only place that knows its name, range, words and meaning. Command
/// line, TOML and JSON, the window's fields, the manual's list and the shell completions are made from these
/// rows.
struct Option {
    std::string name{}; ///< as on the command line, without dashes in front: "phase-epsilons"
    OptionValue value{};
    std::string help{};      ///< one phrase for `-h`
    std::string label{};     ///< of the window's field; empty where a section asks for it
    std::string meaning{};   ///< more than `help`, for the window and the manual; empty: `help`
    std::string otherwise{}; ///< what holds where the option is not given, if no fixed value does
    std::string example{};   ///< a usual value, where nothing holds for one that is not given
    std::vector<OptionException> exceptions{};     ///< to `otherwise`
    std::vector<MethodKind> methods{};             ///< which of them look at it; empty: all
    std::vector<TrainerKind> trainers{};           ///< … and which of these
    std::function<bool(const RunOptions&)> when{}; ///< … and only then; empty: always
    OptionPlace place = OptionPlace::Section;
    std::string ofLook{};   ///< what it says of rows that a classifier is looked at on; empty: nothing
    bool ofDataset = false; ///< says what the data is: the same in all experiments that share it
    bool ofMethod = false;  ///< how a method looks, which need not be alike in methods that are compared
    OptionGroup group = OptionGroup::Data;

    /// The option as messages name it.
    [[nodiscard]] std::string written() const { return "--" + name; }
    /// The value that `options` give as a text; empty where it is absent or the default.
    [[nodiscard]] std::string textIn(const RunOptions& options) const;
    /// The default as a text; empty where there is no fixed one.
    [[nodiscard]] const std::string& standard() const { return m_standard; }
    /// What holds where the option is not given, exceptions and all: "1; 0.1 for dp-sgd".
    [[nodiscard]] std::string fallback() const;
    /// Does one of these methods, or of these trainers, look at it?
    [[nodiscard]] bool isFor(const std::vector<MethodKind>& some) const;
    [[nodiscard]] bool isFor(const std::vector<TrainerKind>& some) const;
    /// Do the method, the trainer and the other options of `options` look at this one?
    [[nodiscard]] bool mattersTo(const RunOptions& options) const;
    /// Takes texts as the command line would, an array joined by ',' where the option is one text. Throws
    /// Error(Usage) with the sentence that every way in gives.
    void give(RunOptions& options, const std::vector<std::string>& values) const;

    std::string m_standard{}; ///< filled in by the table
};

/// All options, in the order of the manual.
[[nodiscard]] const std::vector<Option>& optionTable();

/// Throws Error(Usage) that names the nearest.
[[nodiscard]] const Option& optionNamed(std::string_view name);

/// Those of `options` that say something of rows that a classifier is looked at on.
[[nodiscard]] RunOptions optionsOfLook(RunOptions options);

namespace rows { // parts of the table

/// "a", "a and b", "a, b and c".
[[nodiscard]] std::string listed(const std::vector<std::string>& names);

[[nodiscard]] std::vector<Option> ofData();
[[nodiscard]] std::vector<Option> ofBudget();
[[nodiscard]] std::vector<Option> ofFeatures();
[[nodiscard]] std::vector<Option> ofSearch();
[[nodiscard]] std::vector<Option> ofTrainer();
[[nodiscard]] std::vector<Option> ofMachine();
} // namespace rows

} // namespace parsimony::session
