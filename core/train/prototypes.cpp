// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/prototypes.h"

#include "core/base/sentence.h"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace parsimony::train {

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::size_t kBlock = 1024;

/// Calls `use` with blocks of rows and the number of each block's first.
void forBlocks(const data::FeatureSource& rows, const std::function<void(const Matrix&, std::size_t)>& use) {
    for (std::size_t first = 0; first < rows.rows(); first += kBlock) {
        const std::size_t count = std::min(kBlock, rows.rows() - first);
        Matrix block(count, rows.dim());
        rows.readRows(first, count, block.data());
        use(block, first);
    }
}

/// Class means less their common mean, scaled to length 1 (C × dim), their lengths before, and how many rows
/// each is of. Without the scaling classes of little spread, whose means are long, would take the rows of all
/// others.
struct Prototypes {
    Matrix means;
    std::vector<double> lengths;
    Eigen::RowVectorXf common; ///< that common mean
    std::vector<double> counts;
};

Prototypes prototypesOf(const data::FeatureSource& rows, std::span<const std::int32_t> labels,
                        std::size_t classes) {
    Eigen::MatrixXd sums =
        Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(classes), static_cast<Eigen::Index>(rows.dim()));
    Prototypes prototypes{{}, {}, {}, std::vector<double>(classes, 0.0)};
    forBlocks(rows, [&](const Matrix& block, std::size_t first) {
        for (Eigen::Index i = 0; i < block.rows(); ++i) {
            const std::int32_t label = labels[first + static_cast<std::size_t>(i)];
            if (label >= 0 && static_cast<std::size_t>(label) < classes) {
                sums.row(label) += block.row(i).cast<double>();
                prototypes.counts[static_cast<std::size_t>(label)] += 1.0;
            }
        }
    });
    // A class without rows stands at the mean of the others: it is neither favoured nor ruled out.
    Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(sums.cols());
    double seen = 0.0;
    for (std::size_t j = 0; j < classes; ++j) {
        if (prototypes.counts[j] > 0.0) {
            sums.row(static_cast<Eigen::Index>(j)) /= prototypes.counts[j];
            mean += sums.row(static_cast<Eigen::Index>(j));
            seen += 1.0;
        }
    }
    if (seen == 0.0) {
        fail(Sentence("no row of --prior has a label that is one of the classes"));
    }
    mean /= seen;
    for (std::size_t j = 0; j < classes; ++j) {
        auto row = sums.row(static_cast<Eigen::Index>(j));
        if (prototypes.counts[j] > 0.0) {
            row -= mean;
        }
        prototypes.lengths.push_back(row.norm());
        row /= std::max(row.norm(), std::numeric_limits<double>::min());
    }
    prototypes.means = sums.cast<float>();
    prototypes.common = mean.cast<float>();
    return prototypes;
}

/// Logits of rows by the classifier at scale 1, the own one by a prototype that is made without the row.
struct Judges {
    std::vector<float> logits; ///< rows × classes
    std::vector<std::int32_t> labels;
    std::vector<double> weights; ///< classes count alike; they sum to 1
};

/// ⟨x, q⟩/|q| of the own class' prototype q = p − m, p being the mean of n rows without x: then q becomes
/// (n·q − (x − m))/(n − 1). That the common mean m moves too changes all logits alike.
double ownLogit(double logit, double length, double n, double xx, double xm, double mm, double mq) {
    const double a = n / (n - 1.0);
    const double b = 1.0 / (n - 1.0);
    const double xq = logit * length;
    const double square = a * a * length * length - 2.0 * a * b * (xq - mq) + b * b * (xx - 2.0 * xm + mm);
    return (a * xq - b * (xx - xm)) / std::sqrt(std::max(square, 1e-12));
}

Judges judgesOf(const data::FeatureSource& rows, std::span<const std::int32_t> labels,
                const Prototypes& prototypes, std::size_t most) {
    const std::size_t classes = prototypes.counts.size();
    const std::size_t every = (rows.rows() + most - 1) / most;
    const double mm = prototypes.common.squaredNorm();
    Eigen::VectorXd mq = (prototypes.means * prototypes.common.transpose()).cast<double>();
    for (std::size_t j = 0; j < classes; ++j) {
        mq[static_cast<Eigen::Index>(j)] *= prototypes.lengths[j];
    }
    Judges judges;
    forBlocks(rows, [&](const Matrix& block, std::size_t first) {
        const Matrix logits = block * prototypes.means.transpose();
        for (Eigen::Index i = 0; i < block.rows(); ++i) {
            const std::size_t row = first + static_cast<std::size_t>(i);
            const std::int32_t label = labels[row];
            const bool known = label >= 0 && static_cast<std::size_t>(label) < classes;
            const double n = known ? prototypes.counts[static_cast<std::size_t>(label)] : 0.0;
            if (row % every != 0 || n < 2.0) {
                continue;
            }
            const double own =
                ownLogit(logits(i, label), prototypes.lengths[static_cast<std::size_t>(label)], n,
                         block.row(i).squaredNorm(), block.row(i).dot(prototypes.common), mm, mq[label]);
            judges.logits.insert(judges.logits.end(), logits.row(i).data(), logits.row(i).data() + classes);
            judges.logits[judges.logits.size() - classes + static_cast<std::size_t>(label)] =
                static_cast<float>(own);
            judges.labels.push_back(label);
            judges.weights.push_back(1.0 / n);
        }
    });
    double sum = 0.0;
    for (const double weight : judges.weights) {
        sum += weight;
    }
    for (double& weight : judges.weights) {
        weight /= sum;
    }
    return judges;
}

