// MARK: State

/** The choices of the reader on the shown page, which the entry of the browser's history keeps. */
const newView = () => ({ open: [], groups: [], filters: {}, sorting: {}, kinds: {}, allLines: false, y: 0, followed: null });
let view = newView();

// MARK: Links

const nodeLink = node => `#/node/${encodeURIComponent(node.name)}`;
const moduleLink = name => `#/module/${encodeURIComponent(name)}`;
const testLink = test => `#/test/${encodeURIComponent(test.name)}`;
const sign = node => kinds[node.kind][0];
const nodeSign = node => html`<span class="faint" title="${node.kind}">${sign(node)}</span>`;
const link = node => html`${nodeSign(node)}&nbsp;<a href="${nodeLink(node)}">${breakable(node.name)}</a>`;
const inModule = name => modules.has(name) ? html`<a href="${moduleLink(name)}">${breakable(name)}</a>` : breakable(name);
const copy = (place, shown = place) =>
  html`<button class="copy" data-copy="${place}" aria-label="Copy ${place}">${breakable(shown)}</button>`;

/** A text whose names are links. The first word of a message can be an executable. */
function linked(text) {
  // A property of a model or a view leads to the model or the view.
  const owner = word => byName.get(word) ?? byName.get(word.replace(/\.\w*$/, ""));
  return text.split(/([\w./+]+)/).map((word, i) => {
    if (modules.has(word) && (i === 1 && modules.get(word).isExecutable || !owner(word))) return inModule(word);
    return owner(word) ? html`<a href="${nodeLink(owner(word))}">${breakable(word)}</a>` : breakable(word);
  });
}

/** Places in one line for each module, which name a file once: "Admin: Admin.swift:15 :16". */
const placesByModule = (verb, places) => [...group(places, at => at.module)].map(([module, some]) => {
  const copies = some.map((at, i) => {
    const [file, line] = at.place.split(":"), isSameFile = i > 0 && some[i - 1].place.startsWith(`${file}:`);
    return html`${copy(at.place, isSameFile ? `:${line}` : at.place)} `;
  });
  return html`<p>${verb} ${inModule(module)} ${copies}</p>`;
});

// MARK: Faults

const severity = (value, text = value) => html`<span class="${value}">${marks[value]} ${text}</span>`;
const worst = list => list.some(fault => fault.severity === "error") ? "error" : list.length > 0 && "warning";
const ruleLink = rule => html`<a href="#/faults/rule/${rule}">${rule}</a>`;
const captives = node => node.captives > 0 && html`<span class="warning">${marks.warning} keeps ${count(node.captives, "captive")}</span> `;
/** The change, the captives and the severity of the other faults of a node. */
function badge(node) {
  const others = node.captives > 0 ? node.faults.filter(fault => fault.rule !== "captive") : node.faults;
  return html`${node.change && html`<span class="change">${node.change}</span> `}${captives(node)}${
    others.length > 0 && severity(worst(others))}`;
}

const severities = list => ["error", "warning"].map(value => [value, list.filter(fault => fault.severity === value).length])
  .filter(([, number]) => number > 0).map(([value, number]) => count(number, value)).join(", ");
function testOf({ test }) {
  const name = testsByName.has(test) ? html`<a href="${testLink(testsByName.get(test))}">${breakable(test)}</a>` : test && breakable(test);
  return name && html`<small class="inline"> in ${name}</small>`;
}
/** The words by which a filter finds a fault. */
const faultText = ({ severity, rule, module, message, remedy, test, place }) =>
  [severity, rule, module, message, remedy, test, place].filter(Boolean).join(" ");

/** A fault, whose severity, rule and remedy, or whose test, can be in the heading of a list. */
function faultRow(fault, isInList = false, isAtTest = false) {
  const isAlone = !isInList;
  return html`<li data-row="${faultText(fault)}">${isAlone && severity(fault.severity)} ${linked(fault.message)}
    ${isAlone && html`<small class="inline">[${ruleLink(fault.rule)}]</small>`}${!isAtTest && testOf(fault)} ${copy(fault.place)}${
    isAlone && fault.remedy && html`<small class="remedy">${linked(fault.remedy)}</small>`}</li>`;
}

