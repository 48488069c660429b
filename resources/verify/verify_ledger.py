#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recomputes what a Parsimony project file claims, without any of Parsimony's code.

    python3 verify_ledger.py PROJECT.parsimony [--head HEX|RECEIPT] [--statement FILE [--public-key KEY.pem]] [--json]

Needs Python's standard library; for accounts of kind slices the public dp-accounting package as well
(python3 -m venv venv && venv/bin/pip install dp-accounting). It checks the SHA-256 chain over every row, that the file's
tables, triggers and views are made with the statements they must be, that every row is of a known kind, holds what its
kind says and stands where such a row can, that each spend covers the events it names, that trials stay inside what their
experiment reserved, that on private data each trial was charged the releases of its plan, with sensitivities that follow from
its clip and its dataset's neighbours, on the rows and with what its experiment planned and was asked for, and that it released
and recorded no others, that a private selection was charged the curve of its number of runs and their cost, that no
reservation passed its cap and caps only rose, and prints the total epsilon of every part. A copy made by `audit --export` verifies as well.

A statement. `export --sign` writes an in-toto statement in a DSSE envelope beside a model. With --statement the model's
files beside it must have the hashes that it names, hold the weights that the ledger's trial released and promise what the
statement does, an ONNX file must compute what its card says (onnx_graph.py, beside this script), the ledger's tip that it
names must be in the chain at its row, and the epsilons that it names must be those of the ledger up to that row; with --public-key its Ed25519 signature must hold (ed25519_verify.py, beside this script). Without the
key, or without the model, it is not verified.

The chain. Table `ledger`; a row's hash is SHA-256 over "parsimony/ledger/1", then for each column in the order
COLUMNS a type byte (n null, i integer, r real, t text, b blob), the length of its bytes as eight big-endian bytes,
and the bytes (integers as eight big-endian bytes, reals as IEEE 754 big-endian), then the hash of the row before (32
zero bytes for the first). A row of class `curator` is hashed without `salt` and `body`: its `commitment` stands for
them, SHA-256 over "parsimony/commitment/1", salt and body.

Accounts. Kind gaussian: the sum of mu^2 over rows opening_balance, linked_charge and reservation of all parts that share
an account, exactly (`mu_squared_exact` is a hexadecimal number, p, and a power of two); epsilon is that of one Gaussian
release with noise 1/mu. Kind slices: sums of epsilon and delta over the same rows. A reservation lists the events that
its experiment planned: composed with privacy loss distributions they must stay inside its slice, and its trials may
only take from that list. One that lists none is held to the events of its trials.

Exit status: 0 verified, 4 a problem was found, 5 no problem was found but something could not be recomputed, or a
statement was checked without its key or its model, or names a file that nothing can be compared with, 1 the file can't be
read, or a newer version wrote rows of it and nothing else is wrong up to these, 2 wrong usage.
"""
import argparse
import ast
import base64
import contextlib
import functools
import hashlib
import importlib
import json
import math
import os
import pathlib
import re
import sqlite3
import struct
import sys
import zipfile
from collections import defaultdict
from fractions import Fraction

COLUMNS = ("seq", "time", "kind", "dataset", "part", "experiment", "trial", "class", "mu_squared",
           "mu_squared_exact", "epsilon", "delta", "salt", "commitment", "body")
APPLICATIONS = (0x50617273, 0x50617253)
STATEMENT_TYPES = ("application/vnd.in-toto+json", "https://in-toto.io/Statement/v1", "urn:parsimony:guarantee:1")
ADJACENCIES = ("add_or_remove_one", "replace_one")
ONE_SUM = ("top5", "log_loss")
COUNTS = (*ONE_SUM, "all", "classes", "groups", "auc", "confusion", "f1")
# What float32 adds to a clipped sum, relative to it: proved in core/compute/types.h, for every part that may be read.
SLACK = 2**-8 + 2**-10
NEWEST_PLAN = 5  # how plans are written, as far as this script knows
# What plans of every known format have.
PLAN_MEMBERS = ("options:object constants:object account:text epsilon:number delta:number mu_squared:text phases:list final:maybe mean:maybe "
                "validation:maybe evaluations:list parts:object search_key:text")
# The words that options of a plan take, as far as this script knows.
CHOICES = {
    "visibility": "private|public",
    "adjacency": "add_or_remove_one|replace_one",
    "row-norm": "unit|clip|none",
    "mean": "none|private",
    "feature-map": "none|center|center+quadratic",
    "objective": "accuracy|balanced",
    "method": "linear-scaling|unit-noise|auto|single|random|grid|successive-halving|bayesian|two-halves|oracle|papernot-steinke|koskela-kulkarni",
    "fit": "linear|quadratic",
    "fit-against": "epsilon|mu",
    "phase-start": "whole-range|scaled|above-winner",
    "sampler": "stratified|log-uniform|uniform|grid|bisection",
    "decomposition": "derive|sample-until|independent",
    "score": "noisy|validation|exact",
    "trainer": "dp-gd|dp-sgd|dp-adam|dp-adam-wosm|dp-ls|dp-newton|dp-fc|dp-prototypes|dp-zo",
    "loss": "softmax|sigmoid",
    "lr-decay": "none|linear|cosine",
    "averaging": "none|ema|swa",
    "precision": "auto|f32|tf32|bf16|f16",
}
MATRICES = ("gram", "hessian", "class_grams")
SAMPLERS = ("dp-sgd", "dp-adam", "dp-adam-wosm")  # trainers that may read a Poisson sample in each step
ADAMS = ("dp-adam", "dp-adam-wosm")
SOLVERS = ("dp-newton", "dp-fc", "dp-ls")  # whose noise multiplier is that of one release which costs as much as all of theirs
UNNAMED = {"init_scale": 1.0}  # what a trial trains with where its plan does not name it
# Members of a trial's plan that are plans of a release each: what a record of it is called, and the least that one record
# adds to it, given how many labels it may have.
SUMS = {"mean": ("mean", lambda labels: 0), "class_counts": ("class_counts", math.sqrt), "flatness": ("flatness", lambda labels: 0),
        "prior_agreement": ("count", lambda labels: 1)}
# What the plan of a trial says that it does, by its role: one place that it has, and those that it may have beside it.
PLACES = {"trial": ("trial", "score"), "final": ("trial", "score"), "selection": ("selection",), **{name: (name,) for name in SUMS},
          "evaluation": ("count", "breakdowns", "metrics")}
RUNS = ("trial", "final", "selection")  # the roles of trials that release a classifier
MOST_PROBLEMS = 200  # a file that is all wrong needs no longer list
# What values that are not what they should be raise, wherever they are used.
MALFORMED = (ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError, RecursionError, MemoryError)

# What each kind of row is: its class, which of the columns dataset, part, experiment and trial it fills, and the members
# of its body ("?" where one may be left out).
KINDS = {
    "project": ("public", "", "format:whole project:text made_by:text"),
    "dataset": ("public", "dataset", "name:text visibility:text adjacency:text rows_per_person:whole facts:object"),
    "cap": ("public", "dataset", "epsilon:number delta:number"),
    "cap_raised": ("public", "dataset", "epsilon:number delta:number reason:text"),
    "part": ("public", "dataset part", "name:text public:flag account:whole registry_key:text facts:object "
             "distinct_records:flag? exposed_uncharged:flag?"),
    "part_curator": ("curator", "dataset part", "digest:text registry:text facts:object compared:flag?"),
    "link_declared": ("public", "dataset part", "project:text part:text keys:list? exposed:flag?"),
    "people_left_out": ("public", "dataset part", "project:text part:text keys:list? exposed:flag?"),
    "opening_balance": ("released", "dataset part", "charge:text? events:list?"),
    "linked_charge": ("released", "dataset part", "charge:text events:list?"),
    "experiment": ("released", "dataset experiment", "kind:text method:text trainer:text public:flag plan_version:whole "
                   "options:object? plan:object request:text?"),
    "experiment_curator": ("curator", "dataset experiment", "options:object? plan_options:object? contents:object?"),
    "reservation": ("released", "dataset part experiment", "charge:text? events:list?"),
    "experiment_remarks": ("curator", "dataset experiment", "padding:text remarks:told"),
    "experiment_resumed": ("released", "dataset experiment", ""),
    "experiment_interrupted": ("released", "dataset experiment", ""),
    "moved_here": ("public", "dataset experiment", ""),
    "plan_version": ("released", "dataset experiment", "plan_version:whole reason:text plan:object?"),
    "experiment_finished": ("released", "dataset experiment", "result:maybe?"),
    "experiment_failed": ("released", "dataset experiment", "message:text"),
    "trial_reserved": ("released", "dataset part? experiment trial", "phase:whole role:text steps:whole r:number? "
                       "nu:number? learning_rate:number? noise_multiplier:number? max_grad_norm:number? mu:number? "
                       "epsilon:number? plan:maybe? clamped:flag? knobs:object? events:list?"),
    "trial_charge": ("released", "dataset part experiment trial", "events:list?"),
    "trial_running": ("released", "dataset experiment trial", "attempt:whole"),
    "trial_finished": ("released", "dataset experiment trial", "record:maybe?"),
    "trial_failed": ("released", "dataset experiment trial", "message:text"),
    "trial_cancelled": ("released", "dataset experiment trial", "message:text"),
    "trial_lost": ("released", "dataset experiment trial", "message:text"),
    "release": ("released public", "dataset experiment trial", "what:text values:any? blob:text?"),
    "note": ("public", "dataset experiment trial", "text:text"),
    "tags": ("public", "dataset experiment trial", "tags:list"),
    "curator_shown": ("public", "", "what:text"),
}
DECLARES = {"dataset": "dataset", "part": "part", "experiment": "experiment", "trial_reserved": "trial"}
CHARGES = ("opening_balance", "linked_charge", "reservation")
ALLOCATIONS = ("trial_reserved", "trial_charge")
# Rows that only an experiment that has not ended can have.
GOING_ON = ("reservation", "trial_reserved", "experiment_curator", "experiment_resumed", "experiment_interrupted",
            "experiment_remarks", "moved_here", "plan_version", "experiment_finished", "experiment_failed")
ENDED = ("experiment_finished", "experiment_failed")
TYPES = {"text": lambda v: isinstance(v, str), "flag": lambda v: isinstance(v, bool),
         "whole": lambda v: isinstance(v, int) and not isinstance(v, bool),
         "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
         "told": lambda v: isinstance(v, (str, list)),  # sentences; earlier versions wrote a text of lines
         "object": lambda v: isinstance(v, dict), "maybe": lambda v: v is None or isinstance(v, dict),  # an object or none
         "list": lambda v: isinstance(v, list), "any": lambda v: True}

# The tables, triggers, indexes and views of a project file, each with the SHA-256 of the statement that makes it, as
# `.schema` of the sqlite3 shell shows it: who asks a view, as the manual suggests, must get what the rows say.
SCHEMA = {
    "table clocks": "81a6f8540a574a12e3b38e5771e05f3b31c62acdd46a6fbc432cfe86fd9666c8",
    "table ledger": "2cc495bbc689e1491a77b7f3d2ca9a3ef2c410f5fa8a99ca9a0ad5659502a228",
    "index ledger_kind": "8a76315fff961e748daac14a4ba1c485fe00642e672209c8257ea3198f267ce1",
    "index ledger_dataset": "b5950491bb5abf249a2e38ec485db9dc19d75c956e4471281d5f29ae8ca8f751",
    "index ledger_part": "7f83492297128f7d53ec3907b2196f54efec892060789383c5861f0bca5e2c48",
    "index ledger_experiment": "bbf98e5fed9901c21e6c822a12eb93931a10f957b9c3b9b9a895d26ff614246d",
    "index ledger_trial": "34be8944e8b99521232be7349f6166785fad9a9b71f5d9e0e93fa46a527d3094",
    "trigger ledger_next": "720b5ac3c386df39a990df9236d3dac905af30df0e639936cffcd35182677693",
    "trigger ledger_chain": "348c1ce7ae7aff3fc833cb174b7b9fa4b8c1c750081909537ea8f1df17c34972",
    "trigger ledger_no_update": "b1eaa84a8b46b23fb50209e9666546e47cf109aaf4728e435d75fa19851db821",
    "trigger ledger_no_delete": "0da27f728cb164f257ca0492c551d69ebb8389ea0d14ddbe2ac60dbf99e24447",
    "table blobs": "a68b42320b7ba85dba891a8c1eac05b776eea3f9c116aae7bdf58a908256c38c",
    "index sqlite_autoindex_blobs_1": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "trigger blobs_no_replace": "fa0e63ccd0714efbdd20d387853872d300a888d4a862f33f2395dc338087535b",
    "trigger blobs_no_update": "5f07a17a9960b30c5c86d210b9e7500f099c3a912d0384f1432551c0aa82be8d",
    "trigger blobs_no_delete": "6fda2de1a544fecb2dd1a0184efffc97ea96dbfe4e2cfeeeedf6c484a9abdfaa",
    "table checkpoints": "e5c2e0b5922f4c14895f58c65b67b407289f0bed1e528c7a11e663e86b16791d",
    "view caps": "1d08152bac6dc77fe46c118dd837c16a7b90ee3fd5f0aca9b21df1efc005b7a4",
    "view datasets": "84a8a8df8a7f25b8a53c68dd5876fd36ec4bb205008a7679ad01379590cfe414",
    "view parts": "6074d63b2527b2a27d57f82501aad19f7750a2b04a2a5069ee4c6f1c1c53213c",
    "view experiments": "f5f54cd439c30be8d73704abe4b6b8f95fa0c02851f71587b38fe5960c20a2b7",
    "view trials": "8687e821abd398895875e00c12301238f65a12a9ec24a2996dced3fd562bbad6",
    "view charges": "9f6d0decf2c5f42fccaadc1d324f3e40a9e353dcc0d7967ca7aa4c0a75577421",
    "view releases": "61204faf4e6246f96e3fbae951e661852f65530e11f8caf48291f5ab160a25e1",
    "view accounts": "ba1d86076f793f8790f5774febad5e99f3f6af00fff56e283237de3b11cf9d52",
}


class Finding(Exception):
    """What is wrong with a row."""


def require(holds, what):
    if not holds:
        raise Finding(what)


def field_bytes(value):
    if value is None:
        kind, data = b"n", b""
    elif isinstance(value, int):
        kind, data = b"i", struct.pack(">q", value)
    elif isinstance(value, float):
        kind, data = b"r", struct.pack(">d", value)
    elif isinstance(value, str):
        kind, data = b"t", value.encode()
    else:
        kind, data = b"b", bytes(value)
    return kind + struct.pack(">Q", len(data)) + data


def row_hash(row, previous):
    digest = hashlib.sha256(b"parsimony/ledger/1")
    curator = row["class"] == "curator"
    for name in COLUMNS:
        if not (curator and name in ("salt", "body")):
            digest.update(field_bytes(row[name]))
    digest.update(previous)
    return digest.digest()


def strict_json(text):
    """What a JSON text holds. Refuses keys that occur twice and numbers that are none: readers differ in what they make of
    them."""
    def members(pairs):
        if len(dict(pairs)) != len(pairs):
            raise ValueError("a key occurs twice in one object")
        return dict(pairs)

    def finite(number):
        if not math.isfinite(float(number)):
            raise ValueError(f"{number} is no finite number")
        return float(number)
    return json.loads(text, object_pairs_hook=members, parse_constant=finite, parse_float=finite)


def exact(text):
    """The exact sum behind a mu_squared: '3p-1' is 3 * 2**-1."""
    if text is None or text == "0":
        return Fraction(0)
    parts = re.fullmatch("([0-9a-f]{1,1400})p(-?[0-9]{1,4})", text)
    require(parts is not None, "its exact spend is not the text of a sum of spends")
    return Fraction(int(parts[1], 16)) * Fraction(2) ** int(parts[2])


def as_float(value):
    """A fraction as a float; infinity where it is too large for one."""
    try:
        return float(value)
    except OverflowError:
        return math.inf


def check_event(event):
    """Raises unless it is one event of a kind that is known, with values that an event can have."""
    def holds(thing, required, optional=()):
        return isinstance(thing, dict) and set(required) <= set(thing) <= {*required, *optional}

    def between(value, low, high):
        return TYPES["number"](value) and math.isfinite(value) and low < value <= high

    def gaussian(thing):
        return holds(thing, ("noise_multiplier",)) and between(thing["noise_multiplier"], 0, math.inf)
    kinds = [kind for kind in ("gaussian", "poisson_sampled", "rdp_curve") if kind in event]
    require(len(kinds) == 1 and holds(event, kinds, ("count",)), "lists an event of a kind that is not known")
    count = event.get("count", 1)
    require(TYPES["whole"](count) and 1 <= count <= 2**53, "lists an event whose count is no whole number from 1 on")
    inside = event[kinds[0]]
    if kinds == ["gaussian"]:
        good = gaussian(inside)
    elif kinds == ["poisson_sampled"]:
        good = (holds(inside, ("event", "sample_rate"), ("adjacency",)) and holds(inside["event"], ("gaussian",))
                and gaussian(inside["event"]["gaussian"]) and between(inside["sample_rate"], 0, 1)
                and inside.get("adjacency", ADJACENCIES[0]) in ADJACENCIES)
    else:
        good = (holds(inside, ("orders", "values")) and 0 < len(inside["orders"]) == len(inside["values"])
                and all(between(order, 1, math.inf) for order in inside["orders"])
                and all(a < b for a, b in zip(inside["orders"], inside["orders"][1:]))
                and all(value == 0 or between(value, 0, math.inf) for value in inside["values"]))
    require(good, "lists an event with values that no event can have")


def check_facts(facts):
    """Raises unless what a dataset or a part tells of itself is of its types."""
    for name in facts:
        value = facts[name]
        if name in ("records_declared", "record_ids"):
            require(TYPES["flag"](value), f"tells a '{name}' that is no flag")
        elif name in ("dim", "classes"):
            require(TYPES["whole"](value) and 0 <= value < 2**32, f"tells a '{name}' that is no number of them")
        elif name == "records":
            require(TYPES["number"](value) and 0 <= value <= 2**53 and value == math.floor(value), "tells 'records' that are no number")


def gaussian_cost(events):
    """Sum of mu^2 of Gaussian events; None when there are others."""
    total = Fraction(0)
    for event in events:
        if "gaussian" not in event:
            return None
        z = Fraction(event["gaussian"]["noise_multiplier"])
        total += Fraction(event.get("count", 1)) / (z * z)
    return total


def log_normal_tail(x):
    """log of the standard normal distribution function at -x."""
    if x < 25:
        return math.log(math.erfc(x / math.sqrt(2)) / 2)
    y = 1 / (x * x)
    return -x * x / 2 - math.log(x * math.sqrt(2 * math.pi)) + math.log1p(-y + 3 * y * y - 15 * y * y * y)


def gaussian_delta(epsilon, mu):
    """delta of one Gaussian release with noise 1/mu of its sensitivity (Dong, Roth and Su 2019)."""
    inside = math.exp(log_normal_tail(epsilon / mu - mu / 2))
    return inside - math.exp(min(0.0, epsilon + log_normal_tail(epsilon / mu + mu / 2)))


@functools.lru_cache(maxsize=1000)
def gaussian_epsilon(mu, delta):
    """The smallest epsilon whose delta is no larger, by bisection."""
    if mu <= 0 or gaussian_delta(0.0, mu) <= delta:
        return 0.0
    low, high = 0.0, 1.0
    while gaussian_delta(high, mu) > delta:
        low, high = high, 2 * high
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if gaussian_delta(middle, mu) > delta else (low, middle)
    return high


def merged_texts(events):
    counts = defaultdict(int)
    for event in events:
        counts[json.dumps({k: v for k, v in event.items() if k != "count"}, sort_keys=True)] += event.get("count", 1)
    return list(counts.items())


def covers(planned, event):
    """The same mechanism, with as much noise as the event that runs or less; both without their counts."""
    if "gaussian" in planned and "gaussian" in event:
        return planned["gaussian"]["noise_multiplier"] <= event["gaussian"]["noise_multiplier"]
    if "poisson_sampled" in planned and "poisson_sampled" in event:
        one, other = planned["poisson_sampled"], event["poisson_sampled"]
        return (one["sample_rate"] == other["sample_rate"] and one.get("adjacency") == other.get("adjacency")
                and covers(one["event"], other["event"]))
    return planned == event


def are_planned(planned, taken):
    """Whether each event that was taken has a planned one of its own that covers it (Hall: they are nested)."""
    planned, taken = merged(planned), merged(taken)
    return all(sum(count for one, count in taken if covers(one, event)) <= sum(count for one, count in planned if covers(one, event))
               for event, _ in taken)


def merged(events):
    return [(json.loads(text), count) for text, count in merged_texts(events)]


def composed_epsilon(events, delta, guess):
    """Epsilon of all events together at delta; None when dp-accounting has no figure for one of them."""
    from dp_accounting.pld import privacy_loss_distribution as pld
    from dp_accounting.rdp import rdp_privacy_accountant as rdp
    interval = max(guess, 1e-6) / 5000
    total = None
    curve = None
    for event, count in merged(events):
        if "rdp_curve" in event:
            orders, values = event["rdp_curve"]["orders"], [v * count for v in event["rdp_curve"]["values"]]
            if curve is not None and curve[0] != orders:
                return None
            curve = (orders, values if curve is None else [a + b for a, b in zip(curve[1], values)])
            continue
        if "gaussian" in event:
            # count releases of multiplier z are one of z/sqrt(count)
            one = pld.from_gaussian_mechanism(event["gaussian"]["noise_multiplier"] / math.sqrt(count),
                                              value_discretization_interval=interval)
        else:
            sampled = event["poisson_sampled"]
            if sampled.get("adjacency") == "replace_one":
                return None
            one = pld.from_gaussian_mechanism(sampled["event"]["gaussian"]["noise_multiplier"],
                                              value_discretization_interval=interval,
                                              sampling_prob=sampled["sample_rate"]).self_compose(count)
        total = one if total is None else total.compose(one)
    if curve is not None:
        return rdp.compute_epsilon(curve[0], curve[1], delta)[0] if total is None else None
    return total.get_epsilon_for_delta(delta) if total is not None else 0.0


def selection_orders():
    return [1.0 + i / 10 for i in range(1, 100)] + [float(order) for order in (
        *range(11, 64), 72, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 640, 768, 1024, 1536, 2048, 4096)]


def negative_binomial_gamma(eta, mean):
    """The parameter of the truncated negative binomial distribution of this shape and mean, by bisection of its logarithm."""
    def mean_of(log_gamma):
        gamma = math.exp(log_gamma)
        if abs(eta * log_gamma) < 1e-12:
            return (1 - gamma) / (-gamma * log_gamma)
        return eta * (1 - gamma) / (-gamma * math.expm1(eta * log_gamma))
    low, high = -700.0, -1e-15
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if mean_of(middle) < mean else (middle, high)
    return math.exp(low)


def repeated(orders, base, family, mean):
    """The Renyi curve of the best of a secret number of runs (Papernot and Steinke 2021, theorems 2 and 6)."""
    if family == "poisson":
        lines = [(order - 1) * (value + math.log1p(-1 / order)) - math.log(order) if order > 1.01 else math.inf
                 for order, value in zip(orders, base)]
        flat = min(-math.inf if value == 0 else math.log(-math.expm1(-value)) / 2 for value in base)

        def delta_at(epsilon):
            return math.exp(min(flat, 0.0, *(line - (order - 1) * epsilon for order, line in zip(orders, lines))))
        return [value + max(mean, 1.0) * delta_at(math.log1p(1 / (order - 1))) + math.log(max(mean, 1.0)) / (order - 1)
                for order, value in zip(orders, base)]
    eta = float(family.removeprefix("tnb:"))
    log_gamma = math.log(negative_binomial_gamma(eta, mean))
    constant = min((1 - 1 / order) * value - log_gamma / order for order, value in zip(orders, base))
    curve = [value + (1 + eta) * constant + math.log(mean) / (order - 1) for order, value in zip(orders, base)]
    for i in range(len(curve) - 2, -1, -1):  # what holds at an order holds below it
        curve[i] = min(curve[i], curve[i + 1])
    return curve


def selection_curve(family, mean, fraction, mu, adjacency):
    """Orders and the least values of the curve that a private selection is charged whose runs cost mu each; fraction: the part
    of the records that subset tuning takes (Koskela and Kulkarni 2023), or None."""
    if fraction is None:
        orders = selection_orders()
        return orders, repeated(orders, [order * mu * mu / 2 for order in orders], family, mean)
    integers = list(range(2, 1025))
    final = [order * mu * mu / 2 for order in integers]
    tuning = repeated(integers, final, family, mean)

    def moment(order, curve):
        return (order - 1) * curve[order - 2] if order > 1 else 0.0

    def log_sum(terms):
        most = max(terms)
        return most + math.log(math.fsum(math.exp(term - most) for term in terms))

    def log_binomial(n, k):
        return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
    log_q, log_rest = math.log(fraction), math.log1p(-fraction)

    def whole(order):
        if adjacency == "replace_one":
            return log_sum([log_q + moment(order, tuning), log_rest + moment(order, final)])
        removed = [log_binomial(order, j) + (order - j) * log_q + j * log_rest + moment(order - j, tuning) + moment(j, final)
                   for j in range(order + 1)]
        added = [log_binomial(order - 1, j) + j * log_q + (order - 1 - j) * log_rest + moment(j + 1, tuning)
                 + moment(order - j, final) for j in range(order)]
        return max(log_sum(removed), log_sum(added))
    orders = [order for order in selection_orders() if order == int(order) and 2 <= order <= 1024]
    return orders, [max(0.0, whole(int(order))) / (order - 1) for order in orders]


def trainers_sums(trial):
    """What the trainer of a trial's plan releases: of each kind how often, and the norm of what a record adds at most."""
    options, steps, classes, labels = trial["options"], trial["steps"], trial["classes"], trial.get("labels_per_record", 1)
    clip, alpha, name = options["max_grad_norm"], options.get("alpha"), options["trainer"]
    require(clip > 0 and all(TYPES["whole"](one) and one >= 1 for one in (steps, classes, labels)), "has a plan that can't be")
    row = clip * clip + (1 if options["bias"] else 0)  # a bias that is trained adds a 1 to each row
    if name in ("dp-gd", "dp-sgd", "dp-adam", "dp-adam-wosm"):
        return [("gradient", steps, clip)]
    if name == "dp-zo":
        return [("loss_difference", steps, clip)]
    if name == "dp-newton":  # a gradient and a Hessian of each class
        return [("gradient", steps, math.sqrt(classes) * clip), ("hessian", steps, math.sqrt(classes) * clip * clip / 4)]
    if name == "dp-fc":
        return [("gradient", steps, clip), ("gram", 1, row)]
    if name == "dp-prototypes":
        return [("class_sums", 1, math.sqrt(row))]
    require(name == "dp-ls", f"plans for a trainer that this script does not know, {name!r}")
    return ([("gram", 1, row)] * (alpha is None or alpha > 0) + [("class_grams", 1, math.sqrt(labels) * row)] * (alpha is not None)
            + [("class_sums", 1, math.sqrt(labels * row))])


