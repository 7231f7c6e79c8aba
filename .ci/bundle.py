"""Builds a test bundle with one module compiled in another way, and the objects of an ordinary debug build.

The tests are not compiled again, which would take most of the time.
"""

import re, subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = "VialPackageTests.xctest"
SWIFT_TESTING, XCTEST = LIBRARIES = ("swift-testing", "xctest")
Environment = dict[str, str]


def sources_of(module: str) -> dict[Path, str]:
    """The texts of the source files of a module, by their paths in the repository."""
    names = (name for name in sorted((ROOT / "Sources" / module).rglob("*.swift")) if ".docc" not in str(name))
    return {name.relative_to(ROOT): name.read_text(encoding="utf-8") for name in names}


def build_tests(scratch: Path, environment: Environment) -> Path:
    """Builds the tests, and returns the folder of the products."""
    command = ["swift", "build", "--build-tests", "--scratch-path", str(scratch)]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    show = subprocess.run([*command, "--show-bin-path"], cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    return Path(show.stdout.strip())


def compile_module(
    module: str, sources: list[Path], folder: Path, products: Path, *flags: str
) -> subprocess.CompletedProcess[str]:
    """Compiles the sources of a module into one object in a folder, as a debug build does."""
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    features = re.findall(r'enableUpcomingFeature\("(\w+)"\)', manifest)
    command = [
        "swiftc", "-emit-object", "-wmo", "-o", str(folder / f"{module}.o"), "-Onone", "-D", "DEBUG", "-D", "SWIFT_PACKAGE",
        "-enable-testing", "-swift-version", "6", "-parse-as-library", "-suppress-warnings", "-module-name", module,
        "-package-name", ROOT.name.lower(), *(part for name in features for part in ("-enable-upcoming-feature", name)),
        *(["-I", str(products / "Modules")] if module != "Vial" else []), *flags, *(str(source) for source in sources),
    ]  # fmt: skip
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def link(module: str, folder: Path, products: Path, *flags: str) -> Path:
    """Links the object of a module in a folder with the other objects of the tests, and returns the bundle."""
    bundle = folder / NAME
    objects = (products / "VialPackageTests.product" / "Objects.LinkFileList").read_text(encoding="utf-8").split()
    others = [name.strip("'") for name in objects if f"/{module}.build/" not in name]
    command = ["swiftc", "-o", str(bundle), str(folder / f"{module}.o"), *others, "-lXCTest", "-lTesting", *flags]
    subprocess.run(command, check=True)
    return bundle


def test_command(bundle: Path, library: str, tests: str, suites: list[str]) -> list[str]:
    """The command that runs suites of a test target with one test library."""
    if library == XCTEST:
        return [str(bundle), ",".join(f"{tests}.{suite}" for suite in suites)]
    pattern = rf"^{tests}\.(" + "|".join(suites) + r")/"
    return [str(bundle), "--testing-library", library, "--filter", pattern]


def suites(bundle: Path, tests: str, environment: Environment) -> list[tuple[str, str]]:
    """The library and the name of each suite of a test target."""
    found: list[tuple[str, str]] = []
    for library, arguments in ((SWIFT_TESTING, ["--testing-library", SWIFT_TESTING]), (XCTEST, [])):
        command = [str(bundle), *arguments, "--list-tests"]
        listed = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True).stdout
        found += [(library, name) for name in sorted(set(re.findall(rf"^{tests}\.(\w+)/", listed, re.MULTILINE)))]
    return found
