// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of the real engine as a German window says them.
#include "core/base/sentence.h"
#include "core/base/trial_state.h"
#include "core/session/session.h"
#include "tests/core/ledger/forger.h"
#include "tests/ui/array_files.h"
#include "tests/ui/ui_test_main.h"
#include "ui/models/audit_values.h"
#include "ui/models/error_text.h"
#include "ui/workers/engine_session.h"

#include <QCoreApplication>
#include <QFile>
#include <QLocale>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <functional>

using namespace parsimony;
using namespace parsimony::ui;

class TestErrors : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    QTranslator m_engine, m_window;
    EnginePtr m_port = makeEngine();

    [[nodiscard]] std::string file(const char* name) const {
        return m_dir.filePath(QLatin1String(name)).toStdString();
    }
    [[nodiscard]] session::RunOptions options() const {
        session::RunOptions o;
        o.train = {file("x.npy"), file("y.npy")};
        o.classes = 10;
        o.epsilon = 1.0;
        o.delta = 1e-5;
        return o;
    }
    /// What the window would show of what `work` throws.
    static Problem problemOf(const std::function<void()>& work) {
        try {
            work();
        } catch (...) {
            return currentProblem();
        }
        return {};
    }
    Problem planned(const std::function<void(session::RunOptions&)>& change) {
        return problemOf([&] {
            session::RunOptions o = options();
            change(o);
            (void)m_port->ask(wire::FreshPlanCall{o});
        });
    }

