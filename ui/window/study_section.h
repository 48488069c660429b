// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/study_request.h"
#include "ui/models/values.h"
#include "ui/style/widgets.h"
#include "ui/workers/context.h"
#include "ui/workers/question.h"

#include <QTimer>

class QCheckBox;
class QComboBox;
class QPushButton;

namespace parsimony::ui {

class ChecklistButton;

/// Sweeps over learning rate and steps at several ε, and comparisons of methods with repeats, of the data and
/// options that stand in the other sections; and studies, which name their data themselves. Each is priced
/// before it begins.
class StudySection : public Section {
    Q_OBJECT
public:
    explicit StudySection(const Context& context, QWidget* parent = nullptr);
    void setProblem(const Problem& problem); ///< an empty one: none
    void setFile(const QString& path);       ///< of a study

signals:
    void runRequested(parsimony::study::StudyVariant study);
    void queueRequested(parsimony::study::StudyVariant study, parsimony::study::StudyPrice price);
    void fileWanted(); ///< a study's, from where the engine is

private:
    enum class Kind { Sweep, Comparison, File }; ///< in the order of the choice

    void buildFields();
    void buildFile();
    void offerStudies();
    void buildButtons();
    void wire();
    [[nodiscard]] Kind kind() const;
    /// What the fields ask for; absent while one of them can't be read, which then says why.
    [[nodiscard]] std::optional<study::StudyVariant> asked();
    [[nodiscard]] std::optional<NumberList> numbersIn(Field& field, const char* name); ///< absent: none
    void ask(); ///< for the price, when nobody has typed for a moment
    void askPrice();
    void refresh();

    Context m_context;
    Choice* m_kind = nullptr;
    FormGrid* m_form = nullptr;
    Field *m_epsilons = nullptr, *m_rates = nullptr, *m_steps = nullptr, *m_repeats = nullptr;
    ChecklistButton* m_methods = nullptr;
    QComboBox* m_file = nullptr;
    QWidget* m_fileRow = nullptr;
    QCheckBox* m_quick = nullptr;
    QLabel *m_problem = nullptr, *m_progress = nullptr;
    QPushButton *m_start = nullptr, *m_enqueue = nullptr;
    QTimer m_pause;
    Question m_priceAsked, m_titlesAsked;
    std::optional<study::StudyVariant> m_study; ///< that has the price
    std::optional<study::StudyPrice> m_price;
    bool m_readable = true, m_offered = false;
};

} // namespace parsimony::ui
