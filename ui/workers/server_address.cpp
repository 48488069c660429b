// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workers/server_address.h"

#include "ui/models/server_place.h"

#include <QUrl>
#include <QUrlQuery>

namespace parsimony::ui {

std::optional<ServerAddress> ServerAddress::of(const QString& text) {
    const QUrl url(text, QUrl::StrictMode);
    // A host that begins with a dash would be an option of ssh.
    if (!url.isValid() || !isOnServer(text) || url.host().isEmpty() ||
        url.host().startsWith(QLatin1Char('-')) || url.userName().startsWith(QLatin1Char('-')) ||
        url.path().size() < 2) {
        return std::nullopt;
    }
    ServerAddress address;
    address.host = url.userName().isEmpty() ? url.host() : url.userName() + QLatin1Char('@') + url.host();
    address.project = url.path();
    if (address.project.startsWith(QLatin1String("/~/"))) {
        address.project.remove(0, 3);
    }
    // A network that is gone is noticed in half a minute.
    address.command = {"ssh", "-T", "-o", "ConnectTimeout=15", "-o", "ServerAliveInterval=10", "-C"};
    if (url.port() > 0) {
        address.command.insert(address.command.end(), {"-p", std::to_string(url.port())});
    }
    address.command.insert(address.command.end(),
                           {"--", address.host.toStdString(), "parsimony-cli", "serve", "--stdio"});
    address.origin = QStringLiteral("ssh://") + url.authority();
    address.curator = QUrlQuery(url).hasQueryItem(QStringLiteral("curator"));
    if (address.curator) {
        address.command.emplace_back("--curator");
    }
    return address;
}

QString ServerAddress::addressOf(const QString& path) const {
    return origin + (path.startsWith(QLatin1Char('/')) ? QString() : QStringLiteral("/~/")) + path +
           (curator ? QStringLiteral("?curator") : QString());
}

} // namespace parsimony::ui
