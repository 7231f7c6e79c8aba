// MARK: The first page. A page is its title and its content.

const application = graph.origin.executable ?? (graph.origin.executables.join(", ") || graph.origin.folder || "Injections");

/** The state that the page shows: the folder, the commit, the time and the tool. */
function originLine() {
  const { folder, commit, executable, date, version } = graph.origin;
  const time = date && `written ${date.slice(0, 16).replace("T", " ")} UTC`;
  const parts = [folder, commit && `commit ${commit}`, executable && `what ${executable} reaches`, time, `vial-graph ${version}`];
  return parts.filter(Boolean).join(" · ");
}

function overviewTiles() {
  const unused = injections.filter(node => node.unused);
  const inModules = `in ${count(unique(injections.map(node => node.module)).length, "module")}`;
  const implementationCount = parts(ofKind("implementation")), plural = (list, noun) => list.length === 1 ? noun : `${noun}s`;
  return tiles("Counts", html`
    ${tile(injections.length, plural(injections, "injection"),
      { href: "#/list/injection", note: [inModules, implementationCount].filter(Boolean).join(", ") })}
    ${tile(consumers.length, "models, views and other code",
      { href: consumers.length > 0 && `#/list/${consumers[0].kind}`, note: parts(consumers) })}
    ${tile(faults.length, plural(faults, "fault"), { href: "#/faults", note: severities(faults) || "none found" })}
    ${unused.length > 0 && tile(unused.length, "never used", { href: "#/list/unused", note: "no code needs them, or only tests do" })}
    ${tests.length > 0 && tile(tests.length, plural(tests, "test"), { href: "#/tests", note: "that reach or replace injections" })}
    ${changes && tile(changeCount, changeCount === 1 ? "change" : "changes", { href: "#/changes", note: "of injections, uses and faults" })}
    ${run && tile(duration(sum(built, node => node.usage.seconds)), "in factories",
      { href: "#/run", note: `the run built ${built.length} of ${injections.length}` })}`);
}

/** A line for each rule, errors first: the fault if it is the only one, otherwise the number and the sentence of the rule. */
function faultsCard() {
  const rows = [...group([...faults].sort(by(fault => fault.severity)), fault => fault.rule)].map(([rule, some]) => some.length === 1
    ? faultRow(some[0])
    : html`<li>${severity(worst(some), `${some.length} ×`)} <a href="#/faults/rule/${rule}">${rule}</a>
      <small class="remedy">${rules.get(rule).summary}</small></li>`);
  return card("Faults", list("faults", rows, "few"), html`<a href="#/faults">All ${faults.length}</a>`);
}

function providersCard() {
  const providing = [...modules.values()].filter(module => module.provided.length > 0).sort(by(module => -module.provided.length));
  const rows = providing.map(module => html`<li class="row"><span>${inModule(module.name)}</span><span class="number">${module.provided.length}</span>
    <small>${module.provided.slice(0, 4).map(node => html`${link(node)} &ensp;`)}${module.provided.length > 4
      && html`<a href="${moduleLink(module.name)}">and ${module.provided.length - 4} more</a>`}</small></li>`);
  return providing.length > 0 && card("Who provides what", list("providers", rows));
}

const breaksCard = () => card("Most breaks without", ranked(injections, node => node.certainDependents, node => html`${node.certainDependents}${
  node.dependents > node.certainDependents && html` <small>+ ${node.dependents - node.certainDependents} perhaps</small>`}`, 8));
const slowestCard = () => card("Slowest in this run", ranked(built, node => node.usage.seconds, node => duration(node.usage.seconds), 6),
  html`<a href="#/run">The run</a>`);
const chainCard = () => card("Longest chain of certain builds", html`<ol class="chain">${longestChain.map(node =>
  html`<li>${link(node)}</li> `)}</ol>`);

/** The cards of the overview in two columns of similar heights. */
function overviewCards() {
  const size = injections.length + consumers.length + uses.length, hasFaults = faults.length > 0;
  const slowest = run && slowestCard(), chain = longestChain.length > 1 && chainCard(), providers = providersCard();
  const map = shownModules.length > 0 && modulesCard(), below = hasFaults ? faultsCard() : chain;
  if (size > 0 && size <= 120) return [[map, wholeCard(), below], [breaksCard(), slowest, providers, hasFaults && chain]];
  return [[map, html`<div class="grid">${breaksCard()}${below}</div>`], [slowest, providers, hasFaults && chain]];
}

function overviewPage() {
  const old = graph.origin.oldFiles;
  return ["", html`<h1 tabindex="-1">${application}</h1><p><small>${originLine()}</small></p>
    ${old.length > 0 && html`<p>${marks.warning} ${count(old.length, "file")} changed after the last build or could not be read: ${
      old.slice(0, 3).join(", ")}${old.length > 3 && ", …"}</p>`}
    ${overviewTiles()}
    <div class="overview">${overviewCards().map(cards => html`<div class="stack">${cards}</div>`)}</div>`];
}
