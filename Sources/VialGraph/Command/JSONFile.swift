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
    let decoder = JSONDecoder()
    guard let header = try? decoder.decode(Header.self, from: data), header.format == format else {
      throw ToolError("\(path) is not a file of the format \(format)")
    }
    guard header.version == 1 else {
      throw ToolError("\(path) has version \(header.version) of \(format), and this tool reads version 1")
    }
    do {
      return try decoder.decode(Value.self, from: data)
    } catch {
      throw ToolError("\(path) is damaged: \(error)")
    }
  }

  static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
