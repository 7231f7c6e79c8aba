// MARK: The page of a module

function modulePage(module) {
  const neighbours = (title, links) => links.size > 0 && card(title, list(title, [...links]
    .sort(by(([, link]) => -link.uses.length - link.provided.length)).map(([other, link]) => html`<li class="row"><span>${inModule(other.name)}</span>
      <span class="number">${linkText(link)}</span><div class="flow">${list(`${title} ${other.name}`, linkedNodes(link), "few")}</div></li>`)));
  const { name, strategy, kind, needs, users, dependents, place, userModules } = columns;
  const nodeTable = (title, rows, shown, initial) => rows.length > 0 && tableCard(title, `${title} ${module.name}`, rows, shown, initial);
  return [module.name, html`<p><small>module</small></p><h1 tabindex="-1">${breakable(module.name)}</h1>
    <p class="faint">${parts(module.nodes) || "no injections of its own"}${module.isExecutable && ", an executable"}${
      module.isInterface && ", an interface that other modules provide"}</p>
    <div class="stack">${module.users.size + module.needs.size > 0 && card("Neighbours",
      drawn("neighbours", width => moduleNeighbours(module, width)), html`<small>users ← → needs</small>`)}
    <div class="grid">${neighbours("Used by", module.users)}${neighbours("Needs", module.needs)}</div>
    ${module.faults.length > 0 && card(`Faults (${module.faults.length})`, faultLists("faults", [...module.faults].sort(by(fault => fault.severity))),
      html`<a href="#/faults/module/${encodeURIComponent(module.name)}">By rule</a>`)}
    ${nodeTable("Provides for other modules", module.provided.filter(node => node.module !== module.name), [name, columns.module, needs, users, dependents, ...runColumns], -5)}
    ${nodeTable("Injections", module.published, [name, strategy, needs, users, userModules, dependents, ...runColumns, place], -6)}
    ${nodeTable("Models, views and other code", module.consumers, [name, kind, needs, users, dependents, place], 1)}
    ${nodeTable("Implementations", module.types, [name, needs, users, dependents, place], 1)}</div>`];
}
/** The nodes that a module needs of another one, the most frequent first, and those that it provides. */
function linkedNodes({ uses, provided }) {
  const needed = [...group(uses, use => use.needed)].sort(by(([, some]) => -some.length)).map(([node, some]) =>
    html`<li>${link(node)} ${some.length > 1 && html`<small class="inline">${some.length}×</small>`}</li>`);
  const others = provided.filter(node => !uses.some(use => use.needed === node));
  return [...needed, ...others.map(node => html`<li>${link(node)} <small class="inline">provides</small></li>`)];
}

// MARK: Lists of nodes and tests