def numbers_of(value):
    """The numbers of an option that takes a list: 0.3, "0.3,1" or "log:0.1:1:4"."""
    if not isinstance(value, str) or ":" not in value:
        return [float(word) for word in str(value).split(",")]
    kind, low, high, count = value.split(":")
    require(1 <= int(count) <= 10**6, "was asked for a range that can't be")
    low, high, steps = float(low), float(high), range(int(count))
    part = max(1, len(steps) - 1)
    return [low * (high / low) ** (i / part) if kind == "log" else low + (high - low) * i / part for i in steps]


def asked_numbers(options, name):
    """The numbers of an option that takes a list; None where it is not named."""
    return numbers_of(options[name]) if name in options else None


def is_among(value, candidates):
    return any(value == one or (TYPES["number"](value) and TYPES["number"](one) and near(value, one)) for one in candidates)


def rates_of(experiment):
    """Of each trainer that was asked for the rates at which it may sample; None where its own one is not known."""
    asked, own = asked_numbers(experiment["options"], "sample-rate"), experiment["numbers"].get("rates") or []
    trainers = experiment["trainer"].split(",")
    return {name: ([1.0] if name not in SAMPLERS else asked if asked is not None else [own[place]] if place < len(own) else None)
            for place, name in enumerate(trainers)}


def are_asked_for(kinds, experiment):
    """Whether the kinds of runs that a plan has the noise of are those that were asked for: of each rate and number of steps."""
    rates, steps = list(rates_of(experiment).values()), asked_numbers(experiment["options"], "steps")
    if None in rates:
        return True
    distinct = []
    for rate in sorted({rate for some in rates for rate in some}):
        if not distinct or not near(rate, distinct[-1]):
            distinct.append(rate)
    counts = sorted(set(steps or [])) or [None]

    def asked(): # a few letters say a million of each: the pairs are looked at until one is not there
        return ((rate, count) for rate in distinct for count in counts)

    def same(kind, run):
        return near(kind.get("sample_rate", 1.0), run[0]) and run[1] in (None, kind.get("steps", 0))
    return all(any(same(kind, run) for kind in kinds) for run in asked()) and all(any(same(kind, run) for run in asked()) for kind in kinds)


def moved(kind, norm, dataset):
    """How far a person's rows can move a sum to which each adds a vector of this norm at most."""
    replaced = dataset["adjacency"] == "replace_one"
    if kind == "count":
        return norm * dataset["rows_per_person"]
    if kind == "class_counts":
        return norm * dataset["rows_per_person"] * (math.sqrt(2) if replaced else 1)
    change = 1 if not replaced else math.sqrt(2) if kind in MATRICES else 2
    return norm * change * dataset["rows_per_person"] * (1 + SLACK)


def at_least(stated, least):
    return TYPES["number"](stated) and math.isfinite(stated) and stated >= least * (1 - 1e-12)


def told_by(plan):
    """The releases of a trial's plan: what, how often, standard deviation of the noise, sensitivity, sampling rate."""
    told = []
    if "trial" in plan:
        rate = plan["trial"]["options"].get("sample_rate", 1.0)
        told += [(one["kind"], one.get("count", 1), one["noise_sd"], one["sensitivity"], rate) for one in plan["trial"]["releases"]]
    for name in ("score", "count"):
        if name in plan:
            told.append(("count", plan[name]["counts"], plan[name]["noise_sd"], plan[name]["rows_per_person"], 1.0))
    told += [(SUMS[name][0], 1, plan[name]["noise_sd"], plan[name]["sensitivity"], 1.0) for name in SUMS if name in plan]
    return all_made(told, "plans for a release that is made not even once") + recorded_in([*plan.get("breakdowns", []), *plan.get("metrics", [])])


