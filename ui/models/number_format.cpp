// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/number_format.h"

#include <QLocale>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

namespace parsimony::ui {

namespace {

thread_local int portable = 0; // how many PortableNumbers live on this thread

QString scientific(double value, int digits) {
    QString text = QString::number(value, 'e', digits - 1);
    const auto parts = text.split(QLatin1Char('e'));
    QString mantissa = parts[0];
    if (mantissa.contains(QLatin1Char('.'))) {
        while (mantissa.endsWith(QLatin1Char('0'))) {
            mantissa.chop(1);
        }
        if (mantissa.endsWith(QLatin1Char('.'))) {
            mantissa.chop(1);
        }
    }
    return mantissa + QLatin1Char('e') + QString::number(parts[1].toInt());
}

/// `value` with `decimals` places, erring only in the direction asked for. Values that are on the grid but
/// for binary representation error (0.3 is not 0.3) stay on it.
QString fixedRounded(double value, int decimals, Rounding rounding) {
    const double scale = std::pow(10.0, decimals);
    const double scaled = value * scale;
    const double nearest = std::round(scaled);
    const bool onGrid = std::abs(scaled - nearest) <= 1e-9 * std::max(1.0, std::abs(scaled));
    double steps = nearest;
    if (!onGrid && rounding == Rounding::Up) {
        steps = std::ceil(scaled);
    } else if (!onGrid && rounding == Rounding::Down) {
        steps = std::floor(scaled);
    }
    return QString::number(steps / scale, 'f', decimals);
}

QString plainQuantity(double value, int digits) {
    if (value != 0.0 && (std::abs(value) < 1e-3 || std::abs(value) >= 1e6)) {
        return scientific(value, digits);
    }
    if (const double scale = std::pow(10.0, digits); std::abs(value) >= scale) {
        // As many digits are meant, but nobody reads 3.2e+03.
        const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) + 1.0 - digits);
        return QString::number(std::round(value / unit) * unit, 'f', 0);
    }
    return QString::number(value, 'g', digits);
}

} // namespace

const QString& absent() {
    static const QString dash = QStringLiteral("–");
    return dash;
}

QString localised(QString number) {
    if (portable == 0) {
        number.replace(QLatin1Char('.'), QLocale().decimalPoint());
    }
    return number;
}

PortableNumbers::PortableNumbers() {
    ++portable;
}

PortableNumbers::~PortableNumbers() {
    --portable;
}

QString formatEpsilon(double epsilon, Rounding rounding) {
    if (!std::isfinite(epsilon)) {
        return epsilon > 0 ? QStringLiteral("∞") : absent();
    }
    if (epsilon == 0.0) {
        return QStringLiteral("0");
    }
    if (epsilon < 0.001) {
        const double exponent = std::floor(std::log10(epsilon));
        return localised(scientific(fixedRounded(epsilon / std::pow(10.0, exponent), 1, rounding).toDouble() *
                                        std::pow(10.0, exponent),
                                    2));
    }
    const int decimals = epsilon < 10.0 ? 3 : epsilon < 100.0 ? 2 : 1;
    return localised(fixedRounded(epsilon, decimals, rounding));
}

QString formatDelta(double delta) {
    return delta > 0.0 && std::isfinite(delta) ? localised(scientific(delta, 3)) : absent();
}

QString formatMu(double mu) {
    return std::isfinite(mu) ? localised(QString::number(mu, 'f', mu < 10.0 ? 4 : 2)) : absent();
}

QString formatSigma(double noiseMultiplier) {
    return formatQuantity(noiseMultiplier, 4);
}

QString formatQuantity(double value, int digits) {
    if (!std::isfinite(value)) {
        return std::isinf(value) ? (value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞")) : absent();
    }
    return localised(plainQuantity(value, digits));
}

QStringList formatAlike(const std::vector<double>& values, int digits) {
    const bool powers = std::any_of(values.begin(), values.end(), [](double value) {
        return value != 0.0 && (std::abs(value) < 0.999e-3 || std::abs(value) >= 0.999e6);
    });
    QStringList texts;
    for (const double value : values) {
        texts << localised(powers && value != 0.0 ? scientific(value, digits)
                                                  : QString::number(value, 'g', digits));
    }
    return texts;
}

QString formatCount(std::uint64_t count) {
    QString text = QLocale(QLocale::English).toString(static_cast<qulonglong>(count));
    if (portable == 0) {
        text.replace(QLatin1Char(','), QLocale().groupSeparator());
    }
    return text;
}

QString formatPercent(double share, int decimals) {
    return std::isfinite(share)
               ? localised(QString::number(share * 100.0, 'f', decimals)) + QStringLiteral(" %")
               : absent();
}

QString formatAccuracy(double accuracy, std::optional<double> se) {
    if (!std::isfinite(accuracy)) {
        return absent();
    }
    if (!se || *se <= 0.0) {
        return formatPercent(accuracy);
    }
    return localised(QString::number(std::clamp(accuracy, 0.0, 1.0) * 100.0, 'f', 2) + QStringLiteral(" ± ") +
                     QString::number(*se * 100.0, 'f', 2) + QStringLiteral(" %"));
}

QString formatDuration(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0.0) {
        return absent();
    }
    const auto whole = static_cast<long long>(std::ceil(seconds));
    const auto two = [](long long n) { return QString::number(n).rightJustified(2, QLatin1Char('0')); };
    if (whole >= 3600) {
        return QString::number(whole / 3600) + QLatin1Char(':') + two(whole / 60 % 60) + QLatin1Char(':') +
               two(whole % 60);
    }
    return two(whole / 60) + QLatin1Char(':') + two(whole % 60);
}

QString formatOptional(const std::optional<double>& value, int digits) {
    return value ? formatQuantity(*value, digits) : absent();
}

std::optional<double> parseTyped(const QString& text) {
    QString clean = text.trimmed();
    if (clean.count(QLatin1Char(',')) == 1 && !clean.contains(QLatin1Char('.'))) {
        clean.replace(QLatin1Char(','), QLatin1Char('.'));
    }
    bool ok = false;
    const double value = QLocale::c().toDouble(clean, &ok);
    return ok && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::optional<std::uint64_t> parseCount(const QString& text) {
    static const QRegularExpression pattern(
        QStringLiteral("^[0-9]+$|^[0-9]{1,3}([.,' \\x{2019}\\x{A0}\\x{202F}][0-9]{3})+$"));
    static const QRegularExpression mark(QStringLiteral("[^0-9]"));
    QString clean = text.trimmed();
    if (!pattern.match(clean).hasMatch()) {
        return std::nullopt;
    }
    bool ok = false;
    const qulonglong value = clean.remove(mark).toULongLong(&ok);
    return ok ? std::optional<std::uint64_t>(value) : std::nullopt;
}

} // namespace parsimony::ui
