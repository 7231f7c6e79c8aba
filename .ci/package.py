"""Helpers for scripts that build a scratch package against this one."""

import json, os, re, subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VIAL = f'.product(name: "Vial", package: "{ROOT.name}")'
VIAL_INSPECTION = f'.product(name: "VialInspection", package: "{ROOT.name}")'
VIAL_TESTING = f'.product(name: "VialTesting", package: "{ROOT.name}")'

# Without the variable that adds a setting to Package.swift for builds with SwiftPM.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "VIAL_WARNINGS_AS_ERRORS"}


def manifest() -> dict:
    """Returns Package.swift as `swift package dump-package` describes it.

    The command has another scratch path than builds, because a build locks its scratch path.
    """
    command = ["swift", "package", "--scratch-path", str(ROOT / ".build" / "manifest"), "dump-package"]
    return json.loads(subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, check=True).stdout)


def libraries() -> list[str]:
    """Returns the names of the targets that a library product offers under their names.

    A library follows the libraries that it depends on, because it has more dependencies than they have.
    """
    package = manifest()
    dependencies = {target["name"]: len(target["dependencies"]) for target in package["targets"]}
    names = [product["name"] for product in package["products"] if "library" in product["type"]]
    return sorted(dependencies.keys() & names, key=lambda name: (dependencies[name], name))


def settings() -> str:
    """Returns the Swift settings that all targets of Package.swift share, as source text."""
    text = (ROOT / "Package.swift").read_text(encoding="utf-8")
    return re.search(r"^let settings: \[SwiftSetting\] = (\[.*?^\])", text, re.M | re.S).group(1)


def write_manifest(folder: Path, targets: list[str], depends_on_vial: bool = True) -> None:
    """Writes the manifest of a scratch package with the given target declarations."""
    dependencies = f'.package(path: "{ROOT}")' if depends_on_vial else ""
    body = ",\n    ".join(targets)
    text = f"""// swift-tools-version: 6.3
import PackageDescription
let package = Package(
  name: "{folder.name}",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [{dependencies}],
  targets: [
    {body}
  ]
)
"""
    write(folder / "Package.swift", text)


def write(path: Path, text: str) -> None:
    """Writes a file unless it has this content already, so that the build remains incremental."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
