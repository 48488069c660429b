# SPDX-License-Identifier: GPL-3.0-or-later
"""Projects of real runs for tests/fuzz/vary, by each method, trainer and kind of look: as they are, as the test of contradictions
forges them, with each member that the body of any row has changed, left out or put where others have it, with each row left out,
doubled or moved, and each column of each kind of row with what is none of its values. Their noise differs from run to run."""
import json
import pathlib
import sqlite3
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/app"), str(ROOT / "tests/core/ledger"), str(ROOT / "resources/verify")]
import verify_ledger  # noqa: E402
from contradictions import CONTRADICTIONS, PARTS, PRIVATE, RUNS, SINGLE, made, write_rows  # noqa: E402
from test_verify_ledger import tampered  # noqa: E402
from vary_projects import COLUMNS, ODD, cell, objects_in, text_of  # noqa: E402

UNTESTED = ("--test-epsilon", "none")
FIVE = ("--steps", "5", *UNTESTED)
TWO = ("--data", "a=by_a", "--data", "b=by_b", "--same-order", "--label-column", "label", *PRIVATE[:2], *PRIVATE[4:])
LISTS = ("--train", "lists.csv:header", "--label-column", "label", *PRIVATE, "--labels-per-record", "2")
PEOPLE = ("--label-column", "label", "--id-column", "id", "--classes", "3", "--epsilon", "1", "--delta", "1e-5", "--threads", "1",
          "--rows-per-person", "2", "--method", "single", *FIVE, "--experiment-epsilon", "0.3")
OTHERS = "other_x.csv:header,other_y.csv:header"


def run(*words):
    return ("run", *PARTS, *PRIVATE, *words)


# Of what the test of contradictions has no use for, as its RUNS.
MORE_RUNS = {
    **{trainer: [run("--trainer", trainer, *FIVE)] for trainer in ("dp-fc", "dp-zo", "dp-adam-wosm")},
    **{method: [run("--method", method, "--trials", "2", *FIVE)] for method in ("successive-halving", "bayesian")},
    **{method: [run("--method", method, *UNTESTED)] for method in ("unit-noise", "two-halves")},
    "prototypes": [run("--trainer", "dp-prototypes", *UNTESTED)],
    "alpha": [run("--trainer", "dp-ls", "--alpha", "0.5", *UNTESTED)],
    "grid": [run("--method", "grid", "--learning-rates", "0.1,1", "--bias", *FIVE)],
    "mean": [run(*SINGLE, "--mean", "private", "--mean-epsilon", "0.1", *UNTESTED)],
    "quadratic": [run("--method", "auto", "--feature-map", "center+quadratic", *UNTESTED)],
    "balanced": [run("--method", "auto", "--objective", "balanced", "--test-epsilon", "0.2")],
    "prior": [run("--method", "auto", "--prior", OTHERS, *UNTESTED)],
    "public": [run("--visibility", "public", "--method", "oracle", "--learning-rates", "0.1,1", "--steps", "5", "--seed", "1")],
    "replaced": [run(*SINGLE, "--adjacency", "replace_one")],
    "replaced selection": [run("--method", "papernot-steinke", "--adjacency", "replace_one", "--rows-per-person", "2", *FIVE)],
    "shifted": [run(*SINGLE, "--ood", f"far={OTHERS}")],
    "shifted public": [run(*SINGLE, "--ood", f"far={OTHERS}", "--public-parts", "far")],
    "remarked": [run(*SINGLE, "--experiment-epsilon", "0.5"), ("note", "--trial", "1", "good", "one"), ("tag", "--trial", "1", "a", "b"),
                 ("budget", "raise", "--epsilon", "2", "--reason", "more")],
    "sampled once": [run("--trainer", "dp-sgd", "--method", "single", "--learning-rates", "0.5", *FIVE)],
    "sampled scaling": [run("--trainer", "dp-sgd", "--method", "linear-scaling", *FIVE)],
    "refitted": [run("--method", "linear-scaling", "--experiment-epsilon", "0.4", *FIVE),
                 run("--method", "linear-scaling", "--experiment-epsilon", "0.3", "--reuse-fit", "1", *FIVE)],
    "hidden": [run("--head", "hidden:4", "--init", "he", *SINGLE, *UNTESTED)],
    "encoders": [("run", *TWO, "--method", "papernot-steinke", "--max-grad-norm", "0.5,1", *FIVE)],
    "newton labels": [("run", *LISTS, "--trainer", "dp-newton", "--loss", "sigmoid")],
    "declared": [("budget", "declare", *PARTS, *PRIVATE[:8]), run(*SINGLE, "--experiment-epsilon", "0.3", *UNTESTED)],
    "left out": [("run", "--train", "other_ids.csv:header", *PEOPLE, "--storage", "people.parsimony"),
                 ("run", "--train", "train_ids.csv:header", *PEOPLE, "--leave-out", "people.parsimony")],
}


def write_more_rows(folder):
    cells = {name: [line.split(",") for line in (folder / f"{name}.csv").read_text().splitlines()] for name in ("train", "other")}
    for name, columns in (("other_x", slice(0, 6)), ("other_y", slice(6, 7))):
        (folder / f"{name}.csv").write_text("".join(",".join(row[columns]) + "\n" for row in cells["other"]))
    for name, rows in cells.items(): # two rows a person
        lines = [",".join([*row, "id" if place == 0 else f"{name} {place // 2}"]) for place, row in enumerate(rows)]
        (folder / f"{name}_ids.csv").write_text("\n".join(lines) + "\n")


