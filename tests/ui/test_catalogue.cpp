// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogues that a German window says the engine's sentences from, against the sources.
#include "core/session/option_table.h"
#include "tests/ui/ui_test_main.h"

#include <QDirIterator>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QTest>
#include <QTranslator>
#include <functional>
#include <initializer_list>

using namespace parsimony;

namespace {

void eachSource(std::initializer_list<const char*> rooms,
                const std::function<void(const QString& name, const QString& text)>& visit) {
    for (const char* room : rooms) {
        QDirIterator files(QStringLiteral(PARSIMONY_SOURCE) + QLatin1String(room),
                           {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly)) {
                visit(file.fileName(), QString::fromUtf8(file.readAll()));
            }
        }
    }
}

/// The patterns that stand in Sentence("…") in the engine's sources; of words for one and for any other
/// number the pattern with each of both.
QMap<QString, QString> patternsInSources() {
    static const QRegularExpression call(
        QStringLiteral(R"(\bSentence(?: \w+)?\(((?:\s*"(?:\\.|[^"\\])*")+))"));
    static const QRegularExpression literal(QStringLiteral(R"("((?:\\.|[^"\\])*)\")"));
    QMap<QString, QString> patterns;
    // What a GPU was doing when it failed is a pattern too.
    static const QRegularExpression doing(
        QStringLiteral(R"(\b(?:check|GpuError|troubleSentence)\([^";]*,\s*("(?:\\.|[^"\\])*"))"));
    const auto collect = [&](const QRegularExpression& asked) {
        return [&](const QString& name, const QString& text) {
            for (auto found = asked.globalMatch(text); found.hasNext();) {
                QString pattern;
                for (auto part = literal.globalMatch(found.next().captured(1)); part.hasNext();) {
                    pattern += part.next().captured(1);
                }
                patterns[pattern.replace(QLatin1String("\\\""), QLatin1String("\""))] = name;
            }
        };
    };
    eachSource({"/core", "/ui", "/gpu", "/app/common"}, collect(call));
    eachSource({"/gpu"}, collect(doing));
    patterns.remove(QString());
    static const QRegularExpression forms(QStringLiteral(R"(\{\d\|([^|}]*)\|([^|}]*)\})"));
    for (const QString& pattern : patterns.keys()) {
        if (pattern.contains(forms)) {
            const QString name = patterns.take(pattern);
            patterns[QString(pattern).replace(forms, QStringLiteral("\\1"))] = name;
            patterns[QString(pattern).replace(forms, QStringLiteral("\\2"))] = name;
        }
    }
    return patterns;
}

/// Errors raised with a text that no catalogue can know, in the rooms that a window may hear of.
QStringList errorsWithoutPattern() {
    static const QRegularExpression call(
        QStringLiteral(R"([^\w:](?:fail|failUsage|refuse|interrupted|throw Error)\(([^;]*);)"));
    QStringList found;
    eachSource({"/core", "/gpu", "/app/common"}, [&](const QString& name, const QString& text) {
        // Of the command line alone.
        for (const char* unheard : {"/app/common/rank_module.", "/app/common/toml_options."}) {
            if (name.contains(QLatin1String(unheard))) {
                return;
            }
        }
        for (auto calls = call.globalMatch(text); calls.hasNext();) {
            const QString raised = calls.next().captured(1);
            if (raised.contains(QLatin1Char('"')) && !raised.contains(QLatin1String("Sentence("))) {
                found << name + QStringLiteral(": ") + raised;
            }
        }
    });
    return found;
}

QStringList placesOf(const QString& text) {
    static const QRegularExpression place(QStringLiteral(R"(\{\d\})"));
    QStringList places;
    for (auto found = place.globalMatch(text); found.hasNext();) {
        places << found.next().captured();
    }
    places.sort();
    places.removeDuplicates();
    return places;
}

} // namespace

class TestCatalogue : public QObject {
    Q_OBJECT
    QTranslator m_engine, m_window;

private slots:
    void initTestCase() {
        QVERIFY(m_engine.load(QStringLiteral(":/parsimony/translations/engine_de.qm")));
        QVERIFY(m_window.load(QStringLiteral(":/parsimony/translations/parsimony_de.qm")));
    }

    void everySentenceHasItsGerman() {
        const auto patterns = patternsInSources();
        QVERIFY(patterns.size() > 100);
        QStringList missing;
        for (auto it = patterns.begin(); it != patterns.end(); ++it) {
            const QString german = m_engine.translate("parsimony::Sentence", it.key().toUtf8().constData());
            if (german.isEmpty() || placesOf(german) != placesOf(it.key())) {
                missing << it.value() + QStringLiteral(": ") + it.key() + QStringLiteral(": ") + german;
            }
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
    }

    void everyErrorHasAPattern() {
        const auto found = errorsWithoutPattern();
        QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
    }

    void everyWordOfTheTableOfOptionsHasItsGerman() {
        const auto hasGerman = [&](const std::string& text) {
            const auto in = [&](const char* context) {
                return !m_window.translate(context, text.c_str()).isEmpty();
            };
            return in("parsimony::session::rows") || in("parsimony::search") || in("parsimony::train");
        };
        for (const session::Option& option : session::optionTable()) {
            if (option.place != session::OptionPlace::Section) {
                QVERIFY2(hasGerman(option.label), option.label.c_str());
                QVERIFY2(hasGerman(option.meaning), option.meaning.c_str());
            }
            for (const session::OptionWord& word : option.value.words) {
                const bool name = word.shown == word.word || QString::fromStdString(word.shown).size() <= 1;
                QVERIFY2(name || hasGerman(word.shown), word.shown.c_str());
                QVERIFY2(word.meaning.empty() || hasGerman(word.meaning), word.meaning.c_str());
            }
        }
    }

    void theCatalogueHoldsNothingElse() {
        const auto patterns = patternsInSources();
        QFile catalogue(QStringLiteral(PARSIMONY_SOURCE "/resources/translations/engine_de.ts"));
        QVERIFY(catalogue.open(QIODevice::ReadOnly));
        static const QRegularExpression source(QStringLiteral("<source>(.*?)</source>"),
                                               QRegularExpression::DotMatchesEverythingOption);
        const QString all = QString::fromUtf8(catalogue.readAll());
        for (auto found = source.globalMatch(all); found.hasNext();) {
            QString pattern = found.next().captured(1);
            pattern.replace(QLatin1String("&apos;"), QLatin1String("'"))
                .replace(QLatin1String("&quot;"), QLatin1String("\""))
                .replace(QLatin1String("&lt;"), QLatin1String("<"))
                .replace(QLatin1String("&gt;"), QLatin1String(">"))
                .replace(QLatin1String("&amp;"), QLatin1String("&"));
            QVERIFY2(patterns.contains(pattern), qPrintable(pattern));
        }
    }
};

PARSIMONY_UI_TEST(TestCatalogue)
#include "test_catalogue.moc"
