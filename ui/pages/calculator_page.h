// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/account_calculation.h"
#include "ui/workers/context.h"
#include "ui/workers/question.h"

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QTableWidget;

namespace parsimony::ui {

class Field;
class FormGrid;
class ProfilePlot;

/// What `account` does on the command line: ε of a mechanism by every accountant, the noise, steps or rate
/// for an ε, compositions, with the profile of Gaussian ones.
class CalculatorPage : public QWidget {
    Q_OBJECT
public:
    explicit CalculatorPage(const Context& context, QWidget* parent = nullptr);
    [[nodiscard]] ProfilePlot* profile() const { return m_profile; }
    /// As typed into the fields: noise, number of releases, δ; those that are missing stay.
    void setReleases(const QStringList& typed);

private:
    QWidget* buildSide();
    void buildFields(FormGrid* grid);
    void buildFigures();
    void fromNoise();
    void fromEpsilon();
    void show(double mu);
    void ask(AccountQuestion::Find find);
    void showAnswer(const AccountAnswer& answer);
    [[nodiscard]] AccountQuestion question() const;
    [[nodiscard]] bool plainGaussian() const; ///< answered at once, without a worker

    Context m_context;
    Question m_question;
    Field *m_noise = nullptr, *m_steps = nullptr, *m_rate = nullptr, *m_delta = nullptr, *m_epsilon = nullptr;
    QComboBox* m_adjacency = nullptr;
    QPlainTextEdit* m_events = nullptr;
    QTableWidget* m_figures = nullptr;
    QLabel *m_mu = nullptr, *m_words = nullptr, *m_problem = nullptr;
    ProfilePlot* m_profile;
    QTimer m_delay; ///< a burst of keys is one question
};

} // namespace parsimony::ui
