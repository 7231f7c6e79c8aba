// MARK: Search, with the terms and the orders that the tool writes

const search = find("#search"), input = find("#search input"), found = find("#found");
const candidate = (name, sign, note, href, i) => ({ name, terms: [name], sign, note, href, order: nodes.length + i });
const candidates = [
  ...nodes.map(node => ({ name: node.name, terms: node.terms, sign: sign(node), note: `${node.kind} in ${node.module}`, href: nodeLink(node),
    order: node.order })),
  ...[...modules.keys()].map((name, i) => candidate(name, "▤", "module", moduleLink(name), i)),
  ...tests.map((test, i) => candidate(test.title, "✓", `test in ${test.module}`, testLink(test), modules.size + i)),
  ...[...group(faults, fault => fault.rule)].map(([rule, some], i) =>
    candidate(rule, marks[worst(some)], count(some.length, "fault"), `#/faults/rule/${rule}`, modules.size + tests.length + i)),
];

const encoder = new TextEncoder();
const lastComponent = text => text.split(".").filter(Boolean).at(-1) ?? "";
const known = new Map();
/** A term and its last component in lower case, with their bytes. */
function prepared(term) {
  if (!known.has(term)) {
    const lower = term.toLowerCase(), words = [lower, lastComponent(lower)];
    known.set(term, { words, bytes: words.map(word => encoder.encode(word)) });
  }
  return known.get(term);
}

/** How well a term matches a text, as in NameSearch.swift: 0 is best, and Infinity is no match. */
function rank(term, text) {
  const { words, bytes } = prepared(term), most = Math.min(3, Math.floor(([...text].length + 1) / 4));
  if (words.includes(text)) return 0;
  if (words.some(word => word.startsWith(text))) return 1;
  if (words[0].includes(text)) return 2;
  const wanted = encoder.encode(text), isNear = word => Math.abs(word.length - wanted.length) <= most;
  const changes = Math.min(...bytes.filter(isNear).map(word => difference(word, wanted)));
  return changes <= most ? 2 + changes : Infinity;
}

/** The candidates that resemble a text or its last component: the best match first, then names before other terms. */
function nearest(query, among = candidates) {
  const text = query.toLowerCase(), component = /[:/]/.test(text) ? null : lastComponent(text);  // A place is searched as a whole.
  if ([...text].length > 200) return [];
  const match = term => ({ term, rank: Math.min(rank(term, text), component === null ? Infinity : rank(term, component) + 1) });
  const matches = among.map(candidate => ({ ...candidate, ...candidate.terms.map(match).sort(by(match => match.rank))[0] }));
  return matches.filter(found => found.rank < Infinity).sort(by(found => found.rank, found => found.term !== found.terms[0], found => found.order));
}

/** The Levenshtein distance. */
function difference(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (a[i] === b[j] ? 0 : 1)));
    row = next;
  }
  return row.at(-1);
}

// MARK: The list of results

const mostResults = 12;
let results = [], selected = 0, allResults = 0, focusBefore = null;

function searchAgain() {
  const query = input.value.trim(), all = query ? nearest(query) : [];
  allResults = all.length;
  results = all.slice(0, mostResults);
  selected = 0;
  showResults();
  if (query) announce(all.length ? `${count(all.length, "result")}: ${results[0].name}` : `Nothing is named ${query}`);
}
function showResults() {
  const isOpen = input.value.trim() !== "" && document.activeElement === input;
  search.classList.toggle("isOpen", isOpen);
  input.setAttribute("aria-expanded", isOpen && results.length > 0);
  input.setAttribute("aria-activedescendant", isOpen && results.length > 0 ? `result${selected}` : "");
  const row = ({ href, sign, name, term, note }, i) => html`<li role="option" id="result${i}" aria-selected="${String(i === selected)}"
    data-href="${href}"><span>${sign} ${breakable(name)}${term !== name && html` <small>by ${breakable(term)}</small>`}</span>
    <small>${note}</small></li>`;
  found.innerHTML = html`${results.map(row)}`;
  found.hidden = !isOpen || results.length === 0;
  const rest = allResults - results.length;
  find("#more").textContent = results.length === 0 ? `Nothing is named ${input.value.trim()}` : rest > 0 ? `and ${rest} more: type more letters` : "";
}
/** Closes the search, and follows a result or gives the focus back. */
function closeSearch(href) {
  input.value = "";
  searchAgain();
  if (href && href !== location.hash) {
    view.followed = null;
    remember();
    location.hash = href;
    return;
  }
  const before = focusBefore?.isConnected ? focusBefore : find("h1", main);
  before?.focus({ preventScroll: true });
}
input.addEventListener("input", searchAgain);
input.addEventListener("blur", showResults);
input.addEventListener("focus", event => {
  if (event.relatedTarget) focusBefore = event.relatedTarget;
  showResults();
});
input.addEventListener("keydown", event => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && results.length > 0) {
    event.preventDefault();
    selected = (selected + step + results.length) % results.length;
    showResults();
  }
  if (event.key === "Enter" && results.length > 0) closeSearch(results[selected].href);
  if (event.key === "Escape") closeSearch();
});
found.addEventListener("mousedown", event => {
  event.preventDefault();
  const result = event.target.closest("[data-href]");
  if (result) closeSearch(result.dataset.href);
});
