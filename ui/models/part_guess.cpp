// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/part_guess.h"

#include "ui/models/number_format.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>
#include <algorithm>

namespace parsimony::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("parsimony::ui", text);
}

bool isInteger(const ArrayInfo& array) {
    return array.dtype.contains(QLatin1String("int"), Qt::CaseInsensitive) ||
           QRegularExpression(QStringLiteral("^[<>|=]?[iuIU]\\d+$")).match(array.dtype).hasMatch();
}

bool isLabels(const ArrayInfo& array) {
    return isInteger(array) && (array.shape.size() == 1 ||
                                (array.shape.size() == 2 && array.shape[1] == 1 && array.shape[0] > 1));
}

/// The name with the words for features and labels taken out: what both halves of a pair share.
QString stem(const ArrayInfo& array) {
    QString name = array.key.isEmpty() ? QFileInfo(array.file).completeBaseName() : array.key;
    name = name.toLower();
    static const QRegularExpression words(
        QStringLiteral("(^|[/_.-])(x|y|features?|labels?|targets?|inputs?|data|embeddings?)(?=$|[/_.-])"));
    QString before;
    while (before != name) {
        before = name;
        name.replace(words, QStringLiteral("\\1"));
    }
    name.remove(QRegularExpression(QStringLiteral("^[/_.-]+|[/_.-]+$")));
    return name;
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
    if (options.data.empty() || !options.train.features.empty()) {
        return options;
    }
    const QString place = QString::fromStdString(options.data);
    std::vector<ArrayInfo> inside;
    for (const auto& array : arrays) {
        if (array.file == place || array.file.startsWith(place + QLatin1Char('/'))) {
            inside.push_back(array);
        }
    }
    const PartGuess guess = guessParts(inside);
    options.train = guess.train;
    options.test = guess.test;
    options.validation = guess.validation;
    return options;
}

QString shapeText(const ArrayInfo& array) {
    QStringList sides;
    for (const auto side : array.shape) {
        sides << formatCount(side);
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
    if (trainWidth && features.shape[1] != *trainWidth) {
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
                                 .arg(array.reference());
        }
    }
    std::vector<bool> taken(labels.size(), false);
    for (const auto* matrix : features) {
        const QString name = stem(*matrix);
        std::size_t best = labels.size();
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const bool sameLength = labels[i]->shape[0] == matrix->shape[0];
            if (taken[i] || (stem(*labels[i]) != name && !(sameLength && features.size() == 1))) {
                continue;
            }
            if (best == labels.size() || (sameLength && labels[best]->shape[0] != matrix->shape[0])) {
                best = i;
            }
        }
        if (best == labels.size()) {
            guess.remarks
                << tr("%1 has no labels: drop them too, or choose them beside it.").arg(matrix->reference());
            continue;
        }
        taken[best] = true;
        const session::PartFiles part{matrix->reference().toStdString(),
                                      labels[best]->reference().toStdString()};
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
            guess.ood[name.isEmpty() ? "set" : name.toStdString()] = part;
        }
    }
    if (guess.train.features.empty() && guess.ood.size() == 1) {
        guess.train = guess.ood.begin()->second;
        guess.ood.clear();
    }
    return guess;
}

} // namespace parsimony::ui
