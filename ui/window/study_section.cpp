// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/study_section.h"

#include "core/search/method_kind.h"
#include "ui/models/kept_settings.h"
#include "ui/models/number_format.h"
#include "ui/models/request.h"
#include "ui/pages/option_fields.h"
#include "ui/style/checklist_button.h"
#include "ui/style/problem_label.h"
#include "ui/workers/workbench.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QPushButton>
#include <QSettings>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

namespace parsimony::ui {

namespace {

constexpr int kPauseMilliseconds = 200; ///< a price is not asked for between two keystrokes

QString remembered(const QString& field) {
    return QStringLiteral("forms/") + field;
}

QString methodLabel(const search::MethodTraits& method) {
    return QCoreApplication::translate("parsimony::search", std::string(method.label).c_str());
}

} // namespace

StudySection::StudySection(const Context& context, QWidget* parent)
    : Section(QStringLiteral("studySection"), tr("Studies"), parent), m_context(context) {
    buildFields();
    buildFile();
    buildButtons();
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMilliseconds);
    wire();
    setFolded(true);
    setProblem({});
    refresh();
}

void StudySection::buildFields() {
    m_form = new FormGrid;
    m_kind = new Choice(QStringLiteral("study.kind"), {{QStringLiteral("sweep"), tr("sweep over η and T")},
                                                       {QStringLiteral("comparison"), tr("comparison")},
                                                       {QStringLiteral("file"), tr("documented study")}});
    m_form->addRow(
        tr("Study"), m_kind,
        tr("A sweep scores each pair of learning rate and steps at each ε, for the heatmaps. A "
           "comparison runs methods under the same ε with repeats; it is for public data. A documented "
           "study is a file that names its data, its settings and its plots."));
    const auto field = [this](const char* name, const QString& label, const QString& meaning,
                              const QString& placeholder) {
        auto* made = new Field(QLatin1String(name));
        made->setPlaceholderText(placeholder);
        made->show(QSettings().value(remembered(made->objectName())).toString());
        m_form->addRow(label, made, meaning);
        connect(made, &Field::edited, this, [this, made](const QString& typed) {
            keepSetting(remembered(made->objectName()), typed); // to go on with after a restart
            ask();
        });
        return made;
    };
    const QString list = tr("Numbers with semicolons between them.");
    m_epsilons = field("study.epsilons", QStringLiteral("ε"),
                       tr("Budgets, one heatmap each. On private data it is what each cell is charged.") +
                           QLatin1Char('\n') + list,
                       tr("that of the budget"));
    m_rates = field("study.rates", QStringLiteral("η"),
                    tr("Learning rates of the grid.") + QLatin1Char('\n') + list, tr("those of the plan"));
    m_steps = field("study.steps", QStringLiteral("T"), tr("Steps of the grid.") + QLatin1Char('\n') + list,
                    tr("those of the plan"));
    m_methods = new ChecklistButton(QStringLiteral("study.methods"), tr("The methods to compare"),
                                    tr("the usual methods"), tr("%1 of %2 methods"));
    QList<ChecklistButton::Entry> methods;
    for (const auto* method : search::allMethods()) {
        methods.append({QString::fromUtf8(method->name.data(), static_cast<qsizetype>(method->name.size())),
                        methodLabel(*method),
                        {}});
    }
    m_methods->setEntries(methods);
    m_form->addRow(
        tr("Methods"), m_methods,
        tr("The automatic method, linear scaling, random search and an oracle, unless others are ticked."));
    m_repeats =
        field("study.repeats", tr("Repeats"),
              tr("Runs of each, with other seeds; more than one is for public data."), QStringLiteral("1"));
    body()->addWidget(m_form);
}

