// MARK: The first page. A page is its title and its content.

const application = graph.origin.executable ?? (graph.origin.executables.join(", ") || graph.origin.folder || "Injections");

/** The state that the page shows: the folder, the commit, the time and the tool. */
function originLine() {
  const { folder, commit, executable, date, version } = graph.origin;
  return [folder, commit && `commit ${commit}`, executable && `what ${executable} reaches`, date && `written ${date.slice(0, 16).replace("T", " ")} UTC`,
    `vial-graph ${version}`].filter(Boolean).join(" · ");
}

function overviewTiles() {
  const inModules = `in ${count(unique(injections.map(node => node.module)).length, "module")}`;
  return tiles("Counts", html`
    ${tile(injections.length, "injections", { href: "#/list/injection", note: [inModules, parts(ofKind("implementation"))].filter(Boolean).join(", ") })}
    ${tile(consumers.length, "models, views and other code", { href: consumers.length > 0 && `#/list/${consumers[0].kind}`, note: parts(consumers) })}
    ${tile(faults.length, faults.length === 1 ? "fault" : "faults", { href: "#/faults", note: severities(faults) || "none found" })}
    ${tests.length > 0 && tile(tests.length, tests.length === 1 ? "test" : "tests", { href: "#/tests", note: "that reach or replace injections" })}
    ${changes && tile(changeCount, changeCount === 1 ? "change" : "changes", { href: "#/changes", note: "of injections, uses and faults" })}
    ${run && tile(duration(sum(built, node => node.usage.seconds)), "in factories", { href: "#/run", note: `the run built ${built.length} of ${injections.length}` })}`);
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

function overviewPage() {
  const breakCard = card("Most breaks without", ranked(injections, node => node.certainDependents, node => html`${node.certainDependents}${
    node.dependents > node.certainDependents && html` <small>+ ${node.dependents - node.certainDependents} perhaps</small>`}`, 8));
  const slowest = run && card("Slowest in this run", ranked(built, node => node.usage.seconds, node => duration(node.usage.seconds), 6),
    html`<a href="#/run">The run</a>`);
  const chain = longestChain.length > 1 && card("Longest chain of certain builds", html`<ol class="chain">${longestChain.map(node =>
    html`<li>${link(node)}</li> `)}</ol>`);
  const old = graph.origin.oldFiles, isSmall = injections.length + consumers.length <= 90;
  return ["", html`<h1 tabindex="-1">${application}</h1><p><small>${originLine()}</small></p>
    ${old.length > 0 && html`<p>${marks.warning} ${count(old.length, "file")} changed after the last build or could not be read: ${
      old.slice(0, 3).join(", ")}${old.length > 3 && ", …"}</p>`}
    ${overviewTiles()}
    <div class="overview"><div class="stack">${modulesCard()}${isSmall && wholeCard()}
      <div class="grid">${breakCard}${faults.length > 0 && faultsCard()}</div></div>
    <div class="stack">${slowest}${providersCard()}${chain}</div></div>`];
}
