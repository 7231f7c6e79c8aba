package import Foundation

extension Program {
  /// Finds the only files of modules that have top-level code, because they are executables without a `main.swift`.
  package func findScripts(contents: (String) -> Data) {
    let counts = Dictionary(files.map { ($0.module, 1) }, uniquingKeysWith: +)
    for index in files.indices where counts[files[index].module] == 1 {
      files[index].isScript = hasTopLevelCode(index, contents)
    }
  }

  /// Whether a file calls functions outside of declarations.
  private func hasTopLevelCode(_ index: Int, _ contents: (String) -> Data) -> Bool {
    let file = files[index]
    let calls = file.references.filter { $0.container == nil && $0.roles.contains(.call) }
    if calls.isEmpty { return false }
    let source = SourceText(contents(file.path), file: index)
    let hasMain = source.tokens.indices.contains { source[$0] == "@" && source[$0 + 1] == "main" }
    let names = calls.compactMap { source.token(at: $0.location) }
    return !hasMain && names.contains(where: source.isOutsideOfDeclarations)
  }
}
