#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A ProxyCommand of ssh: connects to HOST PORT, and every byte takes 50 ms in each direction, or DELAY seconds. While the file
STALLED is there nothing passes."""
import os
import queue
import socket
import sys
import threading
import time

DELAY = float(os.environ.get("DELAY", "0.05"))
STALLED = os.environ.get("STALLED", "")
connection = socket.create_connection((sys.argv[1], int(sys.argv[2])))
connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def passed(read, write, end):
    waiting = queue.Queue()

    def take():
        while piece := read(65536):
            waiting.put((time.monotonic() + DELAY, piece))
        waiting.put((0, b""))

    threading.Thread(target=take, daemon=True).start()
    while True:
        due, piece = waiting.get()
        time.sleep(max(0.0, due - time.monotonic()))
        while STALLED and os.path.exists(STALLED):
            time.sleep(0.02)
        if not piece:
            return end()
        write(piece)


def say(piece):
    sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()


there = threading.Thread(
    target=passed, args=(sys.stdin.buffer.raw.read, connection.sendall, lambda: connection.shutdown(socket.SHUT_WR)), daemon=True)
there.start()
passed(connection.recv, say, lambda: None)
