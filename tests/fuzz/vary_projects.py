# SPDX-License-Identifier: GPL-3.0-or-later
"""Project files for tests/fuzz/vary: what the tests of the verifying script forge, alone and in pairs, each member of each kind
of row changed or left out, rows of every kind added, and each column of each kind of row with what is none of its values."""
import contextlib
import json
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/core/ledger"), str(ROOT / "resources/verify")]
import verify_ledger  # noqa: E402
from forged_changes import LAST, appended  # noqa: E402
from test_verify_forgeries import FORGERIES, SELECTIONS, WINNERS, won  # noqa: E402
from test_verify_ledger import tampered  # noqa: E402

ODD = [0, -1, 1.5, 1e300, 2**63, True, None, "", "x", "1p0", [], {}, ["a"], [{}]]
COLUMNS = {
    "dataset": ("NULL", "0", "2", "-1", "'x'"), "part": ("NULL", "0", "1", "2", "9"), "experiment": ("NULL", "0", "1", "2", "9"),
    "trial": ("NULL", "0", "1", "2", "4", "99"), "class": ("'released'", "'public'", "'curator'", "'x'"),
    "mu_squared": ("NULL", "0.0", "1e-300", "1e308", "9e999", "-1.0", "'x'"),
    "mu_squared_exact": ("NULL", "'0'", "'1p-1'", "'9p0'", "'1p2000'", "'x'", "''"),
    "epsilon": ("NULL", "0.0", "0.1", "1e308", "9e999", "-1.0"), "delta": ("NULL", "0.0", "1e-5", "1.0", "2.0", "-1.0"),
    "time": ("''", "'now'", "'2020-01-01'", "NULL"), "body": ("NULL", "''", "x'00'", "1")}
OF_TYPE = {"text": ["x", "", "0"], "flag": [True, False], "whole": [1, 0, -1], "number": [0.5, 1e308], "list": [[], ["a"], [1]],
           "object": [{}, {"a": 1}], "maybe": [None, {}], "told": ["", []], "any": [None, {"value": 0.5}]}


def forms():
    """Of each kind of row what its body holds, as the program has it: name, type, whether it may be left out."""
    source = (ROOT / "core/ledger/row_members.cpp").read_text()
    names = {re.sub(r"(?:^|_)(\w)", lambda found: found.group(1).upper(), kind): kind for kind in verify_ledger.KINDS}
    for cases, said in re.findall(r"((?:\s*case RowKind::\w+:)+)\s*return ([^;]*);", source):
        members = re.findall(r"(\w+):(\w+)(\??)", said) or ([("message", "text", "")] if "kMessage" in said else [])
        for name in re.findall(r"RowKind::(\w+)", cases):
            yield names[name], members


def one_of_each(project):
    """Bodies of rows that differ in kind or in what they hold."""
    def shape(value):
        if isinstance(value, dict):
            return {key: shape(inside) for key, inside in value.items()}
        return [shape(one) for one in value[:2]] if isinstance(value, list) else 0
    seen = {}
    with contextlib.closing(sqlite3.connect(project)) as database:
        for seq, kind, body in database.execute("SELECT seq, kind, body FROM ledger WHERE body IS NOT NULL ORDER BY seq"):
            seen.setdefault((kind, json.dumps(shape(json.loads(body)))), (seq, kind, json.loads(body)))
    return list(seen.values())


def put(seq, column, value):
    return lambda database: database.execute(f"UPDATE OR IGNORE ledger SET {column} = ? WHERE seq = ?", (value, seq))


def appended_rows():
    for kind, members in forms():
        whole = {name: OF_TYPE[form][0] for name, form, _ in members}
        bodies = [whole, {name: OF_TYPE[form][-1] for name, form, _ in members}, {name: whole[name] for name, _, optional in members if not optional}]
        bodies += [{**whole, name: value} for name, form, _ in members for value in OF_TYPE[form][1:]]
        for value_class in verify_ledger.KINDS[kind][0].split():
            hidden = bytes(32) if value_class == "curator" else None
            for columns in ({}, {"dataset": 1}, {"dataset": 1, "part": 1}, LAST, {**LAST, "part": 2}, {**LAST, "trial": 1}, {**LAST, "trial": 99}):
                for body in bodies[:3] if columns != LAST else bodies:
                    yield appended(kind, body, value_class, commitment=hidden, **columns)


def changes(project, variants):
    for seq, kind, body in one_of_each(project):
        for variant in variants(body, ODD):
            yield [put(seq, "body", json.dumps(variant))]
        for column, values in COLUMNS.items():
            for value in values:
                yield [f"UPDATE OR IGNORE ledger SET {column} = {value} WHERE seq = {seq}"]
        for other in verify_ledger.KINDS:
            yield [put(seq, "kind", other)]
        yield [f"DELETE FROM ledger WHERE seq = {seq}"]


