#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`audit` and the verifying script come to the same of a ledger that is damaged in small ways, its chain mended.

    same_verdict.py SCRIPT LEDGER_SAMPLE PARSIMONY_CLI
"""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "core" / "ledger"))
from forged_changes import appended, bodies  # noqa: E402
from test_verify_ledger import ran, rechained  # noqa: E402

FIRST = "(SELECT min(seq) FROM ledger WHERE kind = '{}')"


def body_set(kind, path, value):
    """A change of one member of the first row of a kind; `value` is JSON as it stands in the file."""
    def change(database):
        row = database.execute("SELECT seq, body FROM ledger WHERE seq = " + FIRST.format(kind)).fetchone()
        body = json.loads(row["body"])
        inside = body
        for name in path[:-1]:
            inside = inside[name]
        inside[path[-1]] = "\0"
        database.execute("UPDATE ledger SET body = ? WHERE seq = ?",
                         (json.dumps(body).replace('"\\u0000"', value), row["seq"]))
    return change


def body_without(kind, name):
    return bodies(kind, lambda body: body.pop(name, None))


def columns(kind, assignments):
    return f"UPDATE ledger SET {assignments} WHERE seq = " + FIRST.format(kind)


def planned_with(name, word):
    """A plan that asks for a word, in what its row says as well."""
    def change(body):
        body.setdefault("plan", {}).setdefault("options", {})[name] = word
        body.update({name: word} if name in body else {})
    return bodies("experiment", change)


# What neither takes for sound.
WRONG = [
    *((f"a blob {value}", body_set("release", ["blob"], value)) for value in ('""', '"zz"', '"00"', "null", "5")),
    *((f"amounts of a row of kind {kind}", columns(kind, amounts))
      for kind in ("project", "cap", "experiment", "trial_running", "release")
      for amounts in ("mu_squared = 0.0, mu_squared_exact = '0'", "epsilon = 0.5, delta = 0.0", "epsilon = 0.5")),
    *((f"{assignment} of a {kind}", columns(kind, assignment))
      for kind in ("reservation", "trial_reserved")
      for assignment in ("epsilon = 0.1", "delta = 0.0", "mu_squared = NULL, mu_squared_exact = NULL", "mu_squared = 'x'",
                         "mu_squared_exact = 'x'")),
    *((f"a {kind} of class {wrong}", columns(kind, f"class = '{wrong}'"))
      for kind, wrong in (("reservation", "public"), ("trial_reserved", "public"), ("project", "released"), ("dataset", "released"), ("cap", "released"), ("part", "released"),
                          ("experiment", "public"), ("trial_running", "public"), ("trial_finished", "public"),
                          ("experiment_finished", "public"))),
    *((f"an attempt {value}", body_set("trial_running", ["attempt"], value))
      for value in ("1.5", "1.0", "1e0", '"1"', "null", "true", "1e999")),
    *((f"{kind} {'.'.join(path)} = {value}", body_set(kind, path, value))
      for value in ("1e999", "NaN", '"3"', "null")
      for kind, path in (("cap", ["epsilon"]), ("trial_reserved", ["steps"]), ("trial_reserved", ["r"]),
                         ("dataset", ["rows_per_person"]))),
    *((f"a format {value}", body_set("project", ["format"], value))
      for value in ("0", "2", "1e20", "1.0", "-1", "100000000000000000000", '"1"')),
    ("a part without a name", body_without("part", "name")),
    ("a part whose name is a number", body_set("part", ["name"], "5")),
    *((f"a score whose {name} is {value}", body_set("release", ["values", name], value))
      for name in ("value", "se") for value in ('"0.7"', "[]", "{}", "true", "1e999")),
    *((f"a score of kind {value}", body_set("release", ["values", "kind"], value)) for value in ("5", "[]", "true")),
    *((f"a record {value}", body_set("trial_finished", ["record"], value)) for value in ("5", '"x"', "[]", "true", "1e999")),
    *((f"the releases of a record {value}", body_set("trial_finished", ["record", "releases"], value))
      for value in ("5", '"x"', "{}", "true")),
    *((f"a plan {value}", body_set("trial_reserved", ["plan"], value)) for value in ("5", '"x"', "[]", "1e999")),
    *((f"result {value}", body_set("experiment_finished", ["result"], value)) for value in ("1e999", "{", "NaN")),
]
# What both find sound, or tell of.
SOUND = [
    ("as it is", lambda database: None),
    *((f"a plan of format {value}", bodies("experiment", lambda body, value=value: body.setdefault("plan", {}).update(plan_format=value)))
      for value in (99, "99", None)),
    *((f"--{name} {word}", planned_with(name, word))
      for name, word in (("method", "zeta"), ("trainer", "dp-gd,dp-quantum"), ("loss", "hinge"))),
]
# What both have a note of.
NOTED = [case for case in SOUND if case[0].startswith("--")]


def both(*changes):
    def change(database):
        for one in changes:
            database.execute(one) if isinstance(one, str) else one(database)
    return change


LATER = appended("quantum_row", {}, "public")
# What a newer version wrote, as far as both can tell: it is neither verified nor a forgery.
NEWER = [
    ("a row of an unknown kind", LATER),
    ("an unknown kind in place of the first attempt's", columns("trial_running", "kind = 'trial_paused'")),
    ("an unknown kind of account", body_set("experiment", ["kind"], '"zcdp"')),
    ("an unknown kind of score", bodies("release", lambda body: body["what"] == "score" and body["values"].update(kind="bootstrapped"))),
    ("an unknown visibility", body_set("dataset", ["visibility"], '"secret"')),
    ("an unknown kind of curator's row", both(appended("quantum_row", {}, "curator", commitment=bytes(32)),
                                              "UPDATE ledger SET body = NULL WHERE kind = 'quantum_row'")),
]
WRONG += [
    ("a trial of an unknown role", body_set("trial_reserved", ["role"], '"rehearsal"')),
    ("an unknown kind of account behind a part without a name",
     both(body_without("part", "name"), body_set("experiment", ["kind"], '"zcdp"'))),
    ("an unknown kind behind a plan that is none", both(body_set("trial_reserved", ["plan"], "5"), LATER)),
    ("an unknown kind beside a foreign view", both("CREATE VIEW budget AS SELECT 0.0 AS epsilon", LATER)),
]


def verdicts(script, cli, project):
    ours = subprocess.run([str(cli), "audit", "--storage", str(project)], capture_output=True, text=True)
    status, *said = ran(script, project)
    return [(ours.returncode, ours.stdout + ours.stderr), (status, "".join(said))]


def main():
    script, sample, cli = (pathlib.Path(argument).absolute() for argument in sys.argv[1:4])
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        subprocess.run([str(sample), str(folder)], check=True, capture_output=True)
        for wanted, cases in ((4, WRONG), (0, SOUND), (1, NEWER)):
            for name, change in cases:
                found = verdicts(script, cli, rechained(script, folder / "gaussian.parsimony", change))
                failures += [(name, who, code, said[-300:]) for who, (code, said) in zip(("audit", "script"), found)
                             if code != wanted or (wanted == 1 and "newer version" not in said)
                             or ((name, change) in NOTED and f"with {name.replace('dp-gd,', '')}, which this" not in said)]
    for failure in failures:
        print(*failure)
    assert not failures, f"{len(failures)} verdicts differ from what they must be"


if __name__ == "__main__":
    main()
