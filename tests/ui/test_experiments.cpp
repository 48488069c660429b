// SPDX-License-Identifier: GPL-3.0-or-later
// Several experiments in one project: chosen, grouped, and side by side.
#include "tests/ui/window_fixture.h"
#include "ui/models/trial_table_model.h"
#include "ui/plots/edf_plot.h"
#include "ui/style/checklist_button.h"
#include "ui/style/theme.h"
#include "ui/window/filter_field.h"

#include <QListWidget>
#include <QTableView>

using namespace parsimony;
using namespace parsimony::ui;
using test::find;
using test::type;

class TestExperiments : public test::WindowTest {
    Q_OBJECT
private:
    /// A project with two searches and a random one.
    void openThree() {
        auto options = test::sampleOptions();
        options.experimentEpsilon = 0.3;
        for (const auto method : {session::MethodKind::LinearScaling, session::MethodKind::LinearScaling,
                                  session::MethodKind::Random}) {
            options.method = method;
            m_engine->addProject(QStringLiteral("/data/three.parsimony"), options);
        }
        m_window->openProject(QStringLiteral("/data/three.parsimony"));
        QTRY_VERIFY(m_window->working());
        QTRY_COMPARE(find<ChecklistButton>(*m_window, "pages.experiments")->list().count(), 3);
    }
    QTableView* table() { return find<QTableView>(*m_window, "trialsTable"); }
    FilterField* field() { return find<FilterField>(*m_window, "trials.filter"); }

private slots:
    void thePickerIsThereForSeveral() {
        openSample();
        QTRY_VERIFY(table()->model()->rowCount() > 0);
        QVERIFY(find<ChecklistButton>(*m_window, "pages.experiments")->isHidden());
        openThree();
        QVERIFY(find<ChecklistButton>(*m_window, "pages.experiments")->isVisible());
        QVERIFY(!table()->isColumnHidden(static_cast<int>(TrialColumn::Experiment)));
    }

    void choosingWritesTheFilter() {
        openThree();
        auto* picker = find<ChecklistButton>(*m_window, "pages.experiments");
        const int all = table()->model()->rowCount();
        picker->list().item(2)->setCheckState(Qt::Checked); // the newest stands first: this is experiment 1
        QCOMPARE(field()->text(), QStringLiteral("experiment=1"));
        QCOMPARE(table()->model()->rowCount(), 7);
        picker->list().item(1)->setCheckState(Qt::Checked);
        QCOMPARE(field()->text(), QStringLiteral("(experiment=2 OR experiment=1)"));
        QCOMPARE(table()->model()->rowCount(), 14);
        // What is typed is seen in the picker, and what is no list of experiments is none.
        type(*m_window, "trials.filter", QStringLiteral("score>0 exp=3"));
        QCOMPARE(picker->chosen(), QStringList{QStringLiteral("3")});
        type(*m_window, "trials.filter", QStringLiteral("exp>1"));
        QVERIFY(picker->chosen().isEmpty());
        type(*m_window, "trials.filter", QStringLiteral("score>>0 exp=3")); // unreadable: left as it is
        picker->list().item(0)->setCheckState(Qt::Checked);
        QCOMPARE(field()->text(), QStringLiteral("score>>0 exp=3"));
        field()->clear();
        QCOMPARE(table()->model()->rowCount(), all);
        QVERIFY(picker->chosen().isEmpty());
    }

    void oneThatIsChosenIsShownOnItsPages() {
        openThree();
        QTRY_VERIFY(m_window->workbench().state()->shown);
        QCOMPARE(m_window->workbench().state()->shown->experiment, 3);
        find<ChecklistButton>(*m_window, "pages.experiments")->list().item(1)->setCheckState(Qt::Checked);
        QTRY_COMPARE(m_window->workbench().state()->shown->experiment, 2);
    }

    void anExperimentHasOneColour() {
        openThree();
        const Theme& theme = Theme::instance();
        QSet<QRgb> colors;
        for (std::int64_t id = 1; id <= 40; ++id) {
            colors.insert(theme.experimentColor(id).rgb());
            QVERIFY(theme.experimentColor(id) == theme.experimentColor(id));
        }
        QVERIFY(colors.size() >= 36);
        m_window->showPage(QStringLiteral("edf"));
        auto* plot = find<EdfPlot>(*m_window, "edf");
        QTRY_VERIFY(!plot->curves().empty());
        for (std::size_t i = 0; i < plot->curves().size(); ++i) {
            QCOMPARE(plot->graph(static_cast<int>(i))->pen().color(),
                     theme.experimentColor(plot->curves()[i].experiment));
        }
    }
};

QTEST_MAIN(TestExperiments)
#include "test_experiments.moc"
