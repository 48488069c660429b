// SPDX-License-Identifier: GPL-3.0-or-later
// What the window compares is what `compare` told of the same experiments.
#include "core/study/compare.h"
#include "core/study/sweep.h"
#include "tests/ui/ui_test_main.h"
#include "ui/models/comparison.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>

using namespace parsimony;
using namespace parsimony::ui;
using session::MethodKind;

class TestComparedStudies : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;

    static session::RunOptions digits(const std::string& steps) {
        session::RunOptions options;
        options.data = PARSIMONY_SAMPLES "/digits.npz";
        options.visibility = session::Visibility::Public;
        options.epsilon = 3.0;
        options.delta = 1e-5;
        options.steps = NumberList(steps, "steps");
        options.threads = 1;
        return options;
    }

    static void expectAlike(const std::vector<ComparisonRow>& shown,
                            const std::vector<study::CompareRow>& told, const std::string& steps) {
        for (const auto& row : told) {
            const auto found = std::find_if(shown.begin(), shown.end(), [&](const ComparisonRow& one) {
                return one.method == search::MethodName(row.method) && one.epsilon == row.epsilon &&
                       one.options.find("\"steps\":\"" + steps + "\"") != std::string::npos;
            });
            QVERIFY2(found != shown.end(), std::string(search::methodName(row.method)).c_str());
            QVERIFY2(std::abs(found->mean - row.accuracy) < 1e-9,
                     std::string(search::methodName(row.method)).c_str());
            QVERIFY2(found->rerr.has_value() == row.rerr.has_value(),
                     std::string(search::methodName(row.method)).c_str());
            QVERIFY2(!row.rerr || std::abs(*found->rerr - *row.rerr) < 1e-9,
                     std::string(search::methodName(row.method)).c_str());
        }
    }

private slots:
    void init() { qputenv("PARSIMONY_REGISTRY", m_dir.filePath(QStringLiteral("registry.db")).toUtf8()); }

    /// Grids and sweeps choose by the test records: they are no results. Other steps are another question.
    void theWindowAndTheCommandLineAgree() {
        auto session =
            session::Session::open(m_dir.filePath(QStringLiteral("p.parsimony")).toStdString(), true);
        const std::vector<MethodKind> methods{MethodKind::LinearScaling, MethodKind::Random,
                                              MethodKind::Oracle};
        const auto five = study::compare(session, {digits("5"), methods, {1.0, 3.0}, 2, false}, {}, {});
        study::SweepRequest cells{digits("5"), {1.0, 3.0}, 1};
        cells.base.learningRates = NumberList(std::vector{1.0, 40.0});
        (void)study::sweep(session, cells, {}, {});
        const auto ten = study::compare(session, {digits("10"), methods, {1.0, 3.0}, 2, false}, {}, {});
        const auto rows = compareRows(comparedExperiments(session.experiments(), session.trials({})));
        QCOMPARE(rows.size(), five.size() + ten.size());
        expectAlike(rows, five, "5");
        expectAlike(rows, ten, "10");
        QVERIFY(std::any_of(five.begin(), five.end(), [](const auto& row) { return row.rerr.has_value(); }));
    }
};

PARSIMONY_UI_TEST(TestComparedStudies)
#include "test_compared_studies.moc"
