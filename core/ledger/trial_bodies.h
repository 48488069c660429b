// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/release_name.h"
#include "core/base/trial_role.h"
#include "core/ledger/body_text.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parsimony::ledger {

// The bodies of rows about one trial, as in dataset_bodies.h. There can be hundreds of thousands of them:
// what is long stays text until somebody asks for it.

struct TrialReservedBody {
    int phase = 0;
    TrialRole role = TrialRole::Trial;
    std::int64_t steps = 0;
    std::optional<double> r, nu, learningRate, noiseMultiplier, maxGradNorm;
    std::optional<double> mu, epsilon; ///< of the part it works on, where its account knows a μ
    std::string_view plan;
    std::string_view events = {}; ///< a JSON array; empty where none are listed

    bool clamped = false;      ///< left out where it is not
    nlohmann::json knobs = {}; ///< an object; null and left out where the search chose none

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static TrialReservedBody read(const BodyReader& body);
};

struct TrialRunningBody {
    std::int64_t attempt = 1;

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static TrialRunningBody read(const BodyReader& body);
};

struct TrialFinishedBody {
    std::string_view record; ///< what the trainer did

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static TrialFinishedBody read(const BodyReader& body);
};

struct ReleaseBody {
    ReleaseName what;
    std::string_view values;
    std::string blob; ///< SHA-256 of bytes beside the chain, in hexadecimal digits; empty where it has none

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static ReleaseBody read(const BodyReader& body);
};

struct NoteBody {
    std::string note;

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static NoteBody read(const BodyReader& body);
};

struct TagsBody {
    std::vector<std::string> tags;

    [[nodiscard]] std::string text() const;
    [[nodiscard]] static TagsBody read(const BodyReader& body);
};

} // namespace parsimony::ledger
