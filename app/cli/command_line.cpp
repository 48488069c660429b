// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.h"

#include "app/cli/option_values.h"
#include "app/cli/stop_signals.h"
#include "app/common/toml_options.h"
#include "core/base/enum_words.h"
#include "core/base/nearest_name.h"
#include "core/base/sentence.h"
#include "core/base/sentence_json.h"
#include "core/base/untold_rows.h"

#include "parsimony_version.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <new>
#include <system_error>

namespace parsimony::cli {

namespace {

constexpr std::array kFormats{"table", "json", "toml"}; // in the order of Format
static_assert(kFormats.size() == static_cast<std::size_t>(Format::Toml) + 1);

std::string oneLine(const std::string& text) {
    std::string line;
    for (const char c : text) {
        const bool blank = c == '\n' || c == '\r' || c == '\t';
        if (!(blank && !line.empty() && line.back() == ' ')) {
            line += blank ? ' ' : c;
        }
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

/// Help in the words of this program: the kind of a value, then its default in parentheses.
class HelpFormatter : public CLI::Formatter {
public:
    HelpFormatter() {
        column_width(34);
        label("SUBCOMMAND", "COMMAND");
        label("OPTIONS", "options");
    }
    std::string make_option_opts(const CLI::Option* option) const override {
        std::string text;
        if (option->get_type_size() != 0 && !option->get_type_name().empty()) {
            text += " " + option->get_type_name();
        }
        if (!option->get_default_str().empty() && option->get_type_size() != 0) {
            text += " (" + option->get_default_str() + ")";
        }
        return text;
    }
};

/// The format as far as it can be told from words that could not be parsed: an error has to come in it as
/// well.
std::string formatFromWords(int argc, const char* const* argv) {
    std::string format = "table";
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        std::string value;
        if (word == "--") {
            break;
        }
        if ((word == "-f" || word == "--format") && i + 1 < argc) {
            value = argv[i + 1];
        } else if (word.rfind("--format=", 0) == 0) {
            value = word.substr(9);
        } else if (word.rfind("-f", 0) == 0) {
            value = word.substr(word.rfind("-f=", 0) == 0 ? 3 : 2);
        }
        if (valueNamed<Format>(kFormats, value)) {
            format = value;
        }
    }
    return format;
}

std::vector<std::string> optionNames(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back(name);
        }
    }
    return names;
}

std::string didYouMean(const std::string& nearest) {
    return nearest.empty() ? "" : "; did you mean " + nearest + "?";
}

/// "budget show" for the app of `show`.
std::string fullName(const CLI::App& app) {
    const CLI::App* parent = app.get_parent();
    const bool nested = parent != nullptr && parent->get_parent() != nullptr;
    return nested ? parent->get_name() + " " + app.get_name() : app.get_name();
}

/// CLI11's "--epsilon: At Most 1 required but received 2", in words that tell what to do.
std::string mismatchText(const std::string& text) {
    const std::string name = text.substr(0, text.find(':'));
    if (text.find("At Most 1 ") != std::string::npos) {
        return name + " is given more than once; give it once";
    }
    const std::string most = "At Most ";
    if (const auto at = text.find(most); at != std::string::npos) {
        const std::size_t number = at + most.size();
        return name + " takes " + text.substr(number, text.find(' ', number) - number) +
               " words at most, not " + text.substr(text.rfind(' ') + 1);
    }
    return text.find("missing") != std::string::npos ? name + " needs a value after it" : text;
}

/// What the system refused, in words that name the file or what to do.
std::string systemText(const std::system_error& error) {
    const std::string reason = error.code().message();
    if (const auto* ofFile = dynamic_cast<const std::filesystem::filesystem_error*>(&error)) {
        return ofFile->path1().string() + " cannot be used: " + reason;
    }
    if (error.code() == std::errc::resource_unavailable_try_again) {
        return "the system starts no more threads (" + reason + "): ask for fewer, or close other programs";
    }
    return error.what();
}

/// What no option and no place for a word takes, first to last.
std::vector<std::string> wordsLeft(const CLI::App& app) {
    std::vector<std::string> words;
    for (const CLI::App* each = &app;; each = each->get_subcommands().front()) {
        for (const std::string& word : each->remaining()) {
            words.push_back(word);
        }
        if (each->get_subcommands().empty()) {
            return words;
        }
    }
}

bool isOptionLike(const std::string& word) {
    return word.rfind('-', 0) == 0 && word.size() > 1;
}

} // namespace

Context::Context(Console& console, Format format, bool verbose, std::string config)
    : m_console(console), m_format(format), m_verbose(verbose), m_config(std::move(config)) {}

Context::~Context() = default;

std::stop_token Context::stopToken() {
    if (!m_signals) {
        m_signals = std::make_unique<StopSignals>(m_console);
    }
    return m_signals->token();
}

