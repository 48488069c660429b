// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "tests/core/ledger/ledger_fixture.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <functional>
#include <string>

namespace parsimony::ledger {

class ProjectTest : public LedgerTest {
protected:
    static std::string errorOf(const std::function<void()>& action, ErrorCode code) {
        try {
            action();
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), code) << error.what();
            return error.what();
        }
        ADD_FAILURE() << "no error";
        return {};
    }

    /// Runs SQL behind the ledger's back; returns SQLite's message, empty when it went through.
    static std::string tamper(const std::filesystem::path& file, const std::string& sql) {
        sqlite3* database = nullptr;
        EXPECT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
        char* message = nullptr;
        sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message);
        std::string text = message != nullptr ? message : "";
        sqlite3_free(message);
        sqlite3_close(database);
        return text;
    }

    struct Begun {
        Project project;
        DeclaredDataset dataset;
        RunningExperiment experiment;
    };

    // A project with one experiment that reserved μ of the train part.
    Begun begin(double mu) {
        auto project = Project::openOrCreate(file());
        auto dataset = project.declareDataset(privateDataset());
        ExperimentSpec spec;
        spec.trainer = "dp-gd";
        spec.dataset = dataset.id;
        spec.method = search::MethodKind::LinearScaling;
        spec.charges = {gaussianCharge(dataset.part("train"), mu)};
        auto experiment = project.beginExperiment(spec);
        return {std::move(project), std::move(dataset), std::move(experiment)};
    }
};

} // namespace parsimony::ledger
