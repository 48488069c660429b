// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 15: wrong structure is refused before any spend, wrong values make zero rows. Rule 19: nothing exact
// of private data gets out.
#include "core/ledger/sqlite.h"
#include "tests/privacy/rule_fixture.h"
#include "tests/privacy/trainer_fixture.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <regex>

namespace parsimony::test {

using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

namespace {

// What a reader of the output can tell apart: numbers are masked, and what depends on released ones.
std::string masked(const std::string& text) {
    std::string result;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("note:", 0) == 0) {
            continue; // speaks of the released fit
        }
        line = std::regex_replace(line, std::regex(R"( *\([^)]*\))"), "");
        line = std::regex_replace(line, std::regex(R"(-?[0-9][0-9,.:]*(e[-+]?[0-9]+)?)"), "#");
        line = std::regex_replace(line, std::regex(" [-+] #"), " + #"); // the sign of a slope
        if (line.find("final") != std::string::npos) {
            line = std::regex_replace(line, std::regex(R"(#\*,?)"), "#"); // the fit was held to a bound
        }
        result += std::regex_replace(line, std::regex(" +"), " ") + "\n";
    }
    return result;
}

// The JSON result without its values.
nlohmann::json shape(const nlohmann::json& value) {
    nlohmann::json result = value;
    if (value.is_structured()) {
        for (auto& child : result) {
            child = shape(child);
        }
        return result;
    }
    return value.is_number() ? nlohmann::json("number") : value;
}

template <class Number>
std::string bytesOf(std::initializer_list<Number> values) {
    std::string bytes;
    for (const Number value : values) {
        char one[sizeof(Number)];
        std::memcpy(one, &value, sizeof value);
        bytes.append(one, sizeof one);
    }
    return bytes;
}

} // namespace

class Rule15 : public RuleTest {
protected:
    // The folder `name`: the data of the fixture with the train part as given.
    void write(const std::string& name, const std::vector<float>& features,
               const std::vector<std::int64_t>& labels) {
        std::filesystem::create_directory(m_place.path(name));
        for (const char* file : {"test.npy", "test_labels.npy"}) {
            std::filesystem::copy_file(m_place.path("data") / file, m_place.path(name) / file);
        }
        writeFeatures(m_place.path(name) / "train.npy", features, rows, dim);
        writeLabels(m_place.path(name) / "train_labels.npy", labels);
    }
    const Blobs m_blobs{rows, dim, classes, 1};
};

TEST_F(Rule15, WrongStructureIsRefusedBeforeAnySpend) {
    ASSERT_EQ(cli(run("p.parsimony", "data", 2.0)).exitCode, 0);
    const std::string before = audit("p.parsimony").json()["head"];
    const std::string train = readBytes(m_place.path("data") / "train.npy");
    const std::string labels = readBytes(m_place.path("data") / "train_labels.npy");
    std::string otherMagic = train;
    otherMagic[1] = 'X';
    std::string longHeader = train;
    longHeader[8] = '\xff';
    longHeader[9] = '\xff';
    std::string objects = train;
    objects.replace(objects.find("<f4"), 3, "|O8");
    std::string taller = train;
    taller.replace(taller.find("(400,"), 5, "(401,");
    int number = 0;
    for (const auto& [features, targets] : std::vector<std::pair<std::string, std::string>>{
             {train.substr(0, train.size() - 1), labels},
             {train.substr(0, 20), labels},
             {std::string(), labels},
             {otherMagic, labels},
             {longHeader, labels},
             {objects, labels},
             {taller, labels},
             {train, labels.substr(0, labels.size() - 8)},
             {train, train},
             {train, npyBytes("<f4", "(400,)", std::string(1600, '\0'))},
             {train, npyBytes("<i8", "(399,)", std::string(3192, '\0'))}}) {
        const std::string folder = "wrong" + std::to_string(++number);
        write(folder, m_blobs.features(), m_blobs.labels());
        writeBytes(m_place.path(folder) / "train.npy", features);
        writeBytes(m_place.path(folder) / "train_labels.npy", targets);
        const Outcome known = cli(run("p.parsimony", folder));
        EXPECT_EQ(known.exitCode, 1) << number << known.text();
        const Outcome fresh = cli(run("new.parsimony", folder));
        EXPECT_EQ(fresh.exitCode, 1) << number << fresh.text();
        if (std::filesystem::exists(m_place.path("new.parsimony"))) {
            EXPECT_EQ(cli({"trials", "-f", "json", "--storage", m_place.text("new.parsimony")})
                          .json()["trials"]
                          .size(),
                      0U);
        }
    }
    EXPECT_EQ(audit("p.parsimony").json()["head"], before);
}

