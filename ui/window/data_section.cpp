// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/data_section.h"

#include "core/session/data_columns.h"
#include "ui/models/array_files.h"
#include "ui/models/data_catalog.h"
#include "ui/models/number_format.h"
#include "ui/models/request.h"
#include "ui/pages/option_fields.h"
#include "ui/style/icons.h"
#include "ui/window/encoder_list.h"
#include "ui/window/part_row.h"
#include "ui/workers/workbench.h"

#include <QFileInfo>
#include <QMouseEvent>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

namespace parsimony::ui {

DataSection::DataSection(const Context& context, QWidget* parent)
    : Section(QStringLiteral("dataSection"), tr("Data"), parent), m_context(context) {
    buildVisibility();
    buildParts();
    buildFields();
    buildCurator();
    connect(&m_context.request, &Request::changed, this, &DataSection::refresh);
    connect(&m_context.catalog, &DataCatalog::changed, this, &DataSection::refresh);
    connect(this, &Section::mendWanted, this, [this] {
        if (!m_lost.isEmpty()) {
            emit locateWanted(m_lost.first());
        }
    });
    refresh();
}

void DataSection::buildVisibility() {
    auto* row = new QWidget;
    auto* layout = new QVBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    const session::Option& option = session::optionNamed("visibility");
    for (const session::OptionWord& word : option.value.words) {
        auto* frame = new QFrame;
        frame->setObjectName(QStringLiteral("visibility.") + QString::fromStdString(word.word));
        frame->setProperty("role", "choice");
        frame->setCursor(Qt::PointingHandCursor);
        frame->installEventFilter(this);
        auto* inner = new QVBoxLayout(frame);
        inner->setContentsMargins(8, 4, 8, 6);
        inner->setSpacing(0);
        auto* radio = new QRadioButton(optionText(word.shown));
        radio->setObjectName(frame->objectName() + QStringLiteral(".radio"));
        radio->setAccessibleDescription(optionText(word.meaning));
        auto* text = roleLabel(optionText(word.meaning), "faint");
        text->setWordWrap(true);
        text->setContentsMargins(22, 0, 0, 0);
        text->setAttribute(Qt::WA_TransparentForMouseEvents);
        inner->addWidget(radio);
        inner->addWidget(text);
        layout->addWidget(frame);
        connect(radio, &QRadioButton::clicked, this, [this, &option, &word] {
            m_context.request.edit([&](session::RunOptions& o) { option.give(o, {word.word}); });
        });
        m_visibility.push_back({&word, frame, radio});
    }
    body()->addWidget(row);
}

PartRow* DataSection::addPart(const QString& name, const QString& title, const QString& meaning) {
    auto* row = new PartRow(name, title, meaning);
    connect(row, &PartRow::fileWanted, this, &DataSection::filesWanted);
    return row;
}

void DataSection::buildParts() {
    m_drop = new QFrame;
    m_drop->setProperty("role", "drop");
    auto* empty = new QVBoxLayout(m_drop);
    empty->setContentsMargins(12, 12, 12, 12);
    auto* text = roleLabel(
        tr("Drop feature and label files here.\nTrain, test and other sets are told apart by name, several "
           "encoders by their folders."),
        "muted");
    text->setAlignment(Qt::AlignCenter);
    text->setWordWrap(true);
    auto* open = new QPushButton(icon(QStringLiteral("folder")), tr("Open files…"));
    open->setObjectName(QStringLiteral("data.open"));
    connect(open, &QPushButton::clicked, this, &DataSection::filesWanted);
    empty->addWidget(text);
    empty->addWidget(open, 0, Qt::AlignCenter);
    body()->addWidget(m_drop);

    m_parts = new QWidget;
    m_partsLayout = new QVBoxLayout(m_parts);
    m_partsLayout->setContentsMargins(0, 0, 0, 0);
    m_partsLayout->setSpacing(0);
    m_train = addPart(QStringLiteral("train"), tr("Train"),
                      tr("The rows that training and the search look at; its account pays for both."));
    m_test = addPart(QStringLiteral("test"), tr("Test"),
                     tr("Rows for one noisy accuracy at the end, with an account of their own."));
    m_validation =
        addPart(QStringLiteral("validation"), tr("Validation"),
                tr("Rows that score trials in place of the training rows, with an account of their own."));
    const auto wire = [this](PartRow* row, session::PartFiles session::RunOptions::*part) {
        connect(row, &PartRow::featuresChosen, this, [this, part](const QString& reference) {
            m_context.request.edit(
                [&](session::RunOptions& o) { (o.*part).features = reference.toStdString(); });
        });
        connect(row, &PartRow::labelsChosen, this, [this, part](const QString& reference) {
            m_context.request.edit(
                [&](session::RunOptions& o) { (o.*part).labels = reference.toStdString(); });
        });
        connect(row, &PartRow::idsChosen, this, [this, part](const QString& reference) {
            m_context.request.edit([&](session::RunOptions& o) { (o.*part).ids = reference.toStdString(); });
        });
        connect(row, &PartRow::removed, this,
                [this, part] { m_context.request.edit([&](session::RunOptions& o) { (o.*part) = {}; }); });
        m_partsLayout->addWidget(row);
    };
    wire(m_train, &session::RunOptions::train);
    wire(m_test, &session::RunOptions::test);
    wire(m_validation, &session::RunOptions::validation);
    body()->addWidget(m_parts);
    m_encoders = new EncoderList(m_context);
    connect(m_encoders, &EncoderList::placeWanted, this, &DataSection::encoderWanted);
    body()->addWidget(m_encoders);
    m_problem = roleLabel({}, "problem");
    m_problem->setObjectName(QStringLiteral("data.problem"));
    m_problem->setWordWrap(true);
    m_remark = roleLabel({}, "notice");
    m_remark->setWordWrap(true);
    body()->addWidget(m_problem);
    body()->addWidget(m_remark);
}

void DataSection::buildFields() {
    m_fields = new OptionFields(m_context.request);
    m_fields->add({session::OptionPlace::Data});
    body()->addWidget(m_fields);
    auto* more = new QPushButton(tr("More about the data"));
    more->setObjectName(QStringLiteral("data.more"));
    more->setProperty("link", true);
    more->setCheckable(true);
    m_rare = new OptionFields(m_context.request);
    m_rare->add({session::OptionPlace::Rare});
    m_rare->hide();
    connect(more, &QPushButton::toggled, m_rare, &QWidget::setVisible);
    body()->addWidget(more, 0, Qt::AlignLeft);
    body()->addWidget(m_rare);
}

bool DataSection::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonRelease) {
        for (const VisibilityCard& card : m_visibility) {
            if (watched == card.frame) {
                card.radio->click();
                return true;
            }
        }
    }
    return Section::eventFilter(watched, event);
}

