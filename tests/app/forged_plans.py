# SPDX-License-Identifier: GPL-3.0-or-later
"""What a forger does to the plan of an experiment: parts that it does not name or that are not there, and members that are left
out, so that what was charged, and for what, is held to nothing."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "core" / "ledger"))
from forged_changes import bodies  # noqa: E402
from forged_runs import left_out, settle  # noqa: E402


def named_parts(parts, experiment=1):
    """The parts that a plan names, while all charges of that experiment are those of the test part."""
    def change(database):
        row = database.execute("SELECT seq, body FROM ledger WHERE kind = 'experiment' AND experiment = ?", (experiment,)).fetchone()
        body = json.loads(row["body"])
        body["plan"]["parts"] = parts
        database.execute("UPDATE ledger SET body = ? WHERE seq = ?", (json.dumps(body), row["seq"]))
        database.execute("UPDATE ledger SET part = 2 WHERE experiment = ? AND kind IN ('reservation', 'trial_reserved')", (experiment,))
    return change


def scored_for_nothing(named):
    """Scores on private rows of their own that no trial is charged for; `named`: their part, by the plan."""
    def planned(body):
        body["plan"]["validation"].update(count=None, records=90.0)
        if not named:
            body["plan"]["parts"].pop("validation")
    return (bodies("experiment", planned), left_out("kind = 'trial_charge'"), left_out("kind = 'reservation' AND part = 2"),
            bodies("release", lambda body: body["what"] == "score" and body["values"].update(se=None)), settle)


def scored_by_nobody(validation):
    """Scores of the rows trained on become scores for nothing on a part that is not there."""
    def uncounted(body):
        if "score" in (body["plan"] or {}):
            body["plan"].pop("score")
            del body["events"][1:]

    def planned(body):
        body["plan"]["validation"] = {"records": 90.0, "records_declared": True, "slice_delta": 0.0, "slice_epsilon": 0.0, **validation}
        body["plan"]["options"]["score"] = "validation"
        for phase in body["plan"]["phases"]:
            phase.update(score_mu=0.0, mu=phase["training_mu"])
    return (bodies("trial_reserved", uncounted), settle, bodies("experiment", planned),
            bodies("trial_finished", lambda body: body["record"].update(
                releases=[one for one in body["record"]["releases"] if one["what"] != "count"])),
            bodies("release", lambda body: body["what"] == "score" and body["values"].update(kind="validation", se=None)))


def plan_without(*names, kind="experiment"):
    return bodies(kind, lambda body: [body["plan"].pop(name) for name in names])


def of_format(form):
    return bodies("experiment", lambda body: body["plan"].update(plan_format=form))