TEST_F(Rule15, WrongValuesChangeNeitherOutputNorExitCode) {
    auto cleanly = run("clean.parsimony");
    cleanly.emplace_back("--distinct-records");
    const Outcome clean = cli(cleanly);
    ASSERT_EQ(clean.exitCode, 0) << clean.text();
    auto features = m_blobs.features();
    auto labels = m_blobs.labels();
    features[5 * dim + 2] = std::numeric_limits<float>::quiet_NaN();
    features[7 * dim] = -std::numeric_limits<float>::infinity();
    labels[9] = -4;
    labels[11] = classes;
    write("odd", features, labels);
    auto words = run("odd.parsimony", "odd");
    words.erase(std::find(words.begin(), words.end(), "-q"));
    words.push_back("--distinct-records"); // nearly the same rows as the clean ones
    const Outcome odd = cli(words);
    EXPECT_EQ(odd.exitCode, 0) << odd.text();
    EXPECT_EQ(shape(odd.json()["phases"]), shape(clean.json()["phases"]));
    const auto shapeOfFinal = [](const Outcome& outcome) {
        nlohmann::json final = outcome.json()["final"];
        EXPECT_TRUE(final["clamped"].is_boolean()) << outcome.text();
        final.erase("clamped"); // noise alone says whether a fit leaves the range of its search
        return shape(final);
    };
    EXPECT_EQ(shapeOfFinal(odd), shapeOfFinal(clean));
    EXPECT_EQ(odd.json()["guarantee"], clean.json()["guarantee"]);
    EXPECT_THAT(odd.out, Not(HasSubstr("not valid")));
    EXPECT_THAT(odd.err, HasSubstr("4 records of the train part are not valid"));
    EXPECT_THAT(odd.err, HasSubstr("curator"));
    const auto report = odd.json();
    for (const auto& phase : report["phases"]) {
        EXPECT_TRUE(phase["trials"][0]["score"].is_number());
    }
}

