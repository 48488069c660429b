// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

/// The one place that turns numbers into text for the window: with the decimal point and the thousands mark
/// of the locale, as the axes of plots have them. What leaves the window (CSV, LaTeX) and what is typed on
/// the command line as well (lists such as 0.1,0.2) has a point everywhere.
namespace parsimony::ui {

/// Which way the last shown digit may err: a spend is never shown smaller, what is left never larger, than it
/// is.
enum class Rounding { Nearest, Up, Down };

/// While one of these lives, its thread formats numbers for files: 0.884 and 40,000 in every locale.
class PortableNumbers {
public:
    PortableNumbers();
    ~PortableNumbers();
    PortableNumbers(const PortableNumbers&) = delete;
    PortableNumbers& operator=(const PortableNumbers&) = delete;
};

/// What stands where there is no value.
[[nodiscard]] const QString& absent();

/// `number`, written with a point, as the window writes it.
[[nodiscard]] QString localised(QString number);
[[nodiscard]] QString formatEpsilon(double epsilon,
                                    Rounding rounding = Rounding::Nearest); ///< "0.884", "12.3"
[[nodiscard]] QString formatDelta(double delta);                            ///< "1e-5"
[[nodiscard]] QString formatMu(double mu);                                  ///< "0.2407"
[[nodiscard]] QString formatSigma(double noiseMultiplier);                  ///< "41.5"
[[nodiscard]] QString formatQuantity(double value,
                                     int digits = 4); ///< r, η, ν: significant digits, no trailing zeros
/// Numbers that stand in one row, as on an axis: as soon as one needs a power of ten, all but 0 are written
/// with one ("1e-5"); else each as short as it is exact to `digits`.
[[nodiscard]] QStringList formatAlike(const std::vector<double>& values, int digits = 6);
[[nodiscard]] QString formatCount(std::uint64_t count);              ///< "40,000"
[[nodiscard]] QString formatPercent(double share, int decimals = 2); ///< 0.7412 → "74.12 %"
[[nodiscard]] QString formatAccuracy(double accuracy,
                                     std::optional<double> se); ///< "74.12 ± 0.25 %", within 0..100
[[nodiscard]] QString formatDuration(double seconds);           ///< "00:41", "1:02:03"
/// An absent number: an en dash, the same everywhere.
[[nodiscard]] QString formatOptional(const std::optional<double>& value, int digits = 4);

/// Reads what a person types: '.' or ',' as decimal point, surrounding blanks allowed. nullopt when it is no
/// number.
[[nodiscard]] std::optional<double> parseTyped(const QString& text);
/// Reads a whole number, with or without marks between groups of three digits: 40000, 40,000, 40.000, 40 000.
[[nodiscard]] std::optional<std::uint64_t> parseCount(const QString& text);
/// Reads a whole number > 0 into an optional one, which an empty text clears; false when the text is no such
/// number.
template <class Number>
bool readCount(const QString& text, std::optional<Number>& into) {
    if (text.trimmed().isEmpty()) {
        into.reset();
        return true;
    }
    const auto value = parseCount(text);
    if (!value || *value == 0 || *value > std::numeric_limits<Number>::max()) {
        return false;
    }
    into = static_cast<Number>(*value);
    return true;
}

} // namespace parsimony::ui
