#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A window on a project behind a real sshd on the loopback interface, with 50 ms in each direction: a key that asks for a
passphrase, a connection that stalls, and how long all of it takes.

window_over_ssh.py PARSIMONY-CLI UI_BENCH SAMPLES; exit status 77 where there is no sshd."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

from ssh_server import Server, demand_sshd

cli, bench, samples = (str(pathlib.Path(each).resolve()) for each in sys.argv[1:])
demand_sshd()
PASSPHRASE = "correct horse"
STALL = 5.0  # seconds
WINDOWS = []


class Window:
    """One that opens the server's project, clicks its trials and says what happens."""

    def __init__(self, server, clicks, options=(), **environment):
        command = server.command(options=("NumberOfPasswordPrompts=1", *options))
        self.process = subprocess.Popen([bench, "server", "p.parsimony", str(clicks), *command], stdout=subprocess.PIPE, text=True,
                                        stdin=subprocess.DEVNULL, start_new_session=True,  # without a terminal to ask on
                                        env=os.environ | {"SSH_ASKPASS_REQUIRE": "force", "QT_QPA_PLATFORM": "offscreen",
                                                          "LC_ALL": "C.UTF-8"} | environment)
        self.told = []
        WINDOWS.append(self)

    def until(self, *names):
        """The next line that tells of one of these."""
        for line in self.process.stdout:
            self.told.append(json.loads(line))
            for name in names:
                if name in self.told[-1]:
                    return self.told[-1]
        raise SystemExit(f"the window ended, and told no {names}: {self.told}")

    def all(self, name):
        return [line[name] for line in self.told if name in line]

    def kill(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def end(self):
        self.until("silence")
        self.process.wait()
        return self


def check(what, truth, window):
    if not truth:
        raise SystemExit(f"not so: {what}: {window.told}")


def askpass(folder, answer):
    script = folder / "askpass"
    script.write_text(f"#!/bin/sh\necho asked >> '{folder}/asked'\necho '{answer}'\n")
    script.chmod(0o700)
    return str(script)


def passphrases(server, folder):
    asking = {"SSH_AUTH_SOCK": "", "SSH_ASKPASS": askpass(folder, PASSPHRASE)}
    window = Window(server, 1, **asking).end()
    check("a key is opened by the passphrase that was asked for", window.all("opened") and len(window.all("click")) == 1, window)
    check("it was asked for", (folder / "asked").exists(), window)
    asking["SSH_ASKPASS"] = askpass(folder, "wrong")
    window = Window(server, 1, **asking).end()
    problems = window.all("problem")
    check("a wrong one is one sentence", len(problems) == 1 and "Permission denied" in problems[0] and "\n" not in problems[0],
          window)


def stalls(server, folder):
    stalled = folder / "stalled"
    asking = {"SSH_AUTH_SOCK": "", "SSH_ASKPASS": askpass(folder, PASSPHRASE), "STALLED": str(stalled)}
    window = Window(server, 30, **asking)
    window.until("click")
    stalled.touch()
    said = window.until("said")["said"]
    check("it says what it waits for", "server" in said and " s." in said, window)
    while float(said.split()[-2]) < STALL:
        said = window.until("said")["said"]
    stalled.unlink()
    window.end()
    check("then it goes on", len(window.all("click")) == 30 and window.all("said")[-1] == "", window)
    check("the window was alive meanwhile", window.told[-1]["silence"] < 1000 * STALL / 2, window)
    return window.told[-1]


def figures(server, folder):
    window = Window(server, 40, SSH_AUTH_SOCK="", SSH_ASKPASS=askpass(folder, PASSPHRASE)).end()
    clicks = sorted(window.all("click"))
    check("every click is answered", len(clicks) == 40, window)
    return window.all("opened")[0], clicks, window.told[-1]


with tempfile.TemporaryDirectory() as place:
    place = pathlib.Path(place)
    server = Server(place, cli, samples, PASSPHRASE)
    try:
        server.here("run", "--classes", "10", "--epsilon", "4", "--delta", "1e-5", "--method", "random", "--trials", "6", "--steps", "5")
        passphrases(server, place)
        opened, clicks, silence = figures(server, place)
        passing = stalls(server, place)
        own = [f"{told['silence']:.0f} ms ({told['own']:.0f} ms of it computing)" for told in (silence, passing)]
        print(f"{1000 * float(os.environ.get('DELAY', '0.05')):.0f} ms each way: first picture {opened:.2f} s, a click "
              f"{clicks[len(clicks) // 2]:.0f} ms (slowest of {len(clicks)}: {clicks[-1]:.0f} ms), longest silence {own[0]}, "
              f"{own[1]} where it stalled")
    finally:
        for window in WINDOWS:
            window.kill()
        server.end()
