"use strict";

// MARK: Markup and lists
/** A text that needs no escape. html`…${value}…` escapes values, joins lists, and leaves out false, null and undefined. */
class Markup { constructor(text) { this.text = text; } toString() { return this.text; } }
const markup = value => value instanceof Markup ? value.text : Array.isArray(value) ? value.map(markup).join("")
  : [false, null, undefined].includes(value) ? "" : String(value).replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);
const html = (parts, ...values) => new Markup(String.raw({ raw: parts }, ...values.map(markup)));

const find = (selector, root = document) => root.querySelector(selector);
const sum = (list, value) => list.reduce((total, item) => total + value(item), 0);
const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
const milliseconds = value => `${value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)} ms`;

/** Compares by keys: a later one decides if those before are equal. */
const by = (...keys) => (a, b) => {
  for (const key of keys) { const [x, y] = [key(a), key(b)]; if (x < y) return -1; if (x > y) return 1; }
  return 0;
};
function group(list, key) {
  const groups = new Map();
  for (const item of list) { if (!groups.has(key(item))) groups.set(key(item), []); groups.get(key(item)).push(item); }
  return groups;
}

// MARK: The graph
const kinds = { injection: ["●", "Injections"], implementation: ["◇", "Implementations"], model: ["◆", "Models"],
  view: ["▢", "Views"], code: ["›", "Other code"] };
/** What the tool writes: a document, and what the tool derives from it. The ways from a node follow the same rules as the tool. */
const given = JSON.parse(find("#graph").textContent);
const signs = new Map(given.signs.map((sign, rank) => [sign.name, { ...sign, rank }]));
const styles = { build: "", possibleBuild: "perhaps", firstRead: "later", later: "later" };

const graph = read(given), { nodes, faults, tests, run } = graph;
const byName = new Map(nodes.map(node => [node.name, node]));

/** Turns the input into what the page draws: nodes by unique names, each with its needs. */
function read({ document, moments, dependents, certainDependents, captives, faultNodes, terms, changed }) {
  const byId = new Map(document.nodes.map(node => [node.id, node])), nameOf = id => byId.get(id)?.name;
  const place = at => `${at.fileID}:${at.line}`, moduleOf = at => at.fileID.split("/")[0];
  const uses = group(document.edges.map((edge, i) => ({ ...edge, moment: moments[i] })), edge => edge.from);
  const need = ({ to, moment, certain, through, readBy, executables, isCall }) =>
    ({ name: nameOf(to), when: moment, certain, through, readBy, executables, isCall, rank: signs.get(moment).rank });
  const nodes = document.nodes.map((node, i) => {
    const needs = (uses.get(node.id) ?? []).filter(edge => byId.has(edge.to)).map(need), readers = needs.map(need => need.readBy);
    const merged = all => ({ ...[...all].sort(by(need => need.rank))[0], certain: all.some(need => need.certain),
      isCall: all.every(need => need.isCall),
      executables: all.every(need => need.executables) ? all.flatMap(need => need.executables) : null });
    const places = list => list.map(at => ({ module: moduleOf(at), place: place(at) }));
    return { ...node, module: moduleOf(node.at), place: place(node.at), dependents: dependents[i], certainDependents: certainDependents[i],
      captives: captives[i], terms: terms[i],
      change: changed[node.id], needs: [...group(needs, need => need.name).values()].map(merged),
      providers: places(node.providers), overriders: places(node.overriders) };
  });
  const faults = document.faults.map(({ rule, severity, at, message, test }, i) =>
    ({ severity, message, file: at.file, line: at.line, kind: rule, module: moduleOf(at), test, about: faultNodes[i].map(nameOf) }));
  const tests = document.tests.map(test => ({ ...test, name: test.id, place: place(test.at), module: moduleOf(test.at),
    uses: test.uses.map(nameOf), replaces: test.replaces.map(nameOf), faults: faults.filter(fault => fault.test === test.id) }));
  const run = document.run && { ...document.run, title: "Recorded run",
    builds: document.run.builds.filter(build => byId.has(build.id)).map(build => ({ ...build, name: nameOf(build.id) })),
    injections: Object.fromEntries(document.run.usages.filter(usage => usage.builds > 0).map(usage => [nameOf(usage.id), {
      built: usage.builds, keys: usage.keys, reused: usage.reuses, originals: usage.originals, self: usage.seconds * 1000,
      original: usage.secondsOfOriginals * 1000, total: usage.secondsWithNeeds * 1000, by: nameOf(usage.requester) }])) };
  const executables = document.modules.filter(module => module.reaches?.length > 0).map(module => module.name);
  return { application: executables.join(", ") || "Injections", unread: [...document.unread, ...document.changed], nodes, faults, tests, run };
}
/** The modules that provide a required injection. */
const providersOf = node => [...new Set(node.providers.map(provider => provider.module))].sort();
// The home is the module whose code has the needs: of a required injection, the module that provides it.
for (const node of nodes) Object.assign(node, { users: [], faults: [], tests: [], run: run?.injections[node.name] },
  { home: node.providers?.[0]?.module ?? node.module });
for (const node of nodes) {
  node.needs = node.needs.filter(need => byName.has(need.name)).map(need => ({ ...need, node: byName.get(need.name) }));
  for (const need of node.needs) need.node.users.push({ ...need, node });
}
for (const fault of faults) {
  for (const name of new Set(fault.about)) byName.get(name)?.faults.push(fault);
}
for (const test of tests) {
  for (const name of new Set([...test.uses, ...test.replaces])) byName.get(name)?.tests.push(test);
}
const ofKind = (kind, list = nodes) => list.filter(node => node.kind === kind), injections = ofKind("injection");
const isConsumer = node => !["injection", "implementation"].includes(node.kind), consumers = nodes.filter(isConsumer);
/** The types that the factory of an injection builds. */
const implementations = node => node.kind === "injection" ? ofKind("implementation", node.needs.map(need => need.node)) : [];
/** Words such as "2 injections, 1 model, 3 others". */
const parts = list => Object.keys(kinds).map(kind => [ofKind(kind, list).length, kind === "code" ? "other" : kind])
  .filter(part => part[0] > 0).map(part => count(...part)).join(", ");