def recorded_in(releases):
    return all_made([(one["what"], one.get("count", 1), one["noise_sd"], one["sensitivity"], one.get("sample_rate", 1.0)) for one in releases],
                    "tells of a release that is made not even once")


def all_made(told, otherwise):
    """Releases as they are told: of none, or of less than none, noise would cost nothing."""
    require(all(TYPES["whole"](count) and count >= 1 and rate > 0 for _, count, _, _, rate in told), otherwise)
    return told


def paid_name(what, values):
    """What one charge pays for once: the rest of a mean or of counts is one itself; each breakdown and metric of a look is,
    and a balanced accuracy, which the counts of the classes pay for."""
    if what == "accuracy" and values.get("of") == "balanced":
        return "balanced accuracy"
    if what.startswith("mean@") or what in ("mean_rest", "class_counts_rest"):
        return what.split("@")[0].removesuffix("_rest")
    return f"{what} {values.get({'breakdown': 'of', 'metric': 'what'}[what])}" if what in ("breakdown", "metric") else what


def paid_by(role, plan, scored, charged):
    """What the mechanism of a trial releases, once each; one that charges nothing looks at public rows: how many are right."""
    plan = plan or {}
    if not charged and role != "evaluation":
        return []
    if role in ("trial", "final"):
        return ["weights"] + ["score"] * (scored or not plan or isinstance(plan.get("score"), dict))
    if role == "selection":
        return ["weights", "score", "selection"]
    if role == "evaluation":
        bins = [one["what"] for one in plan.get("breakdowns", [])]
        counted = not charged or not plan or "count" in plan or "all" in bins
        looks = [paid_name(kind, {name: one["what"]}) for kind, name, place in
                 (("breakdown", "of", "breakdowns"), ("metric", "what", "metrics")) for one in plan.get(place, [])]
        return ["accuracy"] * counted + ["balanced accuracy"] * (not charged or "classes" in bins) + looks
    return [role]


def runs_of(plan):
    """What the plan of an experiment has of runs: phases, and final ones."""
    return [*(plan.get("phases") or []), *(one for name, one in plan.items() if name.split("_")[0] == "final" and isinstance(one, dict))]


def price_of(plan):
    """The sum of mu^2 of all that the plan of an experiment has of its training rows."""
    final = [plan["final"]] if plan.get("final") else []
    sums = [one for planned in statistics_of(plan).values() for one in planned]
    return (math.fsum(one["runs"] * one["mu"] ** 2 for one in [*(plan.get("phases") or []), *final])
            + math.fsum((one["sensitivity"] / one["noise_sd"]) ** 2 for one in sums))


def statistics_of(plan):
    """What the plan of an experiment has in view of sums that are plans of their own, by their place in a trial's plan."""
    features = plan.get("feature_map") or {}
    found = {"mean": [plan.get("mean"), features.get("mean"), (features.get("mean_rest") or {}).get("mean"),
                      *(other["mean"] for other in features.get("other_means", []))],
             "class_counts": [features.get("class_counts"), features.get("class_counts_rest")],
             "flatness": [features.get("flatness")], "prior_agreement": [plan.get("prior_look")]}
    return {name: [one for one in all_of_them if one is not None] for name, all_of_them in found.items()}


def squares_of(told):
    return math.fsum(count * (sensitivity / noise) ** 2 for _, count, noise, sensitivity, _ in told)


@functools.lru_cache(maxsize=None)
def gain_of(steps, decay, momentum, free_step):
    """What the weights hold of independent noises after so many steps of descent, per unit of the learning rate."""
    applied, squares = decayed(decay, steps - 1, steps) if free_step else 0.0, 0.0
    for step in reversed(range(steps)):
        applied = decayed(decay, step, steps) + momentum * applied
        squares += applied * applied
    return math.sqrt(squares)


@functools.lru_cache(maxsize=None)
def adams_gain_of(steps, decay, beta):
    """The same of Adam where noise rules."""
    applied, squares = 0.0, 0.0
    for step in range(steps, 0, -1):
        applied = decayed(decay, step - 1, steps) / -math.expm1(step * math.log(beta)) + beta * applied
        squares += applied * applied
    return (1 - beta) * math.sqrt(squares)


def decayed(decay, step, steps):
    share = (step + 0.5) / steps
    return 2 * (1 - share) if decay == "linear" else 1 + math.cos(math.pi * share) if decay == "cosine" else 1.0


def logit_noises(trial, row_bound):
    """The standard deviation of the noise in the logits of the longest row, as the plan of a run gives it: by each rule that there was."""
    options, steps, rate = trial["options"], trial["steps"], trial["learning_rate"]
    decay = options.get("lr_decay", "none")
    step = (math.hypot(row_bound, 1.0) if options["bias"] else row_bound) * rate
    if options["trainer"] not in SAMPLERS and options["trainer"] != "dp-gd":
        return []  # of no other trainer it follows from the step size
    if options["trainer"] in ADAMS:
        return [step * adams_gain_of(steps, decay, options.get("numbers", {}).get("adam_beta1", 0.9)), step * math.sqrt(steps)]
    noise = options["max_grad_norm"] * trial["noise_multiplier"]
    divisor = trial["public_records"] * options["sample_rate"] * math.sqrt(2 if options.get("halves") else 1)
    require(noise > 0 and divisor > 0, "shows another nu than its plan trains with")
    return [step * noise * gain_of(steps, decay, options["momentum"], options["free_step"]) / divisor]


def is_of_kind(kind, runs, told, dataset):
    """Whether these releases are those of so many runs that a private selection has this noise for."""
    multiplier = kind.get("noise_multiplier", 0.0) / moved("gradient", 1.0, dataset)
    if multiplier <= 0 or not all(near(rate, kind.get("sample_rate", 1.0)) for *_, rate in told):
        return False
    if kind.get("sample_rate", 1.0) == 1.0:
        return squares_of(told) <= runs * kind.get("steps", 0) / multiplier ** 2 * (1 + 1e-9)
    # Of samples no sum tells the cost: a run is so many steps of this noise.
    return len(told) == runs and all(count <= kind.get("steps", 0) and noise / sensitivity >= multiplier * (1 - 1e-9)
                                     for _, count, noise, sensitivity, _ in told)


def near(one, other, tolerance=1e-9):
    return math.isclose(one, other, rel_tol=tolerance)


def same_told(one, other):
    one, other = (sorted(release for release in told if release[1] != 0) for told in (one, other))
    return len(one) == len(other) and all(a[:2] == b[:2] and all(map(near, a[2:], b[2:])) for a, b in zip(one, other))


def multipliers(told):
    """Noise multiplier, sampling rate and count of releases, equal ones added up."""
    return added_up((noise / sensitivity, rate, count) for _, count, noise, sensitivity, rate in told)


def multipliers_of(events):
    return added_up((event["gaussian"]["noise_multiplier"], 1.0, event.get("count", 1)) if "gaussian" in event else
                    (event["poisson_sampled"]["event"]["gaussian"]["noise_multiplier"], event["poisson_sampled"]["sample_rate"],
                     event.get("count", 1)) for event in events)


def added_up(groups):
    result = []
    for noise, rate, count in sorted((group for group in groups if group[2] != 0), key=lambda group: (group[1], group[0])):
        if result and near(result[-1][0], noise) and near(result[-1][1], rate):
            result[-1] = (result[-1][0], rate, result[-1][2] + count)
        else:
            result.append((noise, rate, count))
    return result


def same_multipliers(one, other):
    return len(one) == len(other) and all(a[2] == b[2] and near(a[0], b[0]) and near(a[1], b[1]) for a, b in zip(one, other))


