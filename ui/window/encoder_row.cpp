// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/encoder_row.h"

#include "ui/models/number_format.h"
#include "ui/style/icons.h"
#include "ui/style/widgets.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QMenu>
#include <QToolButton>

namespace parsimony::ui {

namespace {
constexpr int kNameWidth = 98; // as labels of the form below are
}

EncoderRow::EncoderRow(int place, QWidget* parent) : QWidget(parent) {
    const QString name = QStringLiteral("encoder.%1.").arg(place);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 2, 0, 2);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(1, 1);
    m_name = new Field(name + QStringLiteral("name"));
    m_name->setFixedWidth(kNameWidth);
    m_name->setToolTip(tr("What the encoder is called in plans, tables and plots."));
    m_place = new ElidedLabel;
    m_more = toolButton(QStringLiteral("more"), {});
    m_more->setObjectName(name + QStringLiteral("more"));
    m_facts = roleLabel({}, "faint");
    m_facts->setObjectName(name + QStringLiteral("facts"));
    m_facts->setWordWrap(true);
    m_problem = roleLabel({}, "error");
    m_problem->setObjectName(name + QStringLiteral("problem"));
    m_problem->setWordWrap(true);
    auto* nameProblem = roleLabel({}, "error");
    nameProblem->setObjectName(name + QStringLiteral("name.problem"));
    nameProblem->setWordWrap(true);
    nameProblem->hide();
    m_name->setReasonLabel(nameProblem);
    grid->addWidget(m_name, 0, 0);
    grid->addWidget(m_place, 0, 1);
    grid->addWidget(m_more, 0, 2);
    grid->addWidget(nameProblem, 1, 0, 1, 3);
    grid->addWidget(m_facts, 2, 1, 1, 2);
    grid->addWidget(m_problem, 3, 1, 1, 2);
    connect(m_name, &Field::edited, this, &EncoderRow::renamed);
    connect(m_more, &QToolButton::clicked, this, &EncoderRow::openMenu);
}

void EncoderRow::show(const encoders::Listed& encoder, const QStringList& idFiles) {
    m_joined = encoder.joined;
    m_idFiles = idFiles;
    m_name->show(encoder.name);
    if (m_name->text() == encoder.name) {
        setNameProblem({});
    }
    m_name->setAccessibleName(tr("Name of the encoder %1").arg(encoder.name));
    m_more->setToolTip(tr("Change the encoder %1").arg(encoder.name));
    m_more->setAccessibleName(m_more->toolTip());
    m_place->setFullText(encoder.joined ? encoder.place : QFileInfo(encoder.place).fileName());
    m_place->setToolTip(encoder.place);
    QStringList facts;
    if (encoder.width) {
        facts << tr("%1 numbers a record").arg(formatCount(*encoder.width));
    }
    if (!encoder.records.isEmpty()) {
        facts << encoder.records;
    }
    if (!encoder.ids.isEmpty()) {
        facts << tr("ids %1").arg(encoder.ids);
    }
    m_facts->setText(facts.join(QStringLiteral(" · ")));
    m_facts->setVisible(!facts.isEmpty());
    m_problem->setText(encoder.problem);
    m_problem->setVisible(!encoder.problem.isEmpty());
    setAccessibleName(tr("Encoder %1: %2").arg(encoder.name, encoder.place));
}

QWidget* EncoderRow::setTabAfter(QWidget* before) {
    setTabOrder(before, m_name);
    setTabOrder(m_name, m_more);
    return m_more;
}

void EncoderRow::setNameProblem(const QString& problem) {
    m_name->setInvalid(!problem.isEmpty(), problem);
}

void EncoderRow::openMenu() {
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("encoder.menu"));
    if (!m_joined) {
        menu.addAction(icon(QStringLiteral("folder")), tr("Other folder…"), this,
                       [this] { emit placeWanted(true); });
        menu.addAction(icon(QStringLiteral("file")), tr("Other file…"), this,
                       [this] { emit placeWanted(false); });
        for (const auto& [part, title] :
             {std::pair{encoders::PartOf::Train, tr("Ids of the train rows")},
              std::pair{encoders::PartOf::Test, tr("Ids of the test rows")},
              std::pair{encoders::PartOf::Validation, tr("Ids of the validation rows")}}) {
            QMenu* files = menu.addMenu(title);
            files->setEnabled(!m_idFiles.isEmpty());
            const auto choose = [this, part = part](const QString& reference) {
                return [this, part, reference] { emit idsChosen(part, reference); };
            };
            files->addAction(tr("none"), this, choose({}));
            for (const QString& reference : m_idFiles) {
                files->addAction(QFileInfo(reference).fileName(), this, choose(reference));
            }
        }
        menu.addSeparator();
    }
    menu.addAction(tr("Remove this encoder"), this, &EncoderRow::removed);
    menu.exec(m_more->mapToGlobal(QPoint(0, m_more->height())));
}

} // namespace parsimony::ui
