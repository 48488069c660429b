// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/audit.h"
#include "core/ledger/registry.h"
#include "tests/core/ledger/forger.h"
#include "tests/core/ledger/ledger_fixture.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace parsimony::ledger {

/// Problems as "row N WHAT".
inline std::vector<std::string> sentences(const AuditReport& report) {
    std::vector<std::string> all;
    for (const auto& problem : report.problems) {
        all.push_back("row " + std::to_string(problem.row) + " " + problem.what.english());
    }
    return all;
}

class AuditTest : public LedgerTest {
protected:
    void SetUp() override {
        LedgerTest::SetUp();
        registry = Registry::open(folder / "registry.db");
        options.registry = registry;
    }

    // Two finished trials, one that runs and has a checkpoint, an experiment that goes on.
    void makeProject(const OpenOptions& open) {
        auto project = Project::openOrCreate(file(), open);
        auto declaration = privateDataset();
        declaration.parts[0].curatorFacts = {{"rows", 12345}};
        declaration.parts[1].isPublic = true;
        const auto dataset = project.declareDataset(declaration);
        const auto train = dataset.part("train");
        ExperimentSpec spec;
        spec.trainer = "dp-gd";
        spec.dataset = dataset.id;
        spec.method = search::MethodKind::Random;
        spec.plan = {{"validation", {{"part", "test"}}}}; // public rows score the trials
        spec.charges.assign(3, gaussianCharge(train, 0.03));
        auto running = project.beginExperiment(spec);
        for (int index = 0; index < 3; ++index) {
            const auto charge = gaussianCharge(train, 0.03);
            const double z = charge.events[0].asGaussian()->noiseMultiplier.value();
            TrialSpec trial;
            trial.r = 1.0 + index;
            trial.steps = 10;
            trial.charges = {charge};
            trial.knobs = {{"momentum", 0.5}};
            trial.plan = {{"trial", planOfTraining(z)}};
            trial.plan["trial"]["options"]["momentum"] = 0.5;
            const auto id = project.reserveTrial(running.id, trial);
            const auto attempt = project.startTrial(id);
            project.saveCheckpoint(id, {attempt, 4, std::vector<std::uint8_t>(3000, 7), false});
            if (index < 2) {
                TrialOutcome outcome;
                outcome.score = Score{0.25 * index, 0.01, ScoreKind::Noisy};
                outcome.record = {{"releases",
                                   {{{"what", "gradient"},
                                     {"count", 10},
                                     {"noise_sd", z * kMoved},
                                     {"sensitivity", kMoved},
                                     {"sample_rate", 1.0}}}}};
                ReleaseSpec weights;
                weights.what = ReleasedValue::Weights;
                weights.bytes.assign(5000, static_cast<std::uint8_t>(index));
                outcome.releases = {weights};
                project.finishTrial(id, outcome);
            }
        }
        // Let go before the process ends: nobody runs it now.
        running.lock.release();
    }

    /// The project as it is now is what forgeries begin with.
    void keepPristine() const {
        std::filesystem::copy_file(file(), folder / "pristine",
                                   std::filesystem::copy_options::overwrite_existing);
    }
    void restorePristine() const {
        std::filesystem::copy_file(folder / "pristine", file(),
                                   std::filesystem::copy_options::overwrite_existing);
    }

    // The same, unknown to any registry, to be forged over and over.
    void makePristine() {
        makeProject(options);
        registry = nullptr;
        keepPristine();
    }

    /// What an audit finds in makePristine's project once `sql` has changed it and its chain fits again.
    [[nodiscard]] std::vector<std::string> foundAfter(const std::string& sql) const {
        restorePristine();
        forgeWhole(file(), sql);
        return sentences(report());
    }
    /// The same where the experiment's plan has `members` as well, or in place of its own.
    [[nodiscard]] std::vector<std::string> foundInPlanWith(const std::string& members) const {
        return foundAfter("UPDATE ledger SET body = json_set(body, '$.plan', json_patch(json_extract(body, "
                          "'$.plan'), json('{" +
                          members + "}'))) WHERE kind = 'experiment'");
    }

    [[nodiscard]] AuditReport report(const std::optional<std::string>& tip = {}) const {
        AuditOptions auditOptions;
        auditOptions.registry = registry;
        auditOptions.tip = tip;
        return audit(file(), auditOptions);
    }

    std::shared_ptr<Registry> registry;
    OpenOptions options;
};

} // namespace parsimony::ledger
