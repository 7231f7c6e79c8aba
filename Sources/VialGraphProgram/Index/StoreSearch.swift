package import Foundation

/// Finds the index store of an application and the library that reads it.
package struct StoreSearch {
  /// The folder of the application.
  let folder: URL

  /// The folder in which Xcode keeps a folder for each project.
  let derivedData: URL

  package init(folder: URL) {
    let derivedData = URL(fileURLWithPath: NSHomeDirectory() + "/Library/Developer/Xcode/DerivedData")
    self.init(folder: folder, derivedData: derivedData)
  }

  init(folder: URL, derivedData: URL) {
    self.folder = folder
    self.derivedData = derivedData
  }

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
    let path = if let store { try Self.path(ofStore: store) } else { try newestStore() }
    return try IndexStore(library: library, path: path)
  }

  /// Returns the path of a store without symbolic links.
  static func path(ofStore path: String) throws(IndexError) -> String {
    let store = URL(fileURLWithPath: path)
    if date(of: store) == nil { throw .noStore(path) }
    return store.resolvingSymlinksInPath().path
  }

  /// Returns the path of the newest store of SwiftPM, otherwise of the newest store in DerivedData.
  func newestStore() throws(IndexError) -> String {
    for stores in [swiftPMStores, xcodeStores] {
      let dates = stores.compactMap { store in Self.date(of: store).map { (store, $0) } }
      if let newest = dates.max(by: { $0.1 < $1.1 }) { return newest.0.resolvingSymlinksInPath().path }
    }
    throw .noBuild(folder.path)
  }

  /// The possible stores of debug builds, by either build system of SwiftPM.
  private var swiftPMStores: [URL] {
    let scratch = folder.appendingPathComponent(".build")
    let native = ([scratch] + contents(of: scratch)).map { $0.appendingPathComponent("debug/index/store") }
    return native + stores(below: scratch.appendingPathComponent("out"), depth: 4)
  }

  /// The stores of the package in the folder, and of projects and workspaces in the folder.
  private var xcodeStores: [URL] {
    let projects = contents(of: folder).filter { ["xcodeproj", "xcworkspace"].contains($0.pathExtension) }
    let package = folder.appendingPathComponent(".swiftpm/xcode/package.xcworkspace")
    let paths = Set(([folder, package] + projects).map { $0.resolvingSymlinksInPath().path })
    let own = contents(of: derivedData).filter { data in
      workspace(of: data).map { paths.contains($0.resolvingSymlinksInPath().path) } ?? false
    }
    return own.map { $0.appendingPathComponent("Index.noindex/DataStore") }
  }

  /// The project, the workspace or the package of a folder in DerivedData.
  ///
  /// The name of such a folder can begin with the name of another project.
  private func workspace(of data: URL) -> URL? {
    let information = FileManager.default.contents(atPath: data.appendingPathComponent("info.plist").path)
    let list = information.flatMap { try? PropertyListSerialization.propertyList(from: $0, format: nil) }
    return ((list as? [String: Any])?["WorkspacePath"] as? String).map { URL(fileURLWithPath: $0) }
  }

  private func stores(below folder: URL, depth: Int) -> [URL] {
    if Self.date(of: folder) != nil { return [folder] }
    return depth == 0 ? [] : contents(of: folder).flatMap { stores(below: $0, depth: depth - 1) }
  }

  private static func date(of store: URL) -> Date? { modificationDate(of: IndexStore.units(of: store.path)) }

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
