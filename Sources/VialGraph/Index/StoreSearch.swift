import Foundation

/// Finds the index store of an application and the library that reads it.
struct StoreSearch {
  /// The folder of the application.
  let folder: URL

  /// The nearest folder from a folder upwards that has a package, a project or a workspace, otherwise the folder itself.
  static func application(around folder: URL) -> URL {
    let folders = sequence(first: folder.standardizedFileURL) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
    let found = folders.first { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.contains { $0 == "Package.swift" || $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace") }
    }
    return found ?? folder
  }

  /// Returns the path of the store: the given one, the newest of SwiftPM, or the newest in DerivedData.
  func store(_ given: String?) throws(ToolError) -> String {
    let candidates = given.map { [[URL(fileURLWithPath: $0)]] } ?? [swiftPMStores, xcodeStores]
    for stores in candidates {
      let dates = stores.compactMap { store in date(of: store).map { (store.resolvingSymlinksInPath().path, $0) } }
      if let newest = dates.max(by: { $0.1 < $1.1 }) { return newest.0 }
    }
    if let given { throw ToolError("there is no index store in \(given)") }
    let cure = "run `swift build --build-tests` in the folder of the package. Release builds write none"
    throw ToolError("there is no index store in \(folder.path)/.build: \(cure)")
  }

  /// The possible stores of debug builds, by either build system of SwiftPM.
  private var swiftPMStores: [URL] {
    let scratch = folder.appendingPathComponent(".build")
    let native = ([scratch] + contents(of: scratch)).map { $0.appendingPathComponent("debug/index/store") }
    return native + stores(below: scratch.appendingPathComponent("out"), depth: 4)
  }

  /// The stores of projects and packages whose name begins with the name of the folder or of a project in the folder.
  private var xcodeStores: [URL] {
    let projects = contents(of: folder).filter { ["xcodeproj", "xcworkspace"].contains($0.pathExtension) }
    let names = ([folder] + projects).map { $0.deletingPathExtension().lastPathComponent + "-" }
    return contents(of: URL(fileURLWithPath: NSHomeDirectory() + "/Library/Developer/Xcode/DerivedData"))
      .filter { names.contains(where: $0.lastPathComponent.hasPrefix) }
      .map { $0.appendingPathComponent("Index.noindex/DataStore") }
  }

  private func stores(below folder: URL, depth: Int) -> [URL] {
    if date(of: folder) != nil { return [folder] }
    return depth == 0 ? [] : contents(of: folder).flatMap { stores(below: $0, depth: depth - 1) }
  }

  private func date(of store: URL) -> Date? { modificationDate(of: store.path + "/v5/units") }

  private func contents(of folder: URL) -> [URL] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).sorted().map(folder.appendingPathComponent)
  }

  /// Returns the path of `libIndexStore` in the toolchain of the `swift` in PATH.
  ///
  /// The compiler prints its folder, also if Xcode or a version manager starts the compiler through a proxy.
  func library(_ given: String?) throws(ToolError) -> String {
    if let given { return given }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "-print-target-info"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let isStarted = (try? process.run()) != nil
    let information =
      isStarted ? String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) : ""
    let resources = information.firstMatch(of: /"runtimeResourcePath": "(.*)"/)?.1 ?? ""
    let libraries = ["so", "dylib"].map { "\(resources)/../libIndexStore.\($0)" }
    if let library = libraries.first(where: FileManager.default.fileExists) { return library }
    throw ToolError("there is no swift in PATH with a libIndexStore: add the toolchain to PATH, or pass --library")
  }
}

func modificationDate(of path: String) -> Date? {
  (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
}
