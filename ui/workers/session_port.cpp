// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/session_port.h"

#include "ui/workers/project_worker.h"

namespace parsimony::ui {

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
