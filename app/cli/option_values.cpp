// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/option_values.h"

#include "core/base/decimal_comma.h"
#include "core/base/error.h"
#include "core/base/nearest_name.h"
#include "core/base/number_parse.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/base/whole_number.h"

#include <algorithm>

namespace parsimony::cli {

namespace {

/// The long name of "-f,--format" or "--epsilon".
std::string longName(const std::string& name) {
    const auto at = name.find("--");
    return at == std::string::npos ? name : name.substr(at, name.find(',', at) - at);
}

CLI::Option* addParsed(CLI::App& app, const std::string& name, const std::string& type,
                       const std::string& description, const std::function<void(const std::string&)>& take) {
    return app.add_option_function<std::string>(name, take, description)->type_name(type);
}

template <class Integer, class Target>
CLI::Option* addWhole(CLI::App& app, const std::string& name, Target& target,
                      const std::string& description) {
    return addParsed(app, name, "N", description, [&target, what = longName(name)](const std::string& text) {
        target = parseWhole<Integer>(text, what);
    });
}

template <class Target>
CLI::Option* addReal(CLI::App& app, const std::string& name, Target& target, const std::string& description) {
    return addParsed(app, name, "X", description, [&target, what = longName(name)](const std::string& text) {
        target = parseNumber(text, what);
    });
}

template <class Target>
CLI::Option* addOneOf(CLI::App& app, const std::string& name, Target& target,
                      const std::vector<std::string>& choices, const std::string& description) {
    return addParsed(app, name, joined(choices, "|"), description,
                     [&target, choices, what = longName(name)](const std::string& text) {
                         if (std::find(choices.begin(), choices.end(), text) == choices.end()) {
                             refuseWord(what, text, choices);
                         }
                         target = text;
                     });
}

} // namespace

CLI::Option* addNumber(CLI::App& app, const std::string& name, double& target,
                       const std::string& description) {
    return addReal(app, name, target, description)->default_str(numberText(target));
}

CLI::Option* addNumber(CLI::App& app, const std::string& name, std::optional<double>& target,
                       const std::string& description) {
    return addReal(app, name, target, description);
}

CLI::Option* addNumber(CLI::App& app, const std::string& name, std::optional<double>& target,
                       const Limits& limits, const std::string& description) {
    return addParsed(app, name, "X", description,
                     [&target, limits, what = longName(name)](const std::string& text) {
                         target = numberWithin(text, what, limits);
                     });
}

CLI::Option* addCount(CLI::App& app, const std::string& name, std::uint32_t& target,
                      const std::string& description) {
    return addWhole<std::uint32_t>(app, name, target, description)->default_str(std::to_string(target));
}

CLI::Option* addCount(CLI::App& app, const std::string& name, std::optional<std::uint32_t>& target,
                      const std::string& description) {
    return addWhole<std::uint32_t>(app, name, target, description);
}

CLI::Option* addCount(CLI::App& app, const std::string& name, std::optional<std::uint64_t>& target,
                      const std::string& description) {
    return addWhole<std::uint64_t>(app, name, target, description);
}

CLI::Option* addCount(CLI::App& app, const std::string& name, std::optional<std::int64_t>& target,
                      const std::string& description) {
    return addWhole<std::int64_t>(app, name, target, description);
}

CLI::Option* addCount(CLI::App& app, const std::string& name, std::optional<std::uint64_t>& target,
                      std::uint64_t most, const std::string& description) {
    return addParsed(app, name, "N", description,
                     [&target, most, what = longName(name)](const std::string& text) {
                         const auto count = parseWhole<std::uint64_t>(text, what);
                         if (count < 1 || count > most) {
                             Limits{1.0, static_cast<double>(most)}.refuse(what, text, true);
                         }
                         target = count;
                     });
}

CLI::Option* addText(CLI::App& app, const std::string& name, std::optional<std::string>& target,
                     const std::string& description) {
    return addParsed(app, name, "TEXT", description, [&target](const std::string& text) { target = text; });
}

CLI::Option* addChoice(CLI::App& app, const std::string& name, std::string& target,
                       const std::vector<std::string>& choices, const std::string& description) {
    return addOneOf(app, name, target, choices, description)->default_str(target);
}

CLI::Option* addChoice(CLI::App& app, const std::string& name, std::optional<std::string>& target,
                       const std::vector<std::string>& choices, const std::string& description) {
    return addOneOf(app, name, target, choices, description);
}

CLI::Option* addTexts(CLI::App& app, const std::string& name, std::vector<std::string>& target,
                      char separator, const std::string& description) {
    auto* option = app.add_option(name, target, description)->allow_extra_args(false);
    if (separator != 0) {
        option->delimiter(separator);
    }
    return option;
}

void giveValues(CLI::Option& option, const std::vector<std::string>& values) {
    if (option.get_items_expected_max() > 1) {
        if (values.empty()) {
            return; // an empty list of what may be given several times: it is not given
        }
        for (const std::string& value : values) {
            option.add_result(value);
        }
    } else {
        const bool numbers = option.get_type_name().ends_with("LIST");
        option.add_result(numbers ? listText(values) : joined(values, ","));
    }
    try {
        option.run_callback();
    } catch (const CLI::ParseError& error) {
        failUsage(error.what());
    }
}

} // namespace parsimony::cli
