// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/onnx_bytes.h"

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace parsimony::exporting {

namespace {

using compute::HeadKind;

constexpr std::uint64_t kFloat = 1; // TensorProto.DataType
constexpr std::uint64_t kInt64 = 7;
constexpr std::uint64_t kBool = 9;

/// A protobuf message as it is built up: fields in the order they are added.
class Message {
public:
    Message& number(unsigned field, std::uint64_t value) {
        varint(field << 3U);
        varint(value);
        return *this;
    }
    Message& bytes(unsigned field, std::string_view value) {
        varint(field << 3U | 2U);
        varint(value.size());
        m_bytes += value;
        return *this;
    }
    Message& message(unsigned field, const Message& value) { return bytes(field, value.m_bytes); }
    [[nodiscard]] const std::string& text() const { return m_bytes; }

private:
    void varint(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7U) {
            m_bytes += static_cast<char>(value | 0x80U);
        }
        m_bytes += static_cast<char>(value);
    }
    std::string m_bytes;
};

Message tensor(const std::string& name, const std::vector<std::size_t>& shape, std::uint64_t type,
               const void* values, std::size_t size) {
    Message message;
    for (const std::size_t extent : shape) {
        message.number(1, extent);
    }
    message.number(2, type).bytes(8, name).bytes(9, {static_cast<const char*>(values), size});
    return message;
}

Message intAttribute(const std::string& name, std::int64_t value) {
    return Message().bytes(1, name).number(3, static_cast<std::uint64_t>(value)).number(20, 2);
}

Message intsAttribute(const std::string& name, std::int64_t value) {
    return Message().bytes(1, name).number(8, static_cast<std::uint64_t>(value)).number(20, 7);
}

/// A value of two axes, or of one for `columns` 0; the first one is open and called N.
Message valueInfo(const std::string& name, std::uint64_t type, std::size_t columns) {
    Message shape;
    shape.message(1, Message().bytes(2, "N"));
    if (columns > 0) {
        shape.message(1, Message().number(1, columns));
    }
    return Message().bytes(1, name).message(
        2, Message().message(1, Message().number(1, type).message(2, shape)));
}

class Graph {
public:
    explicit Graph(const Classifier& model) : m_model(model) {
        for (const Tensor& tensorValues : tensorsOf(model)) {
            constant(tensorValues.name, tensorValues.shape, tensorValues.values);
        }
    }

    Message build() {
        const compute::HeadShape& head = m_model.head;
        const bool ofViews = head.kind == HeadKind::Views; // each is brought to its norm by itself
        std::string value = preprocess(ofViews ? viewRows("features") : "features");
        if (head.ofVectors()) {
            value = meanVector(value);
        }
        for (std::size_t i = 0; i < head.hiddenLayers(); ++i) {
            const std::string number = i == 0 ? "" : std::to_string(i + 1);
            value =
                node("Tanh", {layer(value, layerNames(head, i), "hidden" + number)}, "activation" + number);
        }
        layer(value, layerNames(head, head.hiddenLayers()), "scores");
        const bool several = m_model.card.labelsPerRecord > 1;
        if (several) {
            node("Greater", {"scores", scalar("threshold", m_model.card.threshold)}, "label");
        } else {
            node("ArgMax", {"scores"}, "label", {intAttribute("axis", 1), intAttribute("keepdims", 0)});
        }
        Message graph;
        for (const Message& each : m_nodes) {
            graph.message(1, each);
        }
        graph.bytes(2, "classifier");
        for (const Message& each : m_constants) {
            graph.message(5, each);
        }
        graph.message(11, valueInfo("features", kFloat, m_model.inputDim()));
        graph.message(12, valueInfo("scores", kFloat, head.classes));
        graph.message(12, several ? valueInfo("label", kBool, head.classes) : valueInfo("label", kInt64, 0));
        return graph;
    }

private:
    std::string constant(const std::string& name, const std::vector<std::size_t>& shape,
                         const std::vector<float>& values) {
        m_constants.push_back(tensor(name, shape, kFloat, values.data(), values.size() * sizeof(float)));
        return name;
    }
    std::string scalar(const std::string& name, double value) {
        return constant(name, {1, 1}, {static_cast<float>(value)});
    }
    std::string integers(const std::string& name, const std::vector<std::int64_t>& values) {
        m_constants.push_back(
            tensor(name, {values.size()}, kInt64, values.data(), values.size() * sizeof(std::int64_t)));
        return name;
    }

    std::string node(const std::string& type, const std::vector<std::string>& inputs,
                     const std::string& output, std::initializer_list<Message> attributes = {}) {
        Message message;
        for (const std::string& input : inputs) {
            message.bytes(1, input);
        }
        message.bytes(2, output).bytes(3, output).bytes(4, type);
        for (const Message& attribute : attributes) {
            message.message(5, attribute);
        }
        m_nodes.push_back(message);
        return output;
    }

    std::string preprocess(std::string value) {
        const data::Preprocessing& prep = m_model.preprocessing;
        if (!prep.blocks.empty()) {
            value = unitBlocks(value, prep.blocks);
        }
        if (!prep.mean.empty()) {
            value = node("Sub", {value, "mean"}, "centred");
        }
        if (prep.norm == data::RowNorm::None) {
            return value;
        }
        const Length length = lengthOf(value, "");
        const std::string bound = scalar("bound", prep.bound);
        std::string prepared = node("Mul", {length.unit, bound}, "normed");
        if (prep.norm == data::RowNorm::Clip) {
            const std::string longer =
                node("Greater", {node("Mul", {length.ofScaled, length.scale}, "norm"), bound}, "longer");
            prepared = node("Where", {longer, prepared, value}, "clipped");
        }
        return prep.map ? mapped(prepared, *prep.map) : prepared;
    }

    /// Each encoder's part of the rows over its norm.
    std::string unitBlocks(const std::string& value, const std::vector<std::size_t>& blocks) {
        const std::string axis = integers("block_axis", {1});
        std::vector<std::string> units;
        std::int64_t begin = 0;
        for (const std::size_t width : blocks) {
            const std::string prefix = "block" + std::to_string(units.size() + 1) + "_";
            const std::int64_t end = begin + static_cast<std::int64_t>(width);
            const std::string from = integers(prefix + "begin", {std::exchange(begin, end)});
            const std::string to = integers(prefix + "end", {end});
            units.push_back(lengthOf(node("Slice", {value, from, to, axis}, prefix + "rows"), prefix).unit);
        }
        return node("Concat", units, "joined", {intAttribute("axis", 1)});
    }

    struct Length {
        std::string scale;    ///< the largest magnitude of each row
        std::string ofScaled; ///< the norm of the row over that
        std::string unit;     ///< the row over its norm; zeros for a row of zeros
    };

    /// Divides by the largest magnitude first, so that float32 squares neither overflow nor vanish.
    Length lengthOf(const std::string& value, const std::string& prefix) {
        const std::string tiny = std::exchange(m_hasTiny, true) ? "tiny" : scalar("tiny", 0x1p-126);
        const std::string scale = node("Max", {peakOf(value, prefix), tiny}, prefix + "scale");
        const std::string scaled = node("Div", {value, scale}, prefix + "scaled");
        const std::string length = node("ReduceL2", {scaled}, prefix + "length",
                                        {intsAttribute("axes", 1), intAttribute("keepdims", 1)});
        const std::string divisor = node("Max", {length, tiny}, prefix + "divisor");
        return {scale, length, node("Div", {scaled, divisor}, prefix + "unit")};
    }

    std::string peakOf(const std::string& value, const std::string& prefix) {
        return node("ReduceMax", {node("Abs", {value}, prefix + "absolute")}, prefix + "peak",
                    {intsAttribute("axes", 1), intAttribute("keepdims", 1)});
    }

    /// As data::mapRows. A row of zeros stays one: mean and bias are multiplied by whether it is another.
    std::string mapped(const std::string& prepared, const data::FeatureMap& map) {
        const double bound = m_model.preprocessing.bound;
        const double whole = 1.0 - map.biasShare;
        const std::string there = node("Sign", {peakOf(prepared, "map_row_")}, "map_there");
        const std::string shift = node("Mul", {there, "map_mean"}, "map_shift");
        const std::string unit = lengthOf(node("Sub", {prepared, shift}, "map_centred"), "map_").unit;
        const double linear = map.quadratic ? whole * (1.0 - map.quadratic->share) : whole;
        std::string features =
            node("Mul", {unit, scalar("map_linear", bound * std::sqrt(linear))}, "map_features");
        if (map.quadratic) {
            const std::string product =
                node("Mul",
                     {node("Gemm", {unit, "quadratic_a"}, "quadratic_left", {intAttribute("transB", 1)}),
                      node("Gemm", {unit, "quadratic_b"}, "quadratic_right", {intAttribute("transB", 1)})},
                     "quadratic_product");
            const double norm = bound * std::sqrt(whole * map.quadratic->share);
            const std::string block =
                node("Mul", {lengthOf(product, "quadratic_").unit, scalar("quadratic_norm", norm)},
                     "quadratic_features");
            features = node("Concat", {features, block}, "map_products", {intAttribute("axis", 1)});
        }
        const std::string bias =
            node("Mul", {there, scalar("map_bias", bound * std::sqrt(map.biasShare))}, "map_column");
        return node("Concat", {features, bias}, "mapped", {intAttribute("axis", 1)});
    }

    std::string viewRows(const std::string& value) {
        return node("Reshape", {value, integers("view_shape", {-1, m_model.head.dim})}, "views");
    }

    std::string meanVector(const std::string& value) {
        const compute::HeadShape& head = m_model.head;
        const std::string vectors = node(
            "Reshape", {value, integers("vector_shape", {-1, head.sequenceLength, head.dim})}, "vectors");
        const std::string size = node("ReduceMax", {node("Abs", {vectors}, "vector_absolute")}, "vector_peak",
                                      {intsAttribute("axes", 2), intAttribute("keepdims", 0)});
        const std::string axis = integers("vector_axis", {1});
        const std::string used = node("ReduceSum", {node("Sign", {size}, "used"), axis}, "used_count");
        const std::string count = node("Max", {used, scalar("one", 1.0)}, "count");
        const std::string sum =
            node("ReduceSum", {vectors, axis}, "vector_sum", {intAttribute("keepdims", 0)});
        return node("Div", {sum, count}, "mean_vector");
    }

    std::string layer(const std::string& value, const LayerNames& names, const std::string& output) {
        return m_model.head.bias
                   ? node("Gemm", {value, names.weight, names.bias}, output, {intAttribute("transB", 1)})
                   : node("Gemm", {value, names.weight}, output, {intAttribute("transB", 1)});
    }

    const Classifier& m_model;
    std::vector<Message> m_nodes;
    std::vector<Message> m_constants;
    bool m_hasTiny = false;
};

} // namespace

std::string onnxBytes(const Classifier& model, const Metadata& metadata) {
    Message file;
    file.number(1, 7).bytes(2, "Parsimony");
    file.message(7, Graph(model).build());
    file.message(8, Message().bytes(1, "").number(2, 13));
    for (const auto& [key, value] : metadata) {
        file.message(14, Message().bytes(1, key).bytes(2, value));
    }
    return file.text();
}

} // namespace parsimony::exporting
