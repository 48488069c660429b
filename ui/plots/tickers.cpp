// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/tickers.h"

#include "ui/models/number_format.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace parsimony::ui {

namespace {

/// One way of writing numbers for a whole axis: 10⁻⁵ beside 0.0001 reads like a jump. QCustomPlot draws
/// powers of ten only where it finds the "e" of the C locale, which its plots are given here.
template <class Ticker>
class LocalTicker : public Ticker {
protected:
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale&, QChar, int) override {
        const QStringList labels = formatAlike({ticks.begin(), ticks.end()});
        return {labels.begin(), labels.end()};
    }
};

/// Powers of ten alone would be one label or none on an axis of less than two decades: there 2 and 5 of each
/// stand between them, and plain numbers where even those are too few.
class LogTicker : public LocalTicker<QCPAxisTickerLog> {
protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override {
        m_short = range.lower > 0.0 && range.upper < 100.0 * range.lower;
        if (!m_short) {
            return QCPAxisTickerLog::createTickVector(step, range);
        }
        constexpr int kAllDigits = 4; // ticks wanted, for 1, 2 and 5 of each decade; else 1 and 3, or 1 alone
        QVector<double> ticks;
        if (mTickCount >= kAllDigits) {
            ticks = digitsOf(range, {1.0, 2.0, 5.0});
        } else if (mTickCount == kAllDigits - 1) {
            ticks = digitsOf(range, {1.0, 3.0});
        } else {
            ticks = digitsOf(range, {1.0});
        }
        if (ticks.size() > 1) {
            return ticks;
        }
        const double plain = QCPAxisTicker::getTickStep(range); // NOLINT(bugprone-parent-virtual-call)
        return QCPAxisTicker::createTickVector(plain, range);   // NOLINT(bugprone-parent-virtual-call)
    }
    int getSubTickCount(double step) override {
        return m_short ? 0 : QCPAxisTickerLog::getSubTickCount(step);
    }

private:
    [[nodiscard]] static QVector<double> digitsOf(const QCPRange& range,
                                                  std::initializer_list<double> digits) {
        QVector<double> ticks;
        const int last = static_cast<int>(std::floor(std::log10(range.upper)));
        for (int decade = static_cast<int>(std::floor(std::log10(range.lower))); decade <= last; ++decade) {
            const double power = std::pow(10.0, decade);
            for (const double digit : digits) {
                if (range.contains(digit * power)) {
                    ticks << digit * power;
                }
            }
        }
        return ticks;
    }

    bool m_short = false;
};

class WholeTicker : public LocalTicker<QCPAxisTicker> {
protected:
    double getTickStep(const QCPRange& range) override {
        const double step = std::max(1.0, LocalTicker::getTickStep(range));
        return step == std::floor(step) ? step : 2.0 * step; // 2.5
    }
    int getSubTickCount(double step) override {
        const int between = LocalTicker::getSubTickCount(step);
        return std::fmod(step, between + 1) == 0.0 ? between : 0;
    }
};

} // namespace

QSharedPointer<QCPAxisTicker> wholeTicker() {
    return QSharedPointer<QCPAxisTicker>(new WholeTicker);
}

QSharedPointer<QCPAxisTicker> numberTicker(bool logarithmic) {
    return logarithmic ? QSharedPointer<QCPAxisTicker>(new LogTicker)
                       : QSharedPointer<QCPAxisTicker>(new LocalTicker<QCPAxisTicker>);
}

void thinTicks(QCPAxis& axis, double length) {
    constexpr int kMost = 4;
    const QFontMetricsF metrics(axis.tickLabelFont());
    const QCPRange range = axis.range();
    const bool logarithmic = axis.scaleType() == QCPAxis::stLogarithmic;
    const auto place = [&](double value) {
        return length * (logarithmic ? std::log(value / range.lower) / std::log(range.upper / range.lower)
                                     : (value - range.lower) / range.size());
    };
    for (int count = kMost; count >= 1; --count) {
        axis.ticker()->setTickCount(count);
        QVector<double> ticks;
        QVector<QString> labels;
        axis.ticker()->generate(range, QLocale::c(), QLatin1Char('g'), 6, ticks, nullptr, &labels);
        bool apart = true;
        double last = -length;
        for (qsizetype i = 0; i < std::min(ticks.size(), labels.size()); ++i) {
            if (!range.contains(ticks[i])) {
                continue;
            }
            const double half = axis.orientation() == Qt::Horizontal
                                    ? metrics.horizontalAdvance(labels[i]) / 2.0 + 0.2 * metrics.height()
                                    : metrics.height() / 2.0;
            apart = apart && place(ticks[i]) - half >= last;
            last = place(ticks[i]) + half;
        }
        if (apart) {
            return;
        }
    }
}

} // namespace parsimony::ui
