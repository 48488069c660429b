#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the mixtures of isotropic.toml and isotropic_hundred.toml: the case against the prior of `auto`.

    python3 resources/studies/isotropic.py build/studies          # mixture-10.npz, 92 MB
    python3 resources/studies/isotropic.py build/studies 100      # mixture-100.npz, the one with a hundred classes

Isotropic Gaussian clusters: noise of norm 1 in 768 dimensions around class means of norm 0.12 (10 classes) or 0.3 (100),
50,000 training and 10,000 test records, rows scaled to norm 1 and kept as float16 (rounding: 5e-4 of a number). Real
features have a spectrum that decays; here the first gradient already points the right way, and more of them add noise.
Needs NumPy. The seed is fixed: the files are the same each time.
"""
import os
import sys

import numpy as np


def mixture(classes, mean_norm, records=50000, tested=10000, dim=768, seed=5):
    random = np.random.default_rng(seed)
    means = random.standard_normal((classes, dim))
    means *= mean_norm / np.linalg.norm(means, axis=1, keepdims=True)

    def part(count):
        labels = random.integers(0, classes, count)
        rows = means[labels] + random.standard_normal((count, dim)) / np.sqrt(dim)
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float16), labels

    return *part(records), *part(tested)


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    classes = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    path = os.path.join(folder, f"mixture-{classes}.npz")
    if not os.path.exists(path):
        arrays = dict(zip(("x_train", "y_train", "x_test", "y_test"), mixture(classes, {10: 0.12, 100: 0.3}[classes])))
        np.savez(path + ".part.npz", **arrays)
        os.replace(path + ".part.npz", path)  # a file of that name is always whole


if __name__ == "__main__":
    main()
