// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/plan_fields.h"

#include "core/session/method_choice.h"
#include "ui/models/number_format.h"
#include "ui/window/option_fields.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace parsimony::ui {

namespace {

using Options = session::RunOptions;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(parsimony::ui::PlanSection)
};

bool trainerIs(const Options& o, std::initializer_list<const char*> names) {
    return std::any_of(names.begin(), names.end(), [&](const char* name) { return o.trainer == name; });
}
bool methodIs(const Options& o, std::initializer_list<const char*> names) {
    const std::string method = o.method.value_or("");
    return std::any_of(names.begin(), names.end(), [&](const char* name) { return method == name; });
}
bool samples(const Options& o) {
    return trainerIs(o, {"dp-sgd", "dp-adam", "dp-adam-wosm"});
}
bool secondOrder(const Options& o) {
    return trainerIs(o, {"dp-ls", "dp-newton", "dp-fc"});
}
bool descends(const Options& o) {
    return !trainerIs(o, {"dp-ls", "dp-newton", "dp-fc", "dp-zo"});
}
bool hasPhases(const Options& o) {
    return session::methodOf(o) == "linear-scaling";
}
bool searchesSteps(const Options& o) {
    return hasPhases(o) || methodIs(o, {"random"}) || session::isPrivateSelection(o.method.value_or(""));
}

QString name(const char* option) {
    return QStringLiteral("plan.") + QLatin1String(option);
}

/// Some trainers can't do with the default of another knob: choosing them takes both in one step.
void chooseTrainer(Options& o, const QString& value) {
    o.trainer = value.toStdString();
    if (o.trainer == "dp-newton") {
        o.loss.reset(); // it knows one loss, which is its default
    }
    if (!samples(o)) {
        o.sampleRate.reset();
    }
    if (!descends(o)) {
        o.head = "linear";
    }
}

void addMethodAndTrainer(OptionFields& fields) {
    OptionFields::Values method{
        name("method"),
        Words::tr("&Method"),
        Words::tr(
            "Adaptive takes the total step size r from declared constants and corrects it by two short "
            "pilots. Linear scaling finds r cheaply at small ε and extrapolates it. Unit noise spends all "
            "on one run."),
        {{QString(), Words::tr("as fits the trainer")},
         {QStringLiteral("auto"), Words::tr("adaptive (auto)")},
         {QStringLiteral("linear-scaling"), Words::tr("linear scaling")},
         {QStringLiteral("unit-noise"), Words::tr("unit noise, no trials")},
         {QStringLiteral("single"), Words::tr("single run")},
         {QStringLiteral("random"), Words::tr("random search")},
         {QStringLiteral("grid"), Words::tr("grid search")},
         {QStringLiteral("oracle"), Words::tr("oracle (public data only)")},
         {QStringLiteral("papernot-steinke"), Words::tr("private selection (Papernot-Steinke)")},
         {QStringLiteral("koskela-kulkarni"), Words::tr("tuning on a subset (Koskela-Kulkarni)")}},
        [](const Options& o) { return QString::fromStdString(o.method.value_or("")); },
        [](Options& o, const QString& value) {
            o.method = value.isEmpty() ? std::nullopt : std::optional(value.toStdString());
        }};
    fields.addChoice(std::move(method));
    OptionFields::Values trainer =
        OptionFields::choice({name("trainer"),
                              Words::tr("T&rainer"),
                              Words::tr("The optimiser whose steps are clipped and noised."),
                              {{QStringLiteral("dp-gd"), Words::tr("DP-GD (full batch)")},
                               {QStringLiteral("dp-sgd"), Words::tr("DP-SGD (Poisson)")},
                               {QStringLiteral("dp-adam"), Words::tr("DP-Adam")},
                               {QStringLiteral("dp-adam-wosm"), Words::tr("DP-Adam, no rate to tune")},
                               {QStringLiteral("dp-ls"), Words::tr("DP-LS (least squares)")},
                               {QStringLiteral("dp-newton"), Words::tr("DP-Newton")},
                               {QStringLiteral("dp-fc"), Words::tr("DP-FC")},
                               {QStringLiteral("dp-zo"), Words::tr("DP-ZO (zeroth order)")}},
                              nullptr,
                              nullptr},
                             &Options::trainer);
    trainer.write = chooseTrainer;
    fields.addChoice(std::move(trainer));
}

