#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the file of two_encoders.toml, and those that priors were measured with, from the bundled nouns.

    python3 resources/studies/prior_and_encoders.py resources/samples build/studies

nouns-private.npz has 35,000 of the training rows, nouns-prior.npz the 5,000 others (`-20` and `-1`: so many a class;
`-shuffled`: every class taken for another). nouns-poorer.npz has means of three neighbouring features with normal noise of
standard deviation 1 on each (a row's norm is 40). Needs NumPy. Seeds are fixed: the files are the same each time.
"""
import os
import sys

import numpy as np


def save(folder, name, **arrays):
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        np.savez(path + ".part.npz", **arrays)
        os.replace(path + ".part.npz", path)  # a file of that name is always whole


def main():
    samples, folder = sys.argv[1], sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    with np.load(os.path.join(samples, "wordnet-nouns.npz")) as nouns:
        x, y, tested, tested_labels = (nouns[key] for key in ("x_train", "y_train", "x_test", "y_test"))
    random = np.random.default_rng(7)
    order = random.permutation(len(x))
    private, public = order[5000:], order[:5000]
    save(folder, "nouns-private.npz", x_train=x[private], y_train=y[private], x_test=tested, y_test=tested_labels)
    save(folder, "nouns-prior.npz", x=x[public], y=y[public])
    for most in (1, 20):
        few = np.concatenate([public[y[public] == label][:most] for label in range(int(y.max()) + 1)])
        save(folder, f"nouns-prior-{most}.npz", x=x[few], y=y[few])
    save(folder, "nouns-prior-shuffled.npz", x=x[public], y=(y[public] + 7) % (int(y.max()) + 1))

    def poorer(rows):
        rows = rows.astype(np.float32)
        pooled = rows[:, : rows.shape[1] // 3 * 3].reshape(len(rows), -1, 3).mean(axis=2)
        return (pooled + random.standard_normal(pooled.shape)).astype(np.float16)

    save(folder, "nouns-poorer.npz", x_train=poorer(x), y_train=y, x_test=poorer(tested), y_test=tested_labels)


if __name__ == "__main__":
    main()
