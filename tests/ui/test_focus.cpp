// SPDX-License-Identifier: GPL-3.0-or-later
// Where the keyboard goes: everything is reached by Tab, and what has the focus is seen to have it.
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/trial_columns.h"
#include "ui/style/focus_ring.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>

using namespace parsimony;
using namespace parsimony::ui;
using test::find;

namespace {
constexpr int kMostStops = 400;
constexpr int kRing = 2; ///< how wide it is, at least
} // namespace

class TestFocus : public test::WindowTest {
    Q_OBJECT
private:
    void pressTab() {
        QWidget* focus = QApplication::focusWidget();
        QTest::keyClick(focus != nullptr ? focus : m_window.get(), Qt::Key_Tab);
    }
    /// What Tab stops at on its way around the window.
    QList<QWidget*> round() {
        QList<QWidget*> seen;
        for (int stop = 0; stop < kMostStops; ++stop) {
            pressTab();
            QWidget* focus = QApplication::focusWidget();
            if (focus == nullptr || seen.contains(focus)) {
                break;
            }
            seen << focus;
        }
        return seen;
    }
    /// Of what can be used now, what is not among them.
    QStringList leftOut(const QList<QWidget*>& seen) const {
        QStringList names;
        for (QWidget* widget : m_window->findChildren<QWidget*>()) {
            if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) != 0 &&
                widget->focusProxy() == nullptr && widget->window() == m_window.get() &&
                !seen.contains(widget)) {
                names << widget->objectName() + QLatin1Char(' ') +
                             QLatin1String(widget->metaObject()->className());
            }
        }
        return names;
    }
    /// Pixels of the frame of `rect` that have the colour of the focus, as a share of all of them.
    static double marked(const QImage& picture, const QRect& rect) {
        const QColor accent = Theme::instance().colors().accent;
        int hits = 0;
        int all = 0;
        for (int y = rect.top(); y <= rect.bottom(); ++y) {
            for (int x = rect.left(); x <= rect.right(); ++x) {
                if (rect.adjusted(kRing, kRing, -kRing, -kRing).contains(x, y)) {
                    continue;
                }
                ++all;
                hits += picture.pixelColor(x, y) == accent ? 1 : 0;
            }
        }
        return all > 0 ? static_cast<double>(hits) / all : 0.0;
    }

private slots:
    /// The inspector is built anew with what was written: who writes on must not notice.
    void focusAndScrollStayWhenATagIsEntered() {
        openSample();
        m_window->resize(1000, 620);
        auto* table = find<QTableView>(*m_window, "trialsTable");
        table->selectRow(1);
        QTRY_VERIFY(m_window->findChild<QLineEdit*>(QStringLiteral("inspector.tags")) != nullptr);
        QTest::qWait(300);
        auto* bar =
            find<QWidget>(*m_window, "inspectorPanel")->findChild<QScrollArea*>()->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 40);
        const auto focusIsOn = [](const char* name) {
            const QWidget* focus = QApplication::focusWidget();
            return focus != nullptr && focus->objectName() == QLatin1String(name) && focus->isVisible();
        };
        test::type(*m_window, "inspector.tags", QStringLiteral("good"));
        bar->setValue(40);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        const auto cell = [&](TrialColumn column) {
            return table->model()->index(1, static_cast<int>(column)).data().toString();
        };
        QTRY_COMPARE(cell(TrialColumn::Tags), QStringLiteral("good"));
        QTest::qWait(400); // until it is built anew
        QVERIFY(focusIsOn("inspector.tags"));
        QCOMPARE(bar->value(), 40);
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral(", new"));
        pressTab();
        QVERIFY(focusIsOn("inspector.note"));
        QTRY_COMPARE(cell(TrialColumn::Tags), QStringLiteral("good, new"));
        QTest::qWait(400);
        QVERIFY(focusIsOn("inspector.note"));
    }

    void everythingIsReached() {
        openSample();
        m_window->resize(1280, 900);
        find<QTableView>(*m_window, "trialsTable")->selectRow(1);
        QTRY_VERIFY(find<QPushButton>(*m_window, "inspector.record")->isVisible());
        find<QPushButton>(*m_window, "inspector.record")->setChecked(true);
        for (const QString& page : m_window->parts().pages->names()) {
            m_window->parts().pages->showPage(page);
            QTest::qWait(60);
            const QStringList missed = leftOut(round());
            QVERIFY2(missed.isEmpty(),
                     qPrintable(page + QStringLiteral(": ") + missed.join(QStringLiteral(", "))));
        }
    }

    void whatHasTheFocusIsSeen() {
        openSample();
        m_window->resize(1280, 900);
        find<QTableView>(*m_window, "trialsTable")->selectRow(1);
        auto* ring = m_window->findChild<FocusRing*>();
        QVERIFY(ring != nullptr);
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
            Theme::instance().setMode(mode);
            for (const QString& page :
                 {m_window->parts().pages->names().first(), QStringLiteral("experiments")}) {
                m_window->parts().pages->showPage(page);
                QTest::qWait(60);
                const qsizetype stops = round().size();
                for (qsizetype count = 0; count < stops; ++count) {
                    pressTab();
                    QTest::qWait(5); // what scrolls comes into view, and the line after it
                    const QWidget* stop = QApplication::focusWidget();
                    QVERIFY(stop != nullptr && ring->line() != nullptr);
                    const QString name = page + QLatin1Char(' ') + stop->objectName() + QLatin1Char(' ') +
                                         QLatin1String(stop->metaObject()->className());
                    QVERIFY2(ring->line()->isVisible(), qPrintable(name));
                    const QRect line = ring->line()->geometry();
                    QVERIFY2(line.intersects({stop->mapTo(m_window.get(), QPoint()), stop->size()}),
                             qPrintable(name));
                    const double share = marked(m_window->grab().toImage(), line);
                    QVERIFY2(share > 0.95, qPrintable(name + QStringLiteral(" %1").arg(share)));
                }
            }
        }
        Theme::instance().setMode(ThemeMode::Light);
    }

    void theMouseNeedsNoRing() {
        openSample();
        auto* ring = m_window->findChild<FocusRing*>();
        pressTab();
        QTRY_VERIFY(ring->line() != nullptr && ring->line()->isVisible());
        auto* table = find<QTableView>(*m_window, "trialsTable");
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, QPoint(40, 30));
        QTRY_VERIFY(ring->line()->isHidden());
        pressTab();
        QTRY_VERIFY(ring->line()->isVisible());
    }

    /// It goes where what it is about goes.
    void theRingFollows() {
        openSample();
        m_window->resize(1280, 900);
        auto* table = find<QTableView>(*m_window, "trialsTable");
        pressTab();
        table->setFocus(Qt::TabFocusReason);
        auto* ring = m_window->findChild<FocusRing*>();
        const auto fits = [&] {
            const QRect place(table->mapTo(m_window.get(), QPoint()), table->size());
            return ring->line() != nullptr && ring->line()->isVisible() &&
                   place.adjusted(-4, -4, 4, 4).contains(ring->line()->geometry()) &&
                   ring->line()->geometry().adjusted(-4, -4, 4, 4).contains(place);
        };
        QTRY_VERIFY(fits());
        m_window->resize(1400, 1000);
        QTRY_VERIFY(fits());
        find<QWidget>(*m_window, "dock.trials")->hide();
        QTRY_VERIFY(ring->line()->isHidden() || !table->hasFocus());
    }
};

PARSIMONY_UI_TEST(TestFocus)
#include "test_focus.moc"
