#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a plan where the data is: python3 serve_example.py DATA PROJECT.parsimony SERVER-COMMAND…

SERVER-COMMAND is `ssh host parsimony-cli serve --stdio`, or without ssh on this machine.
"""
import itertools
import json
import subprocess
import sys
import uuid

data, project, *command = sys.argv[1:]
server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
hello = json.loads(server.stdout.readline())
assert hello["schema"] == "parsimony/serve/1", hello
numbers = itertools.count(1)


def ask(method, **params):
    """The answer to one request; events that come before it are shown."""
    number = next(numbers)
    server.stdin.write(json.dumps({"id": number, "method": method, "params": params}) + "\n")
    for line in server.stdout:
        message = json.loads(line)
        if message.get("id") != number:
            continue
        if "event" not in message:
            break
        if message["event"] == "snapshot":
            print("…", message["snapshot"]["status"], file=sys.stderr)
    else:
        sys.exit("the server ended the connection; ask again with the same key to find the run")
    if "error" in message:
        sys.exit(message["error"]["message"])
    return message["result"]


options = {"data": data, "classes": 10}
if hello["curator"]:  # who is not spends the budget that the curator declared
    options |= {"epsilon": 1, "delta": 1e-5}
session = ask("open", project=project, create=True)["session"]
plan = ask("plan", session=session, options=options)
print("would take ε", plan["experiment_epsilon"])
# The same key again returns the same experiment: a request that was cut off is never paid twice.
run = ask("run", session=session, key=str(uuid.uuid4()), options=options)
print(run["status"], run["final"]["test"])
