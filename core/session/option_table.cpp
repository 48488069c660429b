// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/option_table.h"

#include "core/base/collected.h"
#include "core/base/decimal_comma.h"
#include "core/base/enum_words.h"
#include "core/base/error.h"
#include "core/base/nearest_name.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/session/method_choice.h"

#include <algorithm>
#include <iterator>

namespace parsimony::session {

namespace {

std::string textOf(const nlohmann::json& value) {
    if (value.is_null()) {
        return {};
    }
    if (value.is_array()) {
        return joined(collected<std::string>(value, textOf), "; ");
    }
    return value.is_string()         ? value.get<std::string>()
           : value.is_number_float() ? numberText(value.get<double>())
                                     : value.dump();
}

void append(std::vector<Option>& table, std::vector<Option> rows, OptionGroup group) {
    static const RunOptions defaults;
    for (Option& row : rows) {
        row.group = group;
        const nlohmann::json standard = row.value.json(defaults);
        const bool fixed = row.value.kind != OptionKind::Flag && !row.value.repeats;
        row.m_standard = fixed ? textOf(standard) : std::string();
    }
    std::move(rows.begin(), rows.end(), std::back_inserter(table));
}

template <class Kind>
bool oneLooks(const std::vector<Kind>& lookers, const std::vector<Kind>& some) {
    return lookers.empty() ||
           std::find_first_of(some.begin(), some.end(), lookers.begin(), lookers.end()) != some.end();
}

} // namespace

std::string rows::listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    }
    return text;
}

const char* headingOf(OptionGroup group) {
    static constexpr std::array words{"Data", "Budget", "Features", "Search", "Trainer", "Machine"};
    static_assert(words.size() == static_cast<std::size_t>(OptionGroup::Machine) + 1);
    return wordOf(words, group);
}

RunOptions optionsOfLook(RunOptions options) {
    for (const Option& option : optionTable()) {
        if (option.ofLook.empty()) {
            option.value.reset(options);
        }
    }
    return options;
}

std::string Option::textIn(const RunOptions& options) const {
    static const RunOptions defaults;
    const nlohmann::json given = value.json(options);
    return given == value.json(defaults) ? std::string() : textOf(given);
}

std::string Option::fallback() const {
    std::string text = m_standard.empty() ? otherwise : m_standard;
    const char* before = "; ";
    for (const OptionException& exception : exceptions) {
        text += before + exception.value + " for " + rows::listed(exception.of);
        before = ", ";
    }
    return text;
}

bool Option::isFor(const std::vector<MethodKind>& some) const {
    return oneLooks(methods, some);
}

bool Option::isFor(const std::vector<TrainerKind>& some) const {
    return oneLooks(trainers, some);
}

bool Option::mattersTo(const RunOptions& options) const {
    return isFor(std::vector{methodOf(options)}) && isFor(trainersOf(options)) && (!when || when(options));
}

void Option::give(RunOptions& options, const std::vector<std::string>& values) const {
    if (value.repeats) {
        for (const std::string& text : values) {
            value.take(options, text, written());
        }
        return;
    }
    value.take(options, value.takesNumbers() ? listText(values) : joined(values, ","), written());
}

const std::vector<Option>& optionTable() {
    static const std::vector<Option> table = [] {
        std::vector<Option> rows;
        append(rows, rows::ofData(), OptionGroup::Data);
        append(rows, rows::ofBudget(), OptionGroup::Budget);
        append(rows, rows::ofFeatures(), OptionGroup::Features);
        append(rows, rows::ofSearch(), OptionGroup::Search);
        append(rows, rows::ofTrainer(), OptionGroup::Trainer);
        append(rows, rows::ofMachine(), OptionGroup::Machine);
        return rows;
    }();
    return table;
}

const Option& optionNamed(std::string_view name) {
    const std::vector<Option>& table = optionTable();
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const Option& option) { return option.name == name; });
    if (found == table.end()) {
        auto known = collected<std::string>(table, &Option::name);
        failUsage(unknownOption(name, known));
    }
    return *found;
}

} // namespace parsimony::session
