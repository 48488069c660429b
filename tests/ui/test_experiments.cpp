// SPDX-License-Identifier: GPL-3.0-or-later
// Several experiments in one project: chosen, grouped, and side by side.
#include "tests/ui/ui_test_main.h"
#include "tests/ui/window_fixture.h"
#include "ui/models/differences.h"
#include "ui/models/trial_table_model.h"
#include "ui/plots/edf_plot.h"
#include "ui/plots/scatter_plot.h"
#include "ui/plots/trial_plot.h"
#include "ui/style/checklist_button.h"
#include "ui/style/theme.h"
#include "ui/window/filter_field.h"
#include "ui/window/trials_panel.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
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
        m_window->parts().projects->open(QStringLiteral("/data/three.parsimony"));
        QTRY_VERIFY(m_window->parts().projects->working());
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

    /// Course, times and r against ε are of one experiment: a filter that leaves none of its trials would
    /// leave them empty.
    void aTypedFilterShowsTheNewestThatItLeaves() {
        openThree();
        QTRY_COMPARE(m_window->workbench().state()->shown->experiment, 3);
        m_window->parts().pages->showPage(QStringLiteral("course"));
        auto* course = find<TrialPlot>(*m_window, "course");
        type(*m_window, "trials.filter", QStringLiteral("exp=1"));
        QTRY_COMPARE(m_window->workbench().state()->shown->experiment, 1);
        QTRY_VERIFY(!course->empty());
        QVERIFY(course->xAxis->label().contains(QStringLiteral("experiment 1")));
        type(*m_window, "trials.filter", QStringLiteral("method=linear-scaling"));
        QTest::qWait(500); // the one that is shown passes
        QCOMPARE(m_window->workbench().state()->shown->experiment, 1);
        type(*m_window, "trials.filter", QStringLiteral("exp>1"));
        QTRY_COMPARE(m_window->workbench().state()->shown->experiment, 3);
    }

    /// Of several one is chosen for each trial, so that the experiment's own line does not tell it.
    void theInspectorNamesTrainerAndEncoder() {
        openThree();
        const auto values = [this](const char* name) {
            QStringList texts;
            for (const auto* label : find<QWidget>(*m_window, "inspectorBody")->findChildren<QLabel*>()) {
                if (label->accessibleName() == QLatin1String(name)) {
                    texts << label->text();
                }
            }
            return texts;
        };
        auto& model = *qobject_cast<TrialTableModel*>(table()->model());
        session::TrialSnapshot chosen = model.trialAt(0);
        chosen.knobs = {{train::Knob::Encoder, 0.0, "vit"}, train::KnobValue::of(train::TrainerKind::DpAdam)};
        model.mergeTrials({chosen});
        table()->selectRow(0);
        QTRY_VERIFY(values("encoder").contains(QStringLiteral("vit")));
        QVERIFY(values("trainer").contains(QStringLiteral("dp-adam")));
    }

    void twoTrialsStandSideBySide() {
        openThree();
        const TrialTableModel& model = *qobject_cast<TrialTableModel*>(table()->model());
        const auto both = betweenTrials(*model.trialById(1), *model.trialById(2), model);
        QCOMPARE(both.leftTitle, QStringLiteral("trial 1"));
        const auto row = [](const Differences& all, const QString& name) {
            const auto found = std::find_if(all.rows.begin(), all.rows.end(),
                                            [&](const auto& one) { return one.name == name; });
            return found != all.rows.end() ? *found : Differences::Row();
        };
        QVERIFY(row(both, QStringLiteral("r")).differs);
        QVERIFY(!row(both, QStringLiteral("T")).differs);
        QCOMPARE(row(both, QStringLiteral("T")).left, row(both, QStringLiteral("T")).right);
        auto close = *model.trialById(1);
        close.r = *close.r * (1.0 + 1e-9); // shown alike, and yet another
        QVERIFY(row(betweenTrials(*model.trialById(1), close, model), QStringLiteral("r")).differs);
        // In the window: both are marked, and what is alike can be left out.
        table()->selectRow(0);
        table()->selectionModel()->select(model.index(8, 0),
                                          QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QTRY_VERIFY(m_window->findChild<QCheckBox*>(QStringLiteral("inspector.onlyDifferences")) != nullptr);
        const auto shownLabels = [this] {
            QStringList texts;
            for (const auto* grid :
                 m_window->findChildren<QWidget*>(QStringLiteral("inspector.differences"))) {
                for (const auto* label : grid->findChildren<QLabel*>()) {
                    if (label->isVisible()) {
                        texts << label->text();
                    }
                }
            }
            return texts;
        };
        QTRY_VERIFY(shownLabels().contains(QStringLiteral("T")));
        QVERIFY(shownLabels().contains(QStringLiteral("≠")));
        QVERIFY(shownLabels().contains(QStringLiteral("experiment 2"))); // they are of different ones
        auto* only = find<QCheckBox>(*m_window, "inspector.onlyDifferences");
        only->setFocus();
        QTest::keyClick(only, Qt::Key_Space);
        QTRY_VERIFY(!shownLabels().contains(QStringLiteral("T")));
        QTRY_VERIFY(shownLabels().contains(QStringLiteral("r")));
        table()->selectRow(0);
        QTRY_VERIFY(m_window->findChild<QPushButton*>(QStringLiteral("inspector.rerun")) != nullptr);
    }

    void twoExperimentsStandSideBySide() {
        openThree();
        const auto experiments = m_window->workbench().state()->experiments;
        auto other = experiments[0];
        other.options = R"({"steps":"70","only-here":true})";
        auto first = experiments[0];
        first.options = R"({"steps":"50"})";
        const auto both = betweenExperiments(first, other);
        const auto differing =
            std::count_if(both.rows.begin(), both.rows.end(), [](const auto& r) { return r.differs; });
        QCOMPARE(differing, 2);
        QCOMPARE(both.rows.back().name, QStringLiteral("steps"));
        QCOMPARE(both.rows.back().right, QStringLiteral("70"));
        QCOMPARE(both.rows[both.rows.size() - 2].left, QStringLiteral("–"));
        auto* picker = find<ChecklistButton>(*m_window, "pages.experiments");
        picker->list().item(0)->setCheckState(Qt::Checked);
        picker->list().item(2)->setCheckState(Qt::Checked);
        QTRY_VERIFY(m_window->findChild<QCheckBox*>(QStringLiteral("inspector.onlyDifferences")) != nullptr);
        field()->clear();
        QTRY_VERIFY(m_window->findChild<QCheckBox*>(QStringLiteral("inspector.onlyDifferences")) == nullptr);
    }

    void trialsAreGroupedAndFolded() {
        openThree();
        auto& model = *qobject_cast<TrialTableModel*>(table()->model());
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const int all = model.rowCount();
        QCOMPARE(all, 18);
        QAction* byExperiment = find<QMenu>(*m_window, "trials.group")->actions().at(1);
        byExperiment->trigger();
        QCOMPARE(model.rowCount(), all + 3);
        QCOMPARE(model.passingTrials(), all);
        QVERIFY(model.isGroup(0) && model.isGroup(8));
        const QString said = model.index(0, 0).data(TrialTableModel::GroupRole).toString();
        QVERIFY2(said.startsWith(QStringLiteral("experiment 1 · linear-scaling · 7 trials · best score ")),
                 qPrintable(said));
        QVERIFY(!model.flags(model.index(0, 0)).testFlag(Qt::ItemIsSelectable));
        // Sorting stays within the groups.
        table()->sortByColumn(static_cast<int>(TrialColumn::R), Qt::DescendingOrder);
        QVERIFY(model.isGroup(0) && model.isGroup(8));
        QCOMPARE(model.trialAt(1).experiment, 1);
        QVERIFY(model.trialAt(1).r.value_or(0) >= model.trialAt(2).r.value_or(0));
        // A folded group leaves the plots, the count and the filter alone; the selection is kept.
        const qint64 kept = model.trialAt(9).id;
        table()->selectRow(9);
        model.setFolded(0, true);
        QCOMPARE(model.rowCount(), 11 + 3);
        QCOMPARE(model.filteredTrials().size(), static_cast<std::size_t>(all));
        QCOMPARE(model.trialAt(table()->currentIndex().row()).id, kept);
        QCOMPARE(model.rowOf(kept), 2);
        field()->setText(QStringLiteral("exp=1"));
        QCOMPARE(model.rowCount(), 1); // its group alone, folded
        QCOMPARE(model.filteredTrials().size(), std::size_t{7});
        field()->clear();
        // By keyboard, and with a click.
        table()->setCurrentIndex(model.index(0, 0));
        table()->setFocus();
        QTest::keyClick(table(), Qt::Key_Right);
        QCOMPARE(model.rowCount(), all + 3);
        QTest::keyClick(table(), Qt::Key_Space);
        QCOMPARE(model.rowCount(), 14);
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {},
                          table()->visualRect(model.index(0, 2)).center());
        QCOMPARE(model.rowCount(), all + 3);
        // What is copied has trials alone.
        QCOMPARE(find<TrialsPanel>(*m_window, "trialsPanel")
                     ->asText(TrialsPanel::Format::Csv)
                     .count(QLatin1Char('\n')),
                 all + 1);
        find<QMenu>(*m_window, "trials.group")->actions().at(2)->trigger(); // by method
        QCOMPARE(model.rowCount(), all + 2);
        find<QMenu>(*m_window, "trials.group")->actions().at(0)->trigger();
        QCOMPARE(model.rowCount(), all);
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
        m_window->parts().pages->showPage(QStringLiteral("edf"));
        auto* plot = find<EdfPlot>(*m_window, "edf");
        QTRY_VERIFY(!plot->curves().empty());
        for (std::size_t i = 0; i < plot->curves().size(); ++i) {
            QCOMPARE(plot->graph(static_cast<int>(i))->pen().color(),
                     theme.experimentColor(plot->curves()[i].experiment));
        }
        m_window->parts().pages->showPage(QStringLiteral("scatter"));
        auto* scatter = find<ScatterPlot>(*m_window, "scatter");
        test::choose(*m_window, "scatter.colour", "experiment");
        QTRY_VERIFY(scatter->csv().count(QLatin1Char('\n')) > 4); // below the head a line each
        QCOMPARE(scatter->graph(1)->name(), QStringLiteral("experiment 2"));
        QCOMPARE(scatter->graph(1)->scatterStyle().pen().color(), theme.experimentColor(2));
    }
};

PARSIMONY_UI_TEST(TestExperiments)
#include "test_experiments.moc"
