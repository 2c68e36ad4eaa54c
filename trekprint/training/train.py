"""Trains the network on a pool, then fits its confidence to held-out writers."""

from __future__ import annotations

import copy
import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor, nn

from trekprint.training.network import make_network, weight_count
from trekprint.training.pool import FULL, Pool

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from trekprint.training.glyphs import Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainParams:
    """How the network is trained.

    Attributes:
        epochs: Passes over the pool, at most.
        minutes: Time after which the pace is set so that training ends, or 0.
        keep: Share of the weights to start from that the result keeps.
        batch: Cells in a step.
        rate: Highest learning rate; a cosine brings it to 0 after `warm` steps.
        decay: Weight decay.
        shift: Pixels by which a batch is moved at random.
        average: Share that the averaged weights keep at each step.
        threads: Processor cores.
    """

    epochs: int = 4
    minutes: float = 0.0
    keep: float = 0.0
    batch: int = 256
    rate: float = 3e-3
    warm: int = 300
    decay: float = 0.02
    shift: int = 1
    average: float = 0.998
    threads: int = 2


def train(
    pool: Pool,
    held_out: Pool,
    params: TrainParams,
    seed: int,
    start: nn.Sequential | None = None,
) -> nn.Sequential:
    """The trained network (averaged weights), in evaluation mode.

    Where there is a network to `start` from, its normalisations stay as they are.
    """
    torch.manual_seed(seed)
    torch.set_num_threads(params.threads)
    rng = np.random.default_rng(seed)
    network = (start or make_network()).to(memory_format=torch.channels_last)
    averaged = copy.deepcopy(network).eval()
    steps = params.epochs * (len(pool.labels) // params.batch)
    optimiser = torch.optim.AdamW(
        network.parameters(), lr=params.rate, weight_decay=params.decay
    )
    half = _half_precision()
    print(f"{weight_count(network)} weights, {steps} steps", flush=True)
    begun, done, losses = time.monotonic(), 0.0, 0.0
    for step, (cells, labels) in enumerate(_batches(pool, params, rng)):
        if params.minutes:  # the share of the time, once it is known to be scarcer
            done = max(done, (time.monotonic() - begun) / (params.minutes * 60))
        done = max(done, step / steps)
        if done >= 1:
            break
        warm = min(1.0, (step + 1) / params.warm)
        for group in optimiser.param_groups:
            group["lr"] = params.rate * warm * (1 + math.cos(math.pi * done)) / 2
        network.train()
        if start:
            for layer in network:
                layer.train(not isinstance(layer, nn.BatchNorm2d))
        with torch.autocast("cpu", torch.bfloat16, enabled=half):
            logits = network(cells)
        loss = nn.functional.cross_entropy(logits.float(), labels)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        keep = min(params.average, (step + 1) / (step + 10))
        _average(averaged, network, keep)
        losses += float(loss.detach())
        if (step + 1) % 250 == 0:
            minutes = (time.monotonic() - begun) / 60
            line = f"step {step + 1:6} {minutes:5.1f} min loss {losses / 250:.4f}"
            if (step + 1) % 1000 == 0:
                right = logits_of(averaged, held_out).argmax(1) == held_out.labels
                line += f"  held-out writers {right.mean():.2%}"
            print(line, flush=True)
            losses = 0.0
    return averaged


def _half_precision() -> bool:
    """Whether the processor multiplies bfloat16 fast."""
    supported = getattr(torch.cpu, "_is_avx512_bf16_supported", None)
    return bool(supported and supported())


def _batches(
    pool: Pool, params: TrainParams, rng: np.random.Generator
) -> Iterator[tuple[Tensor, Tensor]]:
    """Shuffled batches, for ever."""
    cells = torch.from_numpy(pool.cells)
    labels = torch.from_numpy(pool.labels)
    while True:
        order = torch.from_numpy(rng.permutation(len(labels)))
        for start in range(0, len(labels) - params.batch + 1, params.batch):
            chosen = order[start : start + params.batch]
            batch = cells[chosen].float().div_(FULL)
            down, right = rng.integers(-params.shift, params.shift + 1, 2)
            batch = torch.roll(batch, (int(down), int(right)), (1, 2))
            yield (
                batch[:, None].contiguous(memory_format=torch.channels_last),
                labels[chosen],
            )


@torch.no_grad()
def mixed(trained: nn.Sequential, start: nn.Sequential, keep: float) -> nn.Sequential:
    """`trained` with the share `keep` of the weights it started from.

    What was learned anew and what was known before both come through better than in
    either (Wortsman et al., "Robust fine-tuning of zero-shot models", 2022).
    """
    result = copy.deepcopy(trained)
    _average(result, start, 1 - keep)
    return result


@torch.no_grad()
def _average(averaged: nn.Module, network: nn.Module, keep: float) -> None:
    """Move the averaged weights towards the network's."""
    now = network.state_dict()
    for name, value in averaged.state_dict().items():
        if value.is_floating_point():
            value.mul_(keep).add_(now[name], alpha=1 - keep)


@torch.no_grad()
def logits_of(network: nn.Sequential, pool: Pool, batch: int = 1000) -> Floats:
    """Logits of all cells of a pool, (n, classes)."""
    network.eval()
    parts = []
    for start in range(0, len(pool.labels), batch):
        cells = torch.from_numpy(pool.cells[start : start + batch]).float().div_(FULL)
        cells = cells[:, None].contiguous(memory_format=torch.channels_last)
        parts.append(network(cells).numpy())
    return np.concatenate(parts).astype(np.float32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """What turns logits into honest probabilities; see `network.to_onnx`."""

    temperature: float
    lapse: float

    def probabilities(self, logits: Floats) -> NDArray[np.float64]:
        """(n, classes), each row sums to 1."""
        scaled = logits.astype(np.float64) / self.temperature
        raised = np.exp(scaled - scaled.max(1, keepdims=True))
        known = raised / raised.sum(1, keepdims=True)
        return known * (1 - self.lapse) + self.lapse / logits.shape[1]


def calibrate(logits: Floats, labels: NDArray[np.int64]) -> Calibration:
    """The temperature and lapse under which the labels are most likely."""
    rows = np.arange(len(labels))

    def unlikeliness(one: Calibration) -> float:
        return float(-np.log(one.probabilities(logits)[rows, labels]).mean())

    choices = [
        Calibration(temperature=float(temperature), lapse=float(lapse))
        for temperature in np.geomspace(0.6, 2.5, 40)
        for lapse in (0.0003, 0.0005, 0.001, 0.0015, 0.002, 0.003, 0.004, 0.006, 0.01)
    ]
    return min(choices, key=unlikeliness)
