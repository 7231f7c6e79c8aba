"""Finds the places of Swift sources that can be changed, and writes the changed sources."""

import re
from dataclasses import dataclass
from pathlib import Path

# Each mutant replaces the text from start to end by an expression or a statement that asks whether it is active.


@dataclass(frozen=True)
class Mutant:
    number: int
    source: Path
    line: int
    start: int
    end: int
    change: str
    template: str
    code: str

    # The number of the place among those of the file with the same change and code, from 1.
    occurrence: int

    def __str__(self) -> str:
        """The name of the mutant, which does not depend on the number of its line."""
        place = f" (place {self.occurrence})" if self.occurrence > 1 else ""
        return f"{self.source.name}: {self.change}: {self.code}{place}"


OPPOSITES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===", "&&": "||", "||": "&&"}
SWAPPED = {
    "inheriting": "fresh", "fresh": "isolated", "isolated": "inheriting",
    "true": "false", "false": "true", "first": "last", "last": "first", "min": "max", "max": "min",
}  # fmt: skip
NO_STATEMENT = re.compile(
    r"(let|var|return|func|init|self\.init|super\.init|throw|case|default|if|guard|for|while|switch|import|else|do|defer"
    r"|break|continue|static|private|fileprivate|public|package|internal|final|nonisolated|override|struct|class|enum"
    r"|extension|protocol|typealias|weak|lazy|mutating|convenience|repeat|try|await|assert|precondition|preconditionFailure"
    r"|FatalError|fatalError|message\.stop|hasher|indirect|associatedtype|subscript|deinit|extendLifetime)\b"
)


COMMENTS_STRINGS_ATTRIBUTES = re.compile(
    r'//[^\n]*|"""(?:.|\n)*?"""|"(?:\\\([^)]*\)|\\.|[^"\\\n])*"|@\w+(?:\([^)\n]*\))?|#\w+(?:\([^)\n]*\))?'
)
# Extensions with the checks of invariants and the texts for debuggers.
DEBUG_EXTENSIONS = re.compile(r"^#if DEBUG\nextension (?:(?!^#endif)(?:.|\n))*?(?:debugDescription|for a debugger)(?:.|\n)*?^#endif", re.M)
# Code of release builds, and of systems that are not tested.
OTHER_BUILDS = re.compile(r"^ *#else\n(?:.|\n)*?^ *#endif", re.M)


def masked(text: str) -> str:
    """Replaces text that is not mutated by spaces, so that positions stay."""
    for pattern in (DEBUG_EXTENSIONS, OTHER_BUILDS, COMMENTS_STRINGS_ATTRIBUTES):
        text = pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    return text


def split_top(text: str, start: int, end: int, separator: str) -> list[tuple[int, int]]:
    """Splits a range at a separator outside of all brackets."""
    parts, depth, first, index = [], 0, start, start
    while index < end:
        if text[index] in "([{":
            depth += 1
        elif text[index] in ")]}":
            depth -= 1
        elif depth == 0 and text.startswith(separator, index):
            parts.append((first, index))
            index += len(separator)
            first = index
            continue
        index += 1
    return parts + [(first, end)]


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def end_of_conditions(text: str, start: int, keyword: str) -> int | None:
    """The position of the brace or the `else` that ends the conditions of a statement."""
    depth = 0
    for index in range(start, len(text)):
        if text[index] in "([":
            depth += 1
        elif text[index] in ")]":
            depth -= 1
        elif depth == 0 and keyword == "guard" and text.startswith(" else", index):
            return index
        elif depth == 0 and keyword == "guard" and text.startswith("\n", index) and re.match(r"\s*else\b", text[index:]):
            return index
        elif depth == 0 and text[index] == "{" and keyword != "guard":
            return index
        elif depth == 0 and text[index] == "{":
            return None
    return None


