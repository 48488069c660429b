// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/weights_origin.h"

#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/data/array_reader.h"
#include "core/session/option_paths.h"
#include "core/session/private_rows.h"
#include "core/train/initial_weights.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace parsimony::session {

namespace {

/// The classifier in a file; none where it holds a matrix that says nothing of where it comes from. Throws
/// Error(Refused) where a card is there and does not tell whose rows the weights were trained on.
std::optional<exporting::Classifier> classifierOf(const std::string& spec) {
    const std::string path = data::splitSpec(spec).path;
    try {
        return exporting::loadModel(path);
    } catch (const Error& error) {
        if (exporting::hasModelCard(path)) {
            refuse(Sentence("--init {1}: the model card in it says whose rows these weights were trained on, "
                            "and cannot be read ({2})",
                            spec, sentenceOf(error)));
        }
        return std::nullopt;
    }
}

} // namespace

StartWeights::StartWeights(std::string spec) : m_spec(std::move(spec)), m_model(classifierOf(m_spec)) {}

std::string StartWeights::array() const {
    const data::ArraySpec split = data::splitSpec(m_spec);
    if (!split.key.empty() || !m_model) {
        return m_spec;
    }
    if (m_model->preprocessing.map) {
        failUsage(Sentence("--init {1}: it is of a classifier with a feature map, whose weights are for rows "
                           "that went through it; train one with --feature-map none",
                           m_spec));
    }
    if (m_model->head.hiddenLayers() > 0) {
        failUsage(
            Sentence("--init {1}: a classifier with hidden layers is no one matrix to start from", m_spec));
    }
    return split.path + ":weight";
}

std::optional<std::string> StartWeights::privateOrigin() const {
    if (!m_model) {
        return std::nullopt;
    }
    try {
        const auto provenance = nlohmann::json::parse(m_model->card.provenance);
        if (provenance.contains(kPrivateWeightsOf)) {
            return provenance[kPrivateWeightsOf].get<std::string>();
        }
        return m_model->card.privateData ? std::optional(provenance.value("project", "")) : std::nullopt;
    } catch (const nlohmann::json::exception&) {
        return ""; // whose it is, its card does not say
    }
}

void StartWeights::checkEncoder(const std::string& id) const {
    if (m_model) {
        exporting::checkEncoder(*m_model, data::splitSpec(m_spec).path, id);
    }
}

namespace {

Sentence refusalOf(const RunOptions& options) {
    return Sentence("--init {1}: weights must be public, or a private classifier's, and these are not",
                    startFile(options));
}

/// Calls `use(numbers, width, strides)` with each way in which the matrix that `--init` names, if it does,
/// may hold rows: of a matrix, or parameters of a head in one line, with biases behind the rows or with
/// features of a map.
template <class Use>
void forEachReading(const RunOptions& options, const Constants& constants, const Use& use) {
    if (!startsFromFile(options)) {
        return;
    }
    const train::InitialWeights weights = train::readInitialWeights(StartWeights(startFile(options)).array());
    std::set<std::size_t> widths{constants.dim, weights.width};
    for (const EncoderFacts& encoder : constants.encoders) {
        widths.insert(encoder.dim);
    }
    for (const std::size_t width : widths) {
        const std::array<std::size_t, 4> strides{
            width, width + 1, weights.width,
            constants.classes > 0 ? weights.values.size() / constants.classes : 0};
        use(weights.values, width, strides);
    }
}

bool shareOne(const std::vector<ledger::RowTag>& some, const std::vector<ledger::RowTag>& others) {
    return std::any_of(some.begin(), some.end(), [&others](const ledger::RowTag& tag) {
        return std::binary_search(others.begin(), others.end(), tag);
    });
}

} // namespace

void refusePrivateStart(const RunOptions& options, const Constants& constants) {
    forEachReading(options, constants, [&](const auto& numbers, std::size_t width, const auto& strides) {
        refusePrivateNumbers(numbers, width, strides, refusalOf(options));
    });
}

void refuseStartFrom(const std::vector<ledger::PartDeclaration>& parts, const ledger::Registry& registry,
                     const RunOptions& options, const Constants& constants) {
    forEachReading(options, constants, [&](const auto& numbers, std::size_t width, const auto& strides) {
        const auto tags = tagsOfNumbers(registry, numbers, width, strides);
        for (const ledger::PartDeclaration& part : parts) {
            const bool isOfPart = shareOne(tags, part.rowTags) ||
                                  std::any_of(part.otherEncoders.begin(), part.otherEncoders.end(),
                                              [&tags](const ledger::EncodedRows& rows) {
                                                  return shareOne(tags, rows.rowTags);
                                              });
            if (!part.isPublic && isOfPart) {
                refuse(refusalOf(options));
            }
        }
    });
}

} // namespace parsimony::session