function listPage(chosen) {
  const lists = Object.fromEntries(Object.entries(kinds).map(([kind, [, title]]) => [kind, [title.toLowerCase(), ofKind(kind)]]));
  lists.unused = ["never used injections", injections.filter(node => node.unused)];
  if (chosen && !lists[chosen]) return null;
  const key = chosen || "injection", [title, rows] = lists[key];
  const { name, module, type, strategy, reason, needs, users, dependents, place } = columns;
  const shown = { injection: [name, module, type, strategy, needs, users, dependents, ...runColumns, place],
    unused: [name, module, reason, type, strategy, place] };
  const choices = Object.entries(lists).filter(([other, [, all]]) => all.length > 0 || other === key);
  return ["Browse", html`<h1 tabindex="-1">Browse</h1>
    ${tiles("Lists", choices.map(([other, [title, all]]) => tile(all.length, title, { href: `#/list/${other}`, isCurrent: other === key })))}
    <div class="stack">${tableCard(`${rows.length} ${title}`, key, rows, shown[key] ?? [name, module, needs, users, dependents, place],
      key === "injection" ? -7 : 1)}</div>`];
}

function testsPage() {
  const row = test => html`<li data-row="${testText(test)}"><a href="${testLink(test)}">${breakable(test.title)}</a> ${
    test.faults.length > 0 && severity(worst(test.faults))}<small>${copy(test.place)}</small></li>`;
  return ["Tests", html`<h1 tabindex="-1">${count(tests.length, "test")}</h1><p class="faint">The tests that reach or replace an injection.</p>
    <div class="stack">${card("By module", html`<div class="kinds">${[...group(tests, test => test.module)].map(([module, some]) =>
      html`<div data-group><h3>${module} (${some.length})</h3>${list(module, some.map(row), "many")}</div>`)}</div>`,
    filter("all tests", "Tests"), filtered("all tests"))}</div>`];
}

function testPage(test) {
  const part = (title, some) => some.length > 0 && html`<div><h3>${title} (${some.length})</h3>${list(title, some.map(node =>
    html`<li>${link(node)} <small class="inline">${node.module}</small></li>`), "many")}</div>`;
  const reached = test.uses.filter(node => !test.replaces.includes(node));
  return [test.title, html`<p><small>${test.module} · test</small></p><h1 tabindex="-1">${breakable(test.title)}</h1><p>${copy(test.place)}</p>
    <ul>${test.faults.map(fault => faultRow(fault, false, true))}</ul>
    <div class="stack">${card("Injections", html`<div class="kinds">${part("Overridden", test.overrides)}${part("Provided", test.provides)}
      ${part("Live implementation permitted", test.permits)}${part("Reached and not replaced", reached)}</div>`)}</div>`];
}

// MARK: Faults

/** The properties by which faults are chosen, and the words before a value in a heading. */
const facets = { severity: [fault => fault.severity, "of severity"], rule: [fault => fault.rule, "of rule"], module: [fault => fault.module, "in"] };

/** Tiles for all faults, the severities and the modules with the most faults. */
function faultTiles(facet, value) {
  const choice = (key, name, some, text) => tile(some.length, text, { href: `#/faults/${key}/${encodeURIComponent(name)}`,
    note: key === "module" && severities(some), isCurrent: facet === key && value === name });
  const bySeverity = [...group(faults, fault => fault.severity)].sort(by(([name]) => name));
  const byModule = [...group(faults, fault => fault.module)].sort(by(([, some]) => -some.length));
  return tiles("Faults", html`${tile(faults.length, "all", { href: "#/faults", isCurrent: !facet })}
    ${bySeverity.map(([name, some]) => choice("severity", name, some, `${name}s`))}
    ${byModule.map(([name, some]) => choice("module", name, some, breakable(name)))}`);
}

/** All faults, or those with a value of a facet. */
function faultsPage(facet, value) {
  if (facet && !facets[facet]) return null;
  const shown = facet ? faults.filter(fault => facets[facet][0](fault) === value) : faults;
  if (facet && shown.length === 0) return null;
  const heading = facet ? `${count(shown.length, "fault")} ${facets[facet][1]} ${value}` : count(faults.length, "fault");
  const byRule = [...group([...shown].sort(by(fault => fault.severity)), fault => fault.rule)];
  return ["Faults", html`<h1 tabindex="-1">${heading}</h1><p class="faint">${faults.length ? "Choose a place to copy it." : "None was found."}</p>
    ${faults.length > 0 && faultTiles(facet, value)}
    <div ${filtered("faults")}>${shown.length > 8 && html`<p>${filter("faults", "Faults")}</p>`}
    <div class="stack">${byRule.map(ruleCard)}</div></div>`];
}

/** The faults of a rule, by their remedies. */
function ruleCard([rule, some]) {
  const byRemedy = [...group(some, fault => `${fault.severity} ${fault.remedy}`).values()].sort(by(([fault]) => fault.severity, all => -all.length));
  const part = (all, i) => html`<div data-group class="indented"><h3>${severity(all[0].severity, count(all.length, all[0].severity))} ${
    all[0].remedy && linked(all[0].remedy)}</h3>
    ${list(`${rule} ${i}`, all.map(fault => faultRow(fault, true)), "many")}</div>`;
  return card(html`${rule} (${some.length})`, html`<p class="faint">${rules.get(rule).summary}</p>${byRemedy.map(part)}`, null, html`data-group`);
}

// MARK: Changes

/** The pieces of a line, where a fixed fault is no error any more. */
function pieces(all, title) {
  // The name of a removed node can end with the name of another one.
  const exact = text => byName.has(text) ? html`<a href="${nodeLink(byName.get(text))}">${breakable(text)}</a>` : breakable(text);
  const message = title === "Fixed faults" ? breakable : linked;
  const show = { words: text => text, message, place: copy, name: text => html`<code>${exact(text)}</code>`,
    severity: text => title === "Fixed faults" ? html`<span class="fixed">✓ fixed ${text}</span>` : severity(text) };
  return html`<span class="pieces">${all.map(({ text, style }) => show[style](text))}</span>`;
}