void StudySection::buildFile() {
    m_file = new QComboBox;
    m_file->setObjectName(QStringLiteral("study.file"));
    m_file->setEditable(true);
    m_file->setInsertPolicy(QComboBox::NoInsert);
    m_file->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_file->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a path must not make the panel wider
    m_file->lineEdit()->setPlaceholderText(tr("choose one, or FILE.toml"));
    auto* browse = toolButton(QStringLiteral("folder"), tr("The file of another study"));
    browse->setObjectName(QStringLiteral("study.browse"));
    m_fileRow = new QWidget;
    auto* row = new QHBoxLayout(m_fileRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(m_file, 1);
    row->addWidget(browse);
    m_form->addRow(tr("File"), m_fileRow,
                   tr("A study that comes with Parsimony, or a file like those: the manual says what stands "
                      "in it."));
    m_file->setAccessibleName(tr("File"));
    m_quick = new QCheckBox; // without words: the panel is narrow
    m_quick->setObjectName(QStringLiteral("study.quick"));
    m_quick->setChecked(true);
    m_form->addRow(tr("Quick"), m_quick, tr("Two repeats at most: a first look, in a fraction of the time."));
    connect(browse, &QToolButton::clicked, this, &StudySection::fileWanted);
    connect(m_file, &QComboBox::editTextChanged, this, &StudySection::ask);
    connect(m_quick, &QCheckBox::toggled, this, &StudySection::ask);
}

/// Asked once, and for the first one who looks: their files are read for it.
void StudySection::offerStudies() {
    if (std::exchange(m_offered, true)) {
        return;
    }
    m_context.bench.ask(
        m_titlesAsked, wire::StudiesCall{},
        [this](const std::vector<study::StudyTitle>& titles) {
            const QString typed = m_file->currentText();
            const QSignalBlocker quiet(m_file);
            for (const study::StudyTitle& each : titles) {
                m_file->addItem(QString::fromStdString(each.title), QString::fromStdString(each.name));
                m_file->setItemData(m_file->count() - 1, QString::fromStdString(each.source),
                                    Qt::ToolTipRole);
            }
            m_file->setCurrentIndex(-1);
            m_file->setEditText(typed);
        },
        [this](const Problem& problem) { setProblem(problem); });
}

void StudySection::setFile(const QString& path) {
    m_kind->setCurrentIndex(static_cast<int>(Kind::File));
    m_file->setEditText(path);
    ask();
}

void StudySection::buildButtons() {
    m_problem = roleLabel({}, "problem");
    m_problem->setObjectName(QStringLiteral("study.problem"));
    m_problem->setWordWrap(true);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_progress = roleLabel({}, "muted");
    m_progress->setObjectName(QStringLiteral("study.progress"));
    m_progress->hide();
    m_start = new QPushButton;
    m_start->setObjectName(QStringLiteral("study.start"));
    m_start->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_enqueue = new QPushButton;
    m_enqueue->setObjectName(QStringLiteral("study.enqueue"));
    m_enqueue->setProperty("link", true);
    m_enqueue->setText(tr("+ queue it"));
    m_enqueue->setToolTip(tr("It runs when what waits before it has finished."));
    body()->addWidget(m_problem);
    body()->addWidget(m_progress);
    body()->addWidget(m_start);
    body()->addWidget(m_enqueue, 0, Qt::AlignLeft);
}

void StudySection::wire() {
    connect(m_kind, &Choice::chosen, this, &StudySection::ask);
    connect(m_methods, &ChecklistButton::chosenChanged, this, &StudySection::ask);
    connect(this, &Section::foldedChanged, this, &StudySection::ask);
    connect(&m_context.request, &Request::changed, this, &StudySection::ask);
    connect(&m_pause, &QTimer::timeout, this, &StudySection::askPrice);
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (m_study) {
            emit runRequested(*m_study);
        }
    });
    connect(m_enqueue, &QPushButton::clicked, this, [this] {
        if (m_study && m_price) {
            emit queueRequested(*m_study, *m_price);
        }
    });
    Workbench& bench = m_context.bench;
    connect(&bench, &Workbench::projectOpened, this, &StudySection::ask);
    connect(&bench, &Workbench::projectClosed, this, &StudySection::ask);
    connect(&bench, &Workbench::runStarted, this, &StudySection::refresh);
    connect(&bench, &Workbench::studyProgress, this, [this](const StudyProgress& progress) {
        if (m_context.bench.task()) {
            return; // another's
        }
        QString text = tr("%1 done").arg(formatPercent(progress.done, 0));
        if (progress.secondsLeft) {
            text += QStringLiteral(" · ") + tr("%1 left").arg(formatDuration(*progress.secondsLeft));
        }
        m_progress->setText(text);
        m_progress->show();
    });
    const auto over = [this] {
        m_progress->hide();
        ask(); // what is left of the budget is another now
    };
    connect(&bench, &Workbench::studyEnded, this, over);
    connect(&bench, &Workbench::taskEnded, this, over);
    connect(&bench, &Workbench::lookEnded, this, over);
    connect(&bench, &Workbench::runEnded, this, over);
    connect(&bench, &Workbench::runFailed, this, over);
}

StudySection::Kind StudySection::kind() const {
    return static_cast<Kind>(m_kind->currentIndex());
}

