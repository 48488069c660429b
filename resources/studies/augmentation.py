#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the files of augmentation.toml from the bundled digits.

    python3 resources/studies/augmentation.py resources/samples build/studies

digits-views.npz: each training image and the four that are shifted by a pixel, side by side. digits-encoded.npz and
digits-encoded-views.npz: the same behind an encoder that stays as it is, 512 random Fourier features of an image. Test rows are
images as they are, one view each. Needs NumPy. Seeds are fixed: the files are the same each time.
"""
import os
import sys

import numpy as np


def save(folder, name, **arrays):
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        np.savez(path + ".part.npz", **arrays)
        os.replace(path + ".part.npz", path)  # a file of that name is always whole


def shifted(rows, down, right):
    padded = np.pad(rows.reshape(-1, 8, 8), ((0, 0), (1, 1), (1, 1)))
    return padded[:, 1 - down : 9 - down, 1 - right : 9 - right].reshape(len(rows), 64)


def main():
    samples, folder = sys.argv[1], sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    with np.load(os.path.join(samples, "digits.npz")) as digits:
        x, y, tested, tested_labels = (digits[key] for key in ("x_train", "y_train", "x_test", "y_test"))
    views = [shifted(x, *by) for by in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))]
    labels = {"y_train": y, "y_test": tested_labels}
    save(folder, "digits-views.npz", x_train=np.hstack(views), x_test=tested, **labels)

    random = np.random.default_rng(5)
    directions = random.standard_normal((64, 512)) * 2.0
    phases = random.uniform(0.0, 2.0 * np.pi, 512)

    def encoded(rows):
        rows = rows.astype(float)
        units = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-300)
        return np.cos(units @ directions + phases).astype(np.float32)

    save(folder, "digits-encoded.npz", x_train=encoded(x), x_test=encoded(tested), **labels)
    save(folder, "digits-encoded-views.npz", x_train=np.hstack([encoded(rows) for rows in views]),
         x_test=encoded(tested), **labels)


if __name__ == "__main__":
    main()