void DataSection::refreshOod() {
    const auto& options = m_context.request.options();
    for (auto it = m_ood.begin(); it != m_ood.end();) {
        if (options.ood.contains(it->first)) {
            ++it;
        } else {
            it->second->deleteLater();
            it = m_ood.erase(it);
        }
    }
    for (const auto& [name, part] : options.ood) {
        if (m_ood.contains(name)) {
            continue;
        }
        auto* row = addPart(QString::fromStdString("ood." + name), QString::fromStdString(name),
                            tr("An out-of-distribution set: scored at the end, with an account of its own."));
        connect(row, &PartRow::featuresChosen, this, [this, name = name](const QString& reference) {
            m_context.request.edit(
                [&](session::RunOptions& o) { o.ood[name].features = reference.toStdString(); });
        });
        connect(row, &PartRow::labelsChosen, this, [this, name = name](const QString& reference) {
            m_context.request.edit(
                [&](session::RunOptions& o) { o.ood[name].labels = reference.toStdString(); });
        });
        connect(row, &PartRow::idsChosen, this, [this, name = name](const QString& reference) {
            m_context.request.edit(
                [&](session::RunOptions& o) { o.ood[name].ids = reference.toStdString(); });
        });
        connect(row, &PartRow::removed, this, [this, name = name] {
            m_context.request.edit([&](session::RunOptions& o) { o.ood.erase(name); });
        });
        m_partsLayout->addWidget(row);
        m_ood[name] = row;
    }
}

