// SPDX-License-Identifier: GPL-3.0-or-later
// The smallest window in the language with the longest words: nothing of it is cut.
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/style/widgets.h"
#include "ui/window/help_sheets.h"
#include "ui/window/window_layout.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QTableView>
#include <QToolButton>
#include <QTranslator>

using namespace parsimony;
using namespace parsimony::ui;
using test::find;

namespace {

constexpr int kLeastField = 60; ///< pixels in which a number can be read

/// How wide a widget has to be for its words; 0 where it has none that could be cut.
int wanted(const QWidget& widget) {
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        const bool elides = dynamic_cast<const ElidedLabel*>(label) != nullptr; // the whole is its tool tip
        return elides || label->wordWrap() || label->text().isEmpty() ? 0 : label->minimumSizeHint().width();
    }
    if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
        QStyleOptionComboBox option;
        option.initFrom(box);
        option.editable = box->isEditable();
        const int inside =
            box->style()
                ->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box)
                .width();
        const QString text = box->isEditable() ? QString() : box->currentText();
        return std::max(kLeastField, box->width() - inside + box->fontMetrics().horizontalAdvance(text) + 2);
    }
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
        const auto* tool = qobject_cast<const QToolButton*>(button);
        const bool icon =
            tool != nullptr && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull();
        return icon || button->text().isEmpty() ? 0 : button->minimumSizeHint().width();
    }
    if (const auto* edit = qobject_cast<const QLineEdit*>(&widget)) {
        return qobject_cast<const QComboBox*>(edit->parentWidget()) != nullptr ? 0 : kLeastField;
    }
    return 0;
}

/// What of a widget its parents leave to be seen, from side to side; a page that scrolls down shows all.
int seen(const QWidget& widget) {
    QRect rect = widget.rect();
    for (const QWidget* each = &widget; !each->isWindow(); each = each->parentWidget()) {
        rect.translate(each->pos());
        const int right = each->parentWidget()->width() - 1;
        rect.setLeft(std::max(0, rect.left()));
        rect.setRight(std::min(right, rect.right()));
    }
    return rect.width();
}

bool scrollsSideways(const QWidget& widget) {
    for (const QWidget* each = &widget; each != nullptr; each = each->parentWidget()) {
        if (qobject_cast<const QTableView*>(each) != nullptr) {
            return true; // tables are looked at by tests of their own
        }
    }
    return false;
}

} // namespace

class TestNarrow : public test::WindowTest {
    Q_OBJECT
public:
    TestNarrow() {
        QLocale::setDefault(QLocale(QLocale::German));
        for (QTranslator* words : {&m_engineWords, &m_words}) {
            const bool there =
                words->load(words == &m_words ? QStringLiteral(":/parsimony/translations/parsimony_de.qm")
                                              : QStringLiteral(":/parsimony/translations/engine_de.qm"));
            Q_ASSERT(there);
            Q_UNUSED(there)
            QApplication::installTranslator(words);
        }
    }

private:
    QTranslator m_words, m_engineWords;

    [[nodiscard]] QStringList cut() const {
        QStringList found;
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->window() != m_window.get() || scrollsSideways(*widget)) {
                continue;
            }
            const int needs = wanted(*widget);
            const int has = std::min(widget->width(), seen(*widget));
            if (needs > has) {
                const QString text =
                    widget->property("text").toString() + widget->property("currentText").toString();
                found << QStringLiteral("%1 “%2” has %3 of %4")
                             .arg(widget->objectName(), text)
                             .arg(has)
                             .arg(needs);
            }
        }
        return found;
    }

    /// What stays cut: under load a layout may take longer than a glance.
    QStringList cutAtLast() {
        QStringList found = cut();
        for (int i = 0; i < 30 && (i == 0 || !found.isEmpty()); ++i) {
            QTest::qWait(100);
            found = cut();
        }
        return found;
    }

private slots:
    void german() {
        openSample();
        QCOMPARE(find<QPushButton>(*m_window, "audit.verify")->text(), QStringLiteral("Kassenbuch prüfen"));
    }

    void nothingIsCut() {
        openSample();
        m_window->resize(900, 600);
        m_window->parts().layout->reset();
        QTRY_COMPARE(m_window->size(), QSize(900, 600));
        find<QTableView>(*m_window, "trialsTable")->selectRow(1);
        QStringList found;
        for (const QString& page : m_window->parts().pages->names()) {
            m_window->parts().pages->showPage(page);
            for (const QString& each : cutAtLast()) {
                found << page + QStringLiteral(": ") + each;
            }
        }
        for (const QString& each : found) {
            qWarning("%s", qPrintable(each)); // a test's message has room for a few
        }
        QVERIFY(found.isEmpty());
    }

    void nothingOfTheFormsIsCut() {
        openSample();
        m_window->resize(900, 600);
        m_window->parts().layout->reset();
        QTRY_COMPARE(m_window->size(), QSize(900, 600));
        for (auto* section : m_window->findChildren<Section*>()) {
            section->setFolded(false);
        }
        const QStringList found = cutAtLast();
        for (const QString& each : found) {
            qWarning("%s", qPrintable(each)); // a test's message has room for a few
        }
        QVERIFY(found.isEmpty());
    }

    void theTourIsReadWhole() {
        m_window->resize(900, 600);
        QTRY_COMPARE(m_window->size(), QSize(900, 600));
        auto* tour = find<Tour>(*m_window, "tour");
        tour->start();
        for (; tour->isVisible(); find<QPushButton>(*m_window, "tour.next")->click()) {
            QTest::qWait(1); // laid out
            for (const auto* label : tour->findChildren<QLabel*>()) {
                const bool whole = label->wordWrap()
                                       ? label->height() >= label->heightForWidth(label->width())
                                       : label->width() >= label->sizeHint().width();
                QVERIFY2(whole, qPrintable(label->text()));
            }
        }
        QCOMPARE(tour->step(), 8); // all of it was seen
    }

    void numbersOfPublicDataKeepTheirBadges() {
        auto options = test::sampleOptions();
        options.visibility = session::Visibility::Public;
        m_engine->addProject(QStringLiteral("/data/public.parsimony"), options);
        openSample(QStringLiteral("/data/public.parsimony"));
        m_window->resize(900, 600);
        m_window->parts().layout->reset();
        QTRY_COMPARE(m_window->size(), QSize(900, 600));
        find<QTableView>(*m_window, "trialsTable")->selectRow(1);
        const auto* body = find<QWidget>(*m_window, "inspectorBody");
        QTRY_VERIFY(body->findChild<QPushButton*>(QStringLiteral("inspector.rerunTrial")) != nullptr);
        QVERIFY(body->findChild<QLabel*>(QStringLiteral("inspector.badge")) != nullptr);
        constexpr int kBesideAScrollBar = 226;
        QTRY_VERIFY2(body->minimumSizeHint().width() <= kBesideAScrollBar,
                     qPrintable(QString::number(body->minimumSizeHint().width())));
    }
};

PARSIMONY_UI_TEST(TestNarrow)
#include "test_narrow.moc"