TEST_F(Rule15, WhatWasNoticedIsKeptInARowThatTellsNothing) {
    const auto rowsOf = [&](const std::string& project) {
        ledger::Database database(m_place.text(project), ledger::OpenMode::ReadOnly);
        auto found =
            database.prepare("SELECT kind, class, coalesce(length(body), 0) FROM ledger WHERE kind NOT LIKE "
                             "'part%' ORDER BY seq");
        std::vector<std::string> kinds;
        std::vector<std::string> remarks;
        while (found.step()) {
            kinds.push_back(found.text(0));
            if (found.text(0) == "experiment_remarks") {
                remarks.push_back(found.text(1) + " " + found.text(2));
            }
        }
        EXPECT_EQ(remarks, std::vector<std::string>{"curator 2048"}) << project;
        return kinds;
    };
    const auto toldOf = [&](const std::string& project) {
        const Outcome told = cli({"trials", "-f", "json", "--remarks", "--storage", m_place.text(project)});
        EXPECT_EQ(told.exitCode, 0) << told.text();
        EXPECT_THAT(told.out, Not(AnyOf(HasSubstr("not valid"), HasSubstr("noticed"))));
        return told.err;
    };
    ASSERT_EQ(cli(run("clean.parsimony")).exitCode, 0);
    auto labels = m_blobs.labels();
    labels[9] = classes; // declared too few
    write("odd", m_blobs.features(), labels);
    m_registry = "another";
    ASSERT_EQ(cli(run("odd.parsimony", "odd")).exitCode, 0);
    EXPECT_EQ(rowsOf("odd.parsimony"), rowsOf("clean.parsimony"));
    EXPECT_THAT(toldOf("odd.parsimony"), HasSubstr("1 record of the train part is not valid"));
    EXPECT_EQ(audit("odd.parsimony", {"--export", m_place.text("copy")}).exitCode, 0);
    EXPECT_EQ(audit("copy").exitCode, 0);
    EXPECT_THAT(readBytes(m_place.path("copy")), Not(HasSubstr("not valid")));
    EXPECT_THAT(toldOf("copy"), HasSubstr("no remarks are kept"));
    m_registry = "registry.db";
    EXPECT_THAT(toldOf("clean.parsimony"), HasSubstr("experiment 1: nothing was noticed"));
}

TEST(Rule15Sums, AWrongRowIsAZeroRow) {
    const auto cpu = compute::makeCpuBackend({2});
    Synthetic s = Synthetic::make(300, 8, 3);
    compute::HeadShape head;
    head.dim = 8;
    head.classes = 3;
    std::vector<double> w(head.parameters(), 0.01);
    const auto sumOf = [&](const Synthetic& part) {
        std::vector<double> sum(w.size());
        compute::PassOptions pass;
        pass.head = head;
        const compute::GradientTask task{w, 0.5, sum};
        EXPECT_TRUE(cpu->clippedGradientSums(*part.upload(*cpu), pass, std::span(&task, 1)));
        return sum;
    };
    Synthetic zero = s;
    std::fill_n(zero.x.begin() + 17 * 8, 8, 0.0F);
    zero.y[17] = -1;
    const auto expected = sumOf(zero);
    for (const float wrong :
         {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        Synthetic odd = s;
        odd.x[17 * 8 + 3] = wrong;
        EXPECT_EQ(sumOf(odd), expected);
    }
    for (const std::int32_t label : {-1, 3, std::numeric_limits<std::int32_t>::min()}) {
        Synthetic odd = s;
        odd.y[17] = label;
        EXPECT_EQ(sumOf(odd), expected);
    }
    EXPECT_LE(distance(sumOf(s), expected), 0.5 * (1 + compute::kArithmeticSlack));
}

class Rule19 : public RuleTest {
protected:
    static constexpr float canary[dim] = {9.8765432F, 0.12345678F, 7.7711313F,
                                          5.4321098F, 3.3344556F,  8.1726354F};

    void SetUp() override {
        RuleTest::SetUp();
        const Blobs blobs{rows, dim, classes, 1};
        auto features = blobs.features();
        std::copy(std::begin(canary), std::end(canary), features.begin() + 42 * dim);
        writeFeatures(m_place.path("data") / "train.npy", features, rows, dim);
        // A neighbour: another row in its place.
        std::filesystem::copy(m_place.path("data"), m_place.path("original"));
        std::filesystem::copy(m_place.path("data"), m_place.path("neighbour"));
        std::fill_n(features.begin() + 42 * dim, dim, 0.25F);
        writeFeatures(m_place.path("neighbour") / "train.npy", features, rows, dim);
    }

    // What would show the canary: its values, whole or scaled to norm 1, as bytes or digits.
    static std::vector<std::string> traces() {
        double squares = 0.0;
        for (const float value : canary) {
            squares += double{value} * double{value};
        }
        std::vector<std::string> found;
        for (const double scale : {1.0, 1.0 / std::sqrt(squares)}) {
            for (std::size_t i = 0; i < dim; ++i) {
                const double value = scale * canary[i];
                found.push_back(bytesOf({value}));
                found.push_back(bytesOf({double{static_cast<float>(value)}}));
                found.push_back(
                    bytesOf({static_cast<float>(value), static_cast<float>(scale * canary[(i + 1) % dim])}));
                char digits[32];
                std::snprintf(digits, sizeof digits, "%.7f", value);
                found.push_back(std::string(digits).substr(0, 8));
            }
        }
        return found;
    }
};

TEST_F(Rule19, ACanaryRowsValuesAppearNowhere) {
    auto words = run("p.parsimony");
    words.erase(std::find(words.begin(), words.end(), "-q"));
    words.push_back("-v");
    std::vector<Outcome> outcomes = {cli(words)};
    ASSERT_EQ(outcomes[0].exitCode, 0) << outcomes[0].text();
    const std::string project = m_place.text("p.parsimony");
    for (const Words& more : std::vector<Words>{{"trials", "-v"},
                                                {"budget", "show", "-v"},
                                                {"audit", "-v", "--export", m_place.text("shared")},
                                                {"export", "--output", m_place.text("model.npz")},
                                                {"export", "--output", m_place.text("model.safetensors")},
                                                {"resume", "-v"}}) {
        Words all = more;
        all.insert(all.end(), {"--storage", project});
        outcomes.push_back(cli(all));
        EXPECT_EQ(outcomes.back().exitCode, 0) << outcomes.back().text();
    }
    std::string everything;
    for (const Outcome& outcome : outcomes) {
        everything += outcome.out + outcome.err;
    }
    int files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(m_place.path(""))) {
        const auto folder = entry.path().parent_path().filename();
        if (entry.is_regular_file() && folder != "data" && folder != "original" && folder != "neighbour") {
            everything += readBytes(entry.path());
            ++files;
        }
    }
    EXPECT_GE(files, 5);
    for (const std::string& trace : traces()) {
        EXPECT_EQ(everything.find(trace), std::string::npos) << trace;
    }
    // The search works: the data file shows every one of them.
    EXPECT_NE(readBytes(m_place.path("data") / "train.npy").find(bytesOf({canary[0], canary[1]})),
              std::string::npos);
}

