// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/compare_plot.h"

#include "ui/models/number_format.h"
#include "ui/plots/trial_plot.h"
#include "ui/plots/whisker.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

namespace parsimony::ui {

ComparePlot::ComparePlot(Against against, QWidget* parent)
    : Plot(against == Against::Epsilon ? QStringLiteral("compare") : QStringLiteral("split"),
           against == Against::Epsilon ? tr("Compare") : tr("Split"), parent),
      m_against(against) {
    xAxis->setLabel(against == Against::Epsilon ? tr("ε taken")
                                                : tr("share of the budget (μ²) that the search took / %"));
    yAxis->setLabel(tr("test accuracy / %"));
    setEmptyText(emptyWords());
    axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignRight | Qt::AlignBottom);
}

QString ComparePlot::emptyWords() const {
    return m_against == Against::Epsilon
               ? tr("Finished experiments with a released test accuracy are compared here by what they took.")
               : tr("How to split a budget between searching and the final run: each finished experiment "
                    "becomes a point here. Drag the split under Budget and run again to add one.");
}

void ComparePlot::setRows(std::vector<ComparisonRow> rows) {
    m_rows = std::move(rows);
    if (m_rows.empty() != empty()) {
        setEmptyText(m_rows.empty() ? emptyWords() : QString());
    }
    rebuild();
    dataChanged();
}

double ComparePlot::xOf(const ComparisonRow& row) const {
    return m_against == Against::Epsilon ? row.epsilon : 100.0 * row.share;
}

namespace {

/// The name of a series with the encoders that searches chose in it.
QString withEncoders(const QString& name, const std::map<double, std::vector<const ComparisonRow*>>& lines) {
    std::map<QString, int> encoders;
    for (const auto& [epsilon, rows] : lines) {
        for (const ComparisonRow* row : rows) {
            for (const auto& [encoder, times] : row->encoders) {
                encoders[encoder] += times;
            }
        }
    }
    return encoders.empty() ? name : name + QStringLiteral(" · ") + encodersText(encoders);
}

} // namespace

void ComparePlot::rebuild() {
    clearPlottables();
    m_marks.assign(m_rows.size(), {});
    // The method says which symbol; each line is of one method and, against the split, of one ε.
    std::map<QString, std::map<double, std::vector<const ComparisonRow*>>> series;
    const bool trainers = std::any_of(m_rows.begin(), m_rows.end(), [this](const ComparisonRow& row) {
        return row.trainer != m_rows.front().trainer;
    });
    for (const auto& row : m_rows) {
        if (std::isfinite(xOf(row))) { // else not private: no place on the axis
            const QString name = row.methodText() +
                                 (trainers ? QStringLiteral(" · ") + row.trainer : QString()) +
                                 (row.about.isEmpty() ? QString() : QStringLiteral(" · ") + row.about);
            series[name][m_against == Against::Split ? row.epsilon : 0.0].push_back(&row);
        }
    }
    const std::vector<double> budgets = budgetsShown();
    int index = 0;
    for (auto& [own, lines] : series) {
        const QString name = withEncoders(own, lines);
        if (m_against == Against::Split) {
            addEntry(name, seriesMark(index, Theme::instance().colors().muted));
        }
        for (auto& [epsilon, rows] : lines) {
            if (m_against == Against::Split) {
                const QColor color = budgetColor(budgets, epsilon);
                addSeries(rows, seriesMark(index, color), color)->removeFromLegend();
            } else {
                const QColor color = Theme::instance().phaseColor(index);
                addSeries(rows, {phaseShape(index), linePen(color, 1.4), QBrush(color), 9}, color)
                    ->setName(name);
            }
        }
        ++index;
    }
    addBudgetEntries(budgets);
    legend->setVisible(!m_rows.empty());
}

