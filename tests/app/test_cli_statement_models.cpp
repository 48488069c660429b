// SPDX-License-Identifier: GPL-3.0-or-later
// What lies in a signed model: the arrays that other programs take, and what its card promises.
#include "core/export/model_file.h"
#include "tests/app/signed_model.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

namespace parsimony::test {
namespace {

using testing::HasSubstr;

class CliStatementModels : public CliStatement {
protected:
    void SetUp() override {
        CliStatement::SetUp();
        ASSERT_EQ(sign().exitCode, 0);
        m_predicate = statementThere()["predicate"];
        m_model = exporting::loadModel(m_place.text("model.safetensors"));
    }
    /// Signs `bytes` as the model of that name; what both verifiers end with, and what the program says.
    void expect(const std::string& name, const std::string& bytes, int status,
                const std::string& why = {}) const {
        writeBytes(m_place.path(name), bytes);
        writeBytes(m_statement,
                   exporting::sealed(exporting::statementOn({m_place.path(name)}, m_predicate), mine()));
        const Outcome checked = check({"--public-key", m_place.text("mine.public.pem")});
        EXPECT_EQ(checked.exitCode, status) << name << checked.text();
        EXPECT_THAT(checked.out, HasSubstr(why)) << name;
        EXPECT_EQ(script("mine.public.pem"), status) << name;
    }
    static std::string varint(std::size_t value) {
        std::string text;
        for (; value >= 0x80; value >>= 7U) {
            text += static_cast<char>(value | 0x80U);
        }
        return text + static_cast<char>(value);
    }
    /// A field of a protobuf message that holds bytes.
    static std::string field(std::size_t number, const std::string& bytes) {
        return varint(number << 3U | 2U) + varint(bytes.size()) + bytes;
    }
    /// The ONNX file with `more` behind the last field of its graph.
    static std::string inGraph(const std::string& file, const std::string& more) {
        const std::size_t begin = file.find("Parsimony") + 9; // the producer stands in front of the graph
        EXPECT_EQ(file[begin], static_cast<char>(7 << 3 | 2));
        std::size_t size = 0, at = begin + 1;
        for (unsigned shift = 0;; shift += 7) {
            const auto byte = static_cast<unsigned char>(file[at++]);
            size |= static_cast<std::size_t>(byte & 0x7fU) << shift;
            if (byte < 0x80) {
                break;
            }
        }
        return file.substr(0, begin) + field(7, file.substr(at, size) + more) + file.substr(at + size);
    }
    static std::string replaced(std::string text, const std::string& what, const std::string& by) {
        const std::size_t at = text.find(what);
        EXPECT_NE(at, std::string::npos) << what;
        return text.replace(at, what.size(), by);
    }