/** What can be reached from a node, nearest first, with the distance and the node before. */
function closure(start, next) {
  const found = new Map([[start, { distance: 0 }]]);
  for (const [node, { distance }] of found) {
    for (const other of next(node)) if (!found.has(other)) found.set(other, { distance: distance + 1, before: node });
  }
  return found;
}
/** The executables, or all sources as one without a name. Each way is in one of them. */
const executables = given.executables.map(({ name, foreign }) => ({ name, foreign: new Set(foreign) }));
/** What can be reached from a node by its `users` or `needs` in an executable. */
function ways(start, direction, executable, isAllowed) {
  const found = new Map([[start, { distance: 0 }]]);
  for (const [node, { distance, isCall }] of found) {
    // Who calls a function of a namespace does not need everything that the namespace needs.
    if (direction === "needs" && isCall) continue;
    for (const use of node[direction]) {
      const isInExecutable = (use.executables?.includes(executable.name) ?? true) && !executable.foreign.has(use.node.id);
      const leadsOn = direction === "needs" || node === start || !use.isCall;
      if (isInExecutable && leadsOn && isAllowed(use) && !found.has(use.node))
        found.set(use.node, { distance: distance + 1, before: node, isCall: use.isCall });
    }
  }
  return found;
}
/** The same as a list without the start, with the shortest way, a certain one if there is one, and whether it is certain. */
function reach(start, direction) {
  const all = executables.map(executable => ways(start, direction, executable, () => true));
  const certain = executables.map(executable => ways(start, direction, executable, use => use.certain));
  const nearest = (maps, node) => maps.filter(found => found.has(node)).sort(by(found => found.get(node).distance))[0];
  const way = (node, found) => node === start ? [] : [...way(found.get(node).before, found), node];
  const reached = new Set(all.flatMap(found => [...found.keys()]).filter(node => node !== start));
  return [...reached].map(node => {
    const found = nearest(all, node), sure = nearest(certain, node);
    return { node, distance: found.get(node).distance, way: way(node, found), shown: way(node, sure ?? found), isCertain: !!sure };
  }).sort(by(r => r.distance));
}
/** The longest chain of injections, each of which certainly needs the next one when it is built. */
const nodesById = new Map(nodes.map(node => [node.id, node])), longest = given.longestChain.map(id => nodesById.get(id));

const modules = new Map([...new Set(nodes.flatMap(node => [node.module, ...node.providers.map(provider => provider.module)]))].sort().map(name => {
  const own = nodes.filter(node => node.module === name), published = own.filter(node => node.kind === "injection");
  const isInterface = published.filter(node => node.strategy === "required").length > published.length / 2;
  const provided = nodes.filter(node => node.providers?.some(provider => provider.module === name));
  return [name, { name, nodes: own, published, types: ofKind("implementation", own), provided, isInterface,
    needs: new Map(), users: new Map(),
    faults: faults.filter(fault => fault.module === name) }];
}));
function connect(from, to, use) {
  const [user, needed] = [modules.get(from), modules.get(to)];
  if (user === needed) return;
  if (!user.needs.has(needed)) { const uses = []; user.needs.set(needed, uses); needed.users.set(user, uses); }
  user.needs.get(needed).push(use);
}
for (const node of [...injections, ...consumers]) {  // The needs of an injection include those of its implementations.
  for (const need of node.needs) if (need.node.kind !== "implementation")
    connect(node.home, need.node.module, { node: need.node, text: `${node.name} needs ${need.name}` });
  for (const provider of node.providers ?? []) connect(provider.module, node.module, { node, text: `provides ${node.name}` });
}

/** The modules with more than implementations. */
const shownModules = [...modules.values()].filter(module => module.provided.length > 0 || module.nodes.length > module.types.length);

// MARK: Layout in columns
/** The column of each node, to the right of those that need it, except in a cycle. What nothing needs is near to its needs. */
function layers(list, users, needs) {
  const layer = new Map(), path = new Set();
  const measure = node => {
    if (layer.has(node)) return layer.get(node);
    path.add(node);
    const value = Math.max(-1, ...users(node).filter(user => !path.has(user)).map(measure)) + 1;
    path.delete(node); layer.set(node, value);
    return value;
  };
  list.forEach(measure);
  const before = others => Math.max(0, Math.min(...others.map(other => layer.get(other))) - 1);
  for (const node of list) if (!users(node).length && needs(node).length) layer.set(node, before(needs(node)));
  return layer;
}

/** Tells which edges a longer way implies. */
function implications(list, next) {
  const all = new Map(list.map(node => [node, closure(node, next)]));
  return (from, to) => next(from).some(other => other !== to && all.get(other).has(to) && !all.get(to).has(other)
    && !all.get(other).has(from));
}

/**
 * Sets x and y of items, which have a layer and a height, and returns the paths of the edges from layer to layer.
 * An edge over several layers gets a point in each. The order in a layer follows the means of the neighbours, and the round
 * with the fewest crossings wins. Then each item moves to the mean height of its neighbours, as far as the others let it.
 */
function place(items, edges, { width, gap, pitch }) {
  const all = [...items], mean = (list, key) => sum(list, key) / list.length;
  for (const item of items) Object.assign(item, { left: [], right: [] });
  const chains = edges.map(edge => {
    const points = [edge.from];
    for (let layer = edge.from.layer + 1; layer < edge.to.layer; layer++) points.push({ layer, height: 4, left: [], right: [] });
    all.push(...points.slice(1));
    points.push(edge.to);
    points.slice(1).forEach((point, i) => { points[i].right.push(point); point.left.push(points[i]); });
    return points;
  });
  // Nodes of a cycle can leave a column empty.
  const columns = Array.from({ length: Math.max(...all.map(item => item.layer)) + 1 }, () => []);
  for (const item of all) columns[item.layer].push(item);
  const order = column => column.forEach((item, i) => { item.order = i; });
  const crossings = column => {
    const lines = column.flatMap(item => item.left.map(other => [other.order, item.order]));
    return sum(lines, ([a, b]) => lines.filter(([c, d]) => a < c && b > d).length);
  };
  columns.forEach(order);
  let best = { crossings: Infinity, columns };
  for (let round = 0; round < 24; round++) {
    const side = round % 2 ? "right" : "left";
    for (const column of round % 2 ? [...columns].reverse() : columns) {
      const wish = new Map(column.map(item => [item, item[side].length ? mean(item[side], other => other.order) : item.order]));
      column.sort(by(item => wish.get(item)));
      order(column);
    }
    const found = sum(columns, crossings);
    if (found < best.crossings) best = { crossings: found, columns: columns.map(column => [...column]) };
  }
  for (const column of best.columns) column.reduce((top, item) => {
    item.y = item.offset = top + item.height / 2;
    return top + item.height + gap;
  }, 0);
  for (let round = 0; round < 12; round++) for (const column of round % 2 ? best.columns : [...best.columns].reverse()) {
    const blocks = [];  // Items that touch move together.
    for (const item of column) {
      const near = [...item.left, ...item.right];
      let block = { items: [item], wish: (near.length ? mean(near, other => other.y) : item.y) - item.offset };
      while (blocks.length && blocks.at(-1).wish > block.wish) {
        const above = blocks.pop(), items = [...above.items, ...block.items];
        block = { items, wish: (above.wish * above.items.length + block.wish * block.items.length) / items.length };
      }
      blocks.push(block);
    }
    for (const block of blocks) for (const item of block.items) item.y = item.offset + block.wish;
  }
  const top = Math.min(...all.map(item => item.y - item.height / 2));
  for (const item of all) { item.y -= top; item.x = item.layer * pitch; }
  const height = Math.max(...all.map(item => item.y + item.height / 2));
  return { height, edges: edges.map((edge, i) => ({ ...edge, path: curve(chains[i], width) })) };
}
function curve(points, width) {
  return points.slice(1).reduce((path, { x, y }, i) => {
    const start = points[i].x + width, from = points[i].y, middle = (start + x) / 2;
    return `${path}L${start},${from}C${middle},${from} ${middle},${y} ${x},${y}`;
  }, `M${points[0].x},${points[0].y}`);
}

