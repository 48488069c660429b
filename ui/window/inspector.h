// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/values.h"
#include "ui/workers/context.h"

#include <QElapsedTimer>
#include <QWidget>
#include <optional>
#include <utility>
#include <vector>

class QGridLayout;
class QPushButton;
class QVBoxLayout;

namespace parsimony::ui {

class CuratorRemarks;
class TrialRecordView;

/// Right side: the selected trial with every number's class and price, and the experiment's result; two
/// selected trials, or the two experiments that the filter lists, side by side.
class Inspector : public QWidget {
    Q_OBJECT
public:
    explicit Inspector(const Context& context, QWidget* parent = nullptr);
    void focusNote();                ///< of the selected trial
    void setRun(RunSnapshotPtr run); ///< the experiment being looked at, live or from the ledger
    void setCurator(bool on);        ///< whether curator values are shown

signals:
    void exportRequested(qint64 trial); ///< 0: the final run
    void rerunRequested(qint64 experiment);
    void trialRerunRequested(qint64 trial); ///< as a single run of its own
    void noteWritten(qint64 trial, QString note);
    void tagsWritten(qint64 trial, QString tags);

private:
    /// What a number may be shown as: covered by the guarantee, or of public data.
    enum class NumberClass { Released, Public, Simulated };
    using TwoTrials = std::optional<std::pair<session::TrialSnapshot, session::TrialSnapshot>>;
    /// What it was built from: a run goes on many times before anything here reads differently.
    struct Shown {
        std::optional<session::TrialSnapshot> trial;
        RunSnapshotPtr run;
        bool writable = false;
        TwoTrials two;                         ///< that are selected
        std::vector<std::int64_t> experiments; ///< two, of those or of the filter; else none
    };
    [[nodiscard]] Shown toShow() const;
    [[nodiscard]] static bool readsTheSame(const Shown& a, const Shown& b);
    void rebuild(); ///< keeps the focus where it is
    void build();
    void queueRebuild();
    void showTrial(const session::TrialSnapshot& trial);
    void addRemarks(const session::TrialSnapshot& trial);
    void addRerunButtons(const session::TrialSnapshot& trial);
    void addShowButton(std::int64_t experiment);
    [[nodiscard]] bool typing() const; ///< a remark is being written: rebuilding would lose it
    [[nodiscard]] static QString accuracyCaption(bool isPublic, bool balanced);
    // inspector_result.cpp
    void showResult();
    void addAccuracy(const session::RunSnapshot& run, bool done);
    void addTestFigures(const session::RunSnapshot& run, bool done);
    void addSetup(const session::RunSnapshot& run);
    // inspector_differences.cpp
    [[nodiscard]] TwoTrials twoTrials() const;
    [[nodiscard]] std::vector<std::int64_t> twoExperiments(const TwoTrials& two) const;
    void showDifferences();
    void addHeading(const QString& text);
    void addFact(const QString& name, const QString& value, const QString& meaning,
                 NumberClass numberClass = NumberClass::Released);
    void addText(const QString& text, const char* role);
    QPushButton* addButton(const QString& text, const char* name);

    Context m_context;
    RunSnapshotPtr m_run;
    QWidget* m_body = nullptr;
    QVBoxLayout* m_layout = nullptr;
    QGridLayout* m_grid = nullptr;
    TrialRecordView* m_record; ///< outlives a rebuild: it answers later, and stays open
    CuratorRemarks* m_remarks; ///< likewise
    bool m_queued = false, m_onlyDifferences = false;
    QElapsedTimer m_sinceBuilt;
    Shown m_shown;
};

} // namespace parsimony::ui
