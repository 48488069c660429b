// SPDX-License-Identifier: GPL-3.0-or-later
// What a key that is said again is told.
#include "core/wire/server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace parsimony::wire {
namespace {

/// How often the work of one key is done when it is asked for twice and ends each time with `last`.
int timesOf(const Json& last) {
    std::atomic<int> times{0};
    Runs runs;
    for (int asked = 0; asked < 2; ++asked) {
        runs.begin("key", "the same", {}, [&](const std::stop_token&, const Runs::Tell&) {
            ++times;
            return last;
        });
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (runs.runs("key") && std::chrono::steady_clock::now() < until) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        EXPECT_FALSE(runs.runs("key"));
        runs.stopAll(); // its thread has kept the result
    }
    return times;
}

TEST(Runs, AResultIsKeptAndWhatMayHaveComeToMoreIsLookedAtAgain) {
    EXPECT_EQ(timesOf({{"result", {{"status", "finished"}}}}), 1);
    EXPECT_EQ(timesOf({{"result", {{"status", "interrupted"}}}}), 2); // it may have been resumed
    EXPECT_EQ(timesOf({{"error", {{"code", 1}}}}), 2);
    EXPECT_EQ(timesOf({{"result", nlohmann::json::array()}}), 1);
}

} // namespace
} // namespace parsimony::wire
