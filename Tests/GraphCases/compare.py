"""Compares the output of vial-graph with the recorded edges, and with the faults that comments before their lines expect.

    compare.py <folder of the sources> <folder with graph.json and recorded>
"""

import json, re, sys
from pathlib import Path

sources, scratch = Path(sys.argv[1]), Path(sys.argv[2])
graph = json.loads((scratch / "graph.json").read_text(encoding="utf-8"))
failures = []

# Edges
places = {node["name"]: node["place"] for node in graph["nodes"]}
static = {
    (node["place"], places[need["name"]]): (need["when"], node["name"])
    for node in graph["nodes"]
    if node["place"].startswith("Cases/")
    for need in node["needs"]
}
recorded = {tuple(line.split()) for line in (scratch / "recorded").read_text(encoding="utf-8").splitlines()}
failures += [f"recorded, but not in the graph: {a} → {b}" for a, b in recorded - set(static)]
for edge, (when, name) in static.items():
    expected = {"Eager": ["eager"], "Possible": ["conditional", "possible"], "Later": ["deferred", "lazy"]}
    if when not in expected.get(name.split(".")[0], [when]):
        failures.append(f"{name} is {when}")
    if when == "eager" and edge not in recorded:
        failures.append(f"eager, but not recorded: {name}, {edge[0]} → {edge[1]}")
for node in graph["nodes"]:
    needs_leaf = [need for need in node["needs"] if need["name"] == "Leaves.leaf"]
    if node["name"].split(".")[0] in ("Eager", "Possible", "Later", "Never") and node["name"] != "Eager.alias":
        if bool(needs_leaf) == node["name"].startswith("Never"):
            failures.append(f"{node['name']} {'needs' if needs_leaf else 'does not need'} Leaves.leaf")

# Faults
found = [(Path(f["file"]).name, f["line"], f"{f['severity']}: {f['message']}") for f in graph["faults"]]
expected = []
for path in sorted(sources.rglob("*.swift")):
    mark = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if found_mark := re.search(r"// fault: (?:(error|warning): )?(.*)", line):
            mark = found_mark
        elif mark and not line.strip().startswith("//"):
            expected.append((path.name, number, mark.group(1) or "", mark.group(2)))
            mark = None
for name, number, severity, text in expected:
    if not any(f[:2] == (name, number) and f[2].startswith(severity) and text in f[2] for f in found):
        failures.append(f"{name}:{number}: no fault says: {text}")
for name, number, message in found:
    if not any(e[:2] == (name, number) for e in expected):
        failures.append(f"{name}:{number}: false alarm: {message}")

print("\n".join(failures) or f"{len(static)} edges, {len(recorded)} of them recorded, and {len(found)} faults are correct.")
sys.exit(1 if failures else 0)
