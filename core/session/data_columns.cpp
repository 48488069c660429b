// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/data_columns.h"

#include "core/base/collected.h"
#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/data/array_reader.h"
#include "core/data/formats.h"
#include "core/data/id_source.h"
#include "core/data/shards.h"
#include "core/data/text_table.h"
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

/// A folder whose files, or folders of shards, are called by the parts.
bool isFolderOfParts(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(path, ignored)) {
        return false;
    }
    const std::vector<std::string> files = data::matchingFiles(path);
    const std::string train = partFileStem(kTrainPart, false);
    return files.empty() || std::filesystem::is_directory(std::filesystem::path(path) / train, ignored) ||
           std::any_of(files.begin(), files.end(),
                       [&](const std::string& file) { return std::filesystem::path(file).stem() == train; });
}

/// A table, or a folder of its shards alone.
bool isOneTable(const std::string& path) {
    return !isFolderOfParts(path) && isTable(path);
}

/// Behind the ':' of a table some words mean something else.
void checkName(const std::string& column) {
    if (data::isHeaderKey(column) || column.find_first_not_of("0123456789") == std::string::npos) {
        failUsage(Sentence("a column named '{1}' cannot be told from what else stands behind ':'; rename it",
                           column));
    }
}

/// Which columns, or arrays, there are, by headers alone.
std::vector<std::string> columnsOf(const std::string& path) {
    if (isText(path)) {
        data::TextLines lines(data::namesShards(path) ? data::shardsOf(path).front() : path);
        return data::takeHeader(lines).names;
    }
    return collected<std::string>(data::listArrays(path), &data::ArrayInfo::key);
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
    const bool named = data::formatOf(path) != data::FileFormat::Npy; // else it is one array, without a name
    const auto take = [&](const std::string& column, std::string& spec) {
        if (named && !column.empty() && spec.empty()) {
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
            const bool isKnown = std::find(files.otherColumns.begin(), files.otherColumns.end(), column) !=
                                 files.otherColumns.end();
            if (!isKnown) { // else they were taken before
                files.otherColumns.push_back(column);
            }
        }
    };
    isOther(columns.labels, files.labels);
    isOther(columns.ids, files.ids);
}

void takeColumnsThere(const NamedColumns& columns, data::PartFiles& files) {
    const data::ArraySpec features = data::splitSpec(files.features);
    const bool some = !columns.labels.empty() || !columns.ids.empty();
    if (!some || files.features.empty() || data::formatOf(features.path) == data::FileFormat::Npy) {
        return;
    }
    const std::vector<std::string> names = columnsOf(features.path);
    const auto there = [&names](const std::string& column) {
        const std::string inHdf5 = "/" + column; // whose names begin so
        const bool has = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
            return name == column || name == inHdf5;
        });
        return has ? column : std::string();
    };
    takeColumns({there(columns.labels), there(columns.ids)}, files);
    if (isText(features.path) && features.key.empty() && files.otherColumns.empty()) {
        files.features += ":" + std::string(data::kHeaderKey);
    }
}

void takeColumnsOfPrior(const NamedColumns& columns, data::PartFiles& files) {
    takeColumns({columns.labels, {}}, files);
    const std::string path = data::splitSpec(files.features).path;
    if (columns.ids.empty() || data::formatOf(path) == data::FileFormat::Npy) {
        return;
    }
    try {
        (void)data::openIds(path + ":" + columns.ids);
    } catch (const Error&) {
        return; // a table of other people's rows need not say whose they are
    }
    takeColumns({{}, columns.ids}, files); // whoever is private anywhere can't be in it
}

void checkColumnsUsed(const NamedColumns& columns, std::span<const data::PartFiles* const> parts) {
    if (!columns.ids.empty() && columns.ids == columns.labels) {
        failUsage(
            Sentence("--label-column and --id-column both name '{1}': one tells of which class a record "
                     "is, the other whose it is",
                     columns.ids));
    }
    const auto check = [&](const std::string& option, const std::string& column,
                           std::string data::PartFiles::*spec) {
        const std::string inHdf5 = "/" + column; // whose names begin so
        const auto uses = [&](const data::PartFiles* part) {
            const data::ArraySpec used = data::splitSpec(part->*spec);
            return (used.key == column || used.key == inHdf5) &&
                   used.path == data::splitSpec(part->features).path;
        };
        if (column.empty() || std::any_of(parts.begin(), parts.end(), uses)) {
            return;
        }
        const std::string path = data::splitSpec(parts.front()->features).path;
        if (data::formatOf(path) == data::FileFormat::Npy) {
            failUsage(Sentence("{1} {2}: {3} holds one array and no columns; leave it out, and give what it "
                               "names as a file of its own",
                               option, column, path));
        }
        if (!isTable(path)) {
            (void)data::chooseArray(data::listArrays(path), path, column); // says which there are
        }
        failUsage(
            Sentence("{1} {2}: every part has files or arrays of its own for that; leave one or the other "
                     "out",
                     option, column));
    };
    check("--label-column", columns.labels, &data::PartFiles::labels);
    check("--id-column", columns.ids, &data::PartFiles::ids);
}

data::DataFiles resolveData(const std::string& place, const NamedColumns& columns, data::FilesOf files,
                            bool withLabels) {
    const auto [path, key] = data::splitSpec(place);
    const bool ownLabels = withLabels && columns.labels.empty();
    if (!key.empty() && !isFolderOfParts(path)) {
        if (ownLabels) {
            failUsage(Sentence("{1}: what stands behind ':' are the features; name the column of the "
                               "labels with --label-column",
                               place));
        }
        return {{place, {}}, {}, {}};
    }
    if (!columns.labels.empty() && isOneTable(path)) {
        return {{path, {}}, {}, {}};
    }
    data::DataFiles found = data::resolveData(path, ownLabels, files);
    for (data::PartFiles* part : {&found.train, found.test ? &*found.test : nullptr,
                                  found.validation ? &*found.validation : nullptr}) {
        if (part != nullptr && !key.empty()) {
            part->features += ":" + key;
        }
    }
    return found;
}

} // namespace parsimony::session
