#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The verifying script agrees with the audit, and finds what was tampered with.

    test_verify_ledger.py SCRIPT LEDGER_SAMPLE PYTHON

PYTHON has dp-accounting (tests/python). Exit status 77 (skipped) where it is not there.
"""
import contextlib
import io
import json
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile


def verify(python, script, project, *options):
    """The script's report; `python` is an interpreter, or a list of it and its options."""
    command = python if isinstance(python, list) else [str(python)]
    done = subprocess.run([*command, str(script), str(project), "--json", *options], capture_output=True, text=True)
    assert done.returncode in (0, 4, 5), done.stderr
    report = json.loads(done.stdout)
    assert report["ok"] == (done.returncode == 0)
    return report


def ran(script, *arguments):
    """Exit status, output and errors of the script, run in this process: Python takes longer to start than it to verify."""
    sys.path.insert(0, str(script.parent))
    import verify_ledger
    sys.argv = [str(script), *map(str, arguments)]
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = verify_ledger.main()
    for text in (out, err):
        text.seek(0)
    return status, out.read(), err.read()


def tampered(project, *changes):
    """A copy with `changes`, statements or functions of a connection, done to it behind the triggers' back."""
    copy = project.with_name("tampered.parsimony")
    for end in ("-wal", "-shm"):
        copy.with_name(copy.name + end).unlink(missing_ok=True)
    shutil.copy(project, copy)
    database = sqlite3.connect(copy, isolation_level=None)
    database.row_factory = sqlite3.Row
    database.execute("PRAGMA synchronous = OFF")
    triggers = database.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for trigger in triggers:
        database.execute(f"DROP TRIGGER {trigger['name']}")
    for change in changes:
        database.execute(change) if isinstance(change, str) else change(database)
    for trigger in triggers:
        database.execute(trigger["sql"])
    database.close()
    return copy


def rechain(script, database):
    """Mends the hashes, as a forger would."""
    sys.path.insert(0, str(script.parent))
    import verify_ledger
    previous = bytes(32)
    for row in database.execute("SELECT * FROM ledger ORDER BY seq").fetchall():
        digest = verify_ledger.row_hash(row, previous)
        database.execute("UPDATE ledger SET prev = ?, hash = ? WHERE seq = ?", (previous, digest, row["seq"]))
        previous = digest


def rechained(script, project, *changes):
    """A tampered copy whose hashes were mended."""
    return tampered(project, *changes, lambda database: rechain(script, database))


def main():
    script, sample, python = (pathlib.Path(argument).absolute() for argument in sys.argv[1:4])
    if not python.exists():
        print(f"skipped: {python} is not there; tests/python makes it")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        audits = json.loads(subprocess.run([str(sample), str(folder)], check=True, capture_output=True, text=True).stdout)
        for name, audit in audits.items():
            report = verify(python, script, folder / f"{name}.parsimony", "--head", audit["head"])
            left = [end for end in ("-wal", "-shm") if (folder / f"{name}.parsimony{end}").exists()]
            assert not left, left  # who reads a file at rest leaves nothing beside it
            assert audit["ok"] and report["ok"], report["problems"]
            assert report["head"] == audit["head"] and report["rows"] == audit["rows"]
            for ours, theirs in zip(audit["datasets"], report["datasets"], strict=True):
                limit = 0.001 if theirs["mu"] is not None else 0.005
                assert abs(ours["epsilon"] - theirs["epsilon"]) <= limit * ours["epsilon"], (ours, theirs)
            for part in report["slices"]:
                assert abs(part["epsilon"] / part["reserved_epsilon"] - 1) <= 0.01, part
            print(name, [(figure["part"], figure["epsilon"]) for figure in report["datasets"]], report["slices"])
        gaussian = folder / "gaussian.parsimony"
        for sql in ("UPDATE ledger SET time = 'now' WHERE seq = 7", "DELETE FROM ledger WHERE seq = 9",
                    "UPDATE ledger SET body = replace(body, '48123', '48124') WHERE kind = 'part_curator'"):
            assert not verify(python, script, tampered(gaussian, sql))["ok"], sql
        for sql in ("UPDATE ledger SET body = replace(body, '\"noise_multiplier\":100.0', '\"noise_multiplier\":90.0')",
                    "UPDATE ledger SET mu_squared = 0.5, mu_squared_exact = '1p-1' WHERE kind = 'reservation'",
                    "UPDATE ledger SET mu_squared = 0.5, mu_squared_exact = '1p-1' WHERE kind = 'trial_reserved'"):
            assert not verify(python, script, rechained(script, gaussian, sql))["ok"], sql
        halved = "UPDATE ledger SET epsilon = epsilon / 2 WHERE kind = 'reservation'"
        assert not verify(python, script, rechained(script, folder / "slices.parsimony", halved))["ok"]
        shared = (folder / "shared.parsimony").read_bytes()
        assert b"48123" not in shared and b"digest of" not in shared and b"/secret" not in shared
    print("the script agrees with the audit")


if __name__ == "__main__":
    main()
