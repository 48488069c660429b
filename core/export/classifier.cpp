// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/classifier.h"

#include "core/base/enum_words.h"
#include "core/base/number_json.h"
#include "core/base/sentence.h"
#include "core/data/class_names.h"
#include "core/data/part.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace parsimony::exporting {

namespace {

using compute::HeadKind;
using nlohmann::json;

constexpr const char* kSchema = "parsimony/model/1";
constexpr const char* kMappedSchema = "parsimony/model/2";
constexpr const char* kDeepSchema = "parsimony/model/3";
constexpr const char* kSeveralSchema = "parsimony/model/4";
constexpr const char* kJoinedSchema = "parsimony/model/5";
constexpr const char* kViewsSchema = "parsimony/model/6";
constexpr std::uint64_t kMostInputs = std::uint64_t{1} << 26U;
constexpr std::uint64_t kMostClasses = 100'000;

HeadKind parseKind(const std::string& name, const std::string& path) {
    if (const auto kind = valueNamed<HeadKind>(compute::kHeadKindNames, name)) {
        return *kind;
    }
    fail(Sentence("{1} holds a classifier of a kind that is not known here ('{2}'); use a newer version",
                  path, name));
}

std::uint32_t extent(const json& head, const char* name, std::uint64_t least, std::uint64_t most,
                     const std::string& path) {
    const json& value = head.at(name);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() < least ||
        value.get<std::uint64_t>() > most) {
        fail(Sentence("{1} has a damaged model card: '{2}' is out of range", path, name));
    }
    return value.get<std::uint32_t>();
}

compute::HeadShape headFrom(const json& entry, const std::string& path) {
    compute::HeadShape head;
    head.kind = parseKind(entry.at("kind").get<std::string>(), path);
    head.dim = extent(entry, "dim", 1, kMostInputs, path);
    head.classes = extent(entry, "classes", 1, kMostClasses, path);
    const bool hidden = head.kind == HeadKind::Hidden;
    head.hidden = extent(entry, "hidden", hidden ? 1 : 0, hidden ? kMostInputs : 0, path);
    head.sequenceLength =
        extent(entry, "sequence_length", 1, head.ofVectors() ? kMostInputs / head.dim : 1, path);
    head.bias = entry.at("bias").get<bool>();
    if (const auto deeper = entry.find("deeper"); deeper != entry.end()) {
        if (!hidden || !deeper->is_array() || deeper->size() > head.deeper.size()) {
            fail(Sentence("{1} has a damaged model card: '{2}' is out of range", path, "deeper"));
        }
        for (std::size_t layer = 0; layer < deeper->size(); ++layer) {
            head.deeper[layer] = extent(json{{"deeper", deeper->at(layer)}}, "deeper", 1, kMostInputs, path);
        }
    }
    return head;
}

json mapJson(const data::FeatureMap& map) {
    json entry{{"bias_share", map.biasShare}};
    if (map.quadratic) {
        entry["quadratic"] = {{"rows", map.quadratic->rows}, {"share", map.quadratic->share}};
    }
    return entry;
}

/// A map without its values.
data::FeatureMap mapFrom(const json& entry, const std::string& path) {
    const auto shareOf = [&](const json& object, const char* name) {
        const auto share = object.at(name).get<double>();
        if (!(share > 0.0 && share < 1.0)) {
            fail(Sentence("{1} has a damaged model card: '{2}' is out of range", path, name));
        }
        return share;
    };
    data::FeatureMap map;
    map.biasShare = shareOf(entry, "bias_share");
    if (const auto block = entry.find("quadratic"); block != entry.end()) {
        map.quadratic.emplace();
        map.quadratic->rows = extent(*block, "rows", 1, kMostInputs, path);
        map.quadratic->share = shareOf(*block, "share");
    }
    return map;
}

/// How wide the rows of joined encoders are, `dim` together.
std::vector<std::size_t> blocksFrom(const json& entry, std::size_t dim, const std::string& path) {
    std::vector<std::size_t> blocks;
    std::size_t together = 0;
    for (const json& block : entry) {
        blocks.push_back(extent(json{{"blocks", block}}, "blocks", 1, dim, path));
        together += blocks.back();
    }
    if (!entry.is_array() || blocks.size() < 2 || together != dim) {
        fail(Sentence("{1} has a damaged model card: '{2}' is out of range", path, "blocks"));
    }
    return blocks;
}

std::optional<double> optionalNumber(const json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

} // namespace

