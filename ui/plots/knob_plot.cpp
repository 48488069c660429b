// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/knob_plot.h"

#include "core/base/collected.h"
#include "core/base/number_text.h"
#include "ui/models/number_format.h"
#include "ui/models/selection.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::ui {

namespace {

using importance::KnobRange;
using importance::KnobScale;

constexpr double kNearDotPixels = 9.0;
constexpr double kMarkedDotPixels = 13.0;

QString emptyKnobWords() {
    return KnobPlot::tr(
        "Which knob matters: the score against each of them appears here when trials were scored in "
        "which a knob varied, with the share of the scores' variance that each explains.");
}

} // namespace

KnobPlot::KnobPlot(Selection& selection, QWidget* parent)
    : PanelPlot(QStringLiteral("knobs"), tr("Knobs"), parent), m_selection(selection),
      m_knobs(importance::searchedKnobs()) {
    setEmptyText(emptyKnobWords());
    connect(&m_selection, &Selection::changed, this, [this] { update(); });
}

void KnobPlot::setKnobs(const QStringList& keys) {
    std::vector<TrialColumn> chosen;
    for (const TrialColumn column : importance::allKnobs()) {
        if (keys.contains(trialColumnKey(column))) {
            chosen.push_back(column);
        }
    }
    m_knobs = chosen.empty() ? importance::searchedKnobs() : chosen;
    m_changed = true;
}

void KnobPlot::setColour(TrialColumn column) {
    m_colour = column;
    m_recoloured = true;
}

bool KnobPlot::byKnob(const Slice& a, const Slice& b) {
    return a.knob < b.knob;
}

bool KnobPlot::samePlaces(const Slice& a, const Slice& b) {
    const auto same = [](const SlicePoint& p, const SlicePoint& q) {
        return p.x == q.x && p.y == q.y && p.trial == q.trial;
    };
    return a.knob == b.knob &&
           std::equal(a.points.begin(), a.points.end(), b.points.begin(), b.points.end(), same);
}

KnobPlot::Slice KnobPlot::sliceOf(TrialColumn knob, const Numbers& numbers) const {
    const KnobRange& range = numbers.range;
    Slice slice{knob, range.low, range.high, range.wide(), {}, {}, nullptr};
    if (!range.varies()) {
        return slice;
    }
    const KnobScale along(range, slice.logarithmic);
    const KnobScale upwards({m_low, m_high}, false);
    slice.points.reserve(m_scored.size());
    slice.numbers.reserve(m_scored.size());
    for (std::uint32_t i = 0; i < m_scored.size(); ++i) {
        const double number = numbers.of[i];
        if (!std::isnan(number)) {
            slice.points.push_back({static_cast<float>(along.position(number)),
                                    static_cast<float>(upwards.position(m_scored[i].score)), 0, i});
            slice.numbers.push_back(number);
        }
    }
    return slice;
}

std::vector<int> KnobPlot::shadesOf(const Numbers& numbers) {
    const KnobRange& range = numbers.range;
    m_shadeLow = range.low;
    m_shadeHigh = range.high;
    const KnobScale places(range, range.wide());
    std::vector<int> shades(m_scored.size(), SliceCloud::kShades);
    for (std::size_t i = 0; i < m_scored.size(); ++i) {
        if (!std::isnan(numbers.of[i])) {
            const double place = range.varies() ? places.position(numbers.of[i]) : 0.5;
            shades[i] = std::min(SliceCloud::kShades - 1, static_cast<int>(place * SliceCloud::kShades));
        }
    }
    return shades;
}

std::vector<KnobPlot::Numbers> KnobPlot::takeScored(const TrialView& trials) {
    std::vector<TrialColumn> columns = m_knobs;
    columns.push_back(m_colour);
    std::vector<Numbers> numbers(columns.size());
    for (Numbers& each : numbers) {
        each.of.reserve(trials.size());
    }
    m_scored.clear();
    m_scored.reserve(trials.size());
    for (const auto& trial : trials) { // once: 10^5 of them are fetched from memory each time
        if (!trial.score) {
            continue;
        }
        m_scored.push_back({trial.id, *trial.score});
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const auto number = trialNumber(trial, columns[k]);
            numbers[k].of.push_back(number.value_or(std::numeric_limits<double>::quiet_NaN()));
            if (number) {
                numbers[k].range.add(*number);
            }
        }
    }
    return numbers;
}

std::vector<KnobPlot::Slice> KnobPlot::slicesInOrder(const std::vector<Numbers>& numbers) {
    KnobRange scores;
    for (const Scored& one : m_scored) {
        scores.add(one.score);
    }
    m_low = scores.low;
    m_high = scores.varies() ? scores.high : scores.low + 0.01;
    const std::vector<int> shades = shadesOf(numbers.back());
    std::vector<Slice> slices;
    for (std::size_t k = 0; k < m_knobs.size(); ++k) {
        Slice slice = sliceOf(m_knobs[k], numbers[k]);
        for (SlicePoint& point : slice.points) {
            point.shade = shades[point.trial];
        }
        if (!slice.points.empty()) {
            slices.push_back(std::move(slice));
        }
    }
    std::sort(slices.begin(), slices.end(), byKnob);
    return slices;
}

