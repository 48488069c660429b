// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_file.h"

#include "core/base/collected.h"
#include "core/base/decimal_comma.h"
#include "core/base/limits.h"
#include "core/base/nearest_name.h"
#include "core/base/sentence.h"
#include "core/base/text.h"
#include "core/base/toml_file.h"
#include "core/base/whole_number.h"
#include "core/session/data_request.h"
#include "core/session/option_table.h"
#include "core/session/options_json.h"
#include "core/study/experiments.h"
#include "core/study/study_plot.h"

#include <algorithm>
#include <map>
#include <utility>

namespace parsimony::study {

namespace {

const std::string kVariantName = "name"; ///< of a [[variant]]: its other keys are options

std::string textOf(const nlohmann::json& value, const std::string& where) {
    if (!value.is_string()) {
        failUsage(Sentence("{1} must be a text or a number", where));
    }
    return value.get<std::string>();
}

/// Numbers as texts, the way they would stand on a command line.
nlohmann::json toJson(const toml::node& node, const std::string& where) {
    if (const auto* value = node.as_boolean()) {
        return value->get();
    }
    if (const auto text = scalarText(node)) {
        return *text;
    }
    if (const auto* list = node.as_array()) { // the same as a LIST of the command line
        std::vector<std::string> texts;
        for (const toml::node& item : *list) {
            texts.push_back(elementText(textOf(toJson(item, where), where), where));
        }
        return listText(std::move(texts));
    }
    if (const auto* table = node.as_table()) { // sets by name
        nlohmann::json object = nlohmann::json::object();
        for (const auto& [name, value] : *table) {
            object[std::string(name.str())] = textOf(toJson(value, where), where);
        }
        return object;
    }
    failUsage(Sentence("{1} must be a text, a number, a list, true or false", where));
}

/// Is it given several times on the command line? Then a list is as many values, each whole: a path may hold
/// commas.
bool repeats(const std::string& option) {
    const auto& table = session::optionTable();
    return std::any_of(table.begin(), table.end(), [&](const session::Option& known) {
        return known.name == option && known.value.repeats;
    });
}

nlohmann::json severalTexts(const toml::array& list, const std::string& where) {
    return collected<nlohmann::json>(
        list, [&](const toml::node& item) { return textOf(toJson(item, where), where); });
}

/// The request's own keys; all others are options of `run`.
const std::vector<std::string>& ownKeys(StudyKind kind) {
    static const std::vector<std::string> keys{"methods", "epsilons", "repeats", "one-by-one"};
    static const std::vector<std::string> ofAttack{"canary", "canaries", "runs"};
    return kind == StudyKind::Attack ? ofAttack : keys;
}

/// Options as the tables of a study give them, one after the other, and where each stands.
struct Given {
    nlohmann::json options = nlohmann::json::object();
    std::map<std::string, std::uint32_t> lines;
};

/// Where a variant has its options: `file, line 3, variant 'name'`.
std::string placeOf(const std::filesystem::path& file, const std::string& variant, std::uint32_t line) {
    return file.string() + (line == 0 ? "" : ", line " + std::to_string(line)) +
           (variant.empty() ? "" : ", variant '" + variant + "'");
}

/// Throws unless every key of a table of options is known.
void checkOptions(const Given& given, StudyKind kind, const std::filesystem::path& file,
                  const std::string& variant) {
    std::vector<std::string> known = session::runOptionNames();
    known.insert(known.end(), ownKeys(kind).begin(), ownKeys(kind).end());
    for (const auto& [name, value] : given.options.items()) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            failUsage(Sentence("{1}: {2}", placeOf(file, variant, given.lines.at(name)),
                               unknownOption(name, known)));
        }
    }
}

void merge(Given& given, const toml::table& table, const std::string& file) {
    for (const auto& [key, node] : table) {
        const std::string name(key.str());
        if (name == kVariantName) {
            continue;
        }
        const std::uint32_t line = node.source().begin.line;
        // NOLINTNEXTLINE(performance-inefficient-string-concatenation): a few short lines
        const std::string here = file + ", line " + std::to_string(line) + ": " + name;
        const toml::array* list = node.as_array();
        given.lines[name] = line;
        given.options[name] =
            list != nullptr && repeats(name) ? severalTexts(*list, here) : toJson(node, here);
    }
}

struct OwnOptions {
    std::vector<session::MethodKind> methods;
    std::vector<double> epsilons;
    std::uint32_t repeats = 1;
    bool oneByOne = false;
};

