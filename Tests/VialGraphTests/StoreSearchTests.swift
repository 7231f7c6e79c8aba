import Foundation
import Testing

@testable import VialGraph
@testable import VialGraphProgram

struct StoreSearchTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  private var search: StoreSearch {
    StoreSearch(folder: folder, derivedData: folder.appendingPathComponent("DerivedData"))
  }

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
    try expectEqual(search.newestStore(), store)
    try FileManager.default.removeItem(at: folder)
  }

  @Test(arguments: ["", "/App.xcodeproj", "/App.xcworkspace", "/.swiftpm/xcode/package.xcworkspace"])
  func aStoreOfXcodeIsOfTheWorkspaceThatItsFolderNames(workspace: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = ["App-a": folder.path + workspace, "App-b": folder.path + "-Demo" + workspace, "App-Demo-c": "/Demo"]
    for path in ["App.xcodeproj", "App.xcworkspace"] {
      let project = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(at: project, withIntermediateDirectories: true)
    }
    var stores: [String: String] = [:]
    for (name, path) in paths.sorted(by: { $0.key < $1.key }) {
      stores[name] = try makeStore("DerivedData/\(name)/Index.noindex/DataStore")
      let list = try PropertyListEncoder().encode(["WorkspacePath": path])
      try list.write(to: folder.appendingPathComponent("DerivedData/\(name)/info.plist"))
    }
    _ = try makeStore("DerivedData/App-without-a-list/Index.noindex/DataStore")
    try expectEqual(search.newestStore(), stores["App-a"])
  }

  @Test func aPlanListsTheModulesOfTheBuildWithoutTestsAndMacros() {
    let plan = """
      targets:
        "AppTests-linux-debug.module": ["<AppTests-linux-debug.module>"]
        "main": ["<App-linux-debug.exe>","<App-linux-debug.module>","<My_Lib-linux-debug.module>","<Macros-linux-debug-tool.module>"]
        "test": ["<AppTests-linux-debug.module>"]
      """
    expectEqual(IndexStore.modules(ofPlan: plan), ["App", "My_Lib"])
    expect(IndexStore.modules(ofPlan: "").isEmpty)
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
    let error = #expect(throws: IndexError.self) { try search.newestStore() }
    expectEqual(error, .noBuild(folder.path))
    expectEqual(error?.message.contains("run `swift build --build-tests`"), true)
    let given = #expect(throws: IndexError.self) { try StoreSearch.path(ofStore: "/nope") }
    expectEqual(given?.message, "there is no index store in /nope")
  }
}
