// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/part_guess.h"

#include "ui/models/array_files.h"
#include "ui/models/array_paths.h"
#include "ui/models/number_format.h"
#include "ui/models/words.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <algorithm>

namespace parsimony::ui {

namespace {

bool isInteger(const ArrayInfo& array) {
    return array.dtype.contains(QLatin1String("int"), Qt::CaseInsensitive) ||
           QRegularExpression(QStringLiteral("^[<>|=]?[iuIU]\\d+$")).match(array.dtype).hasMatch();
}

bool isLabels(const ArrayInfo& array) {
    return isInteger(array) && (array.shape.size() == 1 ||
                                (array.shape.size() == 2 && array.shape[1] == 1 && array.shape[0] > 1));
}

/// The words of a name but those for features and labels: what both halves of a pair share.
QStringList wordsOf(const ArrayInfo& array) {
    static const QRegularExpression between(QStringLiteral("[^\\p{L}\\p{N}]+"));
    static const QRegularExpression half(
        QStringLiteral("^(x|y|features?|labels?|targets?|inputs?|data|embeddings?)$"),
        QRegularExpression::CaseInsensitiveOption);
    const QString name = array.key.isEmpty() ? QFileInfo(array.file).completeBaseName() : array.key;
    QStringList words = withoutNumbersOfShards(name).split(between, Qt::SkipEmptyParts);
    words.removeIf([](const QString& word) { return half.match(word).hasMatch(); });
    return words;
}

QString stem(const ArrayInfo& array) {
    return wordsOf(array).join(QLatin1Char('_')).toLower();
}

/// How many words all the names begin with; each keeps one at least.
qsizetype commonWords(const std::vector<const ArrayInfo*>& arrays) {
    qsizetype count = 0;
    if (arrays.size() < 2) {
        return count;
    }
    const QStringList first = wordsOf(*arrays.front());
    while (std::all_of(arrays.begin(), arrays.end(), [&](const auto* array) {
        const QStringList words = wordsOf(*array);
        return words.size() > count + 1 && words[count] == first[count];
    })) {
        ++count;
    }
    return count;
}

/// A name that the engine takes for a further set, and that no other part has.
std::string setName(const QStringList& words, const PartGuess& guess) {
    static const QRegularExpression foreign(QStringLiteral("[^A-Za-z0-9]"));
    QString name = words.join(QLatin1Char('_'));
    name.replace(foreign, QStringLiteral("_"));
    name = name.isEmpty() ? QStringLiteral("set") : name;
    static const QStringList reserved = {QStringLiteral("train"), QStringLiteral("test"),
                                         QStringLiteral("validation")};
    QString free = name;
    for (int i = 2; reserved.contains(free) || guess.ood.contains(free.toStdString()); ++i) {
        free = QStringLiteral("%1-%2").arg(name).arg(i);
    }
    return free.toStdString();
}

/// File and key without the folders, as a sentence can hold them.
QString shortName(const ArrayInfo& array) {
    const QString file = QFileInfo(array.file).fileName();
    return array.key.isEmpty() ? file : file + QLatin1Char(':') + array.key;
}

bool hasWord(const QString& name, const char* word) {
    return QRegularExpression(QStringLiteral("(^|[^a-z])%1").arg(QLatin1String(word))).match(name).hasMatch();
}

} // namespace

const ArrayInfo* findArray(const std::vector<ArrayInfo>& arrays, const std::string& reference) {
    const QString text = QString::fromStdString(reference);
    for (const auto& array : arrays) {
        if (array.reference() == text || (array.key.isEmpty() && array.file == text)) {
            return &array;
        }
    }
    return nullptr;
}

session::RunOptions withNamedParts(session::RunOptions options, const std::vector<ArrayInfo>& arrays) {
    if (options.place().empty() || !options.train.features.empty()) {
        return options;
    }
    const QString place = fileOfReference(options.place());
    if (place.toStdString() != options.place() && !QFileInfo(place).isDir()) {
        options.train.features = options.place(); // behind the ':' stands what is trained on
        return options;
    }
    std::vector<ArrayInfo> inside;
    for (const auto& array : arrays) {
        if (array.file == place || array.file.startsWith(place + QLatin1Char('/'))) {
            inside.push_back(array);
        }
    }
    const PartGuess guess = guessParts(inside);
    const auto take = [](session::PartFiles& part, const session::PartFiles& found) {
        part.features = found.features;
        part.labels = found.labels; // ids were named by the user
    };
    take(options.train, guess.train);
    take(options.test, guess.test);
    take(options.validation, guess.validation);
    return options;
}

QString shapeText(const ArrayInfo& array) {
    QStringList sides;
    for (const auto side : array.shape) {
        const bool isAny = side == 0 && !sides.isEmpty(); // of lists whose length their type does not say
        sides << (isAny ? tr("any length") : formatCount(side));
    }
    return sides.join(QStringLiteral(" × ")) + QStringLiteral(" · ") + array.dtype;
}

QString pairProblem(const ArrayInfo& features, const ArrayInfo& labels,
                    std::optional<std::uint64_t> trainWidth) {
    if (features.shape.size() < 2) {
        return tr("%1 has %2 dimension(s); features need two: records × numbers.")
            .arg(features.reference())
            .arg(features.shape.size());
    }
    if (!isInteger(labels)) {
        return tr("%1 holds %2; labels must be whole numbers.").arg(labels.reference(), labels.dtype);
    }
    const auto records = features.shape[0];
    const auto count = labels.shape.empty() ? 0 : labels.shape[0];
    if (records != count) {
        return tr("%1 records but %2 labels.").arg(formatCount(records), formatCount(count));
    }
    const bool areKnown = trainWidth && *trainWidth > 0 && features.shape[1] > 0;
    if (areKnown && features.shape[1] != *trainWidth) {
        return tr("%1 numbers per record, but training has %2.")
            .arg(formatCount(features.shape[1]), formatCount(*trainWidth));
    }
    return {};
}

PartGuess guessParts(const std::vector<ArrayInfo>& arrays) {
    PartGuess guess;
    std::vector<const ArrayInfo*> features;
    std::vector<const ArrayInfo*> labels;
    for (const auto& array : arrays) {
        if (isLabels(array)) {
            labels.push_back(&array);
        } else if (array.shape.size() >= 2) {
            features.push_back(&array);
        } else {
            guess.remarks << tr("%1 is neither a matrix of features nor a list of whole-number labels.")
                                 .arg(shortName(array));
        }
    }
    if (features.empty()) {
        for (const auto* only : labels) {
            guess.remarks << tr("%1 holds labels only: drop the features that they belong to as well.")
                                 .arg(shortName(*only));
        }
    }
    const qsizetype common = commonWords(features);
    std::vector<bool> taken(labels.size(), false);
    for (const auto* matrix : features) {
        const QString name = stem(*matrix);
        std::size_t best = labels.size();
        int bestFit = 0;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const bool sameLength = labels[i]->shape[0] == matrix->shape[0];
            const bool sameName = stem(*labels[i]) == name;
            const int fit = sameName ? (sameLength ? 3 : 2) : sameLength && features.size() == 1 ? 1 : 0;
            if (!taken[i] && fit > bestFit) {
                best = i;
                bestFit = fit;
            }
        }
        session::PartFiles part{matrix->reference().toStdString(), {}};
        if (best < labels.size()) {
            taken[best] = true;
            part.labels = labels[best]->reference().toStdString();
        } else if (isTableFile(matrix->file)) {
            guess.remarks
                << tr("%1 has no labels of its own: name the column that holds them under More about "
                      "the data, or drop them too.")
                       .arg(shortName(*matrix));
        } else {
            guess.remarks
                << tr("%1 has no labels: drop them too, or choose them beside it.").arg(shortName(*matrix));
            continue;
        }
        session::PartFiles* place = nullptr;
        if (hasWord(name, "test")) {
            place = &guess.test;
        } else if (hasWord(name, "val")) {
            place = &guess.validation;
        } else if (hasWord(name, "train") || name.isEmpty() || features.size() == 1) {
            place = &guess.train;
        }
        if (place != nullptr && place->features.empty()) {
            *place = part;
        } else {
            guess.ood[setName(wordsOf(*matrix).mid(common), guess)] = part;
        }
    }
    if (guess.train.features.empty() && guess.ood.size() == 1) {
        guess.train = guess.ood.begin()->second;
        guess.ood.clear();
    }
    return guess;
}

} // namespace parsimony::ui
