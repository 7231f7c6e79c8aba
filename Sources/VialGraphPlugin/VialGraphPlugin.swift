import Foundation
import PackagePlugin

/// The command `swift package vial-graph`, which builds the package with its tests and runs the tool with the index of the build.
@main struct VialGraphPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = try build(.product("vial-graph")).first { $0.url.lastPathComponent == "vial-graph" }
    guard let tool else { throw Failure(description: "the build has no product vial-graph") }
    // The help needs no index.
    if Set(arguments).isDisjoint(with: ["-h", "--help", "--version"]) { try build(.all(includingTests: true)) }
    let store = tool.url.deletingLastPathComponent().appendingPathComponent("index/store")
    let process = Process()
    process.executableURL = tool.url
    let hasStore = arguments.contains { $0 == "--store" || $0.hasPrefix("--store=") }
    process.arguments = arguments + (hasStore ? [] : ["--store", store.path])
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }

  @discardableResult
  private func build(_ subset: PackageManager.BuildSubset) throws -> [PackageManager.BuildResult.BuiltArtifact] {
    let result = try packageManager.build(subset, parameters: .init(configuration: .debug))
    if !result.succeeded { throw Failure(description: "the build failed:\n\(result.logText)") }
    return result.builtArtifacts
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}
