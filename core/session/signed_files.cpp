// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/signed_files.h"

#include "core/base/input_file.h"
#include "core/export/deployment_entry.h"
#include "core/export/model_file.h"
#include "core/export/onnx_contents.h"
#include "core/session/deployment.h"

#include "parsimony_version.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace parsimony::session {

namespace {

/// Weights, and what is done to a record before they are multiplied with it: by another mean or map the same
/// weights are another classifier.
bool hasSameWeights(const exporting::Classifier& model, const exporting::Classifier& released) {
    const data::Preprocessing& found = model.preprocessing;
    const data::Preprocessing& ours = released.preprocessing;
    return std::equal(model.parameters.begin(), model.parameters.end(), released.parameters.begin(),
                      released.parameters.end(),
                      [](double a, double b) { return static_cast<float>(a) == static_cast<float>(b); }) &&
           found.norm == ours.norm && found.bound == ours.bound && found.mean == ours.mean &&
           found.map == ours.map && found.blocks == ours.blocks && found.viewDim == ours.viewDim;
}

/// A model's file: whether it holds the weights that were released, and does with a record what their
/// classifier does. `said`: the classifier that its card tells of.
struct FoundModel {
    bool hasWeights = false, doesTheSame = false;
    exporting::Classifier said;
};

/// Other programs take an ONNX file's arrays by their names, wherever else in the file the bytes may be, and
/// compute what its graph says.
FoundModel foundInOnnx(const std::filesystem::path& file, const exporting::Classifier& released) {
    const exporting::OnnxContents contents = exporting::onnxContents(contentsOf(file), file.string());
    const auto tensors = exporting::tensorsOf(released);
    const bool hasWeights =
        std::all_of(tensors.begin(), tensors.end(), [&contents](const exporting::Tensor& tensor) {
            const auto found = contents.arrays.find(tensor.name);
            const std::string_view bytes(reinterpret_cast<const char*>(tensor.values.data()),
                                         tensor.values.size() * sizeof(float));
            return found != contents.arrays.end() && found->second == bytes;
        });
    const std::string program =
        exporting::onnxContents(exporting::modelBytes(released, file), file.string()).program;
    bool hasMean = false;
    const auto card = contents.metadata.find(exporting::kCardKey);
    exporting::Classifier said = exporting::classifierFromCard(
        card == contents.metadata.end() ? std::string() : card->second, file.string(), hasMean);
    const bool doesTheSame = contents.program == program && exporting::readScoresAlike(said, released);
    if (hasMean) { // an array, which was compared
        said.preprocessing.mean = released.preprocessing.mean;
    }
    return {hasWeights, doesTheSame, std::move(said)};
}

FoundModel foundIn(const std::filesystem::path& file, const exporting::Classifier& released) {
    if (!exporting::isReadFormat(file)) {
        return foundInOnnx(file, released);
    }
    exporting::Classifier model = exporting::loadModel(file.string());
    return {hasSameWeights(model, released), exporting::readScoresAlike(model, released), model};
}

/// Archives can hold arrays twice, and programs differ in which of them they take: nothing in one may be
/// other than what is written, not even what nobody should look at.
bool isArchive(const std::filesystem::path& file) {
    const auto format = exporting::modelFormat(file);
    return format == exporting::ModelFormat::Npz || format == exporting::ModelFormat::Safetensors;
}

/// The day that an entry for a registry of deployments was made at, as the file has it.
std::string dayIn(const std::string& entry) {
    constexpr std::string_view kMark = "publication_date: \"";
    constexpr std::string_view kForm = "dddd-dd-dd\"";
    const std::size_t found = entry.find(kMark);
    const std::string day =
        found == std::string::npos ? "" : entry.substr(found + kMark.size(), kForm.size());
    const bool isDay =
        std::equal(day.begin(), day.end(), kForm.begin(), kForm.end(), [](char letter, char form) {
            return form == 'd' ? letter >= '0' && letter <= '9' : letter == form;
        });
    return isDay ? day.substr(0, kForm.size() - 1) : "";
}

class SignedFiles {
public:
    SignedFiles(const nlohmann::json& statement, const ledger::Project& project,
                const exporting::Classifier& released, StatementFindings& findings)
        : m_statement(statement), m_project(project), m_released(released), m_findings(findings),
          m_isOfThisVersion(statement.at("predicate").at("program").at("version") == PARSIMONY_VERSION) {}

