# SPDX-License-Identifier: GPL-3.0-or-later
"""What a forger does to the ledger of a real run so that it seems to have cost less: each change of a trial's plan, of its events
and its record together, charges and promises settled after it, so that what is left to contradict it stands in other rows."""
import json
import math
import pathlib
import sys
from fractions import Fraction

sys.path[:0] = [str(pathlib.Path(__file__).parents[2] / "resources" / "verify"), str(pathlib.Path(__file__).parents[1] / "core" / "ledger")]
from forged_changes import bodies  # noqa: E402
from verify_ledger import exact, gaussian_cost, gaussian_epsilon  # noqa: E402

OWN = ("gradient", "gram", "hessian", "class_sums", "class_grams", "loss_difference")


def text_of(sum_):
    """As the ledger writes an exact sum: 3 * 2**-1 is 3p-1."""
    power = sum_.denominator.bit_length() - 1
    return f"{sum_.numerator:x}p{-power}" if sum_ else "0"


def settle(database):
    """Makes charges, reservations and promises those of the events that trials list now."""
    delta = json.loads(database.execute("SELECT body FROM ledger WHERE kind = 'cap'").fetchone()["body"])["delta"]
    sums = {}
    for row in database.execute("SELECT * FROM ledger WHERE kind IN ('trial_reserved', 'trial_charge') AND part IS NOT NULL").fetchall():
        body = json.loads(row["body"])
        cost = gaussian_cost(body["events"])
        spend = exact(row["mu_squared_exact"])
        if abs(cost - spend) > spend / 10**9:
            spend = Fraction(float(cost) * (1 + 1e-12))
        mu = math.sqrt(float(spend))
        if "mu" in body:
            body.update(mu=mu, epsilon=gaussian_epsilon(mu, delta))
        set_charge(database, row["seq"], spend, body)
        key = row["experiment"], row["part"]
        sums[key] = sums.get(key, Fraction(0)) + spend
    for row in database.execute("SELECT * FROM ledger WHERE kind = 'reservation'").fetchall():
        body = json.loads(row["body"])
        body.pop("events", None)
        if (row["experiment"], row["part"]) in sums:
            set_charge(database, row["seq"], sums[row["experiment"], row["part"]], body)
    for row in database.execute("SELECT * FROM ledger WHERE kind = 'experiment'").fetchall():
        body = json.loads(row["body"])
        spend = sums.get((row["experiment"], body["plan"]["parts"].get("train")))
        if spend is not None:
            body["plan"].update(epsilon=gaussian_epsilon(math.sqrt(float(spend)), delta) * (1 + 1e-12), mu_squared=text_of(spend))
            body["plan"]["options"].update({"experiment-epsilon": body["plan"]["epsilon"]})
            database.execute("UPDATE ledger SET body = ? WHERE seq = ?", (json.dumps(body), row["seq"]))


def set_charge(database, row, spend, body):
    amount = float(spend)
    if Fraction(amount) < spend:
        amount = math.nextafter(amount, math.inf)
    database.execute("UPDATE ledger SET mu_squared = ?, mu_squared_exact = ?, body = ? WHERE seq = ?",
                     (amount, text_of(spend), json.dumps(body), row))


def trained(plan, record=lambda release: None):
    """A change of what all trials train with, and of each release that they recorded of it."""
    def change(database):
        def planned(body):
            if "trial" in (body.get("plan") or {}):
                plan(body, body["plan"]["trial"])

        def recorded(body):
            for one in (body["record"] or {}).get("releases", []):
                if one["what"] in OWN:
                    record(one)
        bodies("trial_reserved", planned)(database)
        bodies("trial_finished", recorded)(database)
        settle(database)
    return change


def noise(factor, said=True):
    """More noise than was planned; `said`: as the trial's noise multiplier says, too."""
    def plan(body, trial):
        if said:
            trial["noise_multiplier"] *= factor
            body["noise_multiplier"] *= factor
        for one in trial["releases"]:
            one["noise_sd"] *= factor
        for event in body["events"][:len(trial["releases"])]:
            event["gaussian"]["noise_multiplier"] *= factor
    return trained(plan, lambda one: one.update(noise_sd=one["noise_sd"] * factor))


def clip(factor):
    def plan(body, trial):
        trial["options"]["max_grad_norm"] *= factor
        trial["noise_multiplier"] /= factor
        body.update(max_grad_norm=trial["options"]["max_grad_norm"], noise_multiplier=trial["noise_multiplier"])
        for one in trial["releases"]:
            one.update(clip=one["clip"] * factor, sensitivity=one["sensitivity"] * factor)
        for event in body["events"][:len(trial["releases"])]:
            event["gaussian"]["noise_multiplier"] /= factor
    return trained(plan, lambda one: one.update(sensitivity=one["sensitivity"] * factor))


def steps(count):
    def plan(body, trial):
        trial["steps"] = body["steps"] = trial["releases"][0]["count"] = body["events"][0]["count"] = count
    return trained(plan, lambda one: one.update(count=count))


