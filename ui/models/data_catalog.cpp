// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/data_catalog.h"

#include "core/session/option_paths.h"
#include "ui/models/request.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <algorithm>
#include <iterator>
#include <utility>

namespace parsimony::ui {

namespace {
const QStringList& arraySuffixes() {
    static const QStringList suffixes = {QStringLiteral("npy"),         QStringLiteral("npz"),
                                         QStringLiteral("h5"),          QStringLiteral("hdf5"),
                                         QStringLiteral("safetensors"), QStringLiteral("parquet"),
                                         QStringLiteral("arrow"),       QStringLiteral("feather"),
                                         QStringLiteral("csv"),         QStringLiteral("tsv")};
    return suffixes;
}
} // namespace

bool isArrayFile(const QString& path) {
    return arraySuffixes().contains(QFileInfo(path).suffix().toLower());
}

QString arrayFileFilter() {
    return DataCatalog::tr("Arrays (%1);;All files (*)")
        .arg(QStringLiteral("*.") + arraySuffixes().join(QStringLiteral(" *.")));
}

QString fileOfReference(const std::string& reference) {
    const QString text = QString::fromStdString(reference);
    if (QFileInfo::exists(text)) {
        return text;
    }
    const auto colon = text.lastIndexOf(QLatin1Char(':'));
    return colon > 1 ? text.left(colon) : text;
}

QStringList filesIn(session::RunOptions options) {
    QStringList files;
    session::forEachPath(options, [&](const std::string& text, session::PathForm form) {
        files << (form == session::PathForm::Path ? QString::fromStdString(text) : fileOfReference(text));
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

QStringList DataCatalog::expand(const QStringList& paths) {
    QStringList files;
    m_problems.clear();
    const auto isFolder = [](const QString& path) { return QFileInfo(path).isDir(); };
    m_folders = paths.size() > 1 && std::all_of(paths.begin(), paths.end(), isFolder) ? paths : QStringList();
    for (const QString& path : paths) {
        const QFileInfo info(path);
        if (info.isDir()) {
            const auto inside = QDir(path).entryInfoList(QDir::Files | QDir::Readable, QDir::Name);
            const auto before = files.size();
            for (const QFileInfo& entry : inside) {
                // A model card beside it: a classifier that was exported here, no features.
                if (isArrayFile(entry.filePath()) &&
                    !QFileInfo::exists(entry.filePath() + QLatin1String(".md"))) {
                    files << entry.filePath();
                }
            }
            if (files.size() == before) {
                m_problems << tr("The folder %1 holds no .npy, .npz, .h5, .safetensors, .csv or .tsv file.")
                                  .arg(info.fileName());
            }
        } else if (isArrayFile(path)) {
            files << path;
        } else {
            m_problems << tr("%1 is no file of arrays. Parsimony reads .npy, .npz, .h5, .safetensors, .csv "
                             "and .tsv.")
                              .arg(info.fileName());
        }
    }
    files.removeDuplicates();
    m_aside.removeIf([&](const QString& file) { return files.contains(file); });
    if (!m_problems.isEmpty()) {
        emit changed();
    }
    return files;
}

void DataCatalog::setAside(const QStringList& files) {
    for (const QString& file : files) {
        if (std::none_of(m_arrays.begin(), m_arrays.end(), [&](const auto& a) { return a.file == file; })) {
            m_aside << file;
        }
    }
}

QStringList DataCatalog::missingFiles(const session::RunOptions& options) const {
    QStringList files;
    const auto want = [&](const std::string& reference) {
        if (reference.empty() || findArray(m_arrays, reference) != nullptr) {
            return;
        }
        files << fileOfReference(reference);
    };
    const auto wantPart = [&](const session::PartFiles& part) {
        want(part.features);
        want(part.labels);
        want(part.ids);
    };
    wantPart(options.train);
    wantPart(options.test);
    wantPart(options.validation);
    for (const auto& [name, part] : options.ood) {
        wantPart(part);
    }
    const QString place = QString::fromStdString(options.place());
    const QFileInfo folder(place);
    if (!place.isEmpty() && !folder.isDir() && // a file, or nothing that is there now
        std::none_of(m_arrays.begin(), m_arrays.end(), [&](const auto& a) { return a.file == place; })) {
        files << place;
    }
    if (!place.isEmpty() && folder.isDir()) {
        for (const char* name : {"train.npy", "train_labels.npy", "test.npy", "test_labels.npy"}) {
            const QString file = place + QLatin1Char('/') + QLatin1String(name);
            if (QFileInfo::exists(file) && findArray(m_arrays, file.toStdString()) == nullptr) {
                files << file;
            }
        }
    }
    files.removeDuplicates();
    return files;
}

QStringList DataCatalog::lostFiles(const session::RunOptions& options) const {
    QStringList files = missingFiles(options);
    files.removeIf([&](const QString& file) { return !m_unread.contains(file); });
    return files;
}

void DataCatalog::setBusy(bool busy) {
    if (busy != m_busy) {
        m_busy = busy;
        emit changed();
    }
}

void DataCatalog::add(const FileListing& listing, Request* assign) {
    m_busy = false;
    for (const auto& array : listing.arrays) {
        const auto same = std::find_if(m_arrays.begin(), m_arrays.end(), [&](const auto& known) {
            return known.file == array.file && known.key == array.key;
        });
        if (same == m_arrays.end()) {
            m_arrays.push_back(array);
        } else {
            *same = array;
        }
    }
    m_problems += listing.problems;
    m_problems.removeDuplicates();
    m_unread += listing.unread;
    m_unread.removeDuplicates();
    m_remarks.clear();
    if (assign != nullptr && !listing.arrays.empty() && !assignEncoders(*assign)) {
        // Everything seen takes part, so that labels may be dropped after their features.
        std::vector<ArrayInfo> own;
        std::copy_if(m_arrays.begin(), m_arrays.end(), std::back_inserter(own),
                     [&](const auto& array) { return !m_aside.contains(array.file); });
        const PartGuess guess = guessParts(own);
        m_remarks = guess.remarks;
        assign->edit([&](session::RunOptions& options) {
            options.data.clear();
            options.encoders.clear();
            options.sameOrder = false;
            options.train = guess.train;
            options.test = guess.test;
            options.validation = guess.validation;
            options.ood = guess.ood;
        });
    }
    emit changed();
}

bool DataCatalog::assignEncoders(Request& request) {
    const QStringList folders = std::exchange(m_folders, {});
    session::ByEncoder encoders;
    QStringList names;
    for (const QString& folder : folders) {
        std::vector<ArrayInfo> inside;
        const QString start = QDir::cleanPath(folder) + QLatin1Char('/');
        std::copy_if(m_arrays.begin(), m_arrays.end(), std::back_inserter(inside),
                     [&](const auto& array) { return QDir::cleanPath(array.file).startsWith(start); });
        const PartGuess guess = guessParts(inside);
        // Two folders may as well be the train and the test part of one encoder.
        const QString train = QFileInfo(fileOfReference(guess.train.features)).fileName();
        if (!guess.usable() || !train.contains(QLatin1String("train"), Qt::CaseInsensitive)) {
            return false;
        }
        static const QRegularExpression foreign(QStringLiteral("[^A-Za-z0-9_.-]"));
        const QString name = QDir(folder).dirName().replace(foreign, QStringLiteral("_"));
        QString free = name;
        for (int i = 2; names.contains(free); ++i) {
            free = QStringLiteral("%1-%2").arg(name).arg(i);
        }
        names << free;
        encoders.emplace_back(free.toStdString(), folder.toStdString());
    }
    if (encoders.empty()) {
        return false;
    }
    m_remarks << tr("The same records by %1 encoders (%2), row by row in the same order. Where the order "
                    "differs, ids must tie the rows: then leave out Same order and name the ids.")
                     .arg(encoders.size())
                     .arg(names.join(QStringLiteral(", ")));
    request.edit([&](session::RunOptions& options) {
        options.data.clear();
        options.train = options.test = options.validation = {};
        options.ood.clear();
        options.encoders = std::move(encoders);
        options.sameOrder = true;
    });
    return true;
}

void DataCatalog::clear() {
    m_arrays.clear();
    m_folders.clear();
    m_problems.clear();
    m_remarks.clear();
    m_aside.clear();
    m_unread.clear();
    m_busy = false;
    emit changed();
}

void DataCatalog::forgetLost() {
    m_unread.clear();
    m_problems.clear();
    emit changed();
}

QStringList DataCatalog::candidates(bool labels) const {
    QStringList references;
    for (const auto& array : m_arrays) {
        if ((array.shape.size() >= 2) != labels) {
            references << array.reference();
        }
    }
    return references;
}

} // namespace parsimony::ui