class Ledger:
    def __init__(self, path, through=None):
        """The ledger of a project file, up to row `through`."""
        self.problems, self.unchecked, self.notes, self.slices = [], [], [], []
        self.limit = "" if through is None else f" WHERE seq <= {int(through)}"
        wal = pathlib.Path(str(path) + "-wal")
        # Of a file at rest nothing is left beside it, as SQLite would to share it with a program that has it open.
        written = wal.exists() and (os.access(path.parent, os.W_OK) or wal.stat().st_size)
        self.at_rest = None if written else (path, os.stat(path))
        mode = "mode=ro" if written else "mode=ro&immutable=1"
        self.database = sqlite3.connect(path.absolute().as_uri() + "?" + mode, uri=True, isolation_level=None)
        self.database.row_factory = sqlite3.Row
        self.database.execute("BEGIN")  # one state of the file, even while a run adds rows
        if self.database.execute("PRAGMA application_id").fetchone()[0] not in APPLICATIONS:
            raise sqlite3.DatabaseError("not a Parsimony project")
        version = self.database.execute("PRAGMA user_version").fetchone()[0]
        if version != 1:
            raise sqlite3.DatabaseError(f"format {version}; this script reads format 1")
        # A view of that name, or a column that is computed, in a stranger's file could go on for ever.
        for (name,) in self.database.execute(
                "SELECT name FROM sqlite_schema AS t WHERE lower(name) IN ('ledger', 'blobs', 'checkpoints', 'clocks') AND (type <> 'table' "
                "OR rootpage = 0 OR EXISTS (SELECT 1 FROM pragma_table_xinfo(t.name) WHERE hidden <> 0))"):
            raise sqlite3.DatabaseError(f"tampered with: its '{name}' is no plain table")

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.database.close()
        if kind is None and self.at_rest:
            path, before = self.at_rest
            now = os.stat(path)
            if (now.st_size, now.st_mtime_ns) != (before.st_size, before.st_mtime_ns):
                raise sqlite3.OperationalError("a program wrote to it while it was read; verify it again")

    def problem(self, row, what):
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append({"row": row, "what": what})

    def rows(self):
        return self.database.execute(
            f"SELECT {','.join(COLUMNS)}, prev, hash FROM ledger NOT INDEXED{self.limit} ORDER BY seq")

    def check_file(self):
        """Whether tables, triggers, indexes and views are those of a project, and SQLite finds the file whole."""
        wanted = dict(SCHEMA)
        for name, sql in self.database.execute("SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema"):
            if name not in wanted:
                self.problem(0, f"there is a foreign {name}")
            elif hashlib.sha256(str(sql).encode()).hexdigest() != wanted.pop(name):
                self.problem(0, f"the {name} was changed")
        for name in wanted:
            if name != "table clocks":  # projects of earlier versions have none
                self.problem(0, f"the {name} is missing")
        for (found,) in self.database.execute("PRAGMA integrity_check(20)"):
            if found != "ok":
                self.problem(0, f"SQLite's own check: {found}")

    def check_chain(self, head):
        previous, heads, count, first = bytes(32), {}, 0, None
        for row in self.rows():
            count += 1
            first = first or row
            if row["seq"] != count:
                self.problem(row["seq"], f"stands where row {count} should")
                count = row["seq"]
            try:
                self.check_link(row, previous)
            except Finding as finding:
                self.problem(row["seq"], str(finding))
            previous = row["hash"] if isinstance(row["hash"], bytes) else b""
            heads[previous.hex()] = count
        if count == 0:
            self.problem(0, "the ledger has no rows")
        elif isinstance(head, dict):
            if head["project"] != strict_json(first["body"])["project"]:
                self.problem(0, f"the receipt of {head['day']} is of another project, {head['project']}")
            elif heads.get(head["head"]) != head["row"]:
                self.problem(head["row"], f"is not the one that the receipt of {head['day']} names")
        elif head is not None and head.lower() not in heads:
            self.problem(0, f"the tip {head} is not in the chain")
        self.blobs = set()
        for sha256, data in self.database.execute("SELECT sha256, bytes FROM blobs"):
            if not isinstance(data, bytes) or hashlib.sha256(data).digest() != sha256:
                self.problem(0, "released values don't match their hash")
            else:
                self.blobs.add(sha256.hex())
        return count, previous.hex()

    def check_link(self, row, previous):
        """Whether a row follows the one before it, and its hash and commitment are those of what it holds."""
        require(all(isinstance(row[name], bytes) for name in ("prev", "hash")), "has a hash that is none")
        require(row["prev"] == previous, "does not follow the row before it")
        require(row_hash(row, row["prev"]) == row["hash"], "its contents don't match its hash")
        if row["class"] != "curator":
            require(row["salt"] is None and row["commitment"] is None, "has the commitment of a curator value that it isn't")
        elif row["body"] is not None or row["salt"] is not None:
            require(isinstance(row["salt"], bytes) and isinstance(row["body"], str), "its curator value is none")
            committed = hashlib.sha256(b"parsimony/commitment/1" + row["salt"] + row["body"].encode()).digest()
            require(committed == row["commitment"], "its curator value doesn't match its commitment")

    def replay(self, check=True):
        """Charges of every account, and what trials took of their experiments' reservations; with `check` whether
        slices hold their events."""
        self.datasets, self.parts, self.experiments, self.trials, self.accounts = {}, {}, {}, {}, {}
        self.reserved = {}  # charges that this project made: of which units, and how much
        self.project, self.unplanned, self.unrecorded, self.silent = None, 0, 0, []
        self.links = 0  # declared inside the project so far
        self.unknown = {}  # members that only a newer program can have written: the first row, and how many
        self.known = {"dataset": self.datasets, "part": self.parts, "experiment": self.experiments, "trial": self.trials}
        for row in self.rows():
            try:
                self.take(row)
            except Finding as finding:
                self.problem(row["seq"], str(finding))
            except MALFORMED as error:
                self.problem(row["seq"], f"does not hold what its kind says: {error!r}")
        for dataset in self.datasets.values():
            if dataset["epsilon"] is None:
                self.problem(0, f"dataset '{dataset['name']}' has no cap")
        if check:
            for (kind, name), (first, count) in sorted(self.unknown.items()):
                rows = (f"1 row of kind '{kind}' has an entry {name!r} that this script does not know, " if count == 1 else
                        f"{count} rows of kind '{kind}' have an entry {name!r} that this script does not know, the first of them ")
                self.notes.append(f"{rows}row {first}: what it means was not checked")
            self.check_shared()
            if self.unplanned or self.unrecorded:
                trials = "1 trial on private data has" if self.unplanned == 1 else f"{self.unplanned} trials on private data have"
                self.notes.append(f"{trials} no plan, and {self.unrecorded} no record of what was done: what these were charged is "
                                  "compared with nothing")
            self.unchecked += [{"row": seq, "what": "ends a trial without a plan or a record, so what it was charged is compared with "
                                "nothing"} for seq in self.silent[:MOST_PROBLEMS]]
            for number, trial in self.trials.items():  # what is released and the end of its trial are written together
                if trial.get("released") and trial["state"] == "trial_running" and not self.experiments[trial["of"]["experiment"]]["public"]:
                    self.problem(0, f"trial {number} released something and has not ended")
            self.check_slices()
            self.check_promises()
            self.check_checkpoints()

    def check_checkpoints(self):
        """What a trial goes on from is there while it runs, and only then; it stands outside of the chain."""
        for trial, digest, state in self.database.execute("SELECT trial, sha256, state FROM checkpoints"):
            if self.trials.get(trial, {}).get("state") != "trial_running":
                self.problem(0, f"there is a checkpoint of trial {trial}, which does not run")
            if not isinstance(state, bytes) or hashlib.sha256(state).digest() != digest:
                self.problem(0, f"the checkpoint of trial {trial} is damaged")

    def body_of(self, row):
        """The body of a row that is what its kind says; None for one that a shared copy leaves out."""
        if row["kind"] not in KINDS and not self.problems:  # and what follows can't be judged
            raise sqlite3.DatabaseError(f"row {row['seq']} is of a kind that this script does not know, {row['kind']!r}: a newer "
                                        "version of Parsimony wrote it; take that version's script")
        require(row["kind"] in KINDS, f"is of a kind that this script does not know, {row['kind']!r}")
        classes, columns, members = KINDS[row["kind"]]
        require(row["class"] in classes.split(), f"is of class {row['class']}, which its kind has not")
        require(isinstance(row["time"], str), "has no time")
        for name in self.known:
            number = row[name]
            require((name in columns.split() and number is not None) or (name + "?" in columns.split())
                    or (name not in columns.split() and number is None),
                    f"has a {name} that its kind has not, or none where its kind has one")
            require(number is None or (isinstance(number, int) and number > 0), f"names a {name} that can't be")
        self.check_amounts(row)
        if row["body"] is None:
            require(row["class"] == "curator", "has no body")
            return None
        body = strict_json(row["body"])
        require(isinstance(body, dict), "its body is no object")
        # SQLite, and with it the views, finds no name that is spelt with escapes.
        require(all(f'"{name}"' in row["body"] for name in body), "its body has a name that is spelt with escapes")
        for member in members.split():
            name, kind = member.rstrip("?").split(":")
            require(TYPES[kind](body[name]) if name in body else member.endswith("?"), f"its body has no good '{name}'")
        for name in set(body) - {member.split(":")[0] for member in members.split()}:
            first, count = self.unknown.get((row["kind"], name), (row["seq"], 0))
            self.unknown[row["kind"], name] = first, count + 1
        if "facts" in body:
            check_facts(body["facts"])
        for event in body.get("events", []):
            check_event(event)
        return body

    def check_amounts(self, row):
        """Charges have mu_squared, or epsilon and delta; other rows have neither."""
        charges = row["kind"] in CHARGES or (row["kind"] in ALLOCATIONS and row["part"] is not None)
        filled = [name for name in ("mu_squared", "mu_squared_exact", "epsilon", "delta") if row[name] is not None]
        require(filled in ((["mu_squared", "mu_squared_exact"], ["epsilon", "delta"]) if charges else ([],)),
                "has amounts that its kind has not, or lacks one")
        for name in filled:
            require(name == "mu_squared_exact" or (isinstance(row[name], float) and 0 <= row[name] < math.inf),
                    f"its {name} is no amount")

    def take(self, row):
        body, kind = self.body_of(row), row["kind"]
        require((kind == "project") == (row["seq"] == 1), "names the project a second time, or is first and does not")
        for name, table in self.known.items():
            if row[name] is None:
                continue
            if DECLARES.get(kind) == name:
                require(row[name] not in table, f"declares {name} {row[name]} a second time")
                if row[name] != next(reversed(table), 0) + 1:
                    self.problem(row["seq"], f"declares {name} {row[name]}, before which others are missing")
            else:
                require(row[name] in table, f"is about a {name} that was not declared")
                require(all(row[other] == number for other, number in table[row[name]]["of"].items()),
                        f"is about a {name} of another dataset or experiment")
        if kind in GOING_ON:
            require(not self.experiments[row["experiment"]]["ended"], "is about an experiment that has ended")
        if kind in CHARGES:
            self.charge(row, body)
        elif kind in ALLOCATIONS:
            self.allocate(row, body)
            if kind == "trial_reserved":
                self.check_plan(row, body)
            else:
                self.trials[row["trial"]]["apart"] += body.get("events", [])
        elif kind in ENDED:
            self.experiments[row["experiment"]]["ended"] = True
            self.check_result(row, body.get("result") or {})
        elif kind.startswith("trial_"):
            self.move(row)
            if kind != "trial_running":
                self.check_trial(row, body)
        elif hasattr(self, "take_" + kind):
            getattr(self, "take_" + kind)(row, body)

    def take_project(self, row, body):
        require(body["format"] == 1, "is of a format that this script does not know")
        self.project = body["project"]

    def take_dataset(self, row, body):
        self.require_word(row, body["visibility"], ("private", "public", ""))
        require(body["visibility"] and body["adjacency"] in ADJACENCIES and body["rows_per_person"] >= 1, "declares a dataset that can't be")
        self.datasets[row["dataset"]] = {"of": {}, "name": body["name"], "public": body["visibility"] == "public",
                                         "adjacency": body["adjacency"], "rows_per_person": body["rows_per_person"],
                                         "epsilon": None, "delta": None}

    def take_cap(self, row, body):
        dataset = self.datasets[row["dataset"]]
        charged = any(self.accounts[part["account"]]["kind"] for part in self.parts.values() if part["dataset"] is dataset)
        require(dataset["epsilon"] is None or (dataset["public"] and not charged),
                f"sets the cap of '{dataset['name']}' a second time")
        require(self.can_be_cap(body), "sets a cap that can't be")
        dataset.update(epsilon=float(body["epsilon"]), delta=float(body["delta"]))

    def take_cap_raised(self, row, body):
        dataset = self.datasets[row["dataset"]]
        require(dataset["epsilon"] is not None and body["epsilon"] > dataset["epsilon"]
                and body["delta"] == dataset["delta"] and body["reason"] != "",
                f"is no raise of the cap of '{dataset['name']}' with a reason")
        require(self.can_be_cap(body), "sets a cap that can't be")
        dataset["epsilon"] = float(body["epsilon"])

    @staticmethod
    def can_be_cap(body):
        return 0 < body["epsilon"] <= 1e6 and sys.float_info.min <= min(body["epsilon"], body["delta"]) and body["delta"] < 1

    def take_part(self, row, body):
        dataset = self.datasets[row["dataset"]]
        public = body["public"] or dataset["public"]
        if body["account"] == row["part"]:
            self.accounts[row["part"]] = {"kind": None, "both": False, "mu2": Fraction(0), "epsilon": Fraction(0),
                                          "delta": Fraction(0), "part": row["part"], "links": [], "spent": [], "told": {},
                                          "opened": {}}
        else:
            owner = self.parts.get(body["account"])
            require(owner is not None and owner["account"] == body["account"] and owner["public"] == public
                    and owner["of"] == {"dataset": row["dataset"]}, "shares the account of a part that it can't")
        if any(one["key"] == body["registry_key"] != "" and one["account"] != body["account"] for one in self.parts.values()):
            self.problem(row["seq"], "has the rows of a part with another account")
        self.parts[row["part"]] = {"of": {"dataset": row["dataset"]}, "name": body["name"], "dataset": dataset,
                                   "account": body["account"], "public": public, "key": body["registry_key"],
                                   "records": body["facts"].get("records")}

    def take_link_declared(self, row, body):
        """Parts of this project that declare to share a budget."""
        part = self.parts[row["part"]]
        self.links += 1
        for number, other in self.parts.items() if body["project"] == self.project and not part["public"] else ():
            if other["key"] in body.get("keys", []) and not other["public"] and other["account"] != part["account"]:
                for one, two, name in ((part, other, number), (other, part, row["part"])):
                    links = self.accounts[one["account"]]["links"]
                    if all(link["part"] != name for link in links):
                        links.append({"part": name, "account": two["account"], "number": self.links})

    def share(self, row, body, part, account):
        """What was charged to a part that shares a budget has to be told to the other's account, by the charge's id, before
        more is spent there. Between datasets of other units it is converted, and only its row is asked for."""
        spend = {"experiment": row["experiment"], "part": row["part"], "id": body.get("charge", ""), "links": self.links,
                 "units": self.units_of(part), "amounts": self.amounts_of(row)}
        if row["kind"] == "reservation" and any(one["experiment"] != row["experiment"] for one in self.untold(account)):
            self.problem(row["seq"], f"charges part '{part['name']}' without all that another part was charged, with which it "
                         "shares its budget")
        if spend["id"] == "":  # an opening balance of an earlier version is one sum
            account["opened"] = {number: self.covered_by(spend, other["spent"]) for number, other in self.accounts.items()}
            return
        if row["kind"] == "reservation":
            account["spent"].append(spend)
        if spend["id"] not in account["told"] or self.covers(spend, account["told"][spend["id"]]):
            account["told"][spend["id"]] = spend

    @staticmethod
    def covers(told, spend):
        return told["units"] != spend["units"] or all(a >= b for a, b in zip(told["amounts"], spend["amounts"]))

    def covered_by(self, total, charges):
        """How many of the charges, from the first on, a sum is large enough for."""
        count, sums = 0, [0, 0, 0]
        for one in charges:
            sums = [a + b for a, b in zip(sums, one["amounts"])]
            if not self.covers(total, {**one, "amounts": sums}):
                break
            count += 1
        return count

    def untold(self, account):
        """What linked parts were charged and this account was not told of, each with the number of its link."""
        for link in account["links"]:
            for spend in self.accounts[link["account"]]["spent"][account["opened"].get(link["account"], 0):]:
                told = account["told"].get(spend["id"])
                if spend["part"] == link["part"] and any(spend["amounts"]) and not (told and self.covers(told, spend)):
                    yield {**spend, "number": link["number"]}

    def require_word(self, row, word, words):
        """What a word of a newer program means can't be judged, nor can what follows from it."""
        if word not in words and not self.problems:
            raise sqlite3.DatabaseError(f"row {row['seq']} has a word that this script does not know, {word!r}: a newer version of "
                                        "Parsimony wrote it; take that version's script")
        require(word in words, f"has a word that this script does not know, {word!r}")

    def came_later(self, account, charge):
        """Whether this project made the charge when the part that it charged shared nothing with the account yet."""
        made = [(one, spend) for one in self.accounts.values() for spend in one["spent"] if spend["id"] == charge]
        return made != [] and not any(
            one is account or any(link["part"] == spend["part"] and link["number"] <= spend["links"] for link in account["links"])
            for one, spend in made)

    def check_shared(self):
        for account in self.accounts.values():
            untold, name = list(self.untold(account)), self.parts[account["part"]]["name"]
            what = f"part '{name}' was not told of all that another part was charged, with which it shares its budget"
            if any(own["experiment"] == one["experiment"] and own["links"] >= one["number"] for one in untold for own in account["spent"]):
                self.problem(0, what)
            elif untold:
                self.notes.append(what)  # it takes that over when it is next run

    def take_experiment(self, row, body):
        self.require_word(row, body["kind"], ("gaussian", "slices", ""))
        require(body["kind"], "is of no kind of account")
        public = self.datasets[row["dataset"]]["public"]
        require(body["public"] == public, "calls its data public or private, which the dataset's own row does not")
        plan = body.get("plan") or {}
        constants = plan.get("constants", {})
        require(public or isinstance(constants, dict), "has a plan whose 'constants' are none")
        scored = plan.get("validation")
        self.experiments[row["experiment"]] = {
            "of": {"dataset": row["dataset"]}, "kind": body["kind"], "public": public, "ended": False, "begun": False, "promises": [],
            "reserved": {}, "taken": defaultdict(Fraction), "events": defaultdict(list), "statistics": defaultdict(list), "runs": [], "going_on": set(),
            "labels": constants.get("labels_per_record", 1), "classes": constants.get("classes"), "records": constants.get("records", 0),
            "row_bound": constants.get("row_bound", 0),
            "encoders": [one["name"] for one in constants.get("encoders", [])],
            "options": plan.get("options", {}), "method": body["method"], "trainer": body["trainer"],
            "numbers": plan.get("numbers") or {}, "final": plan.get("final") or {},
            "run": (plan.get("selection") or {}).get("run") or {}, "parts": plan.get("parts", {}),
            "names_parts": "parts" in plan, "looks": plan.get("evaluations"),
            "scored": scored, "validation": (scored or {}).get("count")}
        asked, planned = body.get("options") or {}, plan.get("options") or {}
        for name in ("adjacency", "rows-per-person", "classes", "labels-per-record", "delta", "max-grad-norm", "runs-mean", "runs-family"):
            if not public and name in asked and name in planned:
                require(asked[name] == planned[name], f"plans for another {name.replace('-', '_')} than was asked for")
        self.take_promise(row, body.get("plan"))
        validation = self.experiments[row["experiment"]]["validation"]
        require(public or not validation or validation.get("rows_per_person") == self.datasets[row["dataset"]]["rows_per_person"],
                "plans for other neighbours than its dataset was declared with")

    def take_plan_version(self, row, body):
        self.take_promise(row, body.get("plan"))

    def take_promise(self, row, plan):
        """What a plan says that its experiment is for and takes, which a guarantee is made from."""
        experiment, dataset, plan = self.experiments[row["experiment"]], self.datasets[row["dataset"]], plan or {}
        form = plan.get("plan_format")
        if TYPES["number"](form) and form > NEWEST_PLAN and form == int(form):
            self.notes.append(f"row {row['seq']}: what its plan means was not checked: its format, {form}, is one that this script does not know")
        self.note_choices(row, plan.get("options") or {})
        self.check_whole(row, plan, experiment)
        if experiment["public"]:
            constants = plan.get("constants", {})
            require(not (isinstance(constants, dict) and constants.get("private")), "plans for private rows, which its dataset's are not")
            return
        constants, part = plan.get("constants", {}), plan.get("parts", {}).get("train")
        require(isinstance(constants, dict), "has a plan whose 'constants' are none")
        if "epsilon" in plan or "delta" in plan:
            require(all(TYPES["number"](plan.get(name)) and math.isfinite(plan[name]) for name in ("epsilon", "delta"))
                    and (part is None or TYPES["whole"](part)), "plans for an epsilon, a delta or a part that is none")
            # Each is held to what was reserved: a statement may quote any of them.
            experiment["promises"].append({"row": row["seq"], "part": part, "epsilon": plan["epsilon"], "delta": plan["delta"],
                                           "price": price_of(plan) if runs_of(plan) and row["kind"] == "experiment" else None,
                                           "mu2": exact(plan["mu_squared"]) if "mu_squared" in plan else None})
        experiment["runs"] += runs_of(plan)
        experiment["going_on"] |= {phase for phase, one in enumerate(plan.get("phases") or []) if one.get("goes_on")}
        self.check_options(plan, constants, experiment, dataset)
        wanted = experiment["options"].get("experiment-epsilon")
        require(row["kind"] != "experiment" or not TYPES["number"](wanted) or "epsilon" not in plan or near(plan["epsilon"], wanted, 1e-6),
                "plans for another epsilon than was asked for")
        for run in [*runs_of(plan), (plan.get("selection") or {}).get("run") or {}]:
            require(run.get("mu", 0) == 0 or "training_mu" not in run
                    or near(run["training_mu"] ** 2 + run.get("score_mu", 0.0) ** 2, run["mu"] ** 2, 1e-6), "plans a run whose shares are not what it costs")
        for name, planned in statistics_of(plan).items():
            experiment["statistics"][name] += planned
        mapped = statistics_of({**plan, "mean": None})["mean"]  # of rows as they are; others are clipped for their mean
        require(all(at_least(one["clip"], constants.get("row_bound", 0)) for one in mapped), "plans for a mean of shorter rows than it has")
        require(self.same_neighbours(dataset, constants) and constants.get("private", True),
                "plans for other neighbours than its dataset was declared with")

    def check_whole(self, row, plan, experiment):
        """A plan that says how it is written, in a format that this script knows, or what it takes, has all that such plans have."""
        form = plan.get("plan_format", plan.get("version"))
        members = dict(member.split(":") for member in PLAN_MEMBERS.split())
        says = TYPES["number"](form) or any(name in plan for name in set(members) - {"options", "constants"})
        if experiment["public"] or not says or (TYPES["number"](form) and form > NEWEST_PLAN and form == int(form)):
            return
        lacks = [name for name, kind in members.items() if name not in plan or not TYPES[kind](plan[name])]
        if not (TYPES["whole"](form) and form >= 1):
            self.problem(row["seq"], "has a plan of a format that is none")
        elif lacks:
            self.problem(row["seq"], f"has a plan without a good {lacks[0]!r}")

    def note_choices(self, row, options):
        """What a plan means is not known where an option has a word that only a newer program can have written."""
        named = () if options.get("method") == "evaluate" else ("method", "trainer")  # a look has names for people there
        for name, words in CHOICES.items():
            asked = options.get(name) if name in named or name not in ("method", "trainer") else None
            for word in asked.split(",") if isinstance(asked, str) else ():
                if word and word not in words.split("|"):
                    self.notes.append(f"row {row['seq']}: what its plan means was not checked: it was planned by a newer version of "
                                      f"Parsimony, with --{name} {word}, which this script does not know")
                    return

    @staticmethod
    def check_options(plan, constants, experiment, dataset):
        """What a plan is made from, its request, against the plan."""
        options = plan.get("options") or {}
        if experiment["method"] != "evaluate":  # whose request is another one
            for name, otherwise in (("adjacency", None), ("rows_per_person", None), ("labels_per_record", 1), ("classes", None)):
                asked = options.get(name.replace("_", "-"))
                require(asked is None or name not in constants and otherwise is None or constants.get(name, otherwise) == asked,
                        f"plans for another {name} than was asked for")
            require(options.get("delta") in (None, dataset["delta"]), "plans for another delta than was asked for")
            for name in ("trainer", "method"):
                require(options.get(name) in (None, experiment[name]), f"plans for another {name} than was asked for")
            if options and "row_norm" in constants:
                bound = 0 if constants["row_norm"] == "none" else options.get("norm-bound", 1)
                require(options.get("row-norm", constants["row_norm"]) == constants["row_norm"]
                        and constants.get("row_bound", bound) == bound, "plans for rows of another norm than was asked for")
            for run in [*runs_of(plan), (plan.get("selection") or {}).get("run") or {}]:
                require("noises" not in run or are_asked_for(run["noises"], experiment), "plans the noise of other runs than was asked for")
        require(plan.get("account") in (None, experiment["kind"]), "plans for another kind of account")
        selection = plan.get("selection")
        if isinstance(selection, dict) and options:  # else nobody knows what was asked for
            fraction = options.get("subset-fraction", 0.1) if experiment["method"] == "koskela-kulkarni" else None
            experiment["terms"] = {"runs_mean": options.get("runs-mean", 10.0), "runs_family": options.get("runs-family", "tnb:0"),
                                   "subset_fraction": fraction}

    def check_asked(self, row, body, experiment):
        """What a trial trains with, against what was asked for and what its experiment priced."""
        trial, options = body["plan"]["trial"], experiment["options"]
        own = trial["options"]
        # Of a list of trainers, those that take no sample leave the rate that was asked for to the others.
        rates = options.get("sample-rate") if own["trainer"] in SAMPLERS else 1.0
        for name, asked in (("max_grad_norm", options.get("max-grad-norm")), ("sample_rate", rates)):
            require(asked is None or any(near(own[name], one) for one in numbers_of(asked)),
                    f"trains with another {name} than was asked for")
        require(own["trainer"] in experiment["trainer"].split(","), "trains with another trainer than was asked for")
        require("bias" not in options or own["bias"] == options["bias"], "trains with another bias than was asked for")
        require(not options or ("alpha" in options) == (own.get("alpha") is not None), "trains with another alpha than was asked for")
        gradient = [one for one in trial["releases"] if one["kind"] == "gradient"]
        require(len(gradient) != len(trial["releases"]) or all(
            near(one["noise_sd"], trial["noise_multiplier"] * one["clip"], 1e-6) for one in gradient),
            "plans for another noise than its noise multiplier gives")
        if experiment["runs"] and experiment["kind"] == "gaussian" and row["mu_squared"] is not None:
            require(any(near(math.sqrt(row["mu_squared"]), one["mu"], 1e-6) for one in experiment["runs"]),
                    "is a run that its experiment has not planned")
        kinds = [kind for run in experiment["runs"] for kind in run.get("noises", [])]
        require(not kinds or any(near(own["sample_rate"], kind["sample_rate"]) and trial["steps"] == kind["steps"]
                                 and near(trial["noise_multiplier"], kind["noise_multiplier"], 1e-6) for kind in kinds),
                "is a run that its experiment has not planned")
        planned = [one["noise_multiplier"] for one in experiment["runs"] if one.get("noise_multiplier")]
        if planned and experiment["kind"] == "slices":
            require(any(near(trial["noise_multiplier"], one, 1e-6) for one in planned), "is a run that its experiment has not planned")

    @staticmethod
    def same_neighbours(dataset, said):
        return all(said.get(name, dataset[name]) == dataset[name] for name in ("adjacency", "rows_per_person"))

    def check_plan(self, row, body):
        """Of private data: that the plan of a trial is for the neighbours that its dataset was declared with, and each of its
        releases as sensitive as follows from trainer, clip, neighbours and slack."""
        experiment, dataset, plan = self.experiments[row["experiment"]], self.datasets[row["dataset"]], body.get("plan") or {}
        if experiment["public"]:
            return
        for name, needed in (*((name, ("adjacency", "rows_per_person")) for name in ("trial", *SUMS)),
                             *((name, ("rows_per_person",)) for name in ("score", "count"))):
            require(name not in plan or all(one in plan[name] for one in needed),
                    "plans for other neighbours than its dataset was declared with")
        require(all(event["poisson_sampled"].get("adjacency", ADJACENCIES[0]) == dataset["adjacency"]
                    for event in body.get("events", []) if "poisson_sampled" in event),
                "plans for other neighbours than its dataset was declared with")
        for name, (kind, least) in SUMS.items():
            if name in plan:
                norm = max(plan[name]["clip"], least(experiment["labels"]))
                require(at_least(plan[name]["clip"], norm) and norm > 0
                        and at_least(plan[name]["sensitivity"], moved(kind, norm, dataset)),
                        f"plans for a release '{name}' that a person's rows can move further than it says")
                require(any(all(near(one[number], plan[name][number]) for number in ("clip", "noise_sd", "sensitivity"))
                            for one in experiment["statistics"][name]),
                        f"plans for a release '{name}' that its experiment has not planned")
        self.check_places(body["role"], plan)
        if "trial" not in plan:
            return
        trial = plan["trial"]
        options = trial["options"]
        require(trial["private"] is True, "plans for a training without noise on private data")
        require(at_least(trial["arithmetic_slack"], SLACK), "plans for less slack of the arithmetic than is proved")
        require(dataset["rows_per_person"] == 1 or options["sample_rate"] == 1,
                "plans to sample rows one by one, of which a person has several")
        require(trial.get("labels_per_record", 1) >= experiment["labels"]
                and experiment["classes"] in (None, trial["classes"]), "plans for other classes or labels than its experiment")
        wanted = trainers_sums(trial)
        require([(kind, count) for kind, count, _ in wanted]
                == [(one["kind"], one.get("count", 1)) for one in trial["releases"]],
                "plans for other releases than its trainer makes")
        for (kind, _, norm), one in zip(wanted, trial["releases"]):
            require(at_least(one["clip"], norm) and at_least(one["sensitivity"], moved(kind, norm, dataset)),
                    f"plans for a release '{kind}' that a person's rows can move further than it says")
        for name, place in (("steps", trial), ("noise_multiplier", trial), ("max_grad_norm", options)):
            require(body.get(name) is None or name not in place or body[name] == place[name],
                    f"shows another {name} than its plan trains with")
        rate, r = body.get("learning_rate"), body.get("r")
        require(rate is None or "learning_rate" not in trial or rate == trial["learning_rate"], "shows another learning_rate than its plan trains with")
        require(r is None or "learning_rate" not in trial or near(r, trial["learning_rate"] * trial["steps"]),
                "shows another r than its plan trains with")
        if body.get("nu") is not None and "learning_rate" in trial and experiment["row_bound"] > 0 and trial["steps"] > 0:
            # What a run starts from may bring noise of its own.
            more = len(experiment["runs"]) != 1 if body["role"] == "final" else body["phase"] in experiment["going_on"]
            noises = logit_noises(trial, experiment["row_bound"])
            require(not noises or any(near(body["nu"], one, 1e-6) or (more and body["nu"] > one) for one in noises),
                    "shows another nu than its plan trains with")
        self.check_asked(row, body, experiment)

    def check_places(self, role, plan):
        """A plan says what its trial does: as much as its role, which tells what it may release."""
        require(role in PLACES, f"has a role that no trial has, {role!r}")
        there = {name for places in PLACES.values() for name in places if name in plan}
        asked = PLACES[role][:1] if role != "evaluation" else ()
        require(not plan or (there >= set(asked) and there <= set(PLACES[role])), f"plans for something else than a trial of role '{role}'")

    def check_look(self, row, plan, experiment):
        """A look counts what its experiment planned: right records, and all where nobody said how many there are."""
        looks = [one for one in experiment["looks"] if one["part"] == plan.get("part")]
        for one in looks:
            count, own = one.get("count"), plan.get("count")
            require((count is None) == (own is None), "counts other records than its experiment planned")
            require(count is None or (own["counts"] == (count["counts"] if one.get("records") else max(2, count["counts"]))
                                      and near(own["noise_sd"], count["noise_sd"])), "counts other records than its experiment planned")
            known = self.parts.get(experiment["parts"].get(one["part"]), {}).get("records")
            require(count is None or experiment["method"] == "evaluate" or not one.get("records") or one["records"] == known,
                    "counts of other records than its part has")
        require(looks or experiment["looks"] is None, "looks at a part that its experiment has not planned to")

    def check_part(self, row, name):
        """Whether the part that is charged, or looked at for nothing, is the one that the experiment calls so."""
        experiment = self.experiments[row["experiment"]]
        if experiment["public"] or name is None:
            return
        if row["part"] is None:
            if not self.is_public_part(experiment, name):
                self.problem(row["seq"], "reserves a trial on private data that charges no part")
        elif row["part"] not in self.parts_called(experiment, name) or self.parts[row["part"]]["public"]:
            self.problem(row["seq"], f"charges another part than '{name}' of its experiment")

    def parts_called(self, experiment, name):
        """The numbers of the parts that an experiment calls so. A plan that names its parts names all of them; of another one the
        names of the dataset's own tell which it means."""
        return [number for number, part in self.parts.items() if part["name"] == name and part["of"] == experiment["of"]
                and (not experiment["names_parts"] or number == experiment["parts"].get(name))]

    def is_public_part(self, experiment, name):
        """Whether what an experiment calls so is there, and public."""
        called = self.parts_called(experiment, name)
        return called != [] and all(self.parts[number]["public"] for number in called)

    def pays_for_score(self, trial, experiment):
        """A score on rows of its own is a count that each trial is charged, or one of public rows."""
        plan, count = trial["plan"] or {}, experiment["validation"]
        if trial["role"] == "selection" and experiment["scored"] is None:
            return experiment["run"].get("score_mu", 0.0) > 0  # of its winner, on the rows that its run trained on
        if not plan or "score" in plan or experiment["scored"] is None:
            return True
        if count:
            return same_multipliers(multipliers_of(trial["apart"]), multipliers(told_by({"count": count})))
        return self.is_public_part(experiment, experiment["scored"].get("part"))

    def check_error(self, values, trial, experiment):
        """The standard error that a score shows is that of its count's noise, over as many records as its plan has."""
        plan, scored = trial["plan"] or {}, experiment["scored"] or {}
        count, records = ((plan["score"], experiment["records"]) if "score" in plan else
                          (scored.get("count"), scored.get("records", 0)) if "trial" in plan else (None, 0))
        require(not count or not records or values.get("se") is None or near(values["se"] * records, count["noise_sd"]),
                "shows another standard error than its count has")

    @staticmethod
    def check_look_errors(what, values, plan, experiment):
        """The standard errors of what a look released: those of its counts' noise, over as many records as its plan has, or as it
        released itself. Of a share of nobody knows how many records they can't be told."""
        wrong = "shows another standard error than its count has"
        records = next((one.get("records", 0) for one in experiment["looks"] or [] if one["part"] == plan.get("part") and one.get("count")), 0)
        counted = plan.get("count") if records else None
        if what == "accuracy" and "of" not in values:
            require(not counted or values.get("se") is None or near(values["se"] * records, counted["noise_sd"]), wrong)
        for one in plan.get("breakdowns", []) if what == "breakdown" else []:
            for share in values["bins"].values() if one["what"] == values["of"] else []:
                if share["accuracy"] is None or share["se"] is None:
                    continue
                right, scaled = share["accuracy"], share["se"] * share["records"]
                # A share of nothing or all may have been beyond that before it was bounded, and its error is larger by as much.
                require(near(scaled, one["noise_sd"] * math.hypot(right, 1 - right), 1e-6) if 0 < right < 1 else
                        scaled >= one["noise_sd"] * (1 - 1e-9), wrong)
        for one in plan.get("metrics", []) if what == "metric" else []:
            if one["what"] != values["what"]:
                continue
            require(all(near(values[name], one[name]) for name in ("noise_sd", "sensitivity", "loss_bound") if name in one), wrong)
            require(not counted or one["what"] not in ONE_SUM or values.get("se") is None
                    or near(values["se"] * records, one["noise_sd"] * one.get("loss_bound", 1.0), 1e-6), wrong)

    def check_trial(self, row, body):
        """What a trial that ends was charged, against its plan, and what its trainer recorded, against both."""
        trial, experiment = self.trials[row["trial"]], self.experiments[row["experiment"]]
        if not experiment["public"]:
            self.unplanned += not trial["plan"]
            if row["kind"] == "trial_finished" and not (trial["plan"] and isinstance((body.get("record") or {}).get("releases"), list)):
                self.silent.append(row["seq"])
            self.unrecorded += row["kind"] == "trial_finished" and not isinstance((body.get("record") or {}).get("releases"), list)
        if any("rdp_curve" in event for event in trial["events"]) and not experiment["public"]:
            if row["kind"] == "trial_finished":
                self.check_winner(trial, experiment, self.datasets[row["dataset"]], body.get("record") or {})
            return
        if experiment["public"] or not trial["plan"]:
            return
        # The plan of the experiment, not that of the trial, holds the count that scores it on a validation part.
        count = experiment["validation"]
        counted = multipliers(told_by({"count": count}) if count else [])
        apart = multipliers_of(trial["apart"])
        events = trial["events"] + ([] if same_multipliers(apart, counted) else trial["apart"])
        told = told_by(trial["plan"])
        require(same_multipliers(multipliers_of(events), multipliers(told)),
                f"ends trial {row['trial']}, which was charged other releases than its plan has")
        record = body.get("record")
        require(not record or same_told(recorded_in(record["releases"]), told),
                "records other releases, noise or sensitivities than its plan has")
        planned = trial["plan"].get("trial", {}).get("steps")
        require(not record or planned is None or record.get("steps_done", 0) <= planned, "records more steps than its plan has")

    def check_winner(self, trial, experiment, dataset, record):
        """Of a private selection: that its winner cost no more than a run was charged for, with sensitivities that follow from
        clip and neighbours, and is one of the runs that were asked for."""
        told = recorded_in(record.get("releases") or [])
        selection, values = (trial["plan"] or {}).get("selection") or {}, trial.get("selection")
        drew = not (values or {}).get("constant", False)
        require(isinstance((values or {}).get("constant", False), bool), "releases a winner that can't be")
        if not drew and self.is_constant(trial, selection, told):
            return
        require(told, "records no release of the winner of its selection")
        require(all(noise > 0 and sensitivity > 0 for _, _, noise, sensitivity, _ in told), "records a winner that can't be")
        # Which trainer and clip of a list won, the plan can't know: those that move least are asked for.
        wrong = [self.wrong_winner(name, min(numbers_of(experiment["options"]["max-grad-norm"])), experiment, dataset, told)
                 for name in experiment["trainer"].split(",")]
        require("" in wrong, wrong[0])
        runs = 1 if selection.get("subset_fraction") is None else 2  # the winner's run, scored, and the final run
        dear = "records a winner that costs more than a run of its selection"
        scores, trained = ([one for one in told if (one[0] == "count") == counts] for counts in (True, False))
        if selection.get("run_mu") is not None:
            require(not experiment["run"] or near(experiment["run"].get("mu", 0.0), selection["run_mu"]), "selects among runs of another cost than was planned")
            require(squares_of(told) <= runs * selection["run_mu"] ** 2 * (1 + 1e-9), dear)
        else:  # of runs that sample it is one of those that the experiment's plan has the noise of
            require(squares_of(scores) <= experiment["run"].get("score_mu", 0.0) ** 2 * (1 + 1e-9)
                    and any(is_of_kind(kind, runs if drew else 1, trained, dataset) for kind in experiment["run"].get("noises", [])), dear)
        if experiment["run"]:
            self.check_winners_count(trial, experiment, selection, scores, drew)
        require(values is not None or not trial.get("weights"), "releases the weights of a winner, and not which run it is")
        if values is not None and experiment["options"]:
            shares = [experiment["final"]] * (runs == 2) + [experiment["run"]] * drew
            self.check_winners_run(values, experiment, dataset, trained, shares)
            self.check_winners_rate(values, experiment, selection)

    def is_constant(self, trial, selection, told):
        """A Poisson law may draw no run: then nothing was scored, and without a final run nothing was trained either."""
        require(selection.get("runs_family") == "poisson" and not trial.get("score"), "says that it drew no run, and releases a winner")
        if selection.get("subset_fraction") is not None:
            return False
        require(not told and set(trial["selection"]) == {"constant"}, "says that it drew no run, and releases a winner")
        weights = self.database.execute("SELECT bytes FROM blobs WHERE sha256 = ?",
                                        (bytes.fromhex((trial.get("weights") or {}).get("blob") or ""),)).fetchone()
        require(weights is None or not any(weights["bytes"]), "says that it drew no run, and releases a winner")
        return True

    @staticmethod
    def check_winners_count(trial, experiment, selection, scores, drew):
        """A winner that is scored by a count on the rows that it trained on is recorded with that count."""
        mu, score = experiment["run"].get("score_mu", 0.0), trial.get("score") or {}
        require(len(scores) == (1 if drew and mu > 0 else 0) and (not scores or near(squares_of(scores), mu ** 2, 1e-6)),
                "records another count of its winner than its selection scores by")
        records = experiment["records"] * (selection.get("subset_fraction") or 1)
        require(not scores or score.get("se") is None or near(score["se"] * records, scores[0][2]), "shows another standard error than its count has")

    @staticmethod
    def check_winners_rate(values, experiment, selection):
        """No run steps further than the largest learning rate that was asked for; that of a final run on the other records is
        extrapolated from the one that was tuned, but for trainers whose steps have a length of their own."""
        asked, rate, fraction = asked_numbers(experiment["options"], "learning-rates"), values["learning_rate"], selection.get("subset_fraction")
        if asked is not None and rate is not None:
            scaled = fraction and values.get("knobs", {}).get("trainer", experiment["trainer"]) not in ADAMS
            require(rate * (fraction / (1 - fraction) if scaled else 1) <= max(asked) * (1 + 1e-9),
                    "releases a winner that is none of the runs that were asked for")

    @staticmethod
    def check_winners_run(values, experiment, dataset, trained, shares):
        """Of a winner that its selection tells of: that it is among what was asked for, and trained as was recorded, in as many
        runs as there are shares of them."""
        options, knobs, steps = experiment["options"], values.get("knobs", {}), values["steps"]
        other = "releases a winner that is none of the runs that were asked for"
        candidates = {"trainer": experiment["trainer"].split(","), "encoder": experiment["encoders"]}
        for name, value in (("steps", steps), *knobs.items()):
            asked = candidates.get(name) or asked_numbers(options, name.replace("_", "-"))
            require(is_among(value, asked) if asked else name == "steps", other)
        trainer = knobs.get("trainer", experiment["trainer"])
        rates = rates_of(experiment).get(trainer, [])
        rates = [knobs["sample_rate"]] if "sample_rate" in knobs and trainer in SAMPLERS else rates
        clips = [knobs["max_grad_norm"]] if "max_grad_norm" in knobs else asked_numbers(options, "max-grad-norm")
        alphas = [knobs["alpha"]] if "alpha" in knobs else asked_numbers(options, "alpha") or [None]
        # Of a list it says which value won.
        require(rates is None or len(rates) == 1, other)
        if rates is None or clips is None:
            return
        require(len(clips) == 1, other)
        clip, rate = clips[0], rates[0]
        wanted = trainers_sums({"options": {"max_grad_norm": clip, "bias": options.get("bias", False), "alpha": alphas[0], "trainer": trainer},
                                "steps": steps, "classes": experiment["classes"], "labels_per_record": experiment["labels"]})
        apart = "records another training of its winner than it releases"
        require([(what, count) for what, count, *_ in trained] == [one[:2] for one in wanted] * len(shares)
                and all(near(one[4], rate) for one in trained), apart)
        sigma = values["noise_multiplier"]
        for number, share in enumerate(shares):
            run = trained[number * len(wanted):][:len(wanted)]
            kinds = [kind["noise_multiplier"] for kind in share.get("noises", []) if near(kind["sample_rate"], rate) and kind["steps"] == steps]
            mu = share["training_mu"] if not share.get("noises") else 0
            require(kinds or mu > 0, other)
            noise = kinds[0] if kinds else moved("gradient", 1.0, dataset) * math.sqrt(1 if trainer in SOLVERS else steps) / mu
            require(number > 0 or near(sigma, noise, 1e-6), "releases another noise multiplier of its winner than its selection has")
            require(len(wanted) > 1 or wanted[0][0] == "class_sums" or near(run[0][2], noise * clip, 1e-6), apart)
            require(not mu or near(squares_of(run), mu ** 2, 1e-6), apart)
        rate, r = values["learning_rate"], values["r"]
        require((rate is None) == (r is None) and (r is None or near(r, rate * steps)), "releases another r of its winner than its learning rate gives")

    def wrong_winner(self, trainer, clip, experiment, dataset, told):
        """What is wrong with releases of a run of this trainer; an empty text: nothing."""
        trainers = [{"options": {"max_grad_norm": clip, "bias": experiment["options"].get("bias", False), "alpha": alpha,
                                 "trainer": trainer}, "steps": 1, "classes": experiment["classes"],
                     "labels_per_record": experiment["labels"]} for alpha in (None, 0.0)]  # without and with matrices of its classes
        sums = [{kind: norm for kind, _, norm in trainers_sums(one)} for one in trainers]
        norms = {"count": 1.0, **sums[0], **sums[1]}
        if not set(sums[0]) & set(sums[1]) <= {release[0] for release in told}:
            return "records fewer releases of a winner than its trainer makes"
        for kind, _, _, sensitivity, _ in told:
            if kind not in norms:
                return "records other releases of a winner than its trainer makes"
            if not at_least(sensitivity, moved(kind, norms[kind], dataset)):
                return f"records a release {kind!r} that a person's rows can move further than it says"
        return ""

    def check_promises(self):
        """What plans promise, against what was reserved: of the rows trained on, or of all where those can't be told."""
        for experiment in self.experiments.values():
            shares = experiment["reserved"]
            scored = experiment["parts"].get((experiment["scored"] or {}).get("part"))
            if not experiment["public"] and experiment["validation"] and shares and scored not in (None, *shares):
                self.problem(next((one["row"] for one in experiment["promises"]), 0), "plans for a part of which it reserves nothing")
            for promise in experiment["promises"]:
                named = promise["part"] in shares
                if promise["part"] is not None and not named and shares:
                    self.problem(promise["row"], "plans for a part of which it reserves nothing")
                held = [shares[promise["part"]]] if named else [
                    share for part, share in shares.items() if not self.parts[part]["public"]]
                if not all(self.keeps(promise, share, experiment, named) for share in held):
                    self.problem(promise["row"], "plans for another epsilon or delta than it reserves")

    def keeps(self, promise, share, experiment, named):
        if experiment["kind"] != "gaussian":
            return (share["epsilon"] <= Fraction(promise["epsilon"]) * (1 + Fraction(1, 10**9))
                    and share["delta"] <= Fraction(promise["delta"]) * (1 + Fraction(1, 10**9)))
        delta, told = self.datasets[experiment["of"]["dataset"]]["delta"], promise["mu2"]
        kept = (promise["delta"] == delta
                and gaussian_epsilon(math.sqrt(share["mu2"]), delta) <= promise["epsilon"] * (1 + 1e-6)
                and (told is None or (told == share["mu2"] if named else told >= share["mu2"])))
        if kept and named and promise["price"] is not None and not near(promise["price"], as_float(share["mu2"]), 1e-6):
            self.problem(promise["row"], "plans for runs that cost something else than it reserves")
        return kept

    def take_release(self, row, body):
        trial, private = self.trials[row["trial"]], not self.experiments[row["experiment"]]["public"]
        require(trial["state"] != "trial_reserved", "releases something of a trial that did not run")
        require("blob" not in body or body["blob"] in self.blobs, "its released values are missing")
        values = body.get("values")
        if body["what"] == "score" and isinstance(values, dict):
            require(all(values.get(name) is None or TYPES["number"](values[name]) for name in ("value", "se"))
                    and isinstance(values.get("kind", ""), str), "releases a score that is none")
            self.require_word(row, values.get("kind", ""), ("none", "noisy", "validation", "exact", ""))
        if private and body["what"] == "score" and isinstance(values, dict):
            self.check_error(values, trial, self.experiments[row["experiment"]])
        exact_score = body["what"] == "score" and isinstance(values, dict) and values.get("kind") == "exact"
        require(not (private and exact_score), "releases an exact score of private data")
        require(not private or (row["class"] == "public") != trial["charged"],
                "releases something of private data that nothing was charged for")
        require(not private or trial["state"] == "trial_running", "releases something of a trial that has ended")
        trial["released"] = True
        if body["what"] in ("selection", "score") and isinstance(values, dict):
            trial[body["what"]] = values  # of the winner of a private selection, which is held to its record
        if private and body["what"] in ("accuracy", "breakdown", "metric") and isinstance(values, dict):
            part = (trial["plan"] or {}).get("part")
            require(part is None or values.get("part", part) == part, "releases something of another part than it looks at")
        if private and trial["charged"] and trial["role"] == "evaluation" and isinstance(values, dict):
            self.check_look_errors(body["what"], values, trial["plan"] or {}, self.experiments[row["experiment"]])
        if private:
            name = paid_name(body["what"], values if isinstance(values, dict) else {})
            require(trial["charged"] or (name in trial["paid"] and not body.get("blob")),
                    "releases something of private data that nothing was charged for")
            require(name in trial["paid"] and (name != "score" or self.pays_for_score(trial, self.experiments[row["experiment"]])),
                    f"releases {body['what']!r}, which no charge of its trial pays for, or once more")
            trial["paid"].remove(name)
        if private and body["what"] == "weights" and isinstance(values, dict):
            planned = (trial["plan"] or {}).get("trial") or {}
            require(all(name not in holder or name not in values or holder[name] == values[name] for name, holder in
                        (("classes", planned), ("bias", planned.get("options") or {}))), "releases weights of another shape than its plan trains")
        if body["what"] == "weights":
            trial["weights"] = {"blob": body.get("blob"), "shape": values}

    def take_tags(self, row, body):
        require(all(isinstance(tag, str) for tag in body["tags"]), "its tags are none")

    @staticmethod
    def units_of(part):
        return part["dataset"]["adjacency"], part["dataset"]["rows_per_person"]

    @staticmethod
    def amounts_of(row):
        return exact(row["mu_squared_exact"]), row["epsilon"] or 0, row["delta"] or 0

    def charge(self, row, body):
        part = self.parts[row["part"]]
        own = self.reserved.get(body.get("charge"))
        if row["kind"] != "reservation" and own and own[0] == self.units_of(part) and any(
                a > b for a, b in zip(own[1], self.amounts_of(row))):  # as more it may come over persons who have several rows elsewhere
            self.problem(row["seq"], "tells another charge than was reserved under its id")
        account, dataset = self.accounts[part["account"]], part["dataset"]
        kind = "gaussian" if row["mu_squared"] is not None else "slices"
        require(dataset["epsilon"] is not None, "charges a dataset whose cap was not set before")
        # Linked projects may have charged the rows in the other way: such an account takes no more.
        account["both"] = account["both"] or account["kind"] not in (None, kind)
        require(not account["both"] or row["kind"] == "linked_charge" or part["public"],
                f"charges an account of kind {account['kind']} as {kind}, or one that has charges of both kinds")
        account["kind"] = kind
        account["mu2"] += exact(row["mu_squared_exact"])
        account["epsilon"] += Fraction(row["epsilon"] or 0)
        account["delta"] += Fraction(row["delta"] or 0)
        if not part["public"]:
            self.share(row, body, part, account)
        self.check_cost(row, body)
        # What another part of this project was charged has to fit as well; of other projects' nobody here could know.
        if row["kind"] == "reservation":
            self.reserved.setdefault(body["charge"], (self.units_of(part), self.amounts_of(row)))
            self.take_share(row, body, kind)
        elif row["kind"] != "linked_charge":
            return
        if kind == "gaussian":
            spent = gaussian_epsilon(math.sqrt(account["mu2"]), dataset["delta"])
            fits = spent <= dataset["epsilon"] * (1 + 1e-6)
        else:
            fits = account["epsilon"] <= Fraction(dataset["epsilon"]) and account["delta"] <= Fraction(dataset["delta"])
        if not fits and not part["public"] and body["charge"] not in self.reserved:
            self.notes.append(f"row {row['seq']}: charges in other projects to the rows of part '{part['name']}' passed the cap that "
                              f"'{dataset['name']}' has here")
            return
        if not fits and not part["public"] and row["kind"] == "linked_charge" and self.came_later(account, body["charge"]):
            self.notes.append(f"row {row['seq']}: charges of this project to rows that share with those of part '{part['name']}' of "
                              f"'{dataset['name']}' since then passed its cap")
            return
        require(fits or part["public"], f"passes the cap {dataset['epsilon']} of part '{part['name']}'")

    def take_share(self, row, body, kind):
        experiment = self.experiments[row["experiment"]]
        if experiment["names_parts"] and not experiment["public"] and row["part"] not in experiment["parts"].values():
            self.problem(row["seq"], "reserves of a part that its plan does not name")
        require(experiment["kind"] == kind and not experiment["begun"],
                "reserves for an experiment that has begun its trials, or has another kind of account")
        share = experiment["reserved"].setdefault(row["part"], {"row": row["seq"], "mu2": Fraction(0), "epsilon": Fraction(0),
                                                                "delta": Fraction(0), "planned": []})
        share["mu2"] += exact(row["mu_squared_exact"])
        share["epsilon"] += Fraction(row["epsilon"] or 0)
        share["delta"] += Fraction(row["delta"] or 0)
        share["planned"] += body.get("events", [])

    def check_cost(self, row, body):
        if row["mu_squared"] is None:
            return
        spend = exact(row["mu_squared_exact"])
        require(abs(spend - Fraction(row["mu_squared"])) <= spend * Fraction(1, 10**12), "its mu_squared is not its exact spend")
        cost = gaussian_cost(body.get("events", []))
        # Events are stored as decimal texts of doubles, and 1/z^2 is rounded up once for each.
        require(cost is not None and cost <= spend * (1 + Fraction(1, 10**12)), "charges less than its events cost")

    def check_shown(self, row, body):
        """The mu and epsilon that a trial shows, which a view shows too, must be those of its charge."""
        if "mu" not in body and "epsilon" not in body:
            return
        require(row["mu_squared"] is not None and "mu" in body and "epsilon" in body, "shows a cost that it can't have")
        mu = math.sqrt(row["mu_squared"])
        epsilon = gaussian_epsilon(mu, self.datasets[row["dataset"]]["delta"])
        require(abs(body["mu"] - mu) <= 1e-9 * mu and abs(body["epsilon"] - epsilon) <= 1e-6 * epsilon,
                "shows another mu or epsilon than its charge has")

    @staticmethod
    def check_encoder(encoders, body):
        """Whose rows a run of one of several encoders read: shown wherever it is not the first."""
        if encoders and "trial" in (body.get("plan") or {}):
            read = body["plan"]["trial"]["options"].get("encoder")
            require(read in encoders, "trains on rows by an encoder that its experiment does not name")
            require(read == encoders[0] or "encoder" in body.get("knobs", {}), "does not show whose rows it trains on")

    def check_counts(self, row, body):
        """The vectors of counts that a look releases: a record is in one cell of each, in f1 (right, wrong and missed
        labels of each class, no more predicted than a record may have) in 2 K at most; top5 and log_loss are one sum."""
        dataset, plan = self.datasets[row["dataset"]], body.get("plan") or {}
        for one in [*plan.get("breakdowns", []), *plan.get("metrics", [])]:
            require(one["what"] in COUNTS, "counts something that is not known")
            squared = 2 * self.experiments[row["experiment"]]["labels"] if one["what"] == "f1" else 1
            if dataset["adjacency"] == "replace_one" and one["what"] not in ONE_SUM:
                squared *= 2
            require(one["sensitivity"] >= dataset["rows_per_person"] * math.sqrt(squared) * (1 - 1e-12),
                    "plans for counts that a person's rows can move further than it says")
            noise = one["noise_sd"] / one["sensitivity"]
            require(any(abs(event["gaussian"]["noise_multiplier"] - noise) <= 1e-9 * noise
                        for event in body.get("events", []) if "gaussian" in event),
                    "plans for counts of other noise than it lists")

    def check_selection(self, row, body):
        """A private selection is charged the curve of its number of runs and their cost; nothing else is charged one."""
        curves = [event["rdp_curve"] for event in body.get("events", []) if "rdp_curve" in event]
        if not curves:
            return
        other = "charges a curve that is not the one of its number of runs and their cost"
        selection = (body.get("plan") or {}).get("selection")
        require(len(body["events"]) == 1 and isinstance(selection, dict), other)
        terms = self.experiments[row["experiment"]].get("terms", {})
        wanted = all(selection.get(name) == value for name, value in terms.items())
        if selection.get("run_mu") is None:
            experiment = self.experiments[row["experiment"]]
            kinds = experiment["run"].get("noises")
            require(kinds, other)
            require(wanted, "selects among other runs than was asked for")
            self.unchecked.append({"row": row["seq"], "what": "charges the curve of a selection whose runs sample, which is not "
                                   "recomputed here: parsimony-cli audit does"})
            return
        require(wanted, "selects among other runs than was asked for")
        mu, mean, fraction = selection["run_mu"], selection["runs_mean"], selection.get("subset_fraction")
        dataset = self.datasets[row["dataset"]]
        # A truncated negative binomial distribution has a mean above 1.
        require(mu > 0 and (mean > 1 or (mean == 1 and selection["runs_family"] == "poisson")) and (fraction is None or dataset["rows_per_person"] == 1), other)
        orders, values = selection_curve(selection["runs_family"], mean, fraction, mu, dataset["adjacency"])
        require(curves[0]["orders"] == orders
                and all(given >= value * (1 - 1e-9) for given, value in zip(curves[0]["values"], values)), other)

    def allocate(self, row, body):
        """A trial that is reserved, and each part that it takes something of."""
        experiment, part = self.experiments[row["experiment"]], self.parts.get(row["part"])
        if row["kind"] == "trial_reserved":
            require(body["role"] != "evaluation" or isinstance((body.get("plan") or {}).get("part", ""), str),
                    "looks at a part whose name is none")
            experiment["begun"] = True
            options = body["plan"]["trial"]["options"] if body.get("knobs") else {}
            require(all(options.get(name, UNNAMED.get(name)) == value for name, value in body.get("knobs", {}).items()),
                    "shows a setting that its plan does not train with")
            self.check_encoder(experiment["encoders"], body)
            self.check_part(row, (body.get("plan") or {}).get("part") if body["role"] == "evaluation" else "train")
            require(experiment["public"] or all(self.same_neighbours(self.datasets[row["dataset"]], one)
                                                for one in (body.get("plan") or {}).values() if isinstance(one, dict)),
                    "plans for other neighbours than its dataset was declared with")
            if not experiment["public"]:
                self.check_counts(row, body)
                if body["role"] == "evaluation" and body.get("plan") and experiment["looks"] is not None:
                    self.check_look(row, body["plan"], experiment)
                self.check_selection(row, body)
            self.trials[row["trial"]] = {"of": {"dataset": row["dataset"], "experiment": row["experiment"]},
                                         "state": row["kind"], "charged": part is not None, "plan": body.get("plan"), "role": body["role"],
                                         "paid": paid_by(body["role"], body.get("plan"), experiment["scored"] is not None, part is not None),
                                         "events": body.get("events", []) if part is not None else [], "apart": []}
        require(self.trials[row["trial"]]["state"] == "trial_reserved", "charges a trial that was begun already")
        if row["kind"] == "trial_charge":
            self.check_part(row, (experiment["scored"] or {}).get("part"))
        if part is None:
            # Only what is evaluated on a public part of a private dataset costs nothing.
            named = body["plan"].get("part") if isinstance(body.get("plan"), dict) else None
            require("mu" not in body and "epsilon" not in body, "shows a cost and charges no part")
            require(experiment["public"] or (body["role"] == "evaluation" and named is not None and "events" not in body),
                    "reserves a trial on private data that charges no part")
            return
        self.check_cost(row, body)
        self.check_shown(row, body)
        share = experiment["reserved"].get(row["part"])
        require(share is not None, "charges a part of which its experiment reserved nothing")
        require((row["mu_squared"] is not None) == (experiment["kind"] == "gaussian"), "charges another kind of account")
        if not body.get("events") and not part["public"]:
            self.unchecked.append({"row": row["seq"], "what": "lists no events, so what it cost can't be recomputed"})
        experiment["events"][row["part"]] += body.get("events", [])
        experiment["taken"][row["part"]] += exact(row["mu_squared_exact"])
        require(experiment["taken"][row["part"]] <= share["mu2"], "takes more than its experiment reserved")

    def check_result(self, row, result):
        """The classifier that an experiment ends with is of one of its own runs."""
        number = result.get("result_trial", 0)
        trial = self.trials.get(number) or {}
        require(number == 0 or (trial and trial["of"]["experiment"] == row["experiment"] and trial["state"] == "trial_finished"
                                and trial["role"] in RUNS), "ends with a result that is none of its runs")

    def move(self, row):
        """A trial that is begun, or ends."""
        trial = self.trials[row["trial"]]
        require(trial["state"] == "trial_running" or (trial["state"] == "trial_reserved" and row["kind"] != "trial_finished"),
                f"moves a trial on from {trial['state']} to {row['kind']}")
        trial["state"] = row["kind"]
        require(row["kind"] in ("trial_running", "trial_finished") or not trial.get("released")
                or self.experiments[row["experiment"]]["public"], "ends a trial that released something otherwise than as finished")

    def check_slices(self):
        self.slices = []
        for number, experiment in self.experiments.items():
            for part, share in experiment["reserved"].items():
                planned, taken = share["planned"], experiment["events"][part]
                if experiment["kind"] != "slices" or self.parts[part]["public"] or not (planned or taken):
                    continue
                if planned and not are_planned(planned, taken):
                    self.problem(share["row"], "plans other events than its trials took")
                reserved, delta = as_float(share["epsilon"]), as_float(share["delta"])
                why = "dp-accounting has no figure for such events"
                try:
                    epsilon = composed_epsilon(planned or taken, delta, reserved)
                except ModuleNotFoundError as error:
                    epsilon, why = None, f"slices need a package: pip install dp-accounting ({error})"
                except Exception as error:  # of whatever kind dp-accounting raises
                    epsilon, why = None, f"dp-accounting fails on its events: {error!r}"
                self.slices.append({"experiment": number, "part": self.parts[part]["name"], "reserved_epsilon": reserved,
                                    "delta": delta, "epsilon": epsilon})
                if epsilon is None:
                    self.unchecked.append({"row": share["row"], "what": f"could not be recomputed: {why}"})
                elif not epsilon <= reserved * 1.005:
                    self.problem(share["row"], f"its experiment cost epsilon {epsilon}, more than it reserved")

    def figures(self):
        result = []
        for part in self.parts.values():
            account, dataset = self.accounts[part["account"]], part["dataset"]
            if dataset["epsilon"] is None:
                continue
            figure = {"name": dataset["name"], "part": part["name"], "delta": dataset["delta"],
                      "target_epsilon": dataset["epsilon"], "simulated": part["public"], "mu": None}
            both = account["both"] and not part["public"]
            slices = account["kind"] == "slices"
            figure["epsilon"] = as_float(account["epsilon"]) if slices or both else 0.0
            if not slices or both:
                figure["mu"] = math.sqrt(as_float(account["mu2"]))
                figure["epsilon"] += gaussian_epsilon(figure["mu"], dataset["delta"])
            if both:
                self.notes.append(f"linked projects charged part '{part['name']}' of '{dataset['name']}' in accounts of both "
                                  "kinds: nothing covers both at the delta of one, and it takes no more")
            result.append(figure)
        return result


