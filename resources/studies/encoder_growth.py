#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How pilots of `auto` on encoders of the bundled nouns stand to what they end as (methods.md, "Encoders of `auto`").

    python3 resources/studies/encoder_growth.py resources/samples [RECORDS]

For every encoder (PCA, pooled, projected, halves, noise on the columns or in columns of its own, random ReLU features) and every signal
n*mu one line: the pilot's accuracy, what the rule expects of it, what the final run has. Then, over pairs of which one has 1.4 times the
columns of the other, what the choice by scores and by the rule loses. A model of the program with its own noise: private means, a bias
coordinate of 2 %, clip 0.1, momentum 0, pilots of 3 % below kappa = 300 and of 10 % from there. Needs NumPy; an hour on one core.
"""
import itertools
import math
import os
import sys

import numpy as np

CLIP, NU, BIAS = 0.1, 1.2 * (1.5 / 1.4) ** 0.75, 0.02
SIGNALS = (3000, 4500, 7000, 14000)


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-30)


def mapped(train, test, mu, random):
    """Centred by a private mean that is pulled towards zero, of norm 1 with a bias coordinate."""
    records, dim = train.shape
    noise = dim / (records * mu) ** 2
    share = 0.02 if noise > 0.1 else min(max(noise / 0.04, 0.0025), 0.1)
    sd = 1 / (math.sqrt(share) * mu * records)
    mean = train.mean(0) + random.standard_normal(dim) * sd
    mean = (mean * max(0.0, 1 - dim * sd * sd / (mean @ mean))).astype(np.float32)

    def of(rows):
        bias = np.full((len(rows), 1), math.sqrt(BIAS), np.float32)
        return np.hstack([unit(rows - mean) * np.float32(math.sqrt(1 - BIAS)), bias])

    return of(train), of(test), share


def accuracy(rows, labels, prior, weights):
    return float(((rows @ weights + prior).argmax(1) == labels).mean())


def descend(rows, labels, prior, mu, steps, random, start=None):
    """The sum of noisy gradients, the learning rate and the noise of a step; `start` is a run that it goes on from."""
    records, sigma = len(labels), math.sqrt(steps) / mu
    weight = 0.0 if start is None else (sigma / start[2]) ** 2
    held = 0.0 if start is None else weight * CLIP * start[2] * math.sqrt(start[3]) / records
    rate = NU / math.hypot(CLIP * sigma * math.sqrt(steps) / records, held)
    total = np.zeros((rows.shape[1], len(prior)), np.float32) if start is None else np.float32(weight) * start[0]
    for _ in range(steps):
        logits = rows @ (np.float32(rate) * total) + prior
        residual = np.exp(logits - logits.max(1, keepdims=True))
        residual /= residual.sum(1, keepdims=True)
        residual[np.arange(records), labels] -= 1
        residual *= np.minimum(1, CLIP / np.maximum(np.linalg.norm(residual, axis=1), 1e-20))[:, None]
        noise = random.standard_normal(total.shape).astype(np.float32) * np.float32(sigma * CLIP)
        total = total + (noise - rows.T @ residual) / np.float32(records)
    return total, rate, sigma, steps


def expected(score, classes, columns, pilot, final):
    told = max(0.0, score - 1 / classes)
    mended = 0.32 * math.sqrt(columns / (1 + columns / 200)) * (pilot**-0.5 - final**-0.5) * told / (told + 0.04)
    return 1 - (1 - score) * math.exp(-mended)


def encoders(train, test):
    """Names and what makes their rows, of training and of test ones."""
    dim, mean, norm = train.shape[1], train.mean(0), np.linalg.norm(train, axis=1).mean()
    axes = np.linalg.eigh(np.cov((train - mean).T))[1][:, ::-1].astype(np.float32)

    def drawn(seed, *shape):
        return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)

    def both(make):
        return lambda: (make(train, 0), make(test, 1))

    yield "full", both(lambda rows, _: rows)
    for width in (16, 32, 64, 128):
        yield f"pca{width}", both(lambda rows, _, width=width: (rows - mean) @ axes[:, :width])
    for by in (2, 3):
        yield f"pooled{by}", both(lambda rows, _, by=by: rows.reshape(len(rows), -1, by).mean(2))
    for sd in (0.3, 0.7, 1.0):
        yield f"noisy{sd}", both(lambda rows, part, sd=sd: rows + drawn(7 + part, *rows.shape) * np.float32(sd * norm / math.sqrt(dim)))
    for width in (64, 128):
        yield f"projected{width}", both(lambda rows, _, width=width: rows @ drawn(5, dim, width))
    yield "half", both(lambda rows, _: rows[:, : dim // 2])
    yield "quarter", both(lambda rows, _: rows[:, : dim // 4])
    yield "relu768", both(lambda rows, _: np.maximum(unit(rows - mean) @ drawn(6, dim, 768), 0))
    for name, width, more in (("full", dim, dim), ("pca64", 64, dim - 64)):
        scale = np.float32(0.5 * norm / math.sqrt(more))
        yield f"{name}+noise", both(
            lambda rows, part, width=width, more=more, scale=scale: np.hstack(
                [rows if width == dim else (rows - mean) @ axes[:, :width], drawn(8 + part, len(rows), more) * scale]
            )
        )


def measured(make, labels, tested, prior, signal, seed):
    """Columns, the pilot's accuracy, what is expected of it and what the final run has."""
    random, classes = np.random.default_rng([seed, signal]), len(prior)
    mu, kappa = signal / len(labels), signal / classes
    share, part, parts = (0.1, 0.1, 3) if kappa >= 300 else (0.03, 0.3, 10)
    steps = 50 if kappa < 100 else 100
    train, test = (unit(rows.astype(np.float32)) for rows in make())
    rows, test, mean = mapped(train, test, mu, random)
    pilot = descend(rows, labels, prior, mu * math.sqrt(share * (1 - part)), steps // parts, random)
    score = accuracy(rows, labels, prior, pilot[1] * pilot[0])
    left = 0.99 - 3 * share - 3 * mean  # of three encoders
    final = descend(rows, labels, prior, mu * math.sqrt(left), steps - steps // parts, random, pilot)
    trained = kappa * math.sqrt(share * (1 - part))
    ends = expected(score, classes, train.shape[1], trained, math.hypot(trained, kappa * math.sqrt(left)))
    return train.shape[1], score, ends, accuracy(test, tested, prior, final[1] * final[0])


def main():
    records = int(sys.argv[2]) if len(sys.argv) > 2 else None
    with np.load(os.path.join(sys.argv[1], "wordnet-nouns.npz")) as nouns:
        x, labels, test, tested = (nouns[key] for key in ("x_train", "y_train", "x_test", "y_test"))
    chosen = np.random.default_rng(1).permutation(len(x))[:records]
    x, labels, test = x[chosen].astype(np.float32), labels[chosen].astype(np.int64), test.astype(np.float32)
    counts = np.bincount(labels) + 1.0
    prior = np.log(counts / counts.sum()).astype(np.float32)
    lost = {"score": [], "rule": []}
    for signal, seed in itertools.product(SIGNALS, range(2)):
        runs = []
        for name, make in encoders(x, test):
            runs.append(measured(make, labels, tested, prior, signal, seed))
            print(signal, seed, name, runs[-1][0], *(f"{100 * value:.1f}" for value in runs[-1][1:]), flush=True)
        for one, other in itertools.combinations(runs, 2):
            if max(one[0], other[0]) >= 1.4 * min(one[0], other[0]):
                for place, way in ((1, "score"), (2, "rule")):
                    taken = max(one, other, key=lambda run: run[place])
                    lost[way].append(100 * (max(one[3], other[3]) - taken[3]))
    for way, points in lost.items():
        print(f"by {way}: {len(points)} pairs, {np.mean(points):.2f} points behind, {max(points):.1f} at most")


if __name__ == "__main__":
    main()
