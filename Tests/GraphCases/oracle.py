"""Compares the graph of vial-graph with the syntax trees of the compiler, which have closures, branches and calls.

    oracle.py <graph.json> <folder of modules> <module>=<folder of sources>[=<default isolation>] ...

For each injection, the script follows the trees from the factory, and computes two sets: the injections that are resolved on
every path while an instance is built, and the injections that the code mentions anywhere, without regard to branches, closures
and types. The graph must have a certain use at the build for each member of the first set, and no use outside of the second set.
"""

import json, re, subprocess, sys
from collections import defaultdict
from pathlib import Path

TYPES = {"class_decl", "struct_decl", "enum_decl", "protocol_decl", "extension_decl"}
FUNCTIONS = {"func_decl", "constructor_decl", "accessor_decl", "destructor_decl"}
LEAVING = {"return_stmt", "throw_stmt", "break_stmt", "continue_stmt", "fail_stmt"}

code = defaultdict(list)  # The trees that run for a function, an accessor or a variable, by its identity.
defaults = {}  # The default arguments of a function.
getters = {}  # The bodies of computed properties.
consumers = {}  # The arguments of the wrappers of properties.
owner = {}  # The types of members.
members = defaultdict(list)
initial = defaultdict(list)  # The initial values of the stored properties of a type.
bases = defaultdict(set)  # The superclasses and the protocols of a type.
subclassed = set()
# The certain uses that the index does not show: it does not say which initializer of a property wrapper runs.
LIMITS = {("Faults/Members.choosing", "Faults/Members.chosen")}
# The reads of consumers to which initializers assign instances before, which the script does not follow.
LIMITS |= {("Cases/Later.assignedBeforeARead", "Cases/Leaves.leaf"), ("Faults/Cycles.assigned", "Faults/Cycles.assignedUser")}
names = {}  # The injections, by the identities of their variables, with their names in the graph.
provided = defaultdict(list)  # The arguments of overrides and implementations, by the variable of the injection.


def trees(modules, module, folder, isolation=None):
    """The trees of the files of a module."""
    files = sorted(str(path) for path in Path(folder).rglob("*.swift"))
    information = json.loads(subprocess.run(["swiftc", "-print-target-info"], capture_output=True, check=True).stdout)
    plugins = information["paths"]["runtimeResourcePath"] + "/host/plugins"
    options = ["-swift-version", "6", "-I", modules, "-package-name", "package", "-module-name", module, "-plugin-path", plugins]
    options += ["-default-isolation", isolation] if isolation else []
    options += [] if any(file.endswith("main.swift") for file in files) else ["-parse-as-library"]
    for file in files:
        command = ["swiftc", "-frontend", "-dump-ast", "-dump-ast-format", "json", *options, "-primary-file", file]
        output = subprocess.run(command + [other for other in files if other != file], capture_output=True, text=True)
        if output.returncode != 0:
            sys.exit(f"{' '.join(command)}\n{output.stderr[:2000]}")
        yield json.loads(output.stdout)


def name_of(node):
    base = node.get("name", {}).get("base_name", {})
    return base.get("name") or base.get("special") or ""


def children(node):
    values = node.values() if isinstance(node, dict) else node
    return [value for value in values if isinstance(value, (dict, list))]


def nodes(tree):
    """All nodes of a tree, without the values before the compiler's changes, and without what the compiler only knows."""
    if isinstance(tree, list):
        for item in tree:
            yield from nodes(item)
    elif isinstance(tree, dict):
        if "_kind" in tree:
            yield tree
        for key, value in tree.items():
            if isinstance(value, (dict, list)) and key not in ("substitutions", "conformances"):
                if not (key == "original_init" and "processed_init" in tree):
                    yield from nodes(value)


