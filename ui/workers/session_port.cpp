// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/session_port.h"

#include <QCoreApplication>
#include <exception>
#include <new>

namespace parsimony::ui {

Problem currentProblem() {
    try {
        throw;
    } catch (const Error& error) {
        return {error.code(), QString::fromUtf8(error.what()), error.refusedSpend()};
    } catch (const std::bad_alloc&) {
        return {ErrorCode::Failed,
                QCoreApplication::translate(
                    "parsimony::ui::ProjectWorker",
                    "Not enough memory for this. Close other programs or use a smaller file."),
                {}};
    } catch (const std::exception& error) {
        return {ErrorCode::Failed, QString::fromUtf8(error.what()), {}};
    }
}

FileListing listFiles(EnginePort& engine, const QStringList& files) {
    FileListing listing;
    for (const QString& file : files) {
        try {
            auto arrays = engine.listArrays(file.toStdString());
            listing.arrays.insert(listing.arrays.end(), arrays.begin(), arrays.end());
        } catch (...) {
            listing.problems << currentProblem().message;
        }
    }
    return listing;
}

} // namespace parsimony::ui
