// SPDX-License-Identifier: GPL-3.0-or-later
// The table of trials as text, for other programs.
#include "core/base/number_json.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "ui/models/number_format.h"
#include "ui/models/trial_table_model.h"

#include <nlohmann/json.hpp>

#include <map>

namespace parsimony::ui {

namespace {

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
            if (column == TrialColumn::Phase && trial.phase >= 0 && roleOf(trial) == TrialRole::Trial) {
                cells << QString::number(trial.phase + 1);
            } else if (column == TrialColumn::Phase || column == TrialColumn::State) {
                cells << QString::fromStdString(filter::fieldText(trial, column)); // as a filter takes it
            } else if (trialColumnIsText(column)) {
                cells << QString::fromStdString(csvCell(text(trial, column).toStdString()));
            } else if (column == TrialColumn::Score) {
                cells << number(shownScore(trial));
            } else {
                cells << number(
                    trialNumber(trial, column)); // full precision: the table's rounding is for eyes
            }
            if (column == TrialColumn::Score) {
                cells << number(shownScoreSe(trial));
            }
        }
        out += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return out;
}

QString TrialTableModel::toJson(const std::vector<int>& rows, const std::vector<TrialColumn>& columns) const {
    auto trials = nlohmann::json::array();
    for (const int row : rows) {
        const auto& trial = trialAt(row);
        nlohmann::json object;
        for (const auto column : columns) {
            const char* key = filter::fieldKey(column);
            if (column == TrialColumn::Tags) {
                object[key] = trial.tags;
            } else if (column == TrialColumn::Phase || column == TrialColumn::State) {
                object[key] = filter::fieldText(trial, column);
            } else if (trialColumnIsText(column)) {
                object[key] = text(trial, column).toStdString();
            } else if (column == TrialColumn::Score) {
                object[key] = numberOrNull(shownScore(trial));
            } else if (const auto value = trialNumber(trial, column); value && filter::isWhole(column)) {
                object[key] = static_cast<std::int64_t>(*value);
            } else {
                object[key] = numberOrNull(value);
            }
            if (column == TrialColumn::Score) {
                object["score_se"] = numberOrNull(shownScoreSe(trial));
            }
        }
        trials.push_back(std::move(object));
    }
    return QString::fromStdString(trials.dump(2)) + QLatin1Char('\n');
}

QString TrialTableModel::toLatex(const std::vector<int>& rows,
                                 const std::vector<TrialColumn>& columns) const {
    const PortableNumbers portable;
    static const std::map<TrialColumn, QString> signs{
        {TrialColumn::R, QStringLiteral("$r$")},
        {TrialColumn::Nu, QStringLiteral("$\\nu$")},
        {TrialColumn::LearningRate, QStringLiteral("$\\eta$")},
        {TrialColumn::Steps, QStringLiteral("$T$")},
        {TrialColumn::NoiseMultiplier, QStringLiteral("$\\sigma$")},
        {TrialColumn::Clip, QStringLiteral("$c$")},
        {TrialColumn::Momentum, QStringLiteral("$\\rho$")},
        {TrialColumn::Epsilon, QStringLiteral("$\\varepsilon$")},
        {TrialColumn::Mu, QStringLiteral("$\\mu$")},
        {TrialColumn::Id, QStringLiteral("\\#")}};
    QString spec;
    QStringList head;
    for (const auto column : columns) {
        spec += trialColumnIsText(column) ? QLatin1Char('l') : QLatin1Char('r');
        const auto sign = signs.find(column);
        head << (sign == signs.end() ? trialColumnKey(column) : sign->second);
    }
    QString out = QStringLiteral("\\begin{tabular}{%1}\n\\toprule\n%2 \\\\\n\\midrule\n")
                      .arg(spec, head.join(QStringLiteral(" & ")));
    for (const int row : rows) {
        QStringList cells;
        for (const auto column : columns) {
            QString cell = text(trialAt(row), column);
            if (column == TrialColumn::Tags || column == TrialColumn::Note) {
                cell = latexCell(cell);
            }
            cell.replace(QStringLiteral("±"), QStringLiteral("$\\pm$"));
            cell.replace(QStringLiteral(" %"), QStringLiteral("\\,\\%"));
            cell.replace(absent(), QStringLiteral("--"));
            cells << cell;
        }
        out += cells.join(QStringLiteral(" & ")) + QStringLiteral(" \\\\\n");
    }
    return out + QStringLiteral("\\bottomrule\n\\end{tabular}\n");
}

} // namespace parsimony::ui
