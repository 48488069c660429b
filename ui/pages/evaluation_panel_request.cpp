// SPDX-License-Identifier: GPL-3.0-or-later
// What the fields of the test of a classifier ask for, what it takes, and what is missing.
#include "core/base/collected.h"
#include "core/base/error.h"
#include "core/mechanism/look_metrics.h"
#include "core/session/look_price.h"
#include "core/session/option_rows_data.h"
#include "core/session/option_table.h"
#include "ui/models/data_catalog.h"
#include "ui/models/number_format.h"
#include "ui/pages/evaluation_panel.h"
#include "ui/pages/option_fields.h"
#include "ui/style/checklist_button.h"
#include "ui/workers/workbench.h"

#include <QComboBox>
#include <QLineEdit>
#include <QRadioButton>
#include <algorithm>

namespace parsimony::ui {

using mechanism::MetricOf;

namespace {
/// Sets by name, as --ood takes them.
std::map<std::string, session::PartFiles> setsIn(const QString& typed) {
    std::vector<std::string> texts;
    for (const QString& text : typed.split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
        if (!text.trimmed().isEmpty()) {
            texts.push_back(text.trimmed().toStdString());
        }
    }
    session::RunOptions named;
    if (!texts.empty()) {
        session::optionNamed("ood").give(named, texts);
    }
    return named.ood;
}
/// Shares of the parts of a file, as --split takes them; absent where it is nothing, or no such shares.
std::optional<data::SplitShares> sharesIn(const QString& typed) {
    session::RunOptions named;
    try {
        if (const std::string text = typed.trimmed().toStdString(); !text.empty()) {
            session::optionNamed("split").give(named, {text});
        }
    } catch (const Error&) {
        return std::nullopt; // reasonAgainst() says so
    }
    return named.split;
}
} // namespace

QString EvaluationPanel::keyOf(MetricOf metric) {
    return QString::fromUtf8(mechanism::metricName(metric).data());
}

void EvaluationPanel::askNumbers(const std::vector<EvaluationRequest>& looks) {
    Numbers asked{m_context.bench.state(), {}};
    asked.looks = collected(looks, [](const EvaluationRequest& look) { return lookOf(look).on; });
    const bool isNew = asked.of != m_declared.of || asked.looks != m_declared.looks;
    if (!asked.of || asked.looks.empty() || !isNew) {
        return;
    }
    if (asked.looks == m_declared.looks) {
        asked.records = m_declared.records; // until it is answered: a price that flickers is none
    }
    m_declared = asked;
    m_context.bench.ask(
        m_numbers,
        [looks = asked.looks](SessionPort& port) {
            return collected<std::optional<std::uint64_t>>(
                looks, [&](const session::PrivateEvaluationRequest& look) {
                    return port.ask(wire::LookRecordsCall{look}).declared;
                });
        },
        [this](const std::vector<std::optional<std::uint64_t>>& records) {
            m_declared.records = records;
            refresh();
        },
        [](const Problem&) {}); // the look itself says what is wrong with it
}

std::optional<std::uint64_t>
EvaluationPanel::declaredOf(const session::PrivateEvaluationRequest& look) const {
    const auto found = std::find(m_declared.looks.begin(), m_declared.looks.end(), look);
    const auto place = static_cast<std::size_t>(found - m_declared.looks.begin());
    return place < m_declared.records.size() ? m_declared.records[place] : look.declaredRecords();
}

double EvaluationPanel::mostOf(const EvaluationRequest& look) const {
    const auto state = m_context.bench.state();
    if (!state || state->budgets.empty()) {
        return 0.0;
    }
    const session::PrivateEvaluationRequest on = lookOf(look).on;
    const auto* array = findArray(m_context.catalog.arrays(), look.features.toStdString());
    const bool known = array != nullptr && !array->shape.empty() && !on.hidesItsNumber();
    return session::mostEpsilonOfLook(state->budgets, declaredOf(on), known ? array->shape.front() : 0);
}

QString EvaluationPanel::priceOf(const std::vector<EvaluationRequest>& looks) const {
    double dearest = 0.0;
    for (const EvaluationRequest& look : looks) {
        dearest = std::max(dearest, mostOf(look));
    }
    return formatEpsilon(dearest, Rounding::Up);
}

void EvaluationPanel::enqueue() {
    for (const EvaluationRequest& look : asked()) {
        emit queueRequested(lookOf(look), mostOf(look));
    }
}

void EvaluationPanel::lookEnded(const study::LookRequest& look, const EvaluationPtr& found) {
    if (found && look.trial.value_or(0) == m_trial) {
        take({{{QString::fromStdString(look.on.name), found}}, {}});
    }
}

bool EvaluationPanel::asksFor(MetricOf metric) const {
    return !m_private->isChecked() || m_figures->chosen().contains(keyOf(metric));
}

std::vector<EvaluationRequest> EvaluationPanel::asked() const {
    EvaluationRequest request;
    request.project = m_context.bench.projectPath();
    request.trial = m_trial;
    request.isPrivate = m_private->isChecked();
    request.groups = m_groups->text().trimmed();
    request.labelMap = m_labelMap->text().trimmed();
    request.options = session::optionsOfLook(m_rows.options());
    request.lossBound = asksFor(MetricOf::LogLoss) ? parseTyped(m_lossBound->text()) : std::nullopt;
    if (const QString positive = m_positive->text().trimmed(); !positive.isEmpty()) {
        request.positive = positive.toUInt();
    }
    if (request.isPrivate) {
        for (const QString& name : m_groupNames->text().split(QLatin1Char(','), Qt::SkipEmptyParts)) {
            request.groupNames << name.trimmed();
        }
        const QStringList figures = m_figures->chosen();
        request.perClass = figures.contains(perClassKey());
        for (const MetricOf metric : mechanism::kMetrics) {
            if (figures.contains(keyOf(metric))) {
                request.metrics.push_back(metric);
            }
        }
    }
    std::vector<EvaluationRequest> looks;
    const auto add = [&](const QString& features, const QString& labels, const QString& ids) {
        request.features = features;
        request.labels = labels;
        request.ids = ids;
        looks.push_back(request);
    };
    const QString features = m_features->currentText().trimmed();
    const QString labels = m_labels->currentText().trimmed();
    if (!features.isEmpty() && (!labels.isEmpty() || session::rows::namesLabels(request.options))) {
        request.split = sharesIn(m_split->text());
        add(features, labels, m_ids->currentText().trimmed());
    }
    request.split.reset();
    for (const auto& [name, files] : setsIn(m_sets->text())) {
        request.part = QString::fromStdString(name);
        add(QString::fromStdString(files.features), QString::fromStdString(files.labels),
            QString::fromStdString(files.ids));
    }
    return looks;
}

QString EvaluationPanel::reasonAgainst(const std::vector<EvaluationRequest>& looks) const {
    bool isClass = true;
    static_cast<void>(m_positive->text().trimmed().toUInt(&isClass));
    const bool isPrivate = m_private->isChecked();
    if (m_trial <= 0) {
        return tr("Choose a finished experiment above.");
    }
    if (looks.empty()) {
        return tr("Name the rows and their labels, or the column that holds them.");
    }
    if (QString problem = m_form->problem(); !problem.isEmpty()) {
        return problem;
    }
    if (!m_positive->text().trimmed().isEmpty() && !isClass) {
        return tr("The class of the AUC is a number from 0 on.");
    }
    if (!m_lossBound->isHidden() && !m_lossBound->text().trimmed().isEmpty() &&
        !(parseTyped(m_lossBound->text()).value_or(0.0) > 0.0)) {
        return tr("What a record adds to the log loss at most is a number above 0.");
    }
    if (!m_split->text().trimmed().isEmpty() && !sharesIn(m_split->text())) {
        return tr(
            "A split is the shares of train, validation and test, as 80/10/10, or of train and test, as "
            "80/20.");
    }
    if (looks.size() > 1 && !m_groups->text().trimmed().isEmpty()) {
        return tr("Groups are those of one set: test it by itself.");
    }
    if (isPrivate && m_groups->text().trimmed().isEmpty() != m_groupNames->text().trimmed().isEmpty()) {
        return tr("Groups of private rows need their file and their names.");
    }
    if (isPrivate && m_context.bench.state() && m_context.bench.state()->readOnly) {
        return tr("This project is read-only: a charge can't be written.");
    }
    return {};
}

} // namespace parsimony::ui