private slots:
    void initTestCase() {
        qputenv("PARSIMONY_REGISTRY", m_dir.filePath(QStringLiteral("registry.db")).toUtf8());
        test::writeZeros(m_dir.filePath(QStringLiteral("x.npy")), "<f4", {2000, 16});
        test::writeZeros(m_dir.filePath(QStringLiteral("y.npy")), "<i8", {2000});
        test::writeZeros(m_dir.filePath(QStringLiteral("short.npy")), "<i8", {1999});
        QVERIFY(m_engine.load(QStringLiteral(":/parsimony/translations/engine_de.qm")));
        QVERIFY(m_window.load(QStringLiteral(":/parsimony/translations/parsimony_de.qm")));
    }
    void init() {
        QCoreApplication::installTranslator(&m_engine);
        QCoreApplication::installTranslator(&m_window);
        QLocale::setDefault(QLocale(QLocale::German));
    }
    void cleanup() {
        QCoreApplication::removeTranslator(&m_engine);
        QCoreApplication::removeTranslator(&m_window);
        QLocale::setDefault(QLocale::c());
    }

    void partsAreNamedInGerman() {
        QCOMPARE(partText("train"), QStringLiteral("Training"));
        QCOMPARE(partText("validation"), QStringLiteral("Validierung"));
        QCOMPARE(partText("lemmas"), QStringLiteral("lemmas"));
    }

    void noticesAreSaidInGerman() {
        for (const session::Notice notice : session::notices) {
            const Sentence sentence = session::sentenceOf(notice, {});
            QVERIFY(!sentence.english().empty());
            QVERIFY2(sentenceText(sentence) != QString::fromStdString(sentence.english()),
                     sentence.english().c_str());
            QVERIFY(!sentenceText(sentence).startsWith(QStringLiteral("Die Engine sagt")));
        }
    }

    void errorsOfFiles() {
        const auto missing = planned([&](auto& o) { o.train.features = file("gone.npy"); });
        QVERIFY2(missing.message.startsWith(QStringLiteral("es gibt keine Datei /")),
                 qPrintable(missing.message));
        QVERIFY(missing.english.startsWith(QStringLiteral("there is no file /")));
        const auto uneven = planned([&](auto& o) { o.train.labels = file("short.npy"); });
        QVERIFY2(uneven.message.contains(QStringLiteral("hat nicht so viele Zeilen wie ")),
                 qPrintable(uneven.message)); // how many is for the curator
        QVERIFY(uneven.message.endsWith(QStringLiteral("Labels; es müssen gleich viele sein")));
        const auto folder =
            problemOf([&] { (void)m_port->ask(wire::ArraysCall{m_dir.path().toStdString()}); });
        QVERIFY2(folder.message.size() > 10, qPrintable(folder.message));
    }

    void errorsOfNumbers() {
        const auto said = [](const char* text) {
            return problemOf([&] { (void)NumberList(std::string(text), "--steps"); }).message;
        };
        QCOMPARE(said("many"), QStringLiteral("--steps: „many“ ist keine Zahl"));
        QCOMPARE(said("lin:1:2"), QStringLiteral("--steps: Ein Bereich wird log:LO:HI:N oder lin:LO:HI:N "
                                                 "geschrieben"));
        QCOMPARE(said("log:0:2:3"),
                 QStringLiteral("--steps: Die Enden des Bereichs müssen endlich und positiv sein"));
    }

    void errorsOfProjects() {
        const auto none = problemOf([&] { (void)m_port->open(file("none.parsimony"), false); });
        QVERIFY2(none.message.startsWith(QStringLiteral("es gibt kein Projekt „")), qPrintable(none.message));
        const auto data = problemOf([&] { (void)m_port->open(file("x.npy"), false); });
        QVERIFY2(data.message.contains(QStringLiteral("keine SQLite-Datei")), qPrintable(data.message));
        auto session = m_port->open(file("p.parsimony"), true);
        const auto empty = problemOf([&] { session->ask(wire::RaiseCall{2.0, "more"}); });
        QVERIFY2(empty.message.startsWith(QStringLiteral("das Projekt hat noch keine Daten")),
                 qPrintable(empty.message));
        // A newer program's: format 99 in the header of the file (SQLite keeps user_version at byte 60).
        session.reset();
        QFile project(QString::fromStdString(file("p.parsimony")));
        QVERIFY(project.open(QIODevice::ReadWrite) && project.seek(60));
        project.write(QByteArray("\0\0\0\x63", 4));
        project.close();
        const auto newer = problemOf([&] { (void)m_port->open(file("p.parsimony"), false); });
        QVERIFY2(newer.message.contains(QStringLiteral("einer neueren Version von Parsimony")),
                 qPrintable(newer.message));
        QVERIFY2(newer.message.contains(QStringLiteral("99")), qPrintable(newer.message));
        QVERIFY2(!newer.message.contains(QStringLiteral("Die Engine sagt")), qPrintable(newer.message));
    }

    void notesOfAnAudit() {
        const std::string project = file("audited.parsimony");
        m_port->open(project, true).reset();
        QVERIFY(
            QFile::copy(QString::fromStdString(project), m_dir.filePath(QStringLiteral("copy.parsimony"))));
        const auto found = findingsOf(m_port->ask(wire::CopiesCall{project, file("copy.parsimony")}));
        QVERIFY2(found.notes.filter(QStringLiteral("beide Dateien enthalten dieselbe 1 Zeile")).size() == 1,
                 qPrintable(found.notes.join(QLatin1Char('\n'))));
        for (const QString& note : found.notes) {
            QVERIFY2(!note.startsWith(QStringLiteral("Die Engine sagt")), qPrintable(note));
        }
    }

    void problemsOfAnAudit() {
        const std::string project = file("damaged.parsimony");
        m_port->open(project, true).reset();
        QVERIFY(
            QFile::copy(QString::fromStdString(project), m_dir.filePath(QStringLiteral("whole.parsimony"))));
        ledger::forge(project, "UPDATE ledger SET body = body || ' '; DROP INDEX ledger_part");
        const auto alone = findingsOf(m_port->ask(wire::AuditCall{project}));
        QStringList words;
        for (const auto& problem : alone.problems) {
            words << QStringLiteral("%1 %2").arg(problem.row).arg(problem.what);
        }
        QCOMPARE(words, QStringList({QStringLiteral("0 in der Datei fehlt „index ledger_part“"),
                                     QStringLiteral("1 wurde geändert: Der Inhalt passt nicht zum Hash")}));
        const auto both = findingsOf(m_port->ask(wire::CopiesCall{file("whole.parsimony"), project}));
        QCOMPARE(both.problems.size(), 2U);
        QCOMPARE(both.problems.back().what,
                 QStringLiteral("aus „%1“: wurde geändert: Der Inhalt passt nicht zum Hash")
                     .arg(QString::fromStdString(project)));
    }

    void sentencesStandInOneAnother() {
        const Sentence charged(
            "{1} and {2}", Sentence("no release"),
            Sentence("{1} releases of noise multiplier {2}", 10, Sentence::number("105.40926")));
        const Sentence whole("charges {1} for a plan of {2}", charged, Sentence("no release"));
        QCOMPARE(whole.english(), std::string("charges no release and 10 releases of noise multiplier "
                                              "105.40926 for a plan of no release"));
        QCOMPARE(
            sentenceText(whole),
            QStringLiteral("belastet für keine Freigabe und 10 Freigaben mit Rauschmultiplikator 105,40926; "
                           "im Plan steht: keine Freigabe"));
    }

    /// What stands in a sentence is said in German too.
    void nounsInSentences() {
        const auto labels = planned([](auto& o) { o.ood["sketch"] = {o.train.features, "", ""}; });
        QCOMPARE(labels.message, QStringLiteral("der Teil „sketch“ braucht Merkmale und Labels"));
        QCOMPARE(labels.english, QStringLiteral("the sketch part needs both features and labels"));
        const auto ids = planned([](auto& o) { o.validation.ids = "ids.txt"; });
        QCOMPARE(ids.message, QStringLiteral("es gibt Kennungen zum Teil „Validierung“, aber keine Zeilen"));
        QCOMPARE(ids.english, QStringLiteral("there are ids of the validation part and no rows of it"));
        const auto folder = planned([&](auto& o) {
            o.train = {};
            o.data = m_dir.path().toStdString();
        });
        QVERIFY2(folder.message.contains(QStringLiteral("hat kein train.npy mit train_labels.npy")),
                 qPrintable(folder.message));
        QVERIFY(sentenceText(Sentence("moves trial {1} from {2} to {3}", 3, sentenceOf(TrialState::Running),
                                      sentenceOf(TrialState::Planned)))
                    .contains(QStringLiteral("„in Gang“ auf „geplant“")));
    }

    /// Why rows are refused is for the curator, and in German as well.
    void reasonsOfARefusal() {
        session::RunOptions own = options();
        const auto declare = [&](const char* project, const session::RunOptions& o) {
            session::RunObserver observer;
            observer.onSnapshot = [](const session::RunSnapshot&) {};
            observer.onCuratorNotice = [](const Sentence&) {};
            session::Session::open(file(project), true).declare(o, observer);
        };
        declare("first.parsimony", own);
        try {
            declare("second.parsimony", own);
            QFAIL("the rows are another project's");
        } catch (const CuratorRefusal& refused) {
            QVERIFY(!refused.reasons().empty());
            const QString reason = sentenceText(refused.reasons().front());
            QVERIFY2(reason.startsWith(QStringLiteral("der Teil „Training“ hat 2000 der 2000 Zeilen aus Teil "
                                                      "„Training“ von „")),
                     qPrintable(reason));
            QVERIFY(reason.contains(QStringLiteral("mit --linked-to ")));
            QVERIFY(QString::fromStdString(refused.reasons().front().english())
                        .startsWith(QStringLiteral("part 'train' has 2000 of the 2000 rows of the train part "
                                                   "of '")));
        }
    }

    void refusalsKeepTheirFigures() {
        const auto phases = planned([](auto& o) {
            o.method = session::MethodKind::LinearScaling;
            o.phaseEpsilons = "0.6,0.7";
        });
        QCOMPARE(phases.code, ErrorCode::Refused);
        QVERIFY(phases.spend && phases.spend->missing > 0.0);
        static const QRegularExpression words(
            QStringLiteral("^die Phasen kosten ε = 1,\\d+, um 0,\\d+ mehr als die 1, die da sind"));
        QVERIFY2(words.match(phases.message).hasMatch(), qPrintable(phases.message));
        QVERIFY(phases.english.startsWith(QStringLiteral("the phases cost epsilon = 1.")));
    }

    void errorsOfOptions() {
        const auto mean = planned([](auto& o) { o.mean = session::MeanKind::Private; });
        QCOMPARE(mean.code, ErrorCode::Usage);
        QVERIFY2(mean.message.startsWith(QStringLiteral("--mean private braucht --mean-epsilon")),
                 qPrintable(mean.message));
        const auto seed = planned([](auto& o) { o.seed = 1; });
        QCOMPARE(seed.code, ErrorCode::Refused);
        QVERIFY2(seed.message.startsWith(QStringLiteral("einen Seed gibt es nur auf öffentlichen Daten")),
                 qPrintable(seed.message));
    }

    void quantitiesOutOfRange() {
        const auto delta = planned([](auto& o) { o.delta = 1.5; });
        QVERIFY2(delta.message.endsWith(QStringLiteral("muss eine Zahl über 0 und unter 1 sein, nicht 1,5")),
                 qPrintable(delta.message));
        const auto epsilon = planned([](auto& o) { o.epsilon = -1.0; });
        QVERIFY2(epsilon.message.endsWith(
                     QStringLiteral("muss eine Zahl über 0 und höchstens 1000000 sein, nicht -1")),
                 qPrintable(epsilon.message));
    }

    void whatHasNoGermanSaysSo() {
        const auto problem = problemOf([] { fail("the moon is in the way"); });
        QCOMPARE(problem.message, QStringLiteral("Die Engine sagt, auf Englisch: the moon is in the way"));
        QCOMPARE(problem.english, QStringLiteral("the moon is in the way"));
        const char* moons = "{1} moons";
        const auto pattern = problemOf([&] { fail(Sentence(moons, 3)); });
        QCOMPARE(pattern.message, QStringLiteral("Die Engine sagt, auf Englisch: 3 moons"));
    }

    void anEnglishWindowSaysTheEnginesOwn() {
        cleanup();
        for (const auto& problem :
             {planned([&](auto& o) { o.train.features = file("gone.npy"); }), planned([](auto& o) {
                  o.phaseEpsilons = "0.6,0.7";
                  o.method = session::MethodKind::LinearScaling;
              }),
              problemOf([] { fail("the moon is in the way"); })}) {
            QVERIFY(!problem.message.isEmpty());
            QCOMPARE(problem.message, problem.english);
        }
    }

    void valuesAreNeverPlaces() {
        QCOMPARE(Sentence("{1} and {2}", "{2}", 0.5).english(), std::string("{2} and 0.5"));
        QCOMPARE(sentenceText(Sentence("there is no file {1}; check the path", "{2}%1")),
                 QStringLiteral("es gibt keine Datei {2}%1; bitte den Pfad prüfen"));
    }
};

PARSIMONY_UI_TEST(TestErrors)
#include "test_errors.moc"
