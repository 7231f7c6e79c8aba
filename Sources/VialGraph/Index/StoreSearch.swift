import Foundation

/// Finds the index store of an application and the library that reads it.
struct StoreSearch {
  /// The folder of the application.
  let folder: URL
  let environment: [String: String]

  init(
    folder: String = FileManager.default.currentDirectoryPath,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.folder = URL(fileURLWithPath: folder)
    self.environment = environment
  }

  /// Returns the path of the store: the given one, the newest of SwiftPM, or that of the application in DerivedData.
  func store(_ given: String?) throws(ToolError) -> String {
    if let given {
      guard isStore(URL(fileURLWithPath: given)) else {
        throw ToolError("there is no index store at \(given): pass the folder that contains v5/units")
      }
      return URL(fileURLWithPath: given).standardizedFileURL.path
    }
    if let store = newest(of: swiftPMStores) ?? newest(of: xcodeStores) { return store.path }
    throw ToolError(
      "there is no index store in \(folder.appendingPathComponent(".build").path): run `swift build`, or `swift build "
        + "--build-tests` to check tests, because release builds write none; or pass --store"
    )
  }

  /// The stores of debug builds, by either build system of SwiftPM.
  private var swiftPMStores: [URL] {
    let scratch = folder.appendingPathComponent(".build")
    let triples = contents(of: scratch).map { $0.appendingPathComponent("debug/index/store") }
    let native = [scratch.appendingPathComponent("debug/index/store")] + triples
    return native.filter(isStore) + stores(below: scratch.appendingPathComponent("out"), depth: 4)
  }

  /// The stores in DerivedData of projects and packages whose name begins like that of the folder or a project in it.
  private var xcodeStores: [URL] {
    let home = environment["HOME"].map(URL.init(fileURLWithPath:)) ?? folder
    let derived = home.appendingPathComponent("Library/Developer/Xcode/DerivedData")
    let projects = contents(of: folder).filter { ["xcodeproj", "xcworkspace"].contains($0.pathExtension) }
    let names = [folder.lastPathComponent] + projects.map { $0.deletingPathExtension().lastPathComponent }
    return contents(of: derived)
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
      let units = store.appendingPathComponent("v5/units").path
      return (try? FileManager.default.attributesOfItem(atPath: units))?[.modificationDate] as? Date ?? .distantPast
    }
    return stores.map { $0.resolvingSymlinksInPath() }.max { date($0) < date($1) }
  }

  private func contents(of folder: URL) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().map(folder.appendingPathComponent)
  }
}

extension StoreSearch {
  /// Returns the path of `libIndexStore` in the toolchain of the `swift` in PATH.
  func library(_ given: String?) throws(ToolError) -> String {
    if let given { return given }
    // The compiler knows its folder, also behind the proxies of Xcode and of version managers.
    let libraries = resourceFolder?.deletingLastPathComponent()
    let names = ["libIndexStore.so", "libIndexStore.dylib"]
    let candidates = names.compactMap { libraries?.appendingPathComponent($0).path }
    if let found = candidates.first(where: FileManager.default.fileExists) { return found }
    throw ToolError("there is no libIndexStore in the toolchain of the swift in PATH: pass --library")
  }

  private var resourceFolder: URL? {
    struct Info: Decodable {
      struct Paths: Decodable { let runtimeResourcePath: String }
      let paths: Paths
    }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "-print-target-info"]
    process.environment = environment
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let info = try? JSONDecoder().decode(Info.self, from: data)
    return info.map { URL(fileURLWithPath: $0.paths.runtimeResourcePath) }
  }
}
