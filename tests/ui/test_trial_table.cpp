// SPDX-License-Identifier: GPL-3.0-or-later
// The model of the table of trials: what it shows, filters, sorts, groups and copies.
#include "tests/ui/ui_test_main.h"
#include "ui/models/number_format.h"
#include "ui/models/trial_table_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace parsimony;
using namespace parsimony::ui;
using session::TrialSnapshot;
using session::TrialState;

namespace {

std::vector<TrialSnapshot> someTrials(int count) {
    std::vector<TrialSnapshot> trials;
    for (int i = 0; i < count; ++i) {
        TrialSnapshot t;
        t.id = i + 1;
        t.experiment = 1;
        t.phase = i % 3 == 2 ? -1 : i % 3;
        t.role = t.phase < 0 ? "final" : "trial";
        t.r = 10.0 * ((i * 7) % count + 1);
        t.steps = 50;
        t.epsilon = 0.1 + 0.1 * (i % 3);
        t.mu = 0.03;
        if (i % 4 != 3) {
            t.score = 0.5 + 0.001 * i;
            t.scoreSe = 0.01;
        }
        t.state = i % 5 == 4 ? TrialState::Failed : TrialState::Finished;
        trials.push_back(t);
    }
    return trials;
}

QStringList column(const TrialTableModel& model, TrialColumn which) {
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row) {
        texts << model.index(row, static_cast<int>(which)).data().toString();
    }
    return texts;
}

} // namespace

class TestTrialTable : public QObject {
    Q_OBJECT
private slots:
    /// What a look released stands where scores do, and is none: searches and plots of them go by those.
    void looksSayAtWhatAndWhatTheyReleased() {
        session::TrialSnapshot look;
        look.phase = -1;
        look.role = toText(TrialRole::Evaluation);
        QCOMPARE(phaseName(look), QStringLiteral("look"));
        QCOMPARE(trialText(look, TrialColumn::Score), QStringLiteral("–"));
        look.part = "test";
        look.look = session::AccuracySnapshot{0.9604, 0.0093};
        QCOMPARE(phaseName(look), QStringLiteral("look at test"));
        QCOMPARE(trialText(look, TrialColumn::Score), QStringLiteral("96.04 ± 0.93 %"));
        QVERIFY(!trialNumber(look, TrialColumn::Score));
        TrialTableModel model;
        model.setTrials({look});
        QVERIFY2(model.toCsv({0}, {TrialColumn::Score}).contains(QStringLiteral("0.9604,0.0093")),
                 qPrintable(model.toCsv({0}, {TrialColumn::Score})));
    }

