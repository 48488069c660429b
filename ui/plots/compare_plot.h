// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"
#include "ui/plots/plot.h"

namespace parsimony::ui {

/// Test accuracy of finished experiments against what they took, with standard errors; a marker per method.
class ComparePlot : public Plot {
    Q_OBJECT
public:
    explicit ComparePlot(QWidget* parent = nullptr);
    void setExperiments(std::vector<session::ExperimentSummary> experiments);
    [[nodiscard]] QString csv() const override;

protected:
    void restyle() override;
    void fitAxes() override;
    [[nodiscard]] QString readoutAt(const QPointF& pixel) override;

private:
    void rebuild();
    std::vector<session::ExperimentSummary> m_experiments;
};

} // namespace parsimony::ui
