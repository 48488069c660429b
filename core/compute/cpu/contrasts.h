// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/types.h"

#include <cstddef>
#include <span>

namespace parsimony::compute::cpu {

/// Softmax needs one column less than it has classes. Logits matter up to a constant that all classes of a
/// row share, so the first product takes w_j − w_last, and the last class has logit 0. Residuals g (softmax
/// minus one-hot) of a row add up to zero, so they lie in C − 1 dimensions, and the second product takes
/// their coordinates there, h_j = g_j − β·g_last, j < C − 1, with β = 1/(√C + 1).
///
/// These are coordinates of an orthonormal basis: h = Qᵀg, where Q is C × (C − 1), QᵀQ = I and 1ᵀQ = 0:
/// Q_ij = [i = j] − β/√C for i < C − 1, and −1/√C in the last row. So ‖h‖ = ‖g‖, and sums come back as
/// Σ g xᵀ = Q Σ h xᵀ. Had the last row been left out and restored as minus the sum of the others, the float32
/// rounding of C − 1 rows would have come back √C times as large; Q changes no distance, so that
/// neighbouring sums Q·S and Q·S' are as far apart as S and S', and the slack of types.h holds for them as it
/// stands. The norm that is clipped is that of the stored float32 h, the operands of the product (PRIVACY
/// rule 14), whatever rounding did to g before.
class Contrasts {
public:
    explicit Contrasts(const HeadShape& head) : m_head(head) {}

    /// Columns that a trial takes in both products.
    [[nodiscard]] std::size_t columns() const { return m_head.classes - std::size_t{1}; }

    /// β of the coordinates.
    [[nodiscard]] double shift() const;

    /// Writes w_j − w_last (of weights and bias) of a head's `parameters` to out[columns()][inputs()].
    void differences(std::span<const double> parameters, double* out) const;

    /// sum[classes][inputs()] = Q·sum[columns()][inputs()], in place.
    void expand(std::span<double> sum) const;

private:
    HeadShape m_head;
};

} // namespace parsimony::compute::cpu
