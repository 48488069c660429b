// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/audit_empirical.h"

#include "app/cli/audit_empirical_result.h"
#include "app/cli/model_data.h"
#include "app/cli/option_values.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/compute/backend_factory.h"
#include "core/session/method_choice.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

namespace parsimony::cli {

namespace {

using empirical::Access;
using empirical::TrainerAudit;
using empirical::TrainerAuditOptions;
using train::TrainerKind;

/// Public rows to put canaries into.
struct PublicData {
    data::LoadedPart part;
    std::uint32_t classes = 0;
    std::string name;
};

/// The bundled sample: beside the installed program, else in the source tree.
std::filesystem::path samplePath() {
    const std::string name = "wordnet-nouns.npz";
    std::error_code ignored;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    const std::filesystem::path installed = program.parent_path() / "../share/parsimony/samples" / name;
    if (!ignored && std::filesystem::exists(installed, ignored)) {
        return installed;
    }
    return std::filesystem::path(PARSIMONY_SAMPLES_SOURCE) / name;
}

/// The public rows that the options name. Throws Error(Refused) unless they are declared public, and where
/// this user's registry knows them as private.
PublicData loadPublic(const std::optional<std::string>& named, const std::string& visibility,
                      std::optional<std::uint32_t> classes, double normBound, std::stop_token stop) {
    if (named && visibility != "public") {
        refuse("an empirical audit shows exact values of what it trains on: declare " + *named +
               " with --visibility public if it is");
    }
    PublicData result;
    result.name = named.value_or(samplePath().string());
    const data::PartFiles files = data::resolveData(result.name).train;
    if (named) {
        refuseKnownPrivateRows(files);
    }
    result.classes = classes ? *classes : static_cast<std::uint32_t>(data::largestLabel(files.labels) + 1);
    data::LoadOptions options;
    options.preprocessing.bound = normBound;
    options.classes = static_cast<int>(result.classes);
    options.stop = std::move(stop);
    result.part = data::loadPart(files, options);
    return result;
}

std::string accessName(Access access) {
    return access == Access::WhiteBox ? "white-box" : "black-box";
}

void checkRange(double value, double low, double high, const std::string& option) {
    if (!(value > low && value < high)) {
        failUsage(option + " must lie between " + numberText(low) + " and " + numberText(high) + ", not " +
                  numberText(value));
    }
}

} // namespace

void EmpiricalFlags::bindData(CLI::App& app) {
    m_options.push_back(addText(app, "--data", m_data,
                                "Public rows for canaries to hide in, the train part (default: the bundled "
                                "sample)")
                            ->type_name("DIR|FILE"));
    m_options.push_back(addChoice(app, "--visibility", m_visibility, {"private", "public"},
                                  "public: you declare the rows of --data so; an audit shows exact values"));
    m_options.push_back(
        addCount(app, "--classes", m_classes, "Number of classes (default: as the labels say)"));
    m_options.push_back(addNumber(app, "--norm-bound", m_normBound, "Norm of rows and canaries"));
}

void EmpiricalFlags::bindTrainer(CLI::App& app) {
    m_options.push_back(addChoice(app, "--trainer", m_trainer, train::trainerNames(), "What to attack"));
    m_options.push_back(addChoice(app, "--loss", m_loss, {"softmax", "sigmoid"},
                                  "Loss (default: softmax; sigmoid for dp-newton)"));
    m_options.push_back(addNumber(app, "--epsilon", m_epsilon, "What one run is planned to cost"));
    m_options.push_back(addNumber(app, "--delta", m_delta, "At this delta"));
    m_options.push_back(
        addCount(app, "--steps", m_steps, "Steps of a run (default: 10; 3 for dp-newton, 1 for dp-ls)"));
    m_options.push_back(
        addNumber(app, "--sample-rate", m_sampleRate, "Poisson sampling (default: 1; 0.05 for dp-sgd)"));
    m_options.push_back(addNumber(app, "--max-grad-norm", m_maxGradNorm, "Clipping norm"));
    m_options.push_back(addNumber(app, "--momentum", m_momentum, "Momentum of dp-gd and dp-sgd"));
    m_options.push_back(
        addNumber(app, "--learning-rate", m_learningRate, "Learning rate (default: from the noise)"));
    m_options.push_back(app.add_flag("--bias", m_bias, "Train a bias"));
    m_options.push_back(addChoice(app, "--adjacency", m_adjacency, {"add_or_remove_one", "replace_one"},
                                  "What neighbours are"));
}

void EmpiricalFlags::bindAttack(CLI::App& app) {
    m_options.push_back(addTexts(app, "--canary", m_kinds, ',', "Kinds of canaries (default: all)")
                            ->type_name("dirac,random-unit,mislabelled"));
    m_options.push_back(addCount(app, "--canaries", m_canaries, "Canaries of the one run (0: leave it out)"));
    m_options.push_back(addCount(app, "--guesses", m_guesses,
                                 "Of them, how many are guessed (0: what is best if the claim is tight)"));
    m_options.push_back(addCount(app, "--runs", m_runs,
                                 "Cheap runs that are guessed, half as many calibrate (0: leave them out)"));
    m_options.push_back(
        addCount(app, "--trial-records", m_trialRecords, "Rows that the cheap runs train on"));
    m_options.push_back(addCount(app, "--trial-columns", m_trialColumns, "And their columns (0: all)"));
    m_options.push_back(addCount(app, "--run-records", m_runRecords,
                                 "Rows that the one run trains on (default: all; dp-newton: 2000)"));
    m_options.push_back(
        addCount(app, "--run-columns", m_runColumns, "And their columns (default: all; dp-newton: 32)"));
    m_options.push_back(addChoice(app, "--access", m_access, {"auto", "black-box", "white-box"},
                                  "What the attacker sees: the model, or every released step (auto: that "
                                  "where rows are sampled)"));
    m_options.push_back(addNumber(app, "--confidence", m_confidence, "Of all lower bounds together"));
    m_options.push_back(app.add_flag("--no-exposure", m_noExposure, "Leave the exposure of canaries out"));
    m_options.push_back(addCount(app, "--seed", m_seed, "Repeatable coins and noise"));
    m_options.push_back(addCount(app, "--threads", m_threads, "Threads (0: all)"));
}

void EmpiricalFlags::bind(CLI::App& app) {
    app.add_flag("--empirical", m_empirical,
                 "Try to break a trainer: lower bounds of epsilon from attacks on public data");
    bindData(app);
    bindTrainer(app);
    bindAttack(app);
    for (CLI::Option* option : m_options) {
        option->group("With --empirical");
    }
}

bool EmpiricalFlags::wanted() const {
    for (const CLI::Option* option : m_options) {
        if (!m_empirical && option->count() > 0) {
            failUsage("'audit' takes " + option->get_name() + " only with --empirical");
        }
    }
    return m_empirical;
}

TrainerAuditOptions EmpiricalFlags::options() const {
    TrainerAuditOptions options;
    options.trainer.trainer = train::parseTrainer(m_trainer, "--trainer");
    const TrainerKind kind = options.trainer.trainer;
    session::RunOptions asked;
    asked.trainer = m_trainer;
    asked.loss = m_loss;
    options.trainer.loss = compute::parseLoss(session::lossOf(asked), "--loss");
    options.trainer.sampleRate = m_sampleRate.value_or(kind == TrainerKind::DpSgd ? 0.05 : 1.0);
    options.trainer.maxGradNorm = m_maxGradNorm;
    options.trainer.momentum = m_momentum;
    options.trainer.bias = m_bias;
    train::checkTrainerOptions(options.trainer);
    options.epsilon = checkedEpsilon(m_epsilon, "--epsilon");
    options.delta = checkedDelta(m_delta, "--delta");
    // Newton's matrices, one a class and step, would take minutes on all of the sample.
    const bool newton = kind == TrainerKind::DpNewton;
    options.steps = m_steps.value_or(kind == TrainerKind::DpLs ? 1 : (newton ? 3 : 10));
    options.learningRate = m_learningRate;
    options.adjacency = parseAdjacency(m_adjacency, "--adjacency");
    options.rowBound = m_normBound;
    const bool sampled = options.trainer.sampleRate < 1.0;
    options.access =
        m_access == "white-box" || (m_access == "auto" && sampled) ? Access::WhiteBox : Access::BlackBox;
    options.kinds.clear();
    for (const std::string& name : m_kinds) {
        options.kinds.push_back(empirical::parseCanary(name, "--canary"));
    }
    options.runs = m_runs;
    options.trialRecords = m_trialRecords;
    options.trialColumns = m_trialColumns;
    options.canaries = m_canaries;
    options.records = m_runRecords.value_or(newton ? 2000 : 0);
    options.columns = m_runColumns.value_or(newton ? 32 : 0);
    options.guesses = m_guesses;
    options.exposure = !m_noExposure;
    checkRange(m_confidence, 0.5, 1.0, "--confidence");
    options.levels.confidence = m_confidence;
    options.seed = m_seed;
    options.threads = m_threads != 0 ? m_threads : std::max(1U, std::thread::hardware_concurrency());
    return options;
}

void EmpiricalFlags::audit(Context& context, Result& result) const {
    TrainerAuditOptions attack = options();
    attack.stop = context.stopToken();
    attack.progress = [&](const std::string& what, double share) {
        context.console().status(what + " " + std::to_string(static_cast<int>(share * 100.0)) + " %");
    };
    const auto start = std::chrono::steady_clock::now();
    const PublicData data = loadPublic(m_data, m_visibility, m_classes, m_normBound, attack.stop);
    const TrainerAudit audit = auditTrainer(data.part, data.classes, attack, [](unsigned threads) {
        return compute::chooseBackend("cpu", threads);
    });
    context.console().clearStatus();
    result.table += m_trainer + ", " + std::to_string(attack.steps) + " steps, sample rate " +
                    roundedText(attack.trainer.sampleRate, 6) + ", " + accessName(attack.access) + ", " +
                    m_adjacency + ", canaries in a copy of " + data.name + "\n\n";
    addEmpirical(audit, m_trainer, result);
    nlohmann::json& json = result.json["empirical"];
    json["data"] = data.name;
    json["records"] = data.part.info.rows;
    json["classes"] = data.classes;
    json["steps"] = attack.steps;
    json["sample_rate"] = attack.trainer.sampleRate;
    json["max_grad_norm"] = attack.trainer.maxGradNorm;
    json["adjacency"] = m_adjacency;
    json["access"] = accessName(attack.access);
    json["seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace parsimony::cli
