// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ledger/project.h"
#include "core/privacy/gaussian_account.h"
#include "core/privacy/gaussian_dp.h"
#include "tests/core/ledger/planned_training.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

namespace parsimony::ledger {

/// A folder of its own per test, removed at the end.
class LedgerTest : public ::testing::Test {
protected:
    void SetUp() override {
        std::string pattern = (std::filesystem::temp_directory_path() / "parsimony-ledger-XXXXXX").string();
        ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
        folder = pattern;
    }
    void TearDown() override {
        std::error_code error;
        std::filesystem::remove_all(folder, error);
    }

    [[nodiscard]] std::filesystem::path file(const std::string& name = "p.parsimony") const {
        return folder / name;
    }

    std::filesystem::path folder;
};

inline DatasetDeclaration privateDataset(double epsilon = 1.0, double delta = 1e-5) {
    DatasetDeclaration declaration;
    declaration.name = "digits";
    declaration.epsilon = epsilon;
    declaration.delta = delta;
    declaration.facts = {{"classes", 10}, {"dim", 64}};
    PartDeclaration train;
    train.name = "train";
    train.contentDigest = "train-digest";
    PartDeclaration test;
    test.name = "test";
    test.contentDigest = "test-digest";
    declaration.parts = {train, test};
    return declaration;
}

/// A charge of `steps` Gaussian releases that together cost μ.
inline Charge gaussianCharge(PartId part, double mu, std::uint64_t steps = 10) {
    const auto z = noiseWithin(SpendSum(mu * mu), steps);
    return {part, {PrivacyEvent::gaussian(z, steps)}, {}, 0.0, 0.0};
}

} // namespace parsimony::ledger