def rate_of(trainer, rate):
    """Another sample rate of this trainer's runs, by plans, events and records."""
    def change(database):
        trials = set()
        for row in database.execute("SELECT seq, trial, body FROM ledger WHERE kind = 'trial_reserved'").fetchall():
            body = json.loads(row["body"])
            if body["plan"]["trial"]["options"]["trainer"] == trainer:
                trials.add(row["trial"])
                body["plan"]["trial"]["options"]["sample_rate"] = rate
                for event in body["events"]:
                    event.get("poisson_sampled", {}).update(sample_rate=rate)
                database.execute("UPDATE ledger SET body = ? WHERE seq = ?", (json.dumps(body), row["seq"]))
        assert trials, f"no run is of {trainer}"
        for row in database.execute("SELECT seq, trial, body FROM ledger WHERE kind = 'trial_finished'").fetchall():
            body = json.loads(row["body"])
            for one in body["record"]["releases"] if row["trial"] in trials else []:
                one.update(sample_rate=rate)
            database.execute("UPDATE ledger SET body = ? WHERE seq = ?", (json.dumps(body), row["seq"]))
    return change


def trainer_as(name, kept):
    """Another trainer, which releases less."""
    def change(database):
        def plan(body, trial):
            trial["options"]["trainer"] = name
            trial["releases"] = [one for one in trial["releases"] if one["kind"] in kept]
            body["events"] = [{"count": one.get("count", 1), "gaussian": {"noise_multiplier": one["noise_sd"] / one["sensitivity"] * (1 - 1e-13)}}
                              for one in trial["releases"]]
        bodies("trial_finished", lambda body: body["record"].update(
            releases=[one for one in body["record"]["releases"] if one["what"] in (*kept, "count")]))(database)
        trained(plan)(database)
    return change


def sampled_noise(factor):
    """More noise of runs that sample than their experiment planned, by plans, events and records."""
    def change(database):
        def plan(body):
            for place in (body, body["plan"]["trial"]):
                place["noise_multiplier"] *= factor
            for one in body["plan"]["trial"]["releases"]:
                one["noise_sd"] *= factor
            for event in body["events"][:1]:
                event.get("poisson_sampled", {}).get("event", event)["gaussian"]["noise_multiplier"] *= factor
        bodies("trial_reserved", plan)(database)
        bodies("trial_finished", lambda body: [one.update(noise_sd=one["noise_sd"] * factor)
                                                          for one in body["record"]["releases"] if one["what"] in OWN])(database)
    return change


def released_by(what, change):
    """A change of the values of all releases of a kind."""
    return bodies("release", lambda body: body["what"] == what and change(body["values"]))


def validation_noise(factor):
    """Other noise of the count that scores trials on rows of their own than they show the error of."""
    def change(database):
        def planned(body):
            body["plan"]["validation"]["count"]["noise_sd"] *= factor
        bodies("experiment", planned)(database)
        bodies("trial_charge", lambda body: [event["gaussian"].update(noise_multiplier=event["gaussian"]["noise_multiplier"] * factor)
                                             for event in body["events"]])(database)
        settle(database)
    return change


def look_noise(factor):
    def change(database):
        def plan(body):
            if body["role"] == "evaluation":
                body["plan"]["count"]["noise_sd"] *= factor
                body["events"][0]["gaussian"]["noise_multiplier"] *= factor
        bodies("trial_reserved", plan)(database)
        bodies("trial_finished", lambda body: [one.update(noise_sd=one["noise_sd"] * factor)
                                                          for one in body["record"]["releases"] if one["what"] == "count"])(database)
        settle(database)
    return change


def cap_of_delta(delta):
    def change(database):
        bodies("cap", lambda body: body.update(delta=delta))(database)
        bodies("experiment", lambda body: body["plan"].update(delta=delta))(database)
        settle(database)
    return change


def one_row_a_person(rows):
    """Of a data set whose people have several rows, by dataset, plans and records, all but what was asked for."""
    def change(database):
        bodies("dataset", lambda body: body.update(rows_per_person=1))(database)
        bodies("experiment", lambda body: body["plan"]["constants"].update(rows_per_person=1))(database)

        def plan(body):
            trial = body["plan"]["trial"]
            trial.update(rows_per_person=1, noise_multiplier=trial["noise_multiplier"] * rows)
            body["noise_multiplier"] = trial["noise_multiplier"]
            for one in trial["releases"]:
                one["sensitivity"] /= rows
            for event in body["events"]:
                event["gaussian"]["noise_multiplier"] *= rows
        bodies("trial_reserved", plan)(database)
        bodies("trial_finished", lambda body: [one.update(sensitivity=one["sensitivity"] / rows)
                                                          for one in body["record"]["releases"]])(database)
        settle(database)
    return change


def public_rows(database):
    bodies("dataset", lambda body: body.update(visibility="public"))(database)
    bodies("experiment", lambda body: body.update(public=True))(database)
    noise(1000, said=False)(database)


def left_out(where):
    """Takes rows away, those behind them closing up."""
    def change(database):
        database.execute(f"DELETE FROM ledger WHERE {where}")
        for at, row in enumerate(database.execute("SELECT seq FROM ledger ORDER BY seq").fetchall(), 1):
            database.execute("UPDATE ledger SET seq = ? WHERE seq = ?", (at, row["seq"]))
    return change
