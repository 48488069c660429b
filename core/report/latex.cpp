// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/document.h"

#include <array>
#include <string_view>

namespace parsimony::report {

namespace {

using Sign = std::pair<std::string_view, std::string_view>;

// What the program's own texts hold beyond ASCII, and what LaTeX takes for commands.
constexpr std::array signs{Sign{"\\", "\\textbackslash{}"},
                           Sign{"{", "\\{"},
                           Sign{"}", "\\}"},
                           Sign{"$", "\\$"},
                           Sign{"&", "\\&"},
                           Sign{"#", "\\#"},
                           Sign{"%", "\\%"},
                           Sign{"_", "\\_"},
                           Sign{"~", "\\textasciitilde{}"},
                           Sign{"^", "\\textasciicircum{}"},
                           Sign{"<", "\\textless{}"},
                           Sign{">", "\\textgreater{}"},
                           Sign{"ε", "$\\varepsilon$"},
                           Sign{"δ", "$\\delta$"},
                           Sign{"μ", "$\\mu$"},
                           Sign{"ν", "$\\nu$"},
                           Sign{"σ", "$\\sigma$"},
                           Sign{"η", "$\\eta$"},
                           Sign{"≥", "$\\geq$"},
                           Sign{"≤", "$\\leq$"},
                           Sign{"×", "$\\times$"},
                           Sign{"±", "$\\pm$"},
                           Sign{"·", "$\\cdot$"},
                           Sign{"−", "$-$"},
                           Sign{"²", "$^2$"},
                           Sign{"³", "$^3$"},
                           Sign{"∞", "$\\infty$"}};

std::string latexRow(const std::vector<std::string>& cells) {
    std::string row;
    for (const std::string& cell : cells) {
        row += (row.empty() ? "" : " & ") + (cell.empty() ? "{}" : latexText(cell));
    }
    return row + " \\\\\n";
}

struct LatexWriter {
    std::string& out;

    void operator()(const Heading& heading) const {
        out += std::string("\n\\") + (heading.level == 2 ? "section*{" : "subsection*{") +
               latexText(heading.text) + "}\n";
    }
    void operator()(const Paragraph& paragraph) const { out += "\n" + latexText(paragraph.text) + "\n"; }
    void operator()(const Facts& facts) const {
        out += "\n\\begin{longtable}{@{}lp{0.75\\linewidth}@{}}\n";
        for (const auto& [name, value] : facts.rows) {
            out += latexRow({name, value});
        }
        out += "\\end{longtable}\n";
    }
    void operator()(const Table& table) const {
        out += "\n{\\footnotesize\n\\begin{longtable}{@{}l" +
               std::string(table.columns.empty() ? 0 : table.columns.size() - 1, 'r') + "@{}}\n\\hline\n" +
               latexRow(table.columns) + "\\hline\n\\endhead\n";
        for (const auto& row : table.rows) {
            out += latexRow(row);
        }
        out += "\\hline\n\\end{longtable}}\n";
    }
    void operator()(const Plot& plot) const {
        out += "\n\\begin{center}\n";
        out += std::visit([](const auto& chart) { return toPgf(chart); }, plot.chart);
        out += "\\end{center}\n";
    }
};

} // namespace

std::string latexText(const std::string& text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const Sign* found = nullptr;
        for (const Sign& sign : signs) {
            if (std::string_view(text).substr(at).starts_with(sign.first)) {
                found = &sign;
                break;
            }
        }
        if (found != nullptr) {
            out += found->second;
            at += found->first.size();
        } else {
            out += text[at++];
        }
    }
    return out;
}

std::string toLatex(const Document& document) {
    std::string out =
        "\\documentclass[a4paper]{article}\n\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}\n"
        "\\usepackage[margin=2cm]{geometry}\n\\usepackage{longtable}\n\\usepackage{pgfplots}\n"
        "\\pgfplotsset{compat=1.14}\n\\title{" +
        latexText(document.title) + "}\n\\date{}\n\\begin{document}\n\\maketitle\n";
    for (const auto& block : document.blocks) {
        std::visit(LatexWriter{out}, block);
    }
    return out + "\n\\end{document}\n";
}

} // namespace parsimony::report
