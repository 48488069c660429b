// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/array_files.h"
#include "ui/workers/context.h"
#include "ui/workers/question.h"

namespace parsimony::ui {

class DataSection;
class EngineFiles;
class RunFlow;

/// Brings files into the forms: features and labels, rows by further encoders, what lies elsewhere now.
class DataFlow : public QObject {
    Q_OBJECT
public:
    DataFlow(const Context& context, EngineFiles& files, DataSection& section, RunFlow& flow,
             QObject* parent = nullptr);

    void take(const QStringList& paths); ///< files or folders, to the parts that they look like
    /// The files in `paths`, folders opened where the engine is here.
    [[nodiscard]] QStringList filesIn(const QStringList& paths);
    void move(const QString& from, const QString& to);
    void listMissing(); ///< what the forms name and nobody has looked at
    void clear();

signals:
    void said(QString text);
    void failedWith(parsimony::ui::Problem problem);
    void taken();

private:
    /// Asks for the rows of a further encoder, or for others in the place of that one's.
    void chooseEncoder(bool folder, const QString& instead);
    void takeEncoder(const QString& place, const QString& instead);
    void locate(const QString& file); ///< asks where it is now
    [[nodiscard]] bool locked();      ///< what runs has its data, and it is said so
    void list(Question& question, const QStringList& files, std::function<void(const FileListing&)> take);
    void add(const FileListing& listing, Request* assign);

    Context m_context;
    EngineFiles& m_files;
    DataSection& m_section;
    RunFlow& m_flow;
    Question m_taken, m_named;
};

} // namespace parsimony::ui