CommandLine::CommandLine()
    : m_app("Differentially private hyperparameter optimisation on feature files.", "parsimony-cli") {
    m_app.set_help_flag("-h,--help", "Print this help and exit");
    m_app.formatter(std::make_shared<HelpFormatter>());
    m_app.require_subcommand(0, 1); // `plot compare`: what comes after a command is none
    m_app.add_flag("--version", m_version, "Print the version and exit");
    auto* verbose = m_app.add_flag("-v,--verbose", m_verbose, "Tell more on standard error");
    m_app.add_flag("-q,--quiet", m_quiet, "No progress and no remarks on standard error")->excludes(verbose);
    addChoice(m_app, "-f,--format", m_format, {kFormats.begin(), kFormats.end()}, "How results are printed");
    m_app.add_option("--config", m_config, "TOML file; its top-level keys are options of the command")
        ->type_name("FILE.toml");
}

CLI::App& CommandLine::addTo(CLI::App& parent, const std::string& schema, const std::string& name,
                             const std::string& description, Action action) {
    CLI::App* app = parent.add_subcommand(name, description);
    app->group("Commands");
    app->fallthrough(); // global options also after the command
    app->footer("\nThe options of 'parsimony-cli -h' (-f, --config, -q, -v) may stand here too.");
    m_commands.push_back({app, std::move(action), schema, false});
    return *app;
}

CLI::App& CommandLine::addCommand(const std::string& name, const std::string& description, Action action) {
    return addTo(m_app, name, name, description, std::move(action));
}

CLI::App& CommandLine::addGroup(const std::string& name, const std::string& description) {
    CLI::App* app = m_app.add_subcommand(name, description);
    app->group("Commands");
    app->fallthrough();
    return *app;
}

CLI::App& CommandLine::addCommand(CLI::App& group, const std::string& name, const std::string& description,
                                  Action action) {
    return addTo(group, group.get_name(), name, description, std::move(action));
}

void CommandLine::supportToml(const CLI::App& command) {
    for (Command& entry : m_commands) {
        entry.toml = entry.toml || entry.app == &command;
    }
}

int CommandLine::run(int argc, const char* const* argv) {
    try {
        return runParsed(argc, argv);
    } catch (const CLI::ArgumentMismatch& error) {
        m_format = formatFromWords(argc, argv);
        return reportError(static_cast<int>(ErrorCode::Usage), mismatchText(error.what()), nullptr);
    } catch (const CLI::ParseError& error) {
        m_format = formatFromWords(argc, argv);
        return reportError(static_cast<int>(ErrorCode::Usage), error.what(), nullptr);
    } catch (const CuratorRefusal& error) {
        m_format = formatFromWords(argc, argv);
        for (const Sentence& reason : error.reasons()) {
            m_console.error("curator: " + reason.english());
        }
        return reportError(error.exitCode(), error.what(), nullptr);
    } catch (const Error& error) {
        m_format = formatFromWords(argc, argv);
        nlohmann::json extra;
        if (const auto& spend = error.refusedSpend()) {
            extra = {{"requested", spend->requested},
                     {"remaining", spend->remaining},
                     {"missing", spend->missing}};
        }
        const auto* said = dynamic_cast<const SaidError*>(&error);
        if (said != nullptr) { // others read what is written; how many rows there are is for the curator
            extra["message"] = oneLine(withoutRows(said->sentence()).english());
        }
        return reportError(error.exitCode(), error.what(), extra);
    } catch (const std::bad_alloc&) {
        return reportError(static_cast<int>(ErrorCode::Failed),
                           "memory ran out; close other programs or take a smaller data set", nullptr);
    } catch (const std::system_error& error) {
        return reportError(static_cast<int>(ErrorCode::Failed), systemText(error), nullptr);
    } catch (const nlohmann::json::exception&) { // whose own words name neither file nor row
        return reportError(static_cast<int>(ErrorCode::Failed), malformedJson().english(), nullptr);
    } catch (const std::exception& error) {
        return reportError(static_cast<int>(ErrorCode::Failed), error.what(), nullptr);
    }
}

int CommandLine::runParsed(int argc, const char* const* argv) {
    try {
        m_app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        const CLI::App* app = deepestParsed();
        const std::string all = app == &m_app ? "" : "parsimony-cli " + fullName(*app);
        m_console.result(app->help(all.substr(0, all.rfind(' '))));
        return 0;
    } catch (const CLI::ArgumentMismatch&) {
        const std::vector<std::string> extras = wordsLeft(m_app);
        if (!extras.empty() && isOptionLike(extras.front())) {
            refuseExtras(); // the words behind an option that is not known were taken for files
        }
        throw;
    } catch (const CLI::ExtrasError&) {
        refuseExtras();
    }
    if (m_version) {
        const nlohmann::json version = {{"schema", "parsimony/version/1"}, {"version", PARSIMONY_VERSION}};
        m_console.result(format() == Format::Json ? version.dump() + "\n"
                                                  : "parsimony-cli " PARSIMONY_VERSION "\n");
        m_console.finish();
        return 0;
    }
    return runCommand(chosenCommand());
}