class Finder:
    def __init__(self, source: Path, text: str, first_number: int):
        self.source, self.text, self.code = source, text, masked(text)
        self.next_number = first_number
        self.found: list[Mutant] = []

    def add(self, change: str, start: int, end: int, template: str) -> None:
        """Adds a mutant; in the template, NUMBER is its number and ORIGINAL the text that it replaces."""
        if any(mutant.start < end and start < mutant.end for mutant in self.found if not nests(mutant, start, end)):
            return
        line = self.text.count("\n", 0, start) + 1
        code = re.sub(r"\s+", " ", self.text[start:end])
        occurrence = 1 + sum(other.change == change and other.code == code for other in self.found)
        self.found.append(Mutant(self.next_number, self.source, line, start, end, change, template, code, occurrence))
        self.next_number += 1

    def conditions(self) -> None:
        for match in re.finditer(r"\b(if|guard|while)\b ", self.code):
            end = end_of_conditions(self.code, match.end(), match[1])
            if end is None:
                continue
            for clause in split_top(self.code, match.end(), end, ","):
                self.boolean(*trimmed(self.code, *clause))
        for match in re.finditer(r"(?:: Bool|-> Bool) \{ (?!get\b)([^{}\n]+) \}", self.code):
            self.boolean(*trimmed(self.code, match.start(1), match.end(1)))

    def boolean(self, start: int, end: int) -> None:
        """Negates a condition, and replaces its operators."""
        clause = self.code[start:end]
        if not clause or re.match(r"(let|var|case|await|try|return|switch|if|true)\b", clause) or "{" in clause:
            return
        self.add("negated", start, end, "Mutant.negates(NUMBER, ORIGINAL)")
        if " ? " in clause:
            return
        # The operator that binds the least comes first.
        for operator in ("||", "&&"):
            parts = split_top(self.code, start, end, f" {operator} ")
            if len(parts) == 2:
                self.operator(start, end, operator, parts)
                for part in parts:
                    self.add("negated", *trimmed(self.code, *part), "Mutant.negates(NUMBER, ORIGINAL)")
                return
        for operator in ("<=", ">=", "<", ">"):
            parts = split_top(self.code, start, end, f" {operator} ")
            if len(parts) == 2:
                self.operator(start, end, operator, parts)

    def operator(self, start: int, end: int, operator: str, parts: list[tuple[int, int]]) -> None:
        left, right = (self.text[slice(*part)] for part in parts)
        changed = f"{left} {OPPOSITES[operator]} {right}"
        self.add(f"{operator} is {OPPOSITES[operator]}", start, end, f"(Mutant.isActive(NUMBER) ? ({changed}) : (ORIGINAL))")

    def results(self) -> None:
        """Replaces results of optional types by `nil`, and mutates Boolean results."""
        for match in re.finditer(r"\breturn ([^{}\n]+?)(?: \}|$)", self.code, re.MULTILINE):
            if match[1].strip() in ("nil", "[]", "true", "false") or match[1].count("(") != match[1].count(")"):
                continue
            self.result(match.start(1), match.end(1), self.enclosing(match.start())[1])
        for match in re.finditer(r"(?::|->) ([\w<>., ]+\?) \{ (?!get\b)([^{}\n]+) \}", self.code):
            self.result(*trimmed(self.code, match.start(2), match.end(2)), match[1])

    def result(self, start: int, end: int, result_type: str) -> None:
        if result_type == "Bool":
            self.boolean(start, end)
        elif result_type.endswith("?") and self.code[start] != "(" and self.code[start:end] != "nil":
            self.add("returns nil", start, end, "Mutant.isActive(NUMBER) ? nil : (ORIGINAL)")

    def enclosing(self, position: int) -> tuple[str, str]:
        """The keyword of the function, the property or the closure around a position, and the type of its result, if known."""
        depth = 0
        for index in range(position - 1, -1, -1):
            depth += (self.code[index] == "}") - (self.code[index] == "{")
            if depth >= 0:
                continue
            depth = 0
            closure = re.match(r"\{[^{}\n]*-> ([^{}\n]+) in\n", self.code[index:])
            if closure:
                return "closure", closure[1]
            header = self.code[max(self.code.rfind(mark, 0, index) for mark in ("{", "}", "\n\n")) + 1 : index]
            is_statement = re.search(r"\b(if|guard|for|while|switch|else|repeat|do)\b", header)
            keyword = re.search(r"\b(func|subscript|init|deinit|var|get)\b", header)
            if keyword and not is_statement:
                result = re.search(r"(?s).*(?:->|: )\s*(.+?)\s*$", header)
                return keyword[1], result[1] if result else ""
            if not is_statement:
                return "" if re.search(r"\b(struct|class|enum|extension|protocol)\b", header) else "closure", ""
        return "", ""

    def is_result(self, start: int, end: int) -> bool:
        """Whether an expression is the whole body of a closure, or of a function with a result."""
        keyword, result = self.enclosing(start)
        is_alone = re.search(r"(\{|\bin)\s*$", self.code[:start]) and self.code[end:].lstrip().startswith("}")
        return bool(is_alone) and (keyword == "closure" or result != "")

    def is_first_value(self, statement: str) -> bool:
        """Whether a statement is the first assignment of a constant."""
        assigned = re.match(r"(\w+) =", statement)
        return assigned is not None and re.search(rf"\b(let|var) {assigned[1]}: [\w.]+\n", self.code) is not None

    def statements(self) -> None:
        """Removes calls and assignments."""
        position = 0
        for line in self.code.splitlines(keepends=True):
            stripped = line.strip()
            start, end = trimmed(self.code, position, position + len(line))
            is_call = re.fullmatch(r"[A-Za-z_][\w.?!]*(\[[^\]]*\])?[\w.?!]*(\(.*\)|\s[-+]?=\s.+)", stripped)
            balanced = all(stripped.count(a) == stripped.count(b) for a, b in ("()", "{}", "[]"))
            if is_call and balanced and not NO_STATEMENT.match(stripped):
                keyword = self.enclosing(start)[0]
                if keyword not in ("", "init") and not self.is_result(start, end) and not self.is_first_value(stripped):
                    self.add("removed", start, end, "if !Mutant.isActive(NUMBER) { ORIGINAL }")
            match = re.search(r"func [^{}]*\) \{ ([^{}]+) \}$", line.rstrip())
            if match and "->" not in line[: match.start(1)] and not NO_STATEMENT.match(match[1]):
                self.add("removed", position + match.start(1), position + match.end(1), "if !Mutant.isActive(NUMBER) { ORIGINAL }")
            position += len(line)

    def constants(self) -> None:
        for match in re.finditer(r"[-+*/<>=] (\d+)\b(?!\.)", self.code):
            value = int(match[1])
            self.add("off by one", match.start(1), match.end(1), f"(Mutant.isActive(NUMBER) ? {value + 1} : {value})")
        for match in re.finditer(r"(?<=[.(, ])(%s)\b(?![\w(:])" % "|".join(SWAPPED), self.code):
            line = self.code[self.code.rfind("\n", 0, match.start()) + 1 : match.start()]
            is_name = self.code[match.start() - 1] == "."
            if re.search(r"\b(case|enum|let|var|func|while)\b", line) or is_name == (match[1] in ("true", "false")):
                continue
            if match[1] in ("first", "last", "min", "max"):
                continue
            # The code that calls a function contains the default values of its parameters.
            if re.search(r"\w: [\w.?]+ = \.?$", line):
                continue
            start = match.start() - (1 if is_name else 0)
            if is_name and re.search(r"[\w)\]?]$", self.code[:start]):
                continue
            dot = "." if is_name else ""
            changed = dot + SWAPPED[match[1]]
            self.add("swapped", start, match.end(), f"(Mutant.isActive(NUMBER) ? {changed} : {dot}{match[1]})")


