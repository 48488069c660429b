// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/part_row.h"

#include "ui/models/data_catalog.h"
#include "ui/style/icons.h"
#include "ui/style/widgets.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace parsimony::ui {

namespace {

QString shortReference(const std::string& reference) {
    const QString text = QString::fromStdString(reference);
    const QString file = fileOfReference(reference);
    const QString key = text.mid(file.size());
    return QFileInfo(file).fileName() + key;
}

QString keyOnly(const std::string& reference, const std::string& beside) {
    const QString file = fileOfReference(reference);
    if (file == fileOfReference(beside) &&
        reference.size() > static_cast<std::size_t>(file.toStdString().size()) + 1) {
        return QString::fromStdString(reference).mid(file.size() + 1);
    }
    return shortReference(reference);
}

} // namespace

PartRow::PartRow(const QString& name, const QString& title, const QString& meaning, QWidget* parent)
    : QWidget(parent), m_title(title) {
    setObjectName(QStringLiteral("part.") + name);
    setToolTip(meaning);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 2, 0, 2);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(0);
    grid->setColumnStretch(1, 1);
    auto* label = new ElidedLabel(nullptr, Qt::ElideRight);
    label->setProperty("role", "muted");
    label->setFixedWidth(76); // files of all parts stand in one line
    label->setFullText(title);
    m_state = label;
    m_file = new ElidedLabel;
    m_shape = new ElidedLabel(nullptr, Qt::ElideRight);
    m_shape->setProperty("role", "faint");
    m_more = toolButton(QStringLiteral("more"), tr("Change the arrays of %1").arg(title));
    m_more->setFixedHeight(18);
    m_more->setObjectName(QStringLiteral("part.%1.more").arg(name));
    connect(m_more, &QToolButton::clicked, this, &PartRow::openMenu);
    grid->addWidget(m_state, 0, 0);
    grid->addWidget(m_file, 0, 1);
    grid->addWidget(m_more, 0, 2);
    grid->addWidget(m_shape, 1, 1, 1, 2);
}

void PartRow::show(const session::PartFiles& part, const std::vector<ArrayInfo>& arrays,
                   std::optional<std::uint64_t> trainWidth, bool removable) {
    m_part = part;
    m_removable = removable;
    m_features.clear();
    m_labels.clear();
    for (const auto& array : arrays) {
        (array.shape.size() >= 2 ? m_features : m_labels) << array.reference();
    }
    const auto* features = findArray(arrays, part.features);
    const auto* labels = findArray(arrays, part.labels);
    QString problem;
    if (part.features.empty() || part.labels.empty()) {
        problem = part.features.empty() ? tr("no features chosen") : tr("no labels chosen");
    } else if (features != nullptr && labels != nullptr) {
        problem = pairProblem(*features, *labels, trainWidth);
    }
    m_good = problem.isEmpty();
    m_file->setFullText(part.features.empty() ? tr("not set") : shortReference(part.features));
    if (!part.features.empty()) {
        m_file->setToolTip(QString::fromStdString(part.features) + QLatin1Char('\n') +
                           QString::fromStdString(part.labels));
    }
    setRole(m_file, part.features.empty() ? "muted" : "");
    if (!m_good && !part.features.empty()) {
        setRole(m_shape, "error");
        m_shape->setFullText(problem);
    } else {
        setRole(m_shape, "faint");
        QString text = features != nullptr ? shapeText(*features) : QString();
        if (!part.labels.empty()) {
            text += (text.isEmpty() ? QString() : QStringLiteral(" · ")) +
                    tr("labels %1").arg(keyOnly(part.labels, part.features));
        }
        if (!part.ids.empty()) {
            text += QStringLiteral(" · ") + tr("ids %1").arg(keyOnly(part.ids, part.features));
        }
        m_shape->setFullText(text);
    }
    m_shape->setVisible(!m_shape->toolTip().isEmpty());
    setAccessibleName(tr("%1: %2").arg(m_title, m_file->toolTip()));
}

void PartRow::openMenu() {
    QMenu menu(this);
    const auto choices = [&](const QString& title, const QStringList& references, const std::string& now,
                             auto signal) {
        auto* sub = menu.addMenu(title);
        sub->setEnabled(!references.isEmpty());
        for (const QString& reference : references) {
            auto* action = sub->addAction(shortReference(reference.toStdString()));
            action->setCheckable(true);
            action->setChecked(reference.toStdString() == now);
            connect(action, &QAction::triggered, this,
                    [this, signal, reference] { emit(this->*signal)(reference); });
        }
    };
    choices(tr("Features"), m_features, m_part.features, &PartRow::featuresChosen);
    choices(tr("Labels"), m_labels, m_part.labels, &PartRow::labelsChosen);
    choices(tr("Ids of people"), m_labels, m_part.ids, &PartRow::idsChosen);
    if (!m_part.ids.empty()) {
        menu.addAction(tr("Without ids"), this, [this] { emit idsChosen({}); });
    }
    menu.addAction(icon(QStringLiteral("folder")), tr("Open files…"), this, &PartRow::fileWanted);
    if (m_removable) {
        menu.addSeparator();
        menu.addAction(tr("Remove this part"), this, &PartRow::removed);
    }
    menu.exec(m_more->mapToGlobal(QPoint(0, m_more->height())));
}

} // namespace parsimony::ui
