// MARK: Texts in boxes

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

/** A name in lines, divided before capital letters. */
function wrapped(name, width) {
  const rows = [""];
  for (const word of name.split(/(?=[A-Z][a-z])/)) {
    if (rows.at(-1) && !fits(rows.at(-1) + word, width)) rows.push("");
    rows[rows.length - 1] += word;
  }
  return rows;
}
const firstLines = texts => texts.slice(0, 10).join("\n") + (texts.length > 10 ? "\n…" : "");

// MARK: Boxes and lines

/** A box with rows of text, perhaps with a faint note as the last one: a link, or a button that shows the members of a group. */
function box(item, width) {
  const rows = [...item.rows, item.note].filter(Boolean), top = item.y + 4.5 - (rows.length - 1) * 7.5;
  const mark = item.fault && html`<tspan class="${item.fault}">${marks[item.fault]} </tspan>`, markedRow = item.note ?? item.rows[0];
  const row = (text, i) => html`<text class="${text === item.note && "note"}" x="${item.x + 8}" y="${top + i * 15}">${
    text === markedRow && mark}${short(text, width - (mark && text === markedRow ? 26 : 11))}</text>`;
  const content = html`<title>${item.title}</title><rect x="${item.x}" y="${item.y - item.height / 2}" width="${width}"
    height="${item.height}" rx="6"/>${rows.map(row)}`;
  const data = html`tabindex="-1" data-key="${item.key}" data-x="${item.x}" data-y="${item.y}"`;
  return item.href ? html`<a class="box ${item.style}" href="${item.href}" ${data}>${content}</a>`
    : html`<g class="box ${item.style}" role="button" aria-expanded="false" aria-label="${item.label}" data-action="group"
      data-members="${item.members.join(" ")}" ${data}>${content}</g>`;
}
/** The box of a node, which is in a layer. */
const single = (node, style, layer) => ({ key: node.name, href: nodeLink(node), layer, rows: [`${sign(node)} ${node.name}`], height: 28,
  style: `${style} ${node.change ? "changed" : ""}`, fault: worst(node.faults), title: `${node.name}, ${node.kind} in ${node.module}` });
const line = edge => html`<path class="edge ${edge.style}" data-from="${edge.from.key}" data-to="${edge.to.key}" d="${edge.path}"
  stroke-width="${(.8 + Math.min(4.6, Math.sqrt(edge.weight ?? 1) * .7)).toFixed(1)}"><title>${edge.title}</title></path>`;
const svg = (width, height, label, content) => html`<svg width="${width + 4}" height="${height + 4}"
  viewBox="-2 -2 ${width + 4} ${height + 4}" role="group" aria-label="${label}">${content}</svg>`;

/** Boxes and lines in columns. A line to the left, or one with an overlay, is drawn directly and does not affect the places. */
function columnsDrawing(label, items, edges, { pitch, gap, width, number }, headings = []) {
  const isPlaced = edge => edge.from.layer < edge.to.layer && !edge.isOverlay, top = headings.length ? 22 : 0;
  const placed = place(items, edges.filter(isPlaced), { width, gap: 10, pitch });
  const others = edges.filter(edge => !isPlaced(edge)).map(edge => ({ ...edge, path: curve([edge.from, edge.to], width) }));
  const content = [...[...others, ...placed.edges].map(line), ...items.map(item => box(item, width))];
  return svg(number * pitch - gap, placed.height + top, label, html`<g transform="translate(0 ${top})">${headings}${content}</g>`);
}

/** The distances of some columns, which fill the width if there is room for short names. */
function pitches(available, number) {
  const pitch = Math.min(330, Math.max(available / (number - .22), 155)), gap = pitch * .22;
  return { pitch, gap, width: pitch - gap, number };
}

// MARK: Drawings, which are drawn when their width is known, and again when it changes