// MARK: Parts of pages
const nodeLink = name => `#/node/${encodeURIComponent(name)}`, moduleLink = name => `#/module/${encodeURIComponent(name)}`;
const sign = node => kinds[node.kind][0];
const nodeSign = node => html`<span class="faint" title="${node.kind}">${sign(node)}</span>`;
const link = node => html`${nodeSign(node)}&nbsp;<a href="${nodeLink(node.name)}">${node.name}</a>`;
const inModule = name => html`<a href="${moduleLink(name)}">${name}</a>`;
const copy = place => html`<button class="copy" title="Copy">${place}</button>`;
const marks = { error: "✖", warning: "▲" };
const severity = value => html`<span class="${value}">${marks[value]} ${value}</span>`;
const worst = list => list.some(fault => fault.severity === "error") ? "error" : list.length > 0 && "warning";
const badge = node => html`${node.change && html`<span class="change">${node.change}</span> `}${
  node.captives > 0 && html`<span class="warning">${marks.warning} keeps ${count(node.captives, "captive")}</span> `}${
  node.faults.length > 0 && severity(worst(node.faults))}`;
function linked(text) {  // A property of a model or a view leads to the model or the view.
  const owner = word => [word, word.replace(/\.\w*$/, "")].find(name => byName.has(name));
  return text.split(/([\w.]+)/).map(word => owner(word) ? html`<a href="${nodeLink(owner(word))}">${word}</a>` : word);
}
const faultRow = ({ severity: value, message, kind, test, file, line }) =>
  html`<li>${severity(value)} ${linked(message)} <small>[${kind}]${test && ` in ${test}`}</small> ${copy(`${file}:${line}`)}</li>`;
const meter = share => html`<span class="meter" style="--size:${share * 100}%"></span>`;
const card = (title, content, more, style) =>
  html`<section class="card"><div class="head"><h2>${title}</h2>${more}</div><div class="${style}">${content}</div></section>`;
const limited = (content, number, limit) => html`<div class="limit">${content}${
  number > limit && html`<button class="opener">Show all ${number}</button>`}</div>`;
const list = rows => limited(html`<ul>${rows}</ul>`, rows.length, 12);
function tile(href, number, text, note, isCurrent) {
  const content = html`<b>${number}</b>${text}${note && html`<small>${note}</small>`}`;
  const current = isCurrent && new Markup(`aria-current="true"`);
  return href ? html`<a href="${href}" ${current}>${content}</a>` : html`<div>${content}</div>`;
}

/** A table whose headings sort it. A column has a title, a value to sort by, and what to show if that is not the value. */
function table(id, rows, columns, initial) {
  const sorting = tables.get(id)?.sorting ?? initial, column = columns[Math.abs(sorting) - 1], isDown = sorting < 0;
  tables.set(id, { rows, columns, sorting });
  const sorted = [...rows].sort(by(column.value)), shown = isDown ? sorted.reverse() : sorted;
  const direction = c => c !== column ? "none" : isDown ? "descending" : "ascending";
  const heading = (c, i) => html`<th class="${c.isNumber && "number"}" aria-sort="${direction(c)}">
    <button data-sort="${i + 1}">${c.title}${c === column && (isDown ? " ↓" : " ↑")}</button></th>`;
  const cell = (c, row) => html`<td class="${c.isNumber && "number"}">${(c.show ?? c.value)(row)}</td>`;
  return html`<div class="scroll" data-table="${id}">${limited(html`<table><thead><tr>${columns.map(heading)}</tr></thead>
    <tbody>${shown.map(row => html`<tr>${columns.map(c => cell(c, row))}</tr>`)}</tbody></table>`, rows.length, 40)}</div>`;
}
const tables = new Map();
const number = (title, value, show) => ({ title, value, show, isNumber: true });
/** The direct needs, for an injection without those that it has as the types that its factory builds. */
const direct = node => node.needs.filter(need => node.kind !== "injection" || need.node.kind === "injection");
const columns = {
  name: { title: "Name", value: node => node.name.toLowerCase(), show: node => html`${link(node)} ${badge(node)}` },
  module: { title: "Module", value: node => node.module, show: node => inModule(node.module) },
  type: { title: "Type", value: node => node.type },
  strategy: { title: "Strategy", value: node => node.strategy,
    show: node => html`${node.strategy}${node.providers?.length > 0 && html` <small>by ${providersOf(node).join(", ")}</small>`}` },
  kind: { title: "Kind", value: node => node.kind },
  needs: number("Needs", node => direct(node).length),
  users: number("Used by", node => node.users.length),
  dependents: number("Breaks", node => node.dependents),
  built: number("Built", node => node.run?.built ?? 0, node => node.run
    ? html`${node.run.built}×${node.run.originals > 0 && html` <small>and the original ${node.run.originals}×</small>`}`
    : node.kind === "injection" && "never"),
  self: number("Itself", node => node.run?.self ?? 0, node => node.run && milliseconds(node.run.self)),
  place: { title: "Place", value: node => node.place, show: node => copy(node.place) },
};
const runColumns = run ? [columns.built, columns.self] : [];

// MARK: Drawings
const ruler = document.createElement("canvas").getContext("2d");
ruler.font = "12px system-ui, sans-serif";
const fits = (text, width) => ruler.measureText(text).width <= width;
/** A text without its outer types or modules, and then without its end, as far as it is too long. */
function short(text, width) {
  const outer = /^(\S )?[\w$]+[./](?!swift$)/;
  while (!fits(text, width) && outer.test(text)) text = text.replace(outer, "$1");
  let length = text.length;
  while (length > 1 && !fits(length < text.length ? `${text.slice(0, length)}…` : text, width)) length--;
  return length < text.length ? `${text.slice(0, length)}…` : text;
}
/** Divides a name before a capital letter if it is too long for a line. */
function wrapped(name, width) {
  return name.split(/(?=[A-Z][a-z])/).reduce((rows, word) => {
    const last = rows.at(-1) ?? "";
    return last && !fits(last + word, width) ? [...rows, word] : [...rows.slice(0, -1), last + word];
  }, []);
}
/** A box, which is a link that the arrow keys reach from the box with the focus. It has rows of text, perhaps with a faint note as the last one. */
function box(item, width) {
  const rows = [...item.rows, item.note].filter(Boolean), top = item.y + 4.5 - (rows.length - 1) * 7.5;
  const mark = item.fault && html`<tspan class="${item.fault}">${marks[item.fault]} </tspan>`;
  const row = (text, i) => html`<text class="${text === item.note && "note"}" x="${item.x + 8}" y="${top + i * 15}">${
    text === (item.note ?? item.rows[0]) && mark}${short(text, width - (mark && !item.note ? 26 : 11))}</text>`;
  return html`<a class="box ${item.style}" href="${item.href}" tabindex="-1" data-key="${item.key}" data-x="${item.x}" data-y="${item.y}">
    <title>${item.title}</title>
    <rect x="${item.x}" y="${item.y - item.height / 2}" width="${width}" height="${item.height}" rx="6"/>${rows.map(row)}</a>`;
}
const line = edge => html`<path class="edge ${edge.style}" data-from="${edge.from.key}" data-to="${edge.to.key}" d="${edge.path}"
  stroke-width="${(.6 + Math.min(5, Math.sqrt(edge.uses.length) * .7)).toFixed(1)}"><title>${edge.title}</title></path>`;
