// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace parsimony::cli {

enum class Format { Table, Json, Toml };

/// What a command hands back. The frame prints the one of the three that -f asks for.
struct Result {
    nlohmann::json json = nlohmann::json::object(); ///< "schema" is added when the command did not set it
    std::string table;                              ///< what is left to print for a reader, lines ended
    std::optional<std::string> toml;                ///< only from commands that declared it
    int exitCode = 0;
    bool always = false; ///< prints `{}` in every format and ends with 0: nothing may be read off it
};

class StopSignals;

/// What a command may use while it runs.
class Context {
public:
    Context(Console& console, Format format, bool verbose, std::string config);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    [[nodiscard]] Console& console() const { return m_console; }
    [[nodiscard]] Format format() const { return m_format; }
    [[nodiscard]] bool verbose() const { return m_verbose; }
    /// The file that --config names; empty without one.
    [[nodiscard]] const std::string& config() const { return m_config; }
    /// From the first call on, Ctrl-C and SIGTERM ask for a stop at the next checkpoint; a command that never
    /// asks is simply ended by them.
    [[nodiscard]] std::stop_token stopToken();

private:
    Console& m_console;
    Format m_format;
    bool m_verbose;
    std::string m_config;
    std::unique_ptr<StopSignals> m_signals;
};

using Action = std::function<Result(Context&)>;

/// The frame around the commands: global options, configuration file, output formats, errors and exit codes.
///
/// A command is one function in one file, `void addNameCommand(CommandLine&)`, that calls `addCommand`, binds
/// options of its own on the CLI11 app that this returns (their values live with the action) and does its
/// work in the action, through core alone. Usage errors are thrown as Error(Usage) from either
/// place. An option that must be there is checked in the action: it may come from the configuration file.
class CommandLine {
public:
    CommandLine();

    CLI::App& addCommand(const std::string& name, const std::string& description, Action action);
    /// A command whose options fill an `Options` that `act` is handed; it lives as long as the command.
    template <class Options>
    std::pair<CLI::App&, Options*> addCommand(const std::string& name, const std::string& description,
                                              Result (*act)(const Options&, Context&)) {
        auto options = std::make_shared<Options>();
        const auto action = [options, act](Context& context) { return act(*options, context); };
        return {addCommand(name, description, action), options.get()};
    }
    /// A word that only leads to others, as in `budget show`.
    CLI::App& addGroup(const std::string& name, const std::string& description);
    /// A command inside a group. Its JSON schema is named after the group.
    CLI::App& addCommand(CLI::App& group, const std::string& name, const std::string& description,
                         Action action);
    /// Lets a command answer -f toml; the others refuse it before they do anything.
    void supportToml(const CLI::App& command);

    /// All commands with their options, as they were added.
    [[nodiscard]] const CLI::App& program() const { return m_app; }

    /// Parses, runs, prints; returns the exit code. Never throws.
    int run(int argc, const char* const* argv);

private:
    struct Command {
        CLI::App* app = nullptr;
        Action action;
        std::string schema;
        bool toml = false;
    };

    CLI::App& addTo(CLI::App& parent, const std::string& schema, const std::string& name,
                    const std::string& description, Action action);
    int runParsed(int argc, const char* const* argv);
    int runCommand(const Command& command);
    const Command& chosenCommand();
    void applyConfig(CLI::App& command) const;
    [[noreturn]] void refuseExtras();
    [[nodiscard]] const CLI::App* deepestParsed() const;
    [[nodiscard]] Format format() const;
    int reportError(int exitCode, const std::string& message, const nlohmann::json& extra);

    CLI::App m_app;
    Console m_console;
    std::vector<Command> m_commands;
    std::string m_format = "table"; ///< as it was written
    std::string m_config;
    bool m_verbose = false;
    bool m_quiet = false;
    bool m_version = false;
};

} // namespace parsimony::cli
