// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/deployment_entry.h"
#include "core/export/file_digest.h"
#include "core/export/model_file.h"

#include <nlohmann/json.hpp>

namespace parsimony::exporting {

namespace {

/// A version-8 UUID (RFC 9562) out of the first 16 bytes of a digest in hexadecimal digits.
std::string uuidOf(const std::string& digest) {
    std::string hex = digest.substr(0, 32);
    hex[12] = '8';
    hex[16] = "89ab"[static_cast<std::size_t>(hex[16] >= 'a' ? hex[16] - 'a' + 10 : hex[16] - '0') & 3U];
    return hex.substr(0, 8) + "-" + hex.substr(8, 4) + "-" + hex.substr(12, 4) + "-" + hex.substr(16, 4) +
           "-" + hex.substr(20, 12);
}

nlohmann::json propertiesOf(const Classifier& model) {
    nlohmann::json properties = nlohmann::json::array();
    for (const auto& [name, value] : privacyFacts(model.card)) {
        properties.push_back({{"name", "parsimony:" + name}, {"value", value}});
    }
    return properties;
}

nlohmann::json modelCardOf(const Classifier& model) {
    const nlohmann::json data{
        {"type", "dataset"},
        {"name", "training data"},
        {"classification", model.card.privateData ? "private" : "public"},
        {"description", model.card.privateData
                            ? "private records; only what the guarantee covers was released of them"
                            : "public records"}};
    nlohmann::json card{
        {"modelParameters",
         {{"approach", {{"type", "supervised"}}},
          {"task", "classification"},
          {"architectureFamily", "linear probe on features of a pre-trained model"},
          {"modelArchitecture", inputText(model)},
          {"datasets", nlohmann::json::array({data})},
          {"inputs",
           nlohmann::json::array({{{"format", "float32 [rows, " + std::to_string(model.inputDim()) + "]"}}})},
          {"outputs", nlohmann::json::array(
                          {{{"format", "float32 [rows, " + std::to_string(model.head.classes) + "]"}}})}}}};
    card["considerations"] = {
        {"technicalLimitations",
         {"The features have to come from the encoder that the training features came from.",
          "The guarantee covers the rows as they were given, not what the encoder saw of other data."}},
        {"ethicalConsiderations", nlohmann::json::array({{{"name", "privacy of the training data"},
                                                          {"mitigationStrategy", model.card.guarantee}}})}};
    return card;
}

} // namespace

nlohmann::json billOfMaterials(const Classifier& model, const std::filesystem::path& file,
                               const std::string& programVersion) {
    return billOfMaterials(model, {file.filename().string(), fileDigest(file)}, programVersion);
}

nlohmann::json billOfMaterials(const Classifier& model, const NamedDigest& file,
                               const std::string& programVersion) {
    const auto& [name, digest] = file;
    const nlohmann::json component{
        {"type", "machine-learning-model"},
        {"bom-ref", "model"},
        {"name", name},
        {"description", model.card.guarantee},
        {"hashes", nlohmann::json::array({{{"alg", "SHA-256"}, {"content", digest}}})},
        {"modelCard", modelCardOf(model)},
        {"properties", propertiesOf(model)}};
    const nlohmann::json tool{{"type", "application"}, {"name", "parsimony"}, {"version", programVersion}};
    return {{"$schema", "http://cyclonedx.org/schema/bom-1.6.schema.json"},
            {"bomFormat", "CycloneDX"},
            {"specVersion", "1.6"},
            {"serialNumber", "urn:uuid:" + uuidOf(digest)},
            {"version", 1},
            {"metadata", {{"tools", {{"components", nlohmann::json::array({tool})}}}}},
            {"components", nlohmann::json::array({component})},
            {"dependencies", nlohmann::json::array({{{"ref", "model"}}})}};
}

} // namespace parsimony::exporting
