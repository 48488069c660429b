# SPDX-License-Identifier: GPL-3.0-or-later
"""What a forger does to the winner of a private selection, which one mechanism releases as a whole, and to what an experiment
says that it was asked for."""
import hashlib
import json
import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "core" / "ledger"))
from forged_changes import bodies  # noqa: E402
from forged_runs import released_by  # noqa: E402

cleared = bodies("trial_finished", lambda body: body["record"]["releases"].clear())


def told_winner(**values):
    """Other values of what a selection tells of its winner."""
    return released_by("selection", lambda told: told.update(values))


def only_constant(database):
    released_by("selection", dict.clear)(database)
    told_winner(constant=True)(database)


def winner_of_steps(steps, recorded):
    """A winner of more steps at as much less signal each, so that it costs as much; `recorded`: as its record says, too."""
    def change(database):
        def told(values):
            factor = steps / values["steps"]
            values.update(steps=steps, r=values["r"] * factor, noise_multiplier=values["noise_multiplier"] * factor**0.5)
        released_by("selection", told)(database)
        if recorded:
            bodies("trial_finished", lambda body: [one.update(noise_sd=one["noise_sd"] * (steps / one["count"])**0.5, count=steps)
                                                   for one in body["record"]["releases"] if one["what"] == "gradient"])(database)
    return change


def run_of_less(factor, planned):
    """A winner that trained with more noise than its price gives, as the plan of a run says as well; `planned`: as its cost, too."""
    def change(database):
        def plan(body):
            run = body["plan"]["selection"]["run"]
            run.update(training_mu=run["training_mu"] / factor, mu=math.hypot(run["training_mu"] / factor, run["score_mu"]) if planned else run["mu"])
        bodies("experiment", plan)(database)
        released_by("selection", lambda values: values.update(noise_multiplier=values["noise_multiplier"] * factor))(database)
        bodies("trial_finished", lambda body: [one.update(noise_sd=one["noise_sd"] * factor)
                                               for one in body["record"]["releases"] if one["what"] == "gradient"])(database)
    return change


def winner_with(**knobs):
    """A winner that was chosen with other settings; None leaves one out."""
    def told(values):
        found = {**values.get("knobs", {}), **knobs}
        values.update(knobs={name: value for name, value in found.items() if value is not None})
    return released_by("selection", told)


def uncounted(database):
    bodies("trial_finished", lambda body: body["record"].update(
        releases=[one for one in body["record"]["releases"] if one["what"] != "count"]))(database)


def counted(database):
    bodies("trial_finished", lambda body: body["record"]["releases"].append(
        {"what": "count", "count": 1, "noise_sd": 1e6, "sensitivity": 1.0, "sample_rate": 1.0}))(database)


def asked(**options):
    return bodies("experiment", lambda body: body["plan"]["options"].update(options))


def constants(**values):
    return bodies("experiment", lambda body: body["plan"]["constants"].update(values))


def ended_with(trial):
    return bodies("experiment_finished", lambda body: body["result"].update(result_trial=trial))


def shown(**values):
    return bodies("trial_reserved", lambda body: body.update(values))


def no_weights(database):
    """Weights of zeros, which stand in where no run was drawn."""
    for row in database.execute("SELECT seq, body FROM ledger WHERE kind = 'release' AND json_extract(body, '$.what') = 'weights'").fetchall():
        body = json.loads(row["body"])
        size = database.execute("SELECT length(bytes) FROM blobs WHERE sha256 = ?", (bytes.fromhex(body["blob"]),)).fetchone()[0]
        digest = hashlib.sha256(bytes(size))
        database.execute("INSERT OR IGNORE INTO blobs (sha256, bytes) VALUES (?, ?)", (digest.digest(), bytes(size)))
        body.update(blob=digest.hexdigest())
        database.execute("UPDATE ledger SET body = ? WHERE seq = ?", (json.dumps(body), row["seq"]))
