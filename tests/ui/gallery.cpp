// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of every view on the scripted engine: `ui_gallery FOLDER`. For looking at, not a test.
#include "tests/ui/fake_engine.h"
#include "ui/views/main_window.h"
#include "ui/views/screenshots.h"
#include "ui/views/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QStandardPaths>
#include <cstdio>

using namespace parsimony::ui;

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QApplication app(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("parsimony-test"));
    QApplication::setApplicationName(QStringLiteral("gallery"));
    Theme::instance().apply();
    auto engine = std::make_shared<test::FakeEngine>();
    engine->addProject(QStringLiteral("/data/sample.parsimony"), test::sampleOptions());
    MainWindow window(engine);
    window.show();
    window.openProject(QStringLiteral("/data/sample.parsimony"));
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < 800) {
        QApplication::processEvents(QEventLoop::AllEvents, 20);
    }
    const int count = takeScreenshots(window, QString::fromLocal8Bit(argc > 1 ? argv[1] : "gallery"));
    std::printf("%d pictures\n", count);
    return count > 0 ? 0 : 1;
}
