"""Replaces the placeholders of the site's templates: {{list:modules}}, {{code:file|first line}}, {{row:operation|cell}}.

Code comes from the steps of the tutorial, which are compiled, and figures from the tables of Docs/Benchmarks.md.
"""

import html
import re
import sys
from pathlib import Path

import guides

ROOT = Path(__file__).resolve().parent.parent.parent
TUTORIALS = ROOT / "Sources" / "Vial" / "Vial.docc" / "Tutorials"

KEYWORDS = "import|extension|static|let|var|func|final|class|struct|protocol|enum|case|return|self|any|init"
TOKEN = re.compile(
    rf'(?P<string>"[^"]*")|(?P<comment>//.*)|(?P<attribute>[@#]\w+)|\b(?P<keyword>{KEYWORDS})\b'
    r"|\b(?P<type>[A-Z]\w*)\b|\b(?P<number>\d+)\b"
)


def fill(template: Path, modules: list[str]) -> str:
    def replaced(match: re.Match[str]) -> str:
        kind, argument = match.groups()
        if kind == "code":
            return code(*argument.partition("|")[::2])
        if kind == "row":
            return row(*argument.partition("|")[::2])
        return lists(argument, modules)

    return re.sub(r"\{\{(code|row|list):([^}]+)\}\}", replaced, template.read_text(encoding="utf-8"))


def code(name: str, start: str) -> str:
    """Returns a step of the tutorial from the line that begins with `start`, with its syntax highlighted."""
    lines = (TUTORIALS / "Steps" / name).read_text(encoding="utf-8").rstrip().splitlines()
    first = next((n for n, line in enumerate(lines) if line.startswith(start)), None)
    if first is None:
        sys.exit(f"The first page shows {name} from a line that begins with `{start}`, but there is none.")

    def marked(match: re.Match[str]) -> str:
        return f'<span class="{match.lastgroup}">{html.escape(match.group(0), quote=False)}</span>'

    def plain(words: str) -> str:  # with opportunities for line breaks on narrow screens
        return html.escape(words, quote=False).replace(".", "<wbr>.").replace("(", "(<wbr>")

    output = ""
    for line in lines[first:]:
        indent, end = len(line) - len(line.lstrip()), 0
        output += f'<span class="line" style="--indent: {indent}ch">'
        for match in TOKEN.finditer(line):
            output += plain(line[end : match.start()]) + marked(match)
            end = match.end()
        output += f"{plain(line[end:])}\n</span>"
    return f"<pre><code>{output}</code></pre>"


def row(operation: str, cell: str) -> str:
    """Returns a cell of the first row with this operation; the cell of the operation has the index 0."""
    for line in (ROOT / "Docs" / "Benchmarks.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == operation:
            return html.escape(cells[int(cell)])
    sys.exit(f"Docs/Benchmarks.md has no row `{operation}`.")


def lists(name: str, modules: list[str]) -> str:
    if name == "modules":
        return items((f"documentation/{module.lower()}/", module, "") for module in modules)
    if name == "tutorials":
        contents = (TUTORIALS / "Departures.tutorial").read_text(encoding="utf-8")
        files = re.findall(r'tutorial: "doc:(\w+)"', contents)
        return items((f"tutorials/vial/{file.lower()}/", tutorial_title(file), "") for file in files)
    if name == "articles":
        files = [(module, path) for module in modules for path in articles(module)]
        return items(
            (f"documentation/{module}/{path.stem}/".lower(), *guides.title_and_abstract(path))
            for module, path in files
        )
    if name in ("guides", "migrating"):
        pages = guides.pages()
        found = [
            guide
            for title, group in guides.groups().items()
            for guide in group
            if (title == "Come from another system") == (name == "migrating")
        ]
        return items(
            (f"documentation/guides/{guide.lower()}/", *guides.title_and_abstract(pages[guide]))
            for guide in found
        )
    sys.exit(f"There is no list `{name}`.")


def articles(module: str) -> list[Path]:
    """Returns the articles of a module in the order of its page."""
    catalogue = ROOT / "Sources" / module / f"{module}.docc"
    page = catalogue / f"{module}.md"
    order = re.findall(r"<doc:(\w+)>", page.read_text(encoding="utf-8")) if page.exists() else []
    found = {path.stem: path for path in sorted((catalogue / "Articles").glob("*.md"))}
    return sorted(found.values(), key=lambda path: [*order, path.stem].index(path.stem))


def tutorial_title(name: str) -> str:
    text = (TUTORIALS / f"{name}.tutorial").read_text(encoding="utf-8")
    return re.search(r'@Intro\(title: "([^"]+)"\)', text).group(1)


def items(links) -> str:
    def item(address: str, title: str, text: str) -> str:
        abstract = f"<small>{html.escape(text)}</small>" if text else ""
        return f'<li><a href="{address}">{html.escape(title)}</a>{abstract}</li>'

    return "\n        ".join(item(*link) for link in links)
