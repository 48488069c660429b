// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"

#include <QWidget>

class QLabel;

namespace parsimony::ui {

/// One account as a bar in μ², the scale on which charges add up: spent solid, reserved hatched, the planned
/// experiment outlined, the rest empty.
class BudgetGauge : public QWidget {
    Q_OBJECT
public:
    explicit BudgetGauge(QWidget* parent = nullptr);
    /// ε figures at one δ; `planned` is what the request would take on top.
    void setBudget(double target, double spent, double reserved, double planned, double delta);
    [[nodiscard]] QSize sizeHint() const override { return {160, 10}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {40, 8}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    double m_spent = 0.0, m_reserved = 0.0, m_planned = 0.0; ///< shares of μ_total²
};

/// The line under the menu that is always there: what is spent, what still fits, of what data.
class BudgetStrip : public QWidget {
    Q_OBJECT
public:
    explicit BudgetStrip(QWidget* parent = nullptr);
    void showBudget(const session::BudgetSnapshot& budget, const session::DatasetSnapshot& dataset,
                    bool planOnly, double planned);
    void showEmpty(bool hasData); ///< nothing to tell yet
    void setCurator(bool on);     ///< a badge while curator values are shown
    [[nodiscard]] QString text() const;

private:
    struct Shown {
        session::BudgetSnapshot budget;
        session::DatasetSnapshot dataset;
        bool planOnly = false;
        double planned = 0.0;
        friend bool operator==(const Shown&, const Shown&) = default;
    };
    std::optional<Shown> m_shown; ///< a run tells of its budget more often than it changes
    BudgetGauge* m_gauge;
    class ElidedLabel* m_text;
    QLabel *m_badge, *m_curator;
};

} // namespace parsimony::ui
