// MARK: Navigation by the hash, so that the back button and links work

const main = find("#main"), status = find("#status");
/** Lets a screen reader say a text. */
function announce(text) { status.textContent = text; }

/** The pages of the menu, by their paths. */
const pages = [changes && ["changes", `Changes (${changeCount})`], ["", "Overview"], ["list", "Browse"], ["faults", `Faults (${faults.length})`],
  tests.length > 0 && ["tests", "Tests"], run && ["run", "Run"]].filter(Boolean);

function missingPage(name) {
  const near = nearest(name).slice(0, 8);
  return ["Not found", html`<h1 tabindex="-1">Nothing is named ${breakable(name)}</h1>
    ${near.length > 0 && html`<p>Similar names:</p>`}<ul>${near.map(({ name, sign, href, note }) =>
      html`<li>${sign} <a href="${href}">${breakable(name)}</a> <small class="inline">${note}</small></li>`)}</ul>`];
}

/** The title and the content of the page for a path, such as node/Services.weather. */
function pageFor(path) {
  const [first, ...others] = path.split("/"), rest = others.join("/");
  switch (first) {
  case "": return overviewPage();
  case "node": return byName.has(rest) && nodePage(byName.get(rest));
  case "module": return modules.has(rest) && modulePage(modules.get(rest));
  case "test": return testsByName.has(rest) && testPage(testsByName.get(rest));
  case "list": return listPage(rest);
  case "tests": return testsPage();
  case "run": return runPage(rest);
  case "changes": return changes && changesPage();
  case "faults": return faultsPage(others[0], others.slice(1).join("/"));
  default: return byName.has(path) && nodePage(byName.get(path));
  }
}
const contentOf = path => pageFor(path) || missingPage(path.split("/").slice(1).join("/") || path);

/** Shows the page for a path with the choices of the view. */
function render(path) {
  tables.clear();
  drawings.clear();
  const [title, content] = contentOf(path), first = path.split("/")[0];
  const isCurrent = page => page === first && new Markup(`aria-current="page"`);
  document.title = [title, application].filter(Boolean).join(" – ");
  find("nav").innerHTML = html`${pages.map(([page, text]) => html`<a href="#/${page}" ${isCurrent(page)}>${text}</a>`)}`;
  main.innerHTML = content;
  redrawAll();
  updateGroups();
  findAll("[data-filtered]", main).forEach(applyFilter);
}
const currentPath = () => decoded(location.hash.slice(1)).replace(/^\//, "");

/** Shows the page of the address: as the reader left it, or from the top if it is a new one. The first page has no focus. */
function show(isFirst = false) {
  const isVisited = Boolean(history.state), path = currentPath();
  view = { ...newView(), ...history.state };
  announce("");
  if (document.activeElement !== input) input.value = "";
  render(path);
  if (isVisited) {
    scrollTo(0, view.y);
    if (!isFirst) (followed() ?? find("h1", main)).focus({ preventScroll: true });
  } else if (!isFirst || sectionOf(path)) {
    beginAt(sectionOf(path));
  }
  remember();
}
/** Begins at a section of the page, or at its top. */
function beginAt(section) {
  scrollTo(0, 0);
  find(section ? "h2" : "h1", section ?? main).focus({ preventScroll: true });
  section?.scrollIntoView();
}
/** The list of changes for a path, such as changes/New uses. */
const sectionOf = path => findAll("[data-section]", main).find(card => path === `changes/${card.dataset.section}`);

/** Keeps the choices of the reader in the entry of the history. */
function remember() {
  view.y = scrollY;
  history.replaceState(view, "");
}
/** The link that led to the next page, the same one of those with its address, or the box of a group that was opened. */
function followed() {
  if (!view.followed) return null;
  const { href, index, box } = view.followed;
  if (box) return find(`.box[data-key="${CSS.escape(box)}"]`, main);
  return findAll("a", main).filter(link => link.getAttribute("href") === href)[index];
}
function rememberLink(link) {
  const href = link.getAttribute("href"), index = findAll("a", main).filter(other => other.getAttribute("href") === href).indexOf(link);
  view.followed = index >= 0 ? { href, index } : null;
  remember();
}
