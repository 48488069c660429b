// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/parallel_plot.h"

#include "core/base/number_text.h"
#include "ui/models/number_format.h"
#include "ui/models/selection.h"
#include "ui/plots/line_bundle.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace parsimony::ui {

namespace {

constexpr int kBins = 12;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
/// What only some searches choose stands first: a trial without it begins its line at the next axis.
constexpr TrialColumn kColumns[] = {TrialColumn::Encoder,      TrialColumn::Trainer,
                                    TrialColumn::Clip,         TrialColumn::Momentum,
                                    TrialColumn::WeightDecay,  TrialColumn::Ridge,
                                    TrialColumn::GramFraction, TrialColumn::Alpha,
                                    TrialColumn::InitScale,    TrialColumn::SampleRate,
                                    TrialColumn::Epsilon,      TrialColumn::R,
                                    TrialColumn::Nu,           TrialColumn::LearningRate,
                                    TrialColumn::Steps,        TrialColumn::NoiseMultiplier,
                                    TrialColumn::Score};
constexpr std::size_t kColumnCount = std::size(kColumns);
constexpr std::size_t placeOf(TrialColumn column) {
    return static_cast<std::size_t>(std::find(std::begin(kColumns), std::end(kColumns), column) -
                                    std::begin(kColumns));
}
constexpr std::size_t kEpsilon = placeOf(TrialColumn::Epsilon), kR = placeOf(TrialColumn::R),
                      kRate = placeOf(TrialColumn::LearningRate), kScore = placeOf(TrialColumn::Score);
/// More lines are a wall that takes a second to draw; the best are what one looks for.
constexpr std::size_t kMostLines = 3000, kBestLines = 1000, kMostFaintLines = 500;
/// Few enough to be drawn wide: Qt draws a line of one pixel directly and a wider one as an outline that it
/// fills, which takes 45 ms for a hundred trials instead of ten.
constexpr std::size_t kMostWideLines = 30;

/// Columns of words.
constexpr std::array kNamed{placeOf(TrialColumn::Encoder), placeOf(TrialColumn::Trainer)};

std::string nameOf(const session::TrialSnapshot& trial, TrialColumn column,
                   const filter::ExperimentNamesById& experiments) {
    const auto known = experiments.find(trial.experiment);
    return filter::fieldName(trial, column, known == experiments.end() ? nullptr : &known->second);
}

QString emptyParallelWords() {
    return ParallelPlot::tr(
        "Each scored trial becomes a line through its knobs here, bright where the score is high.");
}

/// How many of the trials that are not among the best stand for one line.
std::size_t strideOf(std::size_t trials) {
    return trials <= kMostLines
               ? 1
               : (trials - kBestLines + kMostLines - kBestLines - 1) / (kMostLines - kBestLines);
}

} // namespace

ParallelPlot::ParallelPlot(Selection& selection, QWidget* parent)
    : Plot(QStringLiteral("parallel"), tr("Parallel"), parent), m_selection(selection), m_order(kColumnCount),
      m_inverted(kColumnCount), m_logarithmic(kColumnCount) {
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    yAxis->setVisible(false);
    setEmptyText(emptyParallelWords());
    connect(&m_selection, &Selection::changed, this, [this] { update(); }); // it lies over the picture
}

void ParallelPlot::setBounds(std::vector<filter::FilterRange> bounds) {
    if (bounds != m_bounds) {
        m_bounds = std::move(bounds);
        update(); // brushes lie over the picture
    }
}

void ParallelPlot::setPassing(const std::vector<bool>& passes, std::vector<filter::FilterRange> bounds) {
    setBounds(std::move(bounds));
    bool changed = false;
    for (Trial& trial : m_trials) {
        const bool now = passes.empty() || passes[trial.place];
        changed = std::exchange(trial.passes, now) != now || changed;
    }
    if (changed) {
        rebuild();
        dataChanged();
    }
}

void ParallelPlot::setTrials(const std::vector<session::TrialSnapshot>& trials,
                             const std::vector<bool>& passes, std::vector<filter::FilterRange> bounds,
                             const filter::ExperimentNamesById& experiments) {
    setBounds(std::move(bounds));
    findNames(trials, experiments);
    std::vector<Trial> scored;
    std::vector<double> values;
    scored.reserve(trials.size());
    values.reserve(trials.size() * kColumnCount);
    for (std::size_t i = 0; i < trials.size(); ++i) {
        const auto& trial = trials[i];
        if (trial.score) {
            scored.push_back({trial.id, trial.scoreSe, passes.empty() || passes[i], i});
            for (std::size_t column = 0; column < kColumnCount; ++column) {
                values.push_back(numberOf(trial, column, experiments));
            }
        }
    }
    const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
    const bool sameValues = std::equal(values.begin(), values.end(), m_values.begin(), m_values.end(), same);
    if (scored == m_trials && sameValues) {
        return; // trials change more often than scores
    }
    m_trials = std::move(scored);
    if (!sameValues) { // a filter leaves every trial in its place
        m_values = std::move(values);
        place();
    }
    const bool nothing = m_trials.size() < 2 || m_axes.size() < 2;
    if (nothing != empty()) {
        setEmptyText(nothing ? emptyParallelWords() : QString());
    }
    rebuild();
    dataChanged();
}

