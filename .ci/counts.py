"""How many samples and steps are checked: the number is written down, so that none is lost unseen.

`.ci/counts` has a line for each number. A check that finds another number fails and says what to do:
fewer means that samples were lost or skipped, more is good news that is to be written down.
"""

import sys
from pathlib import Path

COUNTS = Path(__file__).resolve().parent / "counts"


def hold(found: dict[str, int]) -> bool:
    """Whether what a check has found is what is written down; says on standard error what is not."""
    lines = [line for line in COUNTS.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")]
    written = {name: int(number) for name, _, number in (line.rpartition(" ") for line in lines)}
    agrees = True
    for name, number in found.items():
        least = written.get(name, 0)
        if number == least:
            continue
        agrees = False
        if number < least:
            print(
                f"{name}: {number} are checked, {least} were. Bring back what was lost. If it is right "
                f"that there are fewer, write `{name} {number}` in .ci/counts, and why in the commit.",
                file=sys.stderr,
            )
        else:
            print(f"{name}: {number} are checked now. Write `{name} {number}` in .ci/counts.", file=sys.stderr)
    return agrees
