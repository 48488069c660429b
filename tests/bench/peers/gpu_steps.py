# SPDX-License-Identifier: GPL-3.0-or-later
"""Times one DP-GD step as PyTorch writes it by hand on a GPU (eager, and replayed as a CUDA graph) beside the rows that
`parsimony-cli bench --device cuda -f json` printed on the same card, and prints the ratios.

    gpu_steps.py BENCH.json [N,d,C ...]
"""
import json
import statistics
import sys

import torch


def median_ms(work, warm=5, least=30.0):
    """The median over batches of calls that take `least` ms each, by the device's own clock."""
    for _ in range(warm):
        work()
    torch.cuda.synchronize()
    start, stop = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)

    def batch(calls):
        start.record()
        for _ in range(calls):
            work()
        stop.record()
        stop.synchronize()
        return start.elapsed_time(stop) / calls

    calls = max(1, round(least / max(batch(1), 1e-3)))
    return statistics.median(batch(calls) for _ in range(5))


def step_of(rows, dim, classes, dtype):
    x = torch.empty(rows, dim, device="cuda", dtype=dtype).uniform_(-1, 1)
    labels = (torch.arange(rows, device="cuda") * 7919 % classes)[:, None]
    norms = torch.cat([torch.linalg.vector_norm(part.float(), dim=1) for part in x.split(65536)])
    w, v = torch.zeros(classes, dim, device="cuda"), torch.zeros(classes, dim, device="cuda")
    minus_one = -torch.ones(rows, 1, device="cuda")

    @torch.no_grad()
    def step():
        p = torch.softmax((x @ w.to(dtype).T).float(), dim=1)
        p.scatter_add_(1, labels, minus_one)
        p *= torch.clamp(1 / torch.clamp(torch.linalg.vector_norm(p, dim=1) * norms, min=1e-12), max=1)[:, None]
        g = (p.to(dtype).T @ x).float() + 10 * torch.randn(classes, dim, device="cuda")
        v.mul_(0.9).add_(g, alpha=1 / rows)
        w.sub_(v, alpha=0.01)

    return step


def graph_of(step):
    side = torch.cuda.Stream()
    with torch.cuda.stream(side):
        for _ in range(3):
            step()
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        step()
    return graph.replay


def main():
    rows = {row["what"]: row for row in json.load(open(sys.argv[1]))["rows"]}
    shapes = sys.argv[2:] or ["50000,768,10", "50000,768,100", "50000,384,39", "1281167,1664,1000"]
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}\n")
    print("| step | here ms | PyTorch by hand ms | as a CUDA graph ms | here / graph |\n|---|---|---|---|---|")
    for shape in shapes:
        n, d, c = map(int, shape.split(","))
        for precision, dtype in {"f32": torch.float32, "tf32": torch.float32, "bf16": torch.bfloat16,
                                 "f16": torch.float16}.items():
            mine = rows.get(f"dp-gd {n}x{d}x{c} {precision} k1")
            if mine is None:
                continue
            torch.backends.cuda.matmul.allow_tf32 = precision == "tf32"
            step = step_of(n, d, c, dtype)
            eager, graph = median_ms(step), median_ms(graph_of(step))
            here = mine["seconds"] * 1e3
            print(f"| {n}x{d}x{c} {precision} | {here:.3f} | {eager:.3f} | {graph:.3f} | {here / graph:.2f} |", flush=True)
            del step
            torch.cuda.empty_cache()


if __name__ == "__main__":
    main()
