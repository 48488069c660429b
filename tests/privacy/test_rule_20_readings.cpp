// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 20: where a declared link could be read in two ways, declarations and public numbers choose, and no
// row does: of two data sets that differ in one record, both are taken or neither is.
#include "tests/privacy/people_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace parsimony::test {

class Rule20Readings : public RowsOfPeople {
protected:
    static constexpr std::size_t some = 200;

    /// Two views of each record, other ones than its row; of the first `shared` the second is the row.
    void writeViews(const std::string& name, std::size_t shared) const {
        std::vector<float> views;
        for (std::size_t record = 0; record < some; ++record) {
            for (const float scale : {-3.0F, record < shared ? 1.0F : 7.0F}) {
                for (std::size_t at = 0; at < dim; ++at) {
                    views.push_back(m_features[record * dim + at] * scale);
                }
            }
        }
        writeFeatures(m_place.path(name + ".npy"), views, some, 2 * dim);
        writeLabels(m_place.path(name + "_labels.npy"), {m_labels.begin(), m_labels.begin() + some});
        writeIds(name + ".ids", people(0, some));
    }
    /// Two views of each of `some` records that are all zeros, but one number of the first record's second
    /// view.
    void writeEmptyViews(const std::string& name, bool one) const {
        std::vector<float> views(some * 2 * dim);
        views[dim] = one ? 1.0F : 0.0F;
        writeFeatures(m_place.path(name + ".npy"), views, some, 2 * dim);
        writeLabels(m_place.path(name + "_labels.npy"), {m_labels.begin(), m_labels.begin() + some});
        writeIds(name + ".ids", people(0, some));
    }
    /// Rows of these people; whoever is one of `empty` has zeros.
    void writeRows(const std::string& name, const std::vector<std::size_t>& of, std::size_t empty) const {
        std::vector<float> features;
        std::vector<std::int64_t> labels;
        for (const std::size_t record : of) {
            for (std::size_t at = 0; at < dim; ++at) {
                features.push_back(record < empty ? 0.0F : m_features[record * dim + at]);
            }
            labels.push_back(m_labels[record]);
        }
        writeFeatures(m_place.path(name + ".npy"), features, of.size(), dim);
        writeLabels(m_place.path(name + "_labels.npy"), labels);
        writeIds(name + ".ids", of);
    }
    [[nodiscard]] Words linkedTo(const std::string& project) const {
        return {"--linked-to", m_place.text(project)};
    }

    static constexpr double twice = 0.1461; ///< ε of two runs that may spend 0.1
    const Words little{"--experiment-epsilon", "0.1"}, two{"--views", "2"};
};

TEST_F(Rule20Readings, WidthsTellWhetherRowsMayBeViewsAndNoRowDoes) {
    for (const bool ids : {false, true}) {
        std::vector<int> codes;
        for (const std::size_t shared : {0U, 40U, 41U, 200U}) {
            const std::string own = std::to_string(shared) + (ids ? "ids" : "");
            m_registry = own + ".db";
            write("rows" + own, 0, some);
            writeViews("views" + own, shared);
            ASSERT_EQ(on("p" + own, {part("train", "rows" + own, ids), little}).exitCode, 0);
            const Outcome linked =
                on("q" + own, {part("train", "views" + own, ids), two, little, linkedTo("p" + own)});
            codes.push_back(linked.exitCode);
            if (ids) { // people were charged, whatever their records are
                EXPECT_NEAR(charged("q" + own), twice, 1e-3) << shared;
            } else {
                EXPECT_THAT(linked.err, testing::HasSubstr("another number of views")) << shared;
            }
        }
        EXPECT_EQ(codes, std::vector<int>(4, ids ? 0 : 3)) << ids;
    }
}

// How wide its views are stands in the header and the options, also where no row has a number in any.
TEST_F(Rule20Readings, NorDoesOneRowAmongViewsOfZeros) {
    for (const bool ids : {false, true}) {
        std::map<std::string, std::vector<std::string>> refusals; // by what was asked, of both data sets
        for (const bool one : {false, true}) {
            const std::string own = std::string(one ? "one" : "none") + (ids ? "ids" : "");
            m_registry = own + ".db";
            write("rows" + own, 0, some);
            writeEmptyViews("views" + own, one);
            const auto taken = [&](const char* project, const char* data, const Words& more) {
                const Outcome outcome = on(project + own, {part("train", data + own, ids), little, more});
                if (outcome.exitCode != 0) {
                    refusals[project].push_back(std::to_string(outcome.exitCode) + outcome.out);
                    EXPECT_THAT(outcome.err, testing::HasSubstr("another number of views")) << project << one;
                }
                return outcome.exitCode == 0;
            };
            Words views = linkedTo("p" + own);
            views.insert(views.end(), two.begin(), two.end());
            ASSERT_TRUE(taken("p", "rows", {}));
            EXPECT_EQ(taken("q", "views", views), ids) << one;
            m_registry = own + "-turned.db"; // and the other way round
            ASSERT_TRUE(taken("r", "views", two));
            EXPECT_EQ(taken("s", "rows", linkedTo("r" + own)), ids) << one;
        }
        for (const auto& [project, words] : refusals) {
            EXPECT_EQ(words, std::vector<std::string>(2, words.front())) << project;
        }
    }
}