def collect(items, module, path, type):
    """Reads the declarations of a file, a type or a body."""
    variables = {name_of(item): item for item in items if item.get("_kind") == "var_decl"}
    for item in items:
        kind, usr = item.get("_kind"), item.get("usr", "")
        if type and usr:
            owner[usr] = type
            members[type].append(usr)
        if kind in TYPES:
            name, inner = name_of(item), usr
            if kind == "extension_decl":
                inner = "s:" + re.sub(r"^\$s|D$", "", item.get("extended_type", ""))
                name = ".".join(re.findall(r"\d+([A-Za-z_]\w*?)[VCOP]", inner)[1:]) or inner
            text = json.dumps(item.get("inherits", {}))
            bases[inner] |= set(re.findall(r'"(?:protocol|decl)": "(s:[^"]*)"', text)) - {inner}
            superclass = re.search(r'"superclass_type": "\$s([^"]*?)D"', text) or re.search(r'"type": "\$s(\w+C)D"', text)
            if superclass and "s:" + superclass[1] != inner:
                bases[inner].add("s:" + superclass[1])
                subclassed.add("s:" + superclass[1])
            collect(item.get("members", []), module, path + [name], inner)
        elif kind == "pattern_binding_decl":
            for entry in item.get("pattern_entries", []):
                value = entry.get("processed_init") or entry.get("original_init")
                for pattern in nodes(entry.get("pattern", {})):
                    variable = variables.get(name_of(pattern)) if pattern["_kind"] == "pattern_named" else None
                    if value and variable and variable.get("lazy"):
                        getters[variable.get("usr")] = value
                        code[variable.get("usr")].append(value)
                    elif value and variable:
                        isStored = type and not variable.get("static")
                        (initial[type] if isStored else code[variable.get("usr")]).append(value)
                if value:
                    collect_inner(value, module, path)
        elif kind == "var_decl":
            if "4Vial9Injection" in usr and not item.get("implicit"):
                names[usr] = f"{module}/{'.'.join(path + [name_of(item)])}"
            arguments = [a["args"] for a in item.get("attrs", []) if a.get("_kind") == "custom_attr" and "args" in a]
            initial[type] += arguments if type else []
            code[usr] += arguments
            consumers[usr] = arguments
            for accessor in item.get("accessors", []):
                owner[accessor.get("usr")] = type
                code[accessor.get("usr")].append(accessor.get("body", {}))
                if not accessor.get("implicit"):
                    getters[usr] = accessor.get("body", {}) if accessor.get("get") else getters.get(usr)
                    code[usr].append(accessor.get("body", {}))
                collect_inner(accessor.get("body", {}), module, path)
        elif kind in FUNCTIONS:
            code[usr].append(item.get("body", {}))
            defaults[usr] = [p.get("expression") for p in item.get("params", {}).get("params", [])]
            collect_inner(item.get("body", {}), module, path)
        elif kind == "top_level_code_decl":
            collect_inner(item.get("body", {}), module, path)


def collect_inner(body, module, path):
    """Reads the declarations in a body, and the calls that replace an implementation."""
    for node in nodes(body):
        if node["_kind"] == "brace_stmt":
            collect([item for item in node.get("elements", []) if isinstance(item, dict)], module, path, None)
        if node["_kind"] == "call_expr" and called(node)[0] in ("override", "provide", "publish"):
            for usr in set(mentioned(node.get("fn", {}))):
                provided[usr].append(node.get("args", {}))


def called(call):
    """The name and the identity of the function that a call names."""
    for node in nodes(call.get("fn", {})):
        if node["_kind"] == "decl_ref":
            return node.get("base_name", ""), node.get("decl_usr", "")
    return "", ""


def mentioned(tree):
    """The declarations and the types that a tree mentions."""
    for node in nodes(tree):
        if node["_kind"] == "decl_ref":
            yield node.get("decl_usr", "")
        if node["_kind"] == "dot_self_expr":
            yield "s:" + re.sub(r"^\$s|mD$", "", node.get("type", ""))
        if node["_kind"] == "default_argument_expr":
            usr = node.get("default_args_owner", {}).get("decl_usr", "")
            expression = dict(enumerate(defaults.get(usr, []))).get(int(node.get("param", 0)))
            if expression and not usr.startswith("s:4Vial"):
                yield from mentioned(expression)


def reachable(trees, published):
    """The injections that some trees mention, and those that the mentioned code mentions."""
    found, queue = set(), list(mentioned(trees))
    while queue:
        usr = queue.pop()
        if not usr or usr in found:
            continue
        found.add(usr)
        if usr in published:
            continue
        queue += mentioned(code.get(usr, []))
        type = owner.get(usr) if usr.endswith("fc") or usr.endswith("fC") else usr
        if type:
            for base in bases.get(type, ()):
                queue.append(base)
            queue += members.get(type, []) + list(mentioned(initial.get(type, [])))
    return found & published


def certain(tree, published, path=()):
    """The injections that are resolved on every path through a tree."""
    if isinstance(tree, list):
        return set().union(*(certain(item, published, path) for item in tree)) if tree else set()
    if not isinstance(tree, dict):
        return set()
    kind = tree.get("_kind")
    both = lambda *parts: set.intersection(*(certain(part, published, path) for part in parts))
    if kind in ("closure_expr", "autoclosure_expr", "func_decl", "for_each_stmt", "while_stmt", "do_catch_stmt", *TYPES):
        return set()
    if kind == "brace_stmt":
        result = set()
        elements = tree.get("elements", [])
        for position, element in enumerate(elements):
            if isinstance(element, dict) and element.get("_kind") in ("if_stmt", "guard_stmt") and leaves(element):
                if "else_stmt" in element:
                    return result | certain(element, published, path)
                rest = certain({"_kind": "brace_stmt", "elements": elements[position + 1 :]}, published, path)
                branch = element.get("body") or element.get("then_stmt")
                return result | (certain(branch, published, path) & rest)
            result |= certain(element, published, path)
        return result
    if kind == "if_stmt":
        first = certain(tree.get("conditions", [])[:1], published, path)
        return first | (both(tree.get("then_stmt"), tree["else_stmt"]) if "else_stmt" in tree else set())
    if kind == "guard_stmt":
        return certain(tree.get("conditions", [])[:1], published, path)
    if kind == "ternary_expr":
        return certain(tree.get("cond_expr"), published, path) | both(tree.get("then_expr"), tree.get("else_expr"))
    if kind == "switch_stmt":
        cases = tree.get("cases", [])
        return certain(tree.get("subject_expr"), published, path) | (both(*(case.get("body") for case in cases)) if cases else set())
    if kind == "optional_evaluation_expr":
        return set()
    result = set()
    for key, value in tree.items():
        isDestination = kind == "assign_expr" and key == "dest"
        if isinstance(value, (dict, list)) and key not in ("substitutions", "conformances", "attrs") and not isDestination:
            if not (key == "original_init" and "processed_init" in tree):
                result |= certain(value, published, path)
    if kind in ("call_expr", "binary_expr"):
        result |= certainOfCall(tree, published, path)
    if kind in ("member_ref_expr", "declref_expr", "subscript_expr"):
        usr = tree.get("decl", {}).get("decl_usr", "")
        if usr and usr not in path and usr not in published and not isDynamic(usr):
            stored = [] if owner.get(usr) and usr.endswith("vp") else code.get(usr, [])
            result |= certain(getters.get(usr) or stored, published, path + (usr,))
            result |= published.intersection(mentioned(consumers.get(usr, [])))
    if kind == "default_argument_expr":
        usr = tree.get("default_args_owner", {}).get("decl_usr", "")
        expression = dict(enumerate(defaults.get(usr, []))).get(int(tree.get("param", 0)))
        result |= certain(expression, published, path) if expression and not usr.startswith("s:4Vial") else set()
    return result


