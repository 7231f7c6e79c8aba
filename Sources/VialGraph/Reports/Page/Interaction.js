// MARK: Lists, filters and tables

function toggleList(button) {
  const { limit: id, number } = button.parentElement.dataset, isOpen = !view.open.includes(id);
  view.open = isOpen ? [...view.open, id] : view.open.filter(other => other !== id);
  button.parentElement.classList.toggle("open", isOpen);
  button.setAttribute("aria-expanded", isOpen);
  button.textContent = openerText(isOpen, number);
  announce(isOpen ? `All ${number} are shown` : "The list is shorter");
}

/** Hides the rows without the words of the filter, and lights the way of a single match. Returns the number of matches. */
function applyFilter(holder) {
  const words = (view.filters[holder.dataset.filtered] ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const isMatch = row => words.every(word => row.dataset.row.toLowerCase().includes(word));
  holder.classList.toggle("filtered", words.length > 0);
  const rows = findAll("[data-row]", holder);
  for (const row of rows) row.hidden = !isMatch(row);
  for (const part of findAll("[data-group]", holder)) part.hidden = !find("[data-row]:not([hidden])", part);
  const matches = rows.filter(row => !row.hidden), text = words.length > 0 ? `${matches.length} of ${rows.length}` : "";
  for (const place of findAll(`[data-matches="${CSS.escape(holder.dataset.filtered)}"]`, holder)) place.textContent = text;
  if (holder.dataset.card) lightWay(words.length > 0 && matches.length === 1 ? nodes[matches[0].dataset.node] : null);
  return matches.length;
}
function filterRows(input) {
  view.filters[input.dataset.filter] = input.value;
  const number = applyFilter(find(`[data-filtered="${CSS.escape(input.dataset.filter)}"]`, main));
  announce(count(number, "match", "matches"));
  remember();
}

function sortTable(button) {
  const holder = button.closest("[data-table]"), { table: id } = holder.dataset, { columns, initial } = tables.get(id);
  const column = Number(button.dataset.sort), current = view.sorting[id] ?? initial;
  view.sorting[id] = Math.abs(current) === column ? -current : columns[column - 1].isNumber ? -column : column;
  holder.innerHTML = table(id);
  applyFilter(holder.closest("[data-filtered]"));
  find(`[data-sort="${column}"]`, holder).focus();
  announce(`Sorted by ${columns[column - 1].title}, ${view.sorting[id] < 0 ? "descending" : "ascending"}`);
}

function copyPlace(button) {
  const text = button.dataset.copy;
  navigator.clipboard?.writeText(text).then(() => {
    button.classList.add("copied");
    announce(`Copied ${text}`);
    setTimeout(() => button.classList.remove("copied"), 900);
  }, () => announce("The browser does not permit to copy"));
}

// MARK: Drawings

const neighbourhood = () => find("[data-drawing=neighbourhood]", main);
function updateGroups() {
  const button = find("[data-action=close]", main);
  if (button) button.hidden = view.groups.length === 0;
}
/** Shows each node of a group. The back button groups them again. */
function openGroup(box) {
  view.followed = { box: box.dataset.key };
  remember();
  view = { ...view, groups: [...view.groups, box.dataset.key], followed: null };
  history.pushState(view, "");
  const first = nodes[box.dataset.members.split(" ")[0]].name;
  redraw(neighbourhood());
  updateGroups();
  find(`.box[data-key="${CSS.escape(first)}"]`, neighbourhood())?.focus({ preventScroll: true });
  announce(`${box.dataset.members.split(" ").length} are shown`);
}
function closeGroups() {
  view.groups = [];
  redraw(neighbourhood());
  updateGroups();
  find(".chosen", neighbourhood()).focus({ preventScroll: true });
  announce("Grouped by module");
}
function toggleLines(button) {
  view.allLines = !view.allLines;
  button.setAttribute("aria-pressed", view.allLines);
  redraw(find("[data-drawing=modules]", main));
}
function chooseKind({ dataset: { kind, direction } }) {
  view.kinds[direction] = kind;
  render(currentPath());
  find(`[data-action=kind][data-direction=${direction}][data-kind=${kind}]`, main).focus({ preventScroll: true });
  announce(kind === "all" ? "All kinds" : kinds[kind][1]);
}

const actions = {
  "[data-action=open]": toggleList, "[data-action=group]": openGroup, "[data-action=close]": closeGroups, "[data-action=lines]": toggleLines,
  "[data-action=kind]": chooseKind, "[data-sort]": sortTable, ".copy": copyPlace,
};
find(".skip").addEventListener("click", event => {
  event.preventDefault();
  find("h1", main).focus();
});
document.addEventListener("click", event => {
  const link = event.target.closest("a[href^='#/']");
  if (link) rememberLink(link);
  for (const [selector, act] of Object.entries(actions)) {
    const hit = event.target.closest(selector);
    if (!hit) continue;
    act(hit);
    remember();
  }
});

// MARK: Light

/** Lights some boxes and the lines between them on the ways to the chosen node, if there is one. */
function light(svg, target) {
  for (const element of findAll(".lit", svg)) element.classList.remove("lit");
  svg.classList.toggle("focus", Boolean(target));
  if (!target) return;
  const edges = findAll(".edge", svg), chosen = find(".chosen", svg), ends = new Set([target.dataset.key]);
  const [start, end] = target.classList.contains("need") ? ["to", "from"] : ["from", "to"];
  const isLit = ({ dataset }, key) => !chosen || target === chosen ? [dataset.from, dataset.to].includes(target.dataset.key)
    : dataset[start] === key && key !== chosen.dataset.key;
  for (const key of ends) {  // The loop also visits the ends that are added during it.
    for (const edge of edges.filter(edge => isLit(edge, key))) {
      edge.classList.add("lit");
      ends.add(edge.dataset[end]).add(edge.dataset[start]);
    }
  }
  for (const box of findAll(".box", svg)) box.classList.toggle("lit", ends.has(box.dataset.key));
}
function lightTarget(event) {
  const svg = event.target.closest("[data-drawing] svg"), isOut = event.type.endsWith("out");
  if (svg) light(svg, isOut ? null : event.target.closest(".box"));
  const frame = isOut ? null : event.target.closest(".frame");
  if (frame) find("#readout").textContent = find("title", frame).textContent;
}
/** Lights the ways between a node and the chosen one, or none. */
function lightWay(node) {
  const svg = neighbourhood() && find("svg", neighbourhood()), boxes = svg ? findAll(".box", svg) : [];
  const isBox = box => box.dataset.key === node?.name || box.dataset.members?.split(" ").includes(String(node?.index));
  if (svg) light(svg, boxes.find(isBox) ?? null);
}
for (const type of ["mouseover", "mouseout", "focusin", "focusout"]) main.addEventListener(type, lightTarget);

// MARK: Keyboard

/** Makes one box of a drawing reachable with the tabulator key: the one with the last focus, otherwise the chosen or the first one. */
function makeReachable(box) {
  if (!box) return;
  for (const other of findAll("[tabindex='0']", box.closest("svg"))) other.setAttribute("tabindex", -1);
  box.setAttribute("tabindex", 0);
}
main.addEventListener("focusin", event => makeReachable(event.target.closest(".box, .frame")));

/** Moves the focus from a box to the nearest one in a direction. */
function moveFocus(box, [right, down]) {
  const cost = ({ dataset: { x, y } }) => {
    const u = x - box.dataset.x, v = y - box.dataset.y, along = u * right + v * down;
    if (along <= 1) return Infinity;
    return right ? along * 3 + Math.abs(v) : along + Math.abs(u) * 50;
  };
  const others = findAll(".box, .frame", box.closest("svg")).filter(other => cost(other) < Infinity);
  others.sort(by(cost))[0]?.focus();
}
const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
addEventListener("keydown", event => {
  const isTyping = event.target.matches("input");
  if (isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
  const box = document.activeElement.closest(".box, .frame");
  if (event.key === "/") {
    event.preventDefault();
    input.focus();
  } else if (box && directions[event.key]) {
    event.preventDefault();
    moveFocus(box, directions[event.key]);
  } else if (box?.matches(".group") && ["Enter", " "].includes(event.key)) {
    event.preventDefault();
    openGroup(box);
  }
});

// MARK: Start

main.addEventListener("input", event => { if (event.target.matches(".filter")) filterRows(event.target); });
addEventListener("popstate", () => show());
/** A function that acts when it was not called for a moment. */
function debounced(act) {
  let waiting;
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(act, 120);
  };
}
addEventListener("scroll", debounced(remember), { passive: true });
const redrawLater = debounced(redrawAll);
let shownWidth = innerWidth;
addEventListener("resize", () => {
  if (innerWidth !== shownWidth) redrawLater();
  shownWidth = innerWidth;
});
history.scrollRestoration = "manual";
if (changes && !location.hash) history.replaceState(null, "", "#/changes");  // A comparison begins with its changes.
show(true);