const drawings = new Map();
/** A place for a drawing, which a function returns for a width. */
function drawn(id, draw) {
  drawings.set(id, draw);
  return html`<div class="scroll" data-drawing="${id}"></div>`;
}
function redraw(holder) {
  const isFocused = holder.contains(document.activeElement), key = isFocused && document.activeElement.dataset.key;
  const isFirst = holder.childElementCount === 0;
  holder.innerHTML = drawings.get(holder.dataset.drawing)(holder.clientWidth - 4);
  const boxes = findAll(".box, .frame", holder), chosen = boxes.find(box => box.matches(".chosen")) ?? boxes[0];
  const focused = boxes.find(box => box.dataset.key === key);
  makeReachable(focused ?? chosen);
  if (isFirst && chosen) center(chosen, holder);
  if (isFocused) (focused ?? chosen)?.focus({ preventScroll: true });
}
/** Scrolls a wide drawing so that a box is in the middle. */
function center(box, holder) {
  const { left, width } = box.getBoundingClientRect(), frame = holder.getBoundingClientRect();
  holder.scrollLeft += left + width / 2 - frame.left - frame.width / 2;
}
const redrawAll = () => findAll("[data-drawing]", main).forEach(redraw);

const sample = style => html`<svg class="sample" width="30" height="10" aria-hidden="true"><path class="edge ${style}" d="M1,5H29"/></svg>`;
const kindLegend = list => Object.entries(kinds).filter(([kind]) => list.some(node => node.kind === kind))
  .map(([, [sign, title]]) => html`<span>${sign} ${title.toLowerCase()}</span> `);
const lineLegend = html`<span>${sample("solid")} needs it when it is built</span> <span>${sample("perhaps")} perhaps when it is built</span>
  <span>${sample("later")} at the first read or later</span>`;
const legend = content => html`<p class="legend"><small>${content}</small></p>`;

// MARK: Modules

function moduleItems(sizes, layer) {
  return new Map(shownModules.map(module => {
    const own = module.published.length, others = module.consumers.length, provided = module.provided.length;
    const rows = wrapped(module.name, sizes.width - 14), title = [parts(module.nodes), severities(module.faults)].filter(Boolean).join(", ");
    return [module, { key: module.name, href: moduleLink(module.name), layer: layer.get(module), rows, height: 25 + 15 * rows.length,
      note: [own && `● ${own}`, others && `◆ ${others}`, provided && `⊕ ${provided}`].filter(Boolean).join("  "),
      style: module.isInterface && "interface", fault: worst(module.faults), title: `${module.name}: ${title}` }];
  }));
}

/** The lines between modules, with those that a longer way implies. */
function moduleEdges(items) {
  const isImplied = implications(shownModules, module => [...module.needs.keys()]);
  return shownModules.flatMap(module => [...module.needs].map(([to, link]) => {
    const texts = [...link.uses.map(use => `${use.user.name} needs ${use.needed.name}`), ...link.provided.map(node => `provides ${node.name}`)];
    return { from: items.get(module), to: items.get(to), weight: texts.length, isImplied: isImplied(module, to),
      title: `${module.name} → ${to.name}: ${linkText(link)}\n${firstLines(texts)}` };
  }));
}
function modulesDrawing(available) {
  const needs = module => [...module.needs.keys()], users = module => [...module.users.keys()];
  const layer = layers(shownModules, users, needs, module => module.isExecutable);
  const sizes = pitches(available, Math.max(0, ...layer.values()) + 1), items = moduleItems(sizes, layer);
  const edges = moduleEdges(items).map(edge => ({ ...edge, isOverlay: edge.isImplied && !view.allLines,
    style: edge.isImplied && (view.allLines ? "implied" : "hidden") }));
  return columnsDrawing("Modules", [...items.values()], edges, sizes);
}
function modulesCard() {
  const edges = moduleEdges(new Map(shownModules.map(module => [module, {}]))), implied = edges.filter(edge => edge.isImplied).length;
  const implicit = implied === 1 ? "1 direct line is hidden, because another way leads there: it appears"
    : `${implied} direct lines are hidden, because other ways lead there: they appear`;
  return card("Modules", html`${drawn("modules", modulesDrawing)}
    ${legend(html`A line leads to the module that is needed, on the right; the wider, the more uses. ${
      implied > 0 && `${implicit} when you point at a module.`}<br>
      <span>● injections</span> <span>◆ models, views and other code</span>
      ${shownModules.some(module => module.provided.length > 0) && html`<span>⊕ provided for a module</span>`}
      ${shownModules.some(module => module.isInterface) && html`<span>dashed box: other modules provide it</span>`}
      ${faults.length > 0 && html`<span><b class="error">✖</b> errors <b class="warning">▲</b> warnings</span>`}`)}`,
    implied > 0 && html`<button class="tool" data-action="lines" aria-pressed="${String(view.allLines)}">All ${edges.length} lines</button>`);
}

