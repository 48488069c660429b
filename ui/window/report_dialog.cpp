// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/report_dialog.h"

#include "ui/style/file_dialogs.h"
#include "ui/style/widgets.h"
#include "ui/window/file_row.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace parsimony::ui {

ReportDialog::ReportDialog(const QString& suggestion, const QString& filter, QWidget* parent)
    : QDialog(parent), m_words(filter) {
    setObjectName(QStringLiteral("reportDialog"));
    setWindowTitle(tr("Write a report"));
    setMinimumWidth(520);
    auto* grid = new QGridLayout(this);
    grid->setColumnStretch(1, 1);
    m_file =
        addFileRow(*grid, 0, QStringLiteral("report.file"), tr("File"),
                   tr("Its ending chooses the format: .html, .pdf, .md, .tex, .json, .yaml, the entry "
                      "for a registry of deployments, .cdx.json, a bill of materials, or .model-card.md."),
                   [this] { return chooseFile(); });
    addPlots();
    m_filtered = new QCheckBox(tr("only the trials that the filter leaves"));
    m_filtered->setObjectName(QStringLiteral("report.filtered"));
    m_filtered->setToolTip(filter);
    m_filtered->setChecked(!filter.isEmpty());
    m_filtered->setVisible(!filter.isEmpty());
    grid->addWidget(m_filtered, 3, 1, 1, 2);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_write = buttons->addButton(tr("Write"), QDialogButtonBox::AcceptRole);
    m_write->setObjectName(QStringLiteral("report.accept"));
    m_write->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        if (!canBeWritten(*m_file)) {
            return;
        }
        keepFolder(FolderOf::results, file());
        accept();
    });
    grid->addWidget(buttons, 4, 0, 1, 3);
    connect(m_file, &QLineEdit::textChanged, this, [this] { m_write->setEnabled(!file().isEmpty()); });
    m_file->setText(suggestion);
}

void ReportDialog::addPlots() {
    auto* grid = qobject_cast<QGridLayout*>(layout());
    auto* column = new QVBoxLayout;
    const auto add = [&](const char* name, const QString& text) {
        auto* box = new QCheckBox(text);
        box->setObjectName(QLatin1String("report.") + QLatin1String(name));
        box->setChecked(true);
        m_plots.append({name, box});
        column->addWidget(box);
    };
    add("accuracies", tr("test accuracies of all experiments"));
    add("scores", tr("scores of each experiment, a heatmap of a grid"));
    add("step-sizes", tr("the fitted total step size of each search"));
    grid->addWidget(roleLabel(tr("Plots"), "field"), 2, 0, Qt::AlignTop);
    grid->addLayout(column, 2, 1, 1, 2);
}

QString ReportDialog::chooseFile() {
    const QList<std::pair<QString, QString>> kinds{
        {tr("Web page (*.html)"), QStringLiteral("html")},
        {tr("PDF (*.pdf)"), QStringLiteral("pdf")},
        {tr("Markdown with pictures (*.md)"), QStringLiteral("md")},
        {tr("LaTeX (*.tex)"), QStringLiteral("tex")},
        {tr("JSON (*.json)"), QStringLiteral("json")},
        {tr("Entry for a registry of deployments (*.yaml)"), QStringLiteral("yaml")},
        {tr("Bill of materials (*.cdx.json)"), QStringLiteral("cdx.json")},
        {tr("Model card (*.model-card.md)"), QStringLiteral("model-card.md")}};
    QStringList filters;
    for (const auto& [filter, suffix] : kinds) {
        filters << filter;
    }
    QString kind;
    QString chosen =
        askSaveFile(this, tr("Write a report"), file(), filters.join(QStringLiteral(";;")), &kind);
    if (const auto at = filters.indexOf(kind);
        !chosen.isEmpty() && QFileInfo(chosen).suffix().isEmpty() && at >= 0) {
        chosen += QLatin1Char('.') + kinds[at].second;
    }
    return chosen;
}

QString ReportDialog::file() const {
    return m_file->text().trimmed();
}

wire::ReportCall ReportDialog::call() const {
    wire::ReportCall call;
    for (const auto& [name, box] : m_plots) {
        if (box->isChecked()) {
            call.plots.emplace_back(name);
        }
    }
    if (call.plots.empty()) {
        call.plots.emplace_back("none");
    }
    if (m_filtered->isChecked()) {
        call.filter = m_words.toStdString();
    }
    return call;
}

} // namespace parsimony::ui
