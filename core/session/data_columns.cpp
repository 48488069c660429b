// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/data_columns.h"

#include "core/data/array_reader.h"
#include "core/data/formats.h"

#include <filesystem>

namespace parsimony::session {

namespace {

bool isTable(const std::string& path) {
    return data::formatOf(path) == data::FileFormat::Text;
}

} // namespace

void takeColumns(const NamedColumns& columns, data::PartFiles& files) {
    if (files.features.empty()) {
        return;
    }
    const std::string path = data::splitSpec(files.features).path;
    const auto take = [&](const std::string& column, std::string& spec) {
        if (!column.empty() && spec.empty()) {
            spec = path + ":" + column;
        }
    };
    take(columns.labels, files.labels);
    take(columns.ids, files.ids);
    for (const std::string& column : {columns.labels, columns.ids}) {
        if (!column.empty() && isTable(path)) {
            files.otherColumns.push_back(column);
        }
    }
}

data::DataFiles resolveData(const std::string& path, const NamedColumns& columns) {
    std::error_code ignored;
    if (!columns.labels.empty() && !std::filesystem::is_directory(path, ignored) && isTable(path)) {
        return {{path, {}}, {}, {}};
    }
    return data::resolveData(path, columns.labels.empty());
}

} // namespace parsimony::session