/// Of the split, each once; those that are written alike are one.
std::vector<double> ComparePlot::budgetsShown() const {
    std::map<QString, double> budgets;
    for (const auto& row : m_rows) {
        if (m_against == Against::Split) {
            budgets.emplace(formatEpsilon(row.epsilon, Rounding::Up), row.epsilon);
        }
    }
    std::vector<double> sorted;
    sorted.reserve(budgets.size());
    for (const auto& [text, epsilon] : budgets) {
        sorted.push_back(epsilon);
    }
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

QColor ComparePlot::budgetColor(const std::vector<double>& budgets, double epsilon) {
    const auto place = std::lower_bound(budgets.begin(), budgets.end(), epsilon * (1.0 - 1e-6));
    const auto last = static_cast<double>(budgets.size()) - 1.0;
    return Theme::instance().shade(last > 0.0 ? static_cast<double>(place - budgets.begin()) / last : 0.0);
}

/// Full symbols first, then open ones: colour tells the ε.
QCPScatterStyle ComparePlot::seriesMark(int index, const QColor& color) const {
    static constexpr QCPScatterStyle::ScatterShape shapes[] = {
        QCPScatterStyle::ssCircle, QCPScatterStyle::ssSquare, QCPScatterStyle::ssTriangle,
        QCPScatterStyle::ssTriangleInverted, QCPScatterStyle::ssDiamond};
    constexpr int kShapes = static_cast<int>(std::size(shapes));
    const bool open = index / kShapes % 2 == 1;
    return {shapes[index % kShapes], linePen(color, 1.6),
            open ? QBrush(Theme::instance().colors().base) : QBrush(color), 9};
}

void ComparePlot::addEntry(const QString& name, const QCPScatterStyle& style) {
    QCPGraph* graph = addGraph();
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(style);
    graph->setName(name);
}

void ComparePlot::addBudgetEntries(const std::vector<double>& budgets) {
    constexpr std::size_t kEach = 6; // more than these: the first and the last
    for (std::size_t i = 0; i < budgets.size(); ++i) {
        if (budgets.size() <= kEach || i == 0 || i + 1 == budgets.size()) {
            const QColor color = budgetColor(budgets, budgets[i]);
            addEntry(QStringLiteral("ε ") + formatEpsilon(budgets[i], Rounding::Up),
                     {QCPScatterStyle::ssDisc, linePen(color, 1.0), QBrush(color), 9});
        }
    }
}

QCPGraph* ComparePlot::addSeries(std::vector<const ComparisonRow*>& rows, const QCPScatterStyle& style,
                                 const QColor& color) {
    // Error bars follow the order of the graph, which sorts by x.
    std::stable_sort(rows.begin(), rows.end(),
                     [this](const auto* a, const auto* b) { return xOf(*a) < xOf(*b); });
    QCPGraph* graph = addGraph();
    graph->setLineStyle(rows.size() > 1 ? QCPGraph::lsLine : QCPGraph::lsNone);
    graph->setPen(linePen(color, 1.0, Qt::DotLine));
    graph->setScatterStyle(style);
    auto* bars = new QCPErrorBars(xAxis, yAxis);
    bars->removeFromLegend();
    bars->setDataPlottable(graph);
    bars->setPen(linePen(color, 1.2));
    bars->setSymbolGap(9);
    for (const auto* row : rows) {
        graph->addData(xOf(*row), 100.0 * row->mean);
        bars->addData(whiskerOf(row->error));
        m_marks[static_cast<std::size_t>(row - m_rows.data())] = style;
    }
    return graph;
}

QPixmap ComparePlot::markOf(int row) const {
    constexpr int kSide = 12;
    QPixmap mark(QSize(kSide, kSide) * devicePixelRatioF());
    mark.setDevicePixelRatio(devicePixelRatioF());
    mark.fill(Qt::transparent);
    QCPPainter painter(&mark);
    painter.setAntialiasing(true);
    const QCPScatterStyle style = m_marks.at(static_cast<std::size_t>(row));
    style.applyTo(&painter, style.pen());
    style.drawShape(&painter, kSide / 2.0, kSide / 2.0);
    return mark;
}

void ComparePlot::restyle() {
    rebuild();
}

void ComparePlot::fitAxes() {
    if (m_rows.empty()) {
        return;
    }
    double low = 100.0;
    double high = 0.0;
    double right = 0.0;
    double left = std::numeric_limits<double>::infinity(); // of what has a logarithm
    for (const auto& row : m_rows) {
        left = xOf(row) > 0.0 ? std::min(left, xOf(row)) : left;
        low = std::min(low, 100.0 * (row.mean - 2 * row.error));
        high = std::max(high, 100.0 * (row.mean + 2 * row.error));
        right = std::max(right, xOf(row));
    }
    const double pad = std::max(1.0, 0.1 * (high - low));
    if (logX()) {
        xAxis->setRange(std::isfinite(left) ? left / 1.4 : 0.1, std::isfinite(left) ? right * 1.4 : 10.0);
    } else if (m_against == Against::Split) {
        xAxis->setRange(-2.5, std::clamp(1.2 * right, 20.0, 102.5)); // symbols at the ends are whole
    } else {
        xAxis->setRange(0.0, right * 1.15);
    }
    yAxis->setRange(std::max(-1.0, low - pad), std::min(101.0, high + pad)); // of an accuracy
}

QString ComparePlot::readoutAt(const QPointF& pixel) {
    for (const auto& row : m_rows) {
        if (std::hypot(xAxis->coordToPixel(xOf(row)) - pixel.x(),
                       yAxis->coordToPixel(100.0 * row.mean) - pixel.y()) < 10.0) {
            const QString about = aboutText(row);
            QStringList ids;
            for (const qint64 id : row.experiments) {
                ids << QString::number(id);
            }
            return tr("%1 · ε %2 · search took %3 · %4 · experiment %5")
                .arg(about.isEmpty() ? row.methodText() : row.methodText() + QStringLiteral(" · ") + about,
                     formatEpsilon(row.epsilon, Rounding::Up), formatPercent(row.share, 1),
                     formatAccuracy(row.mean, row.error), ids.join(QStringLiteral(", ")));
        }
    }
    return {};
}

QString ComparePlot::csv() const {
    ComparisonModel model;
    model.setRows(m_rows);
    return model.toCsv();
}

} // namespace parsimony::ui