std::optional<NumberList> StudySection::numbersIn(Field& field, const char* name) {
    if (field.text().trimmed().isEmpty()) {
        field.setInvalid(false);
        return std::nullopt;
    }
    try {
        NumberList numbers(typedList(field.text()), name);
        field.setInvalid(false);
        return numbers;
    } catch (const Error&) {
        field.setInvalid(true, currentProblem().message);
        m_readable = false;
        return std::nullopt;
    }
}

std::optional<study::StudyVariant> StudySection::asked() {
    m_readable = true;
    study::StudyVariant study;
    if (kind() == Kind::File) {
        const int known = m_file->findText(m_file->currentText());
        const QString path =
            known >= 0 ? m_file->itemData(known).toString() : m_file->currentText().trimmed();
        study.file = study::StudyFile{path.toStdString(), m_quick->isChecked()};
        return path.isEmpty() ? std::nullopt : std::optional(study);
    }
    const session::RunOptions& base = m_context.request.options();
    const auto listed = numbersIn(*m_epsilons, "ε");
    const std::vector<double> epsilons = listed ? listed->values() : std::vector<double>();
    std::optional<std::uint32_t> repeats;
    const bool counted = readCount(m_repeats->text(), repeats);
    m_repeats->setInvalid(!counted, tr("A whole number of at least 1."));
    m_readable = m_readable && counted;
    if (kind() == Kind::Comparison) {
        std::vector<session::MethodKind> methods;
        for (const QString& key : m_methods->chosen()) {
            methods.push_back(search::findMethod(key.toStdString())->kind);
        }
        study.compare = study::CompareRequest{base, methods, epsilons, repeats.value_or(1), false};
    } else {
        study.sweep = study::SweepRequest{
            base, epsilons, repeats.value_or(1), numbersIn(*m_rates, "η"), numbersIn(*m_steps, "T"), true};
    }
    return m_readable ? std::optional(study) : std::nullopt;
}

void StudySection::ask() {
    m_price.reset();
    m_priceAsked.drop();
    m_study.reset();
    if (!folded() && !m_context.bench.running()) {
        if (kind() == Kind::File) {
            offerStudies();
        }
        setProblem({});
        m_pause.start();
    }
    refresh();
}

void StudySection::askPrice() {
    if (kind() != Kind::File && !m_context.request.hasData()) {
        return;
    }
    m_study = asked();
    if (!m_study) {
        return;
    }
    m_context.bench.ask(
        m_priceAsked, wire::PriceCall{m_context.bench.projectPath().toStdString(), *m_study},
        [this](const study::StudyPrice& price) {
            m_price = price;
            refresh();
        },
        [this](const Problem& problem) { setProblem(problem); });
}

void StudySection::setProblem(const Problem& problem) {
    showProblem(*m_problem, problem);
    m_problem->setVisible(!problem.message.isEmpty());
}

void StudySection::refresh() {
    const bool file = kind() == Kind::File;
    const bool comparison = kind() == Kind::Comparison;
    for (QWidget* field : {static_cast<QWidget*>(m_rates), static_cast<QWidget*>(m_steps)}) {
        m_form->setRowVisible(field, kind() == Kind::Sweep);
    }
    for (QWidget* field : {static_cast<QWidget*>(m_epsilons), static_cast<QWidget*>(m_repeats)}) {
        m_form->setRowVisible(field, !file);
    }
    m_form->setRowVisible(m_methods, comparison);
    m_form->setRowVisible(m_fileRow, file);
    m_form->setRowVisible(m_quick, file);
    const bool payable = m_price && !m_context.bench.running();
    m_start->setEnabled(payable);
    m_enqueue->setVisible(m_price.has_value());
    const QString run = file         ? tr("Run the study")
                        : comparison ? tr("Run the comparison")
                                     : tr("Run the sweep");
    QString price;
    if (m_price) {
        // In one line it would be wider than the panel.
        price = QStringLiteral(",\n") +
                (m_price->epsilon > 0.0
                     ? tr("takes ε = %1 in all").arg(formatEpsilon(m_price->epsilon, Rounding::Up))
                 : m_price->runs == 1
                     ? (m_price->simulated ? tr("1 run, public data") : tr("1 run, nothing new to pay"))
                     : (m_price->simulated ? tr("%1 runs, public data") : tr("%1 runs, nothing new to pay"))
                           .arg(formatCount(m_price->runs)));
    }
    m_start->setText(run + price);
    setSummary(m_kind->currentText());
}

} // namespace parsimony::ui
