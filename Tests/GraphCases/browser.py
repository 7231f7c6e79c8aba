"""Drives a page of vial-graph in Chromium, and compares its search with that of the tool, if there is one.

    browser.py <page.html> [<tool> <arguments of the tool> ...]
"""

import html, json, re, subprocess, sys, tempfile
from pathlib import Path

page, command = Path(sys.argv[1]), sys.argv[2:]
QUERIES = ["session", "SESSION", "Captives.sesion", "Client.session", "reader", "zzzz"]
SCRIPT = r"""
<script>
const failures = [], check = (isRight, text) => { if (!isRight) failures.push(text); };
const visit = hash => { history.replaceState(null, "", `#/${hash}`); show(); return main.textContent; };
const press = key => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
try {
  const paths = ["", "faults", "run", "changes", ...Object.keys(kinds).map(kind => `list/${kind}`),
    ...nodes.map(node => `node/${node.name}`), ...[...modules.keys()].map(name => `module/${name}`)];
  for (const hash of paths) {  // The browser limits how often the address changes.
    main.innerHTML = contentOf(hash)[1];
    const wrong = main.textContent.match(/undefined|NaN|\[object|Infinity/);
    check(!wrong, `${hash} shows ${wrong}`);
    check(main.querySelectorAll("h1").length === 1, `${hash} has no heading`);
    check(!main.querySelector("[class~=undefined], [class~=null]"), `${hash} has an unknown style`);
    check([...main.querySelectorAll("svg")].every(svg => svg.ariaLabel), `${hash} has a drawing without a label`);
    check([...main.querySelectorAll("button, a")].every(one => one.textContent.trim()), `${hash} has a control without a text`);
  }
  for (const node of nodes) {
    const found = reach(node, "users"), certain = found.filter(dependent => dependent.isCertain);
    check(found.length === node.dependents, `${node.name} has ${found.length} instead of ${node.dependents} dependents`);
    check(certain.length === node.certainDependents, `${node.name} has ${certain.length} certain dependents`);
  }

  if (injections.length > 20) {
    const central = [...injections].sort(by(node => -node.dependents))[0];
    visit(`node/${encodeURIComponent(central.name)}`);
    const lists = () => main.querySelectorAll(".chips + .kinds > div").length, before = lists();
    find("[data-kind]")?.click();
    check(before < 2 || lists() < before, "a filter hides no kind");
    find("[data-kind]")?.click();
    check(lists() === before, "a filter does not show its kind again");

    visit("list/injection");
    const order = () => [...main.querySelectorAll("tbody td:first-child")].map(cell => cell.textContent), first = order();
    find("[data-sort='1']").click();
    check(order().join() !== first.join() && document.activeElement.dataset.sort === "1", "a heading does not sort, or loses the focus");

    visit("");
    press("/");
    check(document.activeElement === input, "the slash does not lead to the search");
    input.value = central.name;
    input.dispatchEvent(new Event("input"));
    check(find("[aria-selected=true]").textContent.includes(central.name), "the search does not begin with the name itself");
    press("Escape");
    check(input.value === "" && found.hidden, "the escape key does not close the search");
    const box = find(".box[tabindex='0']");
    box.focus();
    ["ArrowRight", "ArrowDown"].forEach(press);
    check(document.activeElement.matches(".box") && document.activeElement !== box, "the arrow keys do not move the focus");
    check(find("svg.focus .lit"), "the box with the focus has no light");
  }

  if (run) {
    visit("run");
    const starts = [...main.querySelectorAll(".frame")].map(frame => Number(frame.dataset.x));
    check(starts.length > 0 && starts.every((x, i) => i === 0 || x >= starts[i - 1]), "the builds are not in the order of time");
  }

  const channel = value => (value /= 255) <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
  const luminance = color => [.2126, .7152, .0722].reduce((all, part, i) => all + part * channel(color.match(/[\d.]+/g)[i]), 0);
  const probe = document.body.appendChild(document.createElement("i"));
  const shade = name => { probe.style.color = `var(--${name})`; return luminance(getComputedStyle(probe).color); };
  for (const scheme of ["light", "dark"]) {
    document.documentElement.style.colorScheme = scheme;
    for (const back of ["back", "panel", "hover"]) for (const front of ["text", "faint", "need", "error", "warning"]) {
      const [light, dark] = [shade(front), shade(back)].sort((a, b) => b - a), contrast = (light + .05) / (dark + .05);
      check(contrast >= 4.5, `${front} on ${back} has a contrast of ${contrast.toFixed(1)} in the ${scheme} theme`);
    }
  }
} catch (error) { failures.push(`${error} ${error.stack}`); }
const answers = QUERIES.map(query => [...new Set(nearest(query).filter(found => found.order < order.length).map(found => found.term))].slice(0, 5));
document.body.dataset.result = JSON.stringify({ failures, answers, pages: nodes.length + modules.size + 8 });
</script>
</html>"""

text = page.read_text(encoding="utf-8")
with tempfile.TemporaryDirectory() as folder:
    file = Path(folder) / "page.html"
    file.write_text(text.replace("</html>", SCRIPT.replace("QUERIES", json.dumps(QUERIES))), encoding="utf-8")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,1000", "--virtual-time-budget=20000", "--dump-dom"]
    output = subprocess.run(["chromium", *options, f"--user-data-dir={folder}/profile", f"file://{file}"], capture_output=True, text=True)
found = re.search(r'data-result="([^"]*)"', output.stdout)
if not found:
    sys.exit(f"the script of the page does not run: {output.stderr[-2000:]}")
result = json.loads(html.unescape(found[1]))
failures = result["failures"]
# The tool suggests the nearest names if none is equal.
for query, names in zip(QUERIES if command else [], result["answers"]):
    output = subprocess.run([command[0], "around", query, *command[1:]], capture_output=True, text=True)
    if near := re.search(r"is named .*?(?:; the nearest names are (.*))?$", output.stderr, re.M):
        suggested = near[1].split(", ") if near[1] else []
        if names != suggested:
            failures.append(f"{query}: the page suggests {names}, and the tool {suggested}")
print("\n".join(failures) or f"{result['pages']} pages are shown in Chromium.")
sys.exit(1 if failures else 0)
