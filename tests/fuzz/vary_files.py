# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays of every type and shape, archives of them and classifiers of every kind in their formats: for tests/fuzz/vary."""
import io
import json
import math
import random
import struct
import warnings
import zipfile

from vary_texts import json_texts

DRAW = random.Random(1)

# Arrays. What a reader does with one may hang on the file's length: so many blanks more stand in its header.

FORMS = {"f2": "e", "f4": "f", "f8": "d", "i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q"}
SIZES = {"b1": 1, "S0": 0, "S1": 1, "S3": 3, "U0": 0, "U2": 8, "c8": 8, "O": 8, "V2": 2, "f16": 16, "M8": 8}
SHAPES = [(), (0,), (1,), (5,), (5, 3), (3, 5), (0, 3), (5, 0), (2, 2, 2), (5, 1), (1, 5), (4, 2, 1, 1), (40, 2), (2**40,), (2**63, 2), (-1,)]
KINDS = {"small": [0, 1, 2], "odd": [math.nan, math.inf, -math.inf, -0.0, 1e-40, 6e4, 1.5]}


def values_of(kind, dtype, count, big=False):
    if dtype not in FORMS:
        return bytes(DRAW.choice(b"ab1\0,\xff") for _ in range(SIZES[dtype] * count))
    form = FORMS[dtype]
    size = struct.calcsize(form)
    most = 2 ** (8 * size - (dtype[0] == "i")) - 1
    chosen = KINDS[kind] if dtype[0] == "f" or kind == "small" else [0, 1, most, 5]
    return b"".join(struct.pack((">" if big else "<") + form, chosen[i % len(chosen)]) for i in range(count))


def shape_text(shape):
    return "(" + "".join(f"{extent}," for extent in shape) + ")"


def npy(dtype, shape, kind="small", order="C", endian="<", version=1, blanks=0, cut=0):
    count = min(max(math.prod(shape), 0), 200)
    header = f"{{'descr': '{endian}{dtype}', 'fortran_order': {order == 'F'}, 'shape': {shape_text(shape)}, }}"
    header = (header + " " * blanks + "\n").encode()
    length = struct.pack("<H" if version == 1 else "<I", len(header))
    whole = b"\x93NUMPY" + bytes([version, 0]) + length + header + values_of(kind, dtype, count, endian == ">")
    return whole[:len(whole) - cut] if cut > 0 else whole + bytes(-cut)


def npy_files():
    for dtype in [*FORMS, *SIZES]:
        for shape in SHAPES:
            for kind in KINDS:
                for order in "CF":
                    for endian in "<>|":
                        for blanks in range(9):
                            yield npy(dtype, shape, kind, order, endian, DRAW.choice((1, 1, 2, 3)), blanks, DRAW.choice((0, 0, 0, 1, -1)))


def npz(members, method=zipfile.ZIP_STORED):
    archive = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(archive, "w") as file:
        warnings.simplefilter("ignore") # two of one name are meant
        for name, data in members:
            file.writestr(zipfile.ZipInfo(name), data, method)
    return archive.getvalue()


def npz_files(arrays):
    names = ["x_train.npy", "y_train.npy", "a.npy", "a", "x_test.npy", "../x.npy", "é.npy", "", "dir/", "weight.npy"]
    methods = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
    for i in range(12000):
        members = [(DRAW.choice(names), DRAW.choice(arrays)) for _ in range(DRAW.choice((0, 1, 1, 1, 2, 2, 3)))]
        yield npz(members, methods[i % 2] if i % 9 else methods[i % 4])


TENSORS = {"F32": "f4", "F64": "f8", "F16": "f2", "BF16": "u2", "I8": "i1", "I16": "i2", "I32": "i4", "I64": "i8", "U8": "u1", "BOOL": "u1",
           "F8_E4M3": "u1", "C64": "u8", "x": "u1"}


def safetensors(header, data, blanks=0, length=None):
    text = json.dumps(header).encode() + b" " * blanks
    return struct.pack("<Q", len(text) if length is None else length) + text + data


def safetensors_files():
    for dtype, form in TENSORS.items():
        for shape in [[], [0], [5], [5, 3], [3, 5], [2, 2, 2], [5, 0], [-1], [2**63], [1.5], ["a"], None, {}, [2**32, 2**32]]:
            known = isinstance(shape, list) and all(isinstance(extent, int) and 0 <= extent < 200 for extent in shape)
            count = math.prod(shape) if known else 15
            for kind in KINDS:
                data = values_of(kind, form, count)
                size = len(data)
                for where in ([0, size], [0, size + 1], [1, size + 1], [size, 0], [0], [0, size, 1], "x", None, [0.0, size], [-1, size]):
                    for blanks in range(9 if where == [0, size] else 1):
                        header = {"a": {"dtype": dtype, "shape": shape, "data_offsets": where}}
                        yield safetensors(header, data, blanks)
    for text in json_texts("a"):
        yield struct.pack("<Q", len(text)) + text + bytes(8)
    for header in ({}, [], 1, {"a": 1}, {"a": {}}, {"__metadata__": 1}, {"__metadata__": {"a": 1}}, None, "a"):
        for length in (None, 0, 1, 2**63, 2**64 - 1, 100):
            yield safetensors(header, bytes(8), 0, length)


# Classifiers: one of each kind, then cards with each member changed, and tensors that are other ones than those said.


