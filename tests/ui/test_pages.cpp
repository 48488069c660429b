// SPDX-License-Identifier: GPL-3.0-or-later
// Pages, palette, sheets and exports of the window on the scripted engine.
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/plots/edf_plot.h"
#include "ui/plots/profile_plot.h"
#include "ui/plots/trial_plot.h"
#include "ui/style/checklist_button.h"
#include "ui/style/contrast.h"
#include "ui/style/theme.h"
#include "ui/window/command_palette.h"
#include "ui/window/help_sheets.h"
#include "ui/window/page_area.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSettings>
#include <QTableWidget>
#include <QTranslator>
#include <algorithm>
#include <cmath>

using namespace parsimony;
using namespace parsimony::ui;
using test::find;
using test::type;

namespace {

/// As WCAG 2 defines it: 1 for equal colours, 21 for black on white.
double contrast(const QColor& one, const QColor& other) {
    const auto linear = [](double share) {
        return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
    };
    const auto light = [&](const QColor& c) {
        return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF()) + 0.05;
    };
    return std::max(light(one), light(other)) / std::min(light(one), light(other));
}

} // namespace

class TestPages : public test::WindowTest {
    Q_OBJECT
private slots:
    void textCanBeRead() {
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
            Theme::instance().setMode(mode);
            const Colors& c = Theme::instance().colors();
            for (const QColor& text : {c.text, c.muted, c.faint, c.good, c.warning, c.danger, c.accent}) {
                for (const QColor& ground :
                     {c.window, c.panel, c.base, c.raised, c.hover, c.accentSoft, c.publicSoft}) {
                    QVERIFY2(contrast(text, ground) >= 4.5, qPrintable(text.name() + ground.name()));
                }
            }
            QVERIFY(contrast(c.accentText, c.accent) >= 4.5);
            QVERIFY(contrast(c.warning, c.warningSoft) >= 4.5);
            QVERIFY(contrast(c.danger, c.dangerSoft) >= 4.5);
            for (std::size_t phase = 0; phase < c.series.size(); ++phase) {
                const QColor drawn = Theme::instance().phaseColor(static_cast<int>(phase));
                const QColor written = readableOn(c.panel, drawn);
                QVERIFY2(contrast(written, c.panel) >= 4.5, qPrintable(drawn.name()));
                QVERIFY(std::abs(written.hslHue() - drawn.hslHue()) <= 2); // the same phase at a glance
                QVERIFY(contrast(drawn, c.panel) < 4.5 || written == drawn);
            }
            // What is told in an empty field, as it is drawn.
            auto* field = find<QLineEdit>(*m_window, "trials.filter");
            QVERIFY(contrast(field->palette().color(QPalette::PlaceholderText), c.base) >= 4.5);
            QCOMPARE(field->palette().color(QPalette::PlaceholderText).alpha(), 255);
        }
        Theme::instance().setMode(ThemeMode::Light);
    }

    /// On a display at 2x a plot is drawn with its pixels, not drawn at 1x and enlarged.
    void plotsAreSharp() {
        if (qApp->devicePixelRatio() < 2.0) {
            QSKIP("for ui_test_sharp, which runs at 2x");
        }
        openSample();
        m_window->parts().pages->showPage(QStringLiteral("gap"));
        QTest::qWait(100);
        auto* plot = m_window->parts().pages->page(QStringLiteral("gap"))->findChild<Plot*>();
        QVERIFY(plot != nullptr && !plot->empty());
        const QImage image = plot->grab().toImage();
        QCOMPARE(image.width(), 2 * plot->width());
        int fine = 0; // squares of a pixel at 1x that are not of one colour
        for (int y = 0; y + 1 < image.height(); y += 2) {
            for (int x = 0; x + 1 < image.width(); x += 2) {
                const QRgb corner = image.pixel(x, y);
                fine += corner != image.pixel(x + 1, y) || corner != image.pixel(x, y + 1) ? 1 : 0;
            }
        }
        QVERIFY2(fine > 200, qPrintable(QString::number(fine)));
    }

    /// Where the tabs would have to be scrolled, one button has all pages in its menu.
    void everyPageIsInTheMenuOfANarrowWindow() {
        openSample();
        auto* groups = find<QTabBar>(*m_window, "pageGroups");
        auto* button = find<QToolButton>(*m_window, "pageMenu");
        m_window->resize(1600, 800);
        QTRY_VERIFY(groups->isVisible() && !button->isVisible());
        m_window->resize(900, 600);
        QTRY_VERIFY(button->isVisible() && !groups->isVisible());
        emit button->menu()->aboutToShow();
        QStringList seen;
        for (QAction* action : button->menu()->actions()) {
            if (!action->isSeparator()) {
                action->trigger();
                seen << find<PageArea>(*m_window, "pageArea")->currentName();
            }
        }
        QCOMPARE(seen, m_window->parts().pages->names());
        QVERIFY(button->text().startsWith(groups->tabText(groups->count() - 1)));
        m_window->resize(1600, 800);
        QTRY_VERIFY(groups->isVisible());
    }

    void pagesOfAGroupHaveTabsOfTheirOwn() {
        openSample();
        auto* groups = find<QTabBar>(*m_window, "pageGroups");
        auto* tabs = find<QTabBar>(*m_window, "pageTabs");
        QStringList seen;
        for (int group = 0; group < groups->count(); ++group) {
            groups->setCurrentIndex(group);
            QCOMPARE(tabs->isVisible(), tabs->count() > 1);
            for (int page = 0; page < tabs->count(); ++page) {
                tabs->setCurrentIndex(page);
                seen << find<PageArea>(*m_window, "pageArea")->currentName();
                QVERIFY(m_window->parts().pages->page(seen.last())->isVisible());
            }
        }
        QCOMPARE(seen, m_window->parts().pages->names());
        groups->setCurrentIndex(0);
        QCOMPARE(find<PageArea>(*m_window, "pageArea")->currentName(), seen.at(1)); // where it was left
        m_window->parts().pages->showPage(QStringLiteral("edf"));
        QCOMPARE(tabs->tabText(tabs->currentIndex()), QStringLiteral("EDF"));
        QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::ControlModifier);
        QCOMPARE(find<PageArea>(*m_window, "pageArea")->currentName(), QStringLiteral("course"));
        QCOMPARE(groups->currentIndex(), 2);
    }

    void paletteFindsAndRuns() {
        QVERIFY(fuzzyScore(QStringLiteral("thd"), QStringLiteral("View › Theme › Dark")) > 0);
        QCOMPARE(fuzzyScore(QStringLiteral("xyz"), QStringLiteral("View › Theme › Dark")), -1);
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* edit = find<QLineEdit>(*m_window, "commandPalette.edit");
        QTRY_VERIFY(edit->isVisible());
        QTest::keyClicks(edit, QStringLiteral("theme dark"));
        QVERIFY(find<QListWidget>(*m_window, "commandPalette.list")
                    ->item(0)
                    ->text()
                    .contains(QStringLiteral("Dark")));
        QTest::keyClick(edit, Qt::Key_Return);
        QVERIFY(!edit->isVisible());
        QVERIFY(Theme::instance().dark());
        Theme::instance().setMode(ThemeMode::Light);
        QVERIFY(!Theme::instance().dark());
    }

    void thePaletteKnowsPagesExperimentsAndProjects() {
        openSample(file(QStringLiteral("seen.parsimony")));
        QFile kept(file(QStringLiteral("kept.parsimony")));
        QVERIFY(kept.open(QIODevice::WriteOnly));
        m_engine->addProject(kept.fileName(), test::sampleOptions());
        QSettings().setValue(QStringLiteral("recent"), QStringList{kept.fileName()});
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* edit = find<QLineEdit>(*m_window, "commandPalette.edit");
        QTRY_VERIFY(edit->isVisible());
        QStringList all;
        const auto* list = find<QListWidget>(*m_window, "commandPalette.list");
        for (int row = 0; row < list->count(); ++row) {
            all << list->item(row)->text();
        }
        for (const char* known :
             {"Step size · Heatmaps", "Audit · Attack", "Show experiment › 1 · ", "kept · "}) {
            QVERIFY2(!all.filter(QString::fromUtf8(known)).isEmpty(), known);
        }
        QTest::keyClicks(edit, QStringLiteral("heatmaps"));
        QTest::keyClick(edit, Qt::Key_Return);
        QCOMPARE(find<PageArea>(*m_window, "pageArea")->currentName(), QStringLiteral("heatmaps"));
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        QTRY_VERIFY(edit->isVisible());
        QTest::keyClicks(edit, QStringLiteral("again kept"));
        QTest::keyClick(edit, Qt::Key_Return);
        QTRY_COMPARE(m_window->workbench().projectPath(), kept.fileName());
    }

    void shortcutsOpenAndClose() {
        QTest::keyClick(m_window.get(), Qt::Key_Question);
        auto* sheet = find<ShortcutSheet>(*m_window, "shortcutSheet");
        QTRY_VERIFY(sheet->isVisible());
        QTest::keyClick(sheet, Qt::Key_Escape);
        QVERIFY(!sheet->isVisible());
    }

    void shortcutsAreUnambiguous() {
        QHash<QString, QString> seen;
        for (const auto& [name, action] : allActions(*m_window->menuBar())) {
            for (const auto& key : action->shortcuts()) {
                QVERIFY2(!seen.contains(key.toString()),
                         qPrintable(name + QStringLiteral(" and ") + seen.value(key.toString())));
                seen.insert(key.toString(), name);
            }
        }
    }

    void theTourIsDismissedForGood() {
        QSettings().remove(QStringLiteral("tour/done"));
        QVERIFY(Tour::wanted());
        m_window->parts().projects->begin();
        auto* tour = find<Tour>(*m_window, "tour");
        tour->start();
        auto* next = find<QPushButton>(*m_window, "tour.next");
        for (int step = 0; tour->isVisible(); ++step) {
            QVERIFY2(step < 100, "the tour does not end");
            QCOMPARE(tour->step(), step);
            QVERIFY(m_window->rect().contains(tour->geometry()));
            QTest::mouseClick(next, Qt::LeftButton);
        }
        QVERIFY(tour->step() > 0);
        QVERIFY(!Tour::wanted());
    }

    void auditSaysWhatItFinds() {
        openSample();
        m_window->parts().pages->showPage(QStringLiteral("audit"));
        auto* verify = find<QPushButton>(*m_window, "audit.verify");
        QTRY_VERIFY(verify->isEnabled());
        QTest::mouseClick(verify, Qt::LeftButton);
        auto* verdict = find<QLabel>(*m_window, "audit.verdict");
        QTRY_VERIFY(verdict->text().contains(QStringLiteral("holds")));
        QCOMPARE(find<QTableWidget>(*m_window, "audit.accounts")->rowCount(), 1);
        QVERIFY(find<QTableWidget>(*m_window, "audit.problems")->isHidden());
        QTest::mouseClick(find<QPushButton>(*m_window, "audit.receipt"), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("a receipt"));
        m_engine->corruptLedger = true;
        QTest::mouseClick(verify, Qt::LeftButton);
        QTRY_COMPARE(find<QTableWidget>(*m_window, "audit.problems")->rowCount(), 1);
        QVERIFY(find<QTableWidget>(*m_window, "audit.problems")->item(0, 0)->text() == QStringLiteral("17"));
    }

    void aGermanWindowSaysInGermanWhatIsWrong() {
        QTranslator engine;
        QVERIFY(engine.load(QStringLiteral(":/parsimony/translations/engine_de.qm")));
        QCoreApplication::installTranslator(&engine);
        openSample();
        m_window->parts().pages->showPage(QStringLiteral("audit"));
        m_engine->corruptLedger = true;
        QTest::mouseClick(find<QPushButton>(*m_window, "audit.verify"), Qt::LeftButton);
        auto* problems = find<QTableWidget>(*m_window, "audit.problems");
        QTRY_COMPARE(problems->rowCount(), 1);
        QCOMPARE(problems->item(0, 1)->text(),
                 QStringLiteral("wurde geändert: Der Inhalt passt nicht zum Hash"));
        QCoreApplication::removeTranslator(&engine);
    }

    /// Nothing lies over anything else where there is little room.
    void auditIsReadInASmallWindow() {
        openSample();
        m_window->resize(900, 600);
        m_window->parts().pages->showPage(QStringLiteral("audit"));
        m_engine->corruptLedger = true;
        QTest::mouseClick(find<QPushButton>(*m_window, "audit.verify"), Qt::LeftButton);
        auto* accesses = find<QTableView>(*m_window, "audit.accesses");
        QTRY_VERIFY(accesses->isVisible());
        m_engine->corruptLedger = false;
        const auto covered = [this]() -> QString { // once all is laid out
            QList<QRect> places;
            for (const char* name : {"audit.verdict", "audit.tip", "audit.copy", "audit.problems",
                                     "audit.accounts", "audit.accesses"}) {
                const auto* part = find<QWidget>(*m_window, name);
                const QRect place(part->mapTo(m_window.get(), QPoint()), part->size());
                const bool hits = std::any_of(places.begin(), places.end(),
                                              [&](const QRect& other) { return place.intersects(other); });
                if (hits || place.height() < 16) {
                    return QLatin1String(name);
                }
                places << place;
            }
            return {};
        };
        QTRY_COMPARE(covered(), QString());
        QVERIFY(accesses->height() >= 100);
    }

    void auditComparesTwoFilesOfAProject() {
        openSample();
        m_window->parts().pages->showPage(QStringLiteral("audit"));
        auto* compare = find<QPushButton>(*m_window, "audit.compare");
        auto* copy = find<QLineEdit>(*m_window, "audit.copy");
        QTRY_VERIFY(copy->isEnabled());
        QVERIFY(!compare->isEnabled());
        copy->setText(QStringLiteral("/backup/p.parsimony"));
        QTRY_VERIFY(compare->isEnabled());
        QTest::mouseClick(compare, Qt::LeftButton);
        QTRY_VERIFY(find<QLabel>(*m_window, "audit.notes")
                        ->text()
                        .contains(QStringLiteral("/backup/p.parsimony' is an older copy")));
    }

    void rerunTakesTheOptionsBack() {
        openSample();
        m_window->parts().pages->showPage(QStringLiteral("experiments"));
        auto* table = find<QTableView>(*m_window, "experimentsTable");
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 1)).center());
        auto* rerun = find<QPushButton>(*m_window, "experiments.rerun");
        QTRY_VERIFY(rerun->isEnabled());
        m_window->request().edit([](auto& o) { o.trials = 9; });
        QTest::mouseClick(rerun, Qt::LeftButton);
        QTRY_VERIFY(!m_window->request().options().trials);
        QCOMPARE(m_engine->runs.load(), 1); // only the one that made the project
    }

    void calculatorWorksBothWays() {
        m_window->parts().projects->begin();
        m_window->parts().pages->showPage(QStringLiteral("calculator"));
        auto* noise = find<QLineEdit>(*m_window, "calculator.noise");
        auto* epsilon = find<QLineEdit>(*m_window, "calculator.epsilon");
        epsilon->setFocus();
        epsilon->selectAll();
        QTest::keyClicks(epsilon, QStringLiteral("1"));
        const double z = noise->text().toDouble();
        QVERIFY(z > 26.0 && z < 27.0);
        noise->selectAll();
        QTest::keyClicks(noise, QStringLiteral("13"));
        QVERIFY(epsilon->text().toDouble() > 2.0);
        noise->selectAll();
        QTest::keyClicks(noise, QStringLiteral("no"));
        QVERIFY(epsilon->text().isEmpty());
        QVERIFY(find<ProfilePlot>(*m_window, "privacy-profile")->empty());
        // Next to no noise: ε is more than a double holds, and the answer that comes later draws nothing.
        noise->selectAll();
        QTest::keyClicks(noise, QStringLiteral("1e-300"));
        QTRY_VERIFY(find<QTableWidget>(*m_window, "calculator.figures")->rowCount() > 0);
        QVERIFY(find<ProfilePlot>(*m_window, "privacy-profile")->empty());
        find<ProfilePlot>(*m_window, "privacy-profile")->setMu(1e300, 1e-5);
        QVERIFY(find<ProfilePlot>(*m_window, "privacy-profile")->empty());
    }

    void listsAreSearchedByKeyboard() {
        ChecklistButton button(QStringLiteral("b"), QStringLiteral("meaning"), QStringLiteral("all"),
                               QStringLiteral("%1 of %2"));
        button.setEntries({{QStringLiteral("1"), QStringLiteral("first"), {}},
                           {QStringLiteral("2"), QStringLiteral("second"), QColor(Qt::red)}});
        button.show();
        QStringList chosen;
        connect(&button, &ChecklistButton::chosenChanged, this,
                [&](const QStringList& keys) { chosen = keys; });
        auto* search = button.menu()->findChild<QLineEdit*>();
        QVERIFY(search != nullptr);
        button.menu()->popup(QPoint(0, 0));
        QTest::keyClicks(search, QStringLiteral("SEC"));
        QVERIFY(button.list().item(0)->isHidden());
        QVERIFY(!button.list().item(1)->isHidden());
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(chosen, QStringList{QStringLiteral("2")});
        QVERIFY(!button.menu()->isVisible());
        QVERIFY(button.text().startsWith(QStringLiteral("second")));
        button.menu()->popup(QPoint(0, 0)); // the search starts anew
        QVERIFY(!button.list().item(0)->isHidden());
        QTest::keyClick(search, Qt::Key_Down);
        QTest::keyClick(&button.list(), Qt::Key_Space);
        QCOMPARE(chosen, (QStringList{QStringLiteral("1"), QStringLiteral("2")}));
        QTest::keyClick(&button.list(), Qt::Key_Return);
        QVERIFY(!button.menu()->isVisible());
    }

    void plotsFollowTheFilter() {
        openSample();
        m_window->parts().pages->showPage(QStringLiteral("pareto"));
        auto* pareto = m_window->parts().pages->page(QStringLiteral("pareto"))->findChild<TrialPlot*>();
        QTRY_COMPARE(pareto->points().size(), std::size_t{6});
        type(*m_window, "trials.filter", QStringLiteral("phase=1"));
        QTRY_COMPARE(pareto->points().size(), std::size_t{3});
        m_window->parts().pages->showPage(QStringLiteral("edf"));
        auto* edf = m_window->parts().pages->page(QStringLiteral("edf"))->findChild<EdfPlot*>();
        QTRY_COMPARE(edf->curves().size(), std::size_t{1});
        QCOMPARE(edf->curves().front().scores.size(), std::size_t{3});
        find<QLineEdit>(*m_window, "trials.filter")->clear();
        QTRY_COMPARE(edf->curves().front().scores.size(), std::size_t{6});
    }
};

PARSIMONY_UI_TEST(TestPages)
#include "test_pages.moc"
