// MARK: The input, which `Page.swift` writes

const graph = JSON.parse(find("#graph").textContent);
const { nodes, uses, faults, tests, run, changes } = graph;
const kinds = { injection: ["●", "Injections"], implementation: ["◇", "Implementations"], model: ["◆", "Models"],
  view: ["▢", "Views"], code: ["›", "Other code"] };
const marks = { error: "✖", warning: "▲" };
/** The styles of lines, by the signs of uses. */
const styles = { build: "solid", possibleBuild: "perhaps", firstRead: "later", later: "later" };
const signs = new Map(graph.signs.map(sign => [sign.name, sign]));
const rules = new Map(graph.rules.map(rule => [rule.id, rule]));
const byName = new Map(nodes.map(node => [node.name, node]));

// MARK: Objects instead of positions

nodes.forEach((node, index) => Object.assign(node, { index, needs: [], users: [], faults: [], tests: [], removed: [] }));
for (const use of uses) {
  use.user = nodes[use.user];
  use.needed = nodes[use.needed];
  use.sign = signs.get(use.sign);
  use.user.needs.push(use);
  use.needed.users.push(use);
}
for (const fault of faults) {
  fault.nodes = unique(fault.nodes).map(index => nodes[index]);
  // A fault of a test is no fault of what the test replaces.
  if (!fault.test) for (const node of fault.nodes) node.faults.push(fault);
}
for (const test of tests) {
  test.title = test.name.slice(test.name.indexOf("/") + 1);
  for (const list of ["uses", "overrides", "provides", "permits"]) test[list] = test[list].map(index => nodes[index]);
  test.replaces = unique([...test.overrides, ...test.provides, ...test.permits]);
  test.faults = faults.filter(fault => fault.test === test.name);
  for (const node of new Set([...test.uses, ...test.replaces])) node.tests.push(test);
}
for (const [user, needed] of changes?.removedUses ?? []) nodes[user].removed.push(nodes[needed]);
for (const build of run?.builds ?? []) build.node = nodes[build.node];
const longestChain = graph.longestChain.map(index => nodes[index]);
const testsByName = new Map(tests.map(test => [test.name, test]));

// MARK: Kinds of nodes

const ofKind = (kind, list = nodes) => list.filter(node => node.kind === kind);
const isConsumer = node => !["injection", "implementation"].includes(node.kind);
const injections = ofKind("injection"), consumers = nodes.filter(isConsumer);
const built = injections.filter(node => node.usage);
/** Words such as "2 injections, 1 model, 3 others". */
function parts(list) {
  const counts = Object.keys(kinds).map(kind => [ofKind(kind, list).length, kind === "code" ? "other" : kind]);
  return counts.filter(([number]) => number > 0).map(([number, noun]) => count(number, noun)).join(", ");
}
/** The types that the factory of an injection builds. */
const implementations = node => node.kind === "injection" ? ofKind("implementation", node.needs.map(use => use.needed)) : [];
const changeCount = changes && sum(changes.sections, section => section.lines.length);
const changesOf = node => (changes?.sections ?? []).flatMap(({ title, lines }) =>
  lines.filter(line => line.node === node.index).map(line => ({ title, line })));

// MARK: Ways

/** The uses of an executable from each vertex, and to each vertex. A vertex is a node, or the end of ways at a node. */
const executables = graph.executables.map(({ name, uses }) => {
  const executable = { name, needs: new Map(), users: new Map() };
  const add = (map, from, to, isCertain) => map.set(from, [...(map.get(from) ?? []), { to, isCertain }]);
  for (const [user, needed, certain] of uses) {
    add(executable.needs, user, needed, certain === 1);
    add(executable.users, needed, user, certain === 1);
  }
  return executable;
});

/** Breadth-first search: the nodes on the shortest ways from a node in an executable, each with the step before. */
function shortestWays(start, direction, executable, isAllowed) {
  const first = { node: start, distance: 0 }, found = new Map([[start, first]]);
  const vertices = direction === "users" ? [start.index, start.index + nodes.length] : [start.index];
  const visited = new Map(vertices.map(vertex => [vertex, first]));
  for (const [vertex, before] of visited) {  // The loop also visits the vertices that are added during it.
    for (const use of executable[direction].get(vertex) ?? []) {
      if (visited.has(use.to) || !isAllowed(use)) continue;
      const step = { node: nodes[use.to % nodes.length], distance: before.distance + 1, before };
      visited.set(use.to, step);
      if (!found.has(step.node)) found.set(step.node, step);
    }
  }
  found.delete(start);
  return found;
}

/** The nodes that a node needs, or that need it, the nearest first, with the shortest way of all and the one to show. */
function reach(start, direction) {
  const search = isAllowed => executables.map(executable => shortestWays(start, direction, executable, isAllowed));
  const all = search(() => true), certain = search(use => use.isCertain);
  const nearest = (ways, node) => ways.map(found => found.get(node)).filter(Boolean).sort(by(step => step.distance))[0];
  const reached = unique(all.flatMap(found => [...found.keys()]));
  return reached.map(node => {
    const step = nearest(all, node), certainStep = nearest(certain, node);
    return { node, distance: step.distance, way: wayTo(step), shown: wayTo(certainStep ?? step), isCertain: Boolean(certainStep) };
  }).sort(by(found => found.distance));
}

/** The nodes of a way without its start. */
function wayTo(step) {
  const way = [];
  for (; step.before; step = step.before) way.unshift(step.node);
  return way;
}

// MARK: Modules

const modules = new Map(graph.modules.map(module => {
  const own = nodes.filter(node => node.module === module.name);
  const provided = nodes.filter(node => node.providers.some(provider => provider.module === module.name));
  return [module.name, { ...module, nodes: own, published: ofKind("injection", own), types: ofKind("implementation", own), provided,
    consumers: own.filter(isConsumer), faults: faults.filter(fault => fault.module === module.name && !fault.test),
    needs: new Map(), users: new Map() }];
}));
for (const { user, needed, uses: positions, provided } of graph.moduleLinks) {
  const link = { uses: positions.map(index => uses[index]), provided: provided.map(index => nodes[index]) };
  modules.get(user).needs.set(modules.get(needed), link);
  modules.get(needed).users.set(modules.get(user), link);
}
/** The modules with more than implementations. */
const shownModules = [...modules.values()].filter(module => module.provided.length > 0 || module.nodes.length > module.types.length);
/** Words such as "12 uses, provides 10". */
const linkText = ({ uses, provided }) =>
  [uses.length > 0 && count(uses.length, "use"), provided.length > 0 && `provides ${provided.length}`].filter(Boolean).join(", ");
