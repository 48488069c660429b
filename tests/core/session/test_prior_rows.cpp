// SPDX-License-Identifier: GPL-3.0-or-later
// `--prior`: rows and labels that are no start are refused before anything is written.
#include "core/session/session.h"
#include "tests/core/session/planning.h"
#include "tests/core/session/registry_folder.h"

#include "array_files.h"
#include <gmock/gmock.h>

namespace parsimony::session {

namespace {

class PriorRows : public RegistryFolder {
protected:
    /// What a plan that starts from 20 rows says; `value` is that of row i's i-th number.
    std::string refusalOf(std::int64_t firstLabel, float value) const {
        std::vector<float> rows(20 * 64, 0.0F);
        std::vector<std::int64_t> labels(20);
        for (std::size_t i = 0; i < labels.size(); ++i) {
            rows[64 * i + i] = value;
            labels[i] = static_cast<std::int64_t>(i % 10);
        }
        labels.front() = firstLabel;
        using namespace data::testing;
        writeText((folder() / "x.npy").string(), npy("<f4", "20, 64", bytesOf(rows)));
        writeText((folder() / "y.npy").string(), npy("<i8", "20,", bytesOf(labels)));
        RunOptions options = digitsOptions();
        options.prior = {(folder() / "x.npy").string(), (folder() / "y.npy").string()};
        try {
            (void)Session::planWithoutProject(options);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }
};

} // namespace

TEST_F(PriorRows, HaveLabelsThatAreClasses) {
    EXPECT_EQ(refusalOf(0, 1.0F), "");
    EXPECT_THAT(refusalOf(-1, 1.0F), testing::HasSubstr("labels that are none of the 10 classes"));
    EXPECT_THAT(refusalOf(10, 1.0F), testing::HasSubstr("labels that are none of the 10 classes"));
}

TEST_F(PriorRows, LeadSomewhere) {
    EXPECT_THAT(refusalOf(0, 0.0F), testing::HasSubstr("no direction to start along"));
}

} // namespace parsimony::session
