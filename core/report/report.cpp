// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"

#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/export/atomic_file.h"
#include "core/export/deployment_entry.h"
#include "core/report/contents.h"

#include <map>

namespace parsimony::report {

namespace {

enum class ReportForm { Html, Markdown, Json, Latex, RegistryEntry };

/// By the ending of the file. Throws Error(Usage) for another one.
ReportForm formOf(const std::filesystem::path& output) {
    static const std::map<std::string, ReportForm> forms{{".html", ReportForm::Html},
                                                         {".md", ReportForm::Markdown},
                                                         {".json", ReportForm::Json},
                                                         {".tex", ReportForm::Latex},
                                                         {".yaml", ReportForm::RegistryEntry}};
    const auto form = forms.find(output.extension().string());
    if (form == forms.end()) {
        failUsage(Sentence("a report's file ends in .html, .md, .json, .tex or .yaml, and '{1}' does not",
                           output.string()));
    }
    return form->second;
}

/// The report with its plots beside it.
std::vector<std::filesystem::path> writeMarkdown(const Document& document,
                                                 const std::filesystem::path& output) {
    const MarkdownReport report = toMarkdown(document, output.stem().string());
    std::vector<std::filesystem::path> files{output};
    for (const auto& [name, svg] : report.plots) {
        files.push_back(output.parent_path() / name);
        exporting::writeFileAtomically(files.back(), svg);
    }
    exporting::writeFileAtomically(output, report.text);
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

} // namespace

std::vector<std::filesystem::path> writeReport(const session::Session& session, const Wanted& wanted,
                                               const std::filesystem::path& output) {
    const ReportForm form = formOf(output);
    const Contents contents = readContents(session, wanted);
    switch (form) {
    case ReportForm::RegistryEntry:
        exporting::writeFileAtomically(output, registryEntry(session, contents));
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
