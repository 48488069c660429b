#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ledgers of real runs in which rows contradict each other, their chain mended, are sound to neither `audit` nor the script.

    contradictions.py SCRIPT PARSIMONY_CLI
"""
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "core" / "ledger"))
from forged_changes import amounts, bodies, linked, opened_with_nothing, told_of_itself  # noqa: E402
from forged_free import (counted_less_than_never, free_look_at, nothing_charged, uncounted_look, uncounted_metrics,  # noqa: E402
                         uncounted_score, uncounted_validation, uncounted_winner, weights_of)
from forged_plans import named_parts, of_format, plan_without, scored_by_nobody, scored_for_nothing  # noqa: E402
from forged_runs import (cap_of_delta, clip, left_out, look_noise, noise, one_row_a_person, public_rows,  # noqa: E402
                         rate_of, released_by, sampled_noise, settle, steps, trainer_as, validation_noise)
from forged_winners import (asked, cleared, constants, counted, ended_with, no_weights, only_constant, run_of_less, shown,  # noqa: E402
                            told_winner, uncounted, winner_of_steps, winner_with)
from same_verdict import verdicts  # noqa: E402
from test_verify_ledger import rechained  # noqa: E402

SLACK = 1.0048828125
PRIVATE = ("--classes", "3", "--records", "400", "--epsilon", "1", "--delta", "1e-5", "--threads", "1")
PARTS = ("--train", "train.csv:header", "--label-column", "label", "--test", "test.csv:header")
SINGLE = ("--method", "single", "--learning-rates", "0.5", "--steps", "5", "--max-grad-norm", "1")
TWO = ("run", "--data", "a=by_a", "--data", "b=by_b", "--same-order", "--label-column", "label", *(PRIVATE[:2] + PRIVATE[4:]),
       "--method", "random", "--trials", "2", "--steps", "5", "--experiment-epsilon", "0.2", "--test-epsilon", "0.2")
LOOK = ("evaluate", "two.npz", "--data", "by_a", "--label-column", "label")
EXPORT = ("export", "--output", "two.npz")
OF_BLOCKS = ("--label-column", "label", "--classes", "3", "--epsilon", "1", "--delta", "1e-5", "--threads", "1", "--method", "single", "--steps", "1")


def run_on(train, epsilon, test=None):
    """The words of a run on files of blocks of people."""
    tested = ("--test", f"blocks{test}.csv:header", "--test-epsilon", "0.4") if test else ()
    return ("run", "--train", f"blocks{train}.csv:header", *tested, *OF_BLOCKS, "--experiment-epsilon", epsilon)


# Each run's project, by a word: the commands that make it.
RUNS = {
    "plain": [("run", *PARTS, *PRIVATE, *SINGLE, "--test-epsilon", "none")],
    "looked": [("run", *PARTS, *PRIVATE, *SINGLE)],
    "scored": [("run", *PARTS, *PRIVATE, "--validation", "validation.csv:header", "--score", "validation", "--method", "linear-scaling",
                "--steps", "5", "--test-epsilon", "none")],
    "scored by number": [("run", *PARTS, *PRIVATE[:2], *PRIVATE[4:], "--validation", "validation.csv:header", "--score", "validation", "--method",
                          "random", "--trials", "2", "--steps", "5", "--experiment-epsilon", "0.3", "--test-epsilon", "none")],
    "own": [("run", *PARTS, *PRIVATE, "--method", "linear-scaling", "--steps", "5", "--test-epsilon", "none")],
    "auto": [("run", *PARTS, *PRIVATE, "--method", "auto", "--test-epsilon", "none")],
    "public test": [("run", *PARTS, *PRIVATE, *SINGLE, "--experiment-epsilon", "0.3"),
                    ("run", *PARTS[:4], "--test", "other.csv:header", *PRIVATE, *SINGLE, "--public-parts", "test", "--experiment-epsilon", "0.2")],
    "persons": [("run", *PARTS, *PRIVATE, *SINGLE, "--rows-per-person", "3", "--test-epsilon", "none")],
    "newton": [("run", *PARTS, *PRIVATE, "--trainer", "dp-newton", "--test-epsilon", "none")],
    "squares": [("run", *PARTS, *PRIVATE, "--trainer", "dp-ls", "--test-epsilon", "none")],
    "random": [("run", *PARTS, *PRIVATE, "--method", "random", "--trials", "3", "--steps", "5", "--test-epsilon", "none")],
    "sampled": [("run", *PARTS, *PRIVATE, "--method", "grid", "--trainer", "dp-gd,dp-sgd", "--sample-rate", "0.2,0.5", "--learning-rates", "1",
                 "--steps", "5", "--test-epsilon", "none")],
    "sampled at random": [("run", *PARTS, *PRIVATE, "--method", "random", "--trainer", "dp-gd,dp-adam", "--sample-rate", "0.2", "--trials",
                           "4", "--steps", "5", "--test-epsilon", "none")],
    "selection": [("run", *PARTS, *PRIVATE, "--method", "papernot-steinke", "--steps", "5", "--test-epsilon", "none")],
    "sampled selection": [("run", *PARTS, *PRIVATE, "--method", "papernot-steinke", "--trainer", "dp-gd,dp-sgd", "--sample-rate", "0.2,0.5",
                           "--steps", "5", "--test-epsilon", "none")],
    "sampled subsets": [("run", *PARTS, *PRIVATE, "--method", "koskela-kulkarni", "--trainer", "dp-sgd", "--sample-rate", "0.2", "--steps", "5",
                         "--test-epsilon", "none")],
    "sampled rates": [("run", *PARTS, *PRIVATE, "--method", "papernot-steinke", "--trainer", "dp-sgd", "--sample-rate", "0.2,0.5",
                       "--max-grad-norm", "0.5,1", "--steps", "5", "--test-epsilon", "none")],
    "sampled poisson": [("run", *PARTS, *PRIVATE, "--method", "papernot-steinke", "--trainer", "dp-sgd", "--runs-family", "poisson", "--steps", "5",
                         "--test-epsilon", "none")],
    "few sampled subsets": [("run", *PARTS, *PRIVATE, "--method", "koskela-kulkarni", "--trainer", "dp-sgd", "--runs-family", "poisson",
                             "--runs-mean", "1", "--steps", "5", "--test-epsilon", "none")],
    "public scores": [("run", *PARTS, *PRIVATE, "--method", "papernot-steinke", "--steps", "5", "--validation", "validation.csv:header",
                       "--public-parts", "validation", "--score", "validation", "--test-epsilon", "none")],
    "clipped": [("run", *PARTS, *PRIVATE, *SINGLE, "--row-norm", "clip", "--norm-bound", "2", "--test-epsilon", "none")],
    "metrics": [("run", *PARTS, *PRIVATE[:4], "--epsilon", "30", *PRIVATE[6:], *SINGLE, "--test-epsilon", "3", "--test-records", "110"), EXPORT,
                ("evaluate", "two.npz", "--test", "test.csv:header", "--label-column", "label", "--per-class", "--metrics",
                 "log_loss,auc,confusion", "--positive-class", "1")],
    "rated selection": [("run", *PARTS, *PRIVATE, "--method", "papernot-steinke", "--learning-rates", "0.1,0.5", "--steps", "5", "--test-epsilon", "none")],
    "rated subsets": [("run", *PARTS, *PRIVATE, "--method", "koskela-kulkarni", "--learning-rates", "0.1,0.5", "--steps", "5", "--test-epsilon", "none")],
    "few runs": [("run", *PARTS, *PRIVATE, "--method", "papernot-steinke", "--runs-family", "poisson", "--runs-mean", "1", "--steps", "5",
                  "--test-epsilon", "none")],
    "twice": [("run", *PARTS, *PRIVATE, *SINGLE, "--experiment-epsilon", "0.3", "--test-epsilon", "none")] * 2,
    "labels": [("run", "--train", "lists.csv:header", "--label-column", "label", *PRIVATE, "--labels-per-record", "2", "--trainer", "dp-ls")],
    "fewer labels": [("run", "--train", "lists.csv:header", "--label-column", "label", *PRIVATE, "--labels-per-record", labels, "--trainer",
                      "dp-ls", "--experiment-epsilon", "0.3") for labels in ("3", "2")],
    # The number of records of a part, which a look at it by one encoder declares or finds declared.
    "number by a look": [TWO, EXPORT, (*LOOK, "--test-records", "90"), TWO, LOOK],
    "number by a run": [(*TWO, "--test-records", "110"), EXPORT, LOOK, TWO],
    # Parts that share with others: what charges come by, and what a part is not told.
    "part of train": [("run", "--train", "blocks0123.csv:header", "--test", "blocks34.csv:header", *OF_BLOCKS, "--experiment-epsilon", "0.3",
                       "--test-epsilon", "0.1"), EXPORT,
                      ("evaluate", "two.npz", "--test", "blocks0.csv:header", "--label-column", "label")] * 2,
    "detours": [(*run_on("3", "0.3"), "--storage", "a.parsimony"), (*run_on("5", "0.4"), "--storage", "b.parsimony"),
                run_on("other4", "0.6", "other34"), (*run_on("24", "0.4", "0"), "--linked-to", "b.parsimony"),
                (*run_on("035", "0.4"), "--linked-to", "b.parsimony", "--linked-to", "detours.parsimony:test", "--storage", "a.parsimony"),
                (*run_on("012", "0.6"), "--linked-to", "detours.parsimony:test", "--storage", "c.parsimony"), ("budget", "show")],
    "both": [("run", *PARTS, *PRIVATE, *SINGLE, "--experiment-epsilon", "0.7", "--test-epsilon", "0.7")],
    "number of other files": [TWO, EXPORT, (*LOOK[:2], "--test", "other.csv:header", *LOOK[4:], "--test-records", "70"), TWO],
}


def write_rows(folder):
    chance = random.Random(5)
    for name, count in (("train", 400), ("validation", 90), ("test", 120), ("other", 100), ("lists", 400)):
        lines = [",".join([*(f"f{i}" for i in range(6)), "label"])]
        for _ in range(count):
            label = chance.randrange(3)
            features = [f"{chance.gauss(2.0 if i == label else 0.0, 1.0):.6f}" for i in range(6)]
            lines.append(",".join([*features, f"{label};{(label + 1) % 3}" if name == "lists" else str(label)]))
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n")
    people = [[chance.gauss(0.0, 1.0) for _ in range(6)] for _ in range(180)]
    for name in ("3", "5", "other4", "other34", "24", "0", "035", "012", "0123", "34"):
        rows = [people[30 * int(block) + place] for block in name.removeprefix("other") for place in range(30)]
        scale = -2.0 if name.startswith("other") else 1.0
        lines = [",".join([*(f"{value * scale:.6f}" for value in row), str(int(row[0] > 0))]) for row in rows]
        (folder / f"blocks{name}.csv").write_text("\n".join([",".join([*(f"f{i}" for i in range(6)), "label"]), *lines]) + "\n")
    for encoder, order in (("a", range(6)), ("b", range(5, -1, -1))):
        (folder / f"by_{encoder}").mkdir()
        for part in ("train", "test"):
            cells = [line.split(",") for line in (folder / f"{part}.csv").read_text().splitlines()]
            lines = [",".join([*(line[i] for i in order), line[6]]) for line in cells]
            (folder / f"by_{encoder}" / f"{part}.csv").write_text("\n".join(lines) + "\n")


def as_mean(database):
    """The last run's releases become those of one mean, which its experiment plans as well."""
    row = database.execute("SELECT seq, mu_squared, body FROM ledger WHERE kind = 'trial_reserved' ORDER BY seq DESC").fetchone()
    multiplier = (1 + 1e-13) / math.sqrt(row["mu_squared"])
    mean = {"adjacency": "add_or_remove_one", "rows_per_person": 1, "clip": 1.0, "sensitivity": SLACK, "noise_sd": multiplier * SLACK,
            "dim": 6, "public_records": 400.0, "arithmetic_slack": SLACK - 1, "version": 1}
    body = {**json.loads(row["body"]), "plan": {"mean": mean}, "events": [{"count": 1, "gaussian": {"noise_multiplier": multiplier}}]}
    database.execute("UPDATE ledger SET body = ? WHERE seq = ?", (json.dumps(body), row["seq"]))
    bodies("experiment", lambda body: body["plan"].update(mean=mean))(database)
    bodies("trial_finished", lambda body: body["record"].update(
        releases=[{"what": "mean", "count": 1, "noise_sd": mean["noise_sd"], "sensitivity": SLACK, "sample_rate": 1.0}]))(database)