const lines = texts => texts.slice(0, 10).join("\n") + (texts.length > 10 ? "\n…" : "");
const drawing = (width, height, label, content) => html`<div class="scroll"><svg width="${width + 4}" height="${height + 4}"
  viewBox="-2 -2 ${width + 4} ${height + 4}" role="group" aria-label="${label}">${content}</svg></div>`;

/** Draws boxes and lines in columns. A line with an overlay, or one to the left, is drawn directly and does not affect the places. */
function columnsDrawing(label, items, edges, number, { pitch, gap, width }, headings = []) {
  const isPlaced = edge => edge.from.layer < edge.to.layer && !edge.isOverlay, top = headings.length ? 22 : 0;
  const placed = place(items, edges.filter(isPlaced), { width, gap: 10, pitch });
  const others = edges.filter(edge => !isPlaced(edge)).map(edge => ({ ...edge, path: curve([edge.from, edge.to], width) }));
  const content = [...others, ...placed.edges].map(line).concat(items.map(item => box(item, width)));
  return drawing(number * pitch - gap, placed.height + top, label,
    html`<g transform="translate(0 ${top})">${headings}${content}</g>`);
}
const room = () => main.clientWidth - 80;  // The width of a drawing in a card that is as wide as the page.

/** The distances of columns, which fill the width if there is room for short names. */
function pitches(available, number) {
  const pitch = Math.min(330, Math.max(available / (number - .22), 155)), gap = pitch * .22;
  return { pitch, gap, width: pitch - gap };
}

let showsAllLines = false;
function moduleGraph(available) {
  const all = shownModules, needs = module => [...module.needs.keys()], users = module => [...module.users.keys()];
  const layer = layers(all, users, needs), isImplied = implications(all, needs), number = Math.max(...layer.values()) + 1;
  const sizes = pitches(available, number);
  const items = new Map(all.map(module => {
    const own = module.published.length, others = module.nodes.filter(isConsumer).length, provided = module.provided.length;
    const rows = wrapped(module.name, sizes.width - 14);
    return [module, { key: module.name, href: moduleLink(module.name), layer: layer.get(module), rows, height: 25 + 15 * rows.length,
      note: [own && `● ${own}`, others && `◆ ${others}`, provided && `⊕ ${provided}`].filter(Boolean).join("  "),
      style: module.isInterface && "interface", fault: worst(module.faults),
      title: `${module.name}: ${[parts(module.nodes), count(module.faults.length, "fault")].filter(Boolean).join(", ")}` }];
  }));
  const edges = all.flatMap(module => [...module.needs].map(([to, uses]) => ({ from: items.get(module), to: items.get(to), uses,
    isOverlay: isImplied(module, to), style: isImplied(module, to) && (showsAllLines ? "implied" : "hidden"),
    title: `${module.name} → ${to.name}: ${count(uses.length, "use")}\n${lines(uses.map(use => use.text))}` })));
  const implied = edges.filter(edge => edge.isOverlay).length;
  return card("Modules", html`${columnsDrawing("Modules", [...items.values()], edges, number, sizes)}
    <p class="legend"><small>A line leads to the module that is needed, on the right; the wider, the more uses.
    ${implied > 0 && `${implied} lines that a longer way implies appear when you point at a module.`}
    <br><span>● injections</span> <span>◆ models, views and other code</span> <span>⊕ provided for another module</span>
    <span>dashed box: other modules provide it</span>
    <span>✖ ▲ faults</span></small></p>`, implied > 0
    && html`<button class="tool" data-action="lines" aria-pressed="${String(showsAllLines)}">All ${edges.length} lines</button>`);
}

/** All injections and consumers of a small application, each to the right of those that need it. */
function wholeGraph(available) {
  const shown = [...injections, ...consumers], isShown = use => use.node.kind !== "implementation";
  const ends = uses => uses.filter(isShown).map(use => use.node);
  const layer = layers(shown, n => ends(n.users), n => ends(n.needs));
  const number = Math.max(...layer.values()) + 1, items = new Map(shown.map(node => [node, single(node, "", layer.get(node))]));
  const edges = shown.flatMap(node => node.needs.filter(isShown).map(need => ({ from: items.get(node), to: items.get(need.node),
    uses: [need], style: styles[need.when], title: `${node.name} needs ${need.name}` })));
  const title = "Injections and their users";
  return card(title, columnsDrawing(title, [...items.values()], edges, number, pitches(available, number)), legend);
}
const single = (node, style, layer) => ({ key: node.name, href: nodeLink(node.name), layer, rows: [`${sign(node)} ${node.name}`],
  height: 28, style, fault: worst(node.faults), title: `${node.name}, ${node.kind} in ${node.module}` });
const legend = html`<small>solid: when it is built · dashed: perhaps · dotted: later</small>`;

/** An injection or a user, with what breaks without it to the left, and what it needs to the right, by distance. */
function neighbourhood(node, users, needs) {
  const available = room(), most = available > 1150 ? 3 : 2;
  const far = found => Math.min(most, Math.max(0, ...found.map(r => r.distance)));
  const left = far(users), number = left + 1 + far(needs), shortcuts = [], keys = new Map([[node, node.name]]);
  const items = new Map([[node.name, { ...single(node, "chosen", left), note: node.module, height: 46 }]]);
  const several = (found, key, style, layer) => ({ key, href: `#open/${key}`, layer, rows: [found[0].node.module], height: 40,
    style: `group ${style}`, fault: worst(found.flatMap(r => r.node.faults)),
    note: [...group(found, r => sign(r.node))].map(([sign, some]) => `${sign} ${some.length}`).join("  "),
    title: `${found.map(r => r.node.name).join(", ")}\nChoose it to show each.` });
  for (const [style, found] of [["user", users], ["need", needs]]) {
    for (const [distance, members] of group(found.filter(r => !keys.has(r.node)), r => Math.min(most, r.distance))) {
      const layer = style === "user" ? left - distance : left + distance;
      for (const [module, some] of group(members, r => r.node.module)) {
        const key = `${style} ${distance} ${module}`, isGroup = members.length > 14 && some.length > 1 && !openGroups.has(key);
        if (isGroup) items.set(key, several(some, key, style, layer));
        for (const r of some) {
          if (!isGroup) items.set(r.node.name, single(r.node, style, layer));
          keys.set(r.node, isGroup ? key : r.node.name);
          const before = r.distance > most && r.way[most - 2];
          if (before) shortcuts.push(style === "user" ? [r.node, before] : [before, r.node]);
        }
      }
    }
  }
  const edges = new Map(), strength = ["", "perhaps", "later", "through"];  // The line of a group has the most certain style.
  const add = (user, needed, style) => {
    const [from, to] = [items.get(keys.get(user)), items.get(keys.get(needed))], key = `${from?.key}\n${to?.key}`;
    if (!from || !to || to.layer - from.layer !== 1) return;
    const edge = edges.get(key) ?? { from, to, uses: [], best: style };
    if (strength.indexOf(style) < strength.indexOf(edge.best)) edge.best = style;
    edge.uses.push(`${user.name} ${style === "through" ? "indirectly " : ""}needs ${needed.name}`);
    edges.set(key, Object.assign(edge, { style: `${from.layer < left ? "user" : "need"} ${edge.best}`, title: lines(edge.uses) }));
  };
  for (const user of keys.keys()) for (const need of user.needs) add(user, need.node, styles[need.when]);
  for (const [user, needed] of shortcuts) add(user, needed, "through");
  const sizes = pitches(available, number), headings = [...Array(number).keys()].map(i => {
    const distance = Math.abs(i - left), more = distance < most ? "" : sizes.pitch < 150 ? "+" : " or more";
    const text = `${i < left ? "breaks" : "needs"}, ${distance === 1 ? "directly" : `${distance}${more} steps`}`;
    return distance > 0 && html`<text class="note" x="${i * sizes.pitch}" y="-10">${text}</text>`;
  });
  const label = `What ${node.name} needs, and what breaks without it`;
  return columnsDrawing(label, [...items.values()], [...edges.values()], number, sizes, headings);
}
let openGroups = new Set();  // The groups in the drawing that are shown as single boxes.

