import Foundation
import Testing

@testable import VialGraph
@testable import VialGraphProgram

struct StoreSearchTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  private var search: StoreSearch { StoreSearch(folder: folder) }

  private func makeStore(_ path: String) throws -> String {
    let store = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: store.appendingPathComponent("v5/units"),
      withIntermediateDirectories: true
    )
    return store.resolvingSymlinksInPath().path
  }

  @Test(arguments: [
    ".build/debug/index/store", ".build/arm64-apple-macosx/debug/index/store", ".build/out/Products/index",
  ])
  func storesOfBothBuildSystemsAreFound(path: String) throws {
    let store = try makeStore(path)
    try expectEqual(search.store(nil), store)
    try FileManager.default.removeItem(at: folder)
  }

  @Test func theFolderOfTheApplicationIsTheNearestPackageAroundAFolder() throws {
    let inner = folder.appendingPathComponent("Sources/App")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    expect(FileManager.default.createFile(atPath: folder.appendingPathComponent("Package.swift").path, contents: nil))
    expectEqual(StoreSearch.application(around: inner).path, folder.standardizedFileURL.path)
    expectEqual(StoreSearch.application(around: folder).path, folder.standardizedFileURL.path)
    expectEqual(StoreSearch.application(around: URL(fileURLWithPath: "/")).path, "/")
    try FileManager.default.removeItem(at: folder)
  }

  @Test func missingStoreIsReportedWithTheCommandToRun() throws {
    let error = #expect(throws: IndexError.self) { try search.store(nil) }
    expectEqual(error, .noBuild(folder.path))
    expectEqual(error?.message.contains("run `swift build --build-tests`"), true)
    let given = #expect(throws: IndexError.self) { try search.store("/nope") }
    expectEqual(given?.message, "there is no index store in /nope")
  }
}
