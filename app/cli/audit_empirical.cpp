// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/audit_empirical.h"

#include "app/cli/audit_empirical_result.h"
#include "app/cli/option_values.h"
#include "app/cli/run_flags.h"
#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/compute/backend_factory.h"
#include "core/session/known_rows.h"
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
    std::filesystem::path installed = program.parent_path() / "../share/parsimony/samples" / name;
    if (!ignored && std::filesystem::exists(installed, ignored)) {
        return installed;
    }
    return std::filesystem::path(PARSIMONY_SAMPLES_SOURCE) / name;
}

/// The public rows that the options name. Throws Error(Refused) unless they are declared public, and where
/// this user's registry knows them as private.
PublicData loadPublic(const session::RunOptions& asked, const TrainerAuditOptions& attack) {
    const bool named = !asked.data.empty();
    if (named && asked.visibility != session::Visibility::Public) {
        refuse("an empirical audit shows exact values of what it trains on: declare " + asked.data +
               " with --visibility public if it is");
    }
    PublicData result;
    result.name = named ? asked.data : samplePath().string();
    data::PartFiles files = data::resolveData(result.name).train;
    files.guessColumns = true;
    if (named) {
        session::refusePrivateRows(files);
    }
    result.classes =
        asked.classes ? *asked.classes : static_cast<std::uint32_t>(data::largestLabel(files.labels) + 1);
    data::LoadOptions options;
    options.preprocessing.bound = attack.rowBound;
    options.classes = static_cast<int>(result.classes);
    options.stop = attack.stop;
    result.part = data::loadPart(files, options);
    return result;
}

/// A few are enough for an attack.
std::uint32_t stepsOf(const session::RunOptions& asked, const train::TrainerTraits& trainer) {
    if (!asked.steps) {
        return std::min(10U, trainer.steps);
    }
    if (!asked.steps->single()) {
        failUsage("an audit takes one value of --steps");
    }
    return static_cast<std::uint32_t>(asked.steps->values().front());
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

void EmpiricalFlags::addRow(CLI::App& app, const char* option, const std::string& help) {
    m_options.push_back(cli::addRow(app, option, m_asked, help));
}

void EmpiricalFlags::bindData(CLI::App& app) {
    addRow(app, "data", "Public rows for canaries to hide in, the train part (default: the bundled sample)");
    addRow(app, "visibility", "public: you declare the rows of --data so; an audit shows exact values");
    addRow(app, "classes", "Number of classes (default: as the labels say)");
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
        addNumber(app, "--learning-rate", m_learningRate, "Learning rate (default: from the noise)"));
    addRow(app, "bias");
    addRow(app, "adjacency", "What neighbours are");
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
    addRow(app, "seed", "Repeatable coins and noise");
    addRow(app, "threads");
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
    options.trainer.trainer = m_asked.trainer;
    const train::TrainerTraits& trainer = train::traitsOf(m_asked.trainer);
    options.trainer.loss = session::lossOf(m_asked);
    options.trainer.sampleRate = m_asked.sampleRate.value_or(trainer.sampleRate < 1.0 ? 0.05 : 1.0).first();
    if (!session::axesOf(m_asked).empty()) {
        failUsage("audit --empirical attacks one way of training: give one value of each option");
    }
    options.trainer.maxGradNorm = m_asked.maxGradNorm.value_or(1.0).first();
    options.trainer.momentum = m_asked.momentum.first();
    options.trainer.bias = m_asked.bias;
    train::checkTrainerOptions(options.trainer);
    options.epsilon = checkedEpsilon(m_asked.epsilon.value_or(4.0), "--epsilon");
    options.delta = checkedDelta(m_asked.delta.value_or(1e-5), "--delta");
    options.steps = stepsOf(m_asked, trainer);
    options.learningRate = m_learningRate;
    options.adjacency = m_asked.adjacency;
    options.rowBound = m_asked.normBound.value_or(1.0);
    options.access = options.trainer.sampleRate < 1.0 ? Access::WhiteBox : Access::BlackBox;
    for (const Access access : {Access::BlackBox, Access::WhiteBox}) {
        options.access = m_access == accessName(access) ? access : options.access;
    }
    options.kinds.clear();
    for (const std::string& name : m_kinds) {
        options.kinds.push_back(empirical::parseCanary(name, "--canary"));
    }
    options.runs = m_runs;
    options.trialRecords = m_trialRecords;
    options.trialColumns = m_trialColumns;
    options.canaries = m_canaries;
    // Newton's matrices, one a class and step, would take minutes on all of the sample.
    const bool newton = m_asked.trainer == TrainerKind::DpNewton;
    options.records = m_runRecords.value_or(newton ? 2000 : 0);
    options.columns = m_runColumns.value_or(newton ? 32 : 0);
    options.guesses = m_guesses;
    options.exposure = !m_noExposure;
    checkRange(m_confidence, 0.5, 1.0, "--confidence");
    options.levels.confidence = m_confidence;
    options.seed = m_asked.seed;
    options.threads =
        m_asked.threads != 0 ? m_asked.threads : std::max(1U, std::thread::hardware_concurrency());
    return options;
}

void EmpiricalFlags::audit(Context& context, Result& result) const {
    TrainerAuditOptions attack = options();
    attack.stop = context.stopToken();
    attack.progress = [&](const std::string& what, double share) {
        context.console().status(what + " " + std::to_string(static_cast<int>(share * 100.0)) + " %");
    };
    const auto start = std::chrono::steady_clock::now();
    const PublicData data = loadPublic(m_asked, attack);
    const TrainerAudit audit = auditTrainer(data.part, data.classes, attack, [](unsigned threads) {
        return compute::chooseBackend("cpu", threads);
    });
    context.console().clearStatus();
    const std::string trainer(train::trainerName(m_asked.trainer));
    const std::string adjacency(adjacencyName(m_asked.adjacency));
    result.table += trainer + ", " + std::to_string(attack.steps) + " steps, sample rate " +
                    roundedText(attack.trainer.sampleRate, 6) + ", " + accessName(attack.access) + ", " +
                    adjacency + ", canaries in a copy of " + data.name + "\n\n";
    addEmpirical(audit, trainer, result);
    nlohmann::json& json = result.json["empirical"];
    json["data"] = data.name;
    json["records"] = data.part.info.rows;
    json["classes"] = data.classes;
    json["steps"] = attack.steps;
    json["sample_rate"] = attack.trainer.sampleRate;
    json["max_grad_norm"] = attack.trainer.maxGradNorm;
    json["adjacency"] = adjacency;
    json["access"] = accessName(attack.access);
    json["seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace parsimony::cli
