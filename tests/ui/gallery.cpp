// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window on every page, at the sizes asked for, light and dark: `ui_gallery FOLDER PROJECT
// WIDTHxHEIGHT… [PAGE…]`; with names of pages, on those alone, and with `data` what goes in; `-` in place of
// PROJECT: where it starts. For looking at, not a test: QT_SCALE_FACTOR=2 and LANG=de_DE.UTF-8 show what they
// do here as well.
#include "ui/style/theme.h"
#include "ui/style/widgets.h"
#include "ui/window/help_sheets.h"
#include "ui/window/main_window.h"
#include "ui/window/page_area.h"
#include "ui/window/project_flow.h"
#include "ui/window/study_section.h"
#include "ui/window/window_layout.h"
#include "ui/window/window_menus.h"
#include "ui/workers/engine_session.h"
#include "ui/workers/workbench.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QLineEdit>
#include <QLocale>
#include <QPixmap>
#include <QPushButton>
#include <QSet>
#include <QStandardPaths>
#include <QTableView>
#include <QTranslator>
#include <cstdio>

using namespace parsimony::ui;

namespace {

const QString kData = QStringLiteral("data"); ///< no page: the setup with its data unfolded

void settle(int milliseconds) {
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < milliseconds) {
        QApplication::processEvents(QEventLoop::AllEvents, 20);
    }
}

/// Starts what needs no project, and waits for it.
void carryOut(MainWindow& window, const char* name) {
    auto* start = window.findChild<QPushButton*>(QLatin1String(name));
    start->click();
    settle(300);
    for (int waits = 0; waits < 1200 && window.workbench().running(); ++waits) {
        settle(100);
    }
}

/// What a page shows when it has been used: the ledger verified, a classifier tested, a trial chosen; and,
/// where one lies beside the project as gallery.toml, a study run.
void use(MainWindow& window, const QString& page) {
    static QSet<QString> used; // what was found once stays on its page
    const bool first = !used.contains(page);
    used << page;
    if (auto* verify = window.findChild<QPushButton*>(QStringLiteral("audit.verify"));
        page == QLatin1String("audit") && verify != nullptr) {
        verify->click();
        settle(800);
    }
    const QString study =
        QFileInfo(window.workbench().projectPath()).absolutePath() + QStringLiteral("/gallery.toml");
    auto* section = window.findChild<StudySection*>();
    if (first && page == PageName::study && section != nullptr && QFileInfo::exists(study)) {
        section->setFolded(false);
        section->setFile(study);
        settle(1500);
        carryOut(window, "study.start");
    }
    // Small ones: what a page of results looks like does not depend on how sure they are.
    if (first && page == PageName::attack) {
        for (const char* field : {"attack.runs", "attack.canaries"}) {
            window.findChild<QLineEdit*>(QLatin1String(field))->setFocus();
            window.findChild<QLineEdit*>(QLatin1String(field))->setText(QStringLiteral("60"));
        }
        carryOut(window, "attack.start");
    } else if (first && page == PageName::machine) {
        window.findChild<QLineEdit*>(QStringLiteral("bench.shape"))->setText(QStringLiteral("2000,64,10"));
        carryOut(window, "bench.start");
    }
    auto* experiments = window.findChild<QTableView*>(QStringLiteral("experimentsTable"));
    auto* test = window.findChild<QPushButton*>(QStringLiteral("evaluate.start"));
    if (page == QLatin1String("experiments") && experiments != nullptr && test != nullptr) {
        experiments->selectRow(experiments->model()->rowCount() - 1);
        const QString data = QStringLiteral(PARSIMONY_SAMPLES "/digits.npz:");
        window.findChild<QComboBox*>(QStringLiteral("evaluate.features"))
            ->setEditText(data + QStringLiteral("x_test"));
        window.findChild<QComboBox*>(QStringLiteral("evaluate.labels"))
            ->setEditText(data + QStringLiteral("y_test"));
        test->click();
        settle(1500);
    }
    if (auto* trials = window.findChild<QTableView*>(QStringLiteral("trialsTable"));
        trials != nullptr && trials->model()->rowCount() > 1) {
        trials->selectRow(1);
    }
}

/// Each step of the tour, on the window that it is about.
template <class Take>
void takeTour(MainWindow& window, Take take) {
    auto* tour = window.findChild<Tour*>();
    window.findChild<WindowMenus*>()->startTour();
    for (int step = 1; tour->isVisible(); ++step) {
        settle(200);
        take(QStringLiteral("tour%1").arg(step));
        window.findChild<QPushButton*>(QStringLiteral("tour.next"))->click();
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fprintf(stderr, "ui_gallery FOLDER PROJECT WIDTHxHEIGHT...\n");
        return 2;
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QApplication app(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("parsimony-test"));
    QApplication::setApplicationName(QStringLiteral("gallery"));
    QTranslator translator;
    if (translator.load(QLocale(), QStringLiteral("parsimony"), QStringLiteral("_"),
                        QStringLiteral(":/parsimony/translations"))) {
        QApplication::installTranslator(&translator);
    }
    QTranslator ofEngine;
    if (ofEngine.load(QLocale(), QStringLiteral("engine"), QStringLiteral("_"),
                      QStringLiteral(":/parsimony/translations"))) {
        QApplication::installTranslator(&ofEngine);
    }
    Theme::instance().apply();
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    folder.mkpath(QStringLiteral("."));
    MainWindow window(makeEngine());
    window.show();
    const bool start = qstrcmp(argv[2], "-") == 0;
    if (!start) {
        window.parts().projects->open(QString::fromLocal8Bit(argv[2]));
    }
    settle(1500);
    QStringList sizes, pages;
    for (int i = 3; i < argc; ++i) {
        const QString word = QString::fromLocal8Bit(argv[i]);
        (window.parts().pages->names().contains(word) || word == kData ? pages : sizes) << word;
    }
    int count = 0;
    for (const bool dark : {false, true}) {
        Theme::instance().setMode(dark ? ThemeMode::Dark : ThemeMode::Light);
        for (const QString& size : sizes) {
            window.resize(size.section(QLatin1Char('x'), 0, 0).toInt(),
                          size.section(QLatin1Char('x'), 1).toInt());
            window.parts().layout->reset();
            const auto take = [&](const QString& page) {
                const QString name =
                    QStringLiteral("%1-%2-%3.png")
                        .arg(page, size, dark ? QStringLiteral("dark") : QStringLiteral("light"));
                count += window.grab().save(folder.filePath(name)) ? 1 : 0;
            };
            if (start) {
                settle(300);
                take(QStringLiteral("start"));
                takeTour(window, take);
                continue;
            }
            for (const QString& page : pages.isEmpty() ? window.parts().pages->names() : pages) {
                if (page == kData) {
                    window.findChild<Section*>(QStringLiteral("dataSection"))->setFolded(false);
                } else {
                    window.parts().pages->showPage(page);
                }
                settle(150);
                use(window, page);
                settle(300);
                take(page);
            }
        }
    }
    std::printf("%d pictures\n", count);
    return count > 0 ? 0 : 1;
}
