// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/tickers.h"

#include "ui/models/number_format.h"

#include <algorithm>
#include <cmath>

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
        QVector<double> ticks;
        const int last = static_cast<int>(std::floor(std::log10(range.upper)));
        for (int decade = static_cast<int>(std::floor(std::log10(range.lower))); decade <= last; ++decade) {
            const double power = std::pow(10.0, decade);
            for (const double digit : {1.0, 2.0, 5.0}) {
                if (range.contains(digit * power)) {
                    ticks << digit * power;
                }
            }
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

} // namespace parsimony::ui
