// SPDX-License-Identifier: GPL-3.0-or-later
// The table of trials for other programs: on the clipboard and in files.
#include "ui/models/trial_table_model.h"
#include "ui/style/file_dialogs.h"
#include "ui/window/trials_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QTableView>
#include <algorithm>

namespace parsimony::ui {

QString TrialsPanel::asText(Format format) const {
    std::vector<int> rows;
    const auto selected = m_table->selectionModel()->selectedRows();
    if (selected.size() > 1) {
        for (const auto& index : selected) {
            rows.push_back(index.row());
        }
        std::sort(rows.begin(), rows.end());
    } else {
        for (int row = 0; row < m_context.trials.rowCount(); ++row) {
            if (!m_context.trials.isGroup(row)) {
                rows.push_back(row);
            }
        }
    }
    const TrialTableModel& trials = m_context.trials;
    return format == Format::Latex  ? trials.toLatex(rows, shownColumns())
           : format == Format::Json ? trials.toJson(rows, shownColumns())
                                    : trials.toCsv(rows, shownColumns());
}

void TrialsPanel::copyAs(Format format) {
    QApplication::clipboard()->setText(asText(format));
}

void TrialsPanel::saveTable() {
    const QString json = tr("JSON (*.json)");
    QString kind;
    const QString path = askSaveFile(this, tr("Save the table"), QStringLiteral("trials.csv"),
                                     tr("Table (*.csv)") + QStringLiteral(";;") + json, &kind);
    if (path.isEmpty()) {
        return;
    }
    const bool asJson = path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive) || kind == json;
    if (writeWhole(path, asText(asJson ? Format::Json : Format::Csv).toUtf8())) {
        emit written({path});
    } else {
        emit failedWith(notWritten(path));
    }
}

} // namespace parsimony::ui
