// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/knob_plot.h"

#include "core/base/number_text.h"
#include "ui/models/number_format.h"
#include "ui/models/selection.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace parsimony::ui {

namespace {

constexpr double kNearPixels = 9.0;
constexpr double kMarkPixels = 13.0;

QString emptyWords() {
    return KnobPlot::tr(
        "Which knob matters: the score against each of them appears here when trials were scored in "
        "which a knob varied, with the share of the scores' variance that each explains.");
}

/// Numbers that some trials may not have, from the least to the largest.
struct Range {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    void add(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    [[nodiscard]] bool varies() const { return high - low > 1e-9 * std::abs(high); }
    [[nodiscard]] bool wide() const { return low > 0.0 && high > 5.0 * low; }
};

/// A number's place between two others, 0..1.
class Places {
public:
    Places(double low, double high, bool logarithmic)
        : m_logarithmic(logarithmic), m_low(logarithmic ? std::log(low) : low),
          m_scale(1.0 / ((logarithmic ? std::log(high) : high) - m_low)) {}
    [[nodiscard]] float of(double value) const {
        return static_cast<float>(((m_logarithmic ? std::log(value) : value) - m_low) * m_scale);
    }

private:
    bool m_logarithmic;
    double m_low, m_scale;
};

} // namespace

KnobPlot::KnobPlot(Selection& selection, QWidget* parent)
    : Plot(QStringLiteral("knobs"), tr("Knobs"), parent), m_selection(selection),
      m_knobs(importance::searchedKnobs()) {
    setInteractions(QCP::iNone); // slices share their scores
    setEmptyText(emptyWords());
    connect(&m_selection, &Selection::changed, this, [this] { update(); });
}

const std::vector<TrialColumn>& KnobPlot::allKnobs() {
    static const std::vector<TrialColumn> knobs{
        TrialColumn::R,    TrialColumn::LearningRate, TrialColumn::Steps, TrialColumn::NoiseMultiplier,
        TrialColumn::Clip, TrialColumn::Epsilon,      TrialColumn::Mu,    TrialColumn::Nu};
    return knobs;
}

void KnobPlot::setKnobs(const QStringList& keys) {
    std::vector<TrialColumn> chosen;
    for (const TrialColumn column : allKnobs()) {
        if (keys.contains(trialColumnKey(column))) {
            chosen.push_back(column);
        }
    }
    m_knobs = chosen.empty() ? importance::searchedKnobs() : chosen;
    m_changed = true;
}

void KnobPlot::setColour(TrialColumn column) {
    m_colour = column;
}

KnobPlot::Slice KnobPlot::sliceOf(const std::vector<std::uint32_t>& scored, TrialColumn knob) const {
    Range range;
    for (const auto row : scored) {
        if (const auto number = trialNumber((*m_trials)[row], knob)) {
            range.add(*number);
        }
    }
    Slice slice{knob, range.low, range.high, range.wide(), {}, nullptr};
    if (!range.varies()) {
        return slice;
    }
    const Places along(slice.low, slice.high, slice.logarithmic);
    const Places upwards(m_low, m_high, false);
    slice.points.reserve(scored.size());
    for (const auto row : scored) {
        const auto& trial = (*m_trials)[row];
        if (const auto number = trialNumber(trial, knob)) {
            slice.points.push_back({along.of(*number), upwards.of(*trial.score), 0, row});
        }
    }
    return slice;
}

std::vector<int> KnobPlot::shadesOf(const std::vector<std::uint32_t>& scored) {
    Range range;
    for (const auto row : scored) {
        if (const auto number = trialNumber((*m_trials)[row], m_colour)) {
            range.add(*number);
        }
    }
    m_shadeLow = range.low;
    m_shadeHigh = range.high;
    const Places places(range.low, range.high, range.wide());
    std::vector<int> shades(m_trials->size(), SliceCloud::kShades);
    for (const auto row : scored) {
        if (const auto number = trialNumber((*m_trials)[row], m_colour)) {
            const float place = range.varies() ? places.of(*number) : 0.5F;
            shades[row] = std::min(SliceCloud::kShades - 1, static_cast<int>(place * SliceCloud::kShades));
        }
    }
    return shades;
}

bool KnobPlot::setTrials(const Trials& trials) {
    const Trials before = std::exchange(m_trials, trials);
    std::vector<std::uint32_t> scored;
    Range scores;
    for (std::uint32_t row = 0; row < trials->size(); ++row) {
        if (const auto& score = (*trials)[row].score) {
            scored.push_back(row);
            scores.add(*score);
        }
    }
    m_low = scores.low;
    m_high = scores.varies() ? scores.high : scores.low + 0.01;
    const std::vector<int> shades = shadesOf(scored);
    std::vector<Slice> slices;
    for (const TrialColumn knob : m_knobs) {
        Slice slice = sliceOf(scored, knob);
        for (SlicePoint& point : slice.points) {
            point.shade = shades[point.row];
        }
        if (!slice.points.empty()) {
            slices.push_back(std::move(slice));
        }
    }
    const auto inOrder = [](const Slice& a, const Slice& b) { return a.knob < b.knob; };
    std::sort(slices.begin(), slices.end(), inOrder);
    std::sort(m_slices.begin(), m_slices.end(), inOrder);
    const bool sameTrials =
        before && std::equal(before->begin(), before->end(), trials->begin(), trials->end(),
                             [](const auto& a, const auto& b) { return a.id == b.id && a.score == b.score; });
    const bool changed = std::exchange(m_changed, false) || !sameTrials || slices != m_slices;
    if (!changed) {
        sort();
        return false; // trials change more often than scores
    }
    m_slices = std::move(slices);
    if (m_slices.empty()) {
        m_importance = {}; // of trials that are gone
    }
    if (m_slices.empty() != empty()) {
        setEmptyText(m_slices.empty() ? emptyWords() : QString());
    }
    sort();
    rebuild();
    redraw();
    return true;
}

void KnobPlot::setImportance(const importance::KnobImportance& found) {
    m_importance = found;
    sort();
    rebuild();
    redraw();
}

std::vector<TrialColumn> KnobPlot::shown() const {
    std::vector<TrialColumn> knobs;
    for (const Slice& slice : m_slices) {
        knobs.push_back(slice.knob);
    }
    return knobs;
}

QStringList KnobPlot::labels() const {
    QStringList texts;
    for (int i = 0; i < itemCount(); ++i) {
        if (const auto* text = qobject_cast<QCPItemText*>(item(i))) {
            texts << text->text();
        }
    }
    return texts;
}

std::optional<QPointF> KnobPlot::pixelOf(qint64 trial, TrialColumn knob) const {
    for (const Slice& slice : m_slices) {
        for (const SlicePoint& point : slice.points) {
            if (slice.knob == knob && trialOf(point).id == trial && slice.rect != nullptr) {
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
            if (slice.rect != nullptr && m_selection.contains(trialOf(point).id)) {
                painter.drawEllipse(SliceCloud::pixelOf(point, slice.rect->rect()), kMarkPixels / 2,
                                    kMarkPixels / 2);
            }
        }
    }
}

KnobPlot::Hit KnobPlot::hit(const QPointF& pixel) const {
    for (const Slice& slice : m_slices) {
        if (slice.rect == nullptr || !slice.rect->rect().contains(pixel.toPoint())) {
            continue;
        }
        Hit found{&slice, nullptr};
        double distance = kNearPixels;
        for (const SlicePoint& point : slice.points) {
            const QPointF at = SliceCloud::pixelOf(point, slice.rect->rect()) - pixel;
            if (const double d = std::hypot(at.x(), at.y()); d < distance) {
                distance = d;
                found.point = &point;
            }
        }
        return found;
    }
    return {};
}

qint64 KnobPlot::trialAt(const QPointF& pixel) {
    const Hit found = hit(pixel);
    return found.point != nullptr ? trialOf(*found.point).id : 0;
}

QString KnobPlot::readoutAt(const QPointF& pixel) {
    const Hit found = hit(pixel);
    if (found.slice == nullptr) {
        return {};
    }
    if (found.point == nullptr) {
        return trialColumnMeaning(found.slice->knob);
    }
    const auto& trial = trialOf(*found.point);
    return tr("trial %1 · %2 %3 · %4")
        .arg(trial.id)
        .arg(trialColumnTitle(found.slice->knob), formatOptional(trialNumber(trial, found.slice->knob)),
             formatPercent(*trial.score, 1));
}

QString KnobPlot::csv() const {
    const auto n = [](double value) { return QString::fromStdString(numberText(value)); };
    QString out = QStringLiteral("knob,trial,value,score\n");
    for (const Slice& slice : m_slices) {
        for (const SlicePoint& point : slice.points) {
            const auto& trial = trialOf(point);
            out += QStringLiteral("%1,%2,%3,%4\n")
                       .arg(trialColumnKey(slice.knob))
                       .arg(trial.id)
                       .arg(n(trialNumber(trial, slice.knob).value_or(0.0)), n(*trial.score));
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