std::uint32_t wholeNumberOf(const nlohmann::json& options, const std::string& name) {
    return parseWhole<std::uint32_t>(textOf(options.at(name), "--" + name), "--" + name);
}

void drop(nlohmann::json& options, StudyKind kind) {
    for (const std::string& key : ownKeys(kind)) {
        options.erase(key);
    }
}

/// As of `audit --empirical`.
AttackRequest takeAttack(nlohmann::json& options) {
    AttackRequest attack;
    if (options.contains("canary")) {
        attack.canaries = splitAtCommas(textOf(options["canary"], "--canary"));
    }
    if (options.contains("canaries")) {
        attack.oneRunCanaries = wholeNumberOf(options, "canaries");
    }
    if (options.contains("runs")) {
        attack.runs = wholeNumberOf(options, "runs");
    }
    drop(options, StudyKind::Attack);
    return attack;
}

OwnOptions takeOwn(nlohmann::json& options, StudyKind kind, bool quick) {
    OwnOptions own;
    if (options.contains("methods")) {
        for (const std::string& name : splitAtCommas(textOf(options["methods"], "--methods"))) {
            own.methods.push_back(search::parseMethod(name, "--methods"));
        }
    }
    own.epsilons = numbersWithin(textOf(options["epsilons"], "--epsilons"), "--epsilons", kBudgets).values();
    if (options.contains("repeats")) {
        own.repeats = wholeNumberOf(options, "repeats");
        kRepeats.requireWhole(own.repeats, "--repeats");
    }
    if (quick) {
        own.repeats = std::min(own.repeats, 2U);
    }
    if (options.contains("one-by-one")) {
        if (!options["one-by-one"].is_boolean()) {
            failUsage(Sentence("{1} must be true or false, not '{2}'", "--one-by-one",
                               textOf(options["one-by-one"], "--one-by-one")));
        }
        own.oneByOne = options["one-by-one"].get<bool>();
    }
    drop(options, kind);
    return own;
}

/// Takes relative paths from the folder of the study.
void takeFrom(session::RunOptions& options, const std::filesystem::path& folder) {
    session::forEachPath(options, [&](std::string& path, session::PathForm /*form*/) {
        if (!std::filesystem::path(path).is_absolute()) {
            path = (folder / path).lexically_normal().string();
        }
    });
}

/// Gives a value to the option of that name, a study's own or one of `run`.
void takeValue(const std::string& key, const std::string& text) {
    const auto isOwn = [&](StudyKind kind) {
        return std::find(ownKeys(kind).begin(), ownKeys(kind).end(), key) != ownKeys(kind).end();
    };
    nlohmann::json options{{"epsilons", "1"}};
    options[key] = text;
    if (isOwn(StudyKind::Attack)) {
        static_cast<void>(takeAttack(options));
    } else if (isOwn(StudyKind::Compare)) {
        static_cast<void>(takeOwn(options, StudyKind::Compare, false));
    } else {
        session::RunOptions base;
        session::optionNamed(key).give(base, {text});
    }
}

/// The line of the option of which alone that is said; 0 where what is wrong is how they go together.
std::uint32_t wrongLine(const Given& given, const std::string& wrong) {
    for (const auto& [name, value] : given.options.items()) {
        try {
            if (value.is_string()) {
                takeValue(name, value.get<std::string>());
            }
        } catch (const Error& error) {
            if (error.what() == wrong) {
                return given.lines.at(name);
            }
        }
    }
    return 0;
}

StudyVariant makeVariant(const std::string& name, StudyKind kind, const Given& given,
                         const std::filesystem::path& file, bool quick) {
    const std::string where = placeOf(file, name, 0);
    nlohmann::json options = given.options;
    checkOptions(given, kind, file, name);
    if (kind != StudyKind::Attack && !options.contains("epsilons")) {
        failUsage(Sentence("{1} needs the option epsilons", where));
    }
    std::optional<AttackRequest> attack;
    OwnOptions own;
    session::RunOptions base;
    try {
        if (kind == StudyKind::Attack) {
            attack = takeAttack(options);
        } else {
            own = takeOwn(options, kind, quick);
        }
        base = session::runOptionsFromJson(options);
    } catch (const Error& error) {
        failUsage(
            Sentence("{1}: {2}", placeOf(file, name, wrongLine(given, error.what())), sentenceOf(error)));
    }
    takeFrom(base, file.parent_path());
    StudyVariant variant;
    variant.name = name;
    if (attack) {
        variant.attack = std::move(attack);
        variant.attack->asked = std::move(base);
    } else if (kind == StudyKind::Compare) {
        variant.compare =
            CompareRequest{std::move(base), own.methods, own.epsilons, own.repeats, own.oneByOne};
    } else {
        if (!own.methods.empty() || own.oneByOne) {
            failUsage(Sentence("{1}: methods and one-by-one belong to a study of kind \"compare\"", where));
        }
        SweepRequest& sweep = variant.sweep.emplace();
        sweep.base = std::move(base);
        sweep.epsilons = own.epsilons;
        sweep.repeats = own.repeats;
    }
    return variant;
}

