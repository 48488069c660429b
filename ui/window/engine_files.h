// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"
#include "ui/workers/context.h"
#include "ui/workers/server_address.h"

#include <QObject>
#include <functional>

namespace parsimony::ui {

/// Where the engine is, here or on a server; the open project there, and files that a person chooses.
class EngineFiles : public QObject {
    Q_OBJECT
public:
    EngineFiles(const Context& context, QWidget& window);

    void setServer(const ServerAddress& server);
    [[nodiscard]] bool here() const { return m_server.host.isEmpty(); }
    [[nodiscard]] const QString& host() const { return m_server.host; } ///< user@host; empty: here
    [[nodiscard]] QString addressOf(const QString& path) const;         ///< as it is found again
    /// Of a project at that address, where this engine can open it; else empty.
    [[nodiscard]] QString pathOf(const QString& address) const;
    [[nodiscard]] QString projectPath() const;      ///< of the one that is open, or planned
    [[nodiscard]] QString suggestedProject() const; ///< where one of what the forms hold is to be made

    /// Each asks for what its name says; `take` is called with what was chosen, if anything was. `kind` is a
    /// FolderOf, the name of a file on a server ends in `ending`.
    void chooseFile(QLatin1String kind, const QString& title, const QString& filter, const QString& ending,
                    const std::function<void(const QString&)>& take);
    void chooseArrays(bool folder, const QString& title, const QString& ending,
                      const std::function<void(const QString&)>& take);
    void chooseData(const std::function<void(const QStringList&)>& take); ///< several

signals:
    void said(QString text);
    void failedWith(parsimony::ui::Problem problem);

private:
    /// Lets a person walk through the server's folders to a file.
    void browse(const QString& folder, const QString& ending,
                const std::function<void(const QString&)>& take);

    Context m_context;
    QWidget& m_window;
    ServerAddress m_server;
};

} // namespace parsimony::ui
