// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/evaluation.h"
#include "ui/models/values.h"
#include "ui/workers/context.h"
#include "ui/workers/question.h"

#include <QWidget>

class QBoxLayout;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;
class QTableWidget;

namespace parsimony::ui {

class ConfusionView;
class FormGrid;
class SideBySide;

/// Tests a released classifier on other rows: exactly on public ones (per class, per group, confusion
/// matrix), by one noisy and charged count on private ones.
class EvaluationPanel : public QWidget {
    Q_OBJECT
public:
    explicit EvaluationPanel(const Context& context, QWidget* parent = nullptr);
    void setModel(qint64 finalTrial, const QString& name); ///< 0: none is chosen
    void clear();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QWidget* buildForm();
    QWidget* buildResult();
    QComboBox* addFile(FormGrid* form, const QString& name, const QString& label, const QString& meaning);
    void arrange(); ///< table and matrix side by side as far as they fit
    void offerArrays();
    void chooseFiles();
    void takeFiles(const QStringList& files); ///< names rows and labels by what the files hold
    void filesListed(const FileListing& listing);
    void pathTyped(const QComboBox* box);
    void refresh();
    void start();
    void show(const EvaluationPtr& evaluation);
    void fillTable(const Evaluation& evaluation);
    [[nodiscard]] QString price() const; ///< of a look at private rows

    Context m_context;
    Question m_evaluation, m_listing;
    qint64 m_trial = 0;
    QStringList m_asked; ///< files whose arrays are waited for
    QLabel *m_model = nullptr, *m_reason = nullptr, *m_verdict = nullptr, *m_words = nullptr,
           *m_problem = nullptr;
    QRadioButton *m_public = nullptr, *m_private = nullptr;
    QComboBox *m_features = nullptr, *m_labels = nullptr, *m_ids = nullptr;
    QLineEdit* m_groups = nullptr;
    QLineEdit* m_labelMap = nullptr;
    QPushButton* m_start = nullptr;
    SideBySide* m_halves = nullptr;
    QBoxLayout* m_results = nullptr;
    QTableWidget* m_table = nullptr;
    ConfusionView* m_confusion = nullptr;
};

} // namespace parsimony::ui
