// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/evaluation_table.h"

#include "ui/models/number_format.h"

#include <QHeaderView>
#include <array>

namespace parsimony::ui {

namespace {

QString figureName(const session::EvaluationFigure& figure) {
    using Of = session::EvaluationFigure::Of;
    switch (figure.of) {
    case Of::Balanced:
        return EvaluationTable::tr("balanced over %1 classes").arg(figure.about);
    case Of::TopFive:
        return EvaluationTable::tr("among the first five");
    case Of::LogLoss:
        return figure.bound > 0.0
                   ? EvaluationTable::tr("log loss, each at most %1").arg(formatQuantity(figure.bound, 4))
                   : EvaluationTable::tr("log loss");
    case Of::Auc:
        return EvaluationTable::tr("AUC of class %1").arg(figure.about);
    case Of::MicroF1:
        return EvaluationTable::tr("F1 over all labels");
    case Of::MacroF1:
        return figure.among > 0
                   ? EvaluationTable::tr("F1, mean of %1 of %2 classes").arg(figure.about).arg(figure.among)
                   : EvaluationTable::tr("F1, mean of the classes");
    case Of::RankingPrecision:
        return EvaluationTable::tr("ranking precision");
    }
    return {};
}

QString figureText(const session::EvaluationFigure& figure) {
    const double se = figure.se.value_or(0.0);
    if (figure.isShare()) {
        return se > 0.0 ? formatAccuracy(*figure.value, se) : formatPercent(*figure.value, 1);
    }
    return formatQuantity(*figure.value, 4) +
           (se > 0.0 ? QStringLiteral(" ± ") + formatQuantity(se, 2) : QString());
}

} // namespace

EvaluationTable::EvaluationTable(QWidget* parent) : QTableWidget(0, 3, parent) {
    setObjectName(QStringLiteral("evaluate.table"));
    setAccessibleName(tr("Metrics, and accuracy per class and group"));
    setHorizontalHeaderLabels({tr("of"), tr("rows"), tr("value")});
    horizontalHeaderItem(0)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(20);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    horizontalHeader()->setHighlightSections(false);
    setShowGrid(false);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setTabKeyNavigation(false);
}

void EvaluationTable::setEvaluation(const Evaluation& evaluation) {
    std::vector<std::array<QString, 3>> rows;
    const auto addRows = [&](const QString& name, const std::vector<Evaluation::Row>& of) {
        for (const Evaluation::Row& row : of) {
            if (evaluation.isPrivate && !row.accuracy && row.records <= 0.0) {
                continue; // a name alone
            }
            rows.push_back({name.arg(QString::fromStdString(row.name)),
                            (evaluation.isPrivate ? QStringLiteral("≈ ") : QString()) +
                                formatCount(static_cast<quint64>(row.records)),
                            !row.accuracy          ? absent()
                            : evaluation.isPrivate ? formatAccuracy(*row.accuracy, row.se)
                                                   : formatPercent(*row.accuracy, 1)});
        }
    };
    for (const session::EvaluationFigure& figure : evaluation.figures) {
        if (figure.value) {
            rows.push_back({figureName(figure), QString(), figureText(figure)});
        }
    }
    addRows(tr("group %1"), evaluation.groups);
    addRows(tr("class %1"), evaluation.classes);
    setRowCount(static_cast<int>(rows.size()));
    int at = 0;
    for (const auto& texts : rows) {
        for (int i = 0; i < 3; ++i) {
            auto* item = new QTableWidgetItem(texts[static_cast<std::size_t>(i)]);
            item->setTextAlignment((i == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
            setItem(at, i, item);
        }
        ++at;
    }
}

} // namespace parsimony::ui
