"""The guides of Docs as the articles of a DocC catalogue."""

import json
import os
import re
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "Docs"

# The first page of the guides lists them so. A guide that is in no group is listed at the end.
GROUPS = {
    "Choose it": ["Comparison", "Benchmarks", "Migrating"],
    "Rely on it": ["Semantics", "CheatSheet", "CHANGELOG"],
    "Work on it": ["Architecture", "Contributing"],
}
# A picture with a wider version, of which the site shows the narrow one.
PICTURE = re.compile(r'<picture>.*?<img alt="([^"]*)" src="([^"]*)">\s*</picture>', re.DOTALL)
LINK = re.compile(r"(!?)\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s]+)\)")


def pages() -> dict[str, Path]:
    """Each guide by the name of its article."""
    found = sorted(DOCS.rglob("*.md"))
    return {path.parent.name if path.stem == "README" else path.stem: path for path in found}


def groups() -> dict[str, list[str]]:
    """The names of all guides, as they are listed."""
    names = list(pages())
    listed = {title: [name for name in group if name in names] for title, group in GROUPS.items()}
    listed["Come from another system"] = [name for name in names if name.startswith("From")]
    rest = [name for name in names if not any(name in group for group in listed.values())]
    return listed | ({"More": rest} if rest else {})


def title_and_abstract(path: Path) -> tuple[str, str]:
    """The heading of a document and its first sentence, without markup."""
    text = path.read_text(encoding="utf-8")
    title = re.search(r"^# (.+)$", text, re.MULTILINE)
    paragraph = next(
        block for block in text.split("\n\n") if block.strip() and not block.startswith(("#", "<!--"))
    )
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(paragraph.split()))
    sentence = re.match(r".*?\.(?= |$)", plain)
    abstract = (sentence.group(0) if sentence else plain).replace("`", "").replace("*", "")
    return title.group(1).replace("`", "") if title else path.stem, abstract.rstrip(".") + "."


def write_catalogue(catalogue: Path, modules: list[str]) -> None:
    catalogue.mkdir(parents=True)
    articles = pages()
    for name, path in articles.items():
        text = linked(path, articles, modules, catalogue)
        (catalogue / f"{name}.md").write_text(text, encoding="utf-8")
    topics = "\n\n".join(
        f"### {title}\n\n" + "\n".join(f"- <doc:{name}>" for name in names)
        for title, names in groups().items()
    )
    (catalogue / "Guides.md").write_text(
        "# Guides\n\n@Metadata {\n  @TechnologyRoot\n  @TitleHeading(\"Vial\")\n}\n\n"
        "What Vial promises, what it costs, how it works, and how to come to it from another system.\n\n"
        f"## Topics\n\n{topics}\n",
        encoding="utf-8",
    )


def link_benchmarks(page: Path) -> None:
    """Makes links of what a page's data says of benchmarks, such as: (benchmark “read it again”)."""
    text = page.read_text(encoding="utf-8")
    if "benchmark “" not in text or page.stem == "contributing":
        return
    identifier = "doc://Guides/documentation/Guides/Benchmarks"

    def linked(node):
        if isinstance(node, dict):
            return {key: linked(value) for key, value in node.items()}
        if not isinstance(node, list):
            return node
        inline: list = []
        for each in map(linked, node):
            is_text = isinstance(each, dict) and each.get("type") == "text"
            if is_text and inline and isinstance(inline[-1], dict) and inline[-1].get("type") == "text":
                inline[-1]["text"] += each["text"]  # A name may be broken into lines.
            else:
                inline.append(each)
        return [part for each in inline for part in parts(each)]

    def parts(each):
        if not isinstance(each, dict) or each.get("type") != "text":
            return [each]
        found = []
        for place, words in enumerate(re.split(r"(benchmark “[^”]+”)", each["text"])):
            title = {"overridingTitle": words, "overridingTitleInlineContent": [{"type": "text", "text": words}]}
            link = {"type": "reference", "identifier": identifier, "isActive": True, **title}
            found += [link if place % 2 else {"type": "text", "text": words}] if words else []
        return found

    data = linked(json.loads(text))
    benchmarks = {"type": "topic", "kind": "article", "role": "article", "title": "Benchmarks", "abstract": []}
    benchmarks |= {"identifier": identifier, "url": "/documentation/guides/benchmarks"}
    data.setdefault("references", {}).setdefault(identifier, benchmarks)
    page.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")


def docc_anchor(file: Path, anchor: str) -> str:
    """The anchor of a heading as docc spells it, which keeps capitals."""
    headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    spelled = {heading.lower().replace(" ", "-"): heading.replace(" ", "-") for heading in headings}
    return spelled.get(anchor, anchor)


def linked(path: Path, articles: dict[str, Path], modules: list[str], catalogue: Path) -> str:
    """The text of a guide; its links lead to pages of the site, and its pictures come along."""
    names = {file: name for name, file in articles.items()}

    def replaced(match: re.Match[str]) -> str:
        is_image, label, target = match.groups()
        if re.match(r"[a-z]+:", target) or target.startswith("#"):
            return match.group(0)
        relative, _, anchor = target.partition("#")
        file = Path(os.path.normpath(path.parent / relative))
        section = f"#{docc_anchor(file, anchor)}" if anchor else ""
        if is_image:
            shutil.copy(file, catalogue)
            return f"![{label}]({file.name})"
        if file in names:
            return f"[{label}](doc:{names[file]}{section})"
        for module in modules:
            if file.is_relative_to(ROOT / "Sources" / module / f"{module}.docc"):
                article = f"/{file.stem}" if file.suffix == ".md" and file.stem != module else ""
                return f"[{label}](doc:/{module}{article}{section})"
        # A file of the repository that is no page of the site.
        return label if label.startswith("`") else f"{label} (`{file.relative_to(ROOT)}`)"

    text = PICTURE.sub(r"![\1](\2)", path.read_text(encoding="utf-8"))
    parts = re.split(r"(^ *```.*?^ *```\s*$)", text, flags=re.M | re.S)
    return "".join(part if index % 2 else LINK.sub(replaced, part) for index, part in enumerate(parts))