/**
 * The builds in the order of time, each below the one during which it ran. The width is the time; the time without any build
 * is drawn as a gap of one size.
 */
function timeline() {
  const outermost = [];
  for (const build of run.builds) {
    const last = outermost.at(-1);
    if (last && build.start < last.start + last.seconds) last.builds.push(build);
    else outermost.push({ start: build.start, seconds: build.seconds, depth: build.depth, builds: [build] });
  }
  const width = room(), gap = Math.min(8, width * .2 / outermost.length);
  const scale = (width - gap * outermost.length) / (sum(outermost, part => part.seconds) || 1), frames = [];
  let left = 0;
  for (const part of outermost) {
    for (const build of part.builds) frames.push({ build, x: left + (build.start - part.start) * scale, y: (build.depth - part.depth) * 22,
      size: build.seconds * scale });
    left += part.seconds * scale + gap;
  }
  const shown = frames.filter(frame => frame.size >= 1.5), rest = frames.length - shown.length;
  const frame = ({ build, x, y, size }) => html`<a class="frame ${build.isOriginal && "original"}" href="${nodeLink(build.name)}"
    tabindex="-1" data-x="${x}" data-y="${y}"><title>${build.name}${build.isOriginal && ", the original of an override"}: ${
    milliseconds(build.seconds * 1000)} with needs, after ${milliseconds((build.start - run.builds[0].start) * 1000)}</title>
    <rect x="${x}" y="${y}" width="${size}" height="22"/>
    ${size > 40 && html`<text x="${x + 5}" y="${y + 15}">${short(build.name, size - 4)}</text>`}</a>`;
  return card("Builds in the order of time", drawing(width, Math.max(0, ...shown.map(f => f.y)) + 22, "Builds", shown.map(frame)),
    html`<small>The width is the time; a build is below the one that needed it. Gaps leave out the time without builds. Dashed: the
    original of an override. ${rest > 0 && `${count(rest, "build")} of less than ${milliseconds(1500 / scale)} ${
      rest === 1 ? "is" : "are"} not drawn.`}</small>`);
}

// MARK: Pages. Each returns its title and its content.
const errors = faults.filter(fault => fault.severity === "error").length;
const severities = `${count(errors, "error")}, ${count(faults.length - errors, "warning")}`;
const built = injections.filter(node => node.run);
const time = list => milliseconds(sum(list, node => node.run.self));

function ranked(all, value, text, limit) {
  const best = [...all].sort(by(node => -value(node), node => node.name)).slice(0, limit), most = best.length ? value(best[0]) : 1;
  return html`<ul>${best.map(node => html`<li class="row"><span>${link(node)}</span><span class="number">${text(node)}</span>${
    meter(value(node) / most)}</li>`)}</ul>`;
}