int CommandLine::runCommand(const Command& command) {
    m_console.setQuiet(m_quiet);
    if (format() == Format::Toml && !command.toml) {
        failUsage("-f toml: '" + fullName(*command.app) + "' has no TOML form; take -f json or -f table");
    }
    if (m_app.get_option("--config")->count() > 0) {
        if (m_config.empty()) {
            failUsage("--config needs the name of a TOML file after it, not an empty text");
        }
        applyConfig(*command.app);
    }
    const Format format = this->format();
    Context context(m_console, format, m_verbose, m_config);
    Result result = command.action(context);
    if (result.always) {
        m_console.result("{}\n");
    } else if (format == Format::Json) {
        if (!result.json.contains("schema")) {
            result.json["schema"] = "parsimony/" + command.schema + "/1";
        }
        // Paths need not be UTF-8; the object has to be.
        m_console.result(result.json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    } else if (format == Format::Toml && result.toml) {
        m_console.result(*result.toml);
    } else {
        m_console.text(result.table);
    }
    m_console.finish();
    return result.exitCode;
}

const CLI::App* CommandLine::deepestParsed() const {
    const CLI::App* app = &m_app;
    while (!app->get_subcommands().empty()) {
        app = app->get_subcommands().front();
    }
    return app;
}

const CommandLine::Command& CommandLine::chosenCommand() {
    const CLI::App* app = deepestParsed();
    for (const Command& command : m_commands) {
        if (command.app == app) {
            return command;
        }
    }
    std::string names;
    for (const CLI::App* sub : app->get_subcommands([](const CLI::App*) { return true; })) {
        names += (names.empty() ? "" : ", ") + sub->get_name();
    }
    const std::string after = app == &m_app ? "" : " after '" + app->get_name() + "'";
    failUsage("a command is missing" + after + ": " + names + " (-h tells more)");
}

void CommandLine::refuseExtras() {
    const CLI::App* app = deepestParsed();
    const std::vector<std::string> extras = wordsLeft(m_app);
    const std::string word = extras.empty() ? "" : extras.front();
    if (isOptionLike(word)) {
        const std::string name =
            word.substr(word.find_first_not_of('-') == std::string::npos ? 0 : word.find_first_not_of('-'));
        std::vector<std::string> names = optionNames(*app);
        const std::vector<std::string> globals = optionNames(m_app);
        names.insert(names.end(), globals.begin(), globals.end());
        if (word.rfind("--", 0) == 0) {
            failUsage(unknownOption(name.substr(0, name.find('=')), names));
        }
        failUsage("unknown option " + word);
    }
    std::vector<std::string> names;
    for (const CLI::App* sub : app->get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(sub->get_name());
    }
    if (names.empty()) {
        failUsage("unexpected word '" + word + "' for '" + fullName(*app) + "'");
    }
    const std::string nearest = nearestName(word, names);
    failUsage("unknown command '" + word + "'" + (nearest.empty() ? "; -h lists them" : didYouMean(nearest)));
}

void CommandLine::applyConfig(CLI::App& command) const {
    const auto optionOf = [&](const std::string& key) -> CLI::Option& {
        CLI::Option* option = command.get_option_no_throw("--" + key);
        if (option == nullptr || key == "help") {
            std::vector<std::string> names = optionNames(command);
            std::erase(names, "help");
            failUsage(unknownOption(key, names));
        }
        return *option;
    };
    const auto entries = app::readTomlOptions(m_config, [&](const std::string& key, const std::string& text) {
        CLI::Option& option = optionOf(key);
        option.clear(); // of what the command line gave, which the file's value does not join
        giveValues(option, {text});
    });
    for (const app::ConfigEntry& entry : entries) {
        try {
            CLI::Option& option = optionOf(entry.key);
            if (option.count() == 0) { // the command line wins
                giveValues(option, entry.values);
            }
        } catch (const Error& error) {
            throw Error(error.code(),
                        m_config + ", line " + std::to_string(entry.line) + ": " + error.what());
        }
    }
}

Format CommandLine::format() const {
    return valueNamed<Format>(kFormats, m_format).value_or(Format::Table);
}

int CommandLine::reportError(int exitCode, const std::string& message, const nlohmann::json& extra) {
    const std::string line = oneLine(message);
    if (format() == Format::Json) {
        nlohmann::json object = {{"schema", "parsimony/error/1"}, {"code", exitCode}, {"message", line}};
        if (extra.is_object()) {
            object.update(extra);
        }
        m_console.result(object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
    }
    m_console.error("parsimony-cli: " + line);
    return exitCode;
}

} // namespace parsimony::cli
