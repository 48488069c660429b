// SPDX-License-Identifier: GPL-3.0-or-later
// One filter: what is typed reaches the table, every plot, the counts and what leaves the window.
#include "tests/ui/window_fixture.h"
#include "ui/models/trial_table_model.h"
#include "ui/plots/compare_plot.h"
#include "ui/plots/r_epsilon_plot.h"
#include "ui/window/filter_field.h"
#include "ui/window/trials_panel.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QScopeGuard>
#include <QTableView>
#include <QTranslator>

using namespace parsimony;
using namespace parsimony::ui;
using test::find;
using test::type;

class TestFilter : public test::WindowTest {
    Q_OBJECT
private:
    FilterField* field() { return find<FilterField>(*m_window, "trials.filter"); }
    int rows() { return find<QTableView>(*m_window, "trialsTable")->model()->rowCount(); }
    QStringList offered() {
        QStringList names;
        const auto* model = field()->completions()->completionModel();
        for (int i = 0; i < model->rowCount(); ++i) {
            names << model->index(i, 0).data().toString();
        }
        return names;
    }

private slots:
    void whatCannotBeReadIsMarkedAndChangesNothing() {
        openSample();
        type(*m_window, "trials.filter", QStringLiteral("phase=1"));
        QCOMPARE(rows(), 3);
        type(*m_window, "trials.filter", QStringLiteral("phase=1 scoer>3"));
        QCOMPARE(rows(), 3);
        auto* problem = find<QLabel>(*m_window, "trials.filter.problem");
        QTRY_COMPARE(problem->text(),
                     QStringLiteral("character 9: there is no column 'scoer'; did you mean 'score'?"));
        QVERIFY(problem->isVisible());
        type(*m_window, "trials.filter", QStringLiteral("phase=1 score>0"));
        QTRY_VERIFY(!problem->isVisible());
    }

    void namesAndValuesAreCompleted() {
        openSample();
        type(*m_window, "trials.filter", QStringLiteral("phase=1 sta"));
        QCOMPARE(offered(), QStringList{QStringLiteral("state")});
        emit field()->completions()->activated(QStringLiteral("state"));
        QCOMPARE(field()->text(), QStringLiteral("phase=1 state"));
        QTest::keyClicks(field(), QStringLiteral("=fi"));
        QCOMPARE(offered(), QStringList{QStringLiteral("finished")});
        type(*m_window, "trials.filter", QStringLiteral("method="));
        QCOMPARE(offered(), QStringList{QStringLiteral("linear-scaling")});
        type(*m_window, "trials.filter", QStringLiteral("method=linear-scaling"));
        QVERIFY(!field()->completions()->popup()->isVisible());
        QVERIFY(rows() > 3);
        type(*m_window, "trials.filter", QStringLiteral("NOT trainer~gd"));
        QCOMPARE(rows(), 0);
    }

    void keptFiltersReadInEveryLanguage() {
        QTranslator german;
        QVERIFY(german.load(QStringLiteral(":/parsimony/translations/parsimony_de.qm")));
        QVERIFY(QCoreApplication::installTranslator(&german));
        const auto back = qScopeGuard([&] { QCoreApplication::removeTranslator(&german); });
        openSample();
        type(*m_window, "trials.filter",
             QStringLiteral("Zustand=fertig UND NICHT (phase=Ende ODER phase>1)"));
        QCOMPARE(rows(), 3);
        field()->keep();
        QCOMPARE(FilterField::kept().last(),
                 QStringLiteral("state=finished AND NOT (phase=final OR phase>1)"));
        QCoreApplication::removeTranslator(&german);
        field()->clear();
        field()->setText(FilterField::kept().last());
        QCOMPARE(rows(), 3);
        const auto before = FilterField::kept().size();
        field()->keep(); // the same once more
        QCOMPARE(FilterField::kept().size(), before);
        field()->forget();
        QCOMPARE(FilterField::kept().size(), before - 1);
    }

    void everyPlotFollows() {
        openSample();
        const auto* r = find<REpsilonPlot>(*m_window, "r-vs-epsilon");
        const auto all = r->series().points.size();
        QVERIFY(all > 3);
        type(*m_window, "trials.filter", QStringLiteral("phase=1"));
        QTRY_COMPARE(r->series().points.size(), std::size_t{3});
        QVERIFY(!r->series().line.empty());
        m_window->showPage(QStringLiteral("compare"));
        auto* compare = m_window->page(QStringLiteral("compare"))->findChild<ComparePlot*>();
        QTRY_VERIFY(!compare->csv().trimmed().contains(QStringLiteral("oracle")));
        QTRY_COMPARE(compare->csv().count(QLatin1Char('\n')), 2); // the head and the experiment
        type(*m_window, "trials.filter", QStringLiteral("exp=7"));
        QTRY_COMPARE(compare->csv().count(QLatin1Char('\n')), 1);
        field()->clear();
        QTRY_COMPARE(compare->csv().count(QLatin1Char('\n')), 2);
        m_window->showPage(QStringLiteral("r-vs-epsilon"));
        QTRY_COMPARE(r->series().points.size(), all);
    }

    void whatLeavesIsWhatPasses() {
        openSample();
        type(*m_window, "trials.filter", QStringLiteral("phase=2"));
        auto* panel = find<TrialsPanel>(*m_window, "trialsPanel");
        QCOMPARE(panel->asText(TrialsPanel::Format::Csv).count(QLatin1Char('\n')), 4);
        const auto rows = QJsonDocument::fromJson(panel->asText(TrialsPanel::Format::Json).toUtf8()).array();
        QCOMPARE(rows.size(), 3);
        QCOMPARE(rows[0].toObject()[QStringLiteral("phase")].toString(), QStringLiteral("phase 2"));
        QVERIFY(rows[0].toObject()[QStringLiteral("score_se")].isDouble());
        QVERIFY(rows[0].toObject()[QStringLiteral("r")].toDouble() > 0.0);
    }
};

QTEST_MAIN(TestFilter)
#include "test_filter.moc"
