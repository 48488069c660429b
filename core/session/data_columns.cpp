// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/data_columns.h"

#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/data/array_reader.h"
#include "core/data/formats.h"
#include "core/data/shards.h"
#include "core/session/run_options.h"

#include <algorithm>
#include <filesystem>
#include <vector>

namespace parsimony::session {

namespace {

bool isText(const std::string& path) {
    return data::formatOf(path) == data::FileFormat::Text;
}

bool isTable(const std::string& path) {
    return isText(path) || data::formatOf(path) == data::FileFormat::Columns;
}

/// A table, or a folder of its shards alone.
bool isOneTable(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) {
        const std::vector<std::string> files = data::matchingFiles(path);
        const std::string train = partFileStem(kTrainPart, false);
        if (files.empty() || std::filesystem::is_directory(std::filesystem::path(path) / train, ignored) ||
            std::any_of(files.begin(), files.end(), [&](const std::string& file) {
                return std::filesystem::path(file).stem() == train;
            })) {
            return false;
        }
    }
    return isTable(path);
}

/// Behind the ':' of a table some words mean something else.
void checkName(const std::string& column) {
    if (column == data::kHeaderKey || column.find_first_not_of("0123456789") == std::string::npos) {
        failUsage(Sentence("a column named '{1}' cannot be told from what else stands behind ':'; rename it",
                           column));
    }
}

} // namespace

NamedColumns namedColumns(const RunOptions& options) {
    return {options.labelColumn, options.idColumn};
}

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
    // A part whose labels or ids have files of their own may lack the column.
    const auto isOther = [&](const std::string& column, const std::string& spec) {
        if (!column.empty() && spec == path + ":" + column && isTable(path)) {
            if (isText(path)) {
                checkName(column);
            }
            files.otherColumns.push_back(column);
        }
    };
    isOther(columns.labels, files.labels);
    isOther(columns.ids, files.ids);
}

data::DataFiles resolveData(const std::string& path, const NamedColumns& columns) {
    if (!columns.labels.empty() && isOneTable(path)) {
        return {{path, {}}, {}, {}};
    }
    return data::resolveData(path, columns.labels.empty());
}

} // namespace parsimony::session
