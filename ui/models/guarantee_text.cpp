// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/guarantee_text.h"

#include "ui/models/number_format.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace parsimony::ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(parsimony::ui::Guarantee)
};

QString unitText(const QString& unit) {
    static const QRegularExpression person(QStringLiteral("^each person with at most (\\d+) records$"));
    if (const auto match = person.match(unit); match.hasMatch()) {
        return Words::tr("each person with at most %1 records").arg(match.captured(1));
    }
    return unit == QLatin1String("each record") ? Words::tr("each record") : QString();
}

QString adjacencyText(const QString& adjacency) {
    static const QRegularExpression known(
        QStringLiteral("^(replace-one|zero-out) adjacency, N = (\\d+) (public|declared)$"));
    const auto match = known.match(adjacency);
    if (!match.hasMatch()) {
        return {};
    }
    return (match.captured(1) == QLatin1String("replace-one")
                ? Words::tr("replace-one adjacency, N = %1 public")
            : match.captured(3) == QLatin1String("declared")
                ? Words::tr("zero-out adjacency, N = %1 declared")
                : Words::tr("zero-out adjacency, N = %1 public"))
        .arg(match.captured(2));
}

QString accountingText(const QString& accounting) {
    static const QRegularExpression selection(
        QStringLiteral("^Renyi accounting of the whole selection \\((.+)\\)$"));
    if (accounting == QLatin1String("exact Gaussian accounting")) {
        return Words::tr("exact Gaussian accounting");
    }
    if (accounting == QLatin1String("the smaller of numerical (PLD) and Renyi accounting")) {
        return Words::tr("the smaller of numerical (PLD) and Renyi accounting");
    }
    const auto match = selection.match(accounting);
    return match.hasMatch() ? Words::tr("Renyi accounting of the whole selection (%1)").arg(match.captured(1))
                            : QString();
}

/// " Public as well: N = 200 of the test part, …" in the language of the window.
QString publicCountsText(const QString& sentence) {
    static const QRegularExpression count(QStringLiteral("N = (\\d+) of the (.+?) part[,.]"));
    QStringList counts;
    for (auto found = count.globalMatch(sentence); found.hasNext();) {
        const auto match = found.next();
        counts << Words::tr("N = %1 of the %2 part").arg(match.captured(1), match.captured(2));
    }
    return counts.isEmpty()
               ? QString()
               : QLatin1Char(' ') + Words::tr("Public as well: %1.").arg(counts.join(QLatin1String(", ")));
}

} // namespace

QString guaranteeText(const std::string& guarantee) {
    static const QRegularExpression isPrivate(QStringLiteral(
        "^Everything this experiment releases about the train part is \\(epsilon = (\\S+), delta = "
        "(\\S+)\\)-differentially private for (.+) under (.+), tuning included, by (.+?)\\.( Public as well: "
        ".+? part\\.)?( Rows of it are "
        "exposed uncharged: they were used as public data before, and what was shown of them then is not "
        "covered\\.)?$"));
    static const QRegularExpression isPublic(QStringLiteral(
        "^Public data, simulated budget: no guarantee is claimed; on private data the same run would have "
        "cost epsilon = (\\S+), delta = (\\S+)\\.$"));
    const QString sentence = QString::fromStdString(guarantee);
    if (const auto match = isPublic.match(sentence); match.hasMatch()) {
        return Words::tr("Public data, simulated budget: no guarantee is claimed; on private data the same "
                         "run would have cost epsilon = %1, delta = %2.")
            .arg(localised(match.captured(1)), localised(match.captured(2)));
    }
    const auto match = isPrivate.match(sentence);
    const QString unit = unitText(match.captured(3));
    const QString adjacency = adjacencyText(match.captured(4));
    const QString accounting = accountingText(match.captured(5));
    if (!match.hasMatch() || unit.isEmpty() || adjacency.isEmpty() || accounting.isEmpty()) {
        return sentence;
    }
    QString text =
        Words::tr("Everything this experiment releases about the train part is (epsilon = %1, delta = "
                  "%2)-differentially private for %3 under %4, tuning included, by %5.")
            .arg(localised(match.captured(1)), localised(match.captured(2)), unit, adjacency, accounting);
    text += publicCountsText(match.captured(6));
    if (!match.captured(7).isEmpty()) {
        text += QLatin1Char(' ') +
                Words::tr("Rows of it are exposed uncharged: they were used as public data before, and what "
                          "was shown of them then is not covered.");
    }
    return text;
}

QString noticeText(const std::string& notice) {
    static const char* known[] = {
        QT_TRANSLATE_NOOP("parsimony::ui::Guarantee",
                          "the extrapolated r was clamped to the range of the search"),
        QT_TRANSLATE_NOOP("parsimony::ui::Guarantee",
                          "the fitted line does not rise: the winners of the phases may be noise"),
        QT_TRANSLATE_NOOP("parsimony::ui::Guarantee",
                          "delta is not below 1/N: it allows a whole record to be published"),
        QT_TRANSLATE_NOOP(
            "parsimony::ui::Guarantee",
            "the private selection did not come to its end; it stays charged and is not resumed"),
    };
    for (const char* words : known) {
        if (notice == words) {
            return Words::tr(words);
        }
    }
    return QString::fromStdString(notice);
}

} // namespace parsimony::ui