function overviewPage() {
  const wide = room() - (innerWidth >= 1350 ? 366 : 0);  // As in the style: from this width on, some cards are beside the drawing.
  const providing = [...modules.values()].filter(module => module.provided.length > 0).sort(by(module => -module.provided.length));
  const dependents = n => html`${n.certainDependents} <small>and perhaps ${n.dependents - n.certainDependents}</small>`;
  return ["", html`<h1 tabindex="-1">${graph.application}</h1>
    ${graph.unread.length > 0 && html`<p>${marks.warning} ${count(graph.unread.length, "file")} changed after the last build or could
      not be read: ${graph.unread.slice(0, 3).join(", ")}</p>`}
    <small>Press / and type an injection, a model or a view to see what it needs, and what breaks without it.</small>
    <div class="tiles">${tile("#/list/injection", injections.length, "injections",
      [`in ${count(new Set(injections.map(node => node.module)).size, "module")}`, parts(ofKind("implementation"))].filter(Boolean).join(", "))}
      ${tile(consumers.length > 0 && `#/list/${consumers[0].kind}`, consumers.length, "models, views and other code", parts(consumers))}
      ${tile("#/faults", faults.length, faults.length === 1 ? "fault" : "faults", faults.length ? severities : "none found")}
      ${longest.length > 0 && tile(nodeLink(longest[0].name), longest.length, "in the longest chain", `from ${longest[0].name}`)}
      ${changes && tile("#/changes", changeCount, changeCount === 1 ? "change" : "changes", "of injections, uses and faults")}
      ${run && tile("#/run", time(built), run.title, `built ${built.length} of ${injections.length}`)}</div>
    <div class="overview"><div class="stack">${moduleGraph(wide)}${injections.length + consumers.length <= 60 && wholeGraph(wide)}
      ${longest.length > 1 && card("Longest chain of builds",
        limited(html`<ol class="chain">${longest.map(node => html`<li>${link(node)}</li> `)}</ol>`, longest.length, 40))}</div>
    <div class="grid">${faults.length > 0 && card("Faults",
        html`<ul>${[...faults].sort(by(f => f.severity)).slice(0, 3).map(faultRow)}</ul>`,
        html`<a href="#/faults">All ${faults.length}</a>`)}
      ${card("Most breaks without", ranked(injections, n => n.certainDependents, dependents, 8))}
      ${providing.length > 0 && card("Who provides what", list(providing.map(module => html`<li class="row"><span>${inModule(module.name)}</span>
        <span class="number">${module.provided.length}</span><small>${module.provided.slice(0, 6).map(node => html`${link(node)} &ensp;`)}${
        module.provided.length > 6 && "…"}</small></li>`)))}
      ${run && card("Slowest in this run", ranked(built, n => n.run.self, n => milliseconds(n.run.self), 6),
        html`<a href="#/run">The run</a>`)}</div></div>`];
}

/** What was reached, by kind, nearest first: of a direct use its certainty, otherwise the way. */
function reachedLists(found, direct, arrow) {
  const note = r => {
    const use = direct.find(use => use.node === r.node), path = r.shown.slice(0, -1).map(node => node.name).join(arrow);
    if (!use) return `${r.shown.length} steps, by ${path}${r.isCertain ? "" : "; perhaps"}`;
    const by = use.readBy ? `, read by ${use.readBy}` : use.through.length ? `, through ${use.through.join(", ")}` : "";
    const perhaps = use.certain || use.when === "possibleBuild" ? "" : ", perhaps";
    const certain = r.isCertain && !use.certain ? `; certainly by ${path}` : "";
    return `${signs.get(use.when).arrow} ${signs.get(use.when).words}${perhaps}${by}${certain}`;
  };
  const row = r => html`<li>${link(r.node)} ${badge(r.node)}<small>${note(r)}</small></li>`;
  const sorted = [...found].sort(by(r => r.node.module, r => r.distance, r => r.node.name));
  const kindsFound = Object.keys(kinds).filter(kind => found.some(r => r.node.kind === kind));
  const chip = kind => html`<button data-kind="${kind}" aria-pressed="${String(!hiddenKinds.has(kind))}">${kinds[kind].join(" ")} ${
    ofKind(kind, found.map(r => r.node)).length}</button>`;
  return html`${kindsFound.length > 1 && html`<div class="chips" role="group" aria-label="Kinds to show">${kindsFound.map(chip)}</div>`}
    <div class="kinds">${kindsFound.filter(kind => !hiddenKinds.has(kind)).map(kind => {
      const some = sorted.filter(r => r.node.kind === kind);
      return html`<div><h3>${kinds[kind].join(" ")} (${some.length})</h3>${[...group(some, r => r.node.module)].map(([name, rows]) =>
        html`<h4>${inModule(name)}${rows.length > 1 && ` (${rows.length})`}</h4>${list(rows.map(row))}`)}</div>`;
    })}</div>`;
}
let hiddenKinds = new Set();  // The kinds that the lists of a node leave out.

/** The tests that reach an injection, or that override, provide or permit it. */
function testsCard(node) {
  const replacing = node.tests.filter(test => test.replaces.includes(node.name)), others = node.tests.filter(test => !replacing.includes(test));
  // A name can be divided before a capital letter.
  const nameOf = test => test.name.slice(test.name.indexOf("/") + 1).replace(/(?=[A-Z][a-z])/g, "\u200b");
  const row = test => html`<li>${nameOf(test)} ${test.faults.map(fault => severity(fault.severity))}<small>${copy(test.place)}</small></li>`;
  const part = (title, all) => all.length > 0 && html`<div><h3>${title} (${all.length})</h3>${list(all.map(row))}</div>`;
  return node.tests.length > 0 && card("Tests", html`${part("Override, provide or permit it", replacing)}${part("Reach it", others)}`,
    null, "kinds");
}

function nodePage(node) {
  const users = reach(node, "users"), needs = reach(node, "needs"), isInjection = node.kind === "injection";
  const certain = users.filter(r => r.isCertain).length, spread = new Set(users.map(r => r.node.module)).size;
  const ran = needs.map(r => r.node).filter(other => other.run), { name, run: cost } = node;
  const broken = [tile(null, users.length, isInjection ? "break without it" : "depend on it",
    parts(users.map(r => r.node)) || "nothing uses it"),
  users.length > 0 && [tile(null, node.users.length, "directly", `${users.length - node.users.length} indirectly`),
    tile(null, certain, "certainly", `${users.length - certain} perhaps`),
    tile(null, spread, spread === 1 ? "module" : "modules", `of ${modules.size}`)]];
  const needed = [tile(null, needs.length, "needed", parts(needs.map(r => r.node))),
    run && needs.length > 0 && tile(null, ran.length, "of these built", `${time(ran)} in this run`)];
  const title = `${isInjection ? "Breaks without" : "Depends on"} ${name}`;
  const cards = [users.length > 0 && card(title, reachedLists(users, node.users, " ← ")),
    needs.length > 0 && card(`What ${name} needs`, reachedLists(needs, node.needs, " → "))];
  const again = openGroups.size > 0 && html`<button class="tool" data-action="close">Group again</button>`;
  return [name, html`<small>${inModule(node.module)} · ${node.kind}</small>
    <h1 tabindex="-1">${sign(node)} ${name} ${node.change && html`<span class="change">${node.change}</span>`}</h1>
    <p>${node.type} <span class="faint">${node.strategy}</span> ${copy(node.place)}</p>
    ${node.providers.map(p => html`<p>Provided by ${inModule(p.module)} ${copy(p.place)}</p>`)}
    ${node.overriders.map(p => html`<p>Overridden by ${inModule(p.module)} ${copy(p.place)}</p>`)}
    ${implementations(node).map(type => html`<p>Builds ${link(type)} ${copy(type.place)}</p>`)}
    ${node.strategy === "required" && !node.providers?.length && html`<p>${marks.warning} No known code provides it.</p>`}
    ${run && isInjection && html`<p><a href="#/run">${run.title}</a>: ${cost ? html`built ${count(cost.built, "time")},
      reused ${cost.reused}, ${milliseconds(cost.self)} itself, ${milliseconds(cost.total)} with needs${
      cost.originals > 0 && `, the original ${count(cost.originals, "time")} in ${milliseconds(cost.original)}`}${
      byName.has(cost.by) && html`, first for ${link(byName.get(cost.by))}`}` : "never built"}</p>`}
    ${list(node.faults.map(faultRow))}
    <div class="tiles">${isInjection ? [broken, needed] : [needed, broken]}</div>
    <div class="stack">${card("Neighbourhood", neighbourhood(node, users, needs), html`${legend} ${again}`)}
      ${isInjection ? cards : cards.reverse()}${testsCard(node)}</div>`];
}

function modulePage(module) {
  const uses = (title, map) => map.size > 0 && card(title, list([...map].sort(by(e => -e[1].length)).map(([other, uses]) =>
    html`<li class="row"><span>${inModule(other.name)}</span><span class="number">${count(uses.length, "use")}</span>
      <small>${[...group(uses, use => use.node)].sort(by(e => -e[1].length)).slice(0, 6).map(([node, all]) =>
        html`${link(node)} ${all.length > 1 && `${all.length}×`} &ensp;`)}</small></li>`)));
  const others = module.nodes.filter(isConsumer);
  const { name, strategy, kind, needs, users, dependents, place } = columns;
  return [module.name, html`<small>module</small><h1 tabindex="-1">${module.name}</h1>
    <p class="faint">${parts(module.nodes) || "no injections of its own"}${
      module.isInterface && ", an interface that other modules provide"}</p>
    ${list(module.faults.map(faultRow))}
    <div class="stack">${module.provided.length > 0 && card("Provides for other modules", table(`provided by ${module.name}`,
      module.provided, [name, columns.module, needs, users, dependents, ...runColumns], -5))}
    ${module.published.length > 0 && card("Injections",
      table(`injections of ${module.name}`, module.published, [name, strategy, needs, users, dependents, ...runColumns, place], -5))}
    ${others.length > 0 && card("Models, views and other code",
      table(`consumers of ${module.name}`, others, [name, kind, needs, users, dependents, place], 1))}
    ${module.types.length > 0 && card("Implementations",
      table(`implementations of ${module.name}`, module.types, [name, needs, users, dependents, place], 1))}
    <div class="grid">${uses("Used by", module.users)}${uses("Needs", module.needs)}</div></div>`];
}

function listPage(chosen) {
  const lists = Object.fromEntries(Object.entries(kinds).map(([kind, [, title]]) => [kind, [title.toLowerCase(), ofKind(kind)]]));
  lists.alone = ["injections without users", injections.filter(node => !node.users.length)];
  if (chosen && !lists[chosen]) return null;
  const key = chosen || "injection", [title, rows] = lists[key];
  const { name, module, type, strategy, needs, users, dependents, place } = columns;
  const isInjection = ["injection", "alone"].includes(key);
  const [special, cost] = isInjection ? [[type, strategy], runColumns] : [[], []];
  return ["Browse", html`<h1 tabindex="-1">Browse</h1>
    <div class="tiles">${Object.entries(lists).map(([other, [title, all]]) => (all.length > 0 || other === key) &&
      tile(`#/list/${other}`, all.length, title, null, other === key))}</div>
    <div class="stack">${card(`${rows.length} ${title}`, table(key, rows,
      [name, module, ...special, needs, users, dependents, ...cost, place], key === "injection" ? -7 : 1))}</div>`];
}

function faultsPage() {
  const sorted = [...faults].sort(by(fault => fault.severity, fault => fault.file, fault => fault.line));
  const places = [...group(faults, fault => fault.module)].sort(by(([, all]) => -all.length));
  return ["Faults", html`<h1 tabindex="-1">${count(faults.length, "fault")}</h1>
    <p class="faint">${faults.length ? `${severities}. Choose a place to copy it.` : "None was found."}</p>
    <div class="tiles">${places.map(([name, all]) =>
      tile(modules.has(name) && moduleLink(name), all.length, name, severity(worst(all))))}</div>
    <div class="stack">${[...group(sorted, fault => fault.kind ?? fault.severity)].map(([kind, all]) =>
      card(`${kind} (${all.length})`, html`<ul>${all.map(faultRow)}</ul>`))}</div>`];
}

function changesPage() {
  const styles = { words: text => text, severity, message: linked, place: copy,
    name: text => html`<code>${linked(text)}</code>` };
  const row = pieces => html`<li>${pieces.map(({ text, style }) => styles[style](text))}</li>`;
  return ["Changes", html`<h1 tabindex="-1">${changes.length ? count(changeCount, "change") : "Nothing changed"}</h1>
    <p class="faint">${changes.map(({ title, lines }) => `${title}: ${lines.length}`).join(" · ")}</p>
    <div class="stack pieces">${changes.map(({ title, lines }) => card(`${title} (${lines.length})`, list(lines.map(row))))}</div>`];
}

function runPage(chosen) {
  if (!run) return ["Run", html`<h1 tabindex="-1">No run was recorded</h1><p>With <code>--run profile.json</code>, an encoded
    <code>InjectionProfile</code>, this page shows what was built, what was slow, what was never built, and what was built again.</p>`];
  const again = built.filter(node => node.run.built > node.run.keys), never = injections.filter(node => !node.run);
  const often = [...again].sort(by(node => -node.run.built))[0], slowest = [...built].sort(by(node => -node.run.self)).slice(0, 3);
  const idle = [...modules.values()].filter(module => module.published.length > 0 && module.published.every(node => !node.run));
  const names = list => list.slice(0, 3).map(item => item.name).join(", ") + (list.length > 3 ? ", …" : "");
  const lists = { built: [built, "built", "slowest first", -2],
    again: [again, "built again", often && `${often.name} ${often.run.built}×`, -5],
    never: [never, "never built", idle.length > 0 && `all of ${names(idle)}`, 2] };
  if (chosen && !lists[chosen]) return null;
  const [rows, text, , sorting] = lists[chosen || "built"], total = sum(built, n => n.run.self), most = slowest[0]?.run.self || 1;
  const { name, module, strategy, users, dependents, place } = columns;
  const shown = rows === never ? [name, module, strategy, users, dependents, place] : [name, columns.self,
    { title: "Share", value: n => n.run.self, show: n => meter(n.run.self / most) },
    number("With needs", n => n.run.total, n => milliseconds(n.run.total)), columns.built,
    number("Reused", n => n.run.reused, n => `${n.run.reused}×`), strategy, module,
    { title: "First for", value: n => n.run.by ?? "", show: n => byName.has(n.run.by) && link(byName.get(n.run.by)) }];
  const share = Math.round(sum(slowest, n => n.run.self) / (total || 1) * 100);
  return ["Run", html`<h1 tabindex="-1">${run.title}</h1>${run.unmatched.length > 0
      && html`<p>${marks.warning} In the profile, but not one injection of the graph: ${run.unmatched.join("; ")}</p>`}
    <div class="tiles">${tile(null, milliseconds(total), "in factories",
      built.length ? `${share} % in ${names(slowest)}` : "no build of the profile is in the graph")}
      ${Object.entries(lists).map(([key, [all, title, note]]) => tile(`#/run/${key}`, all.length, title, note, all === rows))}
      ${tile(null, sum(built, n => n.run.reused).toLocaleString("en"), "reused", "resolved without a build")}</div>
    <div class="stack">${run.builds.length > 0 && timeline()}
      ${card(`${rows.length} ${text}`, table(`run ${text}`, rows, shown, sorting))}</div>`];
}

// MARK: Navigation by the hash, so that the back button and links work
const main = find("#main");
const changes = given.changes, changeCount = changes && sum(changes, section => section.lines.length);
const pages = [...(changes ? [["changes", `Changes (${changeCount})`]] : []), ["", "Overview"], ["list", "Browse"],
  ["run", "Run"], ["faults", `Faults (${faults.length})`]];
if (changes && !location.hash) history.replaceState(null, "", "#/changes");  // A comparison begins with its changes.
let shownHash = null;
function decoded(text) { try { return decodeURIComponent(text); } catch { return text; } }
function missingPage(name) {
  const near = nearest(name).slice(0, 8);
  return ["Not found", html`<h1 tabindex="-1">Nothing is named ${name}</h1>
    ${near.length > 0 && html`<p>Similar names:</p>`}<ul>${near.map(({ name, sign, href, note }) =>
      html`<li>${sign} <a href="${href}">${name}</a> <small>${note}</small></li>`)}</ul>`];
}
/** The title and the content of the page for a path, such as node/Services.weather. */
function contentOf(path) {
  const page = path.split("/")[0], rest = path.slice(page.length + 1);
  const node = byName.get(page === "node" ? rest : path), module = page === "module" && modules.get(rest);
  return (node ? nodePage(node) : module ? modulePage(module) : page === "list" ? listPage(rest)
    : page === "run" ? runPage(rest) : path === "changes" && changes ? changesPage() : path === "faults" ? faultsPage()
    : path === "" && overviewPage()) || missingPage(rest || path);
}
function show() {
  const hash = decoded(location.hash.slice(1)).replace(/^\//, ""), isNew = shownHash !== location.hash;
  if (isNew) openGroups = new Set();
  const [title, content] = contentOf(hash);
  const isCurrent = path => path === hash.split("/")[0] && new Markup(`aria-current="page"`);
  document.title = [title, graph.application].filter(Boolean).join(" – ");
  find("nav").innerHTML = html`${pages.map(([path, text]) => html`<a href="#/${path}" ${isCurrent(path)}>${text}</a>`)}`;
  main.innerHTML = content;
  for (const svg of main.querySelectorAll("svg")) makeReachable(find(".box.chosen", svg) ?? find(".box, .frame", svg));
  if (isNew && shownHash !== null) { scrollTo(0, 0); find("h1").focus({ preventScroll: true }); }
  shownHash = location.hash;
}
addEventListener("hashchange", show);
let resizing;
addEventListener("resize", () => { clearTimeout(resizing); resizing = setTimeout(show, 150); });

const actions = {
  ".opener": button => button.parentElement.classList.add("open"),
  ".copy": button => {
    const text = button.textContent, restore = () => { button.textContent = text; };
    navigator.clipboard?.writeText(text).then(() => { button.textContent = "copied"; setTimeout(restore, 800); }, () => {});
  },
  "[data-sort]": button => {
    const { dataset: { table: id } } = button.closest("[data-table]"), state = tables.get(id), number = Number(button.dataset.sort);
    const holder = () => find(`[data-table="${CSS.escape(id)}"]`);
    state.sorting = Math.abs(state.sorting) === number ? -state.sorting : state.columns[number - 1].isNumber ? -number : number;
    holder().outerHTML = table(id, state.rows, state.columns);
    find(`[data-sort="${number}"]`, holder()).focus();
  },
  ".box.group": (group, event) => { event.preventDefault(); openGroups.add(group.dataset.key); show(); },
  "[data-kind]": ({ dataset: { kind } }) => {
    if (!hiddenKinds.delete(kind)) hiddenKinds.add(kind);
    show(); find(`[data-kind="${kind}"]`)?.focus();
  },
  "[data-action=lines]": () => { showsAllLines = !showsAllLines; show(); },
  "[data-action=close]": () => { openGroups.clear(); show(); },
};
document.addEventListener("click", event => {
  for (const [selector, act] of Object.entries(actions)) { const hit = event.target.closest(selector); if (hit) act(hit, event); }
});

/** Lights the lines of the box under the pointer or with the focus, and all ways to the chosen node if there is one. */
function light(event) {
  const svg = event.target.closest("svg"), target = event.type.endsWith("out") ? null : event.target.closest(".box");
  if (!svg) return;
  svg.classList.toggle("focus", Boolean(target));
  for (const element of svg.querySelectorAll(".lit")) element.classList.remove("lit");
  if (!target) return;
  const edges = [...svg.querySelectorAll(".edge")], chosen = find(".chosen", svg), ends = new Set([target.dataset.key]);
  const [start, end] = target.classList.contains("need") ? ["to", "from"] : ["from", "to"];
  const isLit = ({ dataset }, key) => !chosen || target === chosen ? [dataset.from, dataset.to].includes(target.dataset.key)
    : dataset[start] === key && key !== chosen.dataset.key;
  for (const key of ends) for (const edge of edges) {
    if (isLit(edge, key)) { edge.classList.add("lit"); ends.add(edge.dataset[end]).add(edge.dataset[start]); }
  }
  for (const box of svg.querySelectorAll(".box")) box.classList.toggle("lit", ends.has(box.dataset.key));
}
for (const type of ["mouseover", "mouseout", "focusin", "focusout"]) main.addEventListener(type, light);

/** Makes one box of a drawing reachable with the tabulator key: the one with the last focus, otherwise the chosen or the first one. */
function makeReachable(box) {
  for (const other of box?.closest("svg").querySelectorAll("[tabindex='0']") ?? []) other.setAttribute("tabindex", -1);
  box?.setAttribute("tabindex", 0);
}
main.addEventListener("focusin", event => makeReachable(event.target.closest(".box, .frame")));

/** Moves the focus from a box to the nearest one in a direction. */
function moveFocus(box, [right, down]) {
  const cost = ({ dataset: { x, y } }) => {
    const [u, v] = [x - box.dataset.x, y - box.dataset.y], along = u * right + v * down;
    return along > 1 ? along * (right ? 3 : 1) + (right ? Math.abs(v) : Math.abs(u) * 50) : Infinity;
  };
  [...box.closest("svg").querySelectorAll(".box, .frame")].filter(other => cost(other) < Infinity).sort(by(cost))[0]?.focus();
}
const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
addEventListener("keydown", event => {
  if (event.target === input || event.metaKey || event.ctrlKey || event.altKey) return;
  const box = document.activeElement.closest(".box, .frame");
  if (event.key === "/") { event.preventDefault(); input.focus(); }
  if (box && directions[event.key]) { event.preventDefault(); moveFocus(box, directions[event.key]); }
});

// MARK: Search
const input = find("#search input"), found = find("#found");
const order = Object.keys(kinds);
const candidates = [...nodes.map(node => ({ name: node.name, sign: sign(node), note: `${node.kind} in ${node.module}`,
    href: nodeLink(node.name), order: order.indexOf(node.kind), users: new Set(node.users.map(use => use.node)).size, terms: node.terms })),
  ...[...modules.keys()].map(name => ({ name, sign: "▤", note: "module", href: moduleLink(name), order: order.length, users: 0, terms: [name] }))];
let results = [], selected = 0;

/** How well a term matches a text, as in NameSearch.swift: 0 is best, and undefined is no match. */
function rank(term, text) {
  const lower = term.toLowerCase(), words = [lower, lower.split(".").filter(Boolean).at(-1) ?? ""];
  if (words.includes(text)) return 0;
  if (words.some(word => word.startsWith(text))) return 1;
  if (lower.includes(text)) return 2;
  const changes = Math.min(...words.map(word => difference(word, text)));
  return changes <= Math.min(3, Math.floor((text.length + 1) / 4)) ? 2 + changes : undefined;
}
/** The candidates that resemble a text or its last component: the best match first, then injections, then what more code uses. */
function nearest(input) {
  const text = input.toLowerCase(), component = text.split(".").filter(Boolean).at(-1) ?? "";
  const match = term => ({ term, rank: Math.min(...[rank(term, text), rank(term, component) + 1].filter(rank => rank >= 0)) });
  const best = ({ terms }) => terms.map(match).reduce((best, other) => other.rank < best.rank ? other : best, { rank: Infinity });
  return candidates.map(candidate => ({ ...candidate, ...best(candidate) })).filter(candidate => candidate.rank < Infinity)
    .sort(by(c => c.rank, c => c.order, c => -c.users, c => c.name));
}
/** The number of letters to insert, remove or replace. */
function difference(a, b) {
  let row = [...b, ""].map((_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (a[i] !== b[j])));
    row = next;
  }
  return row.at(-1);
}
function search() {
  results = nearest(input.value.trim()).slice(0, 12);
  selected = 0; suggest();
}
function suggest() {
  const isOpen = Boolean(input.value.trim()) && document.activeElement === input;
  found.hidden = !isOpen;
  input.setAttribute("aria-expanded", isOpen);
  input.setAttribute("aria-activedescendant", isOpen && results.length ? `result${selected}` : "");
  const row = ({ href, sign, name, note }, i) => html`<li role="option" id="result${i}" aria-selected="${String(i === selected)}"
    data-href="${href}"><span>${sign} ${name}</span><small>${note}</small></li>`;
  found.innerHTML = html`${results.length ? results.map(row) : html`<li>Nothing is named ${input.value.trim()}</li>`}`;
}
function leave(href) { input.value = ""; input.blur(); if (href) location.hash = href; }
input.addEventListener("input", search);
for (const type of ["focus", "blur"]) input.addEventListener(type, suggest);
input.addEventListener("keydown", event => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && results.length) { event.preventDefault(); selected = (selected + step + results.length) % results.length; suggest(); }
  if (event.key === "Enter" && results.length) leave(results[selected].href);
  if (event.key === "Escape") leave();
});
found.addEventListener("mousedown", event => { event.preventDefault(); leave(event.target.closest("[data-href]")?.dataset.href); });

show();
