// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/training_run.h"

#include <Eigen/Core>

#include <cstddef>
#include <string>

// Solving with a noisy symmetric matrix. Everything after a release, symmetric mending and regularisation
// included, is post-processing of released numbers (PRIVACY rule 17).
namespace parsimony::train {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// λ from declared constants: the options' part of the noise of the matrix, whose largest eigenvalue is near
/// √(2·size) times the sd of an off-diagonal entry, sd/√2. Without noise a trace of it, so that a singular
/// matrix still solves. The option --ridge takes its place.
[[nodiscard]] double ridgeFor(const TrainingRun& run, ReleaseKind kind, std::size_t size);

/// The same where the noise of an entry is that of `sd`.
[[nodiscard]] double ridgeForNoise(const TrainingRun& run, double sd, std::size_t size);

/// The inverse of `matrix` + λI with the eigenvalues of the sum no smaller than λ; `mended` counts those that
/// were raised.
[[nodiscard]] Matrix mendedInverse(const Eigen::Ref<const Matrix>& matrix, double lambda,
                                   std::size_t& mended);

/// What a trial's record says of it; `lambda` per record.
[[nodiscard]] std::string mendingText(const std::string& what, double lambda, std::size_t mended,
                                      std::size_t size);

} // namespace parsimony::train
