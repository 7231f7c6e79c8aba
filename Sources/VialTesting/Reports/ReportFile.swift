import Foundation
import Vial

/// The file that the environment variable `VIAL_REPORT` names, to which each report is appended as a JSON object in a line.
///
/// All processes of a run append to the same file, each line with one call of `write`, so lines are never mixed.
@MainActor enum ReportFile {
  private static let descriptor: Int32? = {
    guard let path = ProcessInfo.processInfo.environment["VIAL_REPORT"], !path.isEmpty else { return nil }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    if descriptor >= 0 { return descriptor }
    StandardError().write("Vial: The file of VIAL_REPORT cannot be opened: \(path). [vial-report]\n")
    return nil
  }()

  /// Opens the file, so that a wrong path is reported in a process without reports.
  static func begin() { _ = descriptor }

  static func append(_ report: Report) {
    guard let descriptor, let line = try? line(of: report) else { return }
    _ = line.withUnsafeBytes { bytes in write(descriptor, bytes.baseAddress, bytes.count) }
  }

  static func line(of report: Report) throws -> Data {
    var line = try encoder.encode(Line(report))
    line.append(UInt8(ascii: "\n"))
    return line
  }

  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  /// The object of a report.
  ///
  /// A value that a report does not have is `null`.
  private struct Line: Encodable {
    let id: String
    let effect: String
    let event: String
    let test: String?
    let injection: String?
    let place: String?
    let requesters: [String]
    let fixes: [String]

    @MainActor init(_ report: Report) {
      id = report.id.rawValue
      effect = report.effect.rawValue
      event = report.event
      test = report.attribution.test?.identity.id
      injection = report.injection?.description
      place = (report.place ?? report.attribution.test?.identity.place).map { "\($0.fileID):\($0.line)" }
      requesters = report.requesters.map(\.name)
      fixes = report.fixes
    }

    private enum Key: CodingKey { case id, effect, event, test, injection, place, requesters, fixes }

    func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: Key.self)
      try object.encode(id, forKey: .id)
      try object.encode(effect, forKey: .effect)
      try object.encode(event, forKey: .event)
      try object.encode(test, forKey: .test)
      try object.encode(injection, forKey: .injection)
      try object.encode(place, forKey: .place)
      try object.encode(requesters, forKey: .requesters)
      try object.encode(fixes, forKey: .fixes)
    }
  }
}