def classifier(version=1, kind="linear", dim=3, classes=2, layers=(), vectors=1, bias=False, mean=False, feature_map=None, **card):
    preprocessing = {"mean": mean, "norm_bound": 1.0, "row_norm": card.pop("row_norm", "unit")}
    preprocessing |= {"feature_map": feature_map} if feature_map else {}
    preprocessing |= {"blocks": card.pop("blocks")} if "blocks" in card else {}
    head = {"bias": bias, "classes": classes, "dim": dim, "hidden": layers[0] if layers else 0, "kind": kind, "sequence_length": vectors}
    head |= {"deeper": list(layers[1:])} if len(layers) > 1 else {}
    rows = (feature_map or {}).get("quadratic", {}).get("rows", 0)
    inputs = dim * vectors - (1 + rows if feature_map else 0)
    tensors = []
    for layer, outputs in enumerate([*layers, classes]):
        name = "" if layer == len(layers) else f"hidden{layer + 1 if layer else ''}_"
        tensors.append((name + "weight", (outputs, dim if layer == 0 else layers[layer - 1])))
        tensors += [(name + "bias", (outputs,))] if bias else []
    tensors += [("mean", (inputs,))] if mean else []
    tensors += [("map_mean", (inputs,))] if feature_map else []
    tensors += [("quadratic_a", (rows, inputs)), ("quadratic_b", (rows, inputs))] if rows else []
    return {"adjacency": "zero_out", "class_names": [], "delta": 1e-05, "epsilon": 1.0, "guarantee": "g", "head": head, "mechanism": "m",
            "preprocessing": preprocessing, "private": True, "provenance": {}, "schema": f"parsimony/model/{version}",
            "trainer": "dp-gd"} | card, tensors


def classifiers():
    share = {"bias_share": 0.02}
    quadratic = share | {"quadratic": {"rows": 2, "share": 0.5}}
    yield from (classifier(bias=bias, mean=mean) for bias in (False, True) for mean in (False, True))
    yield classifier(row_norm="none")
    yield classifier(row_norm="clip")
    yield from (classifier(3 if len(layers) > 1 else 1, "hidden", layers=layers, bias=bias, mean=bias)
                for layers in ((4,), (4, 3), (4, 3, 2)) for bias in (False, True))
    yield from (classifier(1, "sequence", vectors=2, bias=bias, mean=bias) for bias in (False, True))
    yield from (classifier(6, "views", vectors=vectors) for vectors in (2, 3))
    yield from (classifier(2, feature_map=share, bias=bias) for bias in (False, True))
    yield from (classifier(2, feature_map=quadratic, dim=dim) for dim in (6, 7))
    yield classifier(5, blocks=[1, 2], mean=True)
    yield classifier(class_names=["a", "b"])
    yield classifier(4, classes=3, labels_per_record=2, threshold=0.0)
    yield classifier(encoder="x@1", arithmetic="bf16", prior_taken=0.5, tuning_included=False, epsilon=None, delta=None, private=False)


def packed(card, tensors, kind="small", dtype="F32"):
    """The three formats of one classifier: reader, bytes."""
    text = card if isinstance(card, str) else json.dumps(card, separators=(",", ":"))
    form = TENSORS[dtype]
    header, data = {"__metadata__": {"format": "parsimony/model/1", "parsimony_card": text}}, b""
    for name, shape in tensors:
        values = values_of(kind, form, math.prod(shape))
        header[name] = {"data_offsets": [len(data), len(data) + len(values)], "dtype": dtype, "shape": list(shape)}
        data += values
    yield "model-safetensors", safetensors(header, data)
    codes = text.encode()
    told = f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({len(codes)},), }}\n".encode()
    members = [(name + ".npy", npy(form, shape, kind)) for name, shape in tensors]
    members.append(("parsimony_card.npy", b"\x93NUMPY\x01\0" + struct.pack("<H", len(told)) + told + codes))
    yield "model-npz", npz(members, DRAW.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)))
    classes, width = next((shape for name, shape in tensors if name == "weight" and len(shape) == 2), (2, 3))
    lines = ["# parsimony_card " + text, "class,bias," + ",".join(f"x{i}" for i in range(width))]
    lines += [f"{i},0," + ",".join(str(0.1 * (i + j)) for j in range(width)) for i in range(classes)]
    lines += [f"{name},0," + ",".join(["0.5"] * width) for name, _ in tensors if name in ("mean", "map_mean")]
    yield "model-csv", "\n".join(lines) + "\n"


def model_files(variants, plain):
    """`variants` gives those of a value in JSON with each of some values."""
    odd = plain + ["linear", "hidden", "sequence", "views", "none", "clip", ["a", "b", "c"], [4], [2, 2], "parsimony/model/2", "parsimony/model/7"]
    for card, tensors in classifiers():
        for kind in KINDS:
            for dtype in ("F32", "F64", "F16", "I64"):
                yield from packed(card, tensors, kind, dtype)
        for variant in variants(card, odd):
            yield from packed(variant, tensors)
        for i, (name, shape) in enumerate(tensors):
            for new in ([], [(name, (*shape, 1))], [(name, shape[::-1])], [(name, tuple(n + 1 for n in shape))], [(name, shape)] * 2,
                        [(name, shape), (name, tuple(n + 1 for n in shape))], [("z", shape)], [(name, (0,))], [(name, ())]):
                yield from packed(card, tensors[:i] + new + tensors[i + 1:])
        for text in ("", "{", "[]", "null", '"x"', "{}", json.dumps(card) + "x", '{"head":' * 100):
            yield from packed(text, tensors)
    for text in json_texts("schema"):
        yield "model-safetensors", struct.pack("<Q", len(text)) + text + bytes(8)
        if text.isascii():
            yield from packed(text.decode(), tensors)
