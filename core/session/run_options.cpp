// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/run_options.h"

#include "core/base/error.h"
#include "core/base/nearest_name.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <type_traits>
#include <utility>

namespace parsimony::session {

namespace {

using Json = nlohmann::json;

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

[[noreturn]] void wrongType(const std::string& key, const char* wanted) {
    failUsage("option '" + key + "' must be " + wanted);
}

void readValue(const std::string& key, const Json& value, std::string& out) {
    if (value.is_string()) {
        out = value.get<std::string>();
    } else if (value.is_number()) {
        out = value.dump();
    } else if (value.is_array()) { // a LIST may be written as an array of numbers or texts
        out.clear();
        for (const Json& item : value) {
            std::string text;
            readValue(key, item, text);
            out += (out.empty() ? "" : ",") + text;
        }
    } else {
        wrongType(key, "a text");
    }
}
void readValue(const std::string& key, const Json& value, bool& out) {
    if (!value.is_boolean()) {
        wrongType(key, "true or false");
    }
    out = value.get<bool>();
}
void readValue(const std::string& key, const Json& value, double& out) {
    if (!value.is_number()) {
        wrongType(key, "a number");
    }
    out = value.get<double>();
}
template <class Unsigned>
requires std::is_unsigned_v<Unsigned>
void readValue(const std::string& key, const Json& value, Unsigned& out) {
    if (!value.is_number_integer() || (!value.is_number_unsigned() && value.get<std::int64_t>() < 0) ||
        value.get<std::uint64_t>() > std::numeric_limits<Unsigned>::max()) {
        wrongType(key, "a whole number that is not negative");
    }
    out = value.get<Unsigned>();
}
void readValue(const std::string& key, const Json& value, std::vector<std::string>& out) {
    std::string joined;
    readValue(key, value, joined);
    out.clear();
    std::string item;
    for (const char c : joined + ",") {
        if (c != ',') {
            item.push_back(c);
        } else if (!item.empty()) {
            out.push_back(std::exchange(item, {}));
        }
    }
}
void readValue(const std::string& key, const Json& value, std::map<std::string, PartFiles>& out) {
    if (!value.is_object()) {
        wrongType(key, "a table of name = \"FEATURES,LABELS\"");
    }
    for (const auto& [name, files] : value.items()) {
        std::string text;
        readValue(key, files, text);
        const auto comma = text.rfind(',');
        if (comma == std::string::npos) {
            failUsage("option '" + key + "' needs FEATURES,LABELS for '" + name + "'");
        }
        out[name] = {text.substr(0, comma), text.substr(comma + 1)};
    }
}
template <class T>
void readValue(const std::string& key, const Json& value, std::optional<T>& out) {
    T inner{};
    readValue(key, value, inner);
    out = std::move(inner);
}

Json writeValue(const std::vector<std::string>& value) {
    std::string text;
    for (const std::string& item : value) {
        text += (text.empty() ? "" : ",") + item;
    }
    return text;
}
Json writeValue(const std::map<std::string, PartFiles>& value) {
    Json object = Json::object();
    for (const auto& [name, files] : value) {
        object[name] = files.features + "," + files.labels;
    }
    return object;
}
template <class T>
Json writeValue(const T& value) {
    if constexpr (IsOptional<T>::value) {
        return value ? writeValue(*value) : Json();
    } else {
        return value;
    }
}

/// One option: its command-line name and how it goes to and from JSON.
struct Field {
    std::string key;
    std::function<void(RunOptions&, const Json&)> read;
    std::function<Json(const RunOptions&)> write;
};

template <class T>
Field field(std::string key, T RunOptions::*member) {
    return {key,
            [key, member](RunOptions& options, const Json& value) { readValue(key, value, options.*member); },
            [member](const RunOptions& options) { return writeValue(options.*member); }};
}

Field fileField(std::string key, PartFiles RunOptions::*part, std::string PartFiles::*member) {
    return {key,
            [key, part, member](RunOptions& options, const Json& value) {
                readValue(key, value, options.*part.*member);
            },
            [part, member](const RunOptions& options) { return Json(options.*part.*member); }};
}

/// Flags that read "no-…" on the command line store the opposite.
Field negatedField(std::string key, bool RunOptions::*member) {
    return {key,
            [key, member](RunOptions& options, const Json& value) {
                bool negated = false;
                readValue(key, value, negated);
                options.*member = !negated;
            },
            [member](const RunOptions& options) { return Json(!(options.*member)); }};
}

const std::vector<Field>& fields() {
    using O = RunOptions;
    static const std::vector<Field> list{
        field("data", &O::data),
        fileField("train", &O::train, &PartFiles::features),
        fileField("train-labels", &O::train, &PartFiles::labels),
        fileField("test", &O::test, &PartFiles::features),
        fileField("test-labels", &O::test, &PartFiles::labels),
        fileField("validation", &O::validation, &PartFiles::features),
        fileField("validation-labels", &O::validation, &PartFiles::labels),
        field("ood", &O::ood),
        field("visibility", &O::visibility),
        field("public-parts", &O::publicParts),
        field("distinct-records", &O::distinctRecords),
        field("epsilon", &O::epsilon),
        field("delta", &O::delta),
        field("experiment-epsilon", &O::experimentEpsilon),
        field("test-epsilon", &O::testEpsilon),
        field("adjacency", &O::adjacency),
        field("records", &O::records),
        field("classes", &O::classes),
        field("rows-per-person", &O::rowsPerPerson),
        field("row-norm", &O::rowNorm),
        field("norm-bound", &O::normBound),
        field("mean", &O::mean),
        field("mean-epsilon", &O::meanEpsilon),
        field("method", &O::method),
        field("phase-epsilons", &O::phaseEpsilons),
        field("trials", &O::trials),
        field("fit", &O::fit),
        field("fit-against", &O::fitAgainst),
        field("phase-start", &O::phaseStart),
        field("sampler", &O::sampler),
        field("decomposition", &O::decomposition),
        field("total-step-size", &O::totalStepSize),
        field("learning-rates", &O::learningRates),
        field("steps", &O::steps),
        field("runs-mean", &O::runsMean),
        field("runs-family", &O::runsFamily),
        field("subset-fraction", &O::subsetFraction),
        field("trainer", &O::trainer),
        field("head", &O::head),
        field("loss", &O::loss),
        field("max-grad-norm", &O::maxGradNorm),
        field("momentum", &O::momentum),
        field("sample-rate", &O::sampleRate),
        field("init", &O::init),
        field("init-bias", &O::initBias),
        field("ridge", &O::ridge),
        field("gram-fraction", &O::gramFraction),
        field("weight-decay", &O::weightDecay),
        field("averaging", &O::averaging),
        field("bias", &O::bias),
        negatedField("no-free-step", &O::freeStep),
        field("score", &O::score),
        field("score-fraction", &O::scoreFraction),
        field("device", &O::device),
        field("precision", &O::precision),
        field("threads", &O::threads),
        field("seed", &O::seed),
        field("show-curator", &O::showCurator),
    };
    return list;
}

} // namespace

nlohmann::json toJson(const RunOptions& options) {
    static const RunOptions defaults;
    Json object = Json::object();
    for (const Field& f : fields()) {
        Json value = f.write(options);
        if (!value.is_null() && value != f.write(defaults)) {
            object[f.key] = std::move(value);
        }
    }
    return object;
}

RunOptions runOptionsFromJson(const nlohmann::json& object) {
    if (!object.is_object()) {
        failUsage("the options must be a table of names and values");
    }
    RunOptions options;
    for (const auto& [key, value] : object.items()) {
        const auto& list = fields();
        const auto found =
            std::find_if(list.begin(), list.end(), [&](const Field& f) { return f.key == key; });
        if (found == list.end()) {
            const std::vector<std::string> names = runOptionNames();
            const std::string nearest = nearestName(key, names);
            failUsage("unknown option '" + key + "'" +
                      (nearest.empty() ? "" : "; did you mean '" + nearest + "'?"));
        }
        found->read(options, value);
    }
    return options;
}

std::vector<std::string> runOptionNames() {
    std::vector<std::string> names;
    for (const Field& f : fields()) {
        names.push_back(f.key);
    }
    return names;
}

} // namespace parsimony::session
