// The checks of a page in Chromium. `browser.py` adds them and the content of search.json to the page, and compares
// `result.answers` and `result.dependents` with the tool.

const failures = [];
const check = (isRight, text) => { if (!isRight) failures.push(text); };
const press = key => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const address = node => `node/${encodeURIComponent(node.name)}`;
const isFocused = selector => document.activeElement.matches(selector);
addEventListener("error", event => failures.push(event.message));
const wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

/** Follows an address, or goes back, and waits for the page. */
async function move(act) {
  const shown = new Promise(resolve => addEventListener("popstate", resolve, { once: true }));
  act();
  await Promise.race([shown, wait(2000)]);
  await wait(200);
}
const visit = path => move(() => { location.hash = path === currentPath() ? "" : `#/${path}`; location.hash = `#/${path}`; });
const back = () => move(() => history.back());
function type(field, text) {
  field.focus();
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// MARK: Each page

function checkEachPage() {
  const paths = ["", "faults", "tests", "run", "changes", ...Object.keys(kinds).map(kind => `list/${kind}`), "list/unused", "nothing",
    ...[...rules.keys()].map(rule => `faults/rule/${rule}`), ...nodes.map(node => `node/${node.name}`),
    ...[...modules.keys()].map(name => `module/${name}`), ...tests.map(test => `test/${test.name}`)];
  for (const path of paths) {
    view = newView();
    render(path);
    const wrong = main.textContent.match(/undefined|NaN|\[object|Infinity/);
    check(!wrong, `${path} shows ${wrong}`);
    check(findAll("h1", main).length === 1, `${path} has no heading`);
    check(!find("[class~=undefined], [class~=null]", main), `${path} has an unknown style`);
    check(findAll("svg[role=group]", main).every(svg => svg.ariaLabel), `${path} has a drawing without a label`);
    check(findAll("button, a, [role=button]", main).every(one => one.textContent.trim()), `${path} has a control without a text`);
    check(findAll("input", main).every(one => one.ariaLabel), `${path} has an input without a label`);
    check(findAll("[aria-label], [title]", main).every(one => !`${one.ariaLabel} ${one.title}`.includes("<wbr")), `${path} has markup in an attribute`);
    check(findAll("table", main).every(table => find("caption", table)), `${path} has a table without a caption`);
    const levels = findAll("h1, h2, h3, h4", main).map(heading => Number(heading.tagName[1]));
    check(levels.every((level, i) => i === 0 || level <= levels[i - 1] + 1), `${path} leaves out a level of headings`);
    const ids = findAll("[data-limit]", main).map(one => one.dataset.limit);
    check(new Set(ids).size === ids.length, `${path} has two lists with one name`);
  }
  return paths.length;
}

// MARK: Ways

/** The users and the needs are the same pairs, and as many as the tool counts. */
function checkWays() {
  const pairs = new Set();
  for (const node of nodes) {
    const users = reach(node, "users");
    check(users.length === node.dependents, `${node.name} has ${users.length} instead of ${node.dependents} dependents`);
    const certain = users.filter(user => user.isCertain).length;
    check(certain === node.certainDependents, `${node.name} has ${certain} instead of ${node.certainDependents} certain dependents`);
    for (const user of users) pairs.add(`${user.node.index} ${node.index} ${user.isCertain} ${user.distance} ${user.shown.length}`);
  }
  let needs = 0;
  for (const node of nodes) for (const need of reach(node, "needs")) {
    needs++;
    check(pairs.has(`${node.index} ${need.node.index} ${need.isCertain} ${need.distance} ${need.shown.length}`),
      `${node.name} needs ${need.node.name}, which does not break it`);
  }
  check(needs === pairs.size, `there are ${needs} needs and ${pairs.size} users`);
}

/** The text of a long way has its ends only. */
function checkLongWay() {
  const way = Array.from({ length: 12 }, (_, i) => ({ name: `node${i}`, needs: [] }));
  for (let i = 1; i < way.length; i++) way[i - 1].needs.push({ needed: way[i], sign: signs.get("build") });
  check(hops(way) === "→ node1 → node2 → node3 → node4 … → node9 → node10 → node11", `a long way is ${hops(way)}`);
}

/** The dependents of some nodes, each with the length of the shown way and its certainty, for the comparison with the tool. */
function someDependents() {
  const some = nodes.filter(node => node.kind === "injection").filter((_, i, all) => i % Math.ceil(all.length / 8) === 0);
  return Object.fromEntries(some.map(node => [`${node.module}/${node.name.split("/").at(-1)}`, reach(node, "users")
    .map(user => `${user.node.name} ${user.shown.length - 1} ${user.isCertain}`).sort()]));
}

// MARK: Search

/** The results of the tool for the terms and the words of search.json. */
function checkResults({ terms, order, answers }) {
  const among = terms.map((terms, i) => ({ terms, order: order[i] }));
  for (const [word, expected] of Object.entries(answers)) {
    const found = nearest(word, among).map(found => found.term);
    check(found.join() === expected.join(), `the search for ${word} finds ${found} instead of ${expected}`);
  }
}

/** Some prefixes, parts and misspellings of terms, for the comparison with the tool. */
function words() {
  const letters = nodes.flatMap(node => node.terms).flatMap((term, i) => {
    const middle = Math.floor(term.length / 2), swapped = term.slice(0, middle) + (term[middle + 1] ?? "") + term[middle] + term.slice(middle + 2);
    return [term.slice(0, 3 + i % 4), term.slice(-5), term.slice(1, middle), swapped, term.slice(0, middle) + term.slice(middle + 1),
      `${term.split(".")[0]}.${term.slice(-4)}x`, term.slice(2).toUpperCase()];
  }).filter(word => /^[\w./:]+$/.test(word) && word.length > 1);
  return unique(letters).filter((_, i, all) => i % Math.ceil(all.length / 16) === 0);
}
const answer = word => unique(nearest(word).filter(found => found.order < nodes.length).map(found => found.term)).slice(0, 5);

async function checkSearch() {
  const central = [...injections].sort(by(node => -node.dependents))[0];
  await visit("");
  const opener = find("a", main);
  opener.focus();
  press("/");
  check(document.activeElement === input, "the slash does not lead to the search");
  type(input, central.name);
  check(find("[aria-selected=true]").textContent.includes(central.name), "the search does not begin with the name itself");
  check(status.textContent.includes(central.name), "the search does not announce its results");
  press("Escape");
  check(input.value === "" && found.hidden, "the escape key does not close the search");
  check(document.activeElement === opener, "the escape key does not give the focus back");
  press("/");
  type(input, "zzzzzzzz");
  check(find("#more").textContent.includes("zzzzzzzz") && status.textContent.includes("zzzzzzzz"), "the search does not say that it finds nothing");
  press("Escape");
}

/** A misspelled name leads to the injection before code that consumes it. */
function checkMisspellings() {
  for (const node of injections.filter(node => /^\w+\.\w{6,}$/.test(node.name)).slice(0, 40)) {
    const last = node.name.split(".")[1], word = last.slice(0, 2) + last.slice(3), first = nearest(word)[0];
    check(first && (first.term === first.name || first.rank < rank(node.name, word.toLowerCase())),
      `${word} leads to ${first?.name} by ${first?.term} instead of ${node.name}`);
  }
}

// MARK: Navigation

async function checkBack() {
  const central = [...nodes].sort(by(node => -node.dependents - node.directNeeds))[0];
  await visit(address(central));
  check(isFocused("h1"), "a new page does not begin with its heading");
  main.style.minHeight = "4000px";
  scrollTo(0, 700);
  await wait(300);
  const links = findAll("a[href^='#/node/']:not(.box)", main), link = links.at(-1), y = scrollY;
  check(y === 700, "the page does not scroll");
  link.focus({ preventScroll: true });
  await move(() => link.click());
  check(scrollY === 0, "a new page does not begin at its top");
  await back();
  check(scrollY === y, `back leads to ${scrollY} instead of ${y}`);
  check(document.activeElement.getAttribute("href") === link.getAttribute("href"), "back does not lead to the link that was followed");
  main.style.minHeight = "";
}

async function checkLists() {
  await visit("list/injection");
  const rows = () => findAll("tbody tr", main).filter(row => row.getClientRects().length > 0).length, first = rows();
  const button = find(".opener", main);
  if (button) {
    check(first === 40, `a long table begins with ${first} rows`);
    button.focus();
    button.click();
    check(rows() === injections.length && document.activeElement === button && button.textContent === "Show less",
      "the focus is lost, or a row is missing, after all rows are shown");
  }
  find("[data-sort='1']").focus();
  const order = () => findAll("tbody td:first-child", main).map(cell => cell.textContent).join(), before = order();
  find("[data-sort='1']").click();
  check(order() !== before && document.activeElement.dataset.sort === "1", "a heading does not sort, or loses the focus");
  check(rows() === injections.length, "sorting closes the list");
  check(status.textContent.startsWith("Sorted by Name"), "sorting is not announced");
  await move(() => find("tbody a", main).click());
  await back();
  check(rows() === injections.length && order() !== before, "back forgets the order or the open list");
}

async function checkFilter() {
  await visit("list/injection");
  const field = find(".filter", main), [node] = injections;
  type(field, `${node.name} ${node.module}`);
  const shown = findAll("tbody tr", main).filter(row => !row.hidden);
  check(shown.length > 0 && shown.length < injections.length && shown.every(row => row.textContent.includes(node.name)), "the filter shows other rows");
  check(status.textContent.includes("match"), "the filter does not announce its matches");
  check(find("[data-matches]", main).textContent === `${shown.length} of ${injections.length}`, "the filter does not show the number of its matches");
  await visit("");
  await back();
  check(find(".filter", main).value !== "" && findAll("tbody tr", main).filter(row => !row.hidden).length === shown.length, "back forgets the filter");

  const central = [...injections].sort(by(node => -node.dependents))[0];
  if (central.dependents < 9) return;
  await visit(address(central));
  const far = reach(central, "users").at(-1).node;
  type(find(".filter[data-filter=users]", main), far.name);
  const matches = findAll("[data-card=users] [data-row]", main).filter(row => !row.hidden);
  check(matches.some(row => Number(row.dataset.node) === far.index), `the filter hides ${far.name}`);
  if (matches.length === 1) check(find("svg.focus .lit.chosen, svg.focus .edge.lit", main), "a single match does not light its way");
}

async function checkKinds() {
  const node = [...nodes].sort(by(node => -node.dependents))[0];
  await visit(address(node));
  const shown = () => findAll("[data-card=users] h3", main).length, before = shown(), chip = find("[data-card=users] [data-kind=injection]", main);
  if (!chip) return;
  chip.focus();
  chip.click();
  check(shown() === 1 && isFocused("[data-kind=injection][aria-pressed=true]"), "a chip shows other kinds, or loses the focus");
  find("[data-card=users] [data-kind=all]", main).click();
  check(shown() === before, "the chip of all kinds hides a kind");
}

async function checkDrawings() {
  await visit("");
  const box = find(".box[tabindex='0']", main);
  box.focus();
  ["ArrowRight", "ArrowDown"].forEach(press);
  check(isFocused(".box") && document.activeElement !== box, "the arrow keys do not move the focus");
  check(find("svg.focus .lit", main), "the box with the focus has no light");
  const key = document.activeElement.dataset.key;
  redrawAll();
  check(document.activeElement.dataset.key === key, "a resize loses the focus");

  for (const node of nodes) {
    view = newView();
    render(address(node).replace(/%2F/g, "/"));
    if (!find(".box.group", main)) continue;
    await visit(address(node));
    const group = find(".box.group", main), label = group.querySelector("text").textContent;
    check(group.getAttribute("aria-label").startsWith(label) && !group.hasAttribute("href"), `the group ${label} has another name`);
    group.focus();
    press("Enter");
    const [member] = group.dataset.members.split(" ");
    check(document.activeElement.dataset.key === nodes[member].name, "a group does not open, or loses the focus");
    await back();
    check(isFocused(`.box.group[data-key="${CSS.escape(group.dataset.key)}"]`), "back does not close the group, or loses the focus");
    return;
  }
}

async function checkFaults() {
  await visit("faults");
  const shown = findAll("[data-row]", main).length;
  check(shown === faults.length, `${shown} of ${faults.length} faults are shown`);
  for (const node of nodes) check(node.faults.every(fault => !fault.test), `${node.name} has the fault of a test`);
  for (const [module, some] of group(faults, fault => fault.module)) {
    render(`faults/module/${module}`);
    check(findAll("[data-row]", main).length === some.length, `the tile of ${module} leads to other faults`);
  }
}

async function checkRun() {
  await visit("run");
  const frames = findAll(".frame", main), starts = frames.map(frame => Number(frame.dataset.x));
  check(starts.length > 0 && starts.every((x, i) => i === 0 || x >= starts[i - 1]), "the builds are not in the order of time");
  frames[0].focus();
  check(find("#readout").textContent === find("title", frames[0]).textContent, "the name of a bar is not shown");
  check(!/\b0(\.0+)? (ms|µs)/.test(find("tbody", main).textContent), "a duration is rounded to nothing");
}

async function checkChanges() {
  await visit("changes");
  const lines = sum(changes.sections, section => section.lines.length);
  check(find("h1").textContent === count(lines, "change"), "the heading has another number of changes");
  check(findAll(".tiles a", main).length === changes.sections.length, "a list of changes has no tile");
  await visit(`changes/${encodeURIComponent(changes.sections.at(-1).title)}`);
  const top = document.activeElement.getBoundingClientRect().top;
  check(document.activeElement.textContent.startsWith(changes.sections.at(-1).title) && top >= 0 && top < innerHeight,
    "a tile does not lead to its list of changes");
  for (const node of nodes.filter(node => node.change && changesOf(node).length > 0)) {
    render(`node/${node.name}`);
    check(find(".pieces", main), `${node.name} does not say what changed`);
  }
}

// MARK: Colours

function checkContrast() {
  const channel = value => (value /= 255) <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
  const luminance = color => [.2126, .7152, .0722].reduce((all, part, i) => all + part * channel(color.match(/[\d.]+/g)[i]), 0);
  const probe = document.body.appendChild(document.createElement("i"));
  const shade = name => { probe.style.color = `var(--${name})`; return luminance(getComputedStyle(probe).color); };
  for (const scheme of ["light", "dark"]) {
    document.documentElement.style.colorScheme = scheme;
    for (const back of ["back", "panel", "hover"]) for (const front of ["text", "faint", "need", "error", "warning", "fixed"]) {
      const [light, dark] = [shade(front), shade(back)].sort((a, b) => b - a), contrast = (light + .05) / (dark + .05);
      check(contrast >= 4.5, `${front} on ${back} has a contrast of ${contrast.toFixed(1)} in the ${scheme} theme`);
    }
  }
}

(async () => {
  let shownPages = 0;
  try {
    shownPages = checkEachPage();
    checkWays();
    checkLongWay();
    checkMisspellings();
    checkResults(EXPECTED_RESULTS);
    if (injections.length > 20) {
      for (const part of [checkSearch, checkBack, checkLists, checkFilter, checkKinds, checkDrawings]) await part();
    }
    await checkFaults();
    if (run) await checkRun();
    if (changes) await checkChanges();
    checkContrast();
  } catch (error) { failures.push(`${error} ${error.stack}`); }
  const answers = Object.fromEntries(words().map(word => [word, answer(word)]));
  document.body.dataset.result = JSON.stringify({ failures, answers, dependents: someDependents(), pages: shownPages });
})();