StudyKind readKind(const toml::table& table, const std::filesystem::path& file) {
    static const std::map<std::string, StudyKind> words{
        {"compare", StudyKind::Compare}, {"sweep", StudyKind::Sweep}, {"attack", StudyKind::Attack}};
    const auto word = words.find(table["kind"].value_or(std::string()));
    if (word == words.end()) {
        failUsage(Sentence("{1}: kind must be \"compare\", \"sweep\" or \"attack\"", file.string()));
    }
    return word->second;
}

[[noreturn]] void refuseName(const std::filesystem::path& file, const std::string& name,
                             const std::vector<std::string>& known) {
    const std::string nearest = nearestName(name, known);
    failUsage(
        nearest.empty()
            ? Sentence("{1}: a study knows no '{2}'; it knows {3}", file.string(), name, joined(known, ", "))
            : Sentence("{1}: a study knows no '{2}'; did you mean '{3}'?", file.string(), name, nearest));
}

void checkKeys(const toml::table& table, const std::filesystem::path& file) {
    static const std::vector<std::string> known{"title",   "source", "kind",   "plots",
                                                "options", "quick",  "variant"};
    for (const auto& [key, node] : table) {
        const std::string name(key.str());
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            refuseName(file, name, known);
        }
    }
}

std::vector<std::string> readPlots(const toml::table& table, StudyKind kind,
                                   const std::filesystem::path& file) {
    std::vector<std::string> plots;
    if (const auto text = table["plots"].value<std::string>()) {
        plots = splitAtCommas(*text);
    }
    for (const std::string& plot : plots) {
        const auto known = plotKinds(kind);
        if (std::find(known.begin(), known.end(), plot) == known.end()) {
            refuseName(file, plot, known);
        }
    }
    return plots;
}

} // namespace

nlohmann::json toJson(const std::vector<CompareRow>& rows, std::uint32_t repeats) {
    nlohmann::json methods =
        collected<nlohmann::json>(rows, [](const CompareRow& row) { return study::toJson(row); });
    return {{"methods", methods}, {"repeats", repeats}};
}

Study readStudy(const std::filesystem::path& file, bool quick) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) {
        fail(Sentence("there is no study file '{1}'", file.string()));
    }
    if (!std::filesystem::is_regular_file(file, ignored)) {
        fail(Sentence("{1} is not a regular file", file.string()));
    }
    const toml::table table = readToml(file, ErrorCode::Failed, takeValue);
    checkKeys(table, file);
    Study study;
    study.title = table["title"].value_or(std::string());
    study.source = table["source"].value_or(std::string());
    const StudyKind kind = readKind(table, file);
    study.quick = quick;
    study.plots = readPlots(table, kind, file);
    Given base;
    if (const toml::table* options = table["options"].as_table()) {
        merge(base, *options, file.string());
    }
    if (const toml::table* options = table["quick"].as_table(); quick && options != nullptr) {
        merge(base, *options, file.string());
    }
    if (const toml::array* variants = table["variant"].as_array()) {
        for (const toml::node& node : *variants) {
            const toml::table* variant = node.as_table();
            if (variant == nullptr || !(*variant)[kVariantName].is_string()) {
                failUsage(Sentence("{1}: every [[variant]] needs a name", file.string()));
            }
            Given options = base;
            merge(options, *variant, file.string());
            study.variants.push_back(
                makeVariant((*variant)[kVariantName].value_or(std::string()), kind, options, file, quick));
        }
    } else {
        study.variants.push_back(makeVariant("", kind, base, file, quick));
    }
    return study;
}

} // namespace parsimony::study
