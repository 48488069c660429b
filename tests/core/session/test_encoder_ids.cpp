// SPDX-License-Identifier: GPL-3.0-or-later
// `--encoder-id`: each encoder that it names is there, and no two are said to be the same.
#include "core/session/session.h"
#include "tests/core/session/planning.h"
#include "tests/core/session/registry_folder.h"

#include <gmock/gmock.h>

namespace parsimony::session {

namespace {

RunOptions twoEncoders(const std::vector<std::string>& ids) {
    RunOptions options = digitsOptions();
    const std::string digits = options.data;
    options.data.clear();
    optionNamed("data").give(options, {"a=" + digits, "b=" + digits});
    options.sameOrder = true;
    options.method = MethodKind::Random;
    optionNamed("encoder-id").give(options, ids);
    return options;
}

std::string refusalOf(const RunOptions& options) {
    return usageErrorOf([&] { (void)planOf(options); });
}

class EncoderNames : public RegistryFolder {};

} // namespace

TEST(EncoderIds, AreEachItsOwn) {
    EXPECT_EQ(refusalOf(twoEncoders({"a=clip@1", "b=dino@2"})), "");
    EXPECT_THAT(refusalOf(twoEncoders({"a=clip@1", "b=clip@1"})),
                testing::HasSubstr("a and b are both said to be clip@1"));
}

TEST(EncoderIds, NameAnEncoderThatIsThere) {
    EXPECT_THAT(refusalOf(twoEncoders({"zz=clip@1"})),
                testing::HasSubstr("no encoder 'zz' among --data, which names a, b"));
    EXPECT_THAT(refusalOf(twoEncoders({"a=clip@1", "zz=dino@1"})),
                testing::HasSubstr("no encoder 'zz' among --data, which names a, b"));
    EXPECT_THAT(refusalOf(twoEncoders({"clip@1"})), testing::HasSubstr("say NAME=MODEL@REVISION"));
}

TEST_F(EncoderNames, StandInTheListOfExperiments) {
    Session session = Session::open(project(), true);
    RunOptions options = digitsOptions();
    options.visibility = Visibility::Public;
    options.method = MethodKind::UnitNoise;
    options.steps = "5";
    options.experimentEpsilon = 1.0;
    const std::string digits = options.data;
    (void)session.run(options, {}, {});
    options.encoderId = "clip@1";
    (void)session.run(options, {}, {});
    options.encoderId.clear();
    options.data.clear();
    optionNamed("data").give(options, {"a=" + digits, "a"});
    (void)session.run(options, {}, {});
    const auto experiments = session.experiments();
    ASSERT_EQ(experiments.size(), 3U);
    EXPECT_EQ(experiments[0].encoder(), "");
    EXPECT_EQ(experiments[1].encoder(), "clip@1");
    EXPECT_EQ(experiments[2].encoder(), "a");
}

} // namespace parsimony::session
