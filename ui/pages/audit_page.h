// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/access_table_model.h"
#include "ui/models/audit_values.h"
#include "ui/workers/context.h"
#include "ui/workers/question.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTableView;
class QTableWidget;

namespace parsimony::ui {

/// The chain of the ledger: verify it, its tip, problems by row, what every account comes to.
class AuditPage : public QWidget {
    Q_OBJECT
public:
    explicit AuditPage(const Context& context, QWidget* parent = nullptr);
    void verify();
    /// Says whether `copy` is a file of the same project and where the two part. A path where the engine is.
    void compareWith(const QString& copy);
    void clear();

private:
    template <class Call>
    void ask(Call call);
    void makeVerdict();
    void makeTables();
    void makeCopies();
    void chooseCopy();
    void setBusy(bool busy);
    void show(const AuditFindings& findings);
    void fillAccounts(const AuditFindings& findings);
    void fillProblems(const AuditFindings& findings);

    Context m_context;
    Question m_audit;
    QPushButton *m_verify, *m_receipt, *m_compare;
    QLineEdit* m_copy;
    QString m_receiptText;
    QProgressBar* m_progress;
    QLabel *m_verdict, *m_summary, *m_notes;
    QLineEdit* m_tip;
    QTableWidget *m_accounts, *m_problems;
    AccessTableModel m_accesses;
    QTableView* m_access = nullptr;
    QLabel* m_accessCount = nullptr;
};

} // namespace parsimony::ui
