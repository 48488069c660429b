// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mechanism/model_bytes.h"

#include "core/base/enum_words.h"
#include "core/base/sentence.h"
#include "core/base/whole_number.h"

#include <bit>
#include <cstring>
#include <string>

namespace parsimony::mechanism {

static_assert(std::endian::native == std::endian::little, "weights are stored as this machine holds them");

nlohmann::json headToJson(const compute::HeadShape& head) {
    nlohmann::json json{{"head", wordOf(compute::kHeadKindNames, head.kind)},
                        {"dim", head.dim},
                        {"classes", head.classes},
                        {"hidden", head.hidden},
                        {"sequence_length", head.sequenceLength},
                        {"bias", head.bias},
                        {"dtype", "f64"}};
    if (head.hiddenLayers() > 1) {
        json["deeper"] = head.deeper;
    }
    return json;
}

compute::HeadShape headFromJson(const nlohmann::json& json) {
    try {
        compute::HeadShape head;
        const auto name = json.at("head").get<std::string>();
        const auto kind = valueNamed<compute::HeadKind>(compute::kHeadKindNames, name);
        if (!kind) {
            fail(Sentence("the ledger names a head '{1}' that this version does not know", name));
        }
        head.kind = *kind;
        head.dim = wholeNumber<std::uint32_t>(json.at("dim"));
        head.classes = wholeNumber<std::uint32_t>(json.at("classes"));
        head.hidden = wholeNumber<std::uint32_t>(json.at("hidden"));
        head.sequenceLength = wholeNumber<std::uint32_t>(json.at("sequence_length"));
        head.bias = json.at("bias").get<bool>();
        if (const auto deeper = json.find("deeper"); deeper != json.end()) {
            for (std::size_t layer = 0; layer < head.deeper.size(); ++layer) {
                head.deeper[layer] = wholeNumber<std::uint32_t>(deeper->at(layer));
            }
        }
        return head;
    } catch (const nlohmann::json::exception&) {
        fail(Sentence("the ledger's record of a model has no complete shape; the project file is damaged"));
    }
}

std::vector<std::uint8_t> parametersToBytes(std::span<const double> parameters) {
    std::vector<std::uint8_t> bytes(parameters.size_bytes());
    if (!bytes.empty()) {
        std::memcpy(bytes.data(), parameters.data(), bytes.size());
    }
    return bytes;
}

std::vector<double> parametersFromBytes(std::span<const std::uint8_t> bytes) {
    if (bytes.size() % sizeof(double) != 0) {
        fail(Sentence("stored weights have a broken length; the project file is damaged"));
    }
    std::vector<double> parameters(bytes.size() / sizeof(double));
    if (!bytes.empty()) {
        std::memcpy(parameters.data(), bytes.data(), bytes.size());
    }
    return parameters;
}

} // namespace parsimony::mechanism