def nests(mutant: Mutant, start: int, end: int) -> bool:
    """Whether one of two ranges contains the other, so that both mutants can be written."""
    if (start, end) == (mutant.start, mutant.end):
        return mutant.change == "negated"
    return mutant.start <= start and end <= mutant.end or start <= mutant.start and mutant.end <= end


def places(sources: dict[Path, str]) -> list[Mutant]:
    mutants: list[Mutant] = []
    for source, text in sources.items():
        finder = Finder(source, text, len(mutants))
        finder.statements()
        finder.conditions()
        finder.results()
        finder.constants()
        mutants += finder.found
    return mutants


def mutate(text: str, mutants: list[Mutant]) -> str:
    """Returns the text with all mutants, the innermost first."""
    return written(text, 0, len(text), sorted(mutants, key=lambda mutant: (mutant.start, -mutant.end)))


def written(text: str, start: int, end: int, mutants: list[Mutant]) -> str:
    result, position = "", start
    while mutants:
        mutant, mutants = mutants[0], mutants[1:]
        inner = [other for other in mutants if other.end <= mutant.end]
        mutants = mutants[len(inner) :]
        original = written(text, mutant.start, mutant.end, inner)
        changed = mutant.template.replace("NUMBER", str(mutant.number)).replace("ORIGINAL", original)
        result += text[position : mutant.start] + changed
        position = mutant.end
    return result + text[position:end]