/** Lines of which those about several uses of a node are below the node. */
function changeRows({ title, lines }) {
  const row = line => html`<li>${pieces(line.pieces, title)}</li>`;
  return [...group(lines, line => line.pieces[1]?.text === " → " ? line.pieces[0].text : line)].flatMap(([user, some]) => some.length < 3
    ? some.map(row)
    : html`<li>${pieces([some[0].pieces[0]])} <small class="inline">${some.length}</small><ul class="inner">${some.map(line =>
      html`<li>${pieces(line.pieces.slice(1), title)}</li>`)}</ul></li>`);
}

function changesPage() {
  const { sections } = changes;
  return ["Changes", html`<h1 tabindex="-1">${sections.length ? count(changeCount, "change") : "Nothing changed"}</h1>
    <p><small>${originLine()}</small></p>
    ${tiles("Changes", sections.map(({ title, lines }) =>
      tile(lines.length, title.toLowerCase(), { href: `#/changes/${encodeURIComponent(title)}` })))}
    <div class="stack">${sections.map(section => card(`${section.title} (${section.lines.length})`, list(section.title, changeRows(section), "many"),
      null, html`data-section="${section.title}"`))}${changedCard()}</div>`];
}

// MARK: The run

const firstOnes = (list, text) => list.slice(0, 3).map(text).join(", ") + (list.length > 3 ? ", …" : "");

/** The lists of the run: its nodes, its title, a note, and the column that sorts it. */
function runLists() {
  const isOnDemand = node => node.strategy === ".onDemand";
  const again = built.filter(node => node.usage.builds > node.usage.keys).sort(by(isOnDemand, node => -node.usage.builds));
  const never = injections.filter(node => !node.usage), onDemand = again.filter(isOnDemand).length;
  const idle = [...modules.values()].filter(({ published }) => published.length > 0 && published.every(node => !node.usage));
  const repeated = firstOnes(again, node => `${node.name} ${node.usage.builds}×`);
  return { built: [built, "built", "slowest first", -2],
    again: [again, "built again", onDemand > 0 ? `${repeated}; ${onDemand} .onDemand, by design` : repeated, -5],
    never: [never, "never built", idle.length > 0 && `all of ${firstOnes(idle, module => module.name)}`, 2] };
}

function runColumnsOf(key, most) {
  const { name, module, strategy, users, dependents, place, self, built } = columns;
  if (key === "never") return [name, module, strategy, users, dependents, place];
  return [name, self, text("Share", node => node.usage.seconds, node => meter(node.usage.seconds / (most || 1)), "Compared with the slowest one"),
    number("With needs", node => node.usage.secondsWithNeeds, node => duration(node.usage.secondsWithNeeds),
      "The time of its builds with the builds of its needs"),
    built, number("Reused", node => node.usage.reuses, node => `${node.usage.reuses}×`, "Resolved without a build"), strategy, module,
    text("First for", node => nodes[node.usage.requester]?.name ?? "", node => node.usage.requester === undefined
      ? html`<small>code outside of the graph</small>` : link(nodes[node.usage.requester]), "The node that asked for the first build")];
}

function runPage(chosen) {
  if (!run) return ["Run", html`<h1 tabindex="-1">No run was recorded</h1><p>With <code>--run profile.json</code>, an encoded
    <code>InjectionProfile</code>, this page shows what was built, what was slow, what was never built, and what was built again.</p>`];
  const lists = runLists();
  if (chosen && !lists[chosen]) return null;
  const key = chosen || "built", [rows, words, , sorting] = lists[key], slowest = [...built].sort(by(node => -node.usage.seconds)).slice(0, 3);
  const total = sum(built, node => node.usage.seconds), share = Math.round(sum(slowest, node => node.usage.seconds) / (total || 1) * 100);
  return ["Run", html`<h1 tabindex="-1">Recorded run</h1>${run.unmatched.length > 0
      && html`<p>${marks.warning} In the profile, but not one injection of the graph: ${run.unmatched.join("; ")}</p>`}
    ${tiles("Counts", html`${tile(duration(total), "in factories",
      { note: built.length ? `${share} % in ${firstOnes(slowest, node => node.name)}` : "no build of the profile is in the graph" })}
      ${Object.entries(lists).map(([other, [all, title, note]]) =>
        tile(all.length, title, { href: `#/run/${other}`, note, isCurrent: other === key }))}
      ${tile(sum(built, node => node.usage.reuses).toLocaleString("en"), "reused", { note: "resolved without a build" })}`)}
    <div class="stack">${run.builds.length > 0 && timelineCard()}
      ${tableCard(`${rows.length} ${words}`, `run ${key}`, rows, runColumnsOf(key, slowest[0]?.usage.seconds), sorting)}</div>`];
}
