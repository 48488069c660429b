// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/context.h"

#include <QWidget>

class QLabel;

namespace parsimony::ui {

class Field;
class ProfilePlot;

/// What `account` does on the command line for Gaussian mechanisms: ε of a noise, noise of an ε, with the
/// profile.
class CalculatorPage : public QWidget {
    Q_OBJECT
public:
    explicit CalculatorPage(QWidget* parent = nullptr);
    [[nodiscard]] ProfilePlot* profile() const { return m_profile; }

private:
    void fromNoise();
    void fromEpsilon();
    void show(double mu);

    Field *m_noise, *m_steps, *m_delta, *m_epsilon;
    QLabel *m_mu, *m_words;
    ProfilePlot* m_profile;
};

} // namespace parsimony::ui
