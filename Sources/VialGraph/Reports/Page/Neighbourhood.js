// MARK: The drawing of a node, with what breaks without it to the left, and what it needs to the right

/** The number of boxes in a column, by the distance, above which the nodes of a module become one box. */
const most = distance => distance === 1 ? 24 : 10;

/** The box of several nodes of a module. */
function groupItem(found, key, style, layer) {
  const [{ node: { module }, distance }] = found, steps = distance === 1 ? "directly" : `in ${distance} steps`;
  const names = found.map(reached => reached.node.name);
  return { key, layer, rows: [module], height: 40, style: `group ${style}`, fault: worst(found.flatMap(reached => reached.node.faults)),
    note: [...group(found, reached => sign(reached.node))].map(([sign, some]) => `${sign} ${some.length}`).join("  "),
    label: `${module}, ${found.length} that ${style === "user" ? "break" : "are needed"} ${steps}: ${parts(found.map(reached => reached.node))}`,
    members: found.map(reached => reached.node.index), title: `${firstLines(names)}\nChoose it to show each.` };
}

/** The boxes around a node in columns by distance, by their keys, and the key of the box of each node. */
class Neighbourhood {
  constructor(node, users, needs, furthest) {
    this.furthest = furthest;
    const far = found => Math.min(furthest, Math.max(0, ...found.map(reached => reached.distance)));
    this.node = node;
    this.left = far(users);
    this.number = this.left + 1 + far(needs);
    this.items = new Map([[node.name, { ...single(node, "chosen", this.left), note: node.module, height: 46 }]]);
    this.keys = new Map([[node, node.name]]);
    this.shortcuts = [];
    this.add(users, "user");
    this.add(needs, "need");
    // The removed uses of the node lead to the right, too.
    for (const needed of node.removed) if (!this.keys.has(needed)) this.addSingle(needed, "need", this.left + 1);
    this.number = Math.max(this.number, ...[...this.items.values()].map(item => item.layer + 1));
  }
  addSingle(node, style, layer) {
    this.items.set(node.name, single(node, style, layer));
    this.keys.set(node, node.name);
  }
  add(found, style) {
    const columns = group(found.filter(reached => !this.keys.has(reached.node)), reached => Math.min(this.furthest, reached.distance));
    for (const [distance, column] of columns) {
      const layer = style === "user" ? this.left - distance : this.left + distance;
      for (const [module, some] of group(column, reached => reached.node.module)) {
        const key = `${style} ${distance} ${module}`, isGroup = column.length > most(distance) && some.length > 1 && !view.groups.includes(key);
        if (isGroup) this.items.set(key, groupItem(some, key, style, layer));
        for (const reached of some) {
          if (isGroup) this.keys.set(reached.node, key); else this.addSingle(reached.node, style, layer);
          this.addShortcut(reached, style);
        }
      }
    }
  }
  /** A node that is further than the last column is connected with the nearest one of its way. */
  addShortcut({ node, distance, way }, style) {
    if (distance <= this.furthest) return;
    const before = way[this.furthest - 2];
    this.shortcuts.push(style === "user" ? [node, before] : [before, node]);
  }
  /** The lines between neighbouring columns. The line of a group has the most certain style. */
  edges() {
    const edges = new Map(), strength = ["solid", "perhaps", "later", "through", "removed"];
    const add = (user, needed, style, change) => {
      const [from, to] = [user, needed].map(node => this.items.get(this.keys.get(node)));
      if (!from || !to || to.layer - from.layer !== 1) return;
      const key = `${from.key}\n${to.key}`, edge = edges.get(key) ?? { from, to, uses: [], best: style };
      if (strength.indexOf(style) < strength.indexOf(edge.best)) edge.best = style;
      const words = { through: "indirectly needs", removed: "no longer needs" }[style] ?? (change === "new" ? "newly needs" : "needs");
      edge.uses.push(`${user.name} ${words} ${needed.name}`);
      edge.change = edge.change ?? change;
      edges.set(key, edge);
    };
    for (const user of this.keys.keys()) {
      for (const use of user.needs) add(user, use.needed, styles[use.sign.name], use.change);
      for (const needed of user.removed) add(user, needed, "removed");
    }
    for (const [user, needed] of this.shortcuts) add(user, needed, "through");
    return [...edges.values()].map(edge => ({ ...edge, weight: edge.uses.length, title: firstLines(edge.uses),
      style: `${edge.from.layer < this.left ? "user" : "need"} ${edge.best} ${edge.change ? "added" : ""}` }));
  }
  headings({ pitch }) {
    return [...Array(this.number).keys()].filter(i => i !== this.left).map(i => {
      const distance = Math.abs(i - this.left), more = distance < this.furthest ? "" : pitch < 150 ? "+" : " or more";
      const steps = distance === 1 ? "directly" : `${distance}${more} steps`;
      const text = i < this.left ? `← breaks, ${steps}` : `needs, ${steps} →`;
      return html`<text class="note" x="${i * pitch}" y="-10">${text}</text>`;
    });
  }
}

function neighbourhoodDrawing(node, users, needs, available) {
  const neighbourhood = new Neighbourhood(node, users, needs, available > 1150 ? 3 : 2);
  const sizes = pitches(available, neighbourhood.number), label = `What ${node.name} needs, and what breaks without it`;
  return columnsDrawing(label, [...neighbourhood.items.values()], neighbourhood.edges(), sizes, neighbourhood.headings(sizes));
}
function neighbourhoodCard(node, users, needs) {
  const shown = [node, ...users.map(reached => reached.node), ...needs.map(reached => reached.node)];
  const isFar = [...users, ...needs].some(reached => reached.distance > 2), isChanged = shown.some(other => other.removed.length > 0
    || other.needs.some(use => use.change));
  return card("Neighbourhood", html`${drawn("neighbourhood", width => neighbourhoodDrawing(node, users, needs, width))}
    ${legend(html`<span>${sample("user solid")} breaks</span> <span>${sample("need solid")} needs</span> ${lineLegend}
      ${isFar && html`<span>${sample("through")} through others</span>`}
      ${isChanged && html`<span>${sample("added solid")} new</span> <span>${sample("removed")} removed</span>`}
      <span>the wider, the more uses</span><br>${kindLegend(shown)}`)}`,
    html`<button class="tool" data-action="close" hidden>Group again</button>`);
}
