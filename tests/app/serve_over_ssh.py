#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""serve --stdio as a forced command of a real sshd on the loopback interface, with 50 ms in each direction: what a key may do,
how long answers take, and that a killed connection stops no run and nothing is paid twice.

serve_over_ssh.py PARSIMONY-CLI SAMPLES; exit status 77 where there is no sshd."""
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from ssh_server import Server, demand_sshd

cli, samples = sys.argv[1:]
demand_sshd()


class Talk:
    def __init__(self, server, *words):
        self.process = subprocess.Popen(server.command(*words), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, bufsize=1)
        self.hello = json.loads(self.process.stdout.readline())
        self.number = 0

    def send(self, method, **params):
        self.number += 1
        self.process.stdin.write(json.dumps({"id": self.number, "method": method, "params": params}) + "\n")
        return self.number

    def answer(self, number):
        for line in self.process.stdout:
            message = json.loads(line)
            if message.get("id") == number and "event" not in message:
                return message
        raise SystemExit("the connection ended")

    def ask(self, method, **params):
        return self.answer(self.send(method, **params))

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


def check(what, truth):
    if not truth:
        raise SystemExit(f"not so: {what}")


def main(folder):
    server = Server(folder, cli, samples)
    try:
        began = time.monotonic()
        talk = Talk(server, "cat", "/etc/passwd")  # whatever is asked for, the forced command answers
        check("the forced command answers", talk.hello["schema"] == "parsimony/serve/1" and not talk.hello["curator"])
        session = talk.ask("open", project="p.parsimony", create=True)["result"]["session"]
        talk.ask("state", session=session)
        first = time.monotonic() - began
        check("nothing above the root", talk.ask("arrays", file="/etc/passwd")["error"]["code"] == 3)
        options = {"data": "digits.npz", "classes": 10, "epsilon": 4, "delta": 1e-5, "steps": "20000", "threads": 1}
        clicks = []
        for _ in range(20):
            began = time.monotonic()
            check("a plan comes", "result" in talk.ask("plan", session=session, options=options))
            clicks.append(time.monotonic() - began)
        talk.send("run", session=session, key="once", options=options)
        while json.loads(talk.process.stdout.readline()).get("event") != "snapshot":
            pass
        talk.kill()
        again = Talk(server)
        session = again.ask("open", project="p.parsimony")["result"]["session"]
        check("it runs on", again.ask("state", session=session)["result"]["experiments"][0]["status"] == "running")
        number = again.send("run", session=session, key="once", options=options)
        again.ask("cancel", request=number)  # answered before or after the last line on the run
        again.kill()
        third = Talk(server)
        session = third.ask("open", project="p.parsimony")["result"]["session"]
        found = third.ask("run", session=session, key="once", options=options)["result"]
        check("the run was found", found["experiment"] == 1 and found["status"] in ("interrupted", "finished"))
        check("once", len(third.ask("state", session=session)["result"]["experiments"]) == 1)
        third.kill()
        clicks.sort()
        print(f"50 ms each way: first state {first:.2f} s, a plan {1000 * clicks[len(clicks) // 2]:.0f} ms "
              f"(slowest of {len(clicks)}: {1000 * clicks[-1]:.0f} ms)")
    finally:
        server.end()


with tempfile.TemporaryDirectory() as place:
    main(pathlib.Path(place))
