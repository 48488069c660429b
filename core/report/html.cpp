// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/xml_text.h"
#include "core/report/document.h"

namespace parsimony::report {

namespace {

constexpr const char* style =
    "body{font:15px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222;background:#fff}"
    "table{border-collapse:collapse;margin:1em 0;display:block;overflow-x:auto}"
    "th,td{padding:.25em .7em;border-bottom:1px solid #ccc;text-align:right;white-space:nowrap}"
    "th:first-child,td:first-child,.facts td{text-align:left}.facts td{white-space:normal}"
    "svg{max-width:100%;height:auto;margin:.5em 0}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}th,td{border-color:#444}}";

std::string htmlRow(const std::vector<std::string>& cells, const std::string& tag) {
    std::string row = "<tr>";
    for (const std::string& cell : cells) {
        row += "<" + tag + ">" + xmlText(cell) + "</" + tag + ">";
    }
    return row + "</tr>\n";
}

struct HtmlWriter {
    std::string& out;

    void operator()(const Heading& heading) const {
        const std::string tag = "h" + std::to_string(heading.level);
        out += "<" + tag + ">" + xmlText(heading.text) + "</" + tag + ">\n";
    }
    void operator()(const Paragraph& paragraph) const { out += "<p>" + xmlText(paragraph.text) + "</p>\n"; }
    void operator()(const Facts& facts) const {
        out += "<table class=\"facts\">\n";
        for (const auto& [name, value] : facts.rows) {
            out += htmlRow({name, value}, "td");
        }
        out += "</table>\n";
    }
    void operator()(const Table& table) const {
        out += "<table>\n" + htmlRow(table.columns, "th");
        for (const auto& row : table.rows) {
            out += htmlRow(row, "td");
        }
        out += "</table>\n";
    }
    void operator()(const Plot& plot) const {
        out += "<figure>\n";
        out += std::visit([](const auto& chart) { return study::toSvg(chart); }, plot.chart);
        out += "</figure>\n";
    }
};

} // namespace

std::string toHtml(const Document& document) {
    std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
                      xmlText(document.title) + "</title>\n<style>" + style + "</style>\n</head>\n<body>\n" +
                      "<h1>" + xmlText(document.title) + "</h1>\n";
    for (const auto& block : document.blocks) {
        std::visit(HtmlWriter{out}, block);
    }
    return out + "</body>\n</html>\n";
}

} // namespace parsimony::report