TEST_F(Rule19, NeighboursLogsAreEqualOnceReleasedValuesAreMasked) {
    const auto logOf = [&](const std::string& folder) {
        m_registry = "registry-" + folder;
        auto words = run(folder + ".parsimony", folder);
        words.erase(words.begin() + 1, words.begin() + 4); // -f json -q
        words.push_back("-v");
        const Outcome outcome = cli(words);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.text();
        std::string text = outcome.out + outcome.err;
        for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder)) {
            text.replace(at, folder.size(), "FOLDER");
        }
        return masked(text);
    };
    const std::string one = logOf("original");
    EXPECT_THAT(one, HasSubstr("final"));
    EXPECT_EQ(logOf("neighbour"), one);
}

TEST_F(Rule19, ResultsHoldNoUnchargedFigure) {
    const Outcome outcome = cli(run("p.parsimony"));
    ASSERT_EQ(outcome.exitCode, 0) << outcome.text();
    const std::regex forbidden(
        "loss_|_loss|train_accuracy|gradient_norm|histogram|class_counts|confusion|exact");
    const std::function<void(const nlohmann::json&)> visit = [&](const nlohmann::json& value) {
        for (const auto& [key, child] : value.items()) {
            EXPECT_FALSE(std::regex_search(key, forbidden)) << key;
            if (child.is_structured()) {
                visit(child);
            }
        }
    };
    const auto report = outcome.json();
    visit(report);
    for (const auto& phase : report["phases"]) {
        EXPECT_EQ(phase["trials"][0]["score_kind"], "noisy");
        EXPECT_GT(phase["trials"][0]["score_se"], 0.0);
    }
}

} // namespace parsimony::test
