// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/svg_chart.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace parsimony::report {

struct Heading {
    int level = 2; ///< 2 or 3; the title is the only one of level 1
    std::string text;
};
struct Paragraph {
    std::string text;
};
/// Names and values, one a line.
struct Facts {
    std::vector<std::pair<std::string, std::string>> rows;
};
/// The first column is set left, all others right.
struct Table {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
};
struct Plot {
    std::variant<study::LineChart, study::HeatChart> chart;
};

/// A report before it is set in a format. Texts are plain: each format escapes what it has to.
struct Document {
    std::string title;
    std::vector<std::variant<Heading, Paragraph, Facts, Table, Plot>> blocks;
};

/// One page that loads nothing: style and plots (SVG) are inside, there is no script.
[[nodiscard]] std::string toHtml(const Document& document);

/// A Markdown text and the SVG files that it shows, by file name.
struct MarkdownReport {
    std::string text;
    std::vector<std::pair<std::string, std::string>> plots;
};
/// Plots are named STEM-1.svg and so on.
[[nodiscard]] MarkdownReport toMarkdown(const Document& document, const std::string& stem);

/// A LaTeX article; plots are pgfplots pictures.
[[nodiscard]] std::string toLatex(const Document& document);

/// `text` with what LaTeX would take for a command escaped, and Greek letters and signs as commands.
[[nodiscard]] std::string latexText(const std::string& text);
/// A chart as a tikzpicture.
[[nodiscard]] std::string toPgf(const study::LineChart& chart);
[[nodiscard]] std::string toPgf(const study::HeatChart& chart);

} // namespace parsimony::report
