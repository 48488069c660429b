#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""serve --stdio as a forced command of a real sshd on the loopback interface, with 50 ms in each direction: what a key may do,
how long answers take, and that a killed connection stops no run and nothing is paid twice.

serve_over_ssh.py PARSIMONY-CLI SAMPLES; exit status 77 where there is no sshd."""
import getpass
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

cli, samples = sys.argv[1:]
SSHD = shutil.which("sshd", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
if not SSHD or not shutil.which("ssh"):
    print("no sshd here: install openssh-server")
    sys.exit(77)
HERE = pathlib.Path(__file__).resolve().parent


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """An sshd of this user with a key of its own, and one key that may do one thing."""

    def __init__(self, folder):
        self.folder, self.port = folder, free_port()
        for name in ("host", "user"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
        root = folder / "root"
        root.mkdir()
        shutil.copy(pathlib.Path(samples) / "digits.npz", root)
        subprocess.run([cli, "budget", "declare", "--storage", root / "p.parsimony", "--data", root / "digits.npz", "--classes",
                        "10", "--epsilon", "4", "--delta", "1e-5"], check=True, stdout=subprocess.DEVNULL,
                       env=os.environ | {"PARSIMONY_REGISTRY": f"{folder}/registry.db"})
        forced = f"PARSIMONY_REGISTRY={folder}/registry.db {cli} serve --stdio --patience 2 --root {root}"
        public = (folder / "user.pub").read_text()
        (folder / "keys").write_text(f'restrict,command="{forced}" {public}')
        (folder / "config").write_text(
            f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nAuthorizedKeysFile {folder}/keys\n"
            f"PidFile none\nUsePAM no\nStrictModes no\nPasswordAuthentication no\n")
        if os.geteuid() == 0:
            os.makedirs("/run/sshd", exist_ok=True)  # sshd of root demands it
        self.log = open(folder / "log", "w")
        self.process = subprocess.Popen([SSHD, "-D", "-e", "-f", folder / "config"], stderr=self.log)
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("sshd does not answer: " + (folder / "log").read_text())

    def command(self, *words):
        return ["ssh", "-F", "none", "-T", "-i", str(self.folder / "user"), "-p", str(self.port), "-o", "BatchMode=yes",
                "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o",
                f"ProxyCommand={sys.executable} {HERE / 'delay.py'} %h %p", f"{getpass.getuser()}@127.0.0.1", *words]


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
    server = Server(folder)
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
        server.process.terminate()
        server.process.wait()


with tempfile.TemporaryDirectory() as place:
    main(pathlib.Path(place))