def scaled(place, factor):
    """A sum that a trial plans, and what is recorded of it, of rows that are as much shorter."""
    def plan(body):
        if place in (body["plan"] or {}):
            body["plan"][place].update({name: body["plan"][place][name] * factor for name in ("clip", "noise_sd", "sensitivity")})

    def record(body):
        for one in body["record"]["releases"]:
            if one["what"] == place:
                one.update(noise_sd=one["noise_sd"] * factor, sensitivity=one["sensitivity"] * factor)
    return (bodies("trial_reserved", plan), bodies("trial_finished", record))


def half_a_look():
    """The right records alone are counted, where nobody said how many there are."""
    def plan(body):
        if body["role"] == "evaluation":
            body["plan"]["count"]["counts"] = body["events"][0]["count"] = 1

    def record(body):
        for one in body["record"]["releases"]:
            one["count"] = 1 if one["what"] == "count" else one["count"]
    return (bodies("trial_reserved", plan), bodies("trial_finished", record))


def one_label(body):
    """Of a plan: records have one label, and sums of classes are as sensitive."""
    if "trial" in body["plan"]:
        body["plan"]["trial"].pop("labels_per_record")
        one_label_of(body["plan"]["trial"]["releases"], "kind")


def one_label_of(releases, name):
    for one in releases:
        if one[name] == "class_sums":
            one.update({key: one[key] / math.sqrt(2) for key in ("clip", "noise_sd", "sensitivity") if key in one})


