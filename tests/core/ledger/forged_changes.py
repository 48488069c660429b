# SPDX-License-Identifier: GPL-3.0-or-later
"""What a forger does to the ledger of a test: changes for `rechained` of test_verify_ledger."""
import json

GAUSSIAN = {"count": 1, "gaussian": {"noise_multiplier": 100.0}}
TRIAL = {"phase": -1, "role": "final", "steps": 3, "plan": {}}


def appended(kind, body, value_class="released", **columns):
    """A change that adds a row to the end, unhashed."""
    def change(database):
        last = database.execute("SELECT seq, time, prev FROM ledger ORDER BY seq DESC LIMIT 1").fetchone()
        row = {"seq": last["seq"] + 1, "time": last["time"], "kind": kind, "class": value_class, "prev": bytes(32),
               "hash": bytes(32), "body": body if isinstance(body, str) else json.dumps(body), **columns}
        marks = ",".join("?" * len(row))
        database.execute(f"INSERT INTO ledger ({','.join(row)}) VALUES ({marks})", list(row.values()))
    return change


def told_of_itself(**columns):
    """A change that adds what another part of the project was charged as a charge of linked rows."""
    def change(database):
        own = database.execute("SELECT body FROM ledger WHERE kind = 'reservation'").fetchone()
        appended("linked_charge", {"charge": json.loads(own["body"])["charge"]}, **columns)(database)
    return change


def bodies(kind, change):
    """A change of the bodies of all rows of a kind."""
    def apply(database):
        for row in database.execute("SELECT seq, body FROM ledger WHERE kind = ?", (kind,)).fetchall():
            body = json.loads(row["body"])
            change(body)
            database.execute("UPDATE ledger SET body = ? WHERE seq = ?", (json.dumps(body), row["seq"]))
    return apply


def events(*given):
    """A change of what all trials list."""
    return bodies("trial_reserved", lambda body: body.update(events=list(given)))


def planned(plan):
    """A change of the plans of all experiments."""
    return bodies("experiment", lambda body: body.update(plan=plan))


def trained(change, kind="trial_reserved"):
    """A change of the plans of all trials that train, or of what their trainers recorded."""
    def apply(body):
        if kind == "trial_finished":
            change(body["record"]["releases"])
        elif "trial" in (body.get("plan") or {}):
            change(body["plan"]["trial"])
    return bodies(kind, apply)


def released(what, values, trial=1, before="trial_finished", **more):
    """A change that adds a release of a trial before its row of that kind, or at the end, unhashed."""
    def apply(database):
        last = database.execute("SELECT * FROM ledger WHERE trial = ? AND kind = 'trial_finished'", (trial,)).fetchone()
        at = last["seq"] if before else database.execute("SELECT max(seq) + 1 FROM ledger").fetchone()[0]
        database.execute("UPDATE ledger SET seq = -seq WHERE seq >= ?", (at,))
        database.execute("UPDATE ledger SET seq = 1 - seq WHERE seq < 0")
        row = {"seq": at, "time": last["time"], "kind": "release", "class": "released", "prev": bytes(32), "hash": bytes(32),
               "dataset": last["dataset"], "experiment": last["experiment"], "trial": trial,
               "body": json.dumps({"what": what, "values": values, **more})}
        database.execute(f"INSERT INTO ledger ({','.join(row)}) VALUES ({','.join('?' * len(row))})", list(row.values()))
    return apply


def insert_before(database, at, columns):
    """A row in the place of the one with that number, which moves on with all behind it."""
    database.execute("UPDATE ledger SET seq = -seq WHERE seq >= ?", (at,))
    database.execute("UPDATE ledger SET seq = 1 - seq WHERE seq < 0")
    columns = {**columns, "seq": at}
    database.execute(f"INSERT INTO ledger ({','.join(columns)}) VALUES ({','.join('?' * len(columns))})", list(columns.values()))


def linked(untold=True):
    """A change by which the parts declare to share a budget from the start; `untold`: without each other's charges."""
    def apply(database):
        first = json.loads(database.execute("SELECT body FROM ledger WHERE seq = 1").fetchone()["body"])
        keys = [json.loads(row["body"])["registry_key"] for row in database.execute("SELECT body FROM ledger WHERE kind = 'part'")]
        row = database.execute("SELECT * FROM ledger WHERE kind = 'experiment'").fetchone()

        def insert(at, **columns):
            insert_before(database, at, {"time": row["time"], "prev": bytes(32), "hash": bytes(32), "dataset": 1, **columns})
        charges = database.execute("SELECT * FROM ledger WHERE kind = 'reservation' ORDER BY seq DESC").fetchall()
        for charge in () if untold else charges:
            last = database.execute("SELECT max(seq) FROM ledger WHERE kind = 'reservation' AND experiment = ?", (charge["experiment"],))
            insert(last.fetchone()[0] + 1, kind="linked_charge", part=3 - charge["part"], **{"class": "released"},
                   body=json.dumps({"charge": json.loads(charge["body"])["charge"]}),
                   mu_squared=charge["mu_squared"], mu_squared_exact=charge["mu_squared_exact"])
        insert(row["seq"], kind="link_declared", part=2, **{"class": "public"},
               body=json.dumps({"project": first["project"], "part": "train", "keys": keys[:1]}))
    return apply


def opened_with_nothing(database):
    """Each part opens, behind what linked ones spent, with a sum of it that is 0."""
    at = database.execute("SELECT max(seq) FROM ledger WHERE kind = 'reservation'").fetchone()[0] + 1
    row = dict(database.execute("SELECT * FROM ledger WHERE kind = 'reservation'").fetchone())
    for part in (1, 2):
        insert_before(database, at, {**row, "kind": "opening_balance", "experiment": None, "part": part, "body": "{}",
                                     "mu_squared": 0.0, "mu_squared_exact": "0"})


def less_noise(factor):
    """Noise and sensitivities that are a part of what they were, in plans and records."""
    def scale(releases):
        for one in releases:
            if one.get("kind", one.get("what")) == "gradient":
                one.update(noise_sd=one["noise_sd"] * factor, sensitivity=one["sensitivity"] * factor)
    return (trained(lambda trial: scale(trial["releases"])), trained(scale, "trial_finished"))


def declared(**members):
    """A change of what the dataset is declared with, and of the trials' plans for it."""
    return (bodies("dataset", lambda body: body.update(members)), trained(lambda trial: trial.update(members)))


def sampled(rate, noise=1.0, **more):
    return {"count": 1, "poisson_sampled": {"sample_rate": rate, "event": {"gaussian": {"noise_multiplier": noise}}, **more}}


def amounts(mu_squared=None, exact=None, epsilon=None, delta=None):
    return {"mu_squared": mu_squared, "mu_squared_exact": exact, "epsilon": epsilon, "delta": delta}


CAP = {"epsilon": 9.0, "delta": 1e-5}
PUBLIC = {"name": "rows", "visibility": "public", "adjacency": "add_or_remove_one", "rows_per_person": 1, "facts": {}}
OTHER = {"name": "train", "public": False, "account": 9, "registry_key": "00" * 16, "facts": {}}
REOPEN = "DELETE FROM ledger WHERE seq = (SELECT max(seq) FROM ledger)"  # the row that ends the last experiment
LAST = {"dataset": 1, "experiment": 2}
VIEW = "CREATE VIEW accounts AS SELECT 1 AS account, 'train' AS name, 1 AS dataset, 0.0 AS charged_epsilon"

# What is forged, what the script must say of it, and how.
