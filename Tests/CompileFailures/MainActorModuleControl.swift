// flags: -swift-version 6 -default-isolation MainActor
// expect: no error
import Vial

final class Parser: Sendable {}

enum Services {
  static let parser = Injection(strategy: .onDemand, instance: Parser())
}

final class Model {
  @Instance(Services.parser) var parser
  func use() { _ = parser }
}

nonisolated struct Work {
  func run() async { _ = await Services.parser.resolve() }
}
