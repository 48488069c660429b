// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/encoder_list.h"

#include "core/base/text.h"
#include "ui/models/data_catalog.h"
#include "ui/models/request.h"
#include "ui/style/flow_layout.h"
#include "ui/style/icons.h"
#include "ui/style/widgets.h"

#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

namespace parsimony::ui {

using session::RunOptions;

namespace {
enum Tie { ByOrder, ByIds }; // as the choice lists them
}

EncoderList::EncoderList(const Context& context, QWidget* parent) : QWidget(parent), m_context(context) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(4);
    m_meaning = roleLabel(tr("The same records by several encoders, of which a search chooses:"), "muted");
    m_meaning->setObjectName(QStringLiteral("data.encoders"));
    m_meaning->setWordWrap(true);
    column->addWidget(m_meaning);
    buildButtons();
    m_rowsLayout = new QVBoxLayout;
    m_rowsLayout->setSpacing(2);
    column->addLayout(m_rowsLayout);
    buildTies();
    column->addWidget(m_ties);
    m_problem = roleLabel({}, "problem");
    m_problem->setObjectName(QStringLiteral("data.encoders.problem"));
    m_problem->setWordWrap(true);
    m_problem->hide();
    column->addWidget(m_problem);
}

void EncoderList::buildTies() {
    m_ties = new FormGrid;
    m_order = new Choice(QStringLiteral("data.sameOrder"), {{QStringLiteral("order"), tr("their order")},
                                                            {QStringLiteral("ids"), tr("ids of each")}});
    m_alone = new Choice(QStringLiteral("data.trainOn"), {});
    m_ties->addRow(tr("Tied by"), m_order,
                   tr("What says that rows of two encoders are the same record: their places, or ids. A file "
                      "of ids is chosen in each encoder's menu; a column of ids is named below."));
    m_ties->addRow(tr("Train on"), m_alone,
                   tr("What a search chooses among, or one encoder alone. The budget of the records is the "
                      "same."));
    connect(m_order, &Choice::activated, this, [this](int tie) {
        m_context.request.edit([&](RunOptions& o) { encoders::setSameOrder(o, tie == ByOrder); });
    });
    connect(m_alone, &Choice::chosen, this, [this](const QString& name) {
        m_context.request.edit([&](RunOptions& o) { o.data = name.toStdString(); });
    });
}

void EncoderList::buildButtons() {
    auto* buttons = new QWidget;
    auto* row = new FlowLayout(8, buttons);
    m_add = new QPushButton(tr("Add an encoder"));
    m_add->setObjectName(QStringLiteral("encoders.add"));
    m_add->setToolTip(tr("The same records as another encoder made them, in a folder or file of the same "
                         "form. A search chooses among them, and one account pays for all."));
    auto* menu = new QMenu(m_add);
    menu->addAction(icon(QStringLiteral("folder")), tr("A folder…"), this,
                    [this] { emit placeWanted(true, {}); });
    menu->addAction(icon(QStringLiteral("file")), tr("A file…"), this,
                    [this] { emit placeWanted(false, {}); });
    m_add->setMenu(menu);
    m_join = new QPushButton(tr("Join"));
    m_join->setObjectName(QStringLiteral("encoders.join"));
    m_join->setToolTip(
        tr("One more encoder: the features of two side by side. Their rows must be in the same "
           "order."));
    m_joins = new QMenu(m_join);
    m_join->setMenu(m_joins);
    row->addWidget(m_add);
    row->addWidget(m_join);
    layout()->addWidget(buttons);
}

void EncoderList::fillJoins() {
    m_joins->clear();
    for (const std::vector<std::string>& names : encoders::possibleJoins(m_context.request.options())) {
        m_joins->addAction(QString::fromStdString(joined(names, " + ")), this, [this, names] {
            m_context.request.edit([&](RunOptions& o) { encoders::join(o, names); });
        });
    }
    m_join->setEnabled(!m_joins->isEmpty() && m_context.request.options().sameOrder);
}

std::string EncoderList::nameAt(int index) const {
    const session::ByEncoder& all = m_context.request.options().encoders;
    return static_cast<std::size_t>(index) < all.size() ? all[static_cast<std::size_t>(index)].first
                                                        : std::string();
}

EncoderRow* EncoderList::addRow(int index) {
    auto* row = new EncoderRow(index);
    connect(row, &EncoderRow::renamed, this, [this, row, index](const QString& name) {
        QString problem;
        m_context.request.edit(
            [&](RunOptions& o) {
                problem = encoders::rename(o, nameAt(index), name.trimmed().toStdString());
            },
            QStringLiteral("encoder.%1.name").arg(index));
        row->setNameProblem(problem);
    });
    connect(row, &EncoderRow::placeWanted, this,
            [this, index](bool folder) { emit placeWanted(folder, QString::fromStdString(nameAt(index))); });
    connect(row, &EncoderRow::idsChosen, this,
            [this, index](encoders::PartOf part, const QString& reference) {
                m_context.request.edit([&](RunOptions& o) {
                    encoders::setIds(o, nameAt(index), part, reference.toStdString());
                });
            });
    connect(row, &EncoderRow::removed, this, [this, index] {
        m_context.request.edit([&](RunOptions& o) { encoders::remove(o, nameAt(index)); });
        m_add->setFocus(Qt::OtherFocusReason); // the row that had it may be gone
    });
    m_rowsLayout->addWidget(row);
    return row;
}

void EncoderList::take(const QString& place, const QString& instead) {
    QString problem;
    m_context.request.edit([&](RunOptions& o) {
        problem = instead.isEmpty() ? encoders::add(o, place.toStdString(), m_context.catalog.arrays())
                                    : encoders::replace(o, instead.toStdString(), place.toStdString(),
                                                        m_context.catalog.arrays());
    });
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void EncoderList::refresh() {
    const RunOptions& options = m_context.request.options();
    const auto all = encoders::listed(options, m_context.catalog.arrays());
    while (m_rows.size() > all.size()) {
        m_rows.back()->hide();
        m_rows.back()->deleteLater();
        m_rows.pop_back();
    }
    while (m_rows.size() < all.size()) {
        m_rows.push_back(addRow(static_cast<int>(m_rows.size())));
    }
    QWidget* before = m_join;
    for (EncoderRow* row : m_rows) {
        before = row->setTabAfter(before);
    }
    const QStringList idFiles = m_context.catalog.candidates(true);
    for (std::size_t i = 0; i < all.size(); ++i) {
        m_rows[i]->show(all[i], idFiles);
    }
    m_problem->hide(); // said of what was there before
    m_meaning->setVisible(!all.empty());
    m_ties->setVisible(!all.empty());
    m_join->setVisible(!all.empty());
    m_order->setCurrentIndex(options.sameOrder ? ByOrder : ByIds);
    m_alone->clear();
    m_alone->addItem(tr("what a search chooses"), QString());
    for (const encoders::Listed& one : all) {
        m_alone->addItem(tr("%1 alone").arg(one.name), one.name);
    }
    m_alone->show(all.empty() ? QString() : QString::fromStdString(options.data));
    fillJoins();
    setVisible(m_context.request.hasData());
}

} // namespace parsimony::ui
