// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/audit_page.h"

#include "ui/models/number_format.h"
#include "ui/style/icons.h"
#include "ui/style/problem_label.h"
#include "ui/style/widgets.h"
#include "ui/workers/workbench.h"

#include <QAction>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace parsimony::ui {

namespace {

constexpr int kLeastTable = 130; ///< its heading and a few rows

QTableWidget* makeTable(const QString& name, const QString& meaning, const QStringList& titles) {
    auto* table = new QTableWidget(0, static_cast<int>(titles.size()));
    table->setObjectName(name);
    table->setAccessibleName(meaning);
    table->setHorizontalHeaderLabels(titles);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(22);
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->setShowGrid(false);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setTabKeyNavigation(false);
    table->hide();
    return table;
}

} // namespace

AuditPage::AuditPage(const Context& context, QWidget* parent) : QWidget(parent), m_context(context) {
    setObjectName(QStringLiteral("plotPage"));
    setAttribute(Qt::WA_StyledBackground);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea; // in a small window what was found is higher than the page
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* body = new QWidget;
    scroll->setWidget(body);
    scroll->viewport()->setAutoFillBackground(false);
    body->setAutoFillBackground(false);
    all->addWidget(scroll);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(8);
    makeVerdict();
    makeTables();
    makeCopies();
    auto* row = new QHBoxLayout;
    row->addWidget(m_summary, 1);
    row->addWidget(m_verify);
    column->addWidget(m_verdict); // all of the width is its own: it is large
    column->addWidget(m_progress);
    column->addLayout(row);
    auto* tip = new QHBoxLayout;
    tip->addWidget(m_tip, 1);
    tip->addWidget(m_receipt);
    column->addLayout(tip);
    auto* copies = new QHBoxLayout;
    copies->addWidget(m_copy, 1);
    copies->addWidget(m_compare);
    column->addLayout(copies);
    column->addWidget(m_problems, 1);
    column->addWidget(m_accounts);
    column->addWidget(m_accessCount);
    column->addWidget(m_access, 2);
    column->addWidget(m_notes);
    column->addStretch(0);
    connect(m_verify, &QPushButton::clicked, this, &AuditPage::verify);
    connect(m_receipt, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_receiptText); });
    const auto compare = [this] { compareWith(m_copy->text().trimmed()); };
    connect(m_compare, &QPushButton::clicked, this, compare);
    connect(m_copy, &QLineEdit::returnPressed, this, compare);
    connect(m_copy, &QLineEdit::textChanged, this,
            [this] { m_compare->setEnabled(m_verify->isEnabled() && !m_copy->text().trimmed().isEmpty()); });
    connect(&m_context.bench, &Workbench::projectOpened, this, &AuditPage::clear);
    connect(&m_context.bench, &Workbench::projectClosed, this, &AuditPage::clear);
    clear();
}

void AuditPage::makeVerdict() {
    m_verdict = roleLabel({}, "big");
    m_verdict->setObjectName(QStringLiteral("audit.verdict"));
    m_verdict->setWordWrap(true);
    m_verify = new QPushButton(tr("Verify the ledger"));
    m_verify->setObjectName(QStringLiteral("audit.verify"));
    m_progress = new QProgressBar;
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(4);
    m_progress->setAccessibleName(tr("Verifying"));
    m_progress->hide();
    m_summary = roleLabel({}, "muted");
    m_summary->setWordWrap(true);
    m_tip = new QLineEdit;
    m_tip->setObjectName(QStringLiteral("audit.tip"));
    m_tip->setReadOnly(true);
    m_tip->setAccessibleName(tr("Tip of the chain"));
    m_tip->setToolTip(tr("The hash of the last row. Note it somewhere else: a later audit can then prove "
                         "that nothing before it was changed or cut off."));
    m_notes = roleLabel({}, "muted");
    m_notes->setObjectName(QStringLiteral("audit.notes"));
    m_notes->setWordWrap(true);
    m_receipt = new QPushButton(tr("Copy a receipt"));
    m_receipt->setObjectName(QStringLiteral("audit.receipt"));
    m_receipt->setToolTip(
        tr("Six lines for the clipboard, to mail or print before data is opened: whoever has "
           "them finds a ledger that was rewritten as a whole since."));
}

