// SPDX-License-Identifier: GPL-3.0-or-later
// What is guaranteed of an experiment is what it cost: what it took from elsewhere is said beside the
// figures.
#include "tests/privacy/rule_fixture.h"

#include <gmock/gmock.h>

#include <filesystem>

namespace parsimony::test {

using testing::HasSubstr;
using testing::Not;

class Promise : public RuleTest {
protected:
    [[nodiscard]] Outcome with(Words words, const Words& more) const {
        words.insert(words.end(), more.begin(), more.end());
        return cli(words);
    }
    [[nodiscard]] Outcome exported(const std::string& project, const std::string& file) const {
        return cli({"export", "--storage", m_place.text(project), "--output", m_place.text(file)});
    }
};

TEST_F(Promise, AReusedFitIsNoPartOfTheFigures) {
    const Words search{"--method", "linear-scaling"};
    Words first = search;
    first.insert(first.end(), {"--experiment-epsilon", "1"});
    const Outcome fitted = with(run("p.parsimony"), first);
    ASSERT_EQ(fitted.exitCode, 0) << fitted.text();
    EXPECT_THAT(fitted.json()["guarantee"].get<std::string>(), HasSubstr("tuning included"));
    Words second = search;
    second.insert(second.end(), {"--experiment-epsilon", "0.2", "--reuse-fit", "1"});
    const Outcome reused = with(run("p.parsimony"), second);
    ASSERT_EQ(reused.exitCode, 0) << reused.text();
    const auto guarantee = reused.json()["guarantee"].get<std::string>();
    EXPECT_THAT(guarantee, Not(HasSubstr("tuning included")));
    EXPECT_THAT(guarantee, HasSubstr("the fit of experiment 1 that chose its step size not included"));
    EXPECT_EQ(reused.json()["guarantee_terms"]["reused_fit"], 1);
    second.back() = "2"; // whose guarantee would name rows that the fit is not from
    const Outcome twice = with(run("p.parsimony"), second);
    EXPECT_EQ(twice.exitCode, 2) << twice.text();
    EXPECT_THAT(twice.text(), HasSubstr("took its fit from experiment 1"));
    ASSERT_EQ(exported("p.parsimony", "m.safetensors").exitCode, 0);
    const std::string card = readBytes(m_place.path("m.safetensors.md"));
    EXPECT_THAT(card, HasSubstr("tuning_included: false"));
    EXPECT_THAT(readBytes(m_place.path("m.safetensors.opendp.yaml")),
                Not(HasSubstr("no trial looked at the data")));
}

TEST_F(Promise, WeightsOfAPrivateModelNeedTheLedgerThatPaidForThem) {
    const Words single{"--method", "single", "--learning-rates", "1", "--experiment-epsilon", "0.5"};
    ASSERT_EQ(with(run("p.parsimony"), single).exitCode, 0);
    ASSERT_EQ(exported("p.parsimony", "m.safetensors").exitCode, 0);
    writeDataset(m_place.path("others"), {rows, dim, classes, 71}, {200, dim, classes, 72});
    Words again = single;
    again.insert(again.end(), {"--init", m_place.text("m.safetensors") + ":weight"});
    const Outcome strange = with(run("q.parsimony", "others"), again);
    EXPECT_EQ(strange.exitCode, 3) << strange.text();
    EXPECT_THAT(strange.text(), HasSubstr("--linked-to"));
    EXPECT_FALSE(std::filesystem::exists(m_place.path("q.parsimony"))) << "nothing came of it";
    const Outcome own = with(run("p.parsimony"), again);
    ASSERT_EQ(own.exitCode, 0) << own.text();
    EXPECT_THAT(own.json()["guarantee"].get<std::string>(), HasSubstr("started from weights in a file"));
    EXPECT_TRUE(own.json()["guarantee_terms"]["starts_from_file"].get<bool>());
    Words test = again; // which paid for the look at the test rows alone
    test.insert(test.end(), {"--linked-to", m_place.text("p.parsimony") + ":test"});
    EXPECT_EQ(with(run("q.parsimony", "others"), test).exitCode, 3);
    Words linked = again;
    linked.insert(linked.end(), {"--linked-to", m_place.text("p.parsimony")});
    const Outcome paid = with(run("q.parsimony", "others"), linked);
    ASSERT_EQ(paid.exitCode, 0) << paid.text();
    EXPECT_GT(charged("q.parsimony"), charged("p.parsimony")) << "its own beside all of theirs";
}

/// A card of a newer version, or a damaged one, is no reason to take weights for a matrix that has none.
TEST_F(Promise, WeightsWhoseCardCannotBeReadAreNoBareMatrix) {
    const Words single{"--method", "single", "--learning-rates", "1", "--experiment-epsilon", "0.5"};
    ASSERT_EQ(with(run("p.parsimony"), single).exitCode, 0);
    writeDataset(m_place.path("others"), {rows, dim, classes, 71}, {200, dim, classes, 72});
    for (const char* file : {"m.safetensors", "m.npz"}) {
        ASSERT_EQ(exported("p.parsimony", file).exitCode, 0);
        std::string bytes = readBytes(m_place.path(file));
        const std::string schema = "parsimony/model/";
        const std::size_t version = bytes.rfind(schema); // the card's, not the format's
        ASSERT_NE(version, std::string::npos);
        bytes[version + schema.size()] = '9';
        writeBytes(m_place.path(file), bytes);
        for (const std::string array : {"", ":weight"}) {
            Words again = single;
            again.insert(again.end(), {"--init", m_place.text(file) + array});
            const Outcome refused = with(run("q.parsimony", "others"), again);
            EXPECT_EQ(refused.exitCode, 3) << refused.text();
            EXPECT_THAT(refused.text(), HasSubstr("model card"));
            EXPECT_FALSE(std::filesystem::exists(m_place.path("q.parsimony"))) << "nothing came of it";
        }
    }
}

TEST_F(Promise, WeightsOfAnotherEncoderAreNoStart) {
    const Words single{"--method", "single", "--learning-rates", "1", "--experiment-epsilon", "0.2"};
    Words first = single;
    first.insert(first.end(), {"--encoder-id", "one@1"});
    ASSERT_EQ(with(run("p.parsimony"), first).exitCode, 0);
    ASSERT_EQ(exported("p.parsimony", "m.safetensors").exitCode, 0);
    Words again = single;
    again.insert(again.end(), {"--init", m_place.text("m.safetensors")});
    EXPECT_EQ(with(run("p.parsimony"), again).exitCode, 0) << "nobody says which";
    again.insert(again.end(), {"--encoder-id", "two@1"});
    const Outcome refused = with(run("p.parsimony"), again);
    EXPECT_EQ(refused.exitCode, 2) << refused.text();
    EXPECT_THAT(refused.text(), HasSubstr("the encoder one@1, and these are of two@1"));
    again.back() = "one@1";
    EXPECT_EQ(with(run("p.parsimony"), again).exitCode, 0);
}

TEST_F(Promise, AClassifierFromPublicRowsSaysThatItBeganWithPrivateWeights) {
    const Words single{"--method", "single", "--learning-rates", "1", "--experiment-epsilon", "0.5"};
    ASSERT_EQ(with(run("p.parsimony"), single).exitCode, 0);
    ASSERT_EQ(exported("p.parsimony", "m.safetensors").exitCode, 0);
    writeDataset(m_place.path("open"), {rows, dim, classes, 71}, {200, dim, classes, 72});
    Words tuned = single;
    tuned.insert(tuned.end(),
                 {"--init", m_place.text("m.safetensors") + ":weight", "--visibility", "public"});
    const Outcome open = with(run("open.parsimony", "open"), tuned);
    ASSERT_EQ(open.exitCode, 0) << open.text();
    EXPECT_THAT(open.json()["guarantee"].get<std::string>(), HasSubstr("weights of private rows"));
    ASSERT_EQ(exported("open.parsimony", "open.safetensors").exitCode, 0);
    writeDataset(m_place.path("others"), {rows, dim, classes, 81}, {200, dim, classes, 82});
    Words again = single;
    again.insert(again.end(), {"--init", m_place.text("open.safetensors") + ":weight"});
    EXPECT_EQ(with(run("q.parsimony", "others"), again).exitCode, 3) << "they are still those rows'";
    again.insert(again.end(), {"--linked-to", m_place.text("p.parsimony")});
    EXPECT_EQ(with(run("q.parsimony", "others"), again).exitCode, 0);
}

// What begins as rows is released as rows: no account has paid for that, whatever is linked.
TEST_F(Promise, PrivateRowsAreNoWeightsToStartFrom) {
    const Words single{"--method", "single", "--learning-rates", "1", "--experiment-epsilon", "0.5"};
    ASSERT_EQ(with(run("p.parsimony"), single).exitCode, 0);
    writeDataset(m_place.path("others"), {rows, dim, classes, 71}, {200, dim, classes, 72});
    std::vector<float> weights = Blobs{rows, dim, classes, 1}.features();
    weights.resize(classes * dim);
    writeFeatures(m_place.path("start.npy"), weights, classes, dim);
    Words again = single;
    again.insert(again.end(), {"--init", m_place.text("start.npy")});
    Words linked = again;
    linked.insert(linked.end(), {"--linked-to", m_place.text("p.parsimony")});
    Words open = again;
    open.insert(open.end(), {"--visibility", "public"});
    for (const Words& more : {again, linked, open}) {
        const Outcome refused = with(run("q.parsimony", "others"), more);
        EXPECT_EQ(refused.exitCode, 3) << refused.text();
        EXPECT_THAT(refused.out, HasSubstr("--init"));
        EXPECT_THAT(refused.out, Not(HasSubstr("p.parsimony")));
        EXPECT_THAT(refused.err, HasSubstr("curator: these rows are private in"));
        EXPECT_FALSE(std::filesystem::exists(m_place.path("q.parsimony")));
    }
    EXPECT_EQ(with(run("p.parsimony"), again).exitCode, 3) << "nor for their own rows";
    // However they lie as parameters: in one line, before a bias, in the first layer of a hidden head.
    writeFeatures(m_place.path("start.npy"), weights, 1, classes * dim);
    EXPECT_EQ(with(run("q.parsimony", "others"), again).exitCode, 3);
    std::vector<float> biased;
    for (std::size_t row = 0; row < classes; ++row) {
        const auto from = weights.begin() + static_cast<std::ptrdiff_t>(row * dim);
        biased.insert(biased.end(), from, from + static_cast<std::ptrdiff_t>(dim));
        biased.push_back(0.25F);
    }
    writeFeatures(m_place.path("start.npy"), biased, classes, dim + 1);
    again.emplace_back("--bias");
    EXPECT_EQ(with(run("q.parsimony", "others"), again).exitCode, 3);
    again.pop_back();
    for (float& weight : weights) {
        weight += 0.5F;
    }
    writeFeatures(m_place.path("start.npy"), weights, classes, dim);
    EXPECT_EQ(with(run("q.parsimony", "others"), again).exitCode, 0);
}

} // namespace parsimony::test
