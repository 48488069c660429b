// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/trainer_attack.h"

#include "core/base/number_text.h"
#include "core/base/quantity.h"
#include "core/base/seconds_since.h"
#include "core/base/sentence.h"
#include "core/data/array_reader.h"
#include "core/data/class_names.h"
#include "core/data/data_files.h"
#include "core/data/part.h"
#include "core/session/data_columns.h"
#include "core/session/data_request.h"
#include "core/session/guarantee.h"
#include "core/session/method_choice.h"
#include "core/session/option_value.h"
#include "core/session/private_rows.h"
#include "core/study/attack_sheet.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <thread>

namespace parsimony::study {

namespace {

using empirical::Access;
using empirical::TrainerAuditOptions;

/// Public rows to put canaries into.
struct PublicRows {
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

/// Throws Error(Refused) unless they are declared public, and where this user's registry knows them as
/// private.
PublicRows loadPublic(const session::RunOptions& asked, const TrainerAuditOptions& attack) {
    const bool named = !asked.data.empty();
    if (named && asked.visibility != session::Visibility::Public) {
        refuse(Sentence("an empirical audit shows exact values of what it trains on: declare {1} with "
                        "--visibility public if it is",
                        asked.data));
    }
    PublicRows result;
    result.name = named ? asked.data : samplePath().string();
    const session::NamedColumns columns = session::namedColumns(asked);
    data::PartFiles files = session::resolveData(result.name, columns).train;
    session::takeColumns(columns, files);
    session::checkColumnsUsed(columns, std::array<const data::PartFiles*, 1>{&files});
    files.guessColumns = true;
    if (named) {
        session::refusePrivateRows(files);
    }
    const auto holdsSeveral = [&files] {
        const data::ArrayInfo labels = data::openArray(files.labels)->info();
        return labels.shape.size() > 1 && labels.width() > 1;
    };
    if (asked.labelsPerRecord > 1 ||
        (data::labelKind(files.labels) != data::LabelKind::Texts && holdsSeveral())) {
        failUsage(
            Sentence("{1} holds several labels a record; an empirical audit plants records of one label "
                     "each: give labels of one class a record",
                     result.name));
    }
    files.classNames = session::classNamesOf(asked, files);
    result.classes = session::classesOf(asked, files, false);
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
        failUsage(Sentence("an audit takes one value of --steps"));
    }
    return static_cast<std::uint32_t>(asked.steps->values().front());
}

void checkRange(double value, double low, double high, const std::string& option) {
    if (!(value > low && value < high)) {
        failUsage(Sentence("{1} must lie between {2} and {3}, not {4}", option, low, high, value));
    }
}

// More would not fit into memory, or never end.
constexpr Limits kRuns{0.0, 1e6};
constexpr Limits kCanaries{0.0, 1e5};

void takeTrainer(const session::RunOptions& asked, TrainerAuditOptions& options) {
    options.trainer.trainer = asked.trainer;
    const train::TrainerTraits& trainer = train::traitsOf(asked.trainer);
    options.trainer.loss = session::lossOf(asked);
    options.trainer.sampleRate = asked.sampleRate.value_or(trainer.sampleRate < 1.0 ? 0.05 : 1.0).first();
    if (!session::axesOf(asked).empty()) {
        failUsage(Sentence("audit --empirical attacks one way of training: give one value of each option"));
    }
    options.trainer.maxGradNorm = asked.maxGradNorm.value_or(1.0).first();
    options.trainer.momentum = asked.momentum.value_or(options.trainer.momentum).first();
    options.trainer.bias = asked.bias;
    train::checkTrainerOptions(options.trainer);
    options.epsilon = checkedEpsilon(asked.epsilon.value_or(4.0), "--epsilon");
    options.delta = checkedDelta(asked.delta.value_or(1e-5), "--delta");
    options.steps = stepsOf(asked, trainer);
    options.adjacency = asked.adjacency;
    options.rowBound = asked.normBound.value_or(1.0);
    options.seed = asked.seed;
    options.threads = asked.threads != 0 ? asked.threads : std::max(1U, std::thread::hardware_concurrency());
}

TrainerAuditOptions optionsOf(const AttackRequest& request) {
    TrainerAuditOptions options;
    takeTrainer(request.asked, options);
    options.learningRate = request.learningRate;
    options.access =
        request.whiteBox.value_or(options.trainer.sampleRate < 1.0) ? Access::WhiteBox : Access::BlackBox;
    options.kinds.clear();
    for (const std::string& name : request.canaries) {
        options.kinds.push_back(empirical::parseCanary(name, "--canary"));
    }
    kRuns.requireWhole(request.runs, "--runs");
    kCanaries.requireWhole(request.oneRunCanaries, "--canaries");
    options.runs = request.runs;
    options.trialRecords = request.trialRecords;
    options.trialColumns = request.trialColumns;
    options.canaries = request.oneRunCanaries;
    const train::TrainerTraits& trainer = train::traitsOf(request.asked.trainer);
    options.records = request.runRecords.value_or(trainer.auditRecords);
    options.columns = request.runColumns.value_or(trainer.auditColumns);
    options.guesses = request.guesses;
    options.exposure = request.exposure;
    checkRange(request.confidence, 0.5, 1.0, "--confidence");
    options.levels.confidence = request.confidence;
    return options;
}

} // namespace

TrainerAttack attackTrainer(const AttackRequest& request, std::stop_token stop, const Progress& progress) {
    TrainerAuditOptions attack = optionsOf(request);
    attack.stop = std::move(stop);
    attack.progress = [&](const std::string& what, double share) {
        if (progress) {
            progress(what, share, std::nullopt);
        }
    };
    const auto start = std::chrono::steady_clock::now();
    const PublicRows rows = loadPublic(request.asked, attack);
    TrainerAttack found;
    found.audit = auditTrainer(rows.part, rows.classes, attack,
                               [](unsigned threads) { return compute::makeCpuBackend({threads}); });
    const std::string trainer(train::trainerName(request.asked.trainer));
    const std::string adjacency(adjacencyName(request.asked.adjacency));
    const std::string access = attack.access == Access::WhiteBox ? "white-box" : "black-box";
    found.json = attackJson(found.audit);
    found.json.update({{"trainer", trainer},
                       {"data", rows.name},
                       {"records", rows.part.info.rows},
                       {"classes", rows.classes},
                       {"steps", attack.steps},
                       {"sample_rate", attack.trainer.sampleRate},
                       {"max_grad_norm", attack.trainer.maxGradNorm},
                       {"adjacency", adjacency},
                       {"access", access}});
    found.json["seconds"] = secondsSince(start);
    found.sheet = attackSheet(found.audit);
    std::string neighbours = session::printedAdjacency(request.asked.adjacency);
    std::replace(neighbours.begin(), neighbours.end(), '_', '-'); // as guarantees say it
    // Signs and names alone: it reads alike in every language.
    found.sheet.title = trainer + ", T = " + std::to_string(attack.steps) +
                        ", q = " + roundedText(attack.trainer.sampleRate, 6) + ", " + access + ", " +
                        neighbours + ", " + std::filesystem::path(rows.name).filename().string();
    return found;
}

} // namespace parsimony::study
