import Foundation

/// The lists of sources that SwiftPM writes beside a store, one for each module that it builds.
struct SourceLists {
  private let products: URL
  private let isSwiftPM: Bool
  private final class Cache { var lists: [String: Set<String>?] = [:] }
  private let cache = Cache()

  /// - Parameter store: The path of a store, which is `index/store` in the folder of the products.
  init(store: String) {
    products = URL(fileURLWithPath: store).deletingLastPathComponent().deletingLastPathComponent()
    isSwiftPM = store.hasSuffix("index/store")
  }

  /// Whether a unit belongs to the current sources of its module, as far as there is a list.
  func contains(_ unit: IndexStore.Unit) -> Bool {
    guard isSwiftPM, let list = list(of: unit.module) else { return true }
    return list.contains(unit.path)
  }

  private func list(of module: String) -> Set<String>? {
    if let known = cache.lists[module] { return known }
    let path = products.appendingPathComponent("\(module).build/sources").path
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    let list = text.map { Set($0.split(separator: "\n").map { $0.trimmingCharacters(in: ["'", "\""]) }) }
    cache.lists[module] = list
    return list
  }
}
