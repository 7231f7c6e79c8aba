package import Foundation

/// Finds the index store of an application and the library that reads it.
package struct StoreSearch {
  /// The folder of the application.
  let folder: URL

  package init(folder: URL) { self.folder = folder }

  /// The nearest folder from a folder upwards that has a package, a project or a workspace, otherwise the folder itself.
  package static func application(around folder: URL) -> URL {
    let folders = sequence(first: folder.standardizedFileURL) { $0.path == "/" ? nil : $0.deletingLastPathComponent() }
    let found = folders.first { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.contains { $0 == "Package.swift" || $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace") }
    }
    return found ?? folder
  }

  /// Opens an index store with a library, and searches for the store or the library if its path is `nil`.
  package func open(store: String?, library: String?) throws(IndexError) -> IndexStore {
    let library = try IndexLibrary(path: self.library(library))
    return try IndexStore(library: library, path: self.store(store))
  }

  /// Returns the path of the store: the given one, the newest of SwiftPM, or the newest in DerivedData.
  func store(_ given: String?) throws(IndexError) -> String {
    let candidates = given.map { [[URL(fileURLWithPath: $0)]] } ?? [swiftPMStores, xcodeStores]
    for stores in candidates {
      let dates = stores.compactMap { store in date(of: store).map { (store.resolvingSymlinksInPath().path, $0) } }
      if let newest = dates.max(by: { $0.1 < $1.1 }) { return newest.0 }
    }
    throw given.map(IndexError.noStore) ?? .noBuild(folder.path)
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
  func library(_ given: String?) throws(IndexError) -> String {
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
    throw .noLibrary
  }
}

func modificationDate(of path: String) -> Date? {
  (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
}