def objects_in(value):
    """All objects that stand in a value, itself too."""
    if isinstance(value, dict):
        yield value
    for inside in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects_in(inside)


def named(rows, words, draw):
    """A change of one row: an object in it gets members that the program knows of elsewhere."""
    seq, _, body = draw.choice(rows)
    body = json.loads(json.dumps(body))
    whole = draw.choice(list(objects_in(body)))
    for word in draw.sample(words, draw.randint(1, 3)):
        whole[word] = draw.choice([*ODD, 0.5, 3, True, [1, 2], {draw.choice(words): draw.choice(ODD)}, [{draw.choice(words): 1, "name": "x"}],
                                   draw.choice(words), json.loads(json.dumps(draw.choice(list(objects_in(body)))))])
    return put(seq, "body", json.dumps(body))


def cell(value):
    """Of a column as tests/fuzz/ledger_text.h has it."""
    if isinstance(value, bytes):
        return "b" + value.hex()
    if isinstance(value, str):
        return "t" + value.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
    return "" if value is None else f"i{value}" if isinstance(value, int) else f"r{value.hex()}"


def text_of(project):
    """A project file as text; what follows from the rest is left to tests/fuzz/ledger_text.cpp."""
    lines = []
    with contextlib.closing(sqlite3.connect(project)) as database:
        lines.append(["p", *(cell(database.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("application_id", "user_version"))])
        last = 0
        columns = "seq, time, kind, dataset, part, experiment, trial, class, mu_squared, mu_squared_exact, epsilon, delta, salt, commitment, body"
        for row in database.execute(f"SELECT {columns} FROM ledger ORDER BY seq"):
            cells = [cell(value) for value in row]
            cells[0] = "" if row[0] == last + 1 else cells[0]
            cells[8] = cells[8] or ("n" if cells[9] else "")
            cells[13] = "" if cells[12] and cells[14] else cells[13]
            lines.append(["l", *cells])
            last = row[0]
        for name, table, hashes in (("b", "blobs", 0), ("c", "checkpoints", 3), ("k", "clocks", None)):
            if database.execute("SELECT 1 FROM sqlite_schema WHERE name = ?", (table,)).fetchone():
                for row in database.execute(f"SELECT * FROM {table}"):
                    lines.append([name, *("" if i == hashes else cell(value) for i, value in enumerate(row))])
            else:
                lines.append(["d", cell(table)])
    return "".join("\t".join(line).rstrip("\t") + "\n" for line in lines)


def cut(project, experiments):
    """Leaves only the first experiments, so that the file is read sooner: what was written later is taken away, and it is sound."""
    with contextlib.closing(sqlite3.connect(project, isolation_level=None)) as database:
        triggers = database.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            database.execute(f"DROP TRIGGER {name}")
        database.execute("DELETE FROM ledger WHERE seq > (SELECT max(seq) FROM ledger WHERE experiment <= ?)", (experiments,))
        database.execute("DELETE FROM clocks WHERE seq > (SELECT max(seq) FROM ledger)")
        for _, sql in triggers:
            database.execute(sql)


def projects(sample, variants, draw):
    """Project files as texts; `sample` writes sound ones, `variants` gives those of a value in JSON."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sample, folder], check=True, capture_output=True)
        samples = {name: pathlib.Path(folder) / f"{name}.parsimony" for name in ("gaussian", "selections", "replaced", "shared")}
        ways = [("gaussian", [*change]) for _, _, *change in FORGERIES]
        ways += [("selections", [change]) for _, change in SELECTIONS] + [("selections", [won(releases)]) for _, _, releases in WINNERS]
        words = sorted({word for path in (ROOT / "core/ledger").glob("*.cpp") for word in re.findall(r'"([a-z][a-z_]+)"', path.read_text())})
        alike = [change for _, change in ways[:len(FORGERIES)]]
        for name, project in [*samples.items()]:
            samples[f"short-{name}"] = short = project.with_name(f"short-{name}.parsimony")
            shutil.copy(project, short)
            cut(short, 1 if name in ("gaussian", "shared") else 2)
            ways += [(f"short-{name}", change) for change in [[], *changes(short, variants)]]
            rows = one_of_each(short)
            ways += [(f"short-{name}", [named(rows, words, draw) for _ in range(draw.randint(1, 2))]) for _ in range(800)]
        ways += [("short-gaussian", [change]) for change in appended_rows()]
        alike += [change for name, change in ways if name == "short-gaussian"]
        ways += [("short-gaussian", draw.choice(alike) + draw.choice(alike)) for _ in range(3000)]
        for name, change in ways:
            try:
                yield text_of(tampered(samples[name], "PRAGMA ignore_check_constraints = 1", *change))
            except (sqlite3.Error, TypeError, KeyError, AttributeError, IndexError, ValueError): # the second change found nothing of the first one's
                pass