void ParallelPlot::findNames(const std::vector<session::TrialSnapshot>& trials,
                             const filter::ExperimentNamesById& experiments) {
    m_names.clear();
    for (const std::size_t column : kNamed) {
        std::set<std::string> names;
        for (const auto& trial : trials) {
            if (trial.score) {
                names.insert(nameOf(trial, kColumns[column], experiments));
            }
        }
        names.erase(std::string());
        m_names[column].assign(names.begin(), names.end());
    }
}

double ParallelPlot::numberOf(const session::TrialSnapshot& trial, std::size_t column,
                              const filter::ExperimentNamesById& experiments) const {
    const auto names = m_names.find(column);
    if (names == m_names.end()) {
        return trialNumber(trial, kColumns[column]).value_or(kNaN);
    }
    const auto found =
        std::find(names->second.begin(), names->second.end(), nameOf(trial, kColumns[column], experiments));
    return found == names->second.end() ? kNaN : static_cast<double>(found - names->second.begin());
}

double ParallelPlot::value(std::size_t trial, std::size_t column) const {
    return m_values[trial * kColumnCount + column];
}

void ParallelPlot::place() {
    m_axes.clear();
    for (const std::size_t column : m_order) {
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        for (std::size_t t = 0; t < m_trials.size(); ++t) {
            if (const double v = value(t, column); !std::isnan(v)) {
                low = std::min(low, v);
                high = std::max(high, v);
            }
        }
        const bool searched = low < high;
        if (searched || (low <= high && column >= kEpsilon)) {
            const bool wide = low > 0.0 && high > 5.0 * low;
            m_axes.push_back({column, low, high, low > 0.0 && m_logarithmic[column].value_or(wide),
                              static_cast<bool>(m_inverted[column])});
        }
    }
    m_positions.clear();
    m_positions.reserve(m_trials.size() * m_axes.size());
    for (std::size_t t = 0; t < m_trials.size(); ++t) {
        for (const Axis& axis : m_axes) {
            const double v = value(t, axis.column);
            m_positions.push_back(static_cast<float>(placeOn(axis, v)));
        }
    }
}

std::vector<std::size_t> ParallelPlot::drawnTrials() const {
    std::vector<std::size_t> drawn;
    drawn.reserve(m_trials.size());
    for (std::size_t t = 0; t < m_trials.size(); ++t) {
        if (m_trials[t].passes) {
            drawn.push_back(t);
        }
    }
    const std::size_t stride = strideOf(drawn.size());
    if (stride == 1) {
        return drawn;
    }
    const auto best = drawn.begin() + kBestLines;
    std::nth_element(drawn.begin(), best, drawn.end(), [this](std::size_t a, std::size_t b) {
        const double x = value(a, kScore);
        const double y = value(b, kScore);
        return x != y ? x > y : a < b;
    });
    std::sort(best, drawn.end()); // every so many in their own order: a fair share of the rest
    std::size_t kept = kBestLines;
    for (std::size_t i = kBestLines; i < drawn.size(); i += stride) {
        drawn[kept++] = drawn[i];
    }
    drawn.resize(kept);
    std::sort(drawn.begin(), drawn.end());
    return drawn;
}

void ParallelPlot::rebuild() {
    clearPlottables();
    clearItems();
    if (empty()) {
        return;
    }
    addFaintLines();
    addLines();
    addAxes();
}

void ParallelPlot::addFaintLines() {
    std::vector<std::size_t> hidden;
    for (std::size_t t = 0; t < m_trials.size(); ++t) {
        if (!m_trials[t].passes) {
            hidden.push_back(t);
        }
    }
    if (hidden.empty()) {
        return;
    }
    const std::size_t stride = 1 + hidden.size() / kMostFaintLines;
    std::vector<float> places;
    for (std::size_t h = 0; h < hidden.size(); h += stride) {
        addPlaces(places, hidden[h]);
    }
    auto* lines = new LineBundle(xAxis, yAxis, std::move(places), m_axes.size());
    lines->setPen(QPen(Theme::instance().colors().line, 1.0));
    lines->setAntialiased(false);
}

void ParallelPlot::addPlaces(std::vector<float>& places, std::size_t trial) const {
    const auto first = m_positions.begin() + static_cast<std::ptrdiff_t>(trial * m_axes.size());
    places.insert(places.end(), first, first + static_cast<std::ptrdiff_t>(m_axes.size()));
}

