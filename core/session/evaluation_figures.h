// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace parsimony::session {

struct PrivateEvaluation;
struct PublicEvaluation;

/// One number that an evaluation says beside its accuracy.
struct EvaluationFigure {
    enum class Of { Balanced, TopFive, LogLoss, Auc, MicroF1, MacroF1, RankingPrecision };
    Of of = Of::Balanced;
    std::optional<double> value; ///< 0..1, a log loss in nats; absent where the rows or the noise leave none
    std::optional<double> se;    ///< of the noise; 0 when exact
    std::uint32_t about = 0; ///< of Balanced and noisy MacroF1: the classes that have one; of Auc: its class
    std::uint32_t among = 0; ///< of noisy MacroF1: all classes
    double bound = 0.0;      ///< of noisy LogLoss: what a record adds at most, in nats

    /// Whether it is a share, which people read in percent.
    [[nodiscard]] bool isShare() const { return of != Of::LogLoss && of != Of::Auc; }
};

/// All four of public rows, exact; where a record may have several labels the three that are of such.
[[nodiscard]] std::vector<EvaluationFigure> figuresOf(const PublicEvaluation& found);

/// The balanced accuracy where each class was counted, and the metrics that were asked for.
[[nodiscard]] std::vector<EvaluationFigure> figuresOf(const PrivateEvaluation& found);

} // namespace parsimony::session