void checkClassifier(const Classifier& model) {
    if (model.head.classes == 0 || model.head.dim == 0 ||
        model.parameters.size() != model.head.parameters()) {
        fail(Sentence("a classifier of {1} classes cannot have {2} parameters", model.head.classes,
                      model.parameters.size()));
    }
    if (!std::all_of(model.parameters.begin(), model.parameters.end(),
                     [](double value) { return std::isfinite(static_cast<float>(value)); })) {
        fail(Sentence("the classifier has a weight that is not finite, so it cannot be exported; train again "
                      "with a smaller step size"));
    }
    data::checkPreprocessing(model.preprocessing, model.inputDim());
    if (model.preprocessing.viewDim > 0 &&
        (model.head.kind != HeadKind::Views || model.preprocessing.viewDim != model.head.dim)) {
        fail(Sentence("the classifier's views are not as wide as what it multiplies"));
    }
    if (!std::isfinite(model.card.threshold)) {
        fail(Sentence("the classifier has no threshold that is a finite number"));
    }
    if (!model.card.classNames.empty() && model.card.classNames.size() != model.head.classes) {
        fail(Sentence("the classifier has {1} classes, but {2} names for them", model.head.classes,
                      model.card.classNames.size()));
    }
}

json parseUntrusted(const std::string& text, const std::string& path) {
    constexpr int kDeepest = 16;
    const auto shallow = [&](int depth, json::parse_event_t, json&) -> bool {
        if (depth > kDeepest) {
            fail(Sentence("{1} is damaged: its JSON nests too deep", path));
        }
        return true;
    };
    json document = json::parse(text, shallow, false);
    if (document.is_discarded()) {
        fail(Sentence("{1} is damaged: it holds no sound JSON", path));
    }
    return document;
}

bool readScoresAlike(const Classifier& one, const Classifier& other) {
    return one.head == other.head && one.card.classNames == other.card.classNames &&
           one.card.labelsPerRecord == other.card.labelsPerRecord &&
           one.card.threshold == other.card.threshold;
}

bool promiseTheSame(const ModelCard& one, const ModelCard& other) {
    return one.guarantee == other.guarantee && one.privateData == other.privateData &&
           one.adjacency == other.adjacency && one.epsilon == other.epsilon && one.delta == other.delta;
}

json cardJson(const Classifier& model) {
    const compute::HeadShape& head = model.head;
    const ModelCard& card = model.card;
    const data::Preprocessing& prep = model.preprocessing;
    json preprocessing{
        {"row_norm", data::rowNormName(prep.norm)}, {"norm_bound", prep.bound}, {"mean", !prep.mean.empty()}};
    if (prep.map) {
        preprocessing["feature_map"] = mapJson(*prep.map);
    }
    if (!prep.blocks.empty()) {
        preprocessing["blocks"] = prep.blocks;
    }
    if (prep.viewDim > 0) { // each by itself
        preprocessing["views"] = head.sequenceLength;
    }
    json document{{"schema", prep.viewDim > 0           ? kViewsSchema
                             : !prep.blocks.empty()     ? kJoinedSchema
                             : card.labelsPerRecord > 1 ? kSeveralSchema
                             : head.hiddenLayers() > 1  ? kDeepSchema
                             : prep.map                 ? kMappedSchema
                                                        : kSchema},
                  {"guarantee", card.guarantee},
                  {"private", card.privateData},
                  {"epsilon", numberOrNull(card.epsilon)},
                  {"delta", numberOrNull(card.delta)},
                  {"adjacency", card.adjacency},
                  {"trainer", card.trainer},
                  {"mechanism", card.mechanism},
                  {"class_names", card.classNames},
                  {"provenance", card.provenance.empty() ? json::object()
                                                         : parseUntrusted(card.provenance, "the provenance")},
                  {"preprocessing", preprocessing},
                  {"head",
                   {{"kind", wordOf(compute::kHeadKindNames, head.kind)},
                    {"dim", head.dim},
                    {"classes", head.classes},
                    {"hidden", head.hidden},
                    {"sequence_length", head.sequenceLength},
                    {"bias", head.bias}}}};
    if (!card.tuningIncluded) {
        document["tuning_included"] = false;
    }
    if (head.hiddenLayers() > 1) {
        document["head"]["deeper"] = std::vector<std::uint32_t>(
            head.deeper.begin(), head.deeper.begin() + static_cast<std::ptrdiff_t>(head.hiddenLayers() - 1));
    }
    if (!card.start.empty()) {
        document["starts_from"] = card.start;
    }
    if (!card.arithmetic.empty()) {
        document["arithmetic"] = card.arithmetic;
    }
    if (!card.encoder.empty()) {
        document["encoder"] = card.encoder;
    }
    if (card.priorTaken > 0.0) {
        document["prior_taken"] = card.priorTaken;
    }
    if (card.labelsPerRecord > 1) {
        document["labels_per_record"] = card.labelsPerRecord;
        document["threshold"] = card.threshold;
    }
    return document;
}

void checkEncoder(const Classifier& model, const std::string& path, const std::string& id) {
    const std::string& taken = model.card.encoder;
    if (id.empty() || taken.empty() || id == taken) {
        return;
    }
    if (path.empty()) {
        failUsage(Sentence("the classifier takes features of the encoder {1}, and these are of {2}: use the "
                           "encoder that the training features came from",
                           taken, id));
    }
    failUsage(Sentence("{1} takes features of the encoder {2}, and these are of {3}: use the encoder that "
                       "the training features came from",
                       path, taken, id));
}

