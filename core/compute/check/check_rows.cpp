// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/check/check_rows.h"

#include "core/compute/numerics/clip.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace parsimony::compute::check {

namespace {

/// Live rows between rows of zeros.
class LiveSource final : public data::FeatureSource {
public:
    LiveSource(std::shared_ptr<const LiveRows> rows, std::optional<std::size_t> removed)
        : m_rows(std::move(rows)), m_removed(removed) {}
    [[nodiscard]] std::size_t rows() const override { return m_rows->total; }
    [[nodiscard]] std::size_t dim() const override { return m_rows->dim; }
    void readRows(std::size_t first, std::size_t count, float* out) const override {
        data::checkRowRange(first, count, m_rows->total);
        std::fill_n(out, count * m_rows->dim, 0.0F);
        const auto& places = m_rows->places;
        for (auto at = std::lower_bound(places.begin(), places.end(), first);
             at != places.end() && *at < first + count; ++at) {
            const auto live = static_cast<std::size_t>(at - places.begin());
            if (live != m_removed) {
                std::copy_n(m_rows->row(live), m_rows->dim, out + (*at - first) * m_rows->dim);
            }
        }
    }

private:
    std::shared_ptr<const LiveRows> m_rows;
    std::optional<std::size_t> m_removed;
};

using Value = std::function<float(std::size_t row, std::size_t feature)>;

Adversary adversary(const std::string& name, const HeadShape& head, std::size_t total,
                    const std::vector<std::size_t>& places, const Value& value) {
    auto rows = std::make_shared<LiveRows>();
    rows->total = total;
    rows->dim = head.dim;
    rows->places = places;
    rows->values.reserve(places.size() * head.dim);
    for (std::size_t i = 0; i < places.size(); ++i) {
        for (std::size_t k = 0; k < head.dim; ++k) {
            rows->values.push_back(value(i, k));
        }
    }
    rows->labels.assign(places.size(), 0);
    return {name, std::move(rows), std::vector<double>(head.parameters()), false};
}

/// Some label for every row in turn.
void labelInTurn(Adversary& adversary, std::uint32_t classes) {
    auto rows = std::make_shared<LiveRows>(*adversary.rows);
    for (std::size_t i = 0; i < rows->labels.size(); ++i) {
        rows->labels[i] = static_cast<std::int32_t>(i * 5 % classes);
    }
    adversary.rows = std::move(rows);
}

float ramp(std::size_t row, std::size_t feature) {
    return 1.0F + 0.37F * static_cast<float>((row * 7 + feature) % 11);
}

Adversary extremeRows(const HeadShape& head, std::size_t total, const std::vector<std::size_t>& places) {
    // One number of a long row, so that its norm stays a float; all numbers of the others.
    static constexpr float sizes[] = {1e30F, 1.0F, 1e-30F, 1e-42F, 3e37F, 1e-3F};
    Adversary made =
        adversary("rows of extreme length", head, total, places, [&](std::size_t i, std::size_t k) {
            const float size = sizes[i % 6];
            return size > 1e20F ? (k == i % head.dim ? size : 0.0F) : size * ramp(i, k);
        });
    labelInTurn(made, head.classes);
    return made;
}

/// A row that is one number, and how sure of its class the model is that reads it.
struct LoneRow {
    float length = 0.0F;
    double logit = 0.0;
    std::int32_t label = 0; ///< the logit is class 0's
};

std::vector<LoneRow> loneRowsOf(const HeadShape& head, double clip) {
    std::vector<LoneRow> all;
    const std::int32_t wrong = head.classes > 1 ? 1 : 0;
    for (const double length : {1e-42, 1e-30, 1e-3, 1.0, 1e10, 1e25, 1e30, 1e37, 3e38, 0.7 * clip, 7.0 * clip,
                                clip * 0x1.fp119, clip * 0x1.1p120}) {
        if (!(length <= 3e38)) {
            continue;
        }
        for (const double logit : {0.0, 1.0, 20.0, 35.0, 45.0, 53.0, 60.0, 70.0, 80.0, 86.0, 95.0, 103.0}) {
            if (logit == 0.0 || (length > 1e-36 && logit / length > 1e-37)) { // the weight is a normal float
                all.push_back({static_cast<float>(length), logit, all.size() % 3 == 2 ? wrong : 0});
            }
        }
    }
    return all;
}

/// Norms spread from a fifth to five times what reaches the clip, logits of a size that matters.
Adversary denseRows(const HeadShape& head, double clip, std::size_t total,
                    const std::vector<std::size_t>& places) {
    const double scale = clip / std::sqrt(static_cast<double>(head.dim));
    Adversary made = adversary("dense rows", head, total, places, [&](std::size_t i, std::size_t k) {
        const double wave = 1.4 * std::sin(static_cast<double>(i * 131 + k * 17 % 101 + k));
        return static_cast<float>(scale * (0.2 + 0.3 * static_cast<double>(i % 16)) * wave);
    });
    labelInTurn(made, head.classes);
    for (std::size_t k = 0; k < head.dim; ++k) {
        made.weights[k] = 0.7 / clip * std::cos(static_cast<double>(3 * k));
        if (head.classes > 1) {
            made.weights[head.inputs() + k] = -0.4 / clip * std::sin(static_cast<double>(5 * k));
        }
    }
    if (head.bias) {
        made.weights[head.dim] = 0.3;
    }
    made.compared = true;
    return made;
}

/// What the first two classes and all others get of a row: logits in float64, residuals, the clip's factor.
struct RowGradient {
    double first = 0.0, second = 0.0, other = 0.0; ///< before the label's 1 is subtracted
    double norm = 0.0;                             ///< ‖g‖
    double length = 0.0;                           ///< ‖x‖
    double factor = 0.0;
    double error = 0.0; ///< of ‖g‖ in float32
};

double probability(double logit, double top, double total, Loss loss) {
    return loss == Loss::Softmax ? std::exp(logit - top) / total : 1.0 / (1.0 + std::exp(-logit));
}

RowGradient gradientOf(const float* x, std::int32_t label, const std::vector<double>& w,
                       const HeadShape& head, Loss loss, double clip) {
    RowGradient row;
    double z[2] = {};
    double largest = 0.0; // Σ|w·x| bounds a logit and what rounding does to it
    double squares = head.bias ? 1.0 : 0.0;
    const std::size_t classes = std::min<std::size_t>(2, head.classes);
    for (std::size_t j = 0; j < classes; ++j) {
        double sizes = 0.0;
        for (std::size_t k = 0; k < head.inputs(); ++k) {
            const double term = static_cast<double>(static_cast<float>(w[j * head.inputs() + k])) *
                                (k < head.dim ? static_cast<double>(x[k]) : 1.0);
            z[j] += term;
            sizes += std::fabs(term);
        }
        largest = std::max(largest, sizes);
    }
    for (std::size_t k = 0; k < head.dim; ++k) {
        squares += static_cast<double>(x[k]) * static_cast<double>(x[k]);
    }
    const auto others = static_cast<double>(head.classes - classes);
    const double top = std::max({z[0], classes > 1 ? z[1] : z[0], others > 0.0 ? 0.0 : z[0]});
    const double total =
        std::exp(z[0] - top) + (classes > 1 ? std::exp(z[1] - top) : 0.0) + others * std::exp(-top);
    row.first = probability(z[0], top, total, loss);
    row.second = classes > 1 ? probability(z[1], top, total, loss) : 0.0;
    row.other = probability(0.0, top, total, loss);
    const auto own = [&](double p, bool mine) { return (p - (mine ? 1.0 : 0.0)) * (p - (mine ? 1.0 : 0.0)); };
    const bool elsewhere = label >= 2;
    row.norm = std::sqrt(own(row.first, label == 0) + (classes > 1 ? own(row.second, label == 1) : 0.0) +
                         (others - (elsewhere ? 1.0 : 0.0)) * row.other * row.other +
                         (elsewhere ? own(row.other, true) : 0.0));
    row.length = std::sqrt(squares);
    const double size = row.norm * row.length;
    const bool kept = row.length <= clip * static_cast<double>(numerics::kLongestRowInClips);
    row.factor = !kept ? 0.0 : size > clip ? clip / size : 1.0;
    constexpr double u = 0x1p-24;
    const double logit = (static_cast<double>(head.inputs()) + 2.0) * u * largest;
    const auto columns = static_cast<double>(head.classes);
    const double sums = loss == Loss::Softmax ? columns : std::sqrt(columns);
    row.error =
        largest > 0.0 ? 2.0 * logit + (sums + 16.0) * u : 8.0 * u; // without weights all is exact but 1/C
    return row;
}

} // namespace

