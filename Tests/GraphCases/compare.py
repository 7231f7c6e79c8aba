"""Compares the output of vial-graph with the recorded edges, and with the faults that comments before their lines expect.

    compare.py <folder of the sources> <folder with graph.json and recorded>
"""

import json, re, sys
from pathlib import Path

sources, scratch = Path(sys.argv[1]), Path(sys.argv[2])
graph = json.loads((scratch / "graph.json").read_text(encoding="utf-8"))
failures = []

# Edges
nodes = {node["id"]: node for node in graph["nodes"] if node["kind"] == "injection"}
edges = [edge for edge in graph["edges"] if edge["from"] in nodes and edge["to"] in nodes]


def place(node):
    at = node.get("publishedAt") or node["at"]
    return f"{at['fileID']}:{at['line']}"


static = {
    (place(nodes[edge["from"]]), place(nodes[edge["to"]])): (edge, nodes[edge["from"]]["name"])
    for edge in edges
    if edge["from"].startswith("Cases/")
}
recorded = {tuple(line.split()) for line in (scratch / "recorded").read_text(encoding="utf-8").splitlines()}
failures += [f"recorded, but not in the graph: {a} → {b}" for a, b in recorded - set(static)]
for places, (edge, name) in static.items():
    kind = "Later" if edge["when"] != "build" else "Eager" if edge["certain"] else "Possible"
    expected = name.split(".")[0]
    if expected in ("Eager", "Possible", "Later") and kind != expected:
        failures.append(f"{name} is {kind}")
    if kind == "Eager" and places not in recorded:
        failures.append(f"eager, but not recorded: {name}, {places[0]} → {places[1]}")
for node in nodes.values():
    needs_leaf = [edge for edge in edges if (edge["from"], edge["to"]) == (node["id"], "Cases/Leaves.leaf")]
    if node["name"].split(".")[0] in ("Eager", "Possible", "Later", "Never") and node["name"] != "Eager.alias":
        if bool(needs_leaf) == node["name"].startswith("Never"):
            failures.append(f"{node['name']} {'needs' if needs_leaf else 'does not need'} Leaves.leaf")

# Faults
found = [(Path(f["at"]["file"]).name, f["at"]["line"], f"{f['severity']}: {f['message']}") for f in graph["faults"]]
expected = []
for path in sorted([*sources.rglob("*.swift"), *(scratch / "package/Sources/Odd").rglob("*.swift")]):
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
