// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/data_files.h"

#include "core/base/nearest_name.h"
#include "core/base/part_name.h"
#include "core/base/sentence.h"
#include "core/data/array_reader.h"

#include <algorithm>
#include <filesystem>
#include <functional>

namespace parsimony::data {

namespace {

namespace fs = std::filesystem;

/// Finds the array with a given role, or an empty spec.
using Finder = std::function<std::string(const std::string& part, bool labels)>;

/// What one does whose files have other names.
Sentence byOtherWays(FilesOf files) {
    return files == FilesOf::OneOfSeveral
               ? Sentence(
                     "give each encoder a folder with train.npy, train.parquet or train.csv in it; where "
                     "labels are a column, name that with --label-column")
               : Sentence("use --train and --train-labels");
}

std::optional<PartFiles> findPart(const std::string& part, const Finder& find, const std::string& path,
                                  bool withLabels, FilesOf files) {
    const std::string features = find(part, false);
    const std::string labels = find(part, true);
    if (features.empty() && labels.empty()) {
        return std::nullopt;
    }
    if (features.empty() || (labels.empty() && withLabels)) {
        if (files == FilesOf::OneOfSeveral) {
            fail(features.empty()
                     ? Sentence("{1} has labels but no features for '{2}'; add them", path, part)
                     : Sentence("{1} has features but no labels for '{2}'; add them", path, part));
        }
        fail(features.empty()
                 ? Sentence("{1} has labels but no features for '{2}'; add them or name the files with "
                            "--{2} and --{2}-labels",
                            path, part)
                 : Sentence("{1} has features but no labels for '{2}'; add them or name the files with "
                            "--{2} and --{2}-labels",
                            path, part));
    }
    return PartFiles{features, labels};
}

DataFiles collect(const Finder& find, const std::string& path, const Sentence& wanted,
                  const std::string& there, bool withLabels, FilesOf files) {
    const auto found = [&](const char* part) { return findPart(part, find, path, withLabels, files); };
    const std::optional<PartFiles> train = found(kTrainPart);
    if (!train) {
        fail(there.empty() ? Sentence("{1} has no {2} (there is: nothing); rename them or {3}", path, wanted,
                                      byOtherWays(files))
                           : Sentence("{1} has no {2} (there is: {3}); rename them or {4}", path, wanted,
                                      there, byOtherWays(files)));
    }
    return {*train, found(kTestPart), found(kValidationPart)};
}

std::string sortedList(std::vector<std::string> names) {
    std::sort(names.begin(), names.end());
    return listed(names);
}

DataFiles fromFolder(const std::string& path, bool withLabels, FilesOf files) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
        names.push_back(it->path().filename().string());
    }
    if (error) {
        fail(Sentence("{1} cannot be listed: {2}", path, error.message()));
    }
    const Finder find = [&](const std::string& part, bool labels) -> std::string {
        for (const char* extension : {".npy", ".parquet", ".arrow", ".csv", ".tsv"}) {
            const std::string name = partFileStem(part, labels) + extension;
            if (std::find(names.begin(), names.end(), name) != names.end()) {
                return (fs::path(path) / name).string();
            }
        }
        const fs::path shards = fs::path(path) / partFileStem(part, labels);
        std::error_code ignored;
        if (fs::is_directory(shards, ignored)) {
            return shards.string();
        }
        return {};
    };
    return collect(find, path, Sentence("train.npy with train_labels.npy"), sortedList(names), withLabels,
                   files);
}

DataFiles fromFile(const std::string& path, bool withLabels, FilesOf files) {
    std::vector<std::string> keys;
    for (const ArrayInfo& info : listArrays(path)) {
        if (info.key.empty()) {
            if (files == FilesOf::OneOfSeveral) {
                fail(Sentence("{1} holds one array only, so it cannot be all the data; {2}", path,
                              byOtherWays(files)));
            }
            fail(Sentence("{1} holds one array only, so it cannot be all the data; name features and labels "
                          "with --train and --train-labels",
                          path));
        }
        keys.push_back(info.key);
    }
    const Finder find = [&](const std::string& part, bool labels) -> std::string {
        for (const std::string& slash : {std::string(), std::string("/")}) {
            const std::string key = slash + partArrayKey(part, labels);
            if (std::find(keys.begin(), keys.end(), key) != keys.end()) {
                return std::string(path).append(":").append(key);
            }
        }
        return {};
    };
    return collect(find, path, Sentence("arrays x_train and y_train"), sortedList(keys), withLabels, files);
}

} // namespace

DataFiles resolveData(const std::string& path, bool withLabels, FilesOf files) {
    std::error_code ignored;
    return fs::is_directory(path, ignored) ? fromFolder(path, withLabels, files)
                                           : fromFile(path, withLabels, files);
}

} // namespace parsimony::data
