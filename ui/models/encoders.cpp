// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/encoders.h"

#include "core/base/part_name.h"
#include "core/session/data_columns.h"
#include "core/session/joined_encoders.h"
#include "ui/models/array_files.h"
#include "ui/models/number_format.h"
#include "ui/models/words.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <iterator>
#include <utility>

namespace parsimony::ui::encoders {

using session::PartFiles;
using session::RunOptions;

namespace {

/// The features of each part that is there, train first.
std::vector<std::pair<QString, const ArrayInfo*>> partsOf(const RunOptions& options, const std::string& place,
                                                          const std::vector<ArrayInfo>& arrays) {
    const RunOptions parts = partsIn(place, arrays, options);
    std::vector<std::pair<QString, const ArrayInfo*>> found;
    for (const auto& [name, files] : {std::pair{tr("train"), parts.train}, std::pair{tr("test"), parts.test},
                                      std::pair{tr("validation"), parts.validation}}) {
        if (const ArrayInfo* features = findArray(arrays, files.features);
            features != nullptr && features->shape.size() >= 2) {
            found.emplace_back(name, features);
        }
    }
    return found;
}

QStringList namesOf(const std::vector<std::pair<QString, const ArrayInfo*>>& parts) {
    QStringList names;
    for (const auto& [name, features] : parts) {
        names << name;
    }
    return names;
}

/// A text's columns of labels and ids are none of its features.
bool countsOtherColumns(const RunOptions& options, const ArrayInfo& features) {
    const session::NamedColumns columns = session::namedColumns(options);
    return features.key.isEmpty() && isTableFile(features.file) &&
           !(columns.labels.empty() && columns.ids.empty());
}

/// What keeps `own` from being the same records as the first encoder's.
QString besideFirst(const RunOptions& options, const std::string& name,
                    const std::vector<std::pair<QString, const ArrayInfo*>>& own,
                    const std::vector<std::pair<QString, const ArrayInfo*>>& firsts) {
    const std::string& first = options.encoders.front().first;
    const QString firstName = QString::fromStdString(first);
    if (!firsts.empty() && namesOf(own) != namesOf(firsts)) {
        return tr("Its parts are %1, those of %2 are %3: encoders must have the same parts.")
            .arg(namesOf(own).join(QStringLiteral(", ")), firstName,
                 namesOf(firsts).join(QStringLiteral(", ")));
    }
    for (std::size_t i = 0; options.sameOrder && i < std::min(own.size(), firsts.size()); ++i) {
        if (own[i].second->shape[0] != firsts[i].second->shape[0]) {
            return tr("%1 records in %2, but %3 has %4: rows in the same order must be as many.")
                .arg(formatCount(own[i].second->shape[0]), own[i].first, firstName,
                     formatCount(firsts[i].second->shape[0]));
        }
    }
    const auto named = [&](const std::string& encoder) {
        return !idsOf(options, encoder, PartOf::Train).empty();
    };
    if (!options.sameOrder && session::namedColumns(options).ids.empty() && (!named(first) || !named(name))) {
        return tr("Nothing says which of these rows are those of %1: choose the ids of both, name an id "
                  "column, or say that they are in the same order.")
            .arg(firstName);
    }
    return {};
}

Listed describe(const RunOptions& options, const std::string& name, const std::string& place,
                const std::vector<ArrayInfo>& arrays) {
    Listed one{QString::fromStdString(name), QString::fromStdString(place), false};
    const auto parts = partsOf(options, place, arrays);
    QStringList records, ids;
    for (const auto& [part, features] : parts) {
        records << QStringLiteral("%1\u00a0%2").arg(part, formatCount(features->shape[0]));
    }
    for (const PartOf part : {PartOf::Train, PartOf::Test, PartOf::Validation}) {
        if (const std::string file = idsOf(options, name, part); !options.sameOrder && !file.empty()) {
            ids << QFileInfo(QString::fromStdString(file)).fileName();
        }
    }
    one.records = records.join(QStringLiteral(" · "));
    one.ids = ids.join(QStringLiteral(", "));
    if (!parts.empty() && parts.front().second->shape[1] > 0 && // else lists of any length
        !countsOtherColumns(options, *parts.front().second)) {
        one.width = parts.front().second->shape[1];
    }
    if (!arraysAt(place, arrays).empty() && partsIn(place, arrays, options).train.features.empty()) {
        one.problem = tr("There is no train part in it: train.npy in a folder, or x_train in a file.");
    } else if (!parts.empty() && name != options.encoders.front().first) {
        one.problem =
            besideFirst(options, name, parts, partsOf(options, options.encoders.front().second, arrays));
    }
    return one;
}

Listed describeJoin(const RunOptions& options, const std::string& name,
                    const std::vector<std::string>& joined, const std::vector<Listed>& before) {
    QStringList names;
    std::optional<std::uint64_t> width = 0;
    for (const std::string& part : joined) {
        names << QString::fromStdString(part);
        const auto found = std::find_if(before.begin(), before.end(),
                                        [&](const Listed& one) { return one.name == names.last(); });
        const bool known = width && found != before.end() && found->width;
        width = known ? std::optional(*width + *found->width) : std::nullopt;
    }
    Listed one{QString::fromStdString(name), names.join(QStringLiteral(" + ")), true, width};
    if (!options.sameOrder) {
        one.problem = tr("Encoders are joined row by row: say that they are in the same order.");
    }
    return one;
}

} // namespace

std::vector<ArrayInfo> arraysAt(const std::string& place, const std::vector<ArrayInfo>& arrays) {
    const QString path = QDir::cleanPath(fileOfReference(place));
    std::vector<ArrayInfo> inside;
    std::copy_if(arrays.begin(), arrays.end(), std::back_inserter(inside), [&](const ArrayInfo& array) {
        return array.file == path || QFileInfo(array.file).path() == path;
    });
    return inside;
}

RunOptions partsIn(const std::string& place, const std::vector<ArrayInfo>& arrays,
                   const RunOptions& request) {
    const QString file = fileOfReference(place);
    const QString path = QDir::cleanPath(file);
    const std::vector<ArrayInfo> inside = arraysAt(place, arrays);
    const auto find = [&](const std::string& part, bool labels) -> std::string {
        const QString key = QString::fromStdString(partArrayKey(part, labels));
        const QString stem = QString::fromStdString(partFileStem(part, labels));
        const auto own = std::find_if(inside.begin(), inside.end(), [&](const ArrayInfo& array) {
            return array.file == path ? array.key == key || array.key == QLatin1Char('/') + key
                                      : QFileInfo(array.file).completeBaseName() == stem;
        });
        return own == inside.end() ? std::string() : own->reference().toStdString();
    };
    const auto part = [&](const std::string& name) {
        return PartFiles{find(name, false), find(name, true), {}};
    };
    RunOptions parts;
    parts.train = part(kTrainPart);
    parts.test = part(kTestPart);
    parts.validation = part(kValidationPart);
    const bool isTable = isTableFile(path) || std::any_of(inside.begin(), inside.end(), [&](const auto& one) {
                             return one.file == path && !isArrayFile(path); // a folder of shards
                         });
    const std::string labels = session::namedColumns(request).labels;
    if (file.toStdString() != place && !QFileInfo(file).isDir()) { // behind the ':' stands what is trained on
        parts = {};
        parts.train = {place, labels.empty() ? "" : file.toStdString() + ":" + labels, {}};
    } else if (parts.train.features.empty() && !labels.empty() && isTable) {
        parts.train = {place, place + ":" + labels, {}};
        const auto isFeatures = [](const ArrayInfo& one) { return one.shape.size() >= 2; };
        if (std::count_if(inside.begin(), inside.end(), isFeatures) == 1) { // the only column of lists
            const auto only = std::find_if(inside.begin(), inside.end(), isFeatures);
            parts.train.features = only->reference().toStdString();
        }
    }
    return parts;
}

std::optional<std::string> placeOfAll(const RunOptions& options, const std::vector<ArrayInfo>& arrays) {
    if (!options.data.empty()) {
        return options.data;
    }
    const QString file = fileOfReference(options.train.features);
    const bool keyed = file.toStdString() != options.train.features;
    const std::string place = (keyed ? file : QFileInfo(file).path()).toStdString();
    const RunOptions there = partsIn(place, arrays, options);
    const auto same = [](const PartFiles& one, const PartFiles& other) {
        return one.features == other.features && one.labels == other.labels;
    };
    const bool all = same(options.train, there.train) && same(options.test, there.test) &&
                     same(options.validation, there.validation);
    return all && !options.train.features.empty() ? std::optional(place) : std::nullopt;
}

std::vector<std::string> otherArrays(const RunOptions& options, const std::vector<ArrayInfo>& arrays) {
    std::vector<std::string> found;
    for (std::size_t i = 1; i < options.encoders.size(); ++i) {
        const auto inside = arraysIn(partsIn(options.encoders[i].second, arrays, options));
        found.insert(found.end(), inside.begin(), inside.end());
    }
    return found;
}

std::string idsOf(const RunOptions& options, const std::string& name, PartOf part) {
    const IdsPlace& ids = kIdsPlaces.at(static_cast<std::size_t>(part));
    return options.sameOrder ? (options.*ids.once).ids : session::textFor(options.*ids.each, name);
}

std::optional<std::uint64_t> widthBeside(const std::vector<Listed>& encoders, const std::string& set) {
    const QString name = QString::fromStdString(set.substr(0, set.find(':')));
    const auto found = std::find_if(encoders.begin(), encoders.end(),
                                    [&](const Listed& encoder) { return encoder.name == name; });
    return found == encoders.end() ? std::nullopt : found->width;
}

std::vector<Listed> listed(const RunOptions& options, const std::vector<ArrayInfo>& arrays) {
    std::vector<Listed> all;
    for (const auto& [name, place] : options.encoders) {
        const std::vector<std::string> joined = session::joinedNames(options.encoders, name);
        all.push_back(joined.empty() ? describe(options, name, place, arrays)
                                     : describeJoin(options, name, joined, all));
    }
    return all;
}

} // namespace parsimony::ui::encoders
