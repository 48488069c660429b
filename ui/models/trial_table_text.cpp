// SPDX-License-Identifier: GPL-3.0-or-later
// The table of trials as text, for other programs.
#include "core/base/number_text.h"
#include "ui/models/number_format.h"
#include "ui/models/trial_table_model.h"

namespace parsimony::ui {

namespace {

/// What a person wrote may hold commas, quotes and lines.
QString csvCell(QString text) {
    if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')) &&
        !text.contains(QLatin1Char('\n'))) {
        return text;
    }
    return QLatin1Char('"') + text.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
}

QString latexCell(const QString& text) {
    QString out;
    for (const QChar c : text) {
        if (c == QLatin1Char('\\')) {
            out += QStringLiteral("\\textbackslash{}");
            continue;
        }
        if (QStringLiteral("&%$#_{}").contains(c)) {
            out += QLatin1Char('\\');
        }
        out += c;
    }
    return out;
}

} // namespace

QString TrialTableModel::toCsv(const std::vector<int>& rows, const std::vector<TrialColumn>& columns) const {
    QString out;
    QStringList head;
    for (const auto column : columns) {
        head << trialColumnKey(column);
        if (column == TrialColumn::Score) {
            head << QStringLiteral("score_se");
        }
    }
    out += head.join(QLatin1Char(',')) + QLatin1Char('\n');
    const auto number = [](const std::optional<double>& value) {
        return value ? QString::fromStdString(numberText(*value)) : QString();
    };
    for (const int row : rows) {
        const auto& trial = trialAt(row);
        QStringList cells;
        for (const auto column : columns) {
            if (column == TrialColumn::State) {
                cells << stateName(trial.state);
            } else if (trialColumnIsText(column)) {
                cells << csvCell(trialText(trial, column));
            } else {
                cells << number(
                    trialNumber(trial, column)); // full precision: the table's rounding is for eyes
            }
            if (column == TrialColumn::Score) {
                cells << number(trial.scoreSe);
            }
        }
        out += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return out;
}

QString TrialTableModel::toLatex(const std::vector<int>& rows,
                                 const std::vector<TrialColumn>& columns) const {
    const PortableNumbers portable;
    const auto math = [](TrialColumn column) -> QString {
        switch (column) {
        case TrialColumn::R:
            return QStringLiteral("$r$");
        case TrialColumn::Nu:
            return QStringLiteral("$\\nu$");
        case TrialColumn::LearningRate:
            return QStringLiteral("$\\eta$");
        case TrialColumn::Steps:
            return QStringLiteral("$T$");
        case TrialColumn::NoiseMultiplier:
            return QStringLiteral("$\\sigma$");
        case TrialColumn::Clip:
            return QStringLiteral("$c$");
        case TrialColumn::Epsilon:
            return QStringLiteral("$\\varepsilon$");
        case TrialColumn::Mu:
            return QStringLiteral("$\\mu$");
        case TrialColumn::Id:
            return QStringLiteral("\\#");
        default:
            return trialColumnKey(column);
        }
    };
    QString spec;
    QStringList head;
    for (const auto column : columns) {
        spec += trialColumnIsText(column) ? QLatin1Char('l') : QLatin1Char('r');
        head << math(column);
    }
    QString out = QStringLiteral("\\begin{tabular}{%1}\n\\toprule\n%2 \\\\\n\\midrule\n")
                      .arg(spec, head.join(QStringLiteral(" & ")));
    for (const int row : rows) {
        QStringList cells;
        for (const auto column : columns) {
            QString text = trialText(trialAt(row), column);
            if (column == TrialColumn::Tags || column == TrialColumn::Note) {
                text = latexCell(text);
            }
            text.replace(QStringLiteral("±"), QStringLiteral("$\\pm$"));
            text.replace(QStringLiteral(" %"), QStringLiteral("\\,\\%"));
            text.replace(QStringLiteral("–"), QStringLiteral("--"));
            cells << text;
        }
        out += cells.join(QStringLiteral(" & ")) + QStringLiteral(" \\\\\n");
    }
    return out + QStringLiteral("\\bottomrule\n\\end{tabular}\n");
}

} // namespace parsimony::ui
