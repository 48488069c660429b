// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/data_catalog.h"

#include "core/session/joined_encoders.h"
#include "ui/models/array_paths.h"
#include "ui/models/encoder_edits.h"
#include "ui/models/encoders.h"
#include "ui/models/request.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <iterator>
#include <utility>

namespace parsimony::ui {

QStringList DataCatalog::expand(const QStringList& paths) {
    QStringList files;
    m_problems.clear();
    m_together = paths.size() > 1 ? paths : QStringList();
    for (const QString& path : paths) {
        const QFileInfo info(path);
        if (info.isDir()) {
            const QStringList inside = arrayPathsIn(path);
            if (inside.isEmpty()) {
                m_problems << tr("The folder %1 holds no file of arrays. Parsimony reads %2.")
                                  .arg(info.fileName(), arrayFileEndings());
            }
            files << inside;
        } else if (isArrayFile(path)) {
            files << path;
        } else {
            m_problems << tr("%1 is no file of arrays. Parsimony reads %2.")
                              .arg(info.fileName(), arrayFileEndings());
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
    if (options.encoders.empty()) {
        files << missingIn(fileOfReference(options.data));
    }
    for (const auto& [name, place] : options.encoders) {
        if (session::joinedNames(options.encoders, name).empty()) {
            files << missingIn(fileOfReference(place));
        }
    }
    files.removeDuplicates();
    return files;
}

QStringList DataCatalog::missingIn(const QString& place) const {
    QStringList files;
    const QFileInfo folder(place);
    if (!place.isEmpty() && !folder.isDir() && // a file, or nothing that is there now
        std::none_of(m_arrays.begin(), m_arrays.end(), [&](const auto& a) { return a.file == place; })) {
        files << place;
    }
    if (!place.isEmpty() && folder.isDir()) {
        files << partPathsIn(place);
        files.removeIf([&](const QString& file) {
            return std::any_of(m_arrays.begin(), m_arrays.end(),
                               [&](const auto& array) { return array.file == file; });
        });
    }
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
    const QStringList places = std::exchange(m_together, {});
    // Two folders may as well be the train and the test part of one encoder.
    const auto isWhole = [this](const QString& place) {
        return !encoders::partsIn(place.toStdString(), m_arrays).train.features.empty();
    };
    if (places.isEmpty() || !std::all_of(places.begin(), places.end(), isWhole)) {
        return false;
    }
    request.edit([&](session::RunOptions& options) {
        options.encoders.clear();
        options.train = options.test = options.validation = {};
        options.data = places.first().toStdString();
        options.ood = encoders::setsIn(options.data, m_arrays);
        for (const QString& place : places.mid(1)) {
            if (const QString lost = encoders::add(options, place.toStdString(), m_arrays); !lost.isEmpty()) {
                m_remarks << lost;
            }
        }
    });
    m_remarks << tr("The same records by %1 encoders, row by row in the same order. Where the order differs, "
                    "ids must tie the rows.")
                     .arg(places.size());
    return true;
}

void DataCatalog::clear() {
    m_arrays.clear();
    m_together.clear();
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