def winner(factor=1.0, times=1):
    """What is recorded of a selection's winner: training with other noise, or more of it."""
    return bodies("trial_finished", lambda body: [one.update(noise_sd=one["noise_sd"] * factor, count=one["count"] * times)
                                                      for one in body["record"]["releases"] if one["what"] == "gradient"])


def rate_left_out(rate):
    def change(body):
        run = body["plan"]["selection"]["run"]
        run["noises"] = [one for one in run["noises"] if one["sample_rate"] != rate]
    return bodies("experiment", change)


def mean_called(role):
    return bodies("trial_reserved", lambda body: body["role"] == "mean" and body.update(role=role))


def scores(**values):
    return bodies("release", lambda body: body["what"] == "score" and body["values"].update(values))


# Of a selection that drew no run, as a Poisson law may.
NO_SCORE = left_out("kind = 'release' AND json_extract(body, '$.what') = 'score'")
NO_WINNER = (cleared, only_constant, no_weights, NO_SCORE)

# What a ledger is made of, what is wrong with it, and how it comes to that.
CONTRADICTIONS = (
    ("plain", "a run that plans a mean and releases weights", as_mean),
    ("plain", "a run on the test rows", "UPDATE ledger SET part = 2 WHERE kind IN ('reservation', 'trial_reserved')"),
    ("plain", "more steps than were charged", bodies("trial_finished", lambda body: body["record"].update(steps_done=5000))),
    ("plain", "training rows that are public", bodies("part", lambda body: body["name"] == "train" and body.update(public=True))),
    ("scored", "scores on private rows for nothing", left_out("part = 2 AND kind IN ('trial_charge', 'reservation')")),
    ("scored", "scores charged to the test rows", "UPDATE ledger SET part = 3 WHERE part = 2 AND kind IN ('trial_charge', 'reservation')"),
    ("own", "scores of the own rows that are surer than their noise", scores(se=1e-9)),
    ("auto", "a mean of rows a millionth as long", *scaled("mean", 1e-6)),
    ("auto", "counts of a thousandth", *scaled("class_counts", 1e-3)),
    ("auto", "a mean that is called weights", mean_called("weights")),
    ("auto", "a mean that is called a trial", mean_called("trial")),
    ("auto", "a mean of rows a millionth as long, planned so", *scaled("mean", 1e-6), bodies(
        "experiment", lambda body: body["plan"]["feature_map"]["mean"].update(
            {name: body["plan"]["feature_map"]["mean"][name] * 1e-6 for name in ("clip", "noise_sd", "sensitivity")}))),
    ("looked", "one count for a share of nobody knows how many", *half_a_look()),
    ("looked", "one count, planned so", *half_a_look(),
     bodies("experiment", lambda body: [one["count"].update(counts=1) for one in body["plan"]["evaluations"]])),
    ("looked", "an accuracy that nothing counts", bodies("trial_reserved", lambda body: body["role"] == "evaluation" and body["plan"].update(
        breakdowns=[{"what": "groups", "count": 2, "noise_sd": body["plan"].pop("count")["noise_sd"], "sensitivity": 1.0}])),
     bodies("trial_finished", lambda body: [one.update(what="groups") for one in body["record"]["releases"] if one["what"] == "count"])),
    ("looked", "a look at other rows than it names",
     bodies("trial_reserved", lambda body: body["role"] == "evaluation" and body["plan"].update(part="train"))),
    ("public test", "an exact look at private rows of a public part's name", bodies(
        "experiment", lambda body: "test" in body["plan"]["parts"] and body["plan"]["parts"].update(test=2))),
    ("public test", "weights that a look at public rows releases", free_look_at(lambda database, _: weights_of(database))),
    ("public test", "rows that a look at public rows releases", free_look_at(lambda *_: {"what": "train rows", "values": [1, 2, 3]})),
    ("public test", "weights beside the accuracy of public rows", free_look_at(lambda database, look: {**look, "blob": weights_of(database)["blob"]})),
    ("public test", "a score that a look at public rows releases", free_look_at(lambda _, look: {**look, "what": "score"})),
    ("public test", "weights of an experiment that charges nothing", nothing_charged),
    *(("own", f"a score that is counted not even once, {'and' if kept else 'not'} recorded", uncounted_score(kept)) for kept in (False, True)),
    ("plain", "counts below nothing", counted_less_than_never),
    ("metrics", "an accuracy that is counted not even once", uncounted_look),
    ("metrics", "metrics that are counted not even once", uncounted_metrics),
    ("selection", "a score of a winner that no run pays for", uncounted_winner),
    ("scored", "scores by a count that is made not even once", uncounted_validation),
    ("labels", "fewer labels than the dataset has", bodies("experiment", lambda body: body["plan"]["constants"].pop("labels_per_record")),
     bodies("trial_reserved", one_label), bodies("trial_finished", lambda body: one_label_of(body["record"]["releases"], "what"))),
    ("plain", "ten times the noise that was planned", noise(10)),
    ("plain", "a thousand times the noise of its own multiplier", noise(1000, said=False)),
    ("plain", "a clip that nobody asked for", clip(0.01)),
    ("plain", "one step of five", steps(1)),
    ("plain", "a cap at another delta than was asked for", cap_of_delta(1e-2)),
    ("plain", "rows that are public and planned as private", public_rows),
    ("plain", "charges of another kind of account", bodies("experiment", lambda body: body["plan"].update(account="slices"))),
    ("plain", "training on the part of another name", bodies("experiment", lambda body: body["plan"]["parts"].update(train=2, test=1)),
     "UPDATE ledger SET part = 3 - part WHERE experiment IS NOT NULL AND part IS NOT NULL"),
    ("plain", "an own charge that is told as less", told_of_itself(dataset=1, part=2, **amounts(2.0**-10, "1p-10"))),
    ("plain", "another part with the same rows", bodies("part", lambda body: body.update(registry_key="ab" * 16))),
    ("persons", "one row a person of three", one_row_a_person(3)),
    ("newton", "second-order steps as first-order ones", trainer_as("dp-gd", ("gradient",))),
    ("squares", "least squares as prototypes", trainer_as("dp-prototypes", ("class_sums",))),
    ("looked", "a look with ten times its noise", look_noise(10)),
    ("looked", "an accuracy of another part", bodies("release", lambda body: body["what"] == "accuracy" and body["values"].update(part="train"))),
    ("random", "trials that are left out", left_out("trial IN (SELECT trial FROM ledger WHERE body LIKE '%\"role\":\"trial\"%' AND trial > 1)"), settle),
    ("selection", "no winner", *NO_WINNER),
    ("selection", "fewer runs than were asked for",
     bodies("experiment", lambda body: body["plan"]["options"].update({"runs-mean": 400.0}))),
    ("sampled selection", "a winner of half its noise", winner(0.5)),
    ("sampled selection", "a winner of twice its steps", winner(times=2)),
    ("sampled selection", "a count of half its noise", bodies("trial_finished", lambda body: [
        one.update(noise_sd=one["noise_sd"] / 2) for one in body["record"]["releases"] if one["what"] == "count"])),
    ("sampled selection", "a rate that is left out", rate_left_out(0.5)),
    ("sampled selection", "all records, which are left out", rate_left_out(1.0)),
    ("sampled selection", "fewer runs than were asked for",
     bodies("experiment", lambda body: body["plan"]["options"].update({"runs-mean": 400.0}))),
    ("sampled subsets", "a winner of half its noise", winner(0.5)),
    ("sampled poisson", "a winner that says it is none", cleared, told_winner(constant=True)),
    ("sampled poisson", "a winner that says it is none, unscored", cleared, told_winner(constant=True), NO_SCORE),
    ("sampled poisson", "a winner that says nothing but that it is none", cleared, only_constant, NO_SCORE),
    ("few sampled subsets", "a winner of other steps", told_winner(steps=500)),
    *((run, f"a winner of other steps, recorded {'so' if so else 'not so'}", winner_of_steps(500, so))
      for run in ("selection", "sampled subsets", "sampled rates") for so in (False, True)),
    *((run, "a winner of noise that its selection has not", told_winner(noise_multiplier=99.0))
      for run in ("selection", "sampled selection", "sampled subsets", "public scores")),
    ("selection", "a winner of more noise than a run has", winner(10)),
    *(("selection", f"a winner of more noise than a run is {'priced' if planned else 'planned'} with", run_of_less(10, planned))
      for planned in (False, True)),
    ("plain", "less than was asked for", asked(**{"experiment-epsilon": 2.0})),
    ("scored by number", "scores that are surer than their noise", validation_noise(0.08)),
    ("sampled rates", "a winner of more noise than a run has", winner(10)),
    ("sampled rates", "a winner of a rate that was not asked for", winner_with(sample_rate=0.3)),
    ("sampled rates", "a winner of a clip that was not asked for", winner_with(max_grad_norm=0.7)),
    ("sampled rates", "a winner that does not say its rate", winner_with(sample_rate=None)),
    ("sampled selection", "a winner of a trainer that was not asked for", winner_with(trainer="dp-adam")),
    ("selection", "a winner of a setting that nobody searched", winner_with(momentum=0.5)),
    ("selection", "a winner's r that its rate does not give", told_winner(r=1e3)),
    ("rated selection", "a winner of a larger rate than was asked for", told_winner(learning_rate=0.6, r=3.0)),
    ("rated subsets", "a winner of a larger rate than was asked for", told_winner(learning_rate=5.0, r=25.0)),
    *((run, "a winner without its count", uncounted) for run in ("selection", "sampled selection", "sampled subsets")),
    ("public scores", "a count of a winner that public rows score", counted),
    ("selection", "a winner's score that is surer than its noise", scores(se=1e-9)),
    ("selection", "weights of a winner that nobody tells of", left_out("kind = 'release' AND json_extract(body, '$.what') = 'selection'")),
    ("sampled selection", "fewer rates than were priced", asked(**{"sample-rate": "0.2"})),
    ("sampled selection", "a million rates and as many steps",
     asked(**{"sample-rate": "lin:0.1:0.9:1000000", "steps": "lin:1:900000:1000000"})),
    ("sampled subsets", "other steps than were priced", asked(steps="50")),
    ("sampled", "more rates than were priced", asked(**{"sample-rate": "0.1,0.2,0.5"})),
    ("sampled", "runs of ten times the noise", sampled_noise(10)),
    *((run, f"another {name} of the options", asked(**{name: value})) for run in ("plain", "selection", "sampled selection")
      for name, value in (("trainer", "dp-adam"), ("method", "grid"))),
    ("plain", "shorter rows than were asked for", constants(row_bound=0.98)),
    ("clipped", "shorter rows than were asked for", constants(row_bound=1.98)),
    ("plain", "rows that are not brought to a norm", constants(row_norm="none", row_bound=0.0)),
    ("plain", "a result that is no trial", ended_with(99)),
    ("looked", "a result that trained nothing", ended_with(2)),
    ("twice", "a result of another experiment", ended_with(1)),
    ("plain", "a learning rate that it was not trained with", shown(learning_rate=5.0)),
    ("plain", "more noise in its logits than its training leaves there", shown(nu=5.0)),
    ("sampled at random", "less noise in its logits than its training leaves there", shown(nu=1e-3)),
    ("auto", "less noise in the logits of its final run than its own training leaves there", shown(nu=1e-3)),
    ("plain", "an r that its learning rate does not give", shown(r=5.0)),
    ("number by a run", "an accuracy that is surer than its noise", released_by("accuracy", lambda values: values.update(se=1e-6))),
    ("metrics", "shares of classes that are surer than their noise",
     released_by("breakdown", lambda values: [one.update(se=one["se"] and one["se"] / 10) for one in values["bins"].values()])),
    ("metrics", "a loss that is surer than its noise", released_by("metric", lambda values: values.get("se") and values["what"] == "log_loss"
                                                                    and values.update(se=1e-9))),
    ("metrics", "counts of less noise than they were given", released_by("metric", lambda values: values.update(noise_sd=0.1))),
    ("sampled", "a rate that nobody asked for", rate_of("dp-sgd", 0.1)),
    ("sampled", "a sample of a trainer that takes none", rate_of("dp-gd", 0.2)),
    ("twice", "an experiment that is left out", left_out("experiment = 1")),
    ("both", "parts that pass the cap together, and knew that they share", linked(untold=False)),
    ("both", "parts that pass the cap together, told of each other's charges by a sum of nothing", linked(), opened_with_nothing),
    ("plain", "weights of other classes than were planned for", released_by("weights", lambda values: values.update(classes=4))),
    ("squares", "weights with a bias that was not planned for", released_by("weights", lambda values: values.update(bias=True))),
    ("labels", "fewer labels a record than its request asks for", bodies("experiment", lambda body: body["options"].update({"labels-per-record": 3}))),
    ("few runs", "fewer runs than its request asks for", bodies("experiment", lambda body: body["options"].update({"runs-mean": 2.0}))),
    ("number by a run", "accuracies of fewer records than were declared",
     bodies("experiment", lambda body: [one.update(records=50.0) for one in body["plan"].get("evaluations", [])])),
    ("number by a run", "a part of fewer records than runs count of",
     bodies("part", lambda body: body["name"] == "test" and body["facts"].update(records=50))),
    ("plain", "a run on the test rows, which alone are planned", named_parts({"test": 2})),
    ("plain", "a run on the test rows, of a plan of none", named_parts({})),
    ("twice", "a second run on the test rows, of a plan of none", named_parts({}, experiment=2)),
    *(("scored", f"scores on {'planned' if named else 'other'} private rows for nothing", *scored_for_nothing(named)) for named in (False, True)),
    *(("own", f"scores on {called} that is not there", *scored_by_nobody({**part, "count": None}))
      for called, part in (("a part", {"part": "ghost"}), ("some part", {}))),
    *(("plain", f"a plan without '{name}'", plan_without(name)) for name in ("parts", "evaluations", "epsilon", "options", "plan_format")),
    ("plain", "a plan without an epsilon and a delta", plan_without("epsilon", "delta", "mu_squared")),
    ("auto", "a later plan without an epsilon and a delta", plan_without("epsilon", "delta", kind="plan_version")),
    ("looked", "one count, of a plan without looks", *half_a_look(), settle, plan_without("evaluations")),
    *(("plain", f"a plan of format {form}", of_format(form)) for form in ("x", "5", None, 5.5, 0)),
)


