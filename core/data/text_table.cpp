// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/text_table.h"

#include "core/base/nearest_name.h"
#include "core/base/sentence.h"
#include "core/base/text.h"

namespace parsimony::data {

TableHeader takeHeader(TextLines& lines) {
    std::size_t remarks = 0;
    while (remarks < lines.size() && (trimmed(lines[remarks]).empty() || lines[remarks].front() == '#')) {
        ++remarks;
    }
    if (remarks == lines.size()) {
        fail(Sentence("{1} has no line that names its columns", lines.path()));
    }
    const std::string_view line = trimmed(lines[remarks], " \r");
    const auto has = [&](char delimiter) { return line.find(delimiter) != std::string_view::npos; };
    TableHeader header;
    header.delimiter = has('\t') ? '\t' : has(',') || !has(';') ? ',' : ';';
    forTableCells(line, header.delimiter,
                  [&](std::string_view name) { header.names.emplace_back(trimmed(name)); });
    lines.dropFirst(remarks + 1);
    return header;
}

std::size_t columnNamed(const std::string& name, const TableHeader& header, const std::string& path,
                        bool listing) {
    const auto found = std::find(header.names.begin(), header.names.end(), name);
    if (found != header.names.end()) {
        if (std::find(found + 1, header.names.end(), name) != header.names.end()) {
            fail(Sentence("{1} has two columns '{2}'; rename one", path, name));
        }
        return static_cast<std::size_t>(found - header.names.begin());
    }
    const std::string there = listed(header.names);
    if (!listing) { // without a header these are cells of a record
        throw CuratorRefusal(Sentence("{1} has no column '{2}'", path, name),
                             {Sentence("the first line of {1} names the columns: {2}", path, there)},
                             ErrorCode::Failed);
    }
    const std::string nearest = nearestName(name, header.names);
    fail(nearest.empty() ? Sentence("{1} has no column '{2}'. Columns: {3}", path, name, there)
                         : Sentence("{1} has no column '{2}'; did you mean '{3}'? Columns: {4}", path, name,
                                    nearest, there));
}

} // namespace parsimony::data
