import Foundation

/// A file with a format and a version.
enum JSONFile {
  private struct Header: Decodable {
    let format: String
    let version: Int
  }

  /// Reads a file of version 1 of a format.
  static func read<Value: Decodable>(_ path: String, _ format: String) throws(ToolError) -> Value {
    guard let data = FileManager.default.contents(atPath: path) else { throw ToolError("\(path) cannot be read") }
    let header = try? JSONDecoder().decode(Header.self, from: data)
    guard let header, header.format == format, header.version == 1 else {
      let found = header.map { ", but version \($0.version) of \($0.format)" } ?? ""
      throw ToolError("\(path) is not version 1 of the format \(format)\(found)")
    }
    do {
      return try JSONDecoder().decode(Value.self, from: data)
    } catch {
      throw ToolError("\(path) is damaged: \(error)")
    }
  }

  /// The text of a file with a value of this module, which can always be encoded.
  static func encode(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // The sum of durations of a strange profile can be infinite.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "infinity",
      negativeInfinity: "-infinity",
      nan: "nan"
    )
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
