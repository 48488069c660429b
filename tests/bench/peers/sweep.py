# SPDX-License-Identifier: GPL-3.0-or-later
"""Times `sweep` on the bundled sample (8 learning rates x 6 step counts x 3 budgets) beside two other ways to the same
cells: the sum of their steps at the bare step time of `bench`, and a sequential NumPy loop. All in one run, on the
same number of threads; NumPy runs every STRIDEth cell and is scaled by its share of the steps.

    python3 tests/bench/peers/sweep.py build/release/bin/parsimony-cli --threads 2
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

RATES = "log:1:128:8"
STEPS = [10, 20, 40, 60, 80, 100]
EPSILONS = [0.1, 0.3, 1.0]


def command(options, *words, **environment):
    words = [options.program, "-q", "-f", "json", *words, "--threads", str(options.threads)]
    return json.loads(subprocess.run(words, check=True, capture_output=True, env=os.environ | environment).stdout)


def numpy_seconds(options):
    import numpy as np

    sample = np.load(options.sample)
    x = sample["x_train"].astype(np.float32)
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    y = sample["y_train"].astype(int)
    test = sample["x_test"].astype(np.float32)
    classes, index, norms = y.max() + 1, np.arange(len(y)), np.linalg.norm(x, axis=1)
    random = np.random.default_rng(1)
    cells = [(rate, steps) for _ in EPSILONS for steps in STEPS for rate in np.geomspace(1, 128, 8)]
    chosen, total = cells[:: options.stride], sum(steps for _, steps in cells)
    start = time.perf_counter()
    for rate, steps in chosen:
        w = np.zeros((classes, x.shape[1]), np.float32)
        v = np.zeros_like(w)
        for _ in range(steps):
            z = x @ w.T
            z -= z.max(axis=1, keepdims=True)
            p = np.exp(z)
            p /= p.sum(axis=1, keepdims=True)
            p[index, y] -= 1
            p *= np.minimum(1, 1 / np.maximum(np.linalg.norm(p, axis=1) * norms, 1e-12))[:, None]
            g = p.T @ x + 10 * random.standard_normal(w.shape, dtype=np.float32)
            v = 0.9 * v + g / len(y)
            w = w - rate * v
        (test @ w.T).argmax(axis=1)
    return (time.perf_counter() - start) * total / sum(steps for _, steps in chosen)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser()
    parser.add_argument("program", help="parsimony-cli")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--stride", type=int, default=7, help="NumPy runs every STRIDEth cell")
    parser.add_argument("--sample", default=os.path.join(here, "../../../resources/samples/wordnet-nouns.npz"))
    options = parser.parse_args()
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        if os.environ.get(name) != str(options.threads):  # NumPy reads them when it is loaded
            os.environ[name] = str(options.threads)
    shape = "40000,384,26"
    rows = command(options, "bench", "--shape", shape, "--dtype", "f32", "--batch", "1")["rows"]
    step = next(row["seconds"] for row in rows if row["what"].startswith("dp-gd"))
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        command(options, "sweep", "--data", os.path.abspath(options.sample), "--visibility", "public",
                "--delta", "1e-5", "--epsilons", ",".join(map(str, EPSILONS)), "--learning-rates", RATES,
                "--steps", ",".join(map(str, STEPS)), "--storage", folder + "/s.parsimony",
                PARSIMONY_REGISTRY=folder + "/registry.db")
        ours = time.perf_counter() - start
    bare = 8 * len(EPSILONS) * sum(STEPS) * step
    peer = numpy_seconds(options)
    print(f"144 cells, {options.threads} threads: sweep {ours:.1f} s; their steps at {step * 1e3:.2f} ms each "
          f"{bare:.1f} s, ratio {ours / bare:.2f}; NumPy {peer:.1f} s, {peer / ours:.1f} times as long")
    return 0


if __name__ == "__main__":
    sys.exit(main())