bool KnobPlot::setTrials(const TrialView& trials) {
    const std::vector<Scored> before = std::exchange(m_scored, {});
    std::vector<Slice> slices = slicesInOrder(takeScored(trials));
    std::sort(m_slices.begin(), m_slices.end(), byKnob);
    const bool changed =
        std::exchange(m_changed, false) || before != m_scored ||
        !std::equal(slices.begin(), slices.end(), m_slices.begin(), m_slices.end(), samePlaces);
    const bool recoloured = std::exchange(m_recoloured, false) || slices != m_slices;
    if (!changed && !recoloured) {
        sort();
        return false; // trials change more often than scores
    }
    m_slices = std::move(slices);
    if (m_slices.empty()) {
        m_importance = {}; // of trials that are gone
    }
    if (m_slices.empty() != empty()) {
        setEmptyText(m_slices.empty() ? emptyKnobWords() : QString());
    }
    m_awaited = m_awaited || changed;
    sort();
    rebuild();
    redraw();
    return changed;
}

void KnobPlot::setImportance(const importance::KnobImportance& found) {
    m_importance = found;
    m_awaited = false;
    sort();
    rebuild();
    redraw();
}

std::vector<TrialColumn> KnobPlot::shown() const {
    return collected<TrialColumn>(m_slices, &Slice::knob);
}

std::optional<QPointF> KnobPlot::pixelOf(qint64 trial, TrialColumn knob) const {
    for (const Slice& slice : m_slices) {
        for (const SlicePoint& point : slice.points) {
            if (slice.knob == knob && trialOf(point) == trial && slice.rect != nullptr) {
                return SliceCloud::pixelOf(point, slice.rect->rect());
            }
        }
    }
    return std::nullopt;
}

void KnobPlot::drawOver(QCPPainter& painter) {
    if (m_selection.trials().isEmpty()) {
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::instance().colors().accent, 2.0));
    painter.setBrush(Qt::NoBrush);
    for (const Slice& slice : m_slices) {
        for (const SlicePoint& point : slice.points) {
            if (slice.rect != nullptr && m_selection.contains(trialOf(point))) {
                painter.drawEllipse(SliceCloud::pixelOf(point, slice.rect->rect()), kMarkedDotPixels / 2,
                                    kMarkedDotPixels / 2);
            }
        }
    }
}

KnobPlot::Hit KnobPlot::hit(const QPointF& pixel) const {
    for (const Slice& slice : m_slices) {
        if (slice.rect == nullptr || !slice.rect->rect().contains(pixel.toPoint())) {
            continue;
        }
        Hit found{&slice, {}};
        double distance = kNearDotPixels;
        for (std::size_t i = 0; i < slice.points.size(); ++i) {
            const QPointF at = SliceCloud::pixelOf(slice.points[i], slice.rect->rect()) - pixel;
            if (const double d = std::hypot(at.x(), at.y()); d < distance) {
                distance = d;
                found.point = i;
            }
        }
        return found;
    }
    return {};
}

qint64 KnobPlot::trialAt(const QPointF& pixel) {
    const Hit found = hit(pixel);
    return found.point ? trialOf(found.slice->points[*found.point]) : 0;
}

QString KnobPlot::readoutAt(const QPointF& pixel) {
    const Hit found = hit(pixel);
    if (found.slice == nullptr) {
        return {};
    }
    if (!found.point) {
        return trialColumnMeaning(found.slice->knob);
    }
    const Scored& scored = m_scored[found.slice->points[*found.point].trial];
    return tr("trial %1 · %2 %3 · %4")
        .arg(scored.trial)
        .arg(trialColumnTitle(found.slice->knob), formatOptional(found.slice->numbers[*found.point]),
             formatPercent(scored.score, 1));
}

QString KnobPlot::csv() const {
    const auto n = [](double value) { return QString::fromStdString(numberText(value)); };
    QString out = QStringLiteral("knob,trial,value,score\n");
    for (const Slice& slice : m_slices) {
        for (std::size_t i = 0; i < slice.points.size(); ++i) {
            const Scored& scored = m_scored[slice.points[i].trial];
            out += QStringLiteral("%1,%2,%3,%4\n")
                       .arg(trialColumnKey(slice.knob))
                       .arg(scored.trial)
                       .arg(n(slice.numbers[i]), n(scored.score));
        }
    }
    if (m_importance.enough()) {
        out += QStringLiteral("knob,share,share_sd\n");
        for (const auto& knob : m_importance.knobs) {
            out +=
                QStringLiteral("%1,%2,%3\n").arg(trialColumnKey(knob.field), n(knob.share), n(knob.shareSd));
        }
    }
    return out;
}

} // namespace parsimony::ui