MODEL_ENDINGS = (".safetensors", ".npz", ".csv", ".onnx")
TEXT_ENDINGS = (".md", ".cdx.json", ".opendp.yaml")  # of what is written beside MODEL, behind its name
CARD = "parsimony_card"  # what the card of a model is called in its file


def say_missing(name, ledger):
    """A statement is about a model: without it the check lacks what matters, without its card it does not."""
    what = f"{name} is not beside the statement: its hash was not compared"
    if pathlib.Path(name).suffix.lower() in MODEL_ENDINGS:
        ledger.unchecked.append({"row": 0, "what": what})
    else:
        ledger.notes.append(what)


def read_statement(path, public_key, ledger):
    """The statement of an envelope whose signature and files were checked."""
    envelope = strict_json(path.read_text())
    payload = base64.b64decode(envelope["payload"], validate=True)
    kind = envelope["payloadType"]
    statement = strict_json(payload)
    if (kind, statement["_type"], statement["predicateType"]) != STATEMENT_TYPES:
        raise ValueError("it states something else than a guarantee")
    if public_key is None:
        ledger.unchecked.append({"row": 0, "what": "the statement's signature was not checked: give --public-key"})
    else:
        signed = f"DSSEv1 {len(kind)} {kind} {len(payload)} ".encode() + payload
        signatures = [base64.b64decode(signature["sig"], validate=True) for signature in envelope["signatures"]]
        if ed25519_verify := beside_this_script("ed25519_verify", "the statement's signature", ledger):
            with from_file(public_key, "a public key of Ed25519 in PEM"):
                key = ed25519_verify.read_public_key(public_key.read_text())
            if not any(ed25519_verify.verify(key, signed, signature) for signature in signatures):
                ledger.problem(0, "the statement is not signed by this key")
    subjects = statement.get("subject")
    if not isinstance(subjects, list) or not subjects or not all(
            isinstance(one, dict) and TYPES["text"](one.get("name")) and isinstance(one.get("digest"), dict) for one in subjects):
        ledger.problem(0, "the statement names no file")
        return {**statement, "subject": []}
    for subject in subjects:
        file = path.parent / pathlib.Path(subject["name"]).name
        require_regular(file)
        if not file.exists():
            say_missing(subject["name"], ledger)
        elif hashlib.sha256(file.read_bytes()).hexdigest() != subject["digest"].get("sha256"):
            ledger.problem(0, f"{file} is not the file that the statement was made for")
    return statement


