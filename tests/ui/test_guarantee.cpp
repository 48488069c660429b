// SPDX-License-Identifier: GPL-3.0-or-later
// The guarantee as the engine says it and as the window does, for every kind that there is.
#include "core/session/guarantee.h"
#include "core/session/session.h"
#include "tests/ui/array_files.h"
#include "tests/ui/ui_test_main.h"
#include "ui/models/error_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <cmath>
#include <limits>

using namespace parsimony;
using namespace parsimony::ui;

class TestGuarantee : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    QTranslator m_german;

    [[nodiscard]] session::RunOptions options() const {
        session::RunOptions o;
        o.train = {m_dir.filePath(QStringLiteral("x.npy")).toStdString(),
                   m_dir.filePath(QStringLiteral("y.npy")).toStdString()};
        o.classes = 10;
        o.epsilon = 1.0;
        o.delta = 1e-5;
        return o;
    }

    /// One of each kind from the engine's own planner.
    std::vector<session::Guarantee> planned() {
        std::vector<session::RunOptions> asked(11, options());
        asked[1].records = 2000;
        asked[2].adjacency = Adjacency::ReplaceOne;
        asked[3].rowsPerPerson = 12;
        asked[4].method = session::MethodKind::Single;
        asked[4].learningRates = "0.1";
        asked[4].trainer = session::TrainerKind::DpSgd;
        asked[4].sampleRate = 0.1;
        asked[5].method = session::MethodKind::PapernotSteinke;
        asked[6].visibility = session::Visibility::Public;
        asked[7].train.ids = m_dir.filePath(QStringLiteral("ids.npy")).toStdString();
        asked[7].rowsPerPerson = 12;
        asked[8] = asked[6];
        asked[8].method = session::MethodKind::Single;
        asked[8].learningRates = "0.1";
        asked[8].experimentEpsilon = std::numeric_limits<double>::infinity();
        asked[9].train.ids = asked[7].train.ids;
        asked[10] = asked[6];
        asked[10].method = session::MethodKind::Oracle;
        std::vector<session::Guarantee> all;
        for (const auto& o : asked) {
            all.push_back(session::Session::planWithoutProject(o).guarantee);
        }
        return all;
    }

    /// With everything that a ledger or a device may add.
    std::vector<session::Guarantee> everyKind() {
        using Accounting = session::Guarantee::Accounting;
        std::vector<session::Guarantee> all;
        for (session::Guarantee g : planned()) {
            const std::uint64_t records = g.publicRecords;
            for (const bool evaluation : {false, true}) {
                for (const auto by : {Accounting::Gaussian, Accounting::PldOrRdp, Accounting::Selection,
                                      Accounting::SubsetTuning}) {
                    for (const std::size_t devices : {0U, 1U, 2U, 3U}) {
                        g.evaluation = evaluation;
                        g.part = evaluation ? "holdout" : "train";
                        g.accounting = by;
                        g.deviceToCheck = devices == 3 ? "cuda" : "";
                        g.checkedDevices.assign(devices % 3, {"cuda:0", "NVIDIA H200", {}, 0, 0.0, 0.0});
                        g.alsoPublic.clear();
                        if (g.recordsDeclared && !evaluation) {
                            g.alsoPublic = {{"test", 200.0}, {"site B", 30.0}};
                        }
                        g.publicRecords = evaluation && devices == 2 ? 0 : records; // 0: they are not told
                        g.exposedUncharged = devices == 0 && evaluation;
                        g.distinctRecords = devices == 1;
                        all.push_back(g);
                    }
                }
            }
        }
        return all;
    }

private slots:
    void initTestCase() {
        test::writeZeros(m_dir.filePath(QStringLiteral("x.npy")), "<f4", {2000, 16});
        test::writeZeros(m_dir.filePath(QStringLiteral("y.npy")), "<i8", {2000});
        test::writeZeros(m_dir.filePath(QStringLiteral("ids.npy")), "<i8", {2000});
        QVERIFY(m_german.load(QStringLiteral(":/parsimony/translations/engine_de.qm")));
    }

    void thePlannerMakesEachKind() {
        using Accounting = session::Guarantee::Accounting;
        const auto all = planned();
        QVERIFY(!all[0].recordsDeclared && all[1].recordsDeclared);
        QCOMPARE(all[0].publicRecords, std::uint64_t{2000});
        QVERIFY(all[2].adjacency == Adjacency::ReplaceOne);
        QCOMPARE(all[3].rowsPerPerson, 12U);
        QVERIFY(all[4].accounting == Accounting::PldOrRdp);
        QVERIFY(all[5].accounting == Accounting::Selection);
        QVERIFY(!all[6].isPrivate && !all[0].peopleByIds && all[7].peopleByIds);
        QVERIFY(!all[8].isPrivate && std::isinf(all[8].epsilon));
        QVERIFY(all[10].chosenUncharged && !all[6].chosenUncharged);
        QVERIFY(session::sentenceOf(all[10]).find("on private data there could be none") !=
                std::string::npos);
        QCOMPARE(all[0].epsilon, 1.0);
    }

    void theWindowSaysWhatTheEngineSays() {
        for (const auto& g : everyKind()) {
            QCOMPARE(sentenceText(session::sentencesOf(g)).toStdString(), session::sentenceOf(g));
        }
    }

    void aGermanWindowSaysItInGerman() {
        QVERIFY(QCoreApplication::installTranslator(&m_german));
        QLocale::setDefault(QLocale(QLocale::German));
        const auto back = qScopeGuard([&] {
            QCoreApplication::removeTranslator(&m_german);
            QLocale::setDefault(QLocale::c());
        });
        for (const auto& g : everyKind()) {
            const QString text = sentenceText(session::sentencesOf(g));
            for (const char* english : {" the ", " each ", " and ", " by ", "epsilon", " of ", " is ", "%"}) {
                QVERIFY2(!text.contains(QLatin1String(english)), qPrintable(text));
            }
            QVERIFY2(text.contains(g.isPrivate             ? QStringLiteral("differentiell privat")
                                   : std::isinf(g.epsilon) ? QStringLiteral("Nicht privat")
                                                           : QStringLiteral("simuliertes Budget")),
                     qPrintable(text));
            QCOMPARE(text.contains(QLatin1String("anderer Leute")), g.distinctRecords && g.isPrivate);
            QVERIFY2(text.contains(QLatin1String(g.exposedUncharged && g.isPrivate ? "gedeckt" : "")),
                     qPrintable(text));
        }
    }

    void jsonHasTheTermsBesideTheSentence() {
        const auto plan = session::Session::planWithoutProject(options());
        const auto json = session::toJson(plan, "plan");
        QCOMPARE(json.at("guarantee").get<std::string>(), session::sentenceOf(plan.guarantee));
        const auto& terms = json.at("guarantee_terms");
        QCOMPARE(terms.at("epsilon").get<double>(), 1.0);
        QCOMPARE(terms.at("part").get<std::string>(), std::string("train"));
        QCOMPARE(terms.at("accounting").get<std::string>(), std::string("gaussian"));
        QVERIFY(terms.at("device_to_check").is_null());
    }
};

PARSIMONY_UI_TEST(TestGuarantee)
#include "test_guarantee.moc"
