#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the sets of hard_features.toml: features on which a public step size is most likely to be wrong.

    python3 resources/studies/hard_features.py resources/samples build/studies     # hard-NAME.npz, 350 MB in all
    python3 resources/studies/hard_features.py resources/samples build/small 5000  # so many training rows, 4,000 test rows

From the bundled samples: rows that share a direction (a cone, as of transformer embeddings), few positives, wrong labels,
random Fourier features of a kernel, few records, norms that vary. Drawn: isotropic and nearly isotropic clusters, many
classes, wide rows, one-hot tables. Every seed is fixed: the files are the same each time. Needs NumPy.
"""
import os
import sys

import numpy as np

KEYS = ("x_train", "y_train", "x_test", "y_test")


def unit(rows):
    rows = rows.astype(np.float64)
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-300)


def parts(samples, name, count=None):
    arrays = np.load(os.path.join(samples, name))
    x, y, x_test, y_test = (arrays[key] for key in KEYS)
    if count is not None:
        kept = np.random.default_rng(1).permutation(len(x))[:count]
        x, y = x[kept], y[kept]
    return x, y.astype(np.int64), x_test, y_test.astype(np.int64)


def cone(samples, length):
    x, y, x_test, y_test = parts(samples, "wordnet-nouns.npz", 10000)
    direction = unit(np.random.default_rng(2).standard_normal((1, x.shape[1])))
    return unit(x) + length * direction, y, unit(x_test) + length * direction, y_test


def positives(samples, share):
    """One class of the nouns against all others, one of the two thinned until it has that share."""
    x, y, x_test, y_test = parts(samples, "wordnet-nouns.npz", 20000)
    random = np.random.default_rng(3)

    def thinned(rows, labels):
        binary = (labels == 1).astype(np.int64)  # noun.act
        others = np.flatnonzero(binary == 0)
        wanted = int(round(share / (1 - share) * len(others)))
        chosen = random.permutation(np.flatnonzero(binary == 1))[:wanted]
        if len(chosen) < wanted:
            others = random.permutation(others)[: int(round((1 - share) / share * len(chosen)))]
        kept = np.sort(np.concatenate([others, chosen]))
        return unit(rows[kept]), binary[kept]

    return *thinned(x, y), *thinned(x_test, y_test)


def flipped(samples, share):
    x, y, x_test, y_test = parts(samples, "wordnet-nouns.npz", 10000)
    random = np.random.default_rng(4)

    def noisy(labels):
        wrong = random.random(len(labels)) < share
        return np.where(wrong, random.integers(0, 26, len(labels)), labels)

    return unit(x), noisy(y), unit(x_test), noisy(y_test)


def fourier(samples, width=512, scale=2.0):
    x, y, x_test, y_test = parts(samples, "digits.npz")
    random = np.random.default_rng(5)
    matrix = random.standard_normal((x.shape[1], width)) * scale
    phase = random.uniform(0, 2 * np.pi, width)
    return np.cos(unit(x) @ matrix + phase), y, np.cos(unit(x_test) @ matrix + phase), y_test


def few(samples, count=500):
    return parts(samples, "digits.npz", count)


def norms(samples):
    """The nouns with lognormal norms around 1, for --row-norm clip."""
    x, y, x_test, y_test = parts(samples, "wordnet-nouns.npz", 10000)
    random = np.random.default_rng(8)

    def scaled(rows):
        return unit(rows) * np.exp(random.standard_normal((len(rows), 1)))

    return scaled(x), y, scaled(x_test), y_test


def mixture(decay, records=20000, tested=5000, dim=256, classes=10):
    """Noise whose standard deviation in coordinate j falls as j^-decay, of norm 1, around means of norm 0.25."""
    random = np.random.default_rng(6)
    spread = np.arange(1, dim + 1.0) ** -decay
    spread /= np.linalg.norm(spread)
    means = unit(random.standard_normal((classes, dim))) * 0.25

    def part(count):
        labels = random.integers(0, classes, count)
        return unit(means[labels] + random.standard_normal((count, dim)) * spread), labels

    return *part(records), *part(tested)


def one_hot(records=20000, tested=5000, columns=20, values=8, classes=5):
    random = np.random.default_rng(7)
    weights = random.standard_normal((columns, values, classes))
    frequent = 1.0 / np.arange(1, values + 1)
    frequent /= frequent.sum()

    def part(count):
        table = random.choice(values, (count, columns), p=frequent)
        scores = weights[np.arange(columns), table].sum(axis=1) / np.sqrt(columns)
        labels = np.argmax(scores + 0.5 * random.gumbel(size=(count, classes)), axis=1)
        return np.eye(values)[table].reshape(count, -1), labels

    return *part(records), *part(tested)


def main():
    samples, folder = sys.argv[1:3]
    rows = int(sys.argv[3]) if len(sys.argv) > 3 else None
    tested = 4000 if rows else None
    os.makedirs(folder, exist_ok=True)
    made = {
        "nouns": lambda: parts(samples, "wordnet-nouns.npz", 10000),
        "cone-0.5": lambda: cone(samples, 0.5),
        "cone": lambda: cone(samples, 1.5),
        "cone-3": lambda: cone(samples, 3.0),
        "rare": lambda: positives(samples, 0.02),
        "uneven": lambda: positives(samples, 0.2),
        "flipped-30": lambda: flipped(samples, 0.3),
        "flipped": lambda: flipped(samples, 0.6),
        "norms": lambda: norms(samples),
        "fourier": lambda: fourier(samples),
        "few": lambda: few(samples),
        "isotropic": lambda: mixture(0.0),
        "nearly-isotropic": lambda: mixture(0.25),
        "classes-500": lambda: mixture(0.25, records=20000, classes=500),
        "wide": lambda: mixture(0.25, records=10000, dim=4096),
        "one-hot": one_hot,
    }
    for name, make in made.items():
        path = os.path.join(folder, f"hard-{name}.npz")
        if not os.path.exists(path):
            x, y, x_test, y_test = make()
            x, y, x_test, y_test = x[:rows], y[:rows], x_test[:tested], y_test[:tested]
            np.savez(path + ".part.npz", **dict(zip(KEYS, (x.astype(np.float16), y, x_test.astype(np.float16), y_test))))
            os.replace(path + ".part.npz", path)  # a file of that name is always whole


if __name__ == "__main__":
    main()
