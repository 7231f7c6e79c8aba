// MARK: The page of a node

/** The uses along a way from a user to what it needs, such as "→ B ⇢ A → Needs.api". The middle of a long way is left out. */
function hops(way) {
  const hop = i => `${way[i - 1].needs.find(use => use.needed === way[i]).sign.arrow} ${way[i].name}`;
  const steps = [...way.keys()].slice(1);
  if (steps.length <= 8) return steps.map(hop).join(" ");
  return [...steps.slice(0, 4).map(hop), "…", ...steps.slice(-3).map(hop)].join(" ");
}

/** How a node needs the other one, or the way on which it does. The way is in the direction of needs. */
function reachedNote(reached, start, direction) {
  const isUser = direction === "users", way = isUser ? [...reached.shown.toReversed(), start] : [start, ...reached.shown];
  const use = (isUser ? start.users : start.needs).find(use => (isUser ? use.user : use.needed) === reached.node);
  if (!use) return html`${count(reached.shown.length, "step")}: ${breakable(hops(way))}${!reached.isCertain && "; perhaps"}`;
  const by = use.readBy ? `, read by ${use.readBy}` : use.through.length ? `, through ${use.through.join(", ")}` : "";
  const perhaps = use.isCertain || use.sign.name === "possibleBuild" ? "" : ", perhaps";
  const certain = reached.isCertain && !use.isCertain ? `; certainly ${hops(way)}` : "";
  const change = use.change && html`<span class="change">${use.change} use</span> `;
  return html`${change}${use.sign.arrow} ${use.sign.words}${perhaps}${breakable(by)}${breakable(certain)}`;
}

/** The nodes that were reached, by kind and module, nearest first. */
function reachedCard(title, start, found, direction) {
  const sorted = [...found].sort(by(reached => reached.node.module, reached => reached.distance, reached => reached.node.name));
  const byKind = Object.keys(kinds).map(kind => [kind, sorted.filter(reached => reached.node.kind === kind)]).filter(([, some]) => some.length > 0);
  const chosen = byKind.some(([kind]) => kind === view.kinds[direction]) ? view.kinds[direction] : "all";
  const chip = (kind, text) => html`<button data-action="kind" data-direction="${direction}" data-kind="${kind}"
    aria-pressed="${String(kind === chosen)}">${text}</button>`;
  const chips = byKind.length > 1 && html`<div class="chips tool" role="group" aria-label="Kinds to show">${chip("all", `All ${found.length}`)}${
    byKind.map(([kind, some]) => chip(kind, `${kinds[kind].join(" ")} ${some.length}`))}</div>`;
  const row = reached => html`<li data-row="${nodeText(reached.node)}" data-node="${reached.node.index}">${link(reached.node)} ${
    badge(reached.node)}<small>${reachedNote(reached, start, direction)}</small></li>`;
  const modulesOf = (kind, some) => [...group(some, reached => reached.node.module)].map(([name, rows]) => html`<div data-group>
    <h4>${inModule(name)}${rows.length > 1 && ` (${rows.length})`}</h4>${list(`${direction} ${kind} ${name}`, rows.map(row))}</div>`);
  const lists = byKind.filter(([kind]) => ["all", kind].includes(chosen)).map(([kind, some]) => html`<div data-group>
    <h3>${kinds[kind].join(" ")} (${some.length})</h3>${modulesOf(kind, some)}</div>`);
  return card(title, html`${chips}<div class="kinds">${lists}</div>
    ${legend(graph.signs.map(({ arrow, words }) => html`<span>${arrow} ${words}</span> `))}`,
  found.length > 8 && filter(direction, direction === "users" ? "what breaks" : "what is needed"), html`${filtered(direction)} data-card="${direction}"`);
}
function reachedTitle(node, direction) {
  if (direction === "needs") return html`What ${breakable(node.name)} needs`;
  return html`${node.kind === "injection" ? "Breaks without" : "Depends on"} ${breakable(node.name)}`;
}

/** The tests that replace an injection, or reach it. */
function testsCard(node) {
  const row = test => html`<li data-row="${testText(test)}"><a href="${testLink(test)}">${breakable(test.title)}</a>
    ${test.faults.length > 0 && severity(worst(test.faults))}<small>${copy(test.place)}</small></li>`;
  const part = (title, isPart) => {
    const some = node.tests.filter(isPart);
    return some.length > 0 && html`<div data-group><h3>${title} (${some.length})</h3>${list(title, some.map(row))}</div>`;
  };
  const content = html`<div class="kinds">${part("Override it", test => test.overrides.includes(node))}
    ${part("Provide it", test => test.provides.includes(node))}
    ${part("Permit its live implementation", test => test.permits.includes(node))}
    ${part("Reach it without replacing it", test => !test.replaces.includes(node))}</div>`;
  return node.tests.length > 0 && card("Tests", content, node.tests.length > 8 && filter("tests", "Tests"), filtered("tests"));
}

