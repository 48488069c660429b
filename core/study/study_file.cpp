// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_file.h"

#include "core/base/error.h"
#include "core/base/nearest_name.h"
#include "core/base/number_text.h"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <utility>

namespace parsimony::study {

namespace {

nlohmann::json toJson(const toml::node& node, const std::string& where) {
    if (const auto* value = node.as_string()) {
        return value->get();
    }
    if (const auto* value = node.as_integer()) {
        return value->get();
    }
    if (const auto* value = node.as_floating_point()) {
        return value->get();
    }
    if (const auto* value = node.as_boolean()) {
        return value->get();
    }
    failUsage(where + " must be a text, a number, true or false");
}

/// The request's own keys; all others are options of `run`.
constexpr std::array<const char*, 3> ownKeys{"methods", "epsilons", "repeats"};

void merge(nlohmann::json& options, const toml::table& table, const std::string& where) {
    for (const auto& [key, node] : table) {
        const std::string name(key.str());
        if (name != "name") {
            options[name] = toJson(node, where + ": " + name);
        }
    }
}

std::vector<std::string> words(const std::string& text) {
    std::vector<std::string> list;
    std::size_t from = 0;
    while (from <= text.size()) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        list.push_back(text.substr(from, comma - from));
        from = comma + 1;
    }
    return list;
}

struct OwnOptions {
    std::vector<std::string> methods;
    std::vector<double> epsilons;
    std::uint32_t repeats = 1;
};

std::string textOf(const nlohmann::json& value) {
    return value.is_string() ? value.get<std::string>() : numberText(value.get<double>());
}

OwnOptions takeOwn(nlohmann::json& options, const std::string& where, bool quick) {
    OwnOptions own;
    if (options.contains("methods")) {
        own.methods = words(textOf(options["methods"]));
    }
    if (!options.contains("epsilons")) {
        failUsage(where + " needs the option epsilons");
    }
    own.epsilons = parseNumberList(textOf(options["epsilons"]), where + ": epsilons");
    if (options.contains("repeats")) {
        if (!options["repeats"].is_number_integer() || options["repeats"].get<std::int64_t>() < 1) {
            failUsage(where + ": repeats must be a whole number of at least 1");
        }
        own.repeats = options["repeats"].get<std::uint32_t>();
    }
    if (quick) {
        own.repeats = std::min(own.repeats, 2U);
    }
    for (const char* key : ownKeys) {
        options.erase(key);
    }
    return own;
}

StudyVariant makeVariant(const std::string& name, const std::string& kind, nlohmann::json options,
                         const std::filesystem::path& file, bool quick) {
    const std::string where = file.string() + (name.empty() ? "" : ", variant '" + name + "'");
    const OwnOptions own = takeOwn(options, where, quick);
    if (options.contains("data")) {
        const std::filesystem::path data = textOf(options["data"]);
        options["data"] =
            data.is_absolute() ? data.string() : (file.parent_path() / data).lexically_normal().string();
    }
    session::RunOptions base;
    try {
        base = session::runOptionsFromJson(options);
    } catch (const Error& error) {
        failUsage(where + ": " + error.what());
    }
    if (!base.epsilon) {
        base.epsilon = *std::max_element(own.epsilons.begin(), own.epsilons.end());
    }
    StudyVariant variant;
    variant.name = name;
    if (kind == "compare") {
        variant.compare = CompareRequest{std::move(base), own.methods, own.epsilons, own.repeats};
    } else {
        variant.sweep = SweepRequest{std::move(base), own.epsilons, own.repeats};
    }
    return variant;
}

void checkKeys(const toml::table& table, const std::filesystem::path& file) {
    static const std::vector<std::string> known{"title", "source", "kind", "options", "variant"};
    for (const auto& [key, node] : table) {
        const std::string name(key.str());
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            const std::string nearest = nearestName(name, known);
            failUsage(file.string() + ": unknown key '" + name + "'" +
                      (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
        }
    }
}

toml::table parse(const std::filesystem::path& file) {
    try {
        return toml::parse_file(file.string());
    } catch (const toml::parse_error& error) {
        fail(file.string() + ", line " + std::to_string(error.source().begin.line) + ": " +
             std::string(error.description()));
    }
}

} // namespace

nlohmann::json toJson(const std::vector<CompareRow>& rows, std::uint32_t repeats) {
    nlohmann::json methods = nlohmann::json::array();
    for (const CompareRow& row : rows) {
        methods.push_back(study::toJson(row));
    }
    return {{"methods", methods}, {"repeats", repeats}};
}

Study readStudy(const std::filesystem::path& file, bool quick) {
    if (!std::filesystem::is_regular_file(file)) {
        fail("there is no study file '" + file.string() + "'");
    }
    const toml::table table = parse(file);
    checkKeys(table, file);
    Study study;
    study.title = table["title"].value_or(std::string());
    study.source = table["source"].value_or(std::string());
    const std::string kind = table["kind"].value_or(std::string());
    if (kind != "compare" && kind != "sweep") {
        failUsage(file.string() + ": kind must be \"compare\" or \"sweep\"");
    }
    nlohmann::json base = nlohmann::json::object();
    if (const toml::table* options = table["options"].as_table()) {
        merge(base, *options, file.string());
    }
    if (const toml::array* variants = table["variant"].as_array()) {
        for (const toml::node& node : *variants) {
            const toml::table* variant = node.as_table();
            if (variant == nullptr || !(*variant)["name"].is_string()) {
                failUsage(file.string() + ": every [[variant]] needs a name");
            }
            nlohmann::json options = base;
            merge(options, *variant, file.string());
            study.variants.push_back(
                makeVariant((*variant)["name"].value_or(std::string()), kind, options, file, quick));
        }
    } else {
        study.variants.push_back(makeVariant("", kind, base, file, quick));
    }
    return study;
}

nlohmann::json runStudy(session::Session& session, const Study& study, std::stop_token stop,
                        const Progress& progress) {
    nlohmann::json variants = nlohmann::json::array();
    for (const StudyVariant& variant : study.variants) {
        const Progress named = [&](const std::string& what, double done, std::optional<double> left) {
            if (progress) {
                progress((variant.name.empty() ? "" : variant.name + ": ") + what, done, left);
            }
        };
        nlohmann::json result = variant.compare ? toJson(compare(session, *variant.compare, stop, named),
                                                         variant.compare->repeats)
                                                : study::toJson(sweep(session, *variant.sweep, stop, named));
        result["name"] = variant.name;
        variants.push_back(std::move(result));
    }
    return {{"title", study.title}, {"source", study.source}, {"variants", variants}};
}

} // namespace parsimony::study
