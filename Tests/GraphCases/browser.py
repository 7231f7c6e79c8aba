"""Drives a page of vial-graph in Chromium with browser.js, and compares its search and its ways with the tool, if there is one.

    browser.py <page.html> [<tool> <arguments of the tool> ...]
"""

import html, json, os, re, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

page, command = Path(sys.argv[1]), sys.argv[2:]


def result():
    """What browser.js writes."""
    script = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
    script = script.replace("EXPECTED_RESULTS", Path(__file__).with_name("search.json").read_text(encoding="utf-8"))
    text = page.read_text(encoding="utf-8").replace("</html>", f"<script>\n{script}</script>\n</html>")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_text(text, encoding="utf-8")
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,1000", "--virtual-time-budget=60000", "--dump-dom"]
        output = subprocess.run(["chromium", *options, f"--user-data-dir={folder}/profile", f"file://{file}"], capture_output=True, text=True)
    found = re.search(r'data-result="([^"]*)"', output.stdout)
    if not found:
        sys.exit(f"the script of the page does not run: {output.stderr[-2000:]}")
    return json.loads(html.unescape(found[1]))


def around(name):
    return subprocess.run([command[0], "around", name, *command[1:]], capture_output=True, text=True)


def near(word):
    """The names that the tool suggests for a word, or nothing if the word is a name."""
    found = re.search(r"is named .*?(?:; the nearest names are (.*))?$", around(word).stderr, re.M)
    # A name can contain a comma and a space.
    return found and (found[1] or "")


def dependents(name):
    """The dependents of a node in the text of the tool: the name, the number of nodes between, and the certainty."""
    output = around(name).stdout
    if not output.startswith("Without "):
        return None
    lines = [line.strip().split("  ") for line in output.split("\n\n")[0].splitlines() if line.startswith("    ")]
    through = [next((word[len("through "):].split(", ") for word in line if word.startswith("through ")), []) for line in lines]
    return sorted(f"{line[0]} {len(some)} {'true' if 'perhaps' not in line else 'false'}" for line, some in zip(lines, through))


answer = result()
failures = answer["failures"]
words = answer["answers"] if command else {}
names = answer["dependents"] if command else {}
with ThreadPoolExecutor(os.cpu_count()) as pool:
    suggested = [(word, names, text) for (word, names), text in zip(words.items(), pool.map(near, words)) if text is not None]
    found = [(name, known, other) for (name, known), other in zip(names.items(), pool.map(dependents, names)) if other is not None]
for word, terms, text in suggested:
    if ", ".join(terms) != text:
        failures.append(f"{word}: the page suggests {', '.join(terms)}, and the tool {text}")
for name, known, other in found:
    if known != other:
        failures.append(f"{name}: without it, the page says {known}, and the tool {other}")
compared = f"; {len(suggested)} words and {len(found)} nodes are as the tool says" if command else ""
print("\n".join(failures[:40]) or f"{answer['pages']} pages are shown in Chromium{compared}.")
sys.exit(1 if failures else 0)
