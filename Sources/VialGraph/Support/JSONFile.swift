import Foundation

/// A file with a format and a version.
enum JSONFile {
  private struct Header: Decodable {
    let format: String
    let version: Int
  }

  /// Reads a file of a version of a format.
  static func read<Value: Decodable>(_ path: String, _ format: String, version: Int) throws(ToolError) -> Value {
    guard let data = FileManager.default.contents(atPath: path) else { throw ToolError("\(path) cannot be read") }
    do {
      let header = try JSONDecoder().decode(Header.self, from: data)
      if header.format != format { throw ToolError("\(path) has the format \(header.format) instead of \(format)") }
      if header.version == version { return try JSONDecoder().decode(Value.self, from: data) }
      let cure = "write it with the same version of Vial as this tool"
      throw ToolError("\(path) has version \(header.version) of the format \(format) instead of \(version): \(cure)")
    } catch let error as ToolError {
      throw error
    } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
      throw ToolError("\(path) is not JSON")
    } catch {
      throw ToolError("\(path) does not have the format \(format)")
    }
  }

  /// The text of a file with a value of this module, which can always be encoded.
  static func encode(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
