// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/weights_origin.h"

#include "core/base/error.h"
#include "core/data/array_reader.h"
#include "core/export/model_file.h"

#include <nlohmann/json.hpp>

namespace parsimony::session {

std::optional<std::string> privateOriginOf(const std::string& spec) {
    try {
        const exporting::Classifier model = exporting::loadModel(data::splitSpec(spec).path);
        const auto provenance = nlohmann::json::parse(model.card.provenance);
        if (provenance.contains(kPrivateWeightsOf)) {
            return provenance[kPrivateWeightsOf].get<std::string>();
        }
        return model.card.privateData ? std::optional(provenance.value("project", "")) : std::nullopt;
    } catch (const Error&) {
        return std::nullopt; // a matrix
    } catch (const nlohmann::json::exception&) {
        return ""; // whose it is, its card does not say
    }
}

} // namespace parsimony::session
