// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/fake_engine.h"
#include "ui/window/main_window.h"
#include "ui/window/page_area.h"
#include "ui/window/project_flow.h"
#include "ui/window/run_flow.h"

#include <QTemporaryDir>
#include <QTest>

namespace parsimony::ui::test {

template <class Widget>
Widget* find(QWidget& parent, const char* name) {
    auto* widget = parent.findChild<Widget*>(QLatin1String(name));
    if (widget == nullptr) {
        qFatal("no widget %s", name);
    }
    return widget;
}

/// Replaces what stands in a field, key by key.
void type(QWidget& window, const char* field, const QString& text);
/// Chooses the entry with that value by the keyboard.
void choose(QWidget& window, const char* name, const char* value);
/// Drags files over the window and lets go.
void drop(MainWindow& window, const QStringList& paths);
/// Types the name of a file of the folder shown into the next file dialog, and confirms it.
void answerFileDialog(const QString& fileName);
/// Writes a note on a trial into the open project, as something else that changes.
void writeNote(MainWindow& window, std::int64_t trial, const std::string& text);

/// A window on the scripted engine, new for each test, with settings of its own.
class WindowTest : public QObject {
    Q_OBJECT
protected:
    /// A project with one finished experiment, opened and waited for.
    void openSample(const QString& path = QStringLiteral("/data/s.parsimony"));
    [[nodiscard]] QString file(const QString& name) const { return m_dir.filePath(name); }

    std::shared_ptr<FakeEngine> m_engine;
    std::unique_ptr<MainWindow> m_window;
    QTemporaryDir m_dir;
    QString m_data; ///< a file with the sample's arrays

private slots:
    void initTestCase();
    void init();
    void cleanup();
};

} // namespace parsimony::ui::test
