#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills one of several processes of a private run with SIGKILL, at a moment drawn from a seed, and looks at what is left: mpirun
failed, the ledger is sound and within the reservation, and the run goes on with another number of processes and ends charged as one
that nobody disturbed. A kill that came after the end does not count.

rank_kills.py PARSIMONY-CLI VERIFY_LEDGER.PY [--rounds 50] [--seed N] [--grace SECONDS]; exit status 77 where there is no mpirun.
--grace is the time that mpirun gives the others (its own default: 1); from 3 on, process 0 must have said what came of the run."""
import argparse
import array
import json
import math
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

words = argparse.ArgumentParser()
words.add_argument("cli")
words.add_argument("verify")
words.add_argument("--rounds", type=int, default=50)
words.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
words.add_argument("--grace", type=int, default=1)
asked = words.parse_args()
mpirun = shutil.which("mpirun")
module = pathlib.Path(asked.cli).parent / "parsimony-mpi.so"
if mpirun is None or not module.exists():
    print("skipped: no mpirun, or built without MPI")
    sys.exit(77)
draw = random.Random(asked.seed)
print(f"seed {asked.seed}", flush=True)
cap = 4.0


def write_npy(path, descr, shape, values):
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + values.tobytes())


def write_part(folder, name, rows, dim=32, classes=3):
    labels = array.array("q", (draw.randrange(classes) for _ in range(rows)))
    features = array.array("f", (draw.gauss(0, 0.3) + (k == label) for label in labels for k in range(dim)))
    write_npy(folder / f"{name}.npy", "<f4", f"({rows}, {dim})", features)
    write_npy(folder / f"{name}_labels.npy", "<i8", f"({rows},)", labels)


def require(true, what):
    if not true:
        sys.exit(f"round {done + 1} of seed {asked.seed}: {what}")


class Place:
    """A project and a registry of their own."""

    def __init__(self, folder, data):
        self.project = folder / "p.parsimony"
        self.environment = dict(os.environ, PARSIMONY_REGISTRY=str(folder / "registry"), OMPI_ALLOW_RUN_AS_ROOT="1",
                                OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_odls_base_sigkill_timeout=str(asked.grace))
        self.run = ["run", "--data", str(data), "--classes", "3", "--records", "2600", "--epsilon", str(cap), "--delta", "1e-5",
                    "--method", "random", "--trials", "3", "--steps", "60", "--threads", "1"]

    def start(self, ranks, command):
        launcher = [mpirun, "--oversubscribe", "--bind-to", "none", "-np", str(ranks)] if ranks else []
        return subprocess.Popen(launcher + [asked.cli, *command, "-q", "-f", "json", "--storage", str(self.project)], text=True,
                                env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    @staticmethod
    def end(process):
        """What it said. Debian's Open MPI may wait for itself for ever when a process dies while it starts: it is ended then."""
        try:
            return process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            print("mpirun did not end and was killed", flush=True)
            process.kill()
            return process.communicate()

    def result(self, ranks, command):
        process = self.start(ranks, command)
        out, err = self.end(process)
        return process.returncode, json.loads(out) if out.strip() else None, out + err

    def pid(self, rank):
        """Of the process of that rank, once the program has begun in it."""
        for entry in pathlib.Path("/proc").iterdir():
            try:
                if (entry.name.isdigit() and (entry / "cmdline").read_bytes().startswith(asked.cli.encode() + b"\0")
                        and str(self.project).encode() in (entry / "cmdline").read_bytes()
                        and f"OMPI_COMM_WORLD_RANK={rank}\0".encode() in (entry / "environ").read_bytes()):
                    return int(entry.name)
            except OSError:
                pass  # it ended meanwhile
        return None

    def check_ledger(self, when):
        code, audit, text = self.result(0, ["audit"])
        require(code == 0, f"{when}: audit says {text}")
        checked = subprocess.run([sys.executable, asked.verify, str(self.project)], capture_output=True, text=True)
        require(checked.returncode == 0, f"{when}: verify_ledger.py says {checked.stdout}{checked.stderr}")
        require(all(part["epsilon"] <= cap * (1 + 1e-9) for part in audit["datasets"]), f"{when}: more than the cap: {text}")


def charges(result):
    return [(one["name"], one["spent_mu"]) for one in result["budget"]["accounts"]]


def kill_one(folder, data, expected, seconds):
    """What one round came to; None for a kill that came too late."""
    place = Place(folder, data)
    ranks = draw.choice([2, 3, 4])
    victim, moment, others = draw.randrange(ranks), draw.uniform(0, seconds), draw.choice([1, 2, 3, 4])
    others = others if others != ranks else 5
    process = place.start(ranks, place.run)
    pid = None
    while pid is None and process.poll() is None:
        pid = place.pid(victim)
    time.sleep(moment)
    if process.poll() is not None:
        return None
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        place.end(process)
        return None
    out, err = place.end(process)
    told = json.loads(out) if out.strip() else None
    if process.returncode == 0 or (told or {}).get("status") == "finished":
        require(told is not None and told["status"] == "finished", "mpirun says that all went well")
        return None
    if told is not None:
        require(told.get("status") == "interrupted" or told.get("code") == 130, f"process 0 says {out}{err}")
    if place.project.exists():
        place.check_ledger("after the kill")
    code, result, text = place.result(others, ["resume"])
    begun = code == 0 and result.get("status") == "finished"
    require(told is not None or not begun or victim == 0 or asked.grace < 3, f"process 0 said nothing: {err}")
    if not begun:  # nothing was reserved before the kill
        require(result.get("status") == "nothing_to_resume" or "no such project" in text, f"resume says {text}")
        code, result, text = place.result(others, place.run)
    require(code == 0 and result["status"] == "finished", f"with {others} processes: {text}")
    place.check_ledger("at the end")
    for (name, mu), (_, other) in zip(charges(result), expected, strict=True):
        require(math.isclose(mu, other, rel_tol=1e-9), f"{name} was charged mu {mu} and not {other}")
    return {"ranks": ranks, "victim": victim, "resumed": begun, "by": others, "told": told is not None}


done = 0
with tempfile.TemporaryDirectory() as scratch:
    scratch = pathlib.Path(scratch)
    (scratch / "data").mkdir()
    write_part(scratch / "data", "train", 2600)
    write_part(scratch / "data", "test", 700)
    (scratch / "whole").mkdir()
    whole = Place(scratch / "whole", scratch / "data")
    began = time.monotonic()
    code, undisturbed, text = whole.result(3, whole.run)
    require(code == 0, text)
    seconds = time.monotonic() - began
    rounds, late = [], 0
    while len(rounds) < asked.rounds:
        folder = scratch / f"round{len(rounds)}-{late}"
        folder.mkdir()
        found = kill_one(folder, scratch / "data", charges(undisturbed), seconds)
        shutil.rmtree(folder)
        late += found is None
        require(late <= 10 * asked.rounds, "no kill comes before the end")
        if found is not None:
            rounds.append(found)
            done = len(rounds)
            print(json.dumps(found), flush=True)
workers = [one for one in rounds if one["victim"] != 0]
print(f"{len(rounds)} kills within {seconds:.1f} s ({late} came too late): ledger sound each time, "
      f"{sum(one['resumed'] for one in rounds)} resumed, {sum(not one['resumed'] for one in rounds)} had reserved nothing and "
      f"began again, all with the charge of an undisturbed run; {len(workers)} were not of process 0, which said what came of it "
      f"{sum(one['told'] for one in workers)} times")
