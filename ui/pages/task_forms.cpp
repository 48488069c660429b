// SPDX-License-Identifier: GPL-3.0-or-later
// What the forms of operations without a project ask.
#include "core/train/trainer_traits.h"
#include "ui/models/number_format.h"
#include "ui/models/request.h"
#include "ui/pages/task_page.h"
#include "ui/style/widgets.h"

#include <QCheckBox>
#include <QCoreApplication>

namespace parsimony::ui {

namespace {

/// An empty field leaves the number as it is; false, and a frame around the field, where it holds none.
template <class Number>
bool take(Field& field, Number& into) {
    std::optional<std::uint32_t> typed;
    const bool readable = readCount(field.text(), typed);
    field.setInvalid(!readable, TaskPage::tr("A whole number of at least 1."));
    if (typed) {
        into = *typed;
    }
    return readable;
}

bool take(Field& field, std::optional<double>& into) {
    const bool empty = field.text().trimmed().isEmpty();
    const auto typed = parseTyped(field.text());
    field.setInvalid(!empty && !(typed && *typed > 0.0), TaskPage::tr("A number above 0."));
    into = typed;
    return empty || (typed && *typed > 0.0);
}

Field* fieldIn(FormGrid& form, const char* name, const QString& label, const QString& meaning,
               const QString& placeholder) {
    auto* field = new Field(QLatin1String(name));
    field->setPlaceholderText(placeholder);
    form.addRow(label, field, meaning);
    return field;
}

} // namespace

TaskPage* newAttackPage(const Context& context) {
    auto* form = new FormGrid;
    QList<std::pair<QString, QString>> trainers;
    for (const train::TrainerTraits* traits : train::allTrainers()) {
        trainers.append(
            {QString::fromUtf8(traits->name.data(), static_cast<qsizetype>(traits->name.size())),
             QCoreApplication::translate("parsimony::train", std::string(traits->label).c_str())});
    }
    auto* trainer = new Choice(QStringLiteral("attack.trainer"), trainers);
    form->addRow(TaskPage::tr("Trainer"), trainer, TaskPage::tr("What is to be broken."));
    auto* epsilon = fieldIn(*form, "attack.epsilon", QStringLiteral("ε"),
                            TaskPage::tr("What one run is planned to cost, the claim."), QStringLiteral("4"));
    auto* steps = fieldIn(*form, "attack.steps", QStringLiteral("T"), TaskPage::tr("Steps of a run."),
                          TaskPage::tr("at most 10"));
    auto* runs = fieldIn(*form, "attack.runs", TaskPage::tr("Runs"),
                         TaskPage::tr("Small runs with and without one canary that are told apart."),
                         formatCount(study::AttackRequest().runs));
    auto* canaries = fieldIn(*form, "attack.canaries", TaskPage::tr("Canaries"),
                             TaskPage::tr("Hidden in one large run and guessed."),
                             formatCount(study::AttackRequest().oneRunCanaries));
    auto* own = new QCheckBox(TaskPage::tr("the data of the forms"));
    own->setObjectName(QStringLiteral("attack.own"));
    form->addRow(TaskPage::tr("Rows"), own,
                 TaskPage::tr("A copy of a bundled public sample, or of the data under Data where that is a "
                              "public benchmark of one file or folder."));
    const auto read = [=]() -> std::optional<EngineTask> {
        study::AttackRequest request;
        const session::RunOptions& forms = context.request.options();
        if (own->isChecked()) {
            request.asked.data = forms.data.empty() ? forms.train.features : forms.data;
            request.asked.visibility = forms.visibility;
            request.asked.classes = forms.classes;
        }
        request.asked.trainer =
            train::parseTrainer(trainer->currentData().toString().toStdString(), "trainer");
        std::optional<std::uint32_t> count;
        bool readable = take(*epsilon, request.asked.epsilon);
        readable = take(*steps, count) && readable;
        readable = take(*runs, request.runs) && readable;
        readable = take(*canaries, request.oneRunCanaries) && readable;
        if (count) {
            request.asked.steps = NumberList(std::vector{static_cast<double>(*count)});
        }
        return readable ? std::optional<EngineTask>(request) : std::nullopt;
    };
    auto* page = new TaskPage(
        context, QStringLiteral("attack"),
        {TaskPage::tr("Attack on a trainer"),
         TaskPage::tr(
             "Hides canaries in copies of public rows, trains, and guesses which were there: a lower "
             "bound of what a run gives away, beside the ε that is claimed. It takes nothing."),
         TaskPage::tr("Start the attack, takes nothing"),
         TaskPage::tr("What the guesses show stands here: ε at least, and whether the claim holds.")},
        form, read);
    for (Field* field : {epsilon, steps, runs, canaries}) {
        QObject::connect(field, &Field::edited, page, &TaskPage::refresh);
    }
    return page;
}

TaskPage* newBenchPage(const Context& context) {
    auto* form = new FormGrid;
    auto* device =
        new Choice(QStringLiteral("bench.device"), {{QStringLiteral("cpu"), QStringLiteral("CPU")},
                                                    {QStringLiteral("cuda"), QStringLiteral("CUDA")}});
    form->addRow(TaskPage::tr("Device"), device, TaskPage::tr("Where steps are computed."));
    auto* shape = fieldIn(*form, "bench.shape", TaskPage::tr("Shape"),
                          TaskPage::tr("Rows, features and classes of a step, with commas between them."),
                          TaskPage::tr("those of the manual"));
    auto* threads = fieldIn(*form, "bench.threads", TaskPage::tr("Threads"),
                            TaskPage::tr("How many at most."), TaskPage::tr("all"));
    const auto read = [=]() -> std::optional<EngineTask> {
        study::BenchRequest request;
        request.device = device->currentData().toString().toStdString();
        if (const QString typed = shape->text().simplified().remove(QLatin1Char(' ')); !typed.isEmpty()) {
            request.shapes = {typed.toStdString()};
        }
        return take(*threads, request.threads) ? std::optional<EngineTask>(request) : std::nullopt;
    };
    auto* page = new TaskPage(
        context, QStringLiteral("bench"),
        {TaskPage::tr("This machine"),
         TaskPage::tr("Times steps of training beside what the machine can do at most, measured in the same "
                      "run. It takes a minute or two and works on made-up numbers."),
         TaskPage::tr("Measure it"),
         TaskPage::tr("Rates stand here: how many steps a second, and how close to the machine's peak.")},
        form, read);
    for (Field* field : {shape, threads}) {
        QObject::connect(field, &Field::edited, page, &TaskPage::refresh);
    }
    return page;
}

} // namespace parsimony::ui
