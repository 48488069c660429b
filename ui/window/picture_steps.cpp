// SPDX-License-Identifier: GPL-3.0-or-later
// What pictures of the window wait for, whether of its pages or of one plot for the command line.
#include "ui/window/picture_steps.h"

#include "ui/pages/plot_page.h"
#include "ui/plots/plot.h"
#include "ui/window/main_window.h"
#include "ui/window/page_area.h"
#include "ui/window/project_flow.h"
#include "ui/workers/workbench.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>

namespace parsimony::ui {

namespace {

/// Sleeps between events, for the engine computes meanwhile.
void rest(int milliseconds) {
    QEventLoop loop;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &loop, &QEventLoop::quit);
    timer.start(milliseconds);
    loop.exec();
}

} // namespace

void settle(int milliseconds) {
    QElapsedTimer clock;
    clock.start();
    do {
        rest(10);
        QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    } while (clock.elapsed() < milliseconds);
}

QString openAndWait(MainWindow& window, const QString& project) {
    QEventLoop loop;
    QString problem;
    QObject::connect(&window.workbench(), &Workbench::projectOpened, &loop, &QEventLoop::quit);
    QObject::connect(&window.workbench(), &Workbench::projectOpenFailed, &loop,
                     [&](const QString&, const Problem& p) {
                         problem = p.message;
                         loop.quit();
                     });
    QTimer longest;
    QObject::connect(&longest, &QTimer::timeout, &loop, &QEventLoop::quit);
    longest.start(60000);
    window.parts().projects->open(project);
    loop.exec();
    settle(800);
    return problem;
}

Plot* plotOn(const MainWindow& window, const QString& page) {
    QWidget* shown = window.parts().pages->page(page);
    auto* own = qobject_cast<PlotPage*>(shown);
    own = own == nullptr && shown != nullptr ? shown->findChild<PlotPage*>() : own;
    if (own != nullptr) {
        return own->plot();
    }
    return shown != nullptr ? shown->findChild<Plot*>() : nullptr; // beside figures, as the calculator's
}

QStringList plotPages(const MainWindow& window) {
    QStringList names;
    for (const QString& page : window.parts().pages->names()) {
        if (plotOn(window, page) != nullptr) {
            names << page;
        }
    }
    return names;
}

} // namespace parsimony::ui
