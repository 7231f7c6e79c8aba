import Foundation
import Testing

@testable import VialGraph

struct RevisionTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  private func write(_ text: String, to path: String) throws {
    let file = folder.appendingPathComponent(".git/\(path)")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: false, encoding: .utf8)
  }

  @Test func theCommitIsThatOfTheBranch() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("ref: refs/heads/main\n", to: "HEAD")
    try write("# pack-refs\n0123456789abcdef refs/heads/main\n", to: "packed-refs")
    expectEqual(Revision.current(of: folder.appendingPathComponent("Sources")), "01234567")
    try write("fedcba9876543210\n", to: "refs/heads/main")
    expectEqual(Revision.current(of: folder), "fedcba98")
  }

  @Test func aDetachedHeadIsACommit() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("fedcba9876543210\n", to: "HEAD")
    expectEqual(Revision.current(of: folder), "fedcba98")
  }
}
