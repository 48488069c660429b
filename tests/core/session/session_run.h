// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/hex.h"
#include "core/base/secure_random.h"
#include "core/session/session.h"
#include "tests/core/session/planning.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace parsimony::session {

/// A folder and a registry of its own, so that tests do not see each other's spends.
class SessionRun : public ::testing::Test {
protected:
    SessionRun() {
        m_folder = std::filesystem::temp_directory_path() /
                   ("parsimony-session-" + toHex(secureRandomKey()).substr(0, 16));
        std::filesystem::create_directories(m_folder);
        setenv("PARSIMONY_REGISTRY", (m_folder / "registry.db").c_str(), 1);
    }
    ~SessionRun() override { std::filesystem::remove_all(m_folder); }

    [[nodiscard]] std::filesystem::path project(const std::string& name = "p.parsimony") const {
        return m_folder / name;
    }
    [[nodiscard]] const std::filesystem::path& folder() const { return m_folder; }

    [[nodiscard]] static RunOptions digits() {
        RunOptions options = digitsOptions();
        options.method = MethodKind::LinearScaling;
        return options;
    }

    /// Runs and exports a classifier, and asks for it to be tested on the rows that the run left alone.
    [[nodiscard]] PrivateEvaluationRequest holdoutAfterARun(Session& session) const {
        RunOptions options = digits();
        options.method = MethodKind::UnitNoise;
        options.testEpsilon = TestEpsilon{};
        (void)session.run(options, {}, {});
        const std::filesystem::path model = session.exportModel(std::nullopt, m_folder / "model.npz").front();
        return {model, "holdout", {options.data + ":x_test", options.data + ":y_test"}};
    }

private:
    std::filesystem::path m_folder;
};

} // namespace parsimony::session