/// The derivative of the mean cross-entropy by the scale, which grows with it, where the part `held` of the
/// rows has its label and the others any.
double slopeAt(double scale, const Judges& judges, std::size_t classes, double held) {
    double slope = 0.0;
    for (std::size_t i = 0; i < judges.labels.size(); ++i) {
        const float* z = judges.logits.data() + i * classes;
        const double top = *std::max_element(z, z + classes);
        double sum = 0.0;
        double weighted = 0.0;
        double mean = 0.0;
        for (std::size_t j = 0; j < classes; ++j) {
            const double e = std::exp(scale * (z[j] - top));
            sum += e;
            weighted += e * z[j];
            mean += z[j] / static_cast<double>(classes);
        }
        const double labelled = held * z[judges.labels[i]] + (1.0 - held) * mean;
        slope += judges.weights[i] * (weighted / sum - labelled);
    }
    return slope;
}

double scaleBy(const Judges& judges, std::size_t classes, double held, double largest) {
    if (held <= 0.0 || slopeAt(0.0, judges, classes, held) >= 0.0) {
        return 0.0;
    }
    double high = 1.0;
    while (high < largest && slopeAt(high, judges, classes, held) < 0.0) {
        high *= 2.0;
    }
    double low = high / 2.0;
    if (high == 1.0) {
        low = 0.0;
    }
    for (int i = 0; i < 20; ++i) {
        const double middle = (low + high) / 2.0;
        (slopeAt(middle, judges, classes, held) < 0.0 ? low : high) = middle;
    }
    return low;
}

/// Of one row a class, which nothing can be tested by: its own logit is the length of its prototype, and as
/// prototypes sum to about 0, those of the others sum to minus that.
double untestedScale(const Prototypes& prototypes, double wanted) {
    const auto classes = static_cast<double>(prototypes.lengths.size());
    double own = 0.0;
    for (const double length : prototypes.lengths) {
        own += length / classes;
    }
    const double margin = own * classes / std::max(1.0, classes - 1.0);
    return margin > 0.0 ? wanted / margin : 0.0;
}

/// Share of the judges that are labelled rightly.
double promised(const Judges& judges, std::size_t classes) {
    std::size_t right = 0;
    for (std::size_t i = 0; i < judges.labels.size(); ++i) {
        const float* z = judges.logits.data() + i * classes;
        right += std::max_element(z, z + classes) == z + judges.labels[i] ? 1 : 0;
    }
    return static_cast<double>(right) / static_cast<double>(judges.labels.size());
}

Prototypes linearPrototypes(const data::FeatureSource& rows, std::span<const std::int32_t> labels,
                            const compute::HeadShape& head) {
    if (head.kind != compute::HeadKind::Linear) {
        failUsage(Sentence("class means of rows are the weights of a linear classifier alone"));
    }
    return prototypesOf(rows, labels, head.classes);
}

std::vector<double> parametersOf(const Prototypes& prototypes, double scale, const compute::HeadShape& head) {
    std::vector<double> parameters(head.parameters(), 0.0);
    for (std::size_t j = 0; j < head.classes; ++j) {
        for (std::size_t i = 0; i < head.dim; ++i) {
            parameters[j * head.inputs() + i] =
                scale * prototypes.means(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i));
        }
    }
    return parameters;
}

} // namespace

PrototypeWeights prototypeWeights(const data::FeatureSource& rows, std::span<const std::int32_t> labels,
                                  const compute::HeadShape& head, const PriorNumbers& numbers) {
    const Prototypes prototypes = linearPrototypes(rows, labels, head);
    const Judges judges = judgesOf(rows, labels, prototypes, numbers.mostJudges);
    const double scale = judges.labels.empty() ? untestedScale(prototypes, numbers.untestedMargin)
                                               : scaleBy(judges, head.classes, 1.0, numbers.largestScale);
    return {parametersOf(prototypes, scale, head), scale};
}

BeliefRange beliefRange(std::optional<double> promised, std::uint32_t classes, const Agreement& agreement) {
    const double guessing = 1.0 / classes;
    if (!promised) {
        return {0.0, guessing};
    }
    return {agreement.none * (*promised - guessing), agreement.full * (*promised - guessing)};
}

PrototypeWeights prototypeWeights(const data::FeatureSource& rows, std::span<const std::int32_t> labels,
                                  const compute::HeadShape& head, double right, const Agreement& agreement,
                                  const PriorNumbers& numbers) {
    const Prototypes prototypes = linearPrototypes(rows, labels, head);
    const Judges judges = judgesOf(rows, labels, prototypes, numbers.mostJudges);
    const bool tested = !judges.labels.empty();
    const double word = tested ? promised(judges, head.classes) : 0.0;
    const BeliefRange range =
        beliefRange(tested ? std::optional(word) : std::nullopt, head.classes, agreement);
    const double above = right - 1.0 / head.classes;
    const double believed =
        range.all > range.none ? std::clamp((above - range.none) / (range.all - range.none), 0.0, 1.0) : 0.0;
    const double scale = tested ? scaleBy(judges, head.classes, believed, numbers.largestScale)
                                : believed * untestedScale(prototypes, numbers.untestedMargin);
    return {parametersOf(prototypes, scale, head), scale, word, scale > 0.0 ? believed : 0.0};
}

std::vector<double> unitPrototypes(const data::FeatureSource& rows, std::span<const std::int32_t> labels,
                                   const compute::HeadShape& head) {
    return parametersOf(linearPrototypes(rows, labels, head), 1.0, head);
}

double priorFactor(double signal) {
    constexpr double kLittle = 100.0;
    constexpr double kMuch = 300.0;
    const double share = std::log(std::max(signal, kLittle) / kLittle) / std::log(kMuch / kLittle);
    return std::exp2(1.0 - std::min(share, 1.0));
}

} // namespace parsimony::train
