// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/document.h"

namespace parsimony::report {

namespace {

/// Names come from files and users: nothing in them may start a link, a tag or a cell.
std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (std::string("\\`*_[]<>|#").find(c) != std::string::npos) {
            out += '\\';
        }
        out += c == '\n' || c == '\r' ? ' ' : c;
    }
    return out;
}

std::string markdownRow(const std::vector<std::string>& cells) {
    std::string row = "|";
    for (const std::string& cell : cells) {
        row += " " + escaped(cell) + " |";
    }
    return row + "\n";
}

struct MarkdownWriter {
    MarkdownReport& report;
    const std::string& stem;

    void operator()(const Heading& heading) const {
        report.text += "\n" + std::string(static_cast<std::size_t>(heading.level), '#') + " " +
                       escaped(heading.text) + "\n";
    }
    void operator()(const Paragraph& paragraph) const {
        report.text += "\n" + escaped(paragraph.text) + "\n";
    }
    void operator()(const Facts& facts) const {
        report.text += "\n| what | value |\n|---|---|\n"; // a table without a head would show an empty row
        for (const auto& [name, value] : facts.rows) {
            report.text += markdownRow({name, value});
        }
    }
    void operator()(const Table& table) const {
        report.text += "\n" + markdownRow(table.columns) + "|---";
        for (std::size_t i = 1; i < table.columns.size(); ++i) {
            report.text += "|---:";
        }
        report.text += "|\n";
        for (const auto& row : table.rows) {
            report.text += markdownRow(row);
        }
    }
    void operator()(const Plot& plot) const {
        const std::string name = stem + "-" + std::to_string(report.plots.size() + 1) + ".svg";
        std::visit(
            [&](const auto& chart) {
                report.text += "\n![" + escaped(chart.title) + "](<" + name + ">)\n";
                report.plots.emplace_back(name, study::toSvg(chart));
            },
            plot.chart);
    }
};

} // namespace

MarkdownReport toMarkdown(const Document& document, const std::string& stem) {
    MarkdownReport report{"# " + escaped(document.title) + "\n", {}};
    for (const auto& block : document.blocks) {
        std::visit(MarkdownWriter{report, stem}, block);
    }
    return report;
}

} // namespace parsimony::report
