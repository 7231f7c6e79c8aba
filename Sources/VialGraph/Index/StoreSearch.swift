import Foundation

/// Finds the index store of an application and the library that reads it.
struct StoreSearch {
  /// The folder of the application.
  let folder: URL

  /// Returns the path of the store: the given one, the newest of SwiftPM, or the newest in DerivedData.
  func store(_ given: String?) throws(ToolError) -> String {
    let candidates = given.map { [URL(fileURLWithPath: $0)].filter(isStore) }
    guard let store = newest(of: candidates ?? swiftPMStores) ?? newest(of: candidates ?? xcodeStores) else {
      throw ToolError(
        "there is no index store in \(given ?? folder.appendingPathComponent(".build").path): run `swift build`, or "
          + "`swift build --build-tests` to check tests, too. Release builds write none"
      )
    }
    return store.path
  }

  /// The stores of debug builds, by either build system of SwiftPM.
  private var swiftPMStores: [URL] {
    let scratch = folder.appendingPathComponent(".build")
    let folders = [scratch] + contents(of: scratch)
    return folders.map { $0.appendingPathComponent("debug/index/store") }.filter(isStore)
      + stores(below: scratch.appendingPathComponent("out"), depth: 4)
  }

  /// The stores of projects and packages whose name begins like that of the folder or a project in it.
  private var xcodeStores: [URL] {
    let projects = contents(of: folder).filter { ["xcodeproj", "xcworkspace"].contains($0.pathExtension) }
    let names = [folder.lastPathComponent] + projects.map { $0.deletingPathExtension().lastPathComponent }
    return contents(of: URL(fileURLWithPath: NSHomeDirectory() + "/Library/Developer/Xcode/DerivedData"))
      .filter { entry in names.contains { entry.lastPathComponent.hasPrefix("\($0)-") } }
      .map { $0.appendingPathComponent("Index.noindex/DataStore") }
      .filter(isStore)
  }

  private func stores(below folder: URL, depth: Int) -> [URL] {
    if isStore(folder) { return [folder] }
    return depth == 0 ? [] : contents(of: folder).flatMap { stores(below: $0, depth: depth - 1) }
  }

  private func isStore(_ url: URL) -> Bool {
    contents(of: url).contains { FileManager.default.fileExists(atPath: $0.appendingPathComponent("units").path) }
  }

  private func newest(of stores: [URL]) -> URL? {
    func date(_ store: URL) -> Date {
      let units = contents(of: store).map { $0.appendingPathComponent("units").path }
      let dates = units.compactMap { try? FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date }
      return dates.max() ?? .distantPast
    }
    return stores.map { $0.resolvingSymlinksInPath() }.max { date($0) < date($1) }
  }

  private func contents(of folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map(folder.appendingPathComponent)
  }

  /// Returns the path of `libIndexStore` in the toolchain of the `swift` in PATH.
  ///
  /// The compiler knows its folder, also behind the proxies of Xcode and of version managers.
  func library(_ given: String?) throws(ToolError) -> String {
    if let given { return given }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "-print-target-info"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { throw ToolError("there is no swift in PATH: pass --library") }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let information = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    let resources = (information?["paths"] as? [String: Any])?["runtimeResourcePath"] as? String ?? ""
    let folder = URL(fileURLWithPath: resources).deletingLastPathComponent()
    let candidates = ["libIndexStore.so", "libIndexStore.dylib"].map { folder.appendingPathComponent($0).path }
    guard let found = candidates.first(where: FileManager.default.fileExists) else {
      throw ToolError("there is no libIndexStore in \(folder.path): pass --library")
    }
    return found
  }
}
