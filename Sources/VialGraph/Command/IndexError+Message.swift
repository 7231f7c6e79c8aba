import VialGraphProgram

extension IndexError {
  /// The reason, and the command or the option that helps.
  var message: String {
    switch self {
    case .noLibrary:
      "there is no swift in PATH with a libIndexStore: add the toolchain to PATH, or pass --library"
    case .unusableLibrary(let path, let function):
      "\(path) is no libIndexStore with \(function): pass --library with another one"
    case .noStore(let path):
      "there is no index store in \(path)"
    case .noBuild(let folder):
      "there is no index store in \(folder)/.build: run `swift build --build-tests` in the folder of the package. "
        + "Release builds write none"
    case .unreadableStore(let path):
      "\(path) is not an index store that this toolchain can read: run `swift build` again"
    case .noSources(let path):
      "\(path) has no existing source of an application: \(Program.cure)"
    }
  }
}

extension Program {
  fileprivate static let cure = "run `swift build --build-tests`, if necessary after `swift package clean`"

  /// The messages about files whose index is old or incomplete.
  var warnings: [String] {
    var warnings = unreadFiles.sorted { $0.key < $1.key }.map { name, reason in
      "the index of \(name) cannot be read, because \(reason): \(Self.cure)"
    }
    if let first = changedFiles.min() {
      let files = changedFiles.count == 1 ? "\(first) is" : "\(first) and \(changedFiles.count - 1) more are"
      let effect = "newer than the index, so faults in changed files are not reported"
      warnings.append("\(files) \(effect): run `swift build` until it succeeds")
    }
    if !warnings.isEmpty {
      let rules = Rule.all.filter(\.provesAbsence).map(\.id).joined(separator: ", ")
      warnings.append("the index is incomplete, so these rules are skipped: \(rules)")
    }
    return warnings
  }
}
