// expect: an override's closure returns what the injection provides, without await or try
import Vial
import VialTesting
import XCTest

protocol Weather: Sendable {}
struct Fixed: Weather {}

@MainActor let weather = Injection<any Weather>(strategy: .singleton, instance: Fixed())

final class Tests: XCTestCase {
  func test(_ load: @escaping @Sendable () async throws -> Fixed) {
    override(weather) { try await load() }
  }
}
