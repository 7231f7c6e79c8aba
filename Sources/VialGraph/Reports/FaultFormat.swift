import Foundation

/// A format of faults, by the name of `faults --format`.
enum FaultFormat: String, CaseIterable {
  /// Lines in the form of the compiler, which Xcode and editors link.
  case text

  /// Workflow commands of GitHub, which annotate the lines of a pull request.
  case github

  /// The format of code scanning, in version 2.1.0.
  case sarif

  /// A list of the faults as they are in a document, where a fixed fault has the property `fixed`.
  case json

  /// Returns the faults of an application in a folder, whose paths are relative to the folder, found by a version of the tool.
  func text(of faults: [CheckedFault], in folder: URL, version: String) -> String {
    switch self {
    case .text: lines(faults) { $0.line(in: folder) }
    case .github: lines(faults) { $0.annotation(in: folder) }
    case .sarif: JSONFile.encode(Sarif(faults, in: folder, version))
    case .json: JSONFile.encode(faults)
    }
  }

  private func lines(_ faults: [CheckedFault], _ line: (CheckedFault) -> String) -> String {
    faults.map(line).joined(separator: "\n")
  }
}

extension [CheckedFault] {
  fileprivate var open: [Document.Fault] { compactMap { if case .open(let fault) = $0 { fault } else { nil } } }
}

extension CheckedFault: Encodable {
  private enum FixedKeys: String, CodingKey { case rule, severity, nodes, executable, test, at, column, message, fixed }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .open(let fault): try fault.encode(to: encoder)
    case .fixed(let entry, _):
      var container = encoder.container(keyedBy: FixedKeys.self)
      try container.encode(true, forKey: .fixed)
      try container.encode(entry.rule, forKey: .rule)
      try container.encode(entry.nodes, forKey: .nodes)
      try container.encodeIfPresent(entry.executable, forKey: .executable)
      try container.encodeIfPresent(entry.test, forKey: .test)
      try container.encode(severity, forKey: .severity)
      try container.encode(at, forKey: .at)
      try container.encode(column, forKey: .column)
      try container.encode(text, forKey: .message)
    }
  }
}

extension CheckedFault {
  fileprivate func line(in folder: URL) -> String {
    "\(path(from: folder)):\(at.line):\(column): \(severity.rawValue): \(text)"
  }

  /// The absolute path of the file.
  private func path(from folder: URL) -> String {
    at.file.hasPrefix("/") ? at.file : folder.appendingPathComponent(at.file).path
  }

  /// The path of the file from the root of the repository, as GitHub expects it.
  fileprivate func path(in folder: URL) -> String {
    let folders = sequence(first: folder.standardizedFileURL) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
    let root =
      folders.first { FileManager.default.fileExists(atPath: $0.appendingPathComponent(".git").path) } ?? folder
    let path = path(from: folder)
    return path.hasPrefix(root.path + "/") ? String(path.dropFirst(root.path.count + 1)) : path
  }

  fileprivate func annotation(in folder: URL) -> String {
    let properties = [
      ("file", path(in: folder)), ("line", "\(at.line)"), ("col", "\(column)"), ("title", "vial-graph: \(rule)"),
    ]
    let list = properties.map { "\($0)=\($1.escaped(["%", "\r", "\n", ":", ","]))" }.joined(separator: ",")
    return "::\(severity.rawValue) \(list)::\(text.escaped(["%", "\r", "\n"]))"
  }
}

extension String {
  /// The text with the codes of some characters, as in the address of a page.
  fileprivate func escaped(_ characters: Set<Unicode.Scalar>) -> String {
    unicodeScalars.map { characters.contains($0) ? String(format: "%%%02X", $0.value) : String($0) }.joined()
  }
}

/// A run of the tool in the Static Analysis Results Interchange Format.
private struct Sarif: Encodable {
  struct Text: Encodable { let text: String }
  struct Level: Encodable { let level: Rule.Severity }
  struct Description: Encodable {
    let id: String
    let shortDescription: Text
    let defaultConfiguration: Level
  }
  struct Driver: Encodable {
    let name = "vial-graph"
    let version: String
    let rules: [Description]
  }
  struct Tool: Encodable { let driver: Driver }
  struct Artifact: Encodable { let uri: String }
  struct Region: Encodable { let startLine, startColumn: Int }
  struct Physical: Encodable {
    let artifactLocation: Artifact
    let region: Region
  }
  struct Place: Encodable { let physicalLocation: Physical }
  struct Result: Encodable {
    let ruleId: String
    let level: Rule.Severity
    let message: Text
    let locations: [Place]

    let partialFingerprints: [String: String]
  }
  struct Descriptor: Encodable { let id: String }
  struct Notification: Encodable {
    let associatedRule: Descriptor
    let level: Rule.Severity
    let message: Text
  }
  struct Invocation: Encodable {
    let executionSuccessful = true

    /// The fixed faults, because code scanning keeps the alert of each result open.
    let toolExecutionNotifications: [Notification]
  }
  struct Run: Encodable {
    let tool: Tool
    let invocations: [Invocation]
    let results: [Result]
  }
  enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  let schema = "https://json.schemastore.org/sarif-2.1.0.json"
  let version = "2.1.0"
  let runs: [Run]

  init(_ faults: [CheckedFault], in folder: URL, _ version: String) {
    let rules = Rule.all.map {
      Description(id: $0.id, shortDescription: Text(text: $0.summary), defaultConfiguration: Level(level: $0.severity))
    }
    let open = faults.open
    let results = zip(open, open.fingerprints).map { found, fingerprint in
      let fault = CheckedFault.open(found)
      let path = fault.path(in: folder).addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
      let region = Region(startLine: fault.at.line, startColumn: fault.column)
      let place = Place(physicalLocation: Physical(artifactLocation: Artifact(uri: path), region: region))
      return Result(
        ruleId: fault.rule,
        level: fault.severity,
        message: Text(text: fault.text),
        locations: [place],
        partialFingerprints: ["vialGraph/v2": fingerprint]
      )
    }
    let notifications = faults.compactMap { fault -> Notification? in
      guard case .fixed = fault else { return nil }
      return Notification(
        associatedRule: Descriptor(id: fault.rule),
        level: fault.severity,
        message: Text(text: fault.text)
      )
    }
    let invocation = Invocation(toolExecutionNotifications: notifications)
    let tool = Tool(driver: Driver(version: version, rules: rules))
    runs = [Run(tool: tool, invocations: [invocation], results: results)]
  }
}