class Text:
    """A project as text, by lines; bodies are JSON where they are."""
    BODY = 15

    def __init__(self, text):
        self.lines = text.splitlines()

    def bodies(self):
        for place, line in enumerate(self.lines):
            cells = line.split("\t")
            if cells[0] == "l" and len(cells) > self.BODY and cells[self.BODY].startswith("t"):
                body = json.loads(cells[self.BODY][1:].replace("\\\\", "\\")) # no row of a run has a tab or a new line
                yield place, (cells[3], str(body.get("role", body.get("what", "")))), body

    def with_cell(self, place, index, value):
        cells = self.lines[place].split("\t")
        cells += [""] * (index + 1 - len(cells))
        cells[index] = value
        return self.with_lines(place, 1, ["\t".join(cells)])

    def with_body(self, place, body):
        return self.with_cell(place, self.BODY, cell(json.dumps(body, ensure_ascii=False)))

    def with_lines(self, place, count, lines):
        return "\n".join([*self.lines[:place], *lines, *self.lines[place + count:]]) + "\n"


def names_to(body, place=()):
    """Each place in a body, and the names that lead there."""
    items = body.items() if isinstance(body, dict) else enumerate(body[:2]) if isinstance(body, list) else ()
    for key, inside in items:
        yield (*place, key), inside
        yield from names_to(inside, (*place, key))


def changed_members(texts, variants_at, draw):
    """Each member once, in the first row of a kind that has it, left out or with some odd values, and what several rows say of it
    changed in all of them."""
    seen = set()
    for text in texts:
        for place, kind, body in text.bodies():
            for path, inside in names_to(body):
                known = (kind, tuple(key if isinstance(key, str) else 0 for key in path))
                if known in seen:
                    continue
                seen.add(known)
                yield from (text.with_body(place, variant) for variant in variants_at(body, path, draw.sample(ODD, 5)))
                told = f'"{path[-1]}":{json.dumps(inside)}'
                whole = "\n".join(text.lines) + "\n"
                if isinstance(inside, (int, float)) and whole.count(told) > 1:
                    others = ["true"] if isinstance(inside, bool) else [inside * 2, inside / 2, inside * (1 + 1e-8), inside + 1, 0, -1]
                    yield from (whole.replace(told, f'"{path[-1]}":{other}') for other in others)


def put_members(texts, draw, count):
    """Members that stand elsewhere, with values that they have there or that are odd."""
    values, places = {}, []
    for text in texts:
        for place, _, body in text.bodies():
            places.append((text, place, body))
            for path, inside in names_to(body):
                if isinstance(path[-1], str):
                    values.setdefault(path[-1], []).append(inside)
    names = sorted(values)
    for _ in range(count):
        text, place, body = draw.choice(places)
        body = json.loads(json.dumps(body))
        inside = draw.choice(list(objects_in(body)))
        for name in draw.sample([*names, *inside] if inside else names, draw.randint(1, 3)):
            inside[name] = draw.choice(draw.choice([values[name], ODD])) if name in values else draw.choice(ODD)
        yield text.with_body(place, body)


def moved_rows(text):
    seen = set()
    for place, kind, _ in text.bodies():
        if kind not in seen:
            seen.add(kind)
            line = text.lines[place]
            yield text.with_lines(place, 1, [])
            yield text.with_lines(place, 1, [line, line])
            yield text.with_lines(place - 1, 2, [line, text.lines[place - 1]])
            yield "\n".join(text.lines[:place + 1]) + "\n"


def changed_columns(texts):
    columns = ["seq", "time", "kind", "dataset", "part", "experiment", "trial", "class", "mu_squared", "mu_squared_exact", "epsilon", "delta",
               "salt", "commitment", "body"]
    values = {name: [cell(value) for (value,) in (sqlite3.connect(":memory:").execute(f"SELECT {sql}").fetchone() for sql in sqls)]
              for name, sqls in COLUMNS.items()}
    seen = set()
    for text in texts:
        for place, kind, _ in text.bodies():
            if kind not in seen:
                seen.add(kind)
                for name, cells in values.items():
                    yield from (text.with_cell(place, columns.index(name) + 1, value or "n") for value in cells)
                yield from (text.with_cell(place, columns.index("kind") + 1, "t" + other) for other in verify_ledger.KINDS)


def forged(projects, draw):
    """What a forger does to one run, done to another, and a second thing after it."""
    changes = [change for _, _, *change in CONTRADICTIONS]
    for _ in range(1500):
        try:
            yield text_of(tampered(draw.choice(list(projects.values())), *draw.choice(changes), *draw.choice([[], draw.choice(changes)])))
        except (sqlite3.Error, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError): # it has none of that
            pass


def runs(cli, variants_at, draw):
    """Projects as texts; `cli` makes sound ones, `variants_at` gives some of a value in JSON at a place of it."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        write_rows(folder)
        write_more_rows(folder)
        projects = {name: made(cli, folder, name, commands) for name, commands in {**MORE_RUNS, **RUNS}.items()}
        texts = [Text(text_of(project)) for project in projects.values()]
        texts.sort(key=lambda text: len("".join(text.lines)))  # short ones are read sooner
        for text in texts:
            yield "\n".join(text.lines) + "\n"
            yield from moved_rows(text)
        for name, _, *change in CONTRADICTIONS:
            yield text_of(tampered(projects[name], *change))
        yield from forged(projects, draw)
        yield from changed_members(texts, variants_at, draw)
        yield from changed_columns(texts)
        yield from put_members(texts, draw, 3000)
