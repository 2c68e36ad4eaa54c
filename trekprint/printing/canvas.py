"""A page in millimetres, y down: the one place that knows PDF points and y up.

Everything that copies share is drawn once into a form (`Canvas.form`) and put on the
pages from there (`Canvas.put`); ReportLab's invariant mode makes same input same bytes.
"""

from __future__ import annotations

from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING

from reportlab import rl_config
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName
from reportlab.pdfgen.canvas import Canvas as PdfCanvas

from trekprint.printing.fonts import text_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from trekprint.printing.theme import Colour
    from trekprint.sheet.geometry import Box, Point

POINTS_PER_MM = 72 / 25.4

# Plain compressed streams: no reader needs them as letters, which are a quarter longer.
rl_config.useA85 = 0

_ALIGNMENTS = {"left": 0.0, "centre": 0.5, "right": 1.0}


class Canvas:
    """Draws on pages of one size. All lengths mm; origin top-left, x right, y down.

    Colours are (red, green, blue), 0 to 1. A shape is filled, outlined, or both.
    """

    def __init__(
        self, width_mm: float, height_mm: float, *, title: str, compress: bool = True
    ) -> None:
        """Open a document; `compress=False` leaves the operators readable for tests."""
        self._bytes = BytesIO()
        self._height_pt = height_mm * POINTS_PER_MM
        self._pdf = PdfCanvas(
            self._bytes,
            pagesize=(width_mm * POINTS_PER_MM, self._height_pt),
            pageCompression=int(compress),
            invariant=1,
        )
        self._pdf.setTitle(title)
        self._pdf.setAuthor("trekprint")
        self._pdf.setCreator("trekprint")
        # Printing programs that honour it offer "actual size" first.
        preferences = PDFDictionary({"PrintScaling": PDFName("None")})
        self._pdf._doc.Catalog.ViewerPreferences = preferences
        self._in_mm = False

    def finish(self) -> bytes:
        """End the last page; the whole document."""
        self._pdf.save()
        return self._bytes.getvalue()

    def end_page(self) -> None:
        """End this page; what is drawn next opens another."""
        self._pdf.showPage()

    @contextmanager
    def form(self, name: str, box: Box) -> Iterator[None]:
        """Draw into a form called `name` (ASCII) covering `box`, for `put`."""
        self._pdf.beginForm(name, box.x, box.y, box.right, box.bottom)
        self._pdf.setLineCap(1)
        self._pdf.setLineJoin(1)
        self._in_mm = True
        yield
        self._in_mm = False
        self._pdf.endForm()

    def has_form(self, name: str) -> bool:
        """Whether a form called `name` was drawn."""
        return bool(self._pdf.hasForm(name))

    def put(self, name: str, scale: float, x: float, y: float) -> None:
        """Put a form on the page: scaled about its origin, the origin at (`x`, `y`)."""
        with self.at(scale, x, y):
            self._pdf.doForm(name)

    @contextmanager
    def at(self, scale: float, x: float, y: float) -> Iterator[None]:
        """Draw in a frame of its own: its origin at (`x`, `y`), its unit `scale` mm."""
        outermost = not self._in_mm
        self._pdf.saveState()
        if outermost:
            # The only step from mm, y down, to points, y up.
            unit = scale * POINTS_PER_MM
            down = self._height_pt - y * POINTS_PER_MM
            self._pdf.transform(unit, 0, 0, -unit, x * POINTS_PER_MM, down)
        else:
            self._pdf.transform(scale, 0, 0, scale, x, y)
        self._in_mm = True
        yield
        self._in_mm = not outermost
        self._pdf.restoreState()

    @contextmanager
    def clipped(self, box: Box, radius: float = 0.0) -> Iterator[None]:
        """Draw only inside `box`, its corners rounded by `radius`."""
        self._pdf.saveState()
        path = self._pdf.beginPath()
        path.roundRect(box.x, box.y, box.width, box.height, radius)
        self._pdf.clipPath(path, stroke=0, fill=0)
        yield
        self._pdf.restoreState()

    def box(
        self,
        box: Box,
        *,
        fill: Colour | None = None,
        ink: Colour | None = None,
        width: float = 0.2,
        radius: float = 0.0,
        dash: Sequence[float] = (),
    ) -> None:
        """A rectangle, its corners rounded by `radius`; `dash` as for `lines`."""
        fills, strokes = self._style(fill, ink, width)
        if dash:
            self._pdf.setDash(list(dash))
        if radius:
            self._pdf.roundRect(
                box.x, box.y, box.width, box.height, radius, strokes, fills
            )
        else:
            self._pdf.rect(box.x, box.y, box.width, box.height, strokes, fills)
        if dash:
            self._pdf.setDash()

    def circle(
        self,
        centre: Point,
        radius: float,
        *,
        fill: Colour | None = None,
        ink: Colour | None = None,
        width: float = 0.2,
    ) -> None:
        """A circle; its line lies half inside, half outside `radius`."""
        fills, strokes = self._style(fill, ink, width)
        path = self._pdf.beginPath()
        path.circle(centre.x, centre.y, radius)
        path.close()
        self._pdf.drawPath(path, stroke=strokes, fill=fills)

    def polygon(
        self,
        points: Sequence[Point],
        *,
        fill: Colour | None = None,
        ink: Colour | None = None,
        width: float = 0.2,
    ) -> None:
        """A closed shape with straight sides."""
        self._path((points,), closed=True, style=self._style(fill, ink, width))

    def lines(
        self,
        strokes: Iterable[Sequence[Point]],
        *,
        ink: Colour,
        width: float,
        dash: Sequence[float] = (),
    ) -> None:
        """Open lines in one path; `dash` gives lengths on and off, mm."""
        if dash:
            self._pdf.setDash(list(dash))
        self._path(strokes, closed=False, style=self._style(None, ink, width))
        if dash:
            self._pdf.setDash()

    def curve(self, points: Sequence[Point], *, ink: Colour, width: float) -> None:
        """A Bézier curve: its start, then three points for each piece."""
        self._style(None, ink, width)
        path = self._pdf.beginPath()
        path.moveTo(points[0].x, points[0].y)
        for index in range(1, len(points), 3):
            one, two, end = points[index : index + 3]
            path.curveTo(one.x, one.y, two.x, two.y, end.x, end.y)
        self._pdf.drawPath(path, stroke=1, fill=0)

    def rectangles(self, boxes: Iterable[Box], *, fill: Colour) -> None:
        """Many rectangles as one shape, so that no seam shows where they meet."""
        self._style(fill, None, 0)
        # Written as text: ReportLab's own rectangles take most of a copy's time.
        shape = " ".join(
            f"{box.x:g} {box.y:g} {box.width:g} {box.height:g} re" for box in boxes
        )
        self._pdf._code.append(f"{shape} f")

    def text(
        self,
        words: str,
        at: Point,
        *,
        font: str,
        size: float,
        ink: Colour,
        align: str = "left",
    ) -> None:
        """One line of text, `size` mm high; `at` lies on its base line."""
        left = at.x - _ALIGNMENTS[align] * text_width(words, font, size)
        line = self._pdf.beginText()
        line.setFont(font, size)
        line.setFillColorRGB(*ink)
        # Letters are drawn y up, in a frame that is y down.
        line.setTextTransform(1, 0, 0, -1, left, at.y)
        line.textOut(words)
        self._pdf.drawText(line)

    def _style(
        self, fill: Colour | None, ink: Colour | None, width: float
    ) -> tuple[int, int]:
        if fill is not None:
            self._pdf.setFillColorRGB(*fill)
        if ink is not None:
            self._pdf.setStrokeColorRGB(*ink)
            self._pdf.setLineWidth(width)
        return int(fill is not None), int(ink is not None)

    def _path(
        self,
        strokes: Iterable[Sequence[Point]],
        *,
        closed: bool,
        style: tuple[int, int],
    ) -> None:
        fills, inked = style
        path = self._pdf.beginPath()
        for points in strokes:
            path.moveTo(points[0].x, points[0].y)
            for point in points[1:]:
                path.lineTo(point.x, point.y)
            if closed:
                path.close()
        self._pdf.drawPath(path, stroke=inked, fill=fills)
