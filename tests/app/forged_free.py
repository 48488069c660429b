# SPDX-License-Identifier: GPL-3.0-or-later
"""What a forger lets out for nothing: values of private rows that no charge pays for, or one that is counted not even once."""
import json
import math
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).parents[2] / "resources" / "verify"), str(pathlib.Path(__file__).parents[1] / "core" / "ledger")]
from forged_changes import bodies  # noqa: E402
from forged_runs import left_out, settle  # noqa: E402
from verify_ledger import gaussian_epsilon, selection_curve  # noqa: E402


def weights_of(database):
    return json.loads(database.execute("SELECT body FROM ledger WHERE kind = 'release' AND json_extract(body, '$.what') = 'weights' "
                                       "ORDER BY seq DESC").fetchone()["body"])


def free_look_at(released):
    """Another release in place of what a look at a public part found; `released`: makes it of the database and of that."""
    def change(database):
        row = database.execute("SELECT seq, body FROM ledger WHERE kind = 'release' AND class = 'public' ORDER BY seq DESC").fetchone()
        body = released(database, json.loads(row["body"]))
        database.execute("UPDATE ledger SET body = ? WHERE seq = ?", (json.dumps(body), row["seq"]))
    return change


def nothing_charged(database):
    """The last experiment reserves nothing and trains nothing; its look at a public part releases a classifier."""
    weights = weights_of(database)
    left_out("experiment = 2 AND kind = 'reservation'")(database)
    left_out("trial = 3")(database)
    database.execute("UPDATE ledger SET trial = 3 WHERE trial = 4")
    free_look_at(lambda *_: weights)(database)
    bodies("experiment_finished", lambda body: body["result"].update(result_trial=0))(database)


def uncounted_score(kept):
    """A score on the rows trained on that its plan counts not even once; `kept`: as the record says, too, which else has none."""
    def change(database):
        def plan(body):
            if "score" in body["plan"]:
                body["plan"]["score"]["counts"] = 0
                body["events"] = body["events"][:1]

        def record(body):
            releases = body["record"]["releases"]
            body["record"]["releases"] = [one for one in releases if kept or one["what"] != "count"]
            for one in body["record"]["releases"]:
                one["count"] *= one["what"] != "count"

        def planned(body):
            for phase in body["plan"]["phases"]:
                phase.update(score_mu=0.0, mu=phase["training_mu"])
        bodies("trial_reserved", plan)(database)
        bodies("trial_finished", record)(database)
        settle(database)
        bodies("experiment", planned)(database)
    return change


def counted_less_than_never(database):
    """Counts below nothing, which take the steps of the training from what it was charged."""
    def plan(body):
        if "trial" in body["plan"]:
            one = body["plan"]["trial"]["releases"][0]
            body["plan"]["score"] = {"counts": 1 - one["count"], "noise_sd": one["noise_sd"] / one["sensitivity"], "rows_per_person": 1, "version": 1}
            body["events"][0]["count"] = 1

    def record(body):
        one = body["record"]["releases"][0]
        body["record"]["releases"].append({"what": "count", "count": 1 - one["count"], "noise_sd": one["noise_sd"] / one["sensitivity"],
                                           "sensitivity": 1.0, "sample_rate": 1.0})

    def planned(body):
        mu = body["plan"]["final"]["mu"] / math.sqrt(5)
        body["plan"]["final"].update(mu=mu, training_mu=mu)
    bodies("trial_reserved", plan)(database)
    bodies("trial_finished", record)(database)
    settle(database)
    bodies("experiment", planned)(database)


def look_settled(database):
    """What the last experiment, a look, promises is what it reserves."""
    settle(database)
    own = database.execute("SELECT mu_squared, mu_squared_exact FROM ledger WHERE kind = 'reservation' AND experiment = 2").fetchone()
    row = database.execute("SELECT seq, body FROM ledger WHERE kind = 'experiment' AND experiment = 2").fetchone()
    body = json.loads(row["body"])
    body["plan"].update(epsilon=gaussian_epsilon(math.sqrt(own["mu_squared"]), body["plan"]["delta"]) * (1 + 1e-12), mu_squared=own["mu_squared_exact"])
    database.execute("UPDATE ledger SET body = ? WHERE seq = ?", (json.dumps(body), row["seq"]))


def of_the_look(kind, change):
    """A change of rows of a kind in the last experiment, a look."""
    def apply(database):
        for row in database.execute("SELECT seq, body FROM ledger WHERE experiment = 2 AND kind = ?", (kind,)).fetchall():
            body = json.loads(row["body"])
            change(body)
            database.execute("UPDATE ledger SET body = ? WHERE seq = ?", (json.dumps(body), row["seq"]))
    return apply


def uncounted_look(database):
    """An accuracy that is counted not even once, beside metrics that are paid for."""
    of_the_look("experiment", lambda body: body["plan"]["evaluations"][0]["count"].update(counts=0))(database)
    of_the_look("trial_reserved", lambda body: (body["plan"]["count"].update(counts=0), body["events"].pop(0)))(database)
    of_the_look("trial_finished", lambda body: body["record"]["releases"].pop(0))(database)
    look_settled(database)


def uncounted_metrics(database):
    """Of all metrics the first alone is paid for."""
    def plan(body):
        kept = len(body["events"]) - len(body["plan"]["metrics"]) + 1
        body["events"] = body["events"][:kept]
        for one in body["plan"]["metrics"][1:]:
            one["count"] = 0
    of_the_look("trial_reserved", plan)(database)
    kept = len(json.loads(database.execute("SELECT body FROM ledger WHERE experiment = 2 AND kind = 'trial_reserved'").fetchone()["body"])["events"])
    of_the_look("trial_finished", lambda body: body["record"].update(releases=body["record"]["releases"][:kept]))(database)
    look_settled(database)


def uncounted_winner(database):
    """A selection whose runs cost what their training does, and which releases its winner's score."""
    def planned(body):
        run = body["plan"]["selection"]["run"]
        run.update(mu=run["training_mu"], score_mu=0.0)

    def plan(body):
        if body["role"] == "selection":
            own = body["plan"]["selection"]
            own["run_mu"] = run["training_mu"]
            orders, values = selection_curve(own["runs_family"], own["runs_mean"], own.get("subset_fraction"), own["run_mu"], "add_or_remove_one")
            body["events"][0]["rdp_curve"] = {"orders": orders, "values": [value * (1 + 1e-12) for value in values]}
            curve.append(body["events"])
    run = json.loads(database.execute("SELECT body FROM ledger WHERE kind = 'experiment'").fetchone()["body"])["plan"]["selection"]["run"]
    curve = []
    bodies("experiment", planned)(database)
    bodies("trial_reserved", plan)(database)
    bodies("reservation", lambda body: "events" in body and body.update(events=curve[0]))(database)
    bodies("trial_finished", lambda body: body["record"].update(
        releases=[one for one in body["record"]["releases"] if one["what"] != "count"]))(database)
    bodies("release", lambda body: body["what"] == "score" and body["values"].update(se=None))(database)


def uncounted_validation(database):
    """Scores on private rows of their own by a count that is made not even once."""
    bodies("experiment", lambda body: body["plan"]["validation"]["count"].update(counts=0))(database)
    left_out("kind = 'trial_charge'")(database)