void AuditPage::makeTables() {
    m_problems =
        makeTable(QStringLiteral("audit.problems"), tr("Problems"), {tr("row"), tr("what is wrong")});
    m_accounts = makeTable(
        QStringLiteral("audit.accounts"), tr("Accounts"),
        {tr("dataset"), tr("part"), QStringLiteral("ε"), tr("of"), QStringLiteral("δ"), QStringLiteral("μ")});
    m_accounts->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_accounts->horizontalHeader()->setMinimumSectionSize(56);
    m_accessCount = roleLabel({}, "heading");
    m_accessCount->setWordWrap(true);
    m_access = new QTableView;
    m_access->setObjectName(QStringLiteral("audit.accesses"));
    m_access->setAccessibleName(tr("Accesses to private rows"));
    m_access->setModel(&m_accesses);
    m_access->setShowGrid(false);
    m_access->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_access->setTabKeyNavigation(false);
    m_access->verticalHeader()->hide();
    m_access->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_access->verticalHeader()->setDefaultSectionSize(22);
    m_access->horizontalHeader()->setStretchLastSection(true);
    m_access->horizontalHeader()->setHighlightSections(false);
    const int widths[AccessTableModel::ColumnCount] = {48, 168, 184, 80, 104, 56};
    for (int i = 0; i < AccessTableModel::ColumnCount; ++i) {
        m_access->setColumnWidth(i, std::max(widths[i], m_access->horizontalHeader()->sectionSizeHint(i)));
    }
    m_access->setMinimumHeight(kLeastTable);
    m_problems->setMinimumHeight(kLeastTable);
}

void AuditPage::makeCopies() {
    m_copy = new QLineEdit;
    m_copy->setObjectName(QStringLiteral("audit.copy"));
    m_copy->setPlaceholderText(tr("Another file of this project: a backup, or what a colleague sent"));
    m_copy->setAccessibleName(tr("Another file of this project"));
    connect(m_copy->addAction(icon(QStringLiteral("folder")), QLineEdit::TrailingPosition),
            &QAction::triggered, this, &AuditPage::chooseCopy);
    m_compare = new QPushButton(tr("Compare"));
    m_compare->setObjectName(QStringLiteral("audit.compare"));
    m_compare->setToolTip(tr("Verifies both and says whether they hold the same rows or where they part: "
                             "what was reserved up to there may have been released twice."));
}

void AuditPage::clear() {
    m_audit.drop();
    const bool open = !m_context.bench.projectPath().isEmpty();
    m_verify->setEnabled(open);
    m_copy->setEnabled(open);
    m_copy->clear();
    m_compare->setEnabled(false);
    m_verdict->setText(tr("Not verified yet"));
    m_summary->setText(
        open ? tr("Verifying walks the whole chain: its hashes, the order of what happened, every event "
                  "recomputed from its plan, every account against its cap. It changes nothing.")
             : tr("A project's ledger can be verified here: every spend, in order, recomputed. Open or run "
                  "something first."));
    m_tip->hide();
    m_receipt->hide();
    m_problems->hide();
    m_accounts->hide();
    m_accessCount->hide();
    m_access->hide();
    m_notes->hide();
}

void AuditPage::verify() {
    ask(wire::AuditCall{m_context.bench.projectPath().toStdString()});
}

void AuditPage::compareWith(const QString& copy) {
    if (!copy.isEmpty()) {
        ask(wire::CopiesCall{m_context.bench.projectPath().toStdString(), copy.toStdString()});
    }
}

void AuditPage::chooseCopy() {
    const QString file = QFileDialog::getOpenFileName(this, tr("Another file of this project"),
                                                      QFileInfo(m_context.bench.projectPath()).absolutePath(),
                                                      tr("Parsimony projects (*.parsimony)"));
    if (!file.isEmpty()) {
        m_copy->setText(file);
        compareWith(file);
    }
}

