// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"

#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/base/sentence.h"
#include "core/base/sha256.h"
#include "core/export/atomic_file.h"
#include "core/export/deployment_entry.h"
#include "core/export/model_file.h"
#include "core/report/contents.h"
#include "core/session/output_files.h"

#include "parsimony_version.h"

#include <map>
#include <string_view>

namespace parsimony::report {

namespace {

enum class ReportForm { Html, Markdown, Json, Latex, RegistryEntry, BillOfMaterials, ModelCard };

constexpr std::string_view kBillEnding = ".cdx.json";
constexpr std::string_view kCardEnding = ".model-card.md";

/// By the ending of the file. Throws Error(Usage) for another one.
ReportForm formOf(const std::filesystem::path& output) {
    static const std::map<std::string, ReportForm> forms{{".html", ReportForm::Html},
                                                         {".md", ReportForm::Markdown},
                                                         {".json", ReportForm::Json},
                                                         {".tex", ReportForm::Latex},
                                                         {".yaml", ReportForm::RegistryEntry}};
    const std::string name = output.filename().string();
    if (name.ends_with(kBillEnding)) {
        return ReportForm::BillOfMaterials;
    }
    if (name.ends_with(kCardEnding)) {
        return ReportForm::ModelCard;
    }
    const auto form = forms.find(output.extension().string());
    if (form == forms.end()) {
        failUsage(Sentence("a report's file ends in .html, .pdf, .md, .json, .tex, .yaml, .cdx.json or "
                           ".model-card.md, and '{1}' does not",
                           output.string()));
    }
    return form->second;
}

/// The report with its plots beside it.
std::vector<std::filesystem::path> writeMarkdown(const Document& document,
                                                 const std::filesystem::path& output) {
    const MarkdownReport report = toMarkdown(document, output.stem().string());
    std::vector<std::filesystem::path> files{output};
    std::vector<exporting::NamedBytes> contents;
    for (const auto& [name, svg] : report.plots) {
        files.push_back(output.parent_path() / name);
        contents.push_back({files.back(), svg});
    }
    contents.push_back({output, report.text}); // last: it shows them
    exporting::writeFilesTogether(contents);
    return files;
}

/// Of the newest finished experiment; a simulated budget is no deployment.
std::string registryEntry(const session::Session& session, const Contents& contents) {
    if (!contents.classifier || !contents.classifier->card.privateData) {
        failUsage(
            Sentence("there is no finished experiment on private data yet, so there is no deployment to "
                     "enter in a registry"));
    }
    return exporting::deploymentEntry(*contents.classifier, session.deploymentOf(*contents.classifier));
}

/// Of the newest finished experiment.
const exporting::Classifier& classifierIn(const Contents& contents) {
    if (!contents.classifier) {
        failUsage(Sentence("there is no finished experiment yet, so there is no classifier to describe"));
    }
    return *contents.classifier;
}

/// The model that `export` writes under the name of the report.
std::string modelNameOf(const std::filesystem::path& output, std::string_view ending) {
    std::string name = output.filename().string();
    name.resize(name.size() - ending.size());
    return (name.empty() ? "model" : name) + ".safetensors";
}

std::string billOf(const Contents& contents, const std::string& model) {
    const exporting::Classifier& classifier = classifierIn(contents);
    const exporting::NamedDigest file{model, toHex(sha256(exporting::modelBytes(classifier, model)))};
    return exporting::billOfMaterials(classifier, file, PARSIMONY_VERSION).dump(1) + "\n";
}

} // namespace

std::vector<std::filesystem::path> writeReport(const session::Session& session, const Wanted& wanted,
                                               const std::filesystem::path& output) {
    const ReportForm form = formOf(output);
    session::checkOutputs({output}, {});
    const Contents contents = readContents(session, wanted);
    switch (form) {
    case ReportForm::RegistryEntry:
        exporting::writeFileAtomically(output, registryEntry(session, contents));
        break;
    case ReportForm::BillOfMaterials:
        exporting::writeFileAtomically(output, billOf(contents, modelNameOf(output, kBillEnding)));
        break;
    case ReportForm::ModelCard:
        exporting::writeFileAtomically(
            output, exporting::modelCardText(classifierIn(contents), modelNameOf(output, kCardEnding)));
        break;
    case ReportForm::Json:
        exporting::writeFileAtomically(output, toJson(contents).dump(1) + "\n");
        break;
    case ReportForm::Html:
        exporting::writeFileAtomically(output, toHtml(toDocument(contents)));
        break;
    case ReportForm::Latex:
        exporting::writeFileAtomically(output, toLatex(toDocument(contents)));
        break;
    case ReportForm::Markdown:
        return writeMarkdown(toDocument(contents), output);
    }
    return {output};
}

} // namespace parsimony::report
