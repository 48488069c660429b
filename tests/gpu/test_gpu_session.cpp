// SPDX-License-Identifier: GPL-3.0-or-later
// Charged runs on a device of the tests: what has to be checked before them, and what is said of it
// afterwards.
#include "core/base/error.h"
#include "core/base/hex.h"
#include "core/base/secure_random.h"
#include "core/compute/backend_factory.h"
#include "core/export/model_file.h"
#include "core/ledger/project.h"
#include "core/session/session.h"
#include "gpu/backend/gpu_backend.h"
#include "tests/gpu/host_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace parsimony::session {
namespace {

namespace fs = std::filesystem;
using gpu::testing::Fault;
using gpu::testing::HostDevice;
using ::testing::HasSubstr;
using ::testing::Not;

class GpuSession : public ::testing::Test {
protected:
    GpuSession() {
        m_folder = fs::temp_directory_path() / ("parsimony-gpu-" + toHex(secureRandomKey()).substr(0, 16));
        fs::create_directories(m_folder);
        setenv("PARSIMONY_REGISTRY", (m_folder / "registry.db").c_str(), 1);
        compute::registerCudaFactory([this](const std::vector<int>& devices, unsigned) {
            ++opened;
            gpu::testing::HostBehaviour behaviour;
            behaviour.fault = fault;
            return std::make_unique<gpu::GpuBackend>(std::make_unique<HostDevice>(behaviour, devices.front()),
                                                     gpu::GpuOptions{2, std::size_t{1} << 20, true});
        });
    }
    ~GpuSession() override {
        compute::registerCudaFactory({});
        fs::remove_all(m_folder);
    }

    [[nodiscard]] fs::path project() const { return m_folder / "p.parsimony"; }
    [[nodiscard]] fs::path folder() const { return m_folder; }

    [[nodiscard]] static RunOptions digits() {
        RunOptions options;
        options.data = std::string(PARSIMONY_SAMPLES) + "/digits.npz";
        options.classes = 10;
        options.epsilon = 3.0;
        options.delta = 1e-5;
        options.method = MethodKind::Single;
        options.steps = "20";
        options.learningRates = "1";
        options.device = compute::DeviceChoice("cuda");
        return options;
    }

    /// The sentence with which a run of these options is refused.
    [[nodiscard]] std::string refusal(const RunOptions& options) const {
        Session session = Session::open(project(), true);
        try {
            (void)session.run(options, {}, {});
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::Refused) << error.what();
            EXPECT_TRUE(session.experiments().empty()) << "nothing is spent";
            EXPECT_TRUE(session.budgets().empty()) << "no row was read";
            return error.what();
        }
        ADD_FAILURE() << "it ran";
        return {};
    }

    Fault fault = Fault::None;
    int opened = 0;

private:
    fs::path m_folder;
};

TEST_F(GpuSession, ASoundDeviceIsCheckedThenChargedAndTheGuaranteeSaysSo) {
    Session session = Session::open(project(), true);
    RunOptions options = digits();
    EXPECT_THAT(sentenceOf(session.plan(options).guarantee),
                HasSubstr("is checked on that device before anything"));
    EXPECT_EQ(opened, 0);
    const RunSnapshot result = session.run(options, {}, {});
    EXPECT_EQ(result.status, ExperimentStatus::Finished);
    EXPECT_EQ(result.device, "cuda:0");
    EXPECT_GT(result.budget.parts.at("train").spentEpsilon, 2.9);
    ASSERT_EQ(result.checkedDevices.size(), 1U);
    EXPECT_EQ(result.checkedDevices[0].device, "cuda:0");
    EXPECT_THAT(result.checkedDevices[0].tried, ::testing::Contains("neighbours"));
    EXPECT_THAT(sentenceOf(result.guarantee),
                HasSubstr("cuda:0 (a device of the tests); their slack is proved for IEEE"));
    EXPECT_THAT(sentenceOf(result.guarantee),
                HasSubstr("was checked on this device before its runs, not proved for it"));
    EXPECT_EQ(toJson(result, "run").at("checked_devices").at(0).at("slack"),
              "checked on this device, not proved for it");
    // Wherever the guarantee is stated later: ledger, exported model and its card.
    const auto files = session.exportModel(std::nullopt, folder() / "model.npz");
    EXPECT_EQ(exporting::loadModel(files.front().string()).card.guarantee, sentenceOf(result.guarantee));
    const auto again = Session::open(project(), false).snapshot(std::nullopt);
    EXPECT_EQ(toJson(*again, "run"), toJson(result, "run"));
}