def same(stated, known, tolerance=0.0):
    """Equal and of one type; numbers that are computed may differ in the last digits, as another program computes them."""
    if isinstance(known, float):
        return TYPES["number"](stated) and abs(stated - known) <= tolerance * abs(known)
    return type(stated) is type(known) and stated == known


def arrays_of(weights, data):
    """The arrays of a classifier's weights, as exported files name and hold them: float32, biases apart."""
    shape, at, arrays = weights["shape"], 0, {}
    parameters = struct.unpack(f"<{len(data) // 8}d", data)
    units = [shape["dim"], *(size for size in (shape["hidden"], *shape.get("deeper", [])) if size), shape["classes"]]
    for number, (inputs, outputs) in enumerate(zip(units, units[1:]), 1):
        before = "" if number == len(units) - 1 else "hidden_" if number == 1 else f"hidden{number}_"
        layer, biases = b"", b""
        for _ in range(outputs):
            layer += struct.pack(f"<{inputs}f", *parameters[at:at + inputs])
            at += inputs
            if shape["bias"]:
                biases += struct.pack("<f", parameters[at])
                at += 1
        arrays[before + "weight"] = layer
        if shape["bias"]:
            arrays[before + "bias"] = biases
    return arrays


def arrays_in(file, classes):
    """The arrays of a model's file, by name; raises where it holds none, or one name twice."""
    data, kind = file.read_bytes(), file.suffix.lower()
    named = (safetensors_in(data) if kind == ".safetensors" else npz_in(file) if kind == ".npz" else
             onnx_in(data) if kind == ".onnx" else csv_in(data, classes))
    if len(dict(named)) != len(named):
        raise ValueError("an array occurs twice")
    return dict(named)


