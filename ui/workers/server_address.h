// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::ui {

/// `ssh://[user@]host[:port]/path/project.parsimony[?curator]`: a project on another machine. A path that
/// begins with /~/ lies in the home folder there.
struct ServerAddress {
    QString host;                     ///< with the user, as people see it
    QString project;                  ///< its path there
    QString origin;                   ///< `ssh://[user@]host[:port]`
    bool curator = false;             ///< the curator's values are asked for
    std::vector<std::string> command; ///< that starts `parsimony-cli serve --stdio` there

    /// The address of another project on the same server.
    [[nodiscard]] QString addressOf(const QString& path) const;
    /// nullopt where it is none; then `text` is a path or a mistake.
    [[nodiscard]] static std::optional<ServerAddress> of(const QString& text);
};

} // namespace parsimony::ui