TEST_F(GpuSession, AFaultyDeviceIsRefusedBeforeAnythingIsSpent) {
    for (const auto& [bad, check] : {std::pair{Fault::OrderChanges, "(repeats: "},
                                     {Fault::SumsNarrowed, "(sums: "},
                                     {Fault::FactorTooLarge, "(rows: "},
                                     {Fault::OthersGrow, "(neighbours: "},
                                     {Fault::RowLeaks, "(sums: "},
                                     {Fault::ReplayDrifts, "(repeats: "},
                                     {Fault::NoiseOff, "(noise: "}}) {
        fault = bad;
        const std::string said = refusal(digits());
        EXPECT_THAT(said, HasSubstr(check));
        EXPECT_THAT(said, HasSubstr("--device cpu"));
        fs::remove(project());
    }
}

TEST_F(GpuSession, NarrowProductsAreForPublicDataOnly) {
    for (const compute::Precision precision :
         {compute::Precision::Bfloat16, compute::Precision::Float16, compute::Precision::Tf32}) {
        RunOptions options = digits();
        options.precision = precision;
        EXPECT_THAT(refusal(options), HasSubstr("tensor cores"));
        EXPECT_THROW((void)Session::planWithoutProject(options), Error);
    }
    EXPECT_EQ(opened, 0);
    RunOptions options = digits();
    options.precision = compute::Precision::Bfloat16;
    options.visibility = Visibility::Public;
    const RunSnapshot result = Session::open(project(), true).run(options, {}, {});
    EXPECT_EQ(result.status, ExperimentStatus::Finished);
    EXPECT_TRUE(result.checkedDevices.empty());
    EXPECT_THAT(sentenceOf(result.guarantee), Not(HasSubstr("checked")));
}

TEST_F(GpuSession, SumsOfTheCpuBesideItNeedNoCheck) {
    fault = Fault::SumsNarrowed; // which no charged sum of this trainer meets
    RunOptions options = digits();
    options.trainer = TrainerKind::DpLs;
    options.steps.reset();
    options.learningRates.reset();
    const RunSnapshot result = Session::open(project(), true).run(options, {}, {});
    EXPECT_EQ(result.status, ExperimentStatus::Finished);
    EXPECT_TRUE(result.checkedDevices.empty());
    EXPECT_THAT(sentenceOf(result.guarantee), Not(HasSubstr("checked")));
}

TEST_F(GpuSession, ResumingOnADeviceChecksItAgainAndRecordsIt) {
    Session session = Session::open(project(), true);
    RunOptions options = digits();
    options.device = compute::DeviceChoice("cpu");
    options.steps = "3000";
    const auto stopAfter = [](std::uint32_t steps, std::stop_source& stop) {
        RunObserver observer;
        observer.onSnapshot = [steps, &stop](const RunSnapshot& live) {
            if (live.final && live.final->trial.stepsDone >= steps) {
                stop.request_stop();
            }
        };
        return observer;
    };
    std::stop_source first;
    RunSnapshot snapshot = session.run(options, first.get_token(), stopAfter(1, first));
    ASSERT_EQ(snapshot.status, ExperimentStatus::Interrupted);
    EXPECT_TRUE(snapshot.checkedDevices.empty());
    fault = Fault::NoiseOff;
    EXPECT_THROW((void)session.resume(std::nullopt, {}, {}, compute::DeviceChoice("cuda:1")), Error);
    EXPECT_EQ(session.snapshot(std::nullopt)->status, ExperimentStatus::Interrupted);
    fault = Fault::None;
    std::stop_source second;
    snapshot = session.resume(std::nullopt, second.get_token(), stopAfter(2, second),
                              compute::DeviceChoice("cuda:1"));
    ASSERT_EQ(snapshot.checkedDevices.size(), 1U);
    EXPECT_THAT(sentenceOf(snapshot.guarantee), HasSubstr("cuda:1"));
    if (snapshot.status ==
        ExperimentStatus::Interrupted) { // the same device again: checked, and known already
        std::stop_source third;
        third.request_stop();
        const int before = opened;
        snapshot = session.resume(std::nullopt, third.get_token(), {}, compute::DeviceChoice("cuda:1"));
        EXPECT_EQ(opened, before + 1);
        EXPECT_EQ(snapshot.checkedDevices.size(), 1U);
        snapshot = session.resume(std::nullopt, {}, {}, compute::DeviceChoice("cpu"));
    }
    EXPECT_EQ(snapshot.status, ExperimentStatus::Finished);
    EXPECT_THAT(sentenceOf(snapshot.guarantee), HasSubstr("cuda:1")) << "also where it ended elsewhere";
    EXPECT_LE(snapshot.budget.spentEpsilon, 3.0);
}

} // namespace
} // namespace parsimony::session