    void tableFiltersAndSortsOnAnIndex() {
        TrialTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTrials(someTrials(20));
        QCOMPARE(model.rowCount(), 20);
        model.setFilter(QStringLiteral("state=failed"));
        QCOMPARE(model.rowCount(), 4);
        model.setFilter(QStringLiteral("phase=2 score>50.5%"));
        for (int row = 0; row < model.rowCount(); ++row) {
            QCOMPARE(model.trialAt(row).phase, 1);
            QVERIFY(*model.trialAt(row).score > 0.505);
        }
        QVERIFY(model.rowCount() > 0);
        model.setFilter({});
        const int r = static_cast<int>(TrialColumn::R);
        model.sort(r, Qt::DescendingOrder);
        for (int row = 1; row < model.rowCount(); ++row) {
            QVERIFY(*model.trialAt(row - 1).r >= *model.trialAt(row).r);
        }
        // What has no number stands last in both directions.
        const int score = static_cast<int>(TrialColumn::Score);
        for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            model.sort(score, order);
            QVERIFY(!model.trialAt(model.rowCount() - 1).score);
            QVERIFY(model.trialAt(0).score);
        }
        // Equal ones stay in the order they came in.
        for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            model.sort(static_cast<int>(TrialColumn::Phase), order);
            for (int row = 1; row < model.rowCount(); ++row) {
                const auto& before = model.trialAt(row - 1);
                const auto& here = model.trialAt(row);
                const bool right =
                    order == Qt::AscendingOrder ? before.phase < here.phase : before.phase > here.phase;
                QVERIFY(right || (before.phase == here.phase && before.id < here.id) || before.phase < 0 ||
                        here.phase < 0);
            }
        }
        model.sort(-1, Qt::AscendingOrder);
        QCOMPARE(column(model, TrialColumn::Id).first(), QStringLiteral("1"));
    }

    void bareWordsAreFoundInWhatATrialIsCalled() {
        auto trials = someTrials(20);
        trials[3].tags = {"Keep"};
        trials[5].note = "odd Loss";
        TrialTableModel model;
        model.setTrials(trials);
        const auto rows = [&](const char* text) {
            model.setFilter(QString::fromLatin1(text));
            return model.rowCount();
        };
        QCOMPARE(rows("fail"), 4);
        QCOMPARE(rows("FINAL"), 6);
        QCOMPARE(rows("phase fail"), 3);
        QCOMPARE(rows("#2"), 2); // 2 and 20
        QCOMPARE(rows("2"), 8);  // phase 2, and 12
        QCOMPARE(rows("keep"), 1);
        QCOMPARE(rows("ODD loss"), 1);
        QCOMPARE(rows("loss fail"), 0);
        QCOMPARE(rows("nothing"), 0);
    }

    void tableKeepsPersistentIndexes() {
        TrialTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTrials(someTrials(10));
        const QPersistentModelIndex fourth(model.index(3, 0));
        model.sort(static_cast<int>(TrialColumn::R), Qt::DescendingOrder);
        QCOMPARE(model.trialAt(fourth.row()).id, std::int64_t{4});
        model.setFilter(QStringLiteral("id=4"));
        QCOMPARE(fourth.row(), 0);
        model.setFilter(QStringLiteral("id=5"));
        QVERIFY(!fourth.isValid());
    }

    void tableMergesWhatRuns() {
        TrialTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTrials(someTrials(5));
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        auto more = someTrials(7);
        more[1].score = 0.9;
        more.push_back({}); // only planned: no id, no row
        model.mergeTrials(more);
        QCOMPARE(model.rowCount(), 7);
        QCOMPARE(inserted.size(), 1);
        QVERIFY(!changed.isEmpty());
        QCOMPARE(*model.trialById(2)->score, 0.9);
        QCOMPARE(model.rowOf(7), 6);
        // A run hands over all of its trials each time: only what differs is told of.
        changed.clear();
        model.mergeTrials(more);
        QCOMPARE(changed.size(), 0);
        more[2].stepsDone += 1;
        model.mergeTrials(more);
        const int state = static_cast<int>(TrialColumn::State);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toModelIndex(), model.index(2, state));
        QCOMPARE(changed[0][1].toModelIndex(), model.index(2, state));
        changed.clear();
        more[4].score = 0.8;
        model.setTrials({more.begin(), more.begin() + 7});
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed[0][0].toModelIndex(), model.index(4, 0));
        QCOMPARE(changed[0][1].toModelIndex(), model.index(4, kTrialColumns - 1));
        model.setFilter(QStringLiteral("state=finished"));
        more[0].state = TrialState::Failed;
        model.mergeTrials(more);
        QCOMPARE(model.rowOf(1), -1);
    }

    /// 10^5 trials that a project was read with are not copied for the table, until it takes those of a run.
    void tableSharesTrialsUntilTheyChange() {
        TrialTableModel model;
        const auto read = std::make_shared<const std::vector<TrialSnapshot>>(someTrials(5));
        model.shareTrials(read);
        QCOMPARE(&model.trials(), read.get());
        model.setFilter(QStringLiteral("score>50%"));
        model.mergeTrials(*read); // nothing new
        QCOMPARE(&model.trials(), read.get());
        auto live = *read;
        live[1].score = 0.2;
        live.push_back(someTrials(6).back());
        model.mergeTrials(live);
        QCOMPARE(*read, someTrials(5)); // others read it
        QCOMPARE(model.totalRows(), 6);
        QCOMPARE(*model.trialById(2)->score, 0.2);
        QCOMPARE(model.rowOf(2), -1); // the filter asks the new number
        const auto again = std::make_shared<const std::vector<TrialSnapshot>>(live);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.shareTrials(again);
        QCOMPARE(&model.trials(), again.get());
        QCOMPARE(changed.size(), 0);
    }

    void aSearchAmongEncodersIsGroupedByThem() {
        TrialTableModel model;
        auto trials = someTrials(6);
        for (std::size_t i = 0; i < 5; ++i) {
            trials[i].knobs = {{train::Knob::Encoder, 0.0, i % 2 == 0 ? "a" : "b"}};
        }
        model.setTrials(trials);
        model.setGroup(TrialColumn::Encoder);
        QStringList groups;
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.isGroup(row)) {
                groups << model.index(row, 0)
                              .data(TrialTableModel::GroupRole)
                              .toString()
                              .section(QStringLiteral(" · "), 0, 1);
            }
        }
        QCOMPARE(groups, (QStringList{QStringLiteral("a · 3 trials"), QStringLiteral("b · 2 trials"),
                                      absent() + QStringLiteral(" · 1 trial")}));
    }

    void tableCopies() {
        TrialTableModel model;
        model.setTrials(someTrials(3));
        const QString csv = model.toCsv({0, 2}, {TrialColumn::Id, TrialColumn::R, TrialColumn::Score});
        QCOMPARE(csv, QStringLiteral("id,r,score,score_se\n1,10,0.5,0.01\n3,30,0.502,0.01\n"));
        QCOMPARE(model.toCsv({1, 2}, {TrialColumn::Phase, TrialColumn::State}),
                 QStringLiteral("phase,state\n2,finished\nfinal,finished\n")); // words that a filter takes
        const QString latex = model.toLatex({0}, {TrialColumn::Epsilon, TrialColumn::Score});
        QVERIFY(latex.contains(QStringLiteral("$\\varepsilon$ & score")));
        QVERIFY(latex.contains(QStringLiteral("50.00 $\\pm$ 1.00\\,\\%")));
        QVERIFY(model.columnIsConstant(TrialColumn::Steps));
        QVERIFY(!model.columnIsConstant(TrialColumn::R));
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        const QString german = model.toLatex({0}, {TrialColumn::Epsilon, TrialColumn::Score});
        QLocale::setDefault(QLocale::c());
        QCOMPARE(german, latex);
    }
};

PARSIMONY_UI_TEST(TestTrialTable)
#include "test_trial_table.moc"