TEST_F(Rule20Readings, WholeRecordsAreTheSameWithAndWithoutViews) {
    for (const std::size_t shared : {0U, 200U}) {
        const std::string own = std::to_string(shared);
        m_registry = own + ".db";
        writeViews("views" + own, shared);
        writeViews("whole" + own, 200);
        ASSERT_EQ(on("p" + own, {part("train", "views" + own, false), two, little}).exitCode, 0);
        const Outcome linked =
            on("q" + own, {part("train", "whole" + own, false), little, linkedTo("p" + own)});
        EXPECT_EQ(linked.exitCode, 0) << linked.text();
    }
}

TEST_F(Rule20Readings, SomebodyWithRowsOfZerosAloneDecidesNothing) {
    for (const bool views : {false, true}) {
        for (const std::size_t first : {0U, 1U, 2U}) { // with the people whose rows are empty, and without
            const std::string own = std::to_string(first) + (views ? "views" : "");
            m_registry = own + ".db";
            writeRows("theirs" + own, people(0, some), 2);
            writeRows("ours" + own, people(first, some - first), 2);
            const Words as = views ? Words{"--views", "2"} : Words{};
            ASSERT_EQ(on("p" + own, {part("train", "theirs" + own, true), as, little}).exitCode, 0);
            const Outcome linked =
                on("q" + own, {part("train", "ours" + own, true), as, little, linkedTo("p" + own)});
            EXPECT_EQ(linked.exitCode, 0) << first << linked.text();
            EXPECT_NEAR(charged("q" + own), twice, 1e-3) << first;
        }
    }
}

// One that has a number in one of two views is known by that view alone.
TEST_F(Rule20Readings, NorDoesSomebodyWhoseRecordIsHalfEmpty) {
    for (const std::size_t first : {0U, 1U}) {
        const std::string own = std::to_string(first);
        m_registry = own + ".db";
        auto half = m_features;
        std::fill_n(half.begin(), dim / 2, 0.0F);
        const auto writeHalf = [&](const std::string& name, std::size_t from) {
            writeFeatures(m_place.path(name + ".npy"),
                          {half.begin() + static_cast<std::ptrdiff_t>(from * dim),
                           half.begin() + static_cast<std::ptrdiff_t>(some * dim)},
                          some - from, dim);
            writeLabels(m_place.path(name + "_labels.npy"),
                        {m_labels.begin() + static_cast<std::ptrdiff_t>(from), m_labels.begin() + some});
            writeIds(name + ".ids", people(from, some - from));
        };
        writeHalf("theirs" + own, 0);
        writeHalf("ours" + own, first);
        ASSERT_EQ(on("p" + own, {part("train", "theirs" + own, true), two, little}).exitCode, 0);
        const Outcome linked =
            on("q" + own, {part("train", "ours" + own, true), two, little, linkedTo("p" + own)});
        EXPECT_EQ(linked.exitCode, 0) << first << linked.text();
    }
}

// Rows that training started from as public ones were shown without a charge: of few rows a class, each
// stands in the weights nearly as it is. Whether one of them is private now only the refusal tells, as of
// links.
TEST_F(Rule20Readings, ARowOfAPriorThatTurnsPrivateNeedsALink) {
    for (const bool sameProject : {false, true}) {
        std::vector<std::string> told;
        for (const std::size_t shared : {0U, 1U}) {
            const std::string own = std::to_string(shared) + (sameProject ? "same" : "");
            m_registry = own + ".db";
            write("first", 0, 50);
            write("prior", 200, 400);
            std::vector<std::size_t> records = people(100, 49); // and one of the prior's, or none
            records.push_back(shared == 1 ? 399 : 199);
            writeRows("second", records, 0);
            const std::string prior = m_place.text("prior.npy") + "," + m_place.text("prior_labels.npy");
            ASSERT_EQ(on("p" + own, {part("train", "first", false), {"--prior", prior}, little}).exitCode, 0);
            const std::string project = (sameProject ? "p" : "q") + own;
            const Outcome undeclared = on(project, {part("train", "second", false), little});
            EXPECT_EQ(undeclared.exitCode, shared == 1 ? 3 : 0) << own << undeclared.text();
            if (shared == 1) {
                EXPECT_THAT(undeclared.out, testing::Not(testing::HasSubstr("prior"))) << own;
                EXPECT_THAT(undeclared.err, testing::HasSubstr("training started from as public ones"))
                    << own;
                EXPECT_THAT(undeclared.err,
                            testing::HasSubstr("--linked-to " + m_place.text("p" + own) + ":prior"));
            }
            m_registry = own + "-declared.db";
            ASSERT_EQ(on("r" + own, {part("train", "first", false), {"--prior", prior}, little}).exitCode, 0);
            const std::string declared = (sameProject ? "r" : "s") + own;
            const Outcome linked =
                on(declared, {part("train", "second", false), little, linkedTo("r" + own + ":prior")});
            EXPECT_EQ(linked.exitCode, 0) << own << linked.text();
            EXPECT_THAT(linked.out, testing::HasSubstr("exposed uncharged")) << own;
            told.push_back(linked.json()["guarantee"].get<std::string>());
            const Outcome again = on(declared, {part("train", "second", false), little});
            EXPECT_EQ(again.exitCode, 0) << "it is known from then on: " << again.text();
        }
        EXPECT_EQ(told[0], told[1]);
    }
}

} // namespace parsimony::test
