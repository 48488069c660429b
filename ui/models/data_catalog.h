// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/array_files.h"
#include "ui/models/part_guess.h"

#include <QObject>

namespace parsimony::ui {

class Request;

/// The arrays of all files that the current request has seen, so that forms can offer keys and check shapes
/// at once.
class DataCatalog : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    [[nodiscard]] const std::vector<ArrayInfo>& arrays() const { return m_arrays; }
    [[nodiscard]] const QStringList& problems() const { return m_problems; }
    [[nodiscard]] const QStringList& remarks() const { return m_remarks; }
    [[nodiscard]] bool busy() const { return m_busy; }

    /// The files to ask the inspector for: folders are opened one level, other kinds of file are named in
    /// `problems`. Several at once may be the same records by several encoders: see add().
    [[nodiscard]] QStringList expand(const QStringList& paths);
    /// Files that the options name and that are not known yet.
    [[nodiscard]] QStringList missingFiles(const session::RunOptions& options) const;
    /// Those of them that were looked for in vain.
    [[nodiscard]] QStringList lostFiles(const session::RunOptions& options) const;
    void setBusy(bool busy);
    /// Takes a listing in. With `assign`, parts of the request are filled from what the arrays look like; of
    /// several folders or files that each have a train part of their own, each becomes the rows of an
    /// encoder.
    void add(const FileListing& listing, Request* assign);
    void clear();
    void forgetLost(); ///< and what was said of it: it is looked for again
    /// Files that are looked at for another end than training: they take no part in what `add` assigns.
    void setAside(const QStringList& files);
    /// References that could be features (`labels` false) or labels, for the choosers.
    [[nodiscard]] QStringList candidates(bool labels) const;

signals:
    void changed();

private:
    /// Folders or files that were opened together as encoders of the request; false where they are none.
    [[nodiscard]] bool assignEncoders(Request& request);
    [[nodiscard]] QStringList missingIn(const QString& place) const; ///< of a folder or file with all parts

    std::vector<ArrayInfo> m_arrays;
    QStringList m_together; ///< opened together and not looked at yet
    QStringList m_problems, m_remarks, m_aside, m_unread;
    bool m_busy = false;
};

} // namespace parsimony::ui
