"""Compares the page of the example with the template, and its nodes with those of the example, or writes the page.

    page.py <graph.json> [--write]
"""

import json, re, sys
from pathlib import Path

root = Path(__file__).resolve().parents[2]
path = root / "Docs/Images/WorldClockGraph.html"
template = (root / "Sources/VialGraph/Reports/Page.html").read_text(encoding="utf-8")
mark = "/* graph */"


def example(graph):
    """The part of a graph that concerns the modules of the example."""
    nodes = [node for node in graph["nodes"] if node["at"]["fileID"].startswith("WorldClock")]
    ids = {node["id"] for node in nodes}
    modules = [module for module in graph["modules"] if module["name"].startswith("WorldClock") and not module["name"].endswith("Tests")]
    edges = [edge for edge in graph["edges"] if edge["from"] in ids and edge["to"] in ids]
    faults = [fault for fault in graph["faults"] if ids.intersection(fault["nodes"])]
    run = {"usages": [usage for usage in graph["run"]["usages"] if usage["id"] in ids], "unmatched": []}
    return {**graph, "run": run, "complete": False, "unread": [], "modules": modules, "nodes": nodes, "edges": edges, "faults": faults}


def nodes(graph):
    return {(node["id"], node["kind"]) for node in graph["nodes"]}


graph = example(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
if "--write" in sys.argv:
    data = json.dumps(graph, ensure_ascii=False, indent=0).replace("<", "\\u003c")
    path.write_text(template.replace(mark, data, 1), encoding="utf-8")
page = path.read_text(encoding="utf-8")
before, after = template.split(mark)
failure = None
if not (page.startswith(before) and page.endswith(after)):
    failure = "differs from the template of vial-graph"
elif nodes(json.loads(page[len(before) : len(page) - len(after)])) != nodes(graph):
    failure = "does not show the injections and the code of the example"
if failure:
    sys.exit(f"{path.relative_to(root)} {failure}: run Tests/GraphCases/check, then python3 Tests/GraphCases/page.py .build/graph/own.json --write")
print("The page of the example is up to date.")
