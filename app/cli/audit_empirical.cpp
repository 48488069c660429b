// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/audit_empirical.h"

#include "app/cli/audit_empirical_result.h"
#include "app/cli/option_values.h"
#include "app/cli/run_flags.h"
#include "core/base/enum_words.h"
#include "core/base/error.h"
#include "core/study/trainer_attack.h"

#include <array>

namespace parsimony::cli {

namespace {
/// What the attacker sees; Chosen: as the trainer's rows are sampled or not.
enum class Access { Chosen, BlackBox, WhiteBox };
const std::array<std::string, 3> kAccesses{compute::automatic(), "black-box", "white-box"};

/// "default: all; dp-newton: 2000", as the trainers have it.
std::string defaultsOf(std::uint32_t train::TrainerTraits::*taken) {
    std::string text = "default: all";
    for (const train::TrainerTraits* trainer : train::allTrainers()) {
        if (trainer->*taken > 0) {
            text += "; " + std::string(trainer->name) + ": " + std::to_string(trainer->*taken);
        }
    }
    return text;
}
} // namespace

void EmpiricalFlags::addRow(CLI::App& app, const char* option, const std::string& help) {
    m_options.push_back(cli::addRow(app, option, m_request.asked, help));
}

void EmpiricalFlags::bindData(CLI::App& app) {
    addRow(app, "data", "Public rows for canaries to hide in, the train part (default: the bundled sample)");
    addRow(app, "visibility", "public: you declare the rows of --data so; an audit shows exact values");
    addRow(app, "label-column");
    addRow(app, "classes", "Number of classes (default: as the labels say)");
    addRow(app, "class-names");
    addRow(app, "norm-bound", "Norm of rows and canaries (default: 1)");
}

void EmpiricalFlags::bindTrainer(CLI::App& app) {
    addRow(app, "trainer", "What to attack");
    addRow(app, "loss");
    addRow(app, "epsilon", "What one run is planned to cost (default: 4)");
    addRow(app, "delta", "At this delta (default: 1e-05)");
    addRow(app, "steps", "Steps of a run (default: the trainer's own, at most 10)");
    addRow(app, "sample-rate", "Poisson sampling (default: 1; 0.05 for trainers that always sample)");
    addRow(app, "max-grad-norm", "Clipping norm (default: 1)");
    addRow(app, "momentum");
    m_options.push_back(
        addNumber(app, "--learning-rate", m_request.learningRate, "Learning rate (default: from the noise)"));
    addRow(app, "bias");
    addRow(app, "adjacency", "What neighbours are");
}

void EmpiricalFlags::bindAttack(CLI::App& app) {
    m_options.push_back(addTexts(app, "--canary", m_request.canaries, ',', "Kinds of canaries (default: all)")
                            ->type_name("dirac,random-unit,mislabelled"));
    m_options.push_back(
        addCount(app, "--canaries", m_request.oneRunCanaries, "Canaries of the one run (0: leave it out)"));
    m_options.push_back(addCount(app, "--guesses", m_request.guesses,
                                 "Of them, how many are guessed (0: what is best if the claim is tight)"));
    m_options.push_back(addCount(app, "--runs", m_request.runs,
                                 "Cheap runs that are guessed, half as many calibrate (0: leave them out)"));
    m_options.push_back(
        addCount(app, "--trial-records", m_request.trialRecords, "Rows that the cheap runs train on"));
    m_options.push_back(
        addCount(app, "--trial-columns", m_request.trialColumns, "And their columns (0: all)"));
    m_options.push_back(addCount(app, "--run-records", m_request.runRecords,
                                 "Rows that the one run trains on (" +
                                     defaultsOf(&train::TrainerTraits::auditRecords) + ")"));
    m_options.push_back(
        addCount(app, "--run-columns", m_request.runColumns,
                 "And their columns (" + defaultsOf(&train::TrainerTraits::auditColumns) + ")"));
    m_options.push_back(addChoice(app, "--access", m_access, {kAccesses.begin(), kAccesses.end()},
                                  "What the attacker sees: the model, or every released step (auto: that "
                                  "where rows are sampled)"));
    m_options.push_back(addNumber(app, "--confidence", m_request.confidence, "Of all lower bounds together"));
    m_options.push_back(app.add_flag("--no-exposure", m_noExposure, "Leave the exposure of canaries out"));
    addRow(app, "seed", "Repeatable coins and noise");
    addRow(app, "threads");
}

void EmpiricalFlags::bind(CLI::App& app) {
    app.add_flag("--empirical", m_empirical,
                 "Try to break a trainer: lower bounds of epsilon from attacks on public data");
    bindAlone(app);
    for (CLI::Option* option : m_options) {
        option->group("With --empirical");
    }
}

void EmpiricalFlags::bindAlone(CLI::App& app) {
    bindData(app);
    bindTrainer(app);
    bindAttack(app);
}

bool EmpiricalFlags::wanted() const {
    for (const CLI::Option* option : m_options) {
        if (!m_empirical && option->count() > 0) {
            failUsage("'audit' takes " + option->get_name() + " only with --empirical");
        }
    }
    return m_empirical;
}

study::AttackRequest EmpiricalFlags::request() const {
    study::AttackRequest request = m_request;
    if (const auto access = valueNamed<Access>(kAccesses, m_access); access != Access::Chosen) {
        request.whiteBox = access == Access::WhiteBox;
    }
    request.exposure = !m_noExposure;
    return request;
}

void EmpiricalFlags::audit(Context& context, Result& result) const {
    const study::TrainerAttack found = study::attackTrainer(
        request(), context.stopToken(), [&](const std::string& what, double share, std::optional<double>) {
            context.console().status(what + " " + std::to_string(static_cast<int>(share * 100.0)) + " %");
        });
    context.console().clearStatus();
    result.table += found.sheet.title + "\n\n";
    addEmpirical(found.audit, std::string(train::trainerName(m_request.asked.trainer)), result);
    result.json["empirical"] = found.json;
}

} // namespace parsimony::cli