def safetensors_in(data):
    begin = 8 + int.from_bytes(data[:8], "little")
    header = strict_json(data[8:begin].decode())
    return [(name, values_of(one["dtype"] == "F32", data[begin:][slice(*one["data_offsets"])]))
            for name, one in header.items() if name != "__metadata__"]


def values_of(are_floats, data):
    return data if are_floats else None


def npz_in(file):
    found = []
    with zipfile.ZipFile(file) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            size = 2 if data[6] == 1 else 4
            begin = 8 + size + int.from_bytes(data[8:8 + size], "little")
            header = ast.literal_eval(data[8 + size:begin].decode("latin1"))
            found.append((name.removesuffix(".npy"),
                          values_of(header["descr"] == "<f4" and header["fortran_order"] is False, data[begin:])))
    return found


def csv_in(data, classes):
    header, *lines = [line.split(",") for line in data.decode().splitlines() if line and not line.startswith("#")]
    if header != ["class", "bias", *(f"x{i}" for i in range(len(header) - 2))]:
        raise ValueError("its columns are not in order")
    if [line[0] for line in lines[:classes]] != [str(i) for i in range(classes)] or any(
            line[0] not in ("mean", "map_mean", "quadratic_a", "quadratic_b") for line in lines[classes:]):
        raise ValueError("its classes are not in order")
    return [("weight", b"".join(struct.pack(f"<{len(line) - 2}f", *map(float, line[2:])) for line in lines[:classes])),
            ("bias", b"".join(struct.pack("<f", float(line[1])) for line in lines[:classes])),
            *((name, None) for name in sorted({line[0] for line in lines[classes:]}))]