void checkWidth(const Classifier& model, const data::PartFiles& files) {
    const std::size_t dim = data::openFeatures(files)->info().width();
    if (!model.takes(dim)) {
        fail(Sentence(
            "{1} has rows of {2} values, the classifier takes {3}; use the encoder that it was trained with",
            files.features, dim, model.inputDim()));
    }
}

data::PartFiles labelledFor(const Classifier& model, data::PartFiles files) {
    if (model.card.classNames.empty() && model.card.labelsPerRecord == 1 && !files.labels.empty() &&
        data::labelKind(files.labels) == data::LabelKind::Texts) {
        failUsage(Sentence("{1} holds labels that are text, and the classifier has no names of classes: give "
                           "labels as the numbers of its classes, or a classifier that was trained with "
                           "--class-names",
                           files.labels));
    }
    files.classNames = model.card.classNames;
    files.labelsPerRecord = model.card.labelsPerRecord;
    files.classes = model.head.classes;
    files.viewDim = model.preprocessing.viewDim;
    return files;
}

Classifier classifierFromCard(const std::string& text, const std::string& path, bool& hasMean) {
    const json document = parseUntrusted(text, path);
    Classifier model;
    try {
        static constexpr std::array kSchemas{kSchema,        kMappedSchema, kDeepSchema,
                                             kSeveralSchema, kJoinedSchema, kViewsSchema};
        if (std::find(kSchemas.begin(), kSchemas.end(), document.at("schema")) == kSchemas.end()) {
            fail(Sentence(
                "{1} holds a model card of another version ({2}); use the version of Parsimony that wrote it",
                path, document.at("schema").dump()));
        }
        model.head = headFrom(document.at("head"), path);
        const json& preprocessing = document.at("preprocessing");
        model.preprocessing.norm = data::parseRowNorm(preprocessing.at("row_norm").get<std::string>());
        model.preprocessing.bound = preprocessing.at("norm_bound").get<double>();
        hasMean = preprocessing.at("mean").get<bool>();
        if (model.head.kind == HeadKind::Views) {
            model.preprocessing.viewDim = model.head.dim;
        }
        data::checkPreprocessing(model.preprocessing, model.head.recordDim());
        if (const auto map = preprocessing.find("feature_map"); map != preprocessing.end()) {
            model.preprocessing.map = mapFrom(*map, path);
            if (model.preprocessing.map->added() >= model.head.recordDim() ||
                model.preprocessing.norm == data::RowNorm::None) {
                fail(Sentence("{1} has a damaged model card: '{2}' is out of range", path, "feature_map"));
            }
        }
        if (const auto blocks = preprocessing.find("blocks"); blocks != preprocessing.end()) {
            model.preprocessing.blocks = blocksFrom(*blocks, model.inputDim(), path);
        }
        ModelCard& card = model.card;
        card.guarantee = document.at("guarantee").get<std::string>();
        card.privateData = document.at("private").get<bool>();
        card.epsilon = optionalNumber(document, "epsilon");
        card.delta = optionalNumber(document, "delta");
        card.adjacency = document.at("adjacency").get<std::string>();
        card.tuningIncluded = document.value("tuning_included", true);
        card.trainer = document.at("trainer").get<std::string>();
        card.mechanism = document.at("mechanism").get<std::string>();
        card.start = document.value("starts_from", "");
        card.arithmetic = document.value("arithmetic", "");
        card.encoder = document.value("encoder", "");
        card.priorTaken = document.value("prior_taken", 0.0);
        if (document.contains("labels_per_record")) {
            card.labelsPerRecord = extent(document, "labels_per_record", 2, model.head.classes, path);
            card.threshold = document.at("threshold").get<double>();
        }
        card.classNames = document.at("class_names").get<std::vector<std::string>>();
        card.provenance = document.at("provenance").dump();
    } catch (const json::exception&) {
        fail(Sentence("{1} has a damaged model card: a field is missing or of another type", path));
    }
    if (!model.card.classNames.empty() && model.card.classNames.size() != model.head.classes) {
        fail(Sentence("{1} has a damaged model card: not one name for each class", path));
    }
    return model;
}

std::uint32_t classOf(const Classifier& model, const std::string& text) {
    const auto& names = model.card.classNames;
    if (const auto named = std::find(names.begin(), names.end(), text); named != names.end()) {
        return static_cast<std::uint32_t>(named - names.begin());
    }
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number >= model.head.classes) {
        failUsage(Sentence("'{1}' is neither the name of a class nor a number from 0 to {2}", text,
                           model.head.classes - 1));
    }
    return number;
}

} // namespace parsimony::exporting
