// SPDX-License-Identifier: GPL-3.0-or-later
// What registries and hubs ask of a differentially private model, in their own formats.
#pragma once

#include "core/export/classifier.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::exporting {

/// How a private classifier was made, in words that a plan gives. Released and public values only.
struct Deployment {
    std::string dataset;                ///< its name in the project
    std::string dataDomain;             ///< which data sets are protected
    std::string unprotected;            ///< quantities that no noise covers
    std::string privacyUnit;            ///< who is protected, in a word or two
    std::string privacyUnitDetails;     ///< when two data sets are adjacent
    std::optional<std::uint64_t> units; ///< where their number is public
    std::string tuning;                 ///< how hyperparameters were chosen, and that it was paid
    std::vector<std::string> mechanisms;
    std::string composition;
    std::string postProcessing;
    std::string justification;
    std::string programVersion;
    std::string date; ///< of the export, "2026-11-22"
};

/// An entry for the OpenDP registry of deployments (tier 3), as YAML. What only the publisher knows (intended
/// use, region, curator, authors) stays empty for them to fill in.
[[nodiscard]] std::string deploymentEntry(const Classifier& model, const Deployment& deployment);

/// A CycloneDX 1.6 bill of materials of the model: `file` with its SHA-256, guarantee and input. Its serial
/// number follows from the file's digest, so that the same model gives the same text.
[[nodiscard]] nlohmann::json billOfMaterials(const Classifier& model, const std::filesystem::path& file,
                                             const std::string& programVersion);

/// The name of a file with its SHA-256 in hexadecimal digits.
struct NamedDigest {
    std::string name, digest;
};
/// Of a model that need not be there.
[[nodiscard]] nlohmann::json billOfMaterials(const Classifier& model, const NamedDigest& file,
                                             const std::string& programVersion);

/// The YAML block that opens a model card on the Hugging Face hub.
[[nodiscard]] std::string cardFrontMatter(const Classifier& model);

} // namespace parsimony::exporting