    nlohmann::json m_predicate;
    exporting::Classifier m_model;
};

TEST_F(CliStatementModels, AnOnnxFileHoldsThemUnderTheirNames) {
    const std::string honest = exporting::modelBytes(m_model, "a.onnx");
    expect("a.onnx", honest, 0);
    exporting::Classifier changed = m_model;
    std::fill(changed.parameters.begin(), changed.parameters.end(), 0.0);
    const std::string zeros = exporting::modelBytes(changed, "b.onnx");
    const std::string why = "does not hold the weights";
    expect("b.onnx", zeros, 4, why);
    std::string beside = zeros;
    for (const exporting::Tensor& tensor : exporting::weightsOf(m_model)) {
        const std::string bytes(reinterpret_cast<const char*>(tensor.values.data()),
                                tensor.values.size() * sizeof(float));
        beside += field(6, bytes); // doc_string
    }
    expect("c.onnx", beside, 4, why);
    // Protobuf reads what is said twice as one, the later the better.
    expect("d.onnx", zeros + honest, 4, "says one name twice");
    expect("e.onnx", honest + zeros, 4, "says one name twice");
    expect("f.onnx", honest.substr(0, honest.size() - 1), 4, "no sound ONNX model");
    expect("g.onnx", honest + field(6, "of no matter"), 0);
}

// With the right weights another graph makes another classifier of them.
TEST_F(CliStatementModels, AnOnnxFileComputesWhatTheProgramWrites) {
    const std::string honest = exporting::modelBytes(m_model, "a.onnx");
    ASSERT_EQ(inGraph(honest, ""), honest);
    const std::string why = "does something else with a record";
    expect("a.onnx", honest, 0);
    expect("a.onnx", replaced(honest, "ArgMax", "ArgMin"), 4, why);
    expect("a.onnx", replaced(honest, "transB", "transA"), 4, why);
    expect("a.onnx", inGraph(honest, field(1, field(1, "scores") + field(2, "more") + field(4, "Neg"))), 4,
           why);
    expect("a.onnx", inGraph(honest, field(10, "a doc string is told in the file, not in its graph")), 4,
           why);
    expect("a.onnx", honest + field(25, field(1, "ArgMax")), 4, why);       // a function of that name
    expect("a.onnx", honest + field(8, field(1, "") + "\x10\x0c"), 4, why); // older operators
    exporting::Classifier shorter = m_model;
    shorter.preprocessing.bound = 0.5;
    expect("a.onnx", exporting::modelBytes(shorter, "a.onnx"), 4, why);
}

TEST_F(CliStatementModels, ACardNamesTheClassesThatWereTrained) {
    exporting::Classifier named = m_model;
    named.card.classNames = {"two", "one", "zero"};
    for (const char* form : {"a.safetensors", "a.npz", "a.csv", "a.onnx"}) {
        expect(form, exporting::modelBytes(named, form), 4, "does something else with a record");
    }
    exporting::Classifier praised = m_model;
    praised.card.mechanism = "none was needed";
    writeBytes(m_place.path("a.npz"), exporting::modelBytes(praised, "a.npz"));
    writeBytes(m_statement,
               exporting::sealed(exporting::statementOn({m_place.path("a.npz")}, m_predicate), mine()));
    const Outcome checked = check({"--public-key", m_place.text("mine.public.pem")});
    EXPECT_EQ(checked.exitCode, 4) << checked.text();
    EXPECT_THAT(checked.out, HasSubstr("has another card in it"));
}

TEST_F(CliStatementModels, ATablesColumnsAndRowsAreInOrder) {
    const std::string honest = exporting::modelBytes(m_model, "a.csv");
    expect("a.csv", honest, 0);
    std::string swapped = honest;
    swapped.replace(swapped.find("x0,x1"), 5, "x1,x0");
    expect("b.csv", swapped, 4, "its columns are not in order");
    expect("c.csv", honest + "class1,9,9,9,9,9,9,9,9,9\n", 4);
    std::string windows; // as an editor there writes lines
    for (const char letter : honest) {
        windows += letter == '\n' ? "\r\n" : std::string(1, letter);
    }
    expect("d.csv", windows, 0);
}

TEST_F(CliStatementModels, TheirCardsPromiseWhatTheStatementDoes) {
    const auto changed = [this](void (*change)(exporting::ModelCard&)) {
        exporting::Classifier model = m_model;
        change(model.card);
        return model;
    };
    const std::vector<exporting::Classifier> wrong{
        changed([](exporting::ModelCard& card) { card.epsilon = 0.001; }),
        changed([](exporting::ModelCard& card) { card.epsilon.reset(); }),
        changed([](exporting::ModelCard& card) { card.delta = 1e-9; }),
        changed([](exporting::ModelCard& card) { card.guarantee = "Everything is safe."; }),
        changed([](exporting::ModelCard& card) { card.adjacency = "replace_one"; }),
        changed([](exporting::ModelCard& card) { card.privateData = false; })};
    for (const char* form : {"a.safetensors", "a.npz", "a.csv", "a.onnx"}) {
        expect(form, exporting::modelBytes(m_model, form), 0);
        for (const exporting::Classifier& model : wrong) {
            expect(form, exporting::modelBytes(model, form), 4, "has another guarantee in it");
        }
    }
}

// Programs differ in which archive of two they read, and which array of two that have one name.
TEST_F(CliStatementModels, AnArchiveHoldsNothingElse) {
    exporting::Classifier changed = m_model;
    std::fill(changed.parameters.begin(), changed.parameters.end(), 7.0);
    for (const std::string form : {"a.npz", "a.safetensors"}) {
        const std::string honest = exporting::modelBytes(m_model, form);
        expect(form, honest, 0);
        for (const std::string& more : {exporting::modelBytes(changed, form), std::string("more")}) {
            writeBytes(m_place.path(form), honest + more);
            writeBytes(m_statement,
                       exporting::sealed(exporting::statementOn({m_place.path(form)}, m_predicate), mine()));
            const Outcome checked = check({"--public-key", m_place.text("mine.public.pem")});
            EXPECT_EQ(checked.exitCode, 4) << form << more.size() << checked.text();
        }
    }
}

/// Rows that nothing bounds are exported with a bound that is not used.
class CliStatementUnbounded : public CliStatementModels {
protected:
    [[nodiscard]] Words more() const override {
        return {"--row-norm", "none", "--method", "single", "--learning-rates", "0.1"};
    }
};

TEST_F(CliStatementUnbounded, ModelsOfRowsWithoutABoundAreVerified) {
    ASSERT_EQ(m_model.preprocessing.norm, data::RowNorm::None);
    for (const char* form : {"a.safetensors", "a.npz", "a.csv", "a.onnx"}) {
        expect(form, exporting::modelBytes(m_model, form), 0);
    }
}

/// By another mean, or other products of two features, the same weights are another classifier.
class CliStatementMaps : public CliStatementModels {
protected:
    [[nodiscard]] Words more() const override { return {"--feature-map", "center+quadratic"}; }
};

TEST_F(CliStatementMaps, ArraysThatPrepareARecordAreComparedToo) {
    ASSERT_TRUE(m_model.preprocessing.map && m_model.preprocessing.map->quadratic);
    const auto changed = [this](void (*change)(data::FeatureMap&)) {
        exporting::Classifier model = m_model;
        change(*model.preprocessing.map);
        return model;
    };
    const std::vector<exporting::Classifier> wrong{
        changed([](data::FeatureMap& map) { map.mean.front() += 0.5F; }),
        changed([](data::FeatureMap& map) { map.quadratic->first.front() += 0.5F; }),
        changed([](data::FeatureMap& map) { std::swap(map.quadratic->first, map.quadratic->second); })};
    const auto verified = [this] { return check({"--public-key", m_place.text("mine.public.pem")}); };
    for (const char* form : {"a.safetensors", "a.npz", "a.csv", "a.onnx"}) {
        expect(form, exporting::modelBytes(m_model, form), 0);
        for (const exporting::Classifier& model : wrong) {
            writeBytes(m_place.path(form), exporting::modelBytes(model, form));
            writeBytes(m_statement,
                       exporting::sealed(exporting::statementOn({m_place.path(form)}, m_predicate), mine()));
            EXPECT_EQ(verified().exitCode, 4) << form << verified().text();
            EXPECT_THAT(verified().out, HasSubstr("does not hold the weights")) << form;
        }
    }
}

} // namespace
} // namespace parsimony::test
