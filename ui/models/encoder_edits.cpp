// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/encoder_edits.h"

#include "core/base/text.h"
#include "core/session/joined_encoders.h"
#include "ui/models/array_files.h"
#include "ui/models/array_paths.h"
#include "ui/models/part_guess.h"
#include "ui/models/words.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <algorithm>
#include <set>
#include <utility>

namespace parsimony::ui::encoders {

using session::ByEncoder;
using session::PartFiles;
using session::RunOptions;

namespace {

void put(ByEncoder& all, const std::string& name, const std::string& value) {
    std::erase_if(all, [&](const auto& one) { return one.first == name; });
    if (!value.empty()) {
        all.emplace_back(name, value);
    }
}

std::string freeName(const ByEncoder& taken, const std::string& wanted) {
    std::string free = wanted;
    for (int i = 2; session::isNamed(taken, free); ++i) {
        free = wanted + '-' + std::to_string(i);
    }
    return free;
}

std::string nameFor(const ByEncoder& taken, const std::string& place) {
    static const QRegularExpression foreign(QStringLiteral("[^A-Za-z0-9_.-]"));
    const QString path = QDir::cleanPath(QString::fromStdString(place));
    QString name = isArrayFile(path) ? QFileInfo(path).completeBaseName() : QFileInfo(path).fileName();
    name = withoutNumbersOfShards(name);
    name.replace(foreign, QStringLiteral("_"));
    return freeName(taken, name.isEmpty() ? "encoder" : name.toStdString());
}

std::string setOf(const std::string& encoder, const std::string& set) {
    return encoder + ":" + set;
}

/// `ENCODER:SET` of a further set; no encoder where there is one alone.
std::pair<std::string, std::string> splitSet(const std::string& set) {
    const auto colon = set.find(':');
    return colon == std::string::npos ? std::pair(std::string(), set)
                                      : std::pair(set.substr(0, colon), set.substr(colon + 1));
}

/// Hands each further set its name anew; an empty one takes it away.
template <class NewName>
void nameSets(RunOptions& options, NewName newName) {
    std::map<std::string, PartFiles> named;
    for (auto& [set, files] : options.ood) {
        if (const std::string name = newName(set); !name.empty()) {
            named.emplace(name, std::move(files));
        }
    }
    options.ood = std::move(named);
}

void becomeFirst(RunOptions& options, const std::string& place) {
    const std::string name = nameFor({}, place);
    options.data.clear();
    options.encoders = {{name, place}};
    options.sameOrder = true;
    for (const IdsPlace& ids : kIdsPlaces) {
        PartFiles& files = options.*ids.once;
        files = {{}, {}, files.ids};
    }
    put(options.encoderIds, name, std::exchange(options.encoderId, {}));
    nameSets(options, [&](const std::string& set) { return setOf(name, set); });
}

void becomeOne(RunOptions& options) {
    const auto [name, place] = options.encoders.front();
    options.data = place;
    options.encoders.clear();
    options.encoderId = session::textFor(std::exchange(options.encoderIds, {}), name);
    for (const IdsPlace& ids : kIdsPlaces) {
        const std::string own = session::textFor(std::exchange(options.*ids.each, {}), name);
        if (!options.sameOrder) {
            (options.*ids.once).ids = own;
        }
    }
    options.sameOrder = false;
    nameSets(options, [](const std::string& set) { return splitSet(set).second; });
}

/// The further sets of `place`; a set that this encoder or another lacks is left out. Names those.
QStringList takeSets(RunOptions& options, const std::string& name, const std::string& place,
                     const std::vector<ArrayInfo>& arrays) {
    const auto own = setsIn(place, arrays);
    std::set<std::string> lacking;
    for (const auto& [set, files] : std::map(options.ood)) {
        const std::string plain = splitSet(set).second;
        const auto found = own.find(plain);
        found == own.end() ? (void)lacking.insert(plain)
                           : (void)options.ood.insert_or_assign(setOf(name, plain), found->second);
    }
    nameSets(options, [&](const std::string& set) {
        return lacking.contains(splitSet(set).second) ? std::string() : set;
    });
    QStringList names;
    for (const std::string& set : lacking) {
        names << QString::fromStdString(set);
    }
    return names;
}

QString leftOut(const QStringList& sets, const std::string& place) {
    return sets.isEmpty() ? QString()
                          : tr("%1 has no rows of %2: that set is left out, as each encoder needs its own.")
                                .arg(QFileInfo(QString::fromStdString(place)).fileName(),
                                     sets.join(QStringLiteral(", ")));
}

/// Why the rows there can be none of an encoder's.
QString unfit(const RunOptions& options, const std::string& place, const std::vector<ArrayInfo>& arrays) {
    const QString shown = QFileInfo(QString::fromStdString(place)).fileName();
    for (const auto& [name, known] : options.encoders) {
        if (known == place) {
            return tr("%1 is there already, as the encoder %2.").arg(shown, QString::fromStdString(name));
        }
    }
    if (partsIn(place, arrays, options).train.features.empty()) {
        return tr("%1 has no train part: an encoder is a folder with train.npy, or a file with x_train.")
            .arg(shown);
    }
    return {};
}

} // namespace

std::map<std::string, PartFiles> setsIn(const std::string& place, const std::vector<ArrayInfo>& arrays) {
    return guessParts(arraysAt(place, arrays)).ood;
}

QString add(RunOptions& options, const std::string& place, const std::vector<ArrayInfo>& arrays) {
    RunOptions next = options;
    if (next.encoders.empty()) {
        const auto first = placeOfAll(next, arrays);
        if (!first) {
            return tr("The rows that are here do not all lie in one folder or file under the usual names "
                      "(train.npy and train_labels.npy, or x_train and y_train): open that folder or file "
                      "first, then add another encoder.");
        }
        becomeFirst(next, *first);
    }
    if (QString why = unfit(next, place, arrays); !why.isEmpty()) {
        return why;
    }
    const std::string name = nameFor(next.encoders, place);
    next.encoders.emplace_back(name, place);
    const QStringList without = takeSets(next, name, place, arrays);
    options = std::move(next);
    return leftOut(without, place);
}

QString replace(RunOptions& options, const std::string& name, const std::string& place,
                const std::vector<ArrayInfo>& arrays) {
    if (QString why = unfit(options, place, arrays); !why.isEmpty()) {
        return why;
    }
    for (auto& [known, files] : options.encoders) {
        files = known == name ? place : files;
    }
    for (const IdsPlace& ids : kIdsPlaces) {
        put(options.*ids.each, name, {}); // of other rows
    }
    return leftOut(takeSets(options, name, place, arrays), place);
}

void join(RunOptions& options, const std::vector<std::string>& names) {
    options.encoders.emplace_back(freeName(options.encoders, joined(names, "_")), session::joinOf(names));
}

QString rename(RunOptions& options, const std::string& from, const std::string& to) {
    if (!isPlainName(to)) {
        return tr("A name has letters, digits, '_', '-' and '.' alone.");
    }
    if (to != from && session::isNamed(options.encoders, to)) {
        return tr("Another encoder is called %1.").arg(QString::fromStdString(to));
    }
    const ByEncoder before = options.encoders;
    const auto named = [&](const std::string& name) { return name == from ? to : name; };
    for (auto& [name, place] : options.encoders) {
        std::vector<std::string> parts = session::joinedNames(before, name);
        if (!parts.empty()) {
            std::transform(parts.begin(), parts.end(), parts.begin(), named);
            place = session::joinOf(parts);
        }
        name = named(name);
    }
    for (ByEncoder* texts :
         {&options.encoderIds, &options.recordIds, &options.testRecordIds, &options.validationRecordIds}) {
        for (auto& [name, text] : *texts) {
            name = named(name);
        }
    }
    options.data = named(options.data);
    nameSets(options, [&](const std::string& set) {
        const auto [encoder, plain] = splitSet(set);
        return setOf(named(encoder), plain);
    });
    return {};
}

void remove(RunOptions& options, const std::string& name) {
    std::set<std::string> gone{name};
    for (const auto& [other, place] : options.encoders) {
        const std::vector<std::string> parts = session::joinedNames(options.encoders, other);
        if (std::find(parts.begin(), parts.end(), name) != parts.end()) {
            gone.insert(other);
        }
    }
    const auto isGone = [&](const auto& one) { return gone.contains(one.first); };
    for (ByEncoder* texts : {&options.encoders, &options.encoderIds, &options.recordIds,
                             &options.testRecordIds, &options.validationRecordIds}) {
        std::erase_if(*texts, isGone);
    }
    nameSets(options, [&](const std::string& set) {
        return gone.contains(splitSet(set).first) ? std::string() : set;
    });
    if (gone.contains(options.data)) {
        options.data.clear();
    }
    if (options.encoders.size() == 1) {
        becomeOne(options);
    }
}

void setSameOrder(RunOptions& options, bool same) {
    if (same == options.sameOrder || options.encoders.empty()) {
        return;
    }
    const std::string& first = options.encoders.front().first;
    for (const IdsPlace& ids : kIdsPlaces) {
        std::string& once = (options.*ids.once).ids;
        ByEncoder& each = options.*ids.each;
        if (same) {
            once = session::textFor(std::exchange(each, {}), first);
        } else {
            put(each, first, std::exchange(once, {}));
        }
    }
    options.sameOrder = same;
}

void setIds(RunOptions& options, const std::string& name, PartOf part, const std::string& file) {
    const IdsPlace& ids = kIdsPlaces.at(static_cast<std::size_t>(part));
    if (options.sameOrder) {
        (options.*ids.once).ids = file;
    } else {
        put(options.*ids.each, name, file);
    }
}

std::vector<std::vector<std::string>> possibleJoins(const RunOptions& options) {
    std::vector<std::string> own;
    for (const auto& [name, place] : options.encoders) {
        if (session::joinedNames(options.encoders, name).empty()) {
            own.push_back(name);
        }
    }
    std::vector<std::vector<std::string>> possible;
    for (std::size_t i = 0; i < own.size(); ++i) {
        for (std::size_t j = i + 1; j < own.size(); ++j) {
            possible.push_back({own[i], own[j]});
        }
    }
    if (own.size() > 2) {
        possible.push_back(own);
    }
    std::erase_if(possible, [&](const auto& names) {
        return std::any_of(options.encoders.begin(), options.encoders.end(),
                           [&](const auto& one) { return one.second == session::joinOf(names); });
    });
    return possible;
}

} // namespace parsimony::ui::encoders
