// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/array_paths.h"

#include "core/base/part_name.h"
#include "ui/models/array_files.h"

#include <QDir>
#include <QFileInfo>
#include <QMap>
#include <QRegularExpression>
#include <algorithm>
#include <iterator>
#include <utility>

namespace parsimony::ui {

namespace {

constexpr QLatin1String kAnyNumber("[0-9]*"); // as the engine's patterns have it

/// Shards of one set by their names: what stands before and behind the number that tells them apart.
using AroundNumber = std::pair<QString, QString>;

/// Before and behind the last number of a name without its ending, or behind the first (`train-0-of-5`).
AroundNumber aroundNumber(const QString& file, bool last) {
    static const QRegularExpression number(QStringLiteral("\\d+"));
    const qsizetype ending = file.lastIndexOf(QLatin1Char('.'));
    QRegularExpressionMatch found;
    for (auto each = number.globalMatch(file.left(ending)); each.hasNext();) {
        found = each.next();
        if (!last) {
            break;
        }
    }
    return found.hasMatch() ? AroundNumber(file.left(found.capturedStart()), file.mid(found.capturedEnd()))
                            : AroundNumber();
}

/// Are they numbered one after another from 0 or 1, and is nothing else called so?
bool areShards(const AroundNumber& around, const QStringList& set, const QStringList& files) {
    QList<qulonglong> numbers;
    for (const QString& file : set) {
        numbers << file.mid(around.first.size(), file.size() - around.first.size() - around.second.size())
                       .toULongLong();
    }
    std::sort(numbers.begin(), numbers.end());
    const auto fits = [&](const QString& file) { // as the pattern below does
        return file.size() > around.first.size() + around.second.size() && file.startsWith(around.first) &&
               file.endsWith(around.second) && file.at(around.first.size()).isDigit();
    };
    return set.size() > 1 && numbers.front() <= 1 &&
           numbers.back() - numbers.front() == static_cast<qulonglong>(set.size()) - 1 &&
           std::adjacent_find(numbers.begin(), numbers.end()) == numbers.end() &&
           std::count_if(files.begin(), files.end(), fits) == set.size();
}

/// Shards of one set in the place of the first of them, as a pattern that has no other file's name.
QStringList withPatterns(QStringList names, const QStringList& files) {
    for (const bool last : {true, false}) {
        QMap<AroundNumber, QStringList> sets;
        for (const QString& name : std::as_const(names)) {
            if (const AroundNumber around = aroundNumber(name, last); !around.second.isEmpty()) {
                sets[around] << name;
            }
        }
        for (auto set = sets.cbegin(); set != sets.cend(); ++set) {
            static const QRegularExpression special(QStringLiteral("[*?\\[\\]\\\\]"));
            if (!areShards(set.key(), set.value(), files) ||
                (set.key().first + set.key().second).contains(special)) {
                continue;
            }
            names[names.indexOf(set.value().first())] = set.key().first + kAnyNumber + set.key().second;
            names.removeIf([&](const QString& name) { return set.value().contains(name); });
        }
    }
    return names;
}

} // namespace

QString withoutNumbersOfShards(QString name) {
    return name.remove(kAnyNumber);
}

bool isCalledAsPart(const QString& name) {
    for (const char* part : {kTrainPart, kTestPart, kValidationPart}) {
        for (const bool labels : {false, true}) {
            if (name == QString::fromStdString(partFileStem(part, labels))) {
                return true;
            }
        }
    }
    return false;
}

QStringList arrayPathsIn(const QString& folder, const QStringList& files, const QStringList& folders) {
    QStringList arrays = files;
    arrays.removeIf([](const QString& file) { return !isArrayFile(file); });
    QStringList paths = withPatterns(arrays, files);
    if (paths.size() == 1 && arrays.size() > 1 && files.size() == arrays.size() && folders.isEmpty()) {
        return {folder};
    }
    std::copy_if(folders.begin(), folders.end(), std::back_inserter(paths), isCalledAsPart);
    for (QString& path : paths) {
        path = folder + QLatin1Char('/') + path;
    }
    return paths;
}

QStringList arrayPathsIn(const QString& folder) {
    const QDir there(folder);
    QStringList files = there.entryList(QDir::Files | QDir::Readable, QDir::Name);
    const QStringList all = files;
    files.removeIf([&](const QString& file) { // a model card beside it
        return isArrayFile(file) && all.contains(file + QLatin1String(".md"));
    });
    return arrayPathsIn(folder, files, there.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name));
}

QStringList partPathsIn(const QString& folder) {
    QStringList paths = arrayPathsIn(folder);
    paths.removeIf([&](const QString& path) {
        return path != folder && !isCalledAsPart(QFileInfo(path).completeBaseName());
    });
    return paths;
}

} // namespace parsimony::ui
