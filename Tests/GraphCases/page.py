"""Compares the page of the example with the template, and its nodes with those of the example, or writes the page.

    page.py <page.html> [--write]
"""

import json, re, sys
from pathlib import Path

root = Path(__file__).resolve().parents[2]
path = root / "Docs/Images/WorldClockGraph.html"
template = (root / "Sources/VialGraph/Reports/Page.html").read_text(encoding="utf-8")
mark = "/* graph */"


def data(page):
    """The text of the input of the script of a page."""
    before, after = template.split(mark)
    return page[len(before) : page.rindex(after.strip())]


def example(page):
    """The part of the input of a page that concerns the modules of the example."""
    graph = page["document"]
    chosen = [node["at"]["fileID"].startswith("WorldClock") for node in graph["nodes"]]
    nodes = [node for node, is_chosen in zip(graph["nodes"], chosen) if is_chosen]
    ids = {node["id"] for node in nodes}
    modules = [module for module in graph["modules"] if module["name"].startswith("WorldClock") and not module["name"].endswith("Tests")]
    edges = [(edge, moment) for edge, moment in zip(graph["edges"], page["moments"]) if edge["from"] in ids and edge["to"] in ids]
    faults = [(fault, about) for fault, about in zip(graph["faults"], page["faultNodes"]) if ids.intersection(fault["nodes"])]
    run = {"usages": [usage for usage in graph["run"]["usages"] if usage["id"] in ids], "unmatched": []}
    run["builds"] = [build for build in graph["run"]["builds"] if build["id"] in ids]
    tests = [test | {key: [id for id in test[key] if id in ids] for key in ("uses", "replaces")} for test in graph["tests"]]
    tests = [test for test in tests if test["uses"] or test["replaces"]]
    document = {**graph, "run": run, "complete": False, "unread": [], "changed": [], "modules": modules, "nodes": nodes}
    document |= {"edges": [edge for edge, _ in edges], "faults": [fault for fault, _ in faults], "tests": tests}
    chain = [id for id in page["longestChain"] if id in ids]
    dependents = [count for count, is_chosen in zip(page["dependents"], chosen) if is_chosen]
    terms = [names for names, is_chosen in zip(page["terms"], chosen) if is_chosen]
    return {**page, "document": document, "moments": [moment for _, moment in edges], "dependents": dependents, "terms": terms,
            "faultNodes": [about for _, about in faults], "longestChain": chain}


def nodes(graph):
    return {(node["id"], node["kind"]) for node in graph["document"]["nodes"]}


graph = example(json.loads(data(Path(sys.argv[1]).read_text(encoding="utf-8"))))
if "--write" in sys.argv:
    text = json.dumps(graph, ensure_ascii=False, indent=0).replace("<", "\\u003c")
    path.write_text(template.replace(mark, text, 1), encoding="utf-8")
page = path.read_text(encoding="utf-8")
before, after = template.split(mark)
failure = None
if not (page.startswith(before) and page.endswith(after)):
    failure = "differs from the template of vial-graph"
elif nodes(json.loads(data(page))) != nodes(graph):
    failure = "does not show the injections and the code of the example"
if failure:
    sys.exit(f"{path.relative_to(root)} {failure}: run Tests/GraphCases/check, then python3 Tests/GraphCases/page.py .build/graph/own.html --write")
print("The page of the example is up to date.")
