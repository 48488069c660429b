// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/experiments.h"

#include "core/base/error.h"
#include "core/base/number_text.h"
#include "core/session/data_request.h"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <utility>

namespace parsimony::study {

Experiments::Experiments(session::Session& session, std::stop_token stop, Progress progress,
                         std::size_t planned)
    : m_session(session), m_stop(std::move(stop)), m_progress(std::move(progress)), m_planned(planned) {}

std::optional<session::RunSnapshot> Experiments::earlier(const session::RunOptions& options) {
    const session::RunOptions wanted = session::withAbsolutePaths(options);
    for (const session::ExperimentSummary& summary : m_session.experiments()) {
        if (!(m_session.optionsOf(summary.id) == wanted)) {
            continue;
        }
        if (summary.status == "finished") {
            return m_session.snapshot(summary.id);
        }
        if (summary.status == "interrupted") {
            return m_session.resume(summary.id, m_stop, {}, options.device, options.threads);
        }
    }
    return std::nullopt;
}

session::RunSnapshot Experiments::run(const session::RunOptions& options, const std::string& what) {
    if (m_stop.stop_requested()) {
        interrupted("stopped; the same command goes on from here");
    }
    if (m_progress) {
        const auto left = static_cast<double>(m_planned > m_done ? m_planned - m_done : 0);
        m_progress(what, m_planned == 0 ? 1.0 : 1.0 - left / static_cast<double>(m_planned),
                   m_measured > 0 ? std::optional(left * m_seconds / static_cast<double>(m_measured))
                                  : std::nullopt);
    }
    const auto start = std::chrono::steady_clock::now();
    std::optional<session::RunSnapshot> snapshot = earlier(options);
    if (!snapshot) {
        snapshot = m_session.run(options, m_stop, {});
        ++m_measured;
        m_seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    if (snapshot->status != "finished") {
        interrupted("stopped; the same command goes on from here");
    }
    ++m_done;
    return *snapshot;
}

void requirePublic(const session::RunOptions& options, const std::string& command) {
    if (options.visibility != "public") {
        refuse("`" + command +
               "` repeats runs with seeds and exact figures, which have no (epsilon, delta) guarantee: it "
               "is for benchmarks with --visibility public");
    }
}

session::RunOptions scoredOnTest(session::RunOptions options) {
    if (!options.data.empty()) {
        const std::string data = std::exchange(options.data, {});
        if (std::filesystem::is_directory(data)) {
            options.train = {data + "/train.npy", data + "/train_labels.npy"};
            options.test = {data + "/test.npy", data + "/test_labels.npy"};
        } else {
            options.train = {data + ":x_train", data + ":y_train"};
            options.test = {data + ":x_test", data + ":y_test"};
        }
    }
    if (options.test.features.empty()) {
        failUsage("a test part is needed to compare runs: give --test and --test-labels");
    }
    options.validation = options.test;
    options.score = "validation";
    return options;
}

MeanSd meanSd(const std::vector<double>& values) {
    MeanSd result;
    for (const double value : values) {
        result.mean += value / static_cast<double>(values.size());
    }
    double squares = 0.0;
    for (const double value : values) {
        squares += (value - result.mean) * (value - result.mean);
    }
    if (values.size() > 1) {
        result.sd = std::sqrt(squares / static_cast<double>(values.size() - 1));
    }
    return result;
}

session::RunOptions singleRun(session::RunOptions options, double learningRate, std::uint32_t steps) {
    options.method = "single";
    options.learningRates = numberText(learningRate);
    options.steps = std::to_string(steps);
    options.totalStepSize = "auto";
    return options;
}

} // namespace parsimony::study