    void compare(const std::vector<std::filesystem::path>& files) {
        for (const std::filesystem::path& file : files) {
            exporting::modelFormat(file) ? compareModel(file) : compareText(file);
        }
        const nlohmann::json& subjects = m_statement.at("subject");
        const bool isElsewhere =
            std::any_of(subjects.begin(), subjects.end(), [&](const nlohmann::json& subject) {
                const auto name = std::filesystem::path(subject.at("name").get<std::string>()).filename();
                return exporting::modelFormat(name) &&
                       std::none_of(files.begin(), files.end(),
                                    [&name](const auto& file) { return file.filename() == name; });
            });
        if (!m_isThere && !isElsewhere && !m_isWrong) {
            addWrong(
                Sentence("none of the statement's files holds the weights that the ledger's trial released"));
        }
    }

private:
    void addWrong(Sentence what) {
        m_findings.wrong.push_back(std::move(what));
        m_isWrong = true;
    }
    /// Words may have been others in another version.
    void addOtherWords(const Sentence& what) {
        if (m_isOfThisVersion) {
            addWrong(what);
        } else {
            m_findings.unchecked.push_back(Sentence("{1}, whose words may be another version's", what));
        }
    }

    void compareModel(const std::filesystem::path& file) {
        try {
            const FoundModel found = foundIn(file, m_released);
            m_isThere |= found.hasWeights;
            if (!found.hasWeights) {
                addWrong(Sentence("'{1}' does not hold the weights that the ledger's trial released",
                                  file.string()));
            } else if (!exporting::promiseTheSame(found.said.card, m_released.card)) {
                addWrong(Sentence("'{1}' has another guarantee in it than the statement", file.string()));
            } else if (!found.doesTheSame) {
                addWrong(Sentence("'{1}' does something else with a record than the classifier that the "
                                  "ledger's trial released",
                                  file.string()));
            } else if (cardJson(found.said) != cardJson(m_released)) {
                addOtherWords(Sentence("'{1}' has another card in it than this program writes of the "
                                       "ledger's trial",
                                       file.string()));
            } else if (isArchive(file) && contentsOf(file) != exporting::modelBytes(m_released, file)) {
                addOtherWords(
                    Sentence("'{1}' is not what this program writes of the ledger's trial", file.string()));
            }
        } catch (const Error& error) { // other programs may read it all the same
            addWrong(
                Sentence("'{1}' can't be compared with the weights that the ledger's trial released: {2}",
                         file.string(), sentenceOf(error)));
        }
    }

    void compareText(const std::filesystem::path& file) {
        const std::string found = contentsOf(file);
        const auto ours = textOf(file.filename().string(), found);
        if (!ours) {
            m_findings.unchecked.push_back(Sentence("'{1}' is none of the files that this program makes of a "
                                                    "trial: its hash alone was compared",
                                                    file.string()));
        } else if (*ours != found) {
            addOtherWords(
                Sentence("'{1}' is not what this program writes of the ledger's trial", file.string()));
        }
    }

    /// What is written under that name beside a model; nothing where none is.
    [[nodiscard]] std::optional<std::string> textOf(const std::string& name, const std::string& found) const {
        const auto model = [&name](std::string_view ending) {
            const std::string before =
                name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : "";
            return exporting::modelFormat(before) ? before : "";
        };
        if (const std::string of = model(".md"); !of.empty()) {
            return exporting::modelCardText(m_released, of);
        }
        if (const std::string of = model(".cdx.json"); !of.empty()) {
            const auto digest = digestOf(of);
            return digest ? std::optional(
                                exporting::billOfMaterials(m_released, {of, *digest}, PARSIMONY_VERSION)
                                    .dump(1) +
                                "\n")
                          : std::nullopt;
        }
        if (const std::string of = model(".opendp.yaml"); !of.empty() && m_released.card.privateData) {
            exporting::Deployment deployment = deploymentOf(m_project, m_released);
            deployment.date = dayIn(found);
            return exporting::deploymentEntry(m_released, deployment);
        }
        return std::nullopt;
    }
    /// That of another file, as the statement has it.
    [[nodiscard]] std::optional<std::string> digestOf(const std::string& name) const {
        for (const nlohmann::json& subject : m_statement.at("subject")) {
            if (subject.at("name") == name) {
                return subject.at("digest").at("sha256").get<std::string>();
            }
        }
        return std::nullopt;
    }

    const nlohmann::json& m_statement;
    const ledger::Project& m_project;
    const exporting::Classifier& m_released;
    StatementFindings& m_findings;
    bool m_isOfThisVersion;
    bool m_isThere = false; ///< a model with the weights
    bool m_isWrong = false;
};

} // namespace

void compareFiles(const nlohmann::json& statement, const std::vector<std::filesystem::path>& files,
                  const ledger::Project& project, const exporting::Classifier& released,
                  StatementFindings& findings) {
    SignedFiles(statement, project, released, findings).compare(files);
}

} // namespace parsimony::session
