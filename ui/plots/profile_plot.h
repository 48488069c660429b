// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plots/plot.h"

namespace parsimony::ui {

/// The privacy profile δ(ε) of one μ: every (ε, δ) on the curve is guaranteed at once.
class ProfilePlot : public Plot {
    Q_OBJECT
public:
    explicit ProfilePlot(QWidget* parent = nullptr);
    void setMu(double mu, double delta); ///< μ = 0: none
    [[nodiscard]] QString csv() const override;

protected:
    void restyle() override;
    void fitAxes() override;
    [[nodiscard]] QString readoutAt(const QPointF& pixel) override;

private:
    void rebuild();
    double m_mu = 0.0, m_delta = 0.0;
    std::vector<std::pair<double, double>> m_curve;
};

} // namespace parsimony::ui
