// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/trial_view.h"
#include "ui/models/values.h"
#include "ui/plots/plot.h"

#include <map>

namespace parsimony::ui {

/// The empirical distribution of released scores: a step curve for each experiment, or for each method where
/// experiments are many. A curve further right found more good settings.
class EdfPlot : public Plot {
    Q_OBJECT
public:
    /// The scores of a curve in rising order, 0..1, each with its trial.
    struct Curve {
        QString name;
        std::int64_t experiment = 0; ///< 0: of several
        std::vector<std::pair<double, qint64>> scores;
        friend bool operator==(const Curve&, const Curve&) = default;
    };

    explicit EdfPlot(Selection& selection, QWidget* parent = nullptr);
    /// `methods` by experiment.
    void setTrials(const TrialView& trials, const std::map<std::int64_t, QString>& methods);
    [[nodiscard]] const std::vector<Curve>& curves() const { return m_curves; }
    /// `curve,trial,score,share`: the share of the curve's trials that score at most as much.
    [[nodiscard]] QString csv() const override;

protected:
    void restyle() override { rebuild(); }
    void fitAxes() override;
    [[nodiscard]] QString readoutAt(const QPointF& pixel) override;
    [[nodiscard]] qint64 trialAt(const QPointF& pixel) override;

private:
    struct Place {
        const Curve* curve = nullptr;
        std::size_t index = 0; ///< of the score
    };
    void rebuild();
    void markSelection();
    [[nodiscard]] Place placeAt(const QPointF& pixel) const;

    Selection& m_selection;
    std::vector<Curve> m_curves;
    QCPGraph* m_marks = nullptr;
};

} // namespace parsimony::ui