void addScoreFields(OptionFields& fields) {
    fields.addChoice(OptionFields::choice(
        {name("score"),
         Words::tr("Score"),
         Words::tr("How trials are told apart. A noisy count is charged; a private validation part "
                   "has its own account."),
         {{QStringLiteral("noisy"), Words::tr("noisy count on train")},
          {QStringLiteral("validation"), Words::tr("validation part")},
          {QStringLiteral("exact"), Words::tr("exact (public data only)")}},
         nullptr,
         nullptr},
        &Options::score));
    fields.addText({name("scoreFraction"), Words::tr("Score share"),
                    Words::tr("Share of a trial's μ² that its noisy score takes."), formatQuantity(0.1),
                    Words::tr("A number between 0 and 1."),
                    [](const Options& o) { return formatQuantity(o.scoreFraction); },
                    [](Options& o, const QString& typed) {
                        const auto value = parseTyped(typed);
                        const bool good = value && *value > 0.0 && *value < 1.0;
                        o.scoreFraction = good ? *value : 0.1;
                        return good || typed.isEmpty();
                    },
                    [](const Options& o) { return o.score == "noisy"; }});
}

void addSearchFields(OptionFields& fields) {
    const auto choice = [&](const char* option, const QString& label, const QString& meaning,
                            QList<std::pair<QString, QString>> values, std::string Options::*into,
                            OptionFields::Shown shown) {
        fields.addChoice(OptionFields::choice(
            {name(option), label, meaning, std::move(values), nullptr, nullptr, std::move(shown)}, into));
    };
    choice("sampler", Words::tr("Sampler"), Words::tr("How the values of r are drawn in each phase."),
           {{QStringLiteral("stratified"), Words::tr("stratified")},
            {QStringLiteral("log-uniform"), Words::tr("log-uniform")},
            {QStringLiteral("uniform"), Words::tr("uniform")},
            {QStringLiteral("grid"), Words::tr("grid")},
            {QStringLiteral("bisection"), Words::tr("bisection")}},
           &Options::sampler, searchesSteps);
    choice("decomposition", Words::tr("r into η·T"),
           Words::tr("How a total step size becomes a learning rate and a number of steps."),
           {{QStringLiteral("derive"), Words::tr("draw T, derive η")},
            {QStringLiteral("sample-until"), Words::tr("draw both until they fit")},
            {QStringLiteral("independent"), Words::tr("draw both")}},
           &Options::decomposition, searchesSteps);
    choice(
        "fit", Words::tr("Fit"),
        Words::tr("The curve through the winners of the phases that is extrapolated to the final run."),
        {{QStringLiteral("linear"), Words::tr("line")}, {QStringLiteral("quadratic"), Words::tr("parabola")}},
        &Options::fit, hasPhases);
    choice("fitAgainst", Words::tr("Fit against"),
           Words::tr("Whether r grows with ε or with μ: the axis along which it is extrapolated."),
           {{QStringLiteral("epsilon"), QStringLiteral("ε")}, {QStringLiteral("mu"), QStringLiteral("μ")}},
           &Options::fitAgainst, hasPhases);
    choice(
        "phaseStart", Words::tr("Later phases"),
        Words::tr("Where later phases look for r: everywhere, around the first winner scaled by ε, or above "
                  "it."),
        {{QStringLiteral("whole-range"), Words::tr("whole range")},
         {QStringLiteral("scaled"), Words::tr("around the scaled winner")},
         {QStringLiteral("above-winner"), Words::tr("above the winner")}},
        &Options::phaseStart, hasPhases);
    fields.addText(OptionFields::words(
        {name("runsFamily"), Words::tr("Runs, family"),
         Words::tr("How the secret number of runs is distributed: poisson, or "
                   "tnb:ETA with a shape above -1."),
         QStringLiteral("tnb:0"), QString(), nullptr, nullptr,
         [](const Options& o) { return session::isPrivateSelection(o.method.value_or("")); }},
        &Options::runsFamily, "tnb:0"));
}

