#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The verifying script takes no forged ledger for a good one, even where chain and triggers are whole.

    test_verify_forgeries.py SCRIPT LEDGER_SAMPLE PYTHON

PYTHON has dp-accounting (tests/python); where it is not there, what needs it is left out.
"""
import contextlib
import json
import pathlib
import random
import re
import sqlite3
import subprocess
import sys
import tempfile

from forged_changes import (CAP, GAUSSIAN, LAST, OTHER, PUBLIC, REOPEN, TRIAL, VIEW, amounts, appended, bodies, declared,
                            events, insert_before, less_noise, linked, planned, released, sampled, told_of_itself, trained)
from test_verify_ledger import ran, rechained, tampered

FORGERIES = (
    ("a charge of slices on a Gaussian account", "kind gaussian as slices",
     appended("opening_balance", {}, dataset=1, part=1, **amounts(epsilon=0.0, delta=0.0))),
    ("a part with another account", "part 1 a second time", appended("part", OTHER, "public", dataset=1, part=1)),
    ("a new part with another's account", "shares the account",
     appended("part", {**OTHER, "account": 1, "public": True}, "public", dataset=1, part=7)),
    ("a cap raised with another delta", "is no raise",
     appended("cap_raised", {"epsilon": 2.0, "delta": 0.5, "reason": "x"}, "public", dataset=1)),
    ("a cap that is lowered", "is no raise",
     appended("cap_raised", {"epsilon": 0.9, "delta": 1e-5, "reason": "x"}, "public", dataset=1)),
    ("a cap raised without a reason", "is no raise", appended("cap_raised", {**CAP, "reason": ""}, "public", dataset=1)),
    *((f"a cap of {name} {value}", "a cap that can't be", bodies("cap", lambda body, name=name, value=value: body.update({name: value})))
      for name, value in (("epsilon", 1e18), ("epsilon", 1e308), ("epsilon", 0), ("delta", 1), ("delta", 0), ("delta", 1e-320))),
    ("a cap raised to 1e308", "a cap that can't be",
     appended("cap_raised", {"epsilon": 1e308, "delta": 1e-5, "reason": "x"}, "public", dataset=1)),
    ("a second cap", "a second time", appended("cap", CAP, "public", dataset=1)),
    ("a second dataset that is public", "dataset 1 a second time", appended("dataset", PUBLIC, "public", dataset=1)),
    ("a cap that comes after the charges", "whose cap was not set",
     "DELETE FROM ledger WHERE kind = 'cap'", "UPDATE ledger SET seq = -seq WHERE seq > 3",
     "UPDATE ledger SET seq = -seq - 1 WHERE seq < 0", appended("cap", CAP, "public", dataset=1)),
    ("a second project", "names the project", appended("project", {"format": 1, "project": "0", "made_by": "0"}, "public")),
    ("an experiment that calls private data public", "public or private",
     bodies("experiment", lambda body: body.update(public=True))),
    ("an experiment that is declared again", "experiment 1 a second time",
     appended("experiment", {"kind": "slices", "method": "", "trainer": "", "plan_version": 1, "plan": {}, "public": False},
              dataset=1, experiment=1)),
    ("a row of an unknown kind behind one that is wrong", "does not know",
     bodies("cap", lambda body: body.update(epsilon=0)), appended("refund", {})),
    ("a trial after the end of its experiment", "has ended", appended("trial_reserved", TRIAL, trial=99, **LAST)),
    ("a trial that charges no part", "charges no part",
     REOPEN, appended("trial_reserved", TRIAL, trial=99, **LAST)),
    ("an evaluation that charges no part", "charges no part",
     REOPEN, appended("trial_reserved", {**TRIAL, "role": "evaluation", "plan": {"part": "test"}}, trial=99, **LAST)),
    ("a reservation after trials", "has begun",
     REOPEN, appended("reservation", {"charge": "0"}, part=1, **LAST, **amounts(0.0, "0"))),
    ("a release of a trial that is not there", "was not declared",
     appended("release", {"what": "weights", "values": {}}, trial=99, **LAST)),
    ("a release that is called public", "nothing was charged for",
     appended("release", {"what": "weights", "values": {}}, "public", trial=1, dataset=1, experiment=1)),
    ("an exact score", "exact score",
     appended("release", {"what": "score", "values": {"kind": "exact"}}, trial=1, dataset=1, experiment=1)),
    ("released values that are missing", "are missing",
     appended("release", {"what": "weights", "values": {}, "blob": "ab" * 32}, trial=1, dataset=1, experiment=1)),
    ("a trial that runs after its end", "moves a trial",
     appended("trial_running", {"attempt": 2}, trial=1, dataset=1, experiment=1)),
    ("a row about another experiment's trial", "another dataset or experiment",
     appended("note", {"text": "x"}, "public", trial=1, **LAST)),
    ("a body without a field", "no good 'reason'", appended("cap_raised", CAP, "public", dataset=1)),
    ("a body of another type", "no good 'epsilon'", bodies("cap", lambda body: body.update(epsilon=True))),
    ("a key that occurs twice", "occurs twice",
     "UPDATE ledger SET body = '{\"epsilon\":0.1,' || substr(body, 2) WHERE kind = 'cap'"),
    ("a charge that is called a curator's", "class curator",
     appended("opening_balance", None, "curator", dataset=1, part=1, commitment=bytes(32), **amounts(9.0, "9p0"))),
    ("an amount on a row that charges nothing", "amounts", appended("note", {"text": "x"}, "public", trial=1, dataset=1,
                                                                    experiment=1, **amounts(epsilon=1.0, delta=0.0))),
    ("an exact spend that is no sum", "is not the text",
     appended("linked_charge", {"charge": "0"}, dataset=1, part=1, **amounts(0.0, "-1p-8"))),
    ("another part's charge past the cap", "passes the cap", told_of_itself(dataset=1, part=1, **amounts(9.0, "9p0"))),
    ("a trial that shows less than it costs", "shows another",
     bodies("trial_reserved", lambda body: body.update(epsilon=body["epsilon"] / 2))),
    ("a trial that shows a setting it was not trained with", "shows a setting",
     bodies("trial_reserved", lambda body: body.update(
         knobs={"momentum": 0.5}, plan={"trial": {"options": {"momentum": 0.9}}}))),
    ("a trial on rows of nobody's", "does not name",
     bodies("experiment", lambda body: body.update(plan={"constants": {"encoders": [{"name": "a"}, {"name": "b"}]}})),
     bodies("trial_reserved", lambda body: body.update(plan={"trial": {"options": {"encoder": "z"}}}))),
    ("a trial that hides whose rows it read", "does not show whose",
     bodies("experiment", lambda body: body.update(plan={"constants": {"encoders": [{"name": "a"}, {"name": "b"}]}})),
     bodies("trial_reserved", lambda body: body.update(plan={"trial": {"options": {"encoder": "b"}}}))),
    *((f"a plan for other {name}", "other neighbours", bodies("experiment", lambda body, name=name, value=value: body.update(
        plan={"constants": {"adjacency": "add_or_remove_one", "rows_per_person": 1, name: value}})))
      for name, value in (("adjacency", "replace_one"), ("rows_per_person", 50), ("private", False))),
    *((f"a plan for another {name}", "another epsilon or delta", bodies("experiment", lambda body, name=name, value=value: body.update(
        plan={"constants": {"dim": 2}, "parts": {"train": 1}, "epsilon": 1e6, "delta": 1e-5, name: value})))
      for name, value in (("epsilon", 1e-6), ("delta", 1e-9), ("mu_squared", "1p-60"))),
    *((f"a promise {name}", said, planned({"epsilon": 1e-6, "delta": 1e-5, **more})) for name, said, more in (
        ("for no part", "another epsilon or delta", {"constants": {"dim": 2}, "parts": {}}),
        ("for a part that reserved nothing", "another epsilon or delta", {"constants": {"dim": 2}, "parts": {"train": 77}}),
        ("without constants", "another epsilon or delta", {"parts": {"train": 1}}),
        ("with empty constants", "another epsilon or delta", {"constants": {}, "parts": {"train": 1}}),
        ("with constants that are none", "'constants' are none", {"constants": None, "parts": {"train": 1}}),
        ("for a part that is a text", "a part that is none", {"constants": {"dim": 2}, "parts": {"train": "1"}}),
        ("of null", "an epsilon, a delta", {"epsilon": None, "parts": {"train": 1}}),
        ("of a text", "an epsilon, a delta", {"delta": "1e-5", "parts": {"train": 1}}))),
    ("a promise without a delta", "an epsilon, a delta", planned({"epsilon": 1e-6, "parts": {"train": 1}})),
    ("a promise that a later plan takes back", "another epsilon or delta", planned({"epsilon": 1e-6, "delta": 1e-5}), REOPEN,
     appended("plan_version", {"plan_version": 2, "reason": "x", "plan": {"epsilon": 1e6, "delta": 1e-5}}, **LAST)),
    ("a trial for other neighbours", "other neighbours",
     bodies("trial_reserved", lambda body: body.update(plan={"trial": {"adjacency": "replace_one"}}))),
    *((f"a look whose {what} are {name}", "move further" if name == "understated" else "other noise",
       bodies("experiment", lambda body: body.update(plan={"constants": {"labels_per_record": 3}})),
       bodies("trial_reserved", lambda body, what=what, noise=noise, least=least: body.update(plan={
           "metrics" if what != "groups" else "breakdowns":
               [{"what": what, "count": 1, "noise_sd": noise, "sensitivity": least * 0.999 if noise == 1.0 else least}]})))
      for what, least in (("f1", 6 ** 0.5), ("confusion", 1.0), ("log_loss", 1.0), ("groups", 1.0))
      for name, noise in (("understated", 1.0), ("quieter than its events", 2.0))),
    ("a look at what is not known", "is not known",
     bodies("trial_reserved", lambda body: body.update(plan={"metrics": [{"what": "mean", "noise_sd": 1.0, "sensitivity": 9.0}]}))),
    ("experiments without plans", "no good 'plan'", bodies("experiment", lambda body: body.pop("plan"))),
    ("a link that no charge follows", "shares its budget", linked()),
    ("weights that are released twice", "once more", released("weights", {})),
    ("weights after the end of their trial", "has ended", released("weights", {}, before="")),
    ("a second score", "once more", released("score", {"kind": "noisy", "value": 0.9, "se": 0.01})),
    ("two accuracies of one count", "once more", released("accuracy", {"accuracy": 0.9, "part": "test", "se": 0.01}, trial=4)),
    ("an accuracy of a trial that trains", "no charge", released("accuracy", {"accuracy": 0.9, "part": "test", "se": 0.01})),
    ("a mean of a trial that trains", "no charge", released("mean", {})),
    ("a metric that no plan names", "no charge", released("metric", {"what": "auc", "value": 0.5}, trial=4)),
    ("a score that no count pays for", "no charge",
     bodies("trial_reserved", lambda body: body.get("plan", {}).pop("score", None)),
     bodies("trial_reserved", lambda body: "trial" in body["plan"] and body["events"].pop()),
     bodies("trial_finished", lambda body: body["record"]["releases"][1:] and body["record"]["releases"].pop())),
    ("a trial that released and is lost", "otherwise than as finished",
     "UPDATE ledger SET kind = 'trial_lost', body = '{\"message\":\"x\"}' WHERE kind = 'trial_finished' AND trial = 1"),
    ("a trial that released and has not ended", "has not ended",
     "DELETE FROM ledger WHERE seq >= (SELECT seq FROM ledger WHERE kind = 'trial_finished' AND trial = 1)"),
    ("sensitivities that are understated", "move further", *less_noise(0.001)),
    ("a clip that is larger than the sensitivity", "move further",
     trained(lambda trial: trial["options"].update(max_grad_norm=100.0)), trained(lambda trial: trial["releases"][0].update(clip=100.0))),
    ("sensitivities of other neighbours", "move further", *declared(adjacency="replace_one")),
    ("sensitivities of one row a person", "move further", *declared(rows_per_person=10),
     bodies("trial_reserved", lambda body: [body["plan"][name].update(rows_per_person=10) for name in ("score", "count") if name in body["plan"]])),
    ("counts that name no rows a person", "other neighbours", *declared(rows_per_person=10),
     bodies("trial_reserved", lambda body: [body["plan"][name].pop("rows_per_person") for name in ("score", "count") if name in body["plan"]])),
    ("more steps than are charged", "other releases than its trainer", trained(lambda trial: trial.update(steps=500))),
    ("a trial without noise", "without noise", trained(lambda trial: trial.update(private=False))),
    ("no slack", "less slack", trained(lambda trial: trial.update(arithmetic_slack=0.0))),
    ("a trainer that nobody knows", "does not know", trained(lambda trial: trial["options"].update(trainer="dp-new"))),
    ("a mean that is understated", "'mean'", bodies("trial_reserved", lambda body: body["plan"].update(
        mean={"adjacency": "add_or_remove_one", "rows_per_person": 1, "clip": 1.0, "noise_sd": 9.0, "sensitivity": 0.5}))),
    ("a plan of less noise than its events", "other releases than its plan", trained(lambda trial: trial["releases"][0].update(
        noise_sd=trial["releases"][0]["noise_sd"] / 2))),
    ("a record of less noise than its plan", "records other", trained(lambda releases: releases[0].update(noise_sd=1.0), "trial_finished")),
    ("a record of a release more", "records other", trained(lambda releases: releases.append(releases[0]), "trial_finished")),
    ("steps that are shown and not trained", "shows another steps", bodies("trial_reserved", lambda body: body.update(steps=7))),
    ("a name that is spelt with escapes", "spelt with escapes",
     "UPDATE ledger SET body = replace(body, '\"epsilon\"', '\"\\u0065psilon\"') WHERE kind = 'cap'"),
    ("counts that cancel", "no whole number",
     events({**GAUSSIAN, "count": 3}, {"count": -3, "gaussian": {"noise_multiplier": 0.01}})),
    ("a count that is no whole number", "no whole number", events({**GAUSSIAN, "count": 0.5})),
    ("noise without a bound", "no finite number", events({"count": 1, "gaussian": {"noise_multiplier": float("inf")}})),
    ("negative noise", "no event can have", events({"count": 1, "gaussian": {"noise_multiplier": -100.0}})),
    ("no noise", "no event can have", events({"count": 1, "gaussian": {"noise_multiplier": 0.0}})),
    ("an event with an unknown key", "kind that is not known", events({**GAUSSIAN, "discount": 1})),
    ("another view of the accounts", "view accounts was changed", "DROP VIEW accounts", VIEW),
    ("another view of the caps", "view caps was changed", "DROP VIEW caps", "CREATE VIEW caps AS SELECT 1 AS dataset"),
    ("a view that is not ours", "foreign view", "CREATE VIEW budget AS SELECT 0.0 AS epsilon"),
    ("an empty ledger", "no rows", "DELETE FROM ledger"),
    ("a checkpoint of a trial that has ended", "which does not run",
     "INSERT INTO checkpoints VALUES (1, 1, 1, zeroblob(32), zeroblob(32))"),
)

# Of an account of kind slices: what the script must say, its exit status, and the events of all reservations and trials.
SLICES = (
    ("sampling under replacement", "could not be recomputed", 5, [sampled(0.01, 50.0, adjacency="replace_one")],
     bodies("dataset", lambda body: body.update(adjacency="replace_one"))),
    ("sampling for other neighbours", "other neighbours", 4, [sampled(0.01, 50.0, adjacency="replace_one")]),
    ("an RDP curve with other events", "charges a curve", 4,
     [GAUSSIAN, {"count": 1, "rdp_curve": {"orders": [2.0], "values": [0.0]}}]),
    ("a sample rate above 1", "no event can have", 4, [sampled(1.5)]),
    ("a sample rate of 0", "no event can have", 4, [sampled(0)]),
    ("an RDP curve below 0", "no event can have", 4, [{"count": 1, "rdp_curve": {"orders": [2.0], "values": [-1.0]}}]),
)
WRONG_BODIES = ("null", "[]", "{}", "7", '"x"', "", "{", "[" * 200000, '{"a":' * 5000, '{"epsilon":NaN}', "9" * 5000,
                '{"events":{"a":1}}', '{"events":[[]]}', '{"events":["gaussian"]}', '{"events":[{"gaussian":"noise"}]}',
                '{"events":[{"poisson_sampled":[]}]}', '{"events":[{"rdp_curve":{"orders":1,"values":1}}]}')


# What a trial took of a slice, as a share of the noise that was planned for it.
TAKEN = (("more noise than was planned", "", 0, 1.25), ("less noise than was planned", "plans other events", 4, 1 - 1e-15))


# Of private selections: that number of runs and their cost tell what is charged.
SELECTIONS = tuple((name, bodies("trial_reserved", change)) for name, change in (
    ("more runs than were charged", lambda body: body["plan"]["selection"].update(runs_mean=400.0)),
    ("dearer runs than were charged", lambda body: body["plan"]["selection"].update(run_mu=1.0)),
    ("another number of runs", lambda body: body["plan"]["selection"].update(runs_family="tnb:9")),
    ("a selection that says nothing of its runs", lambda body: body.pop("plan")),
    ("a tenth of a curve", lambda body: body["events"][0]["rdp_curve"].update(
        values=[value / 10 for value in body["events"][0]["rdp_curve"]["values"]])),
    ("a mean of one run", lambda body: body["plan"]["selection"].update(runs_mean=1.0, runs_family="tnb:0")),
    ("no cost of a run", lambda body: body["plan"]["selection"].update(run_mu=None)),
    ("other orders", lambda body: [order.pop() for order in body["events"][0]["rdp_curve"].values()])))


WINNER = {"what": "gradient", "count": 3, "noise_sd": 500.0, "sensitivity": 1.0048828125, "sample_rate": 1.0}
# What is recorded of a selection's winner, and what the script must say of it.
WINNERS = (
    ("a winner", "", [WINNER]),
    ("a winner that costs more than was charged", "costs more than a run", [{**WINNER, "noise_sd": 5.0}]),
    ("a winner's sensitivity that is understated", "move further", [{**WINNER, "noise_sd": 5.0, "sensitivity": 0.01}]),
    ("a winner of nothing", "no release of the winner", []),
    ("a winner's release of another kind", "other releases of a winner", [WINNER, {**WINNER, "what": "mean"}]),
    ("a winner that was only scored", "fewer releases of a winner", [{**WINNER, "what": "count"}]),
    ("a winner whose counts cancel", "made not even once", [WINNER, {**WINNER, "count": -3}]),
)


def won(releases):
    """A change by which the first selection trained with gradients, and recorded these."""
    def apply(database):
        bodies("experiment", lambda body: body.update(trainer="dp-gd", plan={
            "constants": {"classes": 3}, "options": {"max-grad-norm": 1.0, "bias": False}}))(database)
        database.execute("UPDATE ledger SET kind = 'trial_finished', body = ? WHERE kind = 'trial_lost' AND trial = 1",
                         (json.dumps({"record": {"releases": releases}}),))
        row = dict(database.execute("SELECT * FROM ledger WHERE trial = 1 AND kind = 'trial_finished'").fetchone())
        if not database.execute("SELECT 1 FROM ledger WHERE trial = 1 AND kind = 'trial_running'").fetchone():
            insert_before(database, row["seq"], {**row, "kind": "trial_running", "body": '{"attempt":1}'})
    return apply


def scaled(factor):
    """A change of all events of trials."""
    def scale(body):
        for event in body["events"]:
            gaussian = event.get("poisson_sampled", {}).get("event", event)["gaussian"]
            gaussian["noise_multiplier"] *= factor
    return bodies("trial_reserved", scale)


def judged(python, script, project):
    """Exit status and sentences of the script."""
    if python == sys.executable:
        status, out, err = ran(script, project, "--json")
    else:
        done = subprocess.run([str(python), str(script), str(project), "--json"], capture_output=True, text=True)
        status, out, err = done.returncode, done.stdout, done.stderr
    if status not in (0, 4, 5):
        return status, err
    report = json.loads(out)
    return status, " | ".join(one["what"] for one in report["problems"] + report.get("unchecked", []))


def check_kinds(script):
    """The script knows every kind of row that the program can write."""
    sys.path.insert(0, str(script.parent))
    import verify_ledger

    source = pathlib.Path(__file__).parents[3] / "core" / "base" / "row_kind.cpp"
    written = set(re.findall(r'Named\{"(\w+)"', source.read_text()))
    assert len(written) > 20 and written <= set(verify_ledger.KINDS), written - set(verify_ledger.KINDS)


def check_any_bytes(script, project):
    """Whatever the bytes, the script ends with one of its exit statuses."""
    import verify_ledger

    def status(file):
        return ran(script, file)[0]
    for kind in verify_ledger.KINDS:
        for body in WRONG_BODIES:
            value_class = verify_ledger.KINDS[kind][0].split()[0]
            change = appended(kind, body, value_class, **LAST, commitment=bytes(32) if value_class == "curator" else None)
            assert status(rechained(script, project, change)) == 4, (kind, body[:40])
    whole, chance, wrong = project.read_bytes(), random.Random(7), project.with_name("bytes.parsimony")
    for _ in range(200):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 1, 20))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        wrong.write_bytes(data[:chance.choice((len(data), len(data), chance.randrange(len(data))))])
        assert status(wrong) in (0, 1, 4)  # 0: in space that nothing uses
    for data in (b"", b"text", whole[:100], bytes(4096)):
        wrong.write_bytes(data)
        assert status(wrong) == 1


def main():
    script, sample, python = (pathlib.Path(argument).absolute() for argument in sys.argv[1:4])
    check_kinds(script)
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        subprocess.run([str(sample), str(folder)], check=True, capture_output=True)
        gaussian, slices = folder / "gaussian.parsimony", folder / "slices.parsimony"
        for name, said, *changes in FORGERIES:
            found = judged(sys.executable, script, rechained(script, gaussian, *changes))
            if found[0] != 4 or said not in found[1]:
                failures.append((name, found))
        newer = judged(sys.executable, script, rechained(script, gaussian, appended("refund", {})))
        if newer[0] != 1 or "does not know, 'refund': a newer version" not in newer[1]:
            failures.append(("a row of an unknown kind", newer))
        # What shares a budget and is told of it is no forgery, nor is a setting that plans leave out at this value.
        unnamed = bodies("trial_reserved", lambda body: "trial" in body["plan"] and body.update(knobs={"init_scale": 1.0}))
        for name, change in (("a link with its charges", linked(untold=False)), ("a scale of 1", unnamed)):
            found = judged(sys.executable, script, rechained(script, gaussian, change))
            if found != (0, ""):
                failures.append((name, found))
        # Nor is what says nothing, but it is not verified either.
        silent = rechained(script, gaussian, bodies("trial_reserved", lambda body: body.pop("plan")),
                           bodies("trial_finished", lambda body: body.pop("record")))
        told = subprocess.run([sys.executable, str(script), str(silent)], capture_output=True, text=True)
        if told.returncode != 5 or "8 trials on private data have no plan, and 8 no record" not in told.stdout:
            failures.append(("trials without plans and records", told.stdout))
        dropped = tampered(gaussian)
        with contextlib.closing(sqlite3.connect(dropped)) as database:
            database.execute("DROP TRIGGER ledger_no_update")
        if judged(sys.executable, script, dropped)[0] != 4:
            failures.append(("a missing trigger", 0))
        for name, said, status, given, *more in SLICES if python.exists() else ():
            change = [bodies(kind, lambda body: body.update(events=given)) for kind in ("reservation", "trial_reserved")]
            found = judged(python, script, rechained(script, slices, *change, *more))
            if found[0] != status or said not in found[1]:
                failures.append((name, found))
        for name, change in SELECTIONS:
            found = judged(sys.executable, script, rechained(script, folder / "selections.parsimony", change))
            if found[0] != 4 or found[1].count("charges a curve") != 6:
                failures.append((name, found))
        for name, said, releases in WINNERS:
            found = judged(sys.executable, script, rechained(script, folder / "selections.parsimony", won(releases)))
            if said not in found[1] or (found[0] == 4) != bool(said):
                failures.append((name, found))
        sampling = (bodies("experiment", lambda body: body["plan"].update(selection={"run": {"noises": [{}]}})),
                    bodies("trial_reserved", lambda body: body["plan"]["selection"].update(run_mu=None)))
        found = judged(sys.executable, script, rechained(script, folder / "selections.parsimony", *sampling))
        if found[0] != 5 or found[1].count("whose runs sample") != 6:
            failures.append(("selections whose runs sample", found))
        for name, said, status, factor in TAKEN if python.exists() else ():
            found = judged(python, script, rechained(script, slices, scaled(factor)))
            if found[0] != status or said not in found[1]:
                failures.append((name, found))
        for name, found in failures:
            print(f"{name}: {found}")
        assert not failures, f"{len(failures)} forgeries were not found for what they are"
        check_any_bytes(script, gaussian)
    print("no forgery was taken for a good ledger")


if __name__ == "__main__":
    main()
