# SPDX-License-Identifier: GPL-3.0-or-later
"""A real sshd on the loopback interface, whose one key may do one thing: answer as `serve --stdio` below a root."""
import getpass
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

SSHD = shutil.which("sshd", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
HERE = pathlib.Path(__file__).resolve().parent


def demand_sshd():
    if not SSHD or not shutil.which("ssh"):
        print("no sshd here: install openssh-server")
        sys.exit(77)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """An sshd of this user with a key of its own. In its root lie the digits, and p.parsimony with a budget for them."""

    def __init__(self, folder, cli, samples, passphrase=""):
        self.folder, self.port, self.cli = folder, free_port(), cli
        for name, secret in (("host", ""), ("user", passphrase)):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", secret, "-f", folder / name], check=True)
        self.root = folder / "root"
        self.root.mkdir()
        shutil.copy(pathlib.Path(samples) / "digits.npz", self.root)
        self.here("budget", "declare", "--classes", "10", "--epsilon", "4", "--delta", "1e-5")
        forced = f"PARSIMONY_REGISTRY={folder}/registry.db {cli} serve --stdio --patience 2 --root {self.root}"
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

    def here(self, *words):
        """A command of the server's own, on its project and data."""
        subprocess.run([self.cli, *words, "--storage", self.root / "p.parsimony", "--data", self.root / "digits.npz"], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       env=os.environ | {"PARSIMONY_REGISTRY": f"{self.folder}/registry.db"})

    def command(self, *words, options=("BatchMode=yes",)):
        said = [text for option in options for text in ("-o", option)]
        return ["ssh", "-F", "none", "-T", "-i", str(self.folder / "user"), "-p", str(self.port), *said,
                "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o",
                f"ProxyCommand={sys.executable} {HERE / 'delay.py'} %h %p", f"{getpass.getuser()}@127.0.0.1", *words]

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.log.close()
