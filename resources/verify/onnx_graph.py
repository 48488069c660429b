# SPDX-License-Identifier: GPL-3.0-or-later
"""What an ONNX file of a classifier computes, as Parsimony writes it: made anew from the classifier's card and its arrays, with
the standard library. A file with another node, constant or edge is another classifier, whatever arrays it holds."""
import math
import struct

FLOAT, INT64, BOOL = 1, 7, 9  # TensorProto.DataType
TOLD = range(2, 7)  # of a file: its producer, versions and doc string, which decide nothing
CARD_FIELD = 14


def varint(value):
    data = b""
    while value >= 0x80:
        data, value = data + bytes([value & 0x7F | 0x80]), value >> 7
    return data + bytes([value])


def number(field, value):
    return varint(field << 3) + varint(value)


def text(field, value):
    data = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(data)) + data


def tensor(name, shape, kind, data):
    return b"".join(number(1, extent) for extent in shape) + number(2, kind) + text(8, name) + text(9, data)


def whole(name, value):
    """An attribute."""
    return text(1, name) + number(3, value) + number(20, 2)


def wholes(name, value):
    return text(1, name) + number(8, value) + number(20, 7)


def value_info(name, kind, columns):
    shape = text(1, text(2, "N")) + (text(1, number(1, columns)) if columns else b"")
    return text(1, name) + text(2, text(1, number(1, kind) + text(2, shape)))