wire::CheckCall DataSection::checkCall() const {
    const session::RunOptions options =
        withNamedParts(m_context.request.options(), m_context.catalog.arrays());
    std::vector<std::string> arrays = arraysIn(options);
    const auto others = encoders::otherArrays(options, m_context.catalog.arrays());
    arrays.insert(arrays.end(), others.begin(), others.end());
    return {arrays, options.classes, options.labelsPerRecord};
}

void DataSection::refreshLost() {
    m_lost = m_context.catalog.lostFiles(m_context.request.options());
    const QString first = m_lost.isEmpty() ? QString() : QFileInfo(m_lost.first()).fileName();
    setTrouble(m_lost.isEmpty()     ? QString()
               : m_lost.size() == 1 ? tr("%1 is missing").arg(first)
                                    : tr("%1 files are missing").arg(m_lost.size()),
               tr("Locate…"));
}

void DataSection::refresh() {
    const auto& arrays = m_context.catalog.arrays();
    const session::RunOptions o = withNamedParts(m_context.request.options(), arrays);
    const QString visibility = chosenIn(session::optionNamed("visibility"), o);
    for (const VisibilityCard& card : m_visibility) {
        const bool chosen = visibility == QString::fromStdString(card.word->word);
        card.radio->setChecked(chosen);
        setStyleProperty(card.frame, "chosen", chosen);
    }
    const bool hasData = m_context.request.hasData();
    m_drop->setVisible(!hasData);
    m_parts->setVisible(hasData);
    const auto* train = findArray(arrays, o.train.features);
    const auto width =
        train != nullptr && train->shape.size() >= 2 ? std::optional(train->shape[1]) : std::nullopt;
    const bool several = !o.encoders.empty(); // whose files their own list has
    // A column of its table stands for labels or ids that have no file.
    const session::NamedColumns columns = session::namedColumns(o);
    const auto withColumns = [&](session::PartFiles part) {
        const auto take = [&](const std::string& column, std::string& reference) {
            if (reference.empty() && !column.empty() && !part.features.empty()) {
                reference = fileOfReference(part.features).toStdString() + ":" + column;
            }
        };
        take(columns.labels, part.labels);
        take(columns.ids, part.ids);
        return part;
    };
    m_train->show(withColumns(o.train), arrays, std::nullopt, false);
    m_train->setVisible(!several);
    m_test->show(withColumns(o.test), arrays, width, true);
    m_test->setVisible(!several && !o.test.features.empty());
    m_validation->show(withColumns(o.validation), arrays, width, true);
    m_validation->setVisible(!several && !o.validation.features.empty());
    refreshOod();
    const auto encoders = encoders::listed(o, arrays);
    for (const auto& [name, row] : m_ood) {
        row->show(withColumns(o.ood.at(name)), arrays,
                  several ? encoders::widthBeside(encoders, name) : width, true);
    }
    m_problem->setText(m_context.catalog.problems().join(QLatin1Char('\n')));
    m_problem->setVisible(!m_context.catalog.problems().isEmpty());
    m_remark->setText(m_context.catalog.remarks().join(QLatin1Char('\n')));
    m_remark->setVisible(!m_context.catalog.remarks().isEmpty());
    m_fields->refresh();
    m_fields->setPlaceholder(
        "records", train == nullptr || train->shape.empty()
                       ? std::nullopt
                       : std::optional(tr("%1 of the file, public").arg(formatCount(train->shape.front()))));
    m_rare->refresh();
    refreshCurator();
    refreshLost();
    m_encoders->refresh();
    setSummary(several && encoders.size() == 1 ? tr("1 encoder")
               : several                       ? tr("%1 encoders").arg(encoders.size())
               : train != nullptr              ? shapeText(*train)
               : hasData                       ? tr("chosen")
                                               : tr("none yet"));
}

} // namespace parsimony::ui
