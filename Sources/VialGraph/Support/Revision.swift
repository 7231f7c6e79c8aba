import Foundation

/// The commit that is checked out in the repository of a folder.
enum Revision {
  /// Returns the beginning of the commit, or `nil` if the folder is in no repository or a work tree of another one.
  static func current(of folder: URL) -> String? {
    let folders = sequence(first: folder.standardizedFileURL) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
    let repositories = folders.map { $0.appendingPathComponent(".git") }
    guard let repository = repositories.first(where: { FileManager.default.fileExists(atPath: $0.path) }),
      let head = text(repository.appendingPathComponent("HEAD"))
    else { return nil }
    let prefix = "ref: "
    if !head.hasPrefix(prefix) { return String(head.prefix(8)) }
    return commit(of: String(head.dropFirst(prefix.count)), in: repository).map { String($0.prefix(8)) }
  }

  private static func commit(of reference: String, in repository: URL) -> String? {
    if let commit = text(repository.appendingPathComponent(reference)) { return commit }
    let packed = text(repository.appendingPathComponent("packed-refs"))?.split(separator: "\n") ?? []
    return packed.first { $0.hasSuffix(" \(reference)") }.map(String.init)
  }

  private static func text(_ file: URL) -> String? {
    let data = FileManager.default.contents(atPath: file.path)
    return data.map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) }
  }
}