class Graph:
    def __init__(self, card, arrays):
        self.head, self.prepared, self.card = card["head"], card["preprocessing"], card
        self.nodes, self.constants, self.tiny = [], [], None
        self.map = self.prepared.get("feature_map")
        self.quadratic = (self.map or {}).get("quadratic")
        self.of_views, self.of_vectors = self.head["kind"] == "views", self.head["kind"] in ("views", "sequence")
        added = (1 if self.map else 0) + (self.quadratic["rows"] if self.quadratic else 0)
        self.inputs = self.head["dim"] * self.head["sequence_length"] - added
        for name, shape in self.shapes():
            if len(arrays[name]) != 4 * math.prod(shape):
                raise ValueError(f"its array {name!r} has another size than its card says")
            self.constants.append(tensor(name, shape, FLOAT, arrays[name]))

    def units(self):
        deep = [size for size in (self.head["hidden"], *self.head.get("deeper", [])) if size]
        return [self.head["dim"], *deep, self.head["classes"]]

    def names(self, layer):
        before = "" if layer == len(self.units()) - 2 else "hidden_" if layer == 0 else f"hidden{layer + 1}_"
        return before + "weight", before + "bias"

    def shapes(self):
        units = self.units()
        for layer, (inputs, outputs) in enumerate(zip(units, units[1:])):
            weight, bias = self.names(layer)
            yield weight, [outputs, inputs]
            if self.head["bias"]:
                yield bias, [outputs]
        if self.prepared["mean"]:
            yield "mean", [self.inputs]
        if self.map:
            yield "map_mean", [self.inputs]
        if self.quadratic:
            yield "quadratic_a", [self.quadratic["rows"], self.inputs]
            yield "quadratic_b", [self.quadratic["rows"], self.inputs]

    def scalar(self, name, value):
        self.constants.append(tensor(name, [1, 1], FLOAT, struct.pack("<f", value)))
        return name

    def integers(self, name, values):
        self.constants.append(tensor(name, [len(values)], INT64, struct.pack(f"<{len(values)}q", *values)))
        return name

    def node(self, kind, inputs, output, *attributes):
        self.nodes.append(b"".join(text(1, one) for one in inputs) + text(2, output) + text(3, output) + text(4, kind) +
                          b"".join(text(5, one) for one in attributes))
        return output

    def peak(self, value, prefix):
        return self.node("ReduceMax", [self.node("Abs", [value], prefix + "absolute")], prefix + "peak",
                         wholes("axes", 1), whole("keepdims", 1))

    def length(self, value, prefix):
        """The largest magnitude of each row, the norm of the row over that, and the row over its norm."""
        self.tiny = self.tiny or self.scalar("tiny", 2.0**-126)
        scale = self.node("Max", [self.peak(value, prefix), self.tiny], prefix + "scale")
        scaled = self.node("Div", [value, scale], prefix + "scaled")
        length = self.node("ReduceL2", [scaled], prefix + "length", wholes("axes", 1), whole("keepdims", 1))
        divisor = self.node("Max", [length, self.tiny], prefix + "divisor")
        return scale, length, self.node("Div", [scaled, divisor], prefix + "unit")

    def prepare(self, value):
        blocks, norm = self.prepared.get("blocks"), self.prepared["row_norm"]
        if blocks:
            value = self.unit_blocks(value, blocks)
        if self.prepared["mean"]:
            value = self.node("Sub", [value, "mean"], "centred")
        if norm == "none":
            return value
        scale, length, unit = self.length(value, "")
        bound = self.scalar("bound", self.prepared["norm_bound"])
        prepared = self.node("Mul", [unit, bound], "normed")
        if norm == "clip":
            longer = self.node("Greater", [self.node("Mul", [length, scale], "norm"), bound], "longer")
            prepared = self.node("Where", [longer, prepared, value], "clipped")
        return self.mapped(prepared) if self.map else prepared

    def unit_blocks(self, value, blocks):
        axis, begin, units = self.integers("block_axis", [1]), 0, []
        for width in blocks:
            prefix = f"block{len(units) + 1}_"
            start, end = self.integers(prefix + "begin", [begin]), self.integers(prefix + "end", [begin + width])
            units.append(self.length(self.node("Slice", [value, start, end, axis], prefix + "rows"), prefix)[2])
            begin += width
        return self.node("Concat", units, "joined", whole("axis", 1))

    def mapped(self, prepared):
        bound, rest = self.prepared["norm_bound"], 1.0 - self.map["bias_share"]
        there = self.node("Sign", [self.peak(prepared, "map_row_")], "map_there")
        shift = self.node("Mul", [there, "map_mean"], "map_shift")
        unit = self.length(self.node("Sub", [prepared, shift], "map_centred"), "map_")[2]
        linear = rest * (1.0 - self.quadratic["share"]) if self.quadratic else rest
        features = self.node("Mul", [unit, self.scalar("map_linear", bound * math.sqrt(linear))], "map_features")
        if self.quadratic:
            sides = [self.node("Gemm", [unit, f"quadratic_{side}"], f"quadratic_{word}", whole("transB", 1))
                     for side, word in (("a", "left"), ("b", "right"))]
            unit = self.length(self.node("Mul", sides, "quadratic_product"), "quadratic_")[2]
            norm = self.scalar("quadratic_norm", bound * math.sqrt(rest * self.quadratic["share"]))
            features = self.node("Concat", [features, self.node("Mul", [unit, norm], "quadratic_features")], "map_products",
                                 whole("axis", 1))
        bias = self.node("Mul", [there, self.scalar("map_bias", bound * math.sqrt(self.map["bias_share"]))], "map_column")
        return self.node("Concat", [features, bias], "mapped", whole("axis", 1))

    def mean_vector(self, value):
        shape = [-1, self.head["sequence_length"], self.head["dim"]]
        vectors = self.node("Reshape", [value, self.integers("vector_shape", shape)], "vectors")
        size = self.node("ReduceMax", [self.node("Abs", [vectors], "vector_absolute")], "vector_peak",
                         wholes("axes", 2), whole("keepdims", 0))
        axis = self.integers("vector_axis", [1])
        used = self.node("ReduceSum", [self.node("Sign", [size], "used"), axis], "used_count")
        count = self.node("Max", [used, self.scalar("one", 1.0)], "count")
        total = self.node("ReduceSum", [vectors, axis], "vector_sum", whole("keepdims", 0))
        return self.node("Div", [total, count], "mean_vector")

    def layer(self, value, layer, output):
        weight, bias = self.names(layer)
        return self.node("Gemm", [value, weight, *([bias] if self.head["bias"] else [])], output, whole("transB", 1))

    def build(self):
        value = "features"
        if self.of_views:
            value = self.node("Reshape", [value, self.integers("view_shape", [-1, self.head["dim"]])], "views")
        value = self.prepare(value)
        if self.of_vectors:
            value = self.mean_vector(value)
        last = len(self.units()) - 2
        for layer in range(last):
            name = "" if layer == 0 else str(layer + 1)
            value = self.node("Tanh", [self.layer(value, layer, "hidden" + name)], "activation" + name)
        self.layer(value, last, "scores")
        several = self.card.get("labels_per_record", 1) > 1
        if several:
            self.node("Greater", ["scores", self.scalar("threshold", self.card["threshold"])], "label")
        else:
            self.node("ArgMax", ["scores"], "label", whole("axis", 1), whole("keepdims", 0))
        classes = self.head["classes"]
        return (b"".join(text(1, one) for one in self.nodes) + text(2, "classifier") +
                b"".join(text(5, one) for one in self.constants) + text(11, value_info("features", FLOAT, self.inputs)) +
                text(12, value_info("scores", FLOAT, classes)) +
                text(12, value_info("label", BOOL if several else INT64, classes if several else 0)))


def program(card, arrays):
    """The fields of a file that decide what it computes: of the classifier that a card tells of, with these arrays."""
    return [(1, 7), (7, Graph(card, arrays).build()), (8, text(1, "") + number(2, 13))]


def program_in(fields):
    """The same of a file's own fields."""
    return [(field, value) for field, value in fields if field not in TOLD and field != CARD_FIELD]
