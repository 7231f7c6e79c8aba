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

    def __str__(self) -> str:
        return f"{self.source.name}: {self.change}: {self.code}"


OPPOSITES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===", "&&": "||", "||": "&&"}
SWAPPED = {
    "inheriting": "fresh", "fresh": "isolated", "isolated": "inheriting", "enclosingTest": "isolated",
    "true": "false", "false": "true", "first": "last", "last": "first", "min": "max", "max": "min",
}  # fmt: skip
NO_STATEMENT = re.compile(
    r"(let|var|return|func|init|self\.init|super\.init|throw|case|default|if|guard|for|while|switch|import|else|do|defer"
    r"|break|continue|static|private|fileprivate|public|package|internal|final|nonisolated|override|struct|class|enum"
    r"|extension|protocol|typealias|weak|lazy|mutating|convenience|repeat|try|await|assert|precondition|preconditionFailure"
    r"|FatalError|indirect|associatedtype|subscript|deinit|extendLifetime)\b"
)


def masked(text: str) -> str:
    """Replaces comments, strings and attributes by spaces, so that positions stay."""
    pattern = r'//[^\n]*|"""(?:.|\n)*?"""|"(?:\\\([^)]*\)|\\.|[^"\\\n])*"|@\w+(?:\([^)\n]*\))?|#\w+(?:\([^)\n]*\))?'
    return re.sub(pattern, lambda match: re.sub(r"[^\n]", " ", match[0]), text)


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
        self.found.append(Mutant(self.next_number, self.source, line, start, end, change, template, code))
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
        if not clause or re.match(r"(let|var|case|await|try|return|switch|if)\b", clause) or "{" in clause:
            return
        self.add("negated", start, end, "Mutant.negates(NUMBER, ORIGINAL)")
        for operator in ("&&", "||"):
            parts = split_top(self.code, start, end, f" {operator} ")
            if len(parts) == 2:
                self.operator(start, end, operator, parts)
                for part in parts:
                    self.add("negated", *trimmed(self.code, *part), "Mutant.negates(NUMBER, ORIGINAL)")
                return
        for operator in ("<=", ">=", "<", ">"):
            parts = split_top(self.code, start, end, f" {operator} ")
            if len(parts) == 2 and " ? " not in clause:
                self.operator(start, end, operator, parts)

    def operator(self, start: int, end: int, operator: str, parts: list[tuple[int, int]]) -> None:
        left, right = (self.text[slice(*part)] for part in parts)
        changed = f"{left} {OPPOSITES[operator]} {right}"
        self.add(f"{operator} is {OPPOSITES[operator]}", start, end, f"(Mutant.isActive(NUMBER) ? ({changed}) : (ORIGINAL))")

    def results(self) -> None:
        for match in re.finditer(r"^ *(?:if [^{\n]*\{ |guard [^{\n]*\{ )?return ([^{}\n]+?)(?: \})?$", self.code, re.MULTILINE):
            if match[1].strip() in ("nil", "[]") or match[1].count("(") != match[1].count(")"):
                continue
            kind = "Mutant.isActive(NUMBER) ? nil : (ORIGINAL)"
            if match[1] in ("true", "false"):
                continue
            if re.search(r" (==|!=|===|!==|<|>|<=|>=|&&|\|\|) ", match[1]):
                self.boolean(match.start(1), match.end(1))
            else:
                self.add("returns nil", match.start(1), match.end(1), kind)
        for match in re.finditer(r"(?::|->) [\w<>., ]+\? \{ (?!get\b)([^{}\n]+) \}", self.code):
            self.add("returns nil", *trimmed(self.code, match.start(1), match.end(1)), "Mutant.isActive(NUMBER) ? nil : (ORIGINAL)")

    def statements(self) -> None:
        in_init = False
        depth, init_depth = 0, 0
        position = 0
        for line in self.code.splitlines(keepends=True):
            stripped = line.strip()
            if re.match(r"(\w+ )*init\b", stripped) and "{" in line:
                in_init, init_depth = True, depth
            start, end = trimmed(self.code, position, position + len(line))
            is_call = re.fullmatch(r"[A-Za-z_][\w.?!]*(\[[^\]]*\])?[\w.?!]*(\(.*\)|\s[-+]?=\s.+)", stripped)
            balanced = all(stripped.count(a) == stripped.count(b) for a, b in ("()", "{}", "[]"))
            if is_call and balanced and not NO_STATEMENT.match(stripped) and not in_init and depth > 1:
                self.add("removed", start, end, "if !Mutant.isActive(NUMBER) { ORIGINAL }")
            match = re.search(r"func [^{}]*\) \{ ([^{}]+) \}$", line.rstrip())
            if match and "->" not in line[: match.start(1)] and not NO_STATEMENT.match(match[1]):
                self.add("removed", position + match.start(1), position + match.end(1), "if !Mutant.isActive(NUMBER) { ORIGINAL }")
            depth += line.count("{") - line.count("}")
            if in_init and depth <= init_depth:
                in_init = False
            position += len(line)

    def constants(self) -> None:
        for match in re.finditer(r"[-+*/<>=] (\d+)\b(?!\.)", self.code):
            value = int(match[1])
            self.add("off by one", match.start(1), match.end(1), f"(Mutant.isActive(NUMBER) ? {value + 1} : {value})")
        for match in re.finditer(r"(?<=[.(, ])(%s)\b(?![\w(:])" % "|".join(SWAPPED), self.code):
            line = self.code[self.code.rfind("\n", 0, match.start()) + 1 : match.start()]
            is_name = self.code[match.start() - 1] == "."
            if re.search(r"\b(case|enum|let|var|func)\b", line) or is_name == (match[1] in ("true", "false")):
                continue
            if match[1] in ("first", "last", "min", "max"):
                continue
            start = match.start() - (1 if is_name else 0)
            if is_name and re.search(r"[\w)\]?]$", self.code[:start]):
                continue
            dot = "." if is_name else ""
            changed = dot + SWAPPED[match[1]]
            self.add("swapped", start, match.end(), f"(Mutant.isActive(NUMBER) ? {changed} : {dot}{match[1]})")


def nests(mutant: Mutant, start: int, end: int) -> bool:
    """Whether one of two ranges contains the other, so that both mutants can be written."""
    if mutant.template.startswith("(Mutant.isActive(NUMBER) ? ("):
        return False
    outer = mutant.start <= start and end <= mutant.end
    inner = start <= mutant.start and mutant.end <= end
    return (outer or inner) and (start, end) != (mutant.start, mutant.end)


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
