// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/array_files.h"

#include "core/session/option_paths.h"
#include "ui/models/words.h"

#include <QFileInfo>

namespace parsimony::ui {

namespace {
/// One for each format: who has the others knows them.
const QStringList& usualSuffixes() {
    static const QStringList suffixes = {QStringLiteral("npy"),     QStringLiteral("npz"),
                                         QStringLiteral("h5"),      QStringLiteral("safetensors"),
                                         QStringLiteral("parquet"), QStringLiteral("arrow"),
                                         QStringLiteral("csv"),     QStringLiteral("tsv")};
    return suffixes;
}
const QStringList& tableSuffixes() {
    static const QStringList suffixes = {
        QStringLiteral("parquet"), QStringLiteral("pq"),  QStringLiteral("arrow"), QStringLiteral("feather"),
        QStringLiteral("ipc"),     QStringLiteral("csv"), QStringLiteral("tsv")};
    return suffixes;
}
const QStringList& arraySuffixes() {
    static const QStringList suffixes = [] {
        QStringList all =
            usualSuffixes() + QStringList{QStringLiteral("hdf5"), QStringLiteral("he5")} + tableSuffixes();
        all.removeDuplicates();
        return all;
    }();
    return suffixes;
}
} // namespace

bool isArrayFile(const QString& path) {
    return arraySuffixes().contains(QFileInfo(path).suffix().toLower());
}

bool isTableFile(const QString& path) {
    return tableSuffixes().contains(QFileInfo(path).suffix().toLower());
}

QString arrayFileFilter() {
    return tr("Arrays (%1);;All files (*)")
        .arg(QStringLiteral("*.") + arraySuffixes().join(QStringLiteral(" *.")));
}

QString arrayFileEndings() {
    return QLatin1Char('.') + usualSuffixes().join(QStringLiteral(", ."));
}

QString fileOfReference(const std::string& reference) {
    QString text = QString::fromStdString(reference);
    if (QFileInfo::exists(text)) {
        return text;
    }
    const auto colon = text.lastIndexOf(QLatin1Char(':'));
    if (colon > 1) {
        text.truncate(colon);
    }
    return text;
}

QStringList filesIn(session::RunOptions options) {
    QStringList files;
    session::forEachPath(options, [&](const std::string& text, session::PathForm /*form*/) {
        files << fileOfReference(text);
    });
    files.removeDuplicates();
    return files;
}

std::vector<std::string> arraysIn(const session::RunOptions& options) {
    std::vector<session::PartFiles> parts{options.train, options.test, options.validation};
    for (const auto& [name, part] : options.ood) {
        parts.push_back(part);
    }
    std::vector<std::string> arrays;
    for (const session::PartFiles& part : parts) {
        for (const std::string& array : {part.features, part.labels}) {
            if (!array.empty()) {
                arrays.push_back(array);
            }
        }
    }
    return arrays;
}

} // namespace parsimony::ui