def fields_of(message):
    """The fields of a protobuf message."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte, at = message[at], at + 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value
    while at < len(message):
        key = varint()
        if key & 7 == 0:
            yield key >> 3, varint()
            continue
        length = varint() if key & 7 == 2 else {1: 8, 5: 4}[key & 7]
        if at + length > len(message):
            raise ValueError("a field is cut off")
        yield key >> 3, message[at:at + length]
        at += length


def onnx_in(data):
    found = []
    for graph in (value for field, value in fields_of(data) if field == 7):
        for tensor in (list(fields_of(value)) for field, value in fields_of(graph) if field == 5):
            one = dict(tensor)
            whole = sorted(field for field, _ in tensor if field != 1) == [2, 8, 9]  # type, name and values, and nothing beside them
            found.append((one[8].decode(), values_of(whole and one[2] == 1, one[9])))
    return found


def card_in(file):
    """What the card in a model's file promises."""
    data, kind = file.read_bytes(), file.suffix.lower()
    if kind == ".safetensors":
        text = strict_json(data[8:8 + int.from_bytes(data[:8], "little")].decode())["__metadata__"][CARD]
    elif kind == ".npz":
        with zipfile.ZipFile(file) as archive:
            array = archive.read(CARD + ".npy")
        size = 2 if array[6] == 1 else 4
        text = array[8 + size + int.from_bytes(array[8:8 + size], "little"):].decode()
    elif kind == ".onnx":
        entries = [dict(fields_of(value)) for field, value in fields_of(data) if field == 14]
        (text,) = (entry[2].decode() for entry in entries if entry[1] == CARD.encode())
    else:
        title, text = data.decode().split("\n", 1)[0].split(CARD, 1)
        if title != "# ":
            raise ValueError("it has no card")
    return strict_json(text)


def beside_this_script(name, what, ledger):
    """A module that belongs to this script; nothing where it is not there."""
    place = str(pathlib.Path(__file__).resolve().parent)
    if place not in sys.path:
        sys.path.insert(0, place)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        ledger.unchecked.append({"row": 0, "what": f"{what}: put {name}.py beside this script"})
        return None


def does_what_was_planned(card, constants, shape):
    """As far as the plan says it: how rows are brought to their norm, what comes out, and what classes are called."""
    prepared, head = card["preprocessing"], card["head"]
    layers = [[size for size in one.get("deeper", []) if size] for one in (head, shape)]
    return (card["class_names"] == constants.get("class_names", []) and layers[0] == layers[1] and
            card.get("labels_per_record", 1) == constants.get("labels_per_record", 1) and
            prepared["row_norm"] == constants.get("row_norm", prepared["row_norm"]) and
            (prepared["row_norm"] == "none" or prepared["norm_bound"] == constants.get("row_bound", prepared["norm_bound"])) and
            all(head[name] == shape[name] for name in ("dim", "classes", "hidden", "bias")))


def check_graph(file, card, arrays, ledger):
    """An ONNX file must compute what its card says, whatever arrays it has: another node makes another classifier."""
    graph = beside_this_script("onnx_graph", f"what {file.name} computes was not compared", ledger)
    if graph and graph.program_in(fields_of(file.read_bytes())) != graph.program(card, arrays):
        ledger.problem(0, f"{file} does something else with a record than the classifier that its card tells of")


def say_unread(statement, ledger):
    """Texts beside a model are made of the record by the program, which can make them again; of other files nobody knows."""
    made, others = [], []
    for subject in statement["subject"]:
        name = pathlib.Path(subject["name"]).name
        if not name.lower().endswith(MODEL_ENDINGS):
            model = next((name.removesuffix(end) for end in TEXT_ENDINGS if name.endswith(end)), "")
            (made if model.endswith(MODEL_ENDINGS) else others).append(name)
    if made:
        ledger.notes.append(f"of {', '.join(made)} the hash alone was compared: parsimony-cli audit --statement compares what they say")
    ledger.unchecked += [{"row": 0, "what": f"{name} is none of the files that Parsimony makes of a trial: its hash alone was compared"}
                         for name in others]


def check_models(statement, path, trial, plan, ledger):
    """Each of the files that a statement is made for which is a model must hold the weights that its trial released, and
    promise what the statement does."""
    wanted, models, problems = {}, 0, len(ledger.problems)
    if plan.get("prior_taken"):
        ledger.notes.append("the model's weights are those that its trial released less a part of its classes' shares: "
                            "parsimony-cli audit --statement compares them")
    else:
        data = ledger.database.execute("SELECT bytes FROM blobs WHERE sha256 = ?", (bytes.fromhex(trial["weights"]["blob"]),)).fetchone()
        wanted = arrays_of(trial["weights"], data["bytes"])
    predicate = statement["predicate"]
    for subject in statement["subject"]:
        file = path.parent / pathlib.Path(subject["name"]).name
        if file.suffix.lower() not in MODEL_ENDINGS:
            continue
        models += 1
        if not file.exists():
            continue  # which say_missing told
        try:
            arrays, card = arrays_in(file, trial["weights"]["shape"]["classes"]), card_in(file)
            ledger.notes.append(f"{file.name}: means, maps, blocks of joined encoders, thresholds and the kind of head were not "
                                "compared: parsimony-cli audit --statement compares them")
            if any(arrays.get(name) != values for name, values in wanted.items()):
                ledger.problem(0, f"{file} does not hold the weights that its trial released")
            elif not all(same(card[name], predicate[name]) for name in ("guarantee", "private", "epsilon", "delta", "adjacency")):
                ledger.problem(0, f"{file} has another guarantee in it than the statement")
            elif not does_what_was_planned(card, plan.get("constants", {}), trial["weights"]["shape"]):
                ledger.problem(0, f"{file} does something else with a record than the classifier that its trial released")
            elif file.suffix.lower() == ".onnx":
                check_graph(file, card, arrays, ledger)
        except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError, SyntaxError, struct.error, *MALFORMED) as error:
            ledger.problem(0, f"{file} can't be compared with the weights that its trial released: {error!r}")
    say_unread(statement, ledger)
    if models == 0 and len(ledger.problems) == problems:
        ledger.problem(0, "none of the statement's files holds the weights that its trial released")


def check_statement(statement, ledger, path, place_of_statement):
    """What the statement says of the ledger, against the ledger up to the row that it names."""
    predicate = statement["predicate"]
    place = predicate["ledger"]
    if not all(TYPES["whole"](place[name]) for name in ("rows", "experiment", "trial")):
        raise ValueError("it names a row, an experiment or a trial that is no whole number")
    row = ledger.database.execute("SELECT hash FROM ledger WHERE seq = ?", (place["rows"],)).fetchone()
    if row is None or not isinstance(row["hash"], bytes) or row["hash"].hex() != place["tip"]:
        ledger.problem(place["rows"], "is not the tip that the statement names")
        return
    with Ledger(path, place["rows"]) as then:
        then.blobs = ledger.blobs
        then.replay(check=False)
        check_promise(predicate, place, then, ledger)
        trial = then.trials.get(place["trial"], {})
        if trial.get("weights"):
            plan = then.database.execute("SELECT body FROM ledger WHERE kind = 'experiment' AND experiment = ?",
                                         (place["experiment"],)).fetchone()
            check_models(statement, place_of_statement, trial, strict_json(plan["body"])["plan"] if plan else {}, ledger)
    left, wrong = then.figures(), False  # several may have one name, of rows declared at different times
    for account in predicate["accounts"]:
        found = next((figure for figure in left if all(
            same(account[name], figure[name], 1e-9)
            for name in ("name", "part", "epsilon", "delta", "mu", "target_epsilon", "simulated"))), None)
        if found is None:
            ledger.problem(0, f"the statement has another epsilon for the {account['part']} part than the ledger")
            wrong = True
        else:
            left.remove(found)
    if left and not wrong:
        ledger.problem(0, "the statement leaves out an account")
    ledger.notes.append("of the guarantee's sentence only its first figures were compared: parsimony-cli audit --statement "
                        "compares its words; what stands under checked, attested, notes and program is the signer's word")


def check_promise(predicate, place, then, ledger):
    """What the statement says of its experiment, against the plan in the ledger."""
    bodies = {kind: strict_json(body) for kind, body in then.database.execute(
        "SELECT kind, body FROM ledger WHERE kind = 'project' OR (kind IN ('experiment', 'plan_version') AND experiment = ?)"
        " ORDER BY seq", (place["experiment"],))}
    trial = then.trials.get(place["trial"])
    if place["project"] != bodies["project"]["project"]:
        ledger.problem(0, "the statement is about another project")
    if "experiment" not in bodies or trial is None or trial["of"]["experiment"] != place["experiment"]:
        ledger.problem(0, "the statement names an experiment or a trial that is not there")
        return
    if not trial.get("weights"):
        ledger.problem(0, "the statement's tip is older than what its trial released, or that is no classifier")
    experiment = bodies["experiment"]
    plan = bodies.get("plan_version", {}).get("plan") or experiment["plan"]  # the newest
    constants = plan["constants"]
    adjacency = constants.get("adjacency", "add_or_remove_one")
    known = {"epsilon": plan["epsilon"], "delta": plan["delta"], "method": experiment["method"],
             "private": constants.get("private", True), "rows_per_person": constants.get("rows_per_person", 1),
             "trainer": experiment["trainer"], "adjacency": "zero_out" if adjacency == "add_or_remove_one" else adjacency}
    if not all(same(predicate[name], float(value) if name in ("epsilon", "delta") else value)
               for name, value in known.items() if value is not None):
        ledger.problem(0, "the statement's guarantee is not the one of its experiment")
    figures = re.search(r"\(epsilon = ([^,]+), delta = ([^)]+)\)", predicate["guarantee"])
    if known["private"] and not (figures and all(
            math.isclose(float(said), stated, rel_tol=1e-5)
            for said, stated in zip(figures.groups(), (predicate["epsilon"], predicate["delta"])))):
        ledger.problem(0, "the statement's sentence names other figures than the statement")


def read_receipt(path):
    """The fields of a receipt that `witness` wrote, which may stand in a mail."""
    title = "Parsimony receipt of a ledger"
    text = path.read_text(errors="replace")
    lines = [line.split() for line in text[text.index(title) + len(title):].splitlines()]
    found = dict(line for line in [line for line in lines if line][:5] if len(line) == 2)
    names = ("project", "row", "head", "day")
    whole = title + "\n" + "".join(f"{name:<9}{found[name]}\n" for name in names)
    if hashlib.sha256(whole.encode()).hexdigest()[:16] != found["check"]:
        raise ValueError("its lines do not fit its check")
    return {**found, "row": int(found["row"])}


def verify(path, head, statement=None, public_key=None):
    with Ledger(path) as ledger:
        stated = None
        if statement is not None:
            with from_file(statement, "a signed statement of Parsimony"):
                stated = read_statement(statement, public_key, ledger)
        ledger.check_file()
        rows, last = ledger.check_chain(head)
        ledger.replay()
        if stated is not None:
            try:
                check_statement(stated, ledger, path, statement)
            except MALFORMED as error:
                ledger.problem(0, f"the statement, or what it is about, is not what it should be: {error!r}")
        elif head is None:
            ledger.notes.append("no earlier tip is known (give one with --head): a cut tail or a full rewriting can't be found")
    return {"ok": not (ledger.problems or ledger.unchecked), "rows": rows, "head": last, "datasets": ledger.figures(),
            "slices": ledger.slices, "problems": ledger.problems, "unchecked": ledger.unchecked, "notes": ledger.notes}


def say(line):
    """Prints a line that may hold names from the file, which must not look like other lines, nor move the cursor."""
    print("".join(c if c.isprintable() else ascii(c)[1:-1] for c in line))


def print_report(report):
    for figure in report["datasets"]:
        say(f"{figure['name']} / {figure['part']}: epsilon {figure['epsilon']:.6g} of "
            f"{figure['target_epsilon']:g} at delta {figure['delta']:g}" + (" (simulated)" if figure["simulated"] else ""))
    for part in report["slices"]:
        recomputed = (f"it reserved epsilon {part['reserved_epsilon']:g}, which was not recomputed" if part["epsilon"] is None else
                      f"epsilon {part['epsilon']} of the {part['reserved_epsilon']:g} it reserved")
        say(f"experiment {part['experiment']} / {part['part']}: {recomputed}")
    for problem in report["problems"]:
        say(f"PROBLEM: row {problem['row']} {problem['what']}")
    for unchecked in report["unchecked"]:
        say("UNCHECKED: " + (f"row {unchecked['row']} " if unchecked["row"] else "") + unchecked["what"])
    for note in report["notes"]:
        say(f"note: {note}")
    say(f"{report['rows']} {'row' if report['rows'] == 1 else 'rows'}, tip {report['head']}: " + ("verified" if report["ok"] else "NOT verified"
        if report["problems"] else "NOT verified: no problem was found, but something could not be recomputed or compared"))


class Unreadable(Exception):
    """A file that somebody named can't be read, or is not what it has to be, in words."""


@contextlib.contextmanager
def from_file(path, wanted):
    """What goes wrong while `path` is read is said of it."""
    try:
        yield
    except OSError as error:
        raise Unreadable(f"{error.filename or path} can't be read: {error.strerror or error}") from error
    except MALFORMED as error:
        raise Unreadable(f"{path} is not {wanted}, or is damaged") from error


def require_regular(path):
    """A named pipe would be waited for; what a shell hands over, as <(...) does, is read."""
    if path and path.exists() and not path.is_file() and not str(path).startswith(("/dev/fd/", "/dev/stdin")):
        raise Unreadable(f"{path} can't be read: it is no regular file")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("project", type=pathlib.Path)
    parser.add_argument("--head", help="an earlier tip, 64 hexadecimal digits, or the file of a receipt, that must be in the chain")
    parser.add_argument("--statement", type=pathlib.Path, help="a signed statement on a model of this project")
    parser.add_argument("--public-key", type=pathlib.Path, help="the PEM file of the key that signed it")
    parser.add_argument("--json", action="store_true", help="one JSON object on standard output")
    arguments = parser.parse_args()
    sys.stdout.reconfigure(errors="backslashreplace")
    sys.stderr.reconfigure(errors="backslashreplace")
    head = arguments.head
    try:
        with from_file(arguments.project, "a Parsimony project"):
            for path in (arguments.project, arguments.statement, arguments.public_key):
                require_regular(path)
            if head is not None and pathlib.Path(head).is_file():
                with from_file(head, "a whole receipt of `witness`"):
                    head = read_receipt(pathlib.Path(head))
            report = verify(arguments.project, head, arguments.statement, arguments.public_key)
    except sqlite3.Error as error:
        print(f"{arguments.project}: {error}", file=sys.stderr)
        return 1
    except Unreadable as error:
        print(error, file=sys.stderr)
        return 1
    if arguments.json:
        print(json.dumps(report))
    else:
        print_report(report)
    return 0 if report["ok"] else 4 if report["problems"] else 5


if __name__ == "__main__":
    sys.exit(main())