std::vector<std::size_t> spreadPlaces(std::size_t total, std::size_t most) {
    std::vector<std::size_t> places;
    const std::size_t count = std::min(total, most);
    for (std::size_t i = 0; i < count; ++i) {
        places.push_back(i * total / count);
    }
    if (count < total) {
        for (const std::size_t edge : {kBlockRows - 1, kBlockRows, total - 1}) {
            places.push_back(std::min(edge, total - 1));
        }
        std::sort(places.begin(), places.end());
        places.erase(std::unique(places.begin(), places.end()), places.end());
    }
    return places;
}

std::vector<std::size_t> blockPlaces(std::size_t total, std::size_t most) {
    const std::size_t blocks = (total + kBlockRows - 1) / kBlockRows;
    const std::size_t each = std::max<std::size_t>(1, std::min(kBlockRows, most / 3));
    std::vector<std::size_t> places;
    for (const std::size_t block : {std::size_t{0}, blocks / 2, blocks - 1}) {
        const std::size_t first = block * kBlockRows;
        for (std::size_t i = 0; i < each && first + i < total; ++i) {
            places.push_back(first + i);
        }
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

std::vector<Adversary> adversariesOf(const HeadShape& head, double clip, std::size_t total,
                                     const std::vector<std::size_t>& places) {
    std::vector<Adversary> all;
    all.push_back(adversary("rows that push one way", head, total, places,
                            [](std::size_t i, std::size_t k) { return 1e4F * ramp(i, k); }));
    all.back().weights[0] = -1e-9;
    all.back().compared = true;
    // ±(1 + 0.98·2⁻¹¹)/8: to nearest in the 10 bits of a tensor core, or cut off, it is ±1/8. Without weights
    // the residuals are known to the last bit, so the comparison is as sharp as float32 sums allow.
    all.push_back(
        adversary("rows that a narrow product would round", head, total, places,
                  [](std::size_t, std::size_t k) { return k % 2 == 0 ? 0x1.001f5cp-3F : -0x1.001f5cp-3F; }));
    all.back().compared = true;
    all.push_back(adversary("rows that cancel", head, total, places, [](std::size_t i, std::size_t k) {
        return (i % 2 == 0 ? 1.0F : -1.0F) * ramp(i / 2, k);
    }));
    all.back().compared = true;
    all.push_back(denseRows(head, clip, total, places));
    all.push_back(extremeRows(head, total, places));
    return all;
}

std::vector<Adversary> loneRows(const HeadShape& head, double clip) {
    constexpr std::size_t mostSets = 8;
    const std::vector<LoneRow> lone = loneRowsOf(head, clip);
    const std::size_t each = std::min<std::size_t>({head.dim, kBlockRows, lone.size()});
    const std::size_t sets = std::min(mostSets, (lone.size() + each - 1) / each);
    std::vector<Adversary> all;
    for (std::size_t set = 0; set < sets; ++set) {
        const auto rowOf = [&](std::size_t i) -> const LoneRow& {
            return lone[(i * sets + set) % lone.size()];
        };
        all.push_back(
            adversary("rows of one number", head, kBlockRows, spreadPlaces(each, each),
                      [&](std::size_t i, std::size_t k) { return i == k ? rowOf(i).length : 0.0F; }));
        auto rows = std::make_shared<LiveRows>(*all.back().rows);
        for (std::size_t i = 0; i < each; ++i) {
            rows->labels[i] = rowOf(i).label;
            all.back().weights[i] = rowOf(i).logit / static_cast<double>(rowOf(i).length);
        }
        all.back().rows = std::move(rows);
    }
    return all;
}

Adversary silentRows(const HeadShape& head, std::size_t total, const std::vector<std::size_t>& places) {
    Adversary made = adversary("rows without a label", head, total, places, ramp);
    auto rows = std::make_shared<LiveRows>(*made.rows);
    std::fill(rows->labels.begin(), rows->labels.end(), -1);
    made.rows = std::move(rows);
    for (std::size_t i = 0; i < made.weights.size(); ++i) {
        made.weights[i] = 0.01 * std::sin(static_cast<double>(i));
    }
    return made;
}

std::shared_ptr<const data::FeatureSource> sourceOf(std::shared_ptr<const LiveRows> rows,
                                                    std::optional<std::size_t> removed) {
    return std::make_shared<LiveSource>(std::move(rows), removed);
}

std::vector<std::int32_t> labelsOf(const LiveRows& rows, std::optional<std::size_t> removed) {
    std::vector<std::int32_t> labels(rows.total, -1);
    for (std::size_t i = 0; i < rows.places.size(); ++i) {
        if (i != removed) {
            labels[rows.places[i]] = rows.labels[i];
        }
    }
    return labels;
}

Reference referenceOf(const Adversary& adversary, const HeadShape& head, Loss loss, double clip) {
    const LiveRows& rows = *adversary.rows;
    const std::size_t in = head.inputs();
    Reference reference;
    reference.sum.assign(head.parameters(), 0.0);
    std::vector<double> others(in); // what every class without weights gets
    const auto add = [&](double* out, double factor, const float* x) {
        for (std::size_t k = 0; k < head.dim; ++k) {
            out[k] += factor * static_cast<double>(x[k]);
        }
        if (head.bias) {
            out[head.dim] += factor;
        }
    };
    constexpr double u = 0x1p-24;
    double all = 0.0;
    double rounding = 0.0;
    for (std::size_t i = 0; i < rows.places.size();) {
        const std::size_t block = rows.places[i] / kBlockRows;
        double inBlock = 0.0;
        double live = 0.0;
        for (; i < rows.places.size() && rows.places[i] / kBlockRows == block; ++i) {
            const RowGradient g =
                gradientOf(rows.row(i), rows.labels[i], adversary.weights, head, loss, clip);
            add(reference.sum.data(), g.factor * g.first, rows.row(i));
            if (head.classes > 1) {
                add(reference.sum.data() + in, g.factor * g.second, rows.row(i));
            }
            add(others.data(), g.factor * g.other, rows.row(i));
            add(reference.sum.data() + static_cast<std::size_t>(rows.labels[i]) * in, -g.factor, rows.row(i));
            const double contribution = g.factor * g.norm * g.length;
            inBlock += contribution;
            live += 1.0;
            // Less for a clipped row: its residuals matter up to their length.
            rounding += g.norm > 0.0 ? std::min(g.error * g.length, 2.0 * contribution * g.error / g.norm)
                                     : std::min(g.error * g.length, clip);
        }
        all += inBlock;
        rounding += u * (live + 3.0) * inBlock * (1.0 + 0x1p-8);
    }
    for (std::size_t j = 2; j < head.classes; ++j) {
        for (std::size_t k = 0; k < in; ++k) {
            reference.sum[j * in + k] += others[k];
        }
    }
    reference.tolerance = rounding + 0x1p-18 * all;
    return reference;
}

} // namespace parsimony::compute::check
