"""How many samples and steps are checked: the number is written down, so that none is lost unseen.

`.ci/counts` has a line for each number. A check that finds another number fails and says what to do:
fewer means that samples were lost or skipped, more is good news that is to be written down.
"""

import re, sys
from pathlib import Path

COUNTS = Path(__file__).resolve().parent / "counts"

def hold(found: dict[str, int]) -> bool:
    """Whether what a check has found is what is written down; says on standard error what is not."""
    written = dict(re.findall(r"^(\w.*) (\d+)$", COUNTS.read_text(encoding="utf-8"), re.MULTILINE))
    differing = {name: number for name, number in found.items() if number != int(written.get(name, 0))}
    for name, number in differing.items():
        advice = f"Write `{name} {number}` in .ci/counts."
        if number < int(written.get(name, 0)):
            advice = f"Bring back what was lost of {written[name]}. If it is right: {advice} Say why in the commit."
        print(f"{name}: {number} are checked. {advice}", file=sys.stderr)
    return not differing
