# SPDX-License-Identifier: GPL-3.0-or-later
"""Times one DP-GD step (product, softmax, per-record clipping, second product, noise, momentum) as NumPy, JAX and
PyTorch (f32 and bf16, whose products oneDNN does in matrix units where there are some) write it, with --opacus Opacus too, beside the rows of this project's own benchmark, and prints the ratios."""
import argparse
import json
import subprocess
import time

import numpy as np


def least(step, repeats=20):
    step()
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        step()
        best = min(best, time.perf_counter() - start)
    return best


def data(rows, dim, classes):
    random = np.random.default_rng(1)
    x = random.standard_normal((rows, dim), dtype=np.float32)
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    return x, random.integers(0, classes, rows)


def numpy_step(x, y, classes):
    rows, dim = x.shape
    state = {"w": np.zeros((classes, dim), np.float32), "v": np.zeros((classes, dim), np.float32)}
    index = np.arange(rows)
    norms = np.linalg.norm(x, axis=1)
    random = np.random.default_rng(2)

    def step():
        z = x @ state["w"].T
        z -= z.max(axis=1, keepdims=True)
        p = np.exp(z)
        p /= p.sum(axis=1, keepdims=True)
        p[index, y] -= 1
        p *= np.minimum(1, 1 / np.maximum(np.linalg.norm(p, axis=1) * norms, 1e-12))[:, None]
        g = p.T @ x + 10 * random.standard_normal((classes, dim), dtype=np.float32)
        state["v"] = 0.9 * state["v"] + g / rows
        state["w"] = state["w"] - 0.01 * state["v"]

    return step


def jax_step(x, y, classes):
    import jax
    import jax.numpy as jnp

    rows, dim = x.shape
    x, one_hot = jnp.asarray(x), jax.nn.one_hot(jnp.asarray(y), classes, dtype=jnp.float32)
    norms = jnp.linalg.norm(x, axis=1)

    @jax.jit
    def update(w, v, key, x, one_hot, norms):
        key, sub = jax.random.split(key)
        p = jax.nn.softmax(x @ w.T) - one_hot
        p = p * jnp.minimum(1, 1 / jnp.maximum(jnp.linalg.norm(p, axis=1) * norms, 1e-12))[:, None]
        g = p.T @ x + 10 * jax.random.normal(sub, w.shape)
        v = 0.9 * v + g / rows
        return w - 0.01 * v, v, key

    state = [jnp.zeros((classes, dim)), jnp.zeros((classes, dim)), jax.random.PRNGKey(0)]

    def step():
        state[:] = update(*state, x, one_hot, norms)
        state[0].block_until_ready()

    return step


def torch_step(x, y, classes, precision="float32"):
    import torch

    dtype = getattr(torch, precision)
    rows, dim = x.shape
    features, labels = torch.from_numpy(x).to(dtype), torch.from_numpy(y)
    index = torch.arange(rows)
    norms = torch.linalg.vector_norm(features.float(), dim=1)
    w, v = torch.zeros(classes, dim), torch.zeros(classes, dim)

    @torch.no_grad()
    def step():
        p = torch.softmax((features @ w.to(dtype).T).float(), dim=1)
        p[index, labels] -= 1
        p *= torch.clamp(1 / torch.clamp(torch.linalg.vector_norm(p, dim=1) * norms, min=1e-12), max=1)[:, None]
        g = (p.to(dtype).T @ features).float() + 10 * torch.randn(classes, dim)
        v.mul_(0.9).add_(g, alpha=1 / rows)
        w.sub_(v, alpha=0.01)

    return step


def torch_bf16_step(x, y, classes):
    return torch_step(x, y, classes, "bfloat16")


def opacus_step(x, y, classes):
    import torch
    from opacus import GradSampleModule
    from opacus.optimizers import DPOptimizer

    model = GradSampleModule(torch.nn.Linear(x.shape[1], classes, bias=False))
    optimizer = DPOptimizer(torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9), noise_multiplier=10.0,
                            max_grad_norm=1.0, expected_batch_size=len(x))
    x, y = torch.from_numpy(x), torch.from_numpy(y)

    def step():
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y).backward()
        optimizer.step()

    return step


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bench", help="the program bench_steps")
    parser.add_argument("--opacus", action="store_true", help="time Opacus too (slow, needs much memory)")
    parser.add_argument("shapes", nargs="*", metavar="N,d,C", help="default: those of the documentation")
    options = parser.parse_intermixed_args()
    own = json.loads(subprocess.run([options.bench, "--json", *options.shapes], check=True, capture_output=True).stdout)
    for row in own["rows"]:
        if row["seconds"] is None:  # a rate of one thread
            continue
        share = "" if row["fraction_of_gemm_peak"] is None else f", {row['fraction_of_gemm_peak']:.3f} of gemm"
        print(f"{row['what']}: {row['seconds'] * 1e3:.3f} ms{share}", flush=True)
    times = {row["what"]: row["seconds"] for row in own["rows"]}
    shapes = options.shapes or ["50000,768,10", "50000,768,100", "50000,384,39"]
    for shape in shapes:
        rows, dim, classes = map(int, shape.split(","))
        x, y = data(rows, dim, classes)
        peers = {"numpy": numpy_step, "jax": jax_step, "pytorch": torch_step, "pytorch bf16": torch_bf16_step}
        if options.opacus:
            peers["opacus"] = opacus_step
        for name, make in peers.items():
            precision = "bf16" if name.endswith("bf16") else "f32"
            mine = times[f"dp-gd {rows}x{dim}x{classes} {precision} k1"]
            peer = least(make(x, y, classes), 3 if name == "opacus" else 20)
            print(f"{rows}x{dim}x{classes}: {precision} here {mine * 1e3:.1f} ms, {name} {peer * 1e3:.1f} ms, ratio {mine / peer:.3f}",
                  flush=True)


if __name__ == "__main__":
    main()
