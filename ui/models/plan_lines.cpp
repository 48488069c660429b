// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/plan_lines.h"

#include "ui/models/number_format.h"
#include "ui/models/trial_columns.h"
#include "ui/models/words.h"

namespace parsimony::ui {

namespace {

template <class Numbers>
QString listOfNumbers(const Numbers& numbers) {
    QStringList texts;
    for (const auto number : numbers) {
        texts << formatQuantity(number, 4);
    }
    return texts.join(QStringLiteral(", "));
}

/// What runs draw r, T and η from.
QString drawnLine(const session::SearchedSnapshot& searched) {
    QStringList from;
    if (const auto& range = searched.r ? searched.r : searched.nu) {
        from << (searched.r ? tr("r from %1 to %2") : tr("r where ν lies from %1 to %2"))
                    .arg(formatQuantity(range->lo, 4), formatQuantity(range->hi, 4));
    }
    from << tr("T of %1").arg(listOfNumbers(searched.steps));
    if (!searched.rates.empty()) {
        from << tr("η of %1").arg(listOfNumbers(searched.rates));
    }
    return tr("Draws %1.").arg(from.join(QStringLiteral("; ")));
}

/// What is searched beside r and T, and what that adds to the price.
QString axesLine(const session::RunSnapshot& plan) {
    QStringList axes;
    std::size_t combinations = 1;
    for (const train::Axis& axis : plan.axes) {
        QStringList values;
        for (std::size_t place = 0; place < axis.size(); ++place) {
            const train::KnobValue value = axis.at(place);
            values << (train::isNamed(axis.knob) ? QString::fromStdString(std::string(value.name()))
                                                 : formatQuantity(value.value, 4));
        }
        axes << knobTitle(axis.knob) + QLatin1Char(' ') + values.join(QStringLiteral(", "));
        combinations *= axis.size();
    }
    const QString line =
        tr("Searches %1: %2 combinations.").arg(axes.join(QStringLiteral("; "))).arg(combinations);
    return plan.noises.empty() ? line + QLatin1Char(' ') + tr("A run costs the same with each.") : line;
}

/// σ of each kind of run, where they sample.
QString noisesLine(const std::vector<search::RunNoise>& noises) {
    QStringList each;
    for (const auto& [rate, steps, sigma] : noises) {
        each << tr("%1 at q = %2, T = %3")
                    .arg(formatSigma(sigma), formatQuantity(rate, 4), formatCount(steps));
    }
    return tr("Noise σ = %1, whatever the scores.").arg(each.join(QStringLiteral("; ")));
}

} // namespace

QStringList planLines(const session::RunSnapshot& plan) {
    QStringList lines;
    if (plan.searched) {
        lines << drawnLine(*plan.searched);
    }
    if (!plan.axes.empty()) {
        lines << axesLine(plan);
    }
    if (!plan.noises.empty()) {
        lines << noisesLine(plan.noises);
    }
    return lines;
}

} // namespace parsimony::ui