/** Faults with equal remedies in one list each. */
function faultLists(id, all) {
  const equal = [...group(all, fault => `${fault.severity} ${fault.rule} ${fault.remedy}`).values()];
  return equal.map((some, i) => {
    const [{ severity: value, rule, remedy }] = some;
    if (some.length < 3) return html`<ul>${some.map(fault => faultRow(fault))}</ul>`;
    const heading = html`${severity(value, count(some.length, value))} <small>[${ruleLink(rule)}]</small> ${remedy && linked(remedy)}`;
    return html`<div data-group class="indented"><p>${heading}</p>
      ${list(`${id} ${i}`, some.map(fault => faultRow(fault, true)), "few")}</div>`;
  });
}

// MARK: Cards and tiles

const card = (title, content, more, attributes) =>
  html`<section class="card" ${attributes}><div class="head"><h2 tabindex="-1">${title}</h2>${more}</div>${content}</section>`;
const meter = share => html`<span class="meter" style="--size:${share * 100}%"></span>`;

/** A number with words, and a note below. */
function tile(number, text, { href, note, isCurrent } = {}) {
  const content = html`<b>${number}</b> ${text}${note && html`<small><span class="sr">: </span>${note}</small>`}`;
  const current = isCurrent && new Markup(`aria-current="true"`);
  return html`<li>${href ? html`<a href="${href}" ${current}>${content}</a>` : html`<div>${content}</div>`}</li>`;
}
const tiles = (label, content) => html`<ul class="tiles" aria-label="${label}">${content}</ul>`;

// MARK: Lists that begin with some rows

/** The numbers of rows that a list shows at first; the style hides the others. */
const limits = { few: 6, some: 12, many: 40 };
/** Rows of which the first ones are shown, until the reader chooses to show all. */
function limited(id, content, number, size) {
  const isOpen = view.open.includes(id);
  const opener = html`<button class="opener" data-action="open" aria-expanded="${String(isOpen)}">${openerText(isOpen, number)}</button>`;
  return html`<div class="limit ${size} ${isOpen && "open"}" data-limit="${id}" data-number="${number}">${content}${
    number > limits[size] && opener}</div>`;
}
const openerText = (isOpen, number) => isOpen ? "Show less" : `Show all ${number}`;
const list = (id, rows, size = "some") => limited(id, html`<ul>${rows}</ul>`, rows.length, size);

/** An input that hides the rows of the list with the same id that do not contain its words. */
const filter = (id, title) => html`<small class="tool" data-matches="${id}"></small><input type="search" class="filter tool" data-filter="${id}" aria-label="Filter: ${title}"
  placeholder="Filter" value="${view.filters[id] ?? ""}">`;
const filtered = id => html`data-filtered="${id}"`;

// MARK: Tables

const tables = new Map();
const text = (title, value, show, hint) => ({ title, value, show, hint });
const number = (title, value, show, hint) => ({ title, value, show, hint, isNumber: true });

