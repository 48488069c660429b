// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// ε and μ of Gaussian differential privacy for forms and pictures; arguments must be in range.
namespace parsimony::ui {

[[nodiscard]] double epsilonOf(double mu, double delta); ///< rounds up
[[nodiscard]] double muOf(double epsilon, double delta); ///< rounds down
[[nodiscard]] double deltaOf(double epsilon, double mu); ///< the privacy profile of one μ

} // namespace parsimony::ui
