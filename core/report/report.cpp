// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"

#include "core/base/error.h"
#include "core/base/sentence.h"
#include "core/export/atomic_file.h"
#include "core/export/deployment_entry.h"
#include "core/report/contents.h"

namespace parsimony::report {

namespace {

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
    const std::string ending = output.extension().string();
    if (ending != ".html" && ending != ".md" && ending != ".json" && ending != ".tex" && ending != ".yaml") {
        failUsage(Sentence("a report's file ends in .html, .md, .json, .tex or .yaml, and '{1}' does not",
                           output.string()));
    }
    const Contents contents = readContents(session, wanted);
    if (ending == ".yaml") {
        exporting::writeFileAtomically(output, registryEntry(session, contents));
        return {output};
    }
    if (ending == ".json") {
        exporting::writeFileAtomically(output, toJson(contents).dump(1) + "\n");
        return {output};
    }
    const Document document = toDocument(contents);
    if (ending == ".html" || ending == ".tex") {
        exporting::writeFileAtomically(output, ending == ".html" ? toHtml(document) : toLatex(document));
        return {output};
    }
    const MarkdownReport report = toMarkdown(document, output.stem().string());
    std::vector<std::filesystem::path> files{output};
    for (const auto& [name, svg] : report.plots) {
        files.push_back(output.parent_path() / name);
        exporting::writeFileAtomically(files.back(), svg);
    }
    exporting::writeFileAtomically(output, report.text);
    return files;
}

} // namespace parsimony::report
