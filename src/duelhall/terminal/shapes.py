"""Simple drawings, made of lines, dots and words: as SVG, or as PNG with the package Pillow."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from duelhall.engine.errors import from_extra

SHARPNESS, SMOOTHNESS = 2, 2
"""Pixels for a unit of the drawing, and how many times finer it is painted, for smooth lines."""

Place = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """A line from place to place."""

    places: Sequence[Place]
    colour: str
    width: float = 1

    def svg(self) -> str:
        """The line as SVG."""
        places = " ".join(f"{x:g},{y:g}" for x, y in _rounded(self.places))
        look = f'fill="none" stroke="{self.colour}" stroke-width="{self.width:g}"'
        return f'<polyline points="{places}" {look} stroke-linejoin="round"/>'

    def paint(self, pen: Any, scale: int) -> None:
        """Paint the line with Pillow."""
        places = [(x * scale, y * scale) for x, y in self.places]
        pen.line(places, fill=self.colour, width=round(self.width * scale), joint="curve")


@dataclass(frozen=True)
class Dot:
    """A filled circle."""

    place: Place
    radius: float
    colour: str

    def svg(self) -> str:
        """The dot as SVG."""
        ((x, y),) = _rounded([self.place])
        return f'<circle cx="{x:g}" cy="{y:g}" r="{self.radius:g}" fill="{self.colour}"/>'

    def paint(self, pen: Any, scale: int) -> None:
        """Paint the dot with Pillow."""
        x, y = self.place
        box = (x - self.radius, y - self.radius, x + self.radius, y + self.radius)
        pen.ellipse([side * scale for side in box], fill=self.colour)


ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
"""Where a text is held, and what Pillow calls that."""


@dataclass(frozen=True)
class Label:
    """A line of words, held at the start, the middle or the end."""

    place: Place
    text: str
    colour: str
    size: int = 13
    anchor: str = "start"

    def svg(self) -> str:
        """The words as SVG."""
        ((x, y),) = _rounded([self.place])
        held = f'text-anchor="{self.anchor}" font-size="{self.size}" fill="{self.colour}"'
        return f'<text x="{x:g}" y="{y:g}" {held}>{escape(self.text)}</text>'

    def paint(self, pen: Any, scale: int) -> None:
        """Paint the words with Pillow."""
        x, y = self.place
        font = from_extra(EXTRA, "PIL.ImageFont").load_default(self.size * scale)
        where = (x * scale, y * scale)
        pen.text(where, self.text, fill=self.colour, font=font, anchor=ANCHORS[self.anchor])


Shape = Line | Dot | Label
EXTRA = "chart"
"""The extra that Pillow is installed with."""


@dataclass(frozen=True)
class Drawing:
    """Shapes on white paper, the first one below the others."""

    title: str
    width: int
    height: int
    shapes: Sequence[Shape]

    def svg(self) -> str:
        """The drawing as SVG."""
        size = f'width="{self.width}" height="{self.height}"'
        box = f'viewBox="0 0 {self.width} {self.height}" font-family="sans-serif" role="img"'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>',
                f"<title>{escape(self.title)}</title>",
                f'<rect {size} fill="white"/>',
                *(shape.svg() for shape in self.shapes),
                "</svg>\n",
            ]
        )

    def save_svg(self, file: Path) -> None:
        """Write the drawing as SVG."""
        file.write_text(self.svg(), encoding="utf-8")

    def save_png(self, file: Path) -> None:
        """Write the drawing as PNG."""
        images, drawing = (from_extra(EXTRA, f"PIL.{part}") for part in ("Image", "ImageDraw"))
        scale = SHARPNESS * SMOOTHNESS
        paper = images.new("RGB", (self.width * scale, self.height * scale), "white")
        pen = drawing.Draw(paper)
        for shape in self.shapes:
            shape.paint(pen, scale)
        paper.reduce(SMOOTHNESS).save(file, format="PNG", optimize=True)


def _rounded(places: Sequence[Place]) -> list[Place]:
    """Places to a tenth: nobody sees more, and files stay small."""
    return [(round(x, 1), round(y, 1)) for x, y in places]