/** A card with a table, whose headings sort it, and with a filter if it is long. A negative column number sorts downwards. */
function tableCard(title, id, rows, columns, initial) {
  tables.set(id, { title, rows, columns, initial });
  return card(title, html`<div class="scroll" data-table="${id}">${table(id)}</div>`, rows.length > 8 && filter(id, title), filtered(id));
}
function table(id) {
  const { title, rows, columns, initial } = tables.get(id), sorting = view.sorting[id] ?? initial;
  const column = columns[Math.abs(sorting) - 1], isDown = sorting < 0;
  const compare = by(column.value), byName = by(node => node.name);  // Names decide between equal rows, in both directions.
  const sorted = [...rows].sort((a, b) => (isDown ? compare(b, a) : compare(a, b)) || byName(a, b));
  const direction = other => other !== column ? "none" : isDown ? "descending" : "ascending";
  const heading = (c, i) => html`<th scope="col" class="${c.isNumber && "number"}" aria-sort="${direction(c)}">
    <button data-sort="${i + 1}" title="${c.hint}">${c.title}${c === column && (isDown ? " ↓" : " ↑")}</button></th>`;
  const cell = (c, row) => html`<td class="${c.isNumber && "number"}">${(c.show ?? c.value)(row)}</td>`;
  const line = node => html`<tr data-row="${nodeText(node)}">${columns.map(c => cell(c, node))}</tr>`;
  return limited(id, html`<table><caption class="sr">${title}</caption><thead><tr>${columns.map(heading)}</tr></thead>
    <tbody>${sorted.map(line)}</tbody></table>`, rows.length, "many");
}

/** The words by which a filter finds a test. */
const testText = test => [test.name, test.place, ...[...test.uses, ...test.replaces].map(node => node.name),
  ...test.faults.flatMap(fault => [fault.rule, fault.severity])].join(" ");

/** The words by which a filter finds a node. */
const nodeText = node => [node.name, node.kind, node.module, node.type, node.strategy, node.place, node.change,
  ...node.providers.map(provider => provider.module), ...node.faults.flatMap(fault => [fault.rule, fault.severity])].join(" ");
const providersOf = node => unique(node.providers.map(provider => provider.module)).sort();
/** The modules with a use of a node, apart from its own one. */
const userModules = node => unique(node.users.map(use => use.user.home)).filter(name => name !== node.module).sort();
const shortList = names => names.length > 2 ? html`<span title="${names.join(", ")}">${names.length} modules</span>` : names.join(", ");
const breaks = node => html`${node.certainDependents}${
  node.dependents > node.certainDependents && html` <small>+ ${node.dependents - node.certainDependents}</small>`}`;
const columns = {
  name: text("Name", node => node.name.toLowerCase(), node => html`${link(node)} ${badge(node)}`),
  module: text("Module", node => node.module, node => inModule(node.module)),
  type: text("Type", node => node.type, node => breakable(node.type)),
  strategy: text("Strategy", node => node.strategy, node => html`${node.strategy}${node.providers.length > 0
    && html` <small>by ${shortList(providersOf(node))}</small>`}`, "How long the instance is kept, and which modules provide it"),
  kind: text("Kind", node => node.kind),
  reason: text("Reason", node => node.unused),
  needs: number("Needs", node => node.directNeeds, null, "Direct needs"),
  users: number("Used by", node => node.users.length, null, "Direct users"),
  userModules: text("In modules", node => userModules(node).join(), node => shortList(userModules(node)), "The other modules that use it"),
  dependents: number("Breaks", node => node.certainDependents + node.dependents / 1e6, breaks,
    "How many certainly break without it, directly or indirectly, and how many perhaps"),
  built: number("Built", node => node.usage?.builds ?? 0, node => node.usage
    ? html`${node.usage.builds}×${node.usage.originals > 0 && html` <small>and the original ${node.usage.originals}×</small>`}`
    : node.kind === "injection" && "never", "Builds in the recorded run"),
  self: number("Itself", node => node.usage?.seconds ?? 0, node => node.usage && duration(node.usage.seconds),
    "The time of its builds without the builds of its needs"),
  place: text("Place", node => node.place, node => copy(node.place)),
};
const runColumns = run ? [columns.built, columns.self] : [];

/** The nodes with the highest values, with bars. */
function ranked(all, value, show, limit) {
  const best = [...all].sort(by(node => -value(node), node => node.name)).slice(0, limit), most = best.length ? value(best[0]) : 1;
  return html`<ul>${best.map(node => html`<li class="row"><span>${link(node)}</span><span class="number">${show(node)}</span>${
    meter(value(node) / (most || 1))}</li>`)}</ul>`;
}
