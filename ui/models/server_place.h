// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace parsimony::ui {

/// Whether a place lies on a server, by how it begins; ServerAddress reads the rest.
[[nodiscard]] inline bool isOnServer(const QString& place) {
    return place.startsWith(QLatin1String("ssh://"));
}

} // namespace parsimony::ui
