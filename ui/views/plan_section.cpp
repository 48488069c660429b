// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/plan_section.h"

#include "ui/models/number_format.h"
#include "ui/models/plan_table_model.h"
#include "ui/models/request.h"
#include "ui/models/selection_method.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace parsimony::ui {

PlanSection::PlanSection(const Context& context, QWidget* parent)
    : Section(QStringLiteral("planSection"), tr("Plan"), parent), m_context(context),
      m_model(new PlanTableModel(this)) {
    buildFields();
    buildAdvanced();
    m_table = new QTableView;
    m_table->setObjectName(QStringLiteral("planTable"));
    m_table->setAccessibleName(tr("The plan before anything runs"));
    m_table->setModel(m_model);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(22);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(PlanTableModel::Trials, QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(PlanTableModel::StepSize,
                                                      QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setMinimumSectionSize(24);
    m_table->setShowGrid(false);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setFocusPolicy(Qt::TabFocus);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_empty = roleLabel({}, "muted");
    m_empty->setWordWrap(true);
    m_problem = roleLabel({}, "problem");
    m_problem->setObjectName(QStringLiteral("plan.problem"));
    m_problem->setWordWrap(true);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_notices = roleLabel({}, "notice");
    m_notices->setWordWrap(true);
    body()->addWidget(m_empty);
    body()->addWidget(m_table);
    body()->addWidget(m_notices);
    body()->addWidget(m_problem);
    connect(&m_context.request, &Request::changed, this, &PlanSection::refresh);
    setPlan({});
    setProblem({});
    refresh();
}

Field* PlanSection::text(FormGrid* grid, const QString& name, const QString& label, const QString& meaning,
                         const QString& placeholder,
                         const std::function<void(session::RunOptions&, const QString&)>& apply) {
    auto* field = new Field(QStringLiteral("plan.") + name);
    field->setPlaceholderText(placeholder);
    grid->addRow(label, field, meaning);
    connect(field, &Field::edited, this, [this, name, apply](const QString& typed) {
        m_context.request.edit([&](session::RunOptions& o) { apply(o, typed.trimmed()); }, name);
    });
    return field;
}

void PlanSection::buildFields() {
    m_grid = new FormGrid;
    m_method =
        new Choice(QStringLiteral("plan.method"),
                   {{QString(), tr("as fits the trainer")},
                    {QStringLiteral("linear-scaling"), tr("linear scaling")},
                    {QStringLiteral("unit-noise"), tr("unit noise, no trials")},
                    {QStringLiteral("auto"), tr("adaptive (auto)")},
                    {QStringLiteral("single"), tr("single run")},
                    {QStringLiteral("random"), tr("random search")},
                    {QStringLiteral("grid"), tr("grid search")},
                    {QStringLiteral("oracle"), tr("oracle (public data only)")},
                    {QStringLiteral("papernot-steinke"), tr("private selection (Papernot-Steinke)")},
                    {QStringLiteral("koskela-kulkarni"), tr("tuning on a subset (Koskela-Kulkarni)")}});
    m_trainer = new Choice(QStringLiteral("plan.trainer"),
                           {{QStringLiteral("dp-gd"), tr("DP-GD (full batch)")},
                            {QStringLiteral("dp-sgd"), tr("DP-SGD (Poisson)")},
                            {QStringLiteral("dp-adam"), tr("DP-Adam")},
                            {QStringLiteral("dp-adam-wosm"), tr("DP-Adam, no rate to tune")},
                            {QStringLiteral("dp-ls"), tr("DP-LS (least squares)")},
                            {QStringLiteral("dp-newton"), tr("DP-Newton")},
                            {QStringLiteral("dp-fc"), tr("DP-FC")}});
    m_grid->addRow(tr("&Method"), m_method,
                   tr("Linear scaling finds the total step size r cheaply at small ε and extrapolates it. "
                      "Unit noise takes r from declared constants and spends all on one run."));
    m_grid->addRow(tr("T&rainer"), m_trainer, tr("The optimiser whose steps are clipped and noised."));
    m_steps = text(m_grid, QStringLiteral("steps"), tr("Steps T"),
                   tr("Numbers of steps to choose from, as a list."), QStringLiteral("50"),
                   [](auto& o, const QString& t) {
                       o.steps = t.isEmpty() ? std::nullopt : std::optional(t.toStdString());
                   });
    m_stepSize = text(m_grid, QStringLiteral("totalStepSize"), tr("Step size r"),
                      tr("The space that r = η·T is searched in: auto (from the noise that the weights will "
                         "hold, no data needed) or LOW,HIGH."),
                      QStringLiteral("auto"), [](auto& o, const QString& t) {
                          o.totalStepSize = t.isEmpty() ? "auto" : t.toStdString();
                      });
    m_rates = text(m_grid, QStringLiteral("learningRates"), tr("Rates η"),
                   tr("Learning rates of a grid, as a list: 0.1,1,10 or log:0.05:20:8."),
                   QStringLiteral("log:0.05:20:8"), [](auto& o, const QString& t) {
                       o.learningRates = t.isEmpty() ? std::nullopt : std::optional(t.toStdString());
                   });
    const auto positive = [](const QString& t) {
        const auto value = parseTyped(t);
        return value && *value > 0.0 ? value : std::nullopt;
    };
    m_runsMean =
        text(m_grid, QStringLiteral("runsMean"), tr("Runs, mean"),
             tr("How many runs a private selection makes on average. The number itself is drawn in secret."),
             QStringLiteral("10"), [positive](auto& o, const QString& t) { o.runsMean = positive(t); });
    m_sampleRate =
        text(m_grid, QStringLiteral("sampleRate"), tr("Sample rate q"),
             tr("The chance of each record to be in a step's batch (Poisson sampling)."), tr("as planned"),
             [positive](auto& o, const QString& t) { o.sampleRate = positive(t); });
    body()->addWidget(m_grid);
    connect(m_method, &Choice::chosen, this, [this](const QString& value) {
        m_context.request.edit([&](session::RunOptions& o) {
            o.method = value.isEmpty() ? std::nullopt : std::optional(value.toStdString());
        });
    });
    connect(m_trainer, &Choice::chosen, this, [this](const QString& value) {
        m_context.request.edit([&](session::RunOptions& o) { o.trainer = value.toStdString(); });
    });
}

void PlanSection::buildAdvanced() {
    m_more = new QPushButton(tr("More knobs"));
    m_more->setObjectName(QStringLiteral("plan.more"));
    m_more->setProperty("link", true);
    m_more->setCheckable(true);
    m_advanced = new FormGrid;
    m_advanced->hide();
    connect(m_more, &QPushButton::toggled, this, [this](bool on) {
        m_advanced->setVisible(on);
        m_more->setText(on ? tr("Fewer knobs") : tr("More knobs"));
    });
    const auto number = [](const QString& t) {
        const auto value = parseTyped(t);
        return value && *value > 0.0 ? value : std::nullopt;
    };
    m_clip = text(m_advanced, QStringLiteral("clip"), tr("Clip c"),
                  tr("Clipping norm: the most that one record can add to a gradient sum."),
                  QStringLiteral("1"), [number](auto& o, const QString& t) { o.maxGradNorm = number(t); });
    m_momentum = text(m_advanced, QStringLiteral("momentum"), tr("Momentum ρ"),
                      tr("Share of the last step that is kept in the next."), QStringLiteral("0.9"),
                      [](auto& o, const QString& t) {
                          const auto value = parseTyped(t);
                          o.momentum = value && *value >= 0.0 && *value < 1.0 ? *value : 0.9;
                      });
    m_score =
        new Choice(QStringLiteral("plan.score"), {{QStringLiteral("noisy"), tr("noisy count on train")},
                                                  {QStringLiteral("validation"), tr("validation part")},
                                                  {QStringLiteral("exact"), tr("exact (public data only)")}});
    m_advanced->addRow(tr("Score"), m_score,
                       tr("How trials are told apart. A noisy count is charged; a private validation part "
                          "has its own account."));
    connect(m_score, &Choice::chosen, this, [this](const QString& value) {
        m_context.request.edit([&](session::RunOptions& o) { o.score = value.toStdString(); });
    });
    m_scoreFraction = text(m_advanced, QStringLiteral("scoreFraction"), tr("Score share"),
                           tr("Share of a trial's μ² that its noisy score takes."), QStringLiteral("0.1"),
                           [](auto& o, const QString& t) {
                               const auto value = parseTyped(t);
                               o.scoreFraction = value && *value > 0.0 && *value < 1.0 ? *value : 0.1;
                           });
    m_sampler =
        new Choice(QStringLiteral("plan.sampler"), {{QStringLiteral("stratified"), tr("stratified")},
                                                    {QStringLiteral("log-uniform"), tr("log-uniform")},
                                                    {QStringLiteral("uniform"), tr("uniform")},
                                                    {QStringLiteral("grid"), tr("grid")},
                                                    {QStringLiteral("bisection"), tr("bisection")}});
    m_advanced->addRow(tr("Sampler"), m_sampler, tr("How the values of r are drawn in each phase."));
    connect(m_sampler, &Choice::chosen, this, [this](const QString& value) {
        m_context.request.edit([&](session::RunOptions& o) { o.sampler = value.toStdString(); });
    });
    m_decomposition = new Choice(QStringLiteral("plan.decomposition"),
                                 {{QStringLiteral("derive"), tr("draw T, derive η")},
                                  {QStringLiteral("sample-until"), tr("draw both until they fit")},
                                  {QStringLiteral("independent"), tr("draw both")}});
    m_advanced->addRow(tr("r into η·T"), m_decomposition,
                       tr("How a total step size becomes a learning rate and a number of steps."));
    connect(m_decomposition, &Choice::chosen, this, [this](const QString& value) {
        m_context.request.edit([&](session::RunOptions& o) { o.decomposition = value.toStdString(); });
    });
    m_fit = new Choice(QStringLiteral("plan.fit"), {{QStringLiteral("linear"), tr("line")},
                                                    {QStringLiteral("quadratic"), tr("parabola")}});
    m_advanced->addRow(
        tr("Fit"), m_fit,
        tr("The curve through the winners of the phases that is extrapolated to the final run."));
    connect(m_fit, &Choice::chosen, this, [this](const QString& value) {
        m_context.request.edit([&](session::RunOptions& o) { o.fit = value.toStdString(); });
    });
    m_threads = text(m_advanced, QStringLiteral("threads"), tr("Threads"),
                     tr("Processor threads for training; 0 takes all."), QStringLiteral("0"),
                     [](auto& o, const QString& t) { o.threads = t.toUInt(); });
    m_seed = text(m_advanced, QStringLiteral("seed"), tr("Seed"),
                  tr("For repeatable runs on public data only: with a known seed no guarantee holds."),
                  tr("none"), [](auto& o, const QString& t) {
                      bool ok = false;
                      const auto seed = t.toULongLong(&ok);
                      o.seed = ok ? std::optional<std::uint64_t>(seed) : std::nullopt;
                  });
    body()->addWidget(m_more, 0, Qt::AlignLeft);
    body()->addWidget(m_advanced);
}

void PlanSection::setPlan(RunSnapshotPtr plan) {
    m_model->setPlan(plan);
    const int rows = m_model->rowCount();
    m_table->setVisible(rows > 0);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + rows * 22 + 2);
    QStringList notices;
    if (plan) {
        for (const auto& notice : plan->notices) {
            notices << QString::fromStdString(notice);
        }
    }
    m_notices->setText(notices.join(QLatin1Char('\n')));
    m_notices->setVisible(!notices.isEmpty());
    m_empty->setText(rows > 0 ? QString()
                              : tr("The plan appears here as soon as data and budget are set: every trial "
                                   "with its ε, μ and σ, before anything runs."));
    m_empty->setVisible(rows == 0 && m_problem->text().isEmpty());
}

void PlanSection::setProblem(const QString& problem) {
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_empty->setVisible(problem.isEmpty() && m_model->rowCount() == 0);
}

void PlanSection::refresh() {
    const auto& o = m_context.request.options();
    m_method->show(QString::fromStdString(o.method.value_or("")));
    m_trainer->show(QString::fromStdString(o.trainer));
    m_steps->show(QString::fromStdString(o.steps.value_or("")));
    m_stepSize->show(o.totalStepSize == "auto" ? QString() : QString::fromStdString(o.totalStepSize));
    m_clip->show(o.maxGradNorm ? formatQuantity(*o.maxGradNorm) : QString());
    m_momentum->show(formatQuantity(o.momentum));
    m_score->show(QString::fromStdString(o.score));
    m_scoreFraction->show(formatQuantity(o.scoreFraction));
    m_sampler->show(QString::fromStdString(o.sampler));
    m_decomposition->show(QString::fromStdString(o.decomposition));
    m_fit->show(QString::fromStdString(o.fit));
    m_threads->show(QString::number(o.threads));
    m_seed->show(o.seed ? QString::number(*o.seed) : QString());
    m_seed->setEnabled(o.visibility == "public");
    m_rates->show(QString::fromStdString(o.learningRates.value_or("")));
    m_runsMean->show(o.runsMean ? formatQuantity(*o.runsMean) : QString());
    m_sampleRate->show(o.sampleRate ? formatQuantity(*o.sampleRate) : QString());
    const std::string method = o.method.value_or("");
    m_grid->setRowVisible(m_rates, method == "grid" || method == "oracle" || o.learningRates.has_value());
    m_grid->setRowVisible(m_runsMean, isPrivateSelection(method));
    m_grid->setRowVisible(m_sampleRate, o.trainer == "dp-sgd" || o.trainer == "dp-adam" ||
                                            o.trainer == "dp-adam-wosm" || o.sampleRate.has_value());
    m_grid->setRowVisible(m_stepSize, m_context.request.methodHasPhases() || o.method == "random");
    setSummary(m_method->currentText());
}

} // namespace parsimony::ui