template <class Call>
void AuditPage::ask(Call call) {
    if (m_context.bench.projectPath().isEmpty()) {
        return;
    }
    setBusy(true);
    m_verdict->setText(tr("Verifying…"));
    m_context.bench.ask(
        m_audit,
        [call = std::move(call)](const EngineAccess& access) {
            AuditFindings findings = findingsOf(access.engine.ask(call));
            for (const Sentence& notice : std::as_const(findings.forCurator)) {
                access.observer.onCuratorNotice(notice);
            }
            return findings;
        },
        [this](const AuditFindings& findings) { show(findings); },
        [this](const Problem& problem) {
            setBusy(false);
            m_verdict->setText(tr("Could not be verified"));
            showProblem(*m_summary, problem);
        });
}

void AuditPage::setBusy(bool busy) {
    m_progress->setVisible(busy);
    m_verify->setEnabled(!busy);
    m_compare->setEnabled(!busy && !m_copy->text().trimmed().isEmpty());
}

void AuditPage::show(const AuditFindings& findings) {
    setBusy(false);
    m_verdict->setText(findings.ok() ? tr("✓ The ledger holds")
                       : findings.problems.size() == 1
                           ? tr("1 problem found")
                           : tr("%1 problems found").arg(findings.problems.size()));
    m_summary->setText(findings.rows == 1 ? tr("1 row verified. Tip of the chain:")
                                          : tr("%1 rows verified. Tip of the chain:")
                                                .arg(formatCount(static_cast<std::uint64_t>(findings.rows))));
    m_tip->setText(findings.tip);
    m_tip->setCursorPosition(0);
    m_tip->show();
    m_receiptText = findings.receipt;
    m_receipt->setVisible(!m_receiptText.isEmpty());
    fillProblems(findings);
    fillAccounts(findings);
    m_accesses.setAccesses(findings.accesses);
    m_accessCount->setText((findings.accesses.size() == 1
                                ? tr("1 access to private rows")
                                : tr("%1 accesses to private rows, newest first")
                                      .arg(formatCount(static_cast<std::uint64_t>(findings.accesses.size()))))
                               .toUpper());
    m_accessCount->setVisible(!findings.accesses.empty());
    m_access->setVisible(!findings.accesses.empty());
    m_notes->setText(findings.notes.join(QLatin1Char('\n')));
    m_notes->setVisible(!findings.notes.isEmpty());
}

void AuditPage::fillProblems(const AuditFindings& findings) {
    m_problems->setRowCount(static_cast<int>(findings.problems.size()));
    int row = 0;
    for (const auto& problem : findings.problems) {
        m_problems->setItem(
            row, 0, new QTableWidgetItem(problem.row > 0 ? QString::number(problem.row) : tr("file")));
        m_problems->setItem(row, 1, new QTableWidgetItem(problem.what));
        ++row;
    }
    m_problems->setVisible(!findings.problems.empty());
}

void AuditPage::fillAccounts(const AuditFindings& findings) {
    m_accounts->setRowCount(static_cast<int>(findings.accounts.size()));
    int row = 0;
    for (const auto& a : findings.accounts) {
        const QString texts[] = {a.dataset,
                                 a.simulated ? tr("%1 (simulated)").arg(a.part) : a.part,
                                 formatEpsilon(a.epsilon, Rounding::Up),
                                 formatEpsilon(a.targetEpsilon),
                                 formatDelta(a.delta),
                                 a.mu > 0.0 ? formatMu(a.mu) : absent()};
        for (int i = 0; i < 6; ++i) {
            m_accounts->setItem(row, i, new QTableWidgetItem(texts[i]));
        }
        ++row;
    }
    const int shown = std::min(row, 6);
    m_accounts->setFixedHeight(m_accounts->horizontalHeader()->sizeHint().height() + 22 * shown + 2 +
                               m_accounts->horizontalScrollBar()->sizeHint().height());
    m_accounts->setVisible(!findings.accounts.empty());
}

} // namespace parsimony::ui
