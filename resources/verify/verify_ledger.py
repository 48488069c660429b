#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recomputes what a Parsimony project file claims, without any of Parsimony's code.

    python3 verify_ledger.py PROJECT.parsimony [--head HEX|RECEIPT] [--statement FILE [--public-key KEY.pem]] [--json]

Needs Python's standard library; for accounts of kind slices the public dp-accounting package as well
(python3 -m venv venv && venv/bin/pip install dp-accounting). It checks the SHA-256 chain over every row, that each
spend covers the events it names, that trials stay inside what their experiment reserved, that no reservation passed
its cap, and prints the total epsilon of every part. A copy made by `audit --export` verifies as well.

A statement. `export --sign` writes an in-toto statement in a DSSE envelope beside a model. With --statement the model's
files beside it must have the hashes that it names, the ledger's tip that it names must be in the chain at its row, and the
epsilons that it names must be those of the ledger up to that row; with --public-key its Ed25519 signature must hold
(ed25519_verify.py, beside this script).

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

Exit status: 0 verified, 4 a problem was found, 1 the file can't be read, 2 wrong usage.
"""
import argparse
import base64
import hashlib
import json
import math
import os
import pathlib
import sqlite3
import struct
import sys
from collections import defaultdict
from fractions import Fraction

COLUMNS = ("seq", "time", "kind", "dataset", "part", "experiment", "trial", "class", "mu_squared",
           "mu_squared_exact", "epsilon", "delta", "salt", "commitment", "body")
APPLICATIONS = (0x50617273, 0x50617253)
CHARGES = ("opening_balance", "linked_charge", "reservation")
STATEMENT_TYPES = ("application/vnd.in-toto+json", "https://in-toto.io/Statement/v1", "urn:parsimony:guarantee:1")
ENDED = ("experiment_finished", "experiment_failed")


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


def exact(text):
    """The exact sum behind a mu_squared: '3p-1' is 3 * 2**-1."""
    if text is None or text == "0":
        return Fraction(0)
    mantissa, exponent = text.split("p")
    return Fraction(int(mantissa, 16)) * Fraction(2) ** int(exponent)


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
    return -x * x / 2 - math.log(x * math.sqrt(2 * math.pi)) + math.log1p(-1 / x**2 + 3 / x**4 - 15 / x**6)


def gaussian_delta(epsilon, mu):
    """delta of one Gaussian release with noise 1/mu of its sensitivity (Dong, Roth and Su 2019)."""
    inside = math.exp(log_normal_tail(epsilon / mu - mu / 2))
    return inside - math.exp(min(0.0, epsilon + log_normal_tail(epsilon / mu + mu / 2)))


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
            if event.get("adjacency", sampled.get("adjacency")) == "replace_one":
                return None
            one = pld.from_gaussian_mechanism(sampled["event"]["gaussian"]["noise_multiplier"],
                                              value_discretization_interval=interval,
                                              sampling_prob=sampled["sample_rate"]).self_compose(count)
        total = one if total is None else total.compose(one)
    if curve is not None:
        return rdp.compute_epsilon(curve[0], curve[1], delta)[0] if total is None else None
    return total.get_epsilon_for_delta(delta) if total is not None else 0.0


class Ledger:
    def __init__(self, path, through=None):
        """The ledger of a project file, up to row `through`."""
        self.problems, self.notes, self.slices = [], [], []
        self.limit = "" if through is None else f" WHERE seq <= {int(through)}"
        wal = pathlib.Path(str(path) + "-wal")
        writable = os.access(path.parent, os.W_OK)
        mode = "mode=ro" if writable or (wal.exists() and wal.stat().st_size) else "mode=ro&immutable=1"
        self.database = sqlite3.connect(path.absolute().as_uri() + "?" + mode, uri=True)
        self.database.row_factory = sqlite3.Row
        if self.database.execute("PRAGMA application_id").fetchone()[0] not in APPLICATIONS:
            raise sqlite3.DatabaseError("not a Parsimony project")
        version = self.database.execute("PRAGMA user_version").fetchone()[0]
        if version != 1:
            raise sqlite3.DatabaseError(f"format {version}; this script reads format 1")

    def problem(self, row, what):
        self.problems.append({"row": row, "what": what})

    def rows(self):
        return self.database.execute(
            f"SELECT {','.join(COLUMNS)}, prev, hash FROM ledger NOT INDEXED{self.limit} ORDER BY seq")

    def check_chain(self, head):
        previous, heads, count = bytes(32), {}, 0
        for row in self.rows():
            count += 1
            if row["seq"] != count:
                self.problem(row["seq"], f"stands where row {count} should")
                count = row["seq"]
            if row["prev"] != previous:
                self.problem(row["seq"], "does not follow the row before it")
            if row_hash(row, row["prev"]) != row["hash"]:
                self.problem(row["seq"], "its contents don't match its hash")
            if row["class"] == "curator" and row["body"] is not None:
                committed = hashlib.sha256(b"parsimony/commitment/1" + row["salt"] + row["body"].encode()).digest()
                if committed != row["commitment"]:
                    self.problem(row["seq"], "its curator value doesn't match its commitment")
            previous = row["hash"]
            heads[previous.hex()] = count
        if isinstance(head, dict):
            if head["project"] != json.loads(next(self.rows())["body"])["project"]:
                self.problem(0, f"the receipt of {head['day']} is of another project, {head['project']}")
            elif heads.get(head["head"]) != int(head["row"]):
                self.problem(int(head["row"]), f"is not the one that the receipt of {head['day']} names")
        elif head is not None and head.lower() not in heads:
            self.problem(0, f"the head {head} is not in the chain")
        for sha256, data in self.database.execute("SELECT sha256, bytes FROM blobs"):
            if hashlib.sha256(data).digest() != sha256:
                self.problem(0, f"released values {sha256.hex()[:16]} don't match their hash")
        return count, previous.hex()

    def replay(self, check=True):
        """Charges of every account, and what trials took of their experiments' reservations; with `check` whether
        slices hold their events."""
        self.datasets, self.parts, self.accounts, experiments = {}, {}, {}, {}
        for row in self.rows():
            kind = row["kind"]
            body = json.loads(row["body"]) if row["body"] is not None else {}
            if kind == "dataset":
                self.datasets[row["dataset"]] = {"name": body["name"], "public": body["visibility"] == "public"}
            elif kind in ("cap", "cap_raised"):
                self.datasets[row["dataset"]].update(epsilon=body["epsilon"], delta=body["delta"])
            elif kind == "part":
                dataset = self.datasets[row["dataset"]]
                self.parts[row["part"]] = {"name": body["name"], "dataset": dataset, "account": body["account"],
                                           "public": body["public"] or dataset["public"]}
                self.accounts.setdefault(body["account"], {"kind": None, "mu2": Fraction(0), "epsilon": Fraction(0),
                                                           "delta": Fraction(0)})
            elif kind == "experiment":
                experiments[row["experiment"]] = {"kind": body["kind"], "reserved": {}, "taken": defaultdict(Fraction),
                                                  "events": defaultdict(list), "planned": {}, "row": row["seq"]}
            if kind in CHARGES:
                self.charge(row, body, experiments)
            elif kind in ("trial_reserved", "trial_charge") and row["part"] is not None:
                self.allocate(row, body, experiments[row["experiment"]])
        if check:
            self.check_slices(experiments)

    def charge(self, row, body, experiments):
        part = self.parts[row["part"]]
        account, dataset = self.accounts[part["account"]], part["dataset"]
        gaussian = row["mu_squared"] is not None
        account["kind"] = "gaussian" if gaussian else "slices"
        account["mu2"] += exact(row["mu_squared_exact"])
        account["epsilon"] += Fraction(row["epsilon"] or 0)
        account["delta"] += Fraction(row["delta"] or 0)
        self.check_cost(row, body)
        if row["kind"] != "reservation":
            return
        experiments[row["experiment"]]["reserved"][row["part"]] = row
        experiments[row["experiment"]]["planned"][row["part"]] = body.get("events", [])
        if part["public"]:
            return
        if gaussian:
            spent = gaussian_epsilon(math.sqrt(account["mu2"]), dataset["delta"])
            fits = spent <= dataset["epsilon"] * (1 + 1e-6)
        else:
            fits = account["epsilon"] <= Fraction(dataset["epsilon"]) and account["delta"] <= Fraction(dataset["delta"])
        if not fits:
            self.problem(row["seq"], f"passes the cap {dataset['epsilon']} of part '{part['name']}'")

    def check_cost(self, row, body):
        if row["mu_squared"] is None:
            return
        spend = exact(row["mu_squared_exact"])
        if abs(spend - Fraction(row["mu_squared"])) > spend * Fraction(1, 10**12):
            self.problem(row["seq"], "its mu_squared is not its exact spend")
        cost = gaussian_cost(body.get("events", []))
        # Events are stored as decimal texts of doubles, and 1/z^2 is rounded up once for each.
        if cost is None or cost > spend * (1 + Fraction(1, 10**12)):
            self.problem(row["seq"], "charges less than its events cost")

    def allocate(self, row, body, experiment):
        self.check_cost(row, body)
        reserved = experiment["reserved"].get(row["part"])
        if reserved is None:
            self.problem(row["seq"], "charges a part of which its experiment reserved nothing")
            return
        experiment["events"][row["part"]] += body.get("events", [])
        if experiment["kind"] == "gaussian":
            experiment["taken"][row["part"]] += exact(row["mu_squared_exact"])
            if experiment["taken"][row["part"]] > exact(reserved["mu_squared_exact"]):
                self.problem(row["seq"], "takes more than its experiment reserved")

    def check_slices(self, experiments):
        self.slices = []
        for number, experiment in experiments.items():
            if experiment["kind"] != "slices":
                continue
            for part, reserved in experiment["reserved"].items():
                planned, taken = experiment["planned"][part], experiment["events"][part]
                if self.parts[part]["public"] or not (planned or taken):
                    continue
                allowed = dict(merged_texts(planned))
                if planned and any(count > allowed.get(text, 0) for text, count in merged_texts(taken)):
                    self.problem(reserved["seq"], "plans other events than its trials took")
                epsilon = composed_epsilon(planned or taken, reserved["delta"], reserved["epsilon"])
                self.slices.append({"experiment": number, "part": self.parts[part]["name"],
                                    "reserved_epsilon": reserved["epsilon"], "delta": reserved["delta"],
                                    "epsilon": epsilon})
                if epsilon is None:
                    self.notes.append(f"experiment {number}: dp-accounting has no figure for its events")
                elif epsilon > reserved["epsilon"] * 1.005:
                    self.problem(reserved["seq"], f"its experiment cost epsilon {epsilon}, more than it reserved")

    def figures(self):
        result = []
        for part in self.parts.values():
            account, dataset = self.accounts[part["account"]], part["dataset"]
            figure = {"name": dataset["name"], "part": part["name"], "delta": dataset["delta"],
                      "target_epsilon": dataset["epsilon"], "simulated": part["public"], "mu": None}
            if account["kind"] == "slices":
                figure["epsilon"] = float(account["epsilon"])
            else:
                figure["mu"] = math.sqrt(account["mu2"])
                figure["epsilon"] = gaussian_epsilon(figure["mu"], dataset["delta"])
            result.append(figure)
        return result


def read_statement(path, public_key, ledger):
    """The statement of an envelope whose signature and files were checked."""
    envelope = json.loads(path.read_text())
    payload = base64.b64decode(envelope["payload"], validate=True)
    kind = envelope["payloadType"]
    statement = json.loads(payload)
    if (kind, statement["_type"], statement["predicateType"]) != STATEMENT_TYPES:
        raise ValueError("it states something else than a guarantee")
    if public_key is None:
        ledger.notes.append("the statement's signature was not checked: give --public-key")
    else:
        sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
        import ed25519_verify
        signed = f"DSSEv1 {len(kind)} {kind} {len(payload)} ".encode() + payload
        key = ed25519_verify.read_public_key(public_key.read_text())
        signatures = [base64.b64decode(signature["sig"], validate=True) for signature in envelope["signatures"]]
        if not any(ed25519_verify.verify(key, signed, signature) for signature in signatures):
            ledger.problem(0, "the statement is not signed by this key")
    for subject in statement["subject"]:
        file = path.parent / pathlib.Path(subject["name"]).name
        if not file.exists():
            ledger.notes.append(f"{subject['name']} is not beside the statement: its hash was not compared")
        elif hashlib.sha256(file.read_bytes()).hexdigest() != subject["digest"]["sha256"]:
            ledger.problem(0, f"{file} is not the file that the statement was made for")
    return statement


def check_statement(statement, ledger, path):
    """What the statement says of the ledger, against the ledger up to the row that it names."""
    predicate = statement["predicate"]
    place = predicate["ledger"]
    row = ledger.database.execute("SELECT hash FROM ledger WHERE seq = ?", (place["rows"],)).fetchone()
    if row is None or row["hash"].hex() != place["tip"]:
        ledger.problem(place["rows"], "is not the tip that the statement names")
        return
    then = Ledger(path, place["rows"])
    then.replay(check=False)
    known = {(figure["name"], figure["part"]): figure for figure in then.figures()}
    for account in predicate["accounts"]:
        figure = known.pop((account["name"], account["part"]), None)
        if figure is None or abs(account["epsilon"] - figure["epsilon"]) > 1e-6 * figure["epsilon"]:
            ledger.problem(0, f"the statement has another epsilon for the {account['part']} part than the ledger")
    if known:
        ledger.problem(0, "the statement leaves out an account")


def read_receipt(path):
    """The fields of a receipt that `witness` wrote, which may stand in a mail."""
    title = "Parsimony receipt of a ledger"
    text = path.read_text(errors="replace")
    lines = [line.split() for line in text[text.index(title) + len(title):].splitlines()]
    found = dict(line for line in [line for line in lines if line][:5] if len(line) == 2)
    names = ("project", "row", "head", "day")
    whole = title + "\n" + "".join(f"{name:<9}{found[name]}\n" for name in names)
    if hashlib.sha256(whole.encode()).hexdigest()[:16] != found["check"]:
        raise ValueError(f"{path} is not a whole receipt")
    return found


def verify(path, head, statement=None, public_key=None):
    ledger = Ledger(path)
    stated = read_statement(statement, public_key, ledger) if statement is not None else None
    rows, last = ledger.check_chain(head)
    figures = []
    try:
        ledger.replay()
        if stated is not None:
            check_statement(stated, ledger, path)
        figures = ledger.figures()
    except (KeyError, ValueError, TypeError) as error:
        ledger.problem(0, f"a row does not hold what its kind says: {error!r}")
    return {"ok": not ledger.problems, "rows": rows, "head": last, "datasets": figures,
            "slices": ledger.slices, "problems": ledger.problems, "notes": ledger.notes}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("project", type=pathlib.Path)
    parser.add_argument("--head", help="an earlier head, 64 hexadecimal digits, or the file of a receipt, that must be in the chain")
    parser.add_argument("--statement", type=pathlib.Path, help="a signed statement on a model of this project")
    parser.add_argument("--public-key", type=pathlib.Path, help="the PEM file of the key that signed it")
    parser.add_argument("--json", action="store_true", help="one JSON object on standard output")
    arguments = parser.parse_args()
    head = arguments.head
    try:
        if head is not None and pathlib.Path(head).is_file():
            head = read_receipt(pathlib.Path(head))
    except (ValueError, KeyError, OSError) as error:
        print(f"{arguments.head} is no receipt of a ledger, or not a whole one: {error!r}", file=sys.stderr)
        return 1
    try:
        report = verify(arguments.project, head, arguments.statement, arguments.public_key)
    except (ValueError, KeyError, TypeError) as error:
        print(f"{arguments.statement} or its key can't be read: {error!r}", file=sys.stderr)
        return 1
    except (sqlite3.Error, OSError) as error:
        print(f"{arguments.project}: {error}", file=sys.stderr)
        return 1
    except ModuleNotFoundError as error:
        print(f"{arguments.project} has accounts of kind slices; to recompute them: pip install dp-accounting ({error})",
              file=sys.stderr)
        return 1
    if arguments.json:
        print(json.dumps(report))
    else:
        for figure in report["datasets"]:
            print(f"{figure['name']} / {figure['part']}: epsilon {figure['epsilon']:.6g} of "
                  f"{figure['target_epsilon']:g} at delta {figure['delta']:g}"
                  + (" (simulated)" if figure["simulated"] else ""))
        for part in report["slices"]:
            print(f"experiment {part['experiment']} / {part['part']}: epsilon {part['epsilon']} of the "
                  f"{part['reserved_epsilon']:g} it reserved")
        for problem in report["problems"]:
            print(f"PROBLEM: row {problem['row']} {problem['what']}")
        for note in report["notes"]:
            print(f"note: {note}")
        print(f"{report['rows']} rows, head {report['head']}:", "verified" if report["ok"] else "NOT verified")
    return 0 if report["ok"] else 4


if __name__ == "__main__":
    sys.exit(main())