function nodeTiles(node, users, needs) {
  const isInjection = node.kind === "injection", certain = users.filter(reached => reached.isCertain).length;
  const spread = shownModules.filter(module => users.some(reached => reached.node.module === module.name)).length;
  const needed = ofKind("injection", needs.map(reached => reached.node)), ran = needed.filter(other => other.usage);
  const words = found => parts(found.map(reached => reached.node));
  const verb = (number, word) => number === 1 ? `${word}s` : word;
  const broken = [tile(users.length, isInjection ? `${verb(users.length, "break")} without it` : `${verb(users.length, "depend")} on it`, { note: words(users) || "nothing uses it" }),
    users.length > 0 && [tile(node.users.length, `${verb(node.users.length, "break")} directly`, { note: `${users.length - node.users.length} indirectly` }),
      tile(certain, `certainly ${verb(certain, "break")}`, { note: `${users.length - certain} perhaps` }),
      tile(`${spread} of ${shownModules.length}`, spread === 1 ? "modules breaks" : "modules break")]];
  const needing = [tile(needs.length, needs.length === 1 ? "is needed by it" : "are needed by it", { note: words(needs) }),
    run && needed.length > 0 && tile(`${ran.length} of ${needed.length}`, "needed injections were built",
      { note: ran.length > 0 && `${duration(sum(ran, other => other.usage.seconds))} in this run` })];
  return tiles("Counts", isInjection ? [broken, needing] : [needing, broken]);
}

function runLine({ kind, usage }) {
  if (!run || kind !== "injection") return null;
  if (!usage) return html`<p><a href="#/run">Recorded run</a>: never built</p>`;
  return html`<p><a href="#/run">Recorded run</a>: built ${count(usage.builds, "time")}, reused ${usage.reuses},
    ${duration(usage.seconds)} itself, ${duration(usage.secondsWithNeeds)} with needs${
    usage.originals > 0 && `, the original ${count(usage.originals, "time")} in ${duration(usage.secondsOfOriginals)}`}${
    usage.requester !== undefined && html`, first for ${link(nodes[usage.requester])}`}</p>`;
}

/** The lines of a comparison that are about a node. */
function changesList(node) {
  const rows = changesOf(node).map(({ title, line }) => html`<li><span class="change">${title.replace(/s$/, "").toLowerCase()}</span> ${
    pieces(line.pieces, title)}</li>`);
  return rows.length > 0 && list("changes", rows, "few");
}

function nodeFacts(node) {
  return html`<p>${breakable(node.type)} <span class="faint">${node.strategy}</span> ${copy(node.place)}</p>
    <div class="facts">${placesByModule("Provided by", node.providers)}${placesByModule("Overridden by", node.overriders)}
    ${implementations(node).map(type => html`<p>Builds ${link(type)} ${copy(type.place)}</p>`)}</div>
    ${node.strategy === "required" && node.providers.length === 0 && html`<p>${marks.warning} ${
      node.tests.some(test => test.provides.includes(node)) ? "Only tests provide it." : "No known code provides it."}</p>`}
    ${node.unused && html`<p>${severity("warning", "never used")}: ${linked(node.unused)}</p>`}
    ${runLine(node)}${changesList(node)}${faultLists("faults", node.faults)}`;
}

function nodePage(node) {
  const users = reach(node, "users"), needs = reach(node, "needs");
  const cards = [["users", users], ["needs", needs]].filter(([, found]) => found.length > 0).map(([direction, found]) =>
    reachedCard(reachedTitle(node, direction), node, found, direction));
  return [node.name, html`<p><small>${inModule(node.module)} · ${node.kind}</small></p>
    <h1 tabindex="-1">${sign(node)} ${breakable(node.name)} ${node.change && html`<span class="change">${node.change}</span>`}</h1>
    ${nodeFacts(node)}${nodeTiles(node, users, needs)}
    <div class="stack">${neighbourhoodCard(node, users, needs)}${node.kind === "injection" ? cards : cards.reverse()}${testsCard(node)}</div>`];
}
