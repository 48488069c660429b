// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/evaluation.h"
#include "ui/models/request.h"
#include "ui/models/values.h"
#include "ui/workers/context.h"
#include "ui/workers/question.h"

#include <QWidget>
#include <optional>
#include <utility>
#include <vector>

class QBoxLayout;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;
class QVBoxLayout;

namespace parsimony::ui {

class ChecklistButton;
class ConfusionView;
class EvaluationTable;
class OptionFields;
class SideBySide;

/// Tests a released classifier on other rows: exactly on public ones (metrics, per class, per group,
/// confusion matrix), on private ones by noisy and charged counts of what is asked for.
class EvaluationPanel : public QWidget {
    Q_OBJECT
public:
    explicit EvaluationPanel(const Context& context, QWidget* parent = nullptr);
    /// 0: none is chosen. `severalLabels`: its records may have more than one.
    void setModel(qint64 finalTrial, const QString& name, bool severalLabels);
    void clear();
    void takeFiles(const QStringList& files); ///< names rows and labels by what the files hold
    /// Writes the class and scores of every row of the features that are named.
    void predictTo(const QString& file);

signals:
    void written(QStringList files);
    void queueRequested(parsimony::study::LookRequest look, double mostEpsilon);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QWidget* buildForm();
    QWidget* buildResult();
    QComboBox* addFile(const QString& name, const QString& label, const QString& meaning);
    QLineEdit* addLine(const char* name, const QString& label, const QString& meaning, const QString& empty);
    void addRows();
    void addFigures();
    void addButtons(QVBoxLayout* column);
    void arrange(); ///< table and matrix side by side as far as they fit
    void offerArrays();
    void offerFigures(bool severalLabels); ///< those that the engine releases of such records
    void chooseFiles();
    void filesListed(const FileListing& listing);
    void pathTyped(const QComboBox* box);
    void refresh();
    void start();
    void predict(); ///< asks where to
    /// What was found on each set that was looked at, and why the looks ended before the last one, if they
    /// did.
    struct Looks {
        std::vector<std::pair<QString, EvaluationPtr>> found;
        std::optional<Problem> problem;
    };
    /// A request for each set that is named: the rows of the fields, and those of the line of further sets.
    /// Throws Error where that line cannot be read.
    [[nodiscard]] std::vector<EvaluationRequest> asked() const;
    [[nodiscard]] bool asksFor(mechanism::MetricOf metric) const; ///< or is shown all, of public rows
    /// Of the figures beside the accuracy, in the list of them.
    [[nodiscard]] static QString keyOf(mechanism::MetricOf metric);
    [[nodiscard]] static QString perClassKey() { return QStringLiteral("class"); }
    void take(const Looks& looks);
    void show(const EvaluationPtr& evaluation);
    void enqueue();
    /// One that waited has had its turn; null: it was stopped.
    void lookEnded(const study::LookRequest& look, const EvaluationPtr& found);
    /// What an open project knows of the numbers of records: looks are priced by those that were declared.
    void askNumbers(const std::vector<EvaluationRequest>& looks);
    [[nodiscard]] std::optional<std::uint64_t>
    declaredOf(const session::PrivateEvaluationRequest& look) const;
    [[nodiscard]] double mostOf(const EvaluationRequest& look) const;                 ///< of its part, as ε
    [[nodiscard]] QString priceOf(const std::vector<EvaluationRequest>& looks) const; ///< at most, of each
    [[nodiscard]] QString reasonAgainst(const std::vector<EvaluationRequest>& looks) const;

    Context m_context;
    Question m_evaluation, m_listing, m_prediction, m_numbers;
    struct Numbers {
        ProjectStatePtr of; ///< what was asked then
        std::vector<session::PrivateEvaluationRequest> looks;
        /// As many, or none before they were answered.
        std::vector<std::optional<std::uint64_t>> records = {};
    };
    Numbers m_declared;
    qint64 m_trial = 0;
    QString m_said;      ///< what was written last
    QStringList m_asked; ///< files whose arrays are waited for
    QLabel *m_model = nullptr, *m_reason = nullptr, *m_verdict = nullptr, *m_words = nullptr,
           *m_problem = nullptr;
    QRadioButton *m_public = nullptr, *m_private = nullptr;
    QComboBox *m_features = nullptr, *m_labels = nullptr, *m_ids = nullptr;
    QComboBox* m_shown = nullptr; ///< which of several sets
    Looks m_looks;
    QLineEdit *m_split = nullptr, *m_sets = nullptr, *m_groups = nullptr, *m_groupNames = nullptr,
              *m_labelMap = nullptr, *m_positive = nullptr, *m_lossBound = nullptr;
    ChecklistButton* m_figures = nullptr; ///< what else is released of private rows
    Request m_rows;                       ///< what the rows of the table of options say of them
    OptionFields* m_form = nullptr;
    QPushButton *m_start = nullptr, *m_enqueue = nullptr, *m_predict = nullptr;
    SideBySide* m_halves = nullptr;
    QBoxLayout* m_results = nullptr;
    EvaluationTable* m_table = nullptr;
    ConfusionView* m_confusion = nullptr;
};

} // namespace parsimony::ui