def made(cli, folder, name, commands):
    """The project of that name that commands make of the rows in a folder, with a registry of its own."""
    project, registry = folder / f"{name}.parsimony", folder / f"{name}.registry"
    for command in commands:
        storage = () if "--storage" in command else ("--storage", str(project))
        done = subprocess.run([str(cli), *command, *storage], cwd=folder, capture_output=True, text=True,
                              env={**os.environ, "PARSIMONY_REGISTRY": str(registry)})
        assert done.returncode in ((0,) if storage else (0, 3)), (name, done.stderr[-400:])
    return project


def exported_of(cli, project, trial):
    """What is said of an export of a trial's classifier."""
    done = subprocess.run([str(cli), "export", "--trial", str(trial), "--output", str(project.with_suffix(".npz")), "--storage", str(project)],
                          capture_output=True, text=True)
    return done.stdout + done.stderr


def main():
    script, cli = (pathlib.Path(argument).absolute() for argument in sys.argv[1:3])
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        write_rows(folder)
        for name, commands in RUNS.items():
            project = made(cli, folder, name, commands)
            # What the script alone can't recompute, it says.
            failures += [(name, code, said) for code, said in verdicts(script, cli, project)
                         if code != 0 and "pip install dp-accounting" not in said and not (code == 5 and "whose runs sample" in said)]
        found = verdicts(script, cli, rechained(script, folder / "few runs.parsimony", *NO_WINNER))
        failures += [("no run was drawn", code, said[-300:]) for code, said in found if code != 0 and "pip install dp-accounting" not in said]
        exported = exported_of(cli, rechained(script, folder / "public test.parsimony", nothing_charged), 3)
        failures += [("a look's weights are exported", exported)] if "has no released weights" not in exported else []
        for run, name, *changes in CONTRADICTIONS:
            found = verdicts(script, cli, rechained(script, folder / f"{run}.parsimony", *changes))
            failures += [(name, who, code, said[-300:]) for who, (code, said) in zip(("audit", "script"), found) if code != 4]
    for failure in failures:
        print(*failure)
    assert not failures, f"{len(failures)} verdicts differ from what they must be"


if __name__ == "__main__":
    main()