void addTrainerFields(OptionFields& fields) {
    fields.addText(OptionFields::words(
        {name("head"), Words::tr("Head"),
         Words::tr("Shape of the classifier: linear, sequence:L for L vectors a record, or hidden:H with H "
                   "hidden units (which needs the initial weights he)."),
         QStringLiteral("linear"), QString(), nullptr, nullptr, descends},
        &Options::head, "linear"));
    fields.addChoice({name("loss"),
                      Words::tr("Loss"),
                      Words::tr("What training makes small. DP-Newton needs the sigmoid loss."),
                      {{QString(), Words::tr("as fits the trainer")},
                       {QStringLiteral("softmax"), QStringLiteral("softmax")},
                       {QStringLiteral("sigmoid"), QStringLiteral("sigmoid")}},
                      [](const Options& o) { return QString::fromStdString(o.loss.value_or("")); },
                      [](Options& o, const QString& value) {
                          o.loss = value.isEmpty() ? std::nullopt : std::optional(value.toStdString());
                      }});
    fields.addText({name("momentum"), Words::tr("Momentum ρ"),
                    Words::tr("Share of the last step that is kept in the next."), formatQuantity(0.9),
                    Words::tr("A number from 0 to below 1."),
                    [](const Options& o) { return formatQuantity(o.momentum); },
                    [](Options& o, const QString& typed) {
                        const auto value = parseTyped(typed);
                        const bool good = value && *value >= 0.0 && *value < 1.0;
                        o.momentum = good ? *value : 0.9;
                        return good || typed.isEmpty();
                    },
                    [](const Options& o) {
                        return trainerIs(o, {"dp-gd", "dp-sgd"});
                    }});
    OptionFields::Values freeStep = OptionFields::yesOrNo(
        {name("freeStep"),
         Words::tr("Free step"),
         Words::tr("One more step from the momentum buffer: it releases nothing new and costs nothing."),
         {},
         nullptr,
         nullptr,
         [](const Options& o) {
             return trainerIs(o, {"dp-gd", "dp-sgd"});
         }},
        &Options::freeStep);
    fields.addChoice(std::move(freeStep));
    fields.addText(OptionFields::words({name("init"), Words::tr("Initial weights"),
                                        Words::tr("zero, he (random), or a file with a matrix."),
                                        QStringLiteral("zero"), QString(), nullptr, nullptr, descends},
                                       &Options::init, "zero"));
    fields.addChoice(OptionFields::yesOrNo({name("bias"),
                                            Words::tr("Bias"),
                                            Words::tr("Train a bias for each class as well."),
                                            {},
                                            nullptr,
                                            nullptr},
                                           &Options::bias));
    fields.addText(OptionFields::number({name("initBias"), Words::tr("Initial bias"),
                                         Words::tr("What every bias begins with."), QStringLiteral("0"),
                                         Words::tr("A number."), nullptr, nullptr,
                                         [](const Options& o) { return o.bias; }},
                                        &Options::initBias, -1e6, 1e6));
    fields.addText(OptionFields::number(
        {name("ridge"), Words::tr("Ridge"),
         Words::tr("What is added to the diagonal, times the number of records; empty: from the noise."),
         Words::tr("from the noise"), Words::tr("A positive number."), nullptr, nullptr, secondOrder},
        &Options::ridge));
    fields.addText(OptionFields::number({name("gramFraction"), Words::tr("Gram share"),
                                         Words::tr("Share of the run's μ² that the Gram matrix takes."),
                                         Words::tr("as fits the trainer"),
                                         Words::tr("A number between 0 and 1."), nullptr, nullptr,
                                         [](const Options& o) {
                                             return trainerIs(o, {"dp-ls", "dp-fc"});
                                         }},
                                        &Options::gramFraction, 0.0, 1.0));
    fields.addText({name("weightDecay"), Words::tr("Weight decay"),
                    Words::tr("Pulls the weights towards zero in every step."), QStringLiteral("0"),
                    Words::tr("A number, 0 or more."),
                    [](const Options& o) { return formatQuantity(o.weightDecay, 6); },
                    [](Options& o, const QString& typed) {
                        const auto value = parseTyped(typed);
                        const bool good = value && *value >= 0.0;
                        o.weightDecay = good ? *value : 0.0;
                        return good || typed.isEmpty();
                    },
                    descends});
    fields.addChoice(OptionFields::choice(
        {name("averaging"),
         Words::tr("Averaging"),
         Words::tr("Whether the released weights are an average over the steps, which costs nothing."),
         {{QStringLiteral("none"), Words::tr("none")},
          {QStringLiteral("ema"), Words::tr("exponential (EMA)")},
          {QStringLiteral("swa"), Words::tr("of the last steps (SWA)")}},
         nullptr,
         nullptr,
         descends},
        &Options::averaging));
}

