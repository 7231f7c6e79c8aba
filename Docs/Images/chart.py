#!/usr/bin/env python3
"""Draws the table of Docs/Comparison.md as bars: Comparison.svg, and ComparisonWide.svg in two columns.

    Docs/Images/chart.py

Run it after each change of the table.
"""

import html
import re
from pathlib import Path

IMAGES = Path(__file__).resolve().parent
TABLE = IMAGES.parent / "Comparison.md"
COLUMNS = {"Comparison.svg": 1, "ComparisonWide.svg": 2}

# The rows of one unit share a scale, under a heading of their own.
HEADINGS = {"ns": "Time, in nanoseconds", "KiB": "Code and constants in a program"}

STYLE = """
    text { font: 14px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; fill: #4a5a78; }
    .row { font-size: 15px; font-weight: 600; fill: #14213d; }
    .heading { font-size: 18px; font-weight: 700; fill: #14213d; }
    .name { text-anchor: end; }
    .ours { font-weight: 700; fill: #0d6f65; }
    rect { fill: #b3c0d6; }
    rect.ours { fill: #1fa698; }
    @media (prefers-color-scheme: dark) {
      text { fill: #a9b8d3; }
      .row, .heading { fill: #f1f5fb; }
      .ours { fill: #4fdccd; }
      rect { fill: #44567d; }
      rect.ours { fill: #2ec4b6; }
    }
"""
# Of a column: its width, and where text begins, names end, and bars begin and end. Then heights.
WIDTH, LEFT, NAMES, BARS, END = 500, 10, 152, 162, 430
TOP, HEADING, OPERATION, BAR, GAP = 78, 34, 24, 19, 18


def table():
    """The names of the systems; of each row its operation, its unit, and each system's figure."""
    text = TABLE.read_text(encoding="utf-8").replace("`", "")
    lines = re.search(r"^\| operation \| Vial .*?(?=\n\n)", text, re.M | re.S)[0].splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    rows = []
    for operation, *figures in cells[2:]:
        operation, _, by_hand = operation.removesuffix(")").partition(" (by hand: ")
        bars = [(name, figure) for name, figure in zip(cells[0][1:], figures) if figure != "–"]
        unit = bars[0][1].partition(" ")[2] or "ns"
        rows.append((operation, unit, bars + ([("by hand", f"{by_hand} {unit}")] if by_hand else [])))
    return cells[0][1:], rows


def value(figure):
    return float(figure.partition(" ")[0].replace(",", ""))


def text(x, y, words, kind="note"):
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{html.escape(words, quote=False)}</text>'


def bars(row, longest, x, y):
    """One operation: its name, and a bar for each system."""
    yield text(x + LEFT, y, row[0], "row")
    for name, figure in row[2]:
        y += BAR
        kind = " ours" if name == "Vial" else ""
        length = max(1.5, round(value(figure) / longest * (END - BARS), 1))
        yield text(x + NAMES, y + 4, re.sub(r" (at )?[\da-f.]+$", "", name), f"name{kind}")
        yield f'<rect class="bar{kind}" x="{x + BARS}" y="{y - 7}" width="{length:g}" height="13" rx="1.5"/>'
        yield text(x + BARS + length + 7, y + 4, figure, f"figure{kind}")


def picture(columns):
    systems, rows = table()
    longest = {unit: max(value(f) for row in rows if row[1] == unit for _, f in row[2]) for unit in HEADINGS}
    starts = [next(row for row in rows if row[1] == unit) for unit in HEADINGS]
    heights = [OPERATION + BAR * len(row[2]) + GAP + HEADING * (row in starts) for row in rows]
    words = ", ".join(systems)
    lines = [text(LEFT, 24, "Vial and its peers: shorter is better", "heading")]
    half = ", ".join(systems[:3]) + ","
    lines += [text(LEFT, 46, words)] if columns > 1 else [text(LEFT, 46, half), text(LEFT, 64, ", ".join(systems[3:]))]
    x, y, bottom = 0, TOP, 0
    for row, height in zip(rows, heights):
        if y + height / 2 > TOP + sum(heights) / columns and x + WIDTH < columns * WIDTH:
            x, y = x + WIDTH, TOP
        if row in starts:
            lines.append(text(x + LEFT, y + 20, HEADINGS[row[1]], "heading"))
        lines += bars(row, longest[row[1]], x, y + OPERATION - 4 + HEADING * (row in starts))
        y += height
        bottom = max(bottom, y)
    size = f'width="{columns * WIDTH}" height="{bottom}" viewBox="0 0 {columns * WIDTH} {bottom}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="title">\n'
        f'  <title id="title">Vial and its peers, from the table of Docs/Comparison.md</title>\n'
        f"  <style>{STYLE}  </style>\n  " + "\n  ".join(lines) + "\n</svg>\n"
    )


if __name__ == "__main__":
    for name, columns in COLUMNS.items():
        (IMAGES / name).write_text(picture(columns), encoding="utf-8")