def certainOfCall(call, published, path):
    """The injections that are resolved on every path through the function that a call runs."""
    name, usr = called(call)
    function = call.get("fn", {})
    while function.get("_kind") in ("paren_expr", "function_conversion_expr"):
        function = function.get("sub_expr", {})
    if function.get("_kind") == "closure_expr":
        return certain(function.get("body"), published, path)
    if name == "resolve" and usr.startswith("s:4Vial"):
        injections = [other for other in mentioned(function) if "4Vial9Injection" in other and other in code]
        # A computed property can return the injection of another variable.
        found = [published.intersection([other] if other in published else mentioned(code[other])) for other in injections]
        return found[0] if found and len(found[0]) == 1 else set()
    if not usr or usr not in code or usr in path or isDynamic(usr):
        return set()
    result = certain(code[usr], published, path + (usr,))
    isInitializer, hasArguments = usr.endswith("fc"), call.get("args", {}).get("args", [])
    if isInitializer and (code[usr] != [{}] or not hasArguments):
        result |= certain(initial.get(owner.get(usr), []), published, path + (usr,))
    return result


def leaves(statement):
    return any(node["_kind"] in LEAVING for node in nodes(statement))


def isDynamic(usr):
    """Whether a subclass can replace a method; the initializer of a class is called directly."""
    type = owner.get(usr)
    return type in subclassed and not usr.endswith("fc")


def factories(value):
    """The bodies of the closures that a publication gets, in contrast to those of its strategy and its contexts."""
    for node in nodes(value):
        if node["_kind"] == "call_expr" and called(node)[1].startswith("s:4Vial9Injection") and called(node)[0] == "init":
            for argument in node.get("args", {}).get("args", []):
                closure = argument.get("expr", {})
                while closure.get("_kind") in ("function_conversion_expr", "paren_expr"):
                    closure = closure.get("sub_expr", {})
                if argument.get("label") in (None, "instance") and closure.get("_kind") in ("closure_expr", "autoclosure_expr"):
                    yield closure.get("body") or closure.get("single_expr_body")
            return


graph = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
for argument in sys.argv[3:]:
    module, *options = argument.split("=")
    for tree in trees(sys.argv[2], module, *options):
        collect(tree.get("items", []), module, [], None)
# A private declaration has its file in its identity.
ids = {re.sub(r"/[^/]+\.swift/", "/", node["id"]): node["id"] for node in graph["nodes"] if node["kind"] == "injection"}
published = {usr for usr, name in names.items() if name in ids}
uses = {(edge["from"], edge["to"]): edge for edge in graph["edges"]}
known = {ids[names[usr]] for usr in published}
failures, certainUses, seen = [], 0, 0
for usr in sorted(published, key=names.get):
    user = ids[names[usr]]
    for other in sorted(certain([body for value in code[usr] for body in factories(value)], published), key=names.get):
        certainUses += 1
        edge = uses.get((user, ids[names[other]]))
        isCertain = edge and edge["when"] == "build" and edge["certain"]
        if not isCertain and (names[usr], names[other]) not in LIMITS:
            failures.append(f"{names[usr]} always resolves {names[other]}, but the graph has {edge and (edge['when'], edge['certain'])}")
    mentions = {ids[names[other]] for other in reachable(code[usr] + provided[usr], published)}
    # Other code assigns the publication to a property without an initial value.
    needed = {to for (source, to) in uses if source == user and to in known and code[usr]}
    failures += [f"the graph has {user} → {to}, which no code that the factory reaches mentions" for to in sorted(needed - mentions)]
    seen += len(needed)
print("\n".join(failures) or f"The trees of the compiler have the same uses: {certainUses} certain ones, and {seen} of {len(published)} injections in all.")
sys.exit(1 if failures else 0)