void ParallelPlot::addLines() {
    const std::vector<std::size_t> drawn = drawnTrials();
    const auto score =
        std::find_if(m_axes.begin(), m_axes.end(), [](const Axis& axis) { return axis.column == kScore; });
    std::array<std::vector<float>, kBins> bins; // a bundle per colour: 10^5 plottables would not scroll
    for (const std::size_t t : drawn) {
        const double share =
            score->high > score->low ? (value(t, kScore) - score->low) / (score->high - score->low) : 0.0;
        addPlaces(bins[static_cast<std::size_t>(std::min(kBins - 1.0, share * kBins))], t);
    }
    const float alpha = drawn.size() > 500 ? 0.25F : 0.85F;
    for (int bin = 0; bin < kBins; ++bin) {
        auto* lines =
            new LineBundle(xAxis, yAxis, std::move(bins[static_cast<std::size_t>(bin)]), m_axes.size());
        QColor color = Theme::instance().shade(bin / (kBins - 1.0));
        color.setAlphaF(alpha);
        lines->setPen(QPen(color, drawn.size() > kMostWideLines ? 1.0 : 1.5));
        lines->setAntialiased(drawn.size() <= 2000);
    }
    const auto passing =
        std::count_if(m_trials.begin(), m_trials.end(), [](const Trial& t) { return t.passes; });
    const std::size_t stride = strideOf(static_cast<std::size_t>(passing));
    xAxis->setLabel(stride > 1 ? tr("drawn: the %1 best trials, 1 in %2 of the others, and each selected one")
                                     .arg(formatCount(kBestLines), formatCount(stride))
                               : QString());
}

void ParallelPlot::addAxes() {
    const Colors& c = Theme::instance().colors();
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (std::size_t i = 0; i < m_axes.size(); ++i) {
        const auto& axis = m_axes[i];
        ticker->addTick(static_cast<double>(i),
                        axis.column == kScore ? tr("score") : trialColumnTitle(kColumns[axis.column]));
        auto* line = new QCPItemLine(this);
        line->start->setCoords(static_cast<double>(i), 0.0);
        line->end->setCoords(static_cast<double>(i), 1.0);
        line->setPen(QPen(c.strongLine, 1));
        labelAxis(i);
    }
    xAxis->setTicker(ticker);
    xAxis->setBasePen(Qt::NoPen);
    xAxis->setTickPen(Qt::NoPen);
    xAxis->grid()->setVisible(false);
    yAxis->grid()->setVisible(false);
    xAxis->setSubTicks(false);
    yAxis->setVisible(false);
}

void ParallelPlot::restyle() {
    rebuild();
}

void ParallelPlot::fitAxes() {
    xAxis->setRange(-0.4, static_cast<double>(m_axes.size()) - 0.6);
    yAxis->setRange(-0.12, 1.12);
}

std::optional<std::size_t> ParallelPlot::lineAt(const QPointF& pixel) const {
    const double x = xAxis->pixelToCoord(pixel.x());
    const double y = yAxis->pixelToCoord(pixel.y());
    const double tolerance = 6.0 * std::abs(yAxis->pixelToCoord(0.0) - yAxis->pixelToCoord(1.0));
    if (!(x >= 0.0) || x + 1.0 >= static_cast<double>(m_axes.size())) {
        return std::nullopt;
    }
    const auto left = static_cast<std::size_t>(x);
    std::optional<std::size_t> best;
    double distance = tolerance;
    for (std::size_t t = 0; t < m_trials.size(); ++t) {
        if (!m_trials[t].passes) {
            continue;
        }
        const double a = position(t, left);
        const double b = position(t, left + 1);
        const double d = std::abs(a + (x - static_cast<double>(left)) * (b - a) - y);
        if (d < distance) {
            distance = d;
            best = t;
        }
    }
    return best;
}

TrialColumn ParallelPlot::columnOf(const Axis& axis) {
    return kColumns[axis.column];
}

void ParallelPlot::rearranged() {
    place();
    rebuild();
    redraw();
}

qint64 ParallelPlot::trialAt(const QPointF& pixel) {
    const auto line = lineAt(pixel);
    return line ? m_trials[*line].id : 0;
}

QString ParallelPlot::readoutAt(const QPointF& pixel) {
    const auto line = lineAt(pixel);
    if (!line) {
        return {};
    }
    const auto known = [&](std::size_t column) {
        const double v = value(*line, column);
        return std::isnan(v) ? std::nullopt : std::optional(v);
    };
    const Trial& trial = m_trials[*line];
    return tr("trial %1 · r %2 · η %3 · %4")
        .arg(trial.id)
        .arg(formatOptional(known(kR), 3), formatOptional(known(kRate), 3),
             formatAccuracy(value(*line, kScore), trial.scoreSe));
}

QString ParallelPlot::csv() const {
    QStringList head{QStringLiteral("trial")};
    for (const auto& axis : m_axes) {
        head << trialColumnKey(kColumns[axis.column]);
    }
    QString out = head.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (std::size_t t = 0; t < m_trials.size(); ++t) {
        if (!m_trials[t].passes) {
            continue;
        }
        QStringList cells{QString::number(m_trials[t].id)};
        for (const auto& axis : m_axes) {
            const double v = value(t, axis.column);
            if (const auto names = m_names.find(axis.column); names != m_names.end()) {
                cells << (std::isnan(v) ? QString()
                                        : QString::fromStdString(names->second[static_cast<std::size_t>(v)]));
                continue;
            }
            cells << (std::isnan(v) ? QString() : QString::fromStdString(numberText(v)));
        }
        out += cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return out;
}

} // namespace parsimony::ui