void addMachineFields(OptionFields& fields) {
    fields.addText(OptionFields::words({name("device"), Words::tr("Device"),
                                        Words::tr("Where to compute: auto, cpu, cuda or cuda:N."),
                                        QStringLiteral("auto"), QString(), nullptr, nullptr},
                                       &Options::device, "auto"));
    fields.addChoice(OptionFields::choice(
        {name("precision"),
         Words::tr("Precision"),
         Words::tr(
             "How finely products read the features: every device rounds them in the same way and sums in "
             "float32, and the processor takes all four. bf16 makes it faster where it has AVX512-BF16; "
             "tf32 and f16 are meant for a graphics processor (cuda), which takes private data in f32 only, "
             "after a check."),
         {{QStringLiteral("f32"), Words::tr("f32, as they are")},
          {QStringLiteral("tf32"), Words::tr("tf32, for cuda")},
          {QStringLiteral("bf16"), Words::tr("bf16, for AVX512-BF16 or cuda")},
          {QStringLiteral("f16"), Words::tr("f16, for cuda")}},
         nullptr,
         nullptr},
        &Options::precision));
    fields.addText({name("threads"), Words::tr("Threads"),
                    Words::tr("Processor threads for training; 0 takes all."), QStringLiteral("0"),
                    Words::tr("A whole number."), [](const Options& o) { return QString::number(o.threads); },
                    [](Options& o, const QString& typed) {
                        bool ok = false;
                        o.threads = typed.toUInt(&ok);
                        return ok || typed.isEmpty();
                    }});
    fields.addText(
        {name("seed"), Words::tr("Seed"),
         Words::tr("For repeatable runs on public data only: with a known seed no guarantee holds."),
         Words::tr("none"), Words::tr("A whole number."),
         [](const Options& o) { return o.seed ? QString::number(*o.seed) : QString(); },
         [](Options& o, const QString& typed) {
             bool ok = false;
             const auto seed = typed.toULongLong(&ok);
             o.seed = ok ? std::optional<std::uint64_t>(seed) : std::nullopt;
             return ok || typed.isEmpty();
         },
         nullptr, [](const Options& o) { return o.visibility == "public"; }});
}

} // namespace

void addPlanFields(OptionFields& fields) {
    addMethodAndTrainer(fields);
    fields.addText(OptionFields::words({name("steps"), Words::tr("Steps T"),
                                        Words::tr("Numbers of steps to choose from, as a list."),
                                        QStringLiteral("50"), QString(), nullptr, nullptr},
                                       &Options::steps));
    fields.addText(OptionFields::words(
        {name("totalStepSize"), Words::tr("Step size r"),
         Words::tr("The space that r = η·T is searched in: auto (from the noise that the weights will "
                   "hold, no data needed) or LOW,HIGH."),
         QStringLiteral("auto"), QString(), nullptr, nullptr, searchesSteps},
        &Options::totalStepSize, "auto"));
    fields.addText(OptionFields::words(
        {name("learningRates"), Words::tr("Rates η"),
         Words::tr("Learning rates of a grid, as a list: 0.1,1,10 or log:0.05:20:8. A single run takes one."),
         QStringLiteral("log:0.05:20:8"), QString(), nullptr, nullptr,
         [](const Options& o) {
             return o.learningRates.has_value() || methodIs(o, {"grid", "oracle", "single"});
         }},
        &Options::learningRates));
    fields.addText(OptionFields::number(
        {name("runsMean"), Words::tr("Runs, mean"),
         Words::tr(
             "How many runs a private selection makes on average. The number itself is drawn in secret."),
         QStringLiteral("10"), Words::tr("A positive number."), nullptr, nullptr,
         [](const Options& o) { return session::isPrivateSelection(o.method.value_or("")); }},
        &Options::runsMean));
    fields.addText(OptionFields::number(
        {name("subsetFraction"), Words::tr("Subset share"),
         Words::tr("Share of the records that tuning looks at; the final run takes the others."),
         formatQuantity(0.1), Words::tr("A number between 0 and 1."), nullptr, nullptr,
         [](const Options& o) { return methodIs(o, {"koskela-kulkarni"}); }},
        &Options::subsetFraction, 0.0, 1.0));
    fields.addText(OptionFields::number(
        {name("sampleRate"), Words::tr("Sample rate q"),
         Words::tr("The chance of each record to be in a step's batch (Poisson sampling)."),
         Words::tr("as planned"), Words::tr("A number above 0, at most 1."), nullptr, nullptr,
         [](const Options& o) { return samples(o) || o.sampleRate.has_value(); }},
        &Options::sampleRate, 0.0, std::nextafter(1.0, 2.0)));
}

void addAdvancedFields(OptionFields& fields) {
    fields.addText(
        OptionFields::number({name("clip"), Words::tr("Clip c"),
                              Words::tr("Clipping norm: the most that one record can add to a gradient sum."),
                              QStringLiteral("1"), Words::tr("A positive number."), nullptr, nullptr},
                             &Options::maxGradNorm));
    addTrainerFields(fields);
    addScoreFields(fields);
    addSearchFields(fields);
    addMachineFields(fields);
}

} // namespace parsimony::ui