/** A module between the modules that use it and those that it needs. */
function moduleNeighbours(module, available) {
  const users = [...module.users], needs = [...module.needs], column = users.length > 0 ? 1 : 0;
  const sizes = pitches(Math.min(available, 300 * (column + 2)), column + (needs.length > 0 ? 2 : 1)), items = moduleItems(sizes, new Map());
  const edges = [...users.map(([user, link]) => [user, module, link, "user"]), ...needs.map(([needed, link]) => [module, needed, link, "need"])];
  const shown = new Map([[module, { ...items.get(module), layer: column, style: "chosen" }]]);
  for (const [user] of users) shown.set(user, { ...items.get(user), layer: 0, style: "user" });
  // Modules that need each other are on the left.
  for (const [needed] of needs) if (!shown.has(needed)) shown.set(needed, { ...items.get(needed), layer: column + 1, style: "need" });
  return columnsDrawing(`The modules around ${module.name}`, [...shown.values()], edges.map(([from, to, link, style]) => ({
    from: shown.get(from), to: shown.get(to), weight: link.uses.length + link.provided.length, style,
    title: `${from.name} → ${to.name}: ${linkText(link)}` })), sizes);
}

// MARK: Nodes

/** Some nodes, each to the right of those that need it, and the uses between them. */
function graphDrawing(label, shown, edges, available) {
  const isShown = new Set(shown), inside = edges.filter(edge => isShown.has(edge.user) && isShown.has(edge.needed));
  const ends = (key, other) => { const found = group(inside, edge => edge[key]); return node => (found.get(node) ?? []).map(edge => edge[other]); };
  const layer = layers(shown, ends("needed", "user"), ends("user", "needed"));
  const sizes = pitches(available, Math.max(0, ...layer.values()) + 1), items = new Map(shown.map(node => [node, single(node, "", layer.get(node))]));
  const lines = inside.map(edge => ({ from: items.get(edge.user), to: items.get(edge.needed), style: edge.style,
    title: `${edge.user.name} ${edge.verb ?? "needs"} ${edge.needed.name}` }));
  return columnsDrawing(label, [...items.values()], lines, sizes);
}

/** The injections and consumers of a small application. */
function wholeCard() {
  const shown = [...injections, ...consumers], title = "Injections and their users";
  const edges = uses.map(use => ({ user: use.user, needed: use.needed, style: styles[use.sign.name] }));
  return card(title, html`${drawn("graph", width => graphDrawing(title, shown, edges, width))}
    ${legend(html`${kindLegend(shown)} ${lineLegend}`)}`);
}

/** The new, changed and removed uses of a comparison, with their ends. */
function changedCard() {
  const isChanged = uses.filter(use => use.change), removed = nodes.flatMap(user => user.removed.map(needed => ({ user, needed })));
  const shown = unique([...nodes.filter(node => node.change && node.kind === "injection"),
    ...[...isChanged, ...removed].flatMap(edge => [edge.user, edge.needed])]);
  if (shown.length < 2 || shown.length > 60) return null;
  const edges = [...uses.map(use => ({ ...use, style: `${styles[use.sign.name]} ${use.change ? "added" : "implied"}`,
    verb: use.change === "new" ? "newly needs" : "needs" })), ...removed.map(edge => ({ ...edge, style: "removed", verb: "no longer needs" }))];
  const label = "The changed part of the graph";
  return card(label, html`${drawn("changed", width => graphDrawing(label, shown, edges, width))}
    ${legend(html`<span>${sample("solid added")} new or changed use</span> <span>${sample("removed")} removed use</span>
      <span>${sample("solid implied")} other use</span> <span>blue box: new or changed</span>`)}`);
}
