import Vial
import VialTesting
import XCTest

private struct Client {
  var search: @Sendable (String) -> Int = { $0.count }
}

@MainActor private let client = Injection(strategy: .singleton, instance: Client())
@MainActor private let otherClient = Injection(strategy: .onDemand, instance: Client())
@MainActor private let family = InjectionFamily<Int, String>(strategy: .singleton) { "live \($0)" }
@MainActor private let others = InjectionFamily<Int, String>(strategy: .onDemand) { "other \($0)" }

/// The spellings of `override` beside `override(_:with:)`, and those of families.
final class XCTestCaseOverrideFormTests: XCTestCase {
  @MainActor private let published = Injection(strategy: .singleton, instance: 1)

  override func tearDown() {
    MainActor.assumeIsolated {
      XCTAssertFalse(client.isOverridden)
      XCTAssertFalse(family.isOverridden)
      XCTAssertEqual(client.resolve().search("abc"), 3)
      XCTAssertEqual(family.resolve(1), "live 1")
    }
  }

  func testTrailingClosure() {
    override(client) { Client { _ in 1 } }
    override(client) {
      let found = 2
      return Client { _ in found }
    }

    MainActor.assumeIsolated { XCTAssertEqual(client.resolve().search("abc"), 2) }
  }

  func testTrailingClosureWithAStrategy() {
    override(family[1], strategy: .onDemand) { "\(Int.random(in: 1...(.max)))" }

    MainActor.assumeIsolated { XCTAssertNotEqual(family.resolve(1), family.resolve(1)) }
  }

  func testTrailingDecorator() {
    override(family[1]) { original in original.resolve() + "!" }

    MainActor.assumeIsolated { XCTAssertEqual(family.resolve(1), "live 1!") }
  }

  func testChanging() {
    override(client, changing: { $0.search = { $0.count * 2 } })

    MainActor.assumeIsolated { XCTAssertEqual(client.resolve().search("abc"), 6) }
  }

  func testChangingWithAStrategy() {
    override(
      client,
      changing: {
        let found = Int.random(in: 1...(.max))
        $0.search = { _ in found }
      },
      strategy: .onDemand
    )

    MainActor.assumeIsolated {
      XCTAssertNotEqual(client.resolve().search(""), client.resolve().search(""))
    }
  }

  func testDecoratorsWithAStrategy() {
    override(
      family[1],
      with: { original in "\(original.resolve()) \(Int.random(in: 1...(.max)))" },
      strategy: .onDemand
    )
    MainActor.assumeIsolated { XCTAssertNotEqual(family.resolve(1), family.resolve(1)) }

    override(
      family[2],
      with: { (text: String) in "\(text) \(Int.random(in: 1...(.max)))" },
      strategy: .onDemand
    )
    MainActor.assumeIsolated { XCTAssertNotEqual(family.resolve(2), family.resolve(2)) }
  }

  func testFamily() {
    override(family) { key in "mock \(key)" }

    MainActor.assumeIsolated {
      XCTAssertEqual([family.resolve(1), family.resolve(2)], ["mock 1", "mock 2"])
    }
  }

  func testFamilyWithAStrategy() {
    override(family, with: { "\($0) \(Int.random(in: 1...(.max)))" }, strategy: .onDemand)

    MainActor.assumeIsolated { XCTAssertNotEqual(family.resolve(1), family.resolve(1)) }
  }

  func testFamilyWithItsOriginal() {
    override(family, with: { key, original in "\(original.resolve()), \(key)" })

    MainActor.assumeIsolated { XCTAssertEqual(family.resolve(1), "live 1, 1") }
  }

  func testFamilyWithItsOriginalAndAStrategy() {
    override(
      family,
      with: { _, original in "\(original.resolve()) \(Int.random(in: 1...(.max)))" },
      strategy: .onDemand
    )

    MainActor.assumeIsolated { XCTAssertNotEqual(family.resolve(1), family.resolve(1)) }
  }

  @MainActor func testAPropertyOfTheTestCase() async {
    override(self.published, with: 2)
    XCTAssertEqual(published.resolve(), 2)
  }

  func testTheLinesAreRemembered() {
    override(client) { Client() }
    override(client, changing: { _ in })
    override(family) { "\($0)" }
    override(family, with: { _, original in original.resolve() })
    override(family, with: { others.resolve($0) })
    override(client, with: Client())
    override(client, with: { original in original.resolve() })
    override(client, with: { (client: Client) in client })
    override(client, with: otherClient)
    let line = #line

    MainActor.assumeIsolated {
      XCTAssertEqual(Overrides.active.suffix(9).map(\.callSite.line), Array((line - 9)..<line))
      let file = "VialTestingTests/XCTestCaseOverrideFormTests.swift"
      XCTAssertEqual(Set(Overrides.active.suffix(9).map(\.callSite.fileID)), [file])
    }
  }

  @MainActor func testInAScopeTheOverrideIsTheScopes() async {
    withOverrideScope {
      override(family) { "mock \($0)" }
      override(client, changing: { $0.search = { _ in 0 } })
      XCTAssertEqual(family.resolve(1), "mock 1")
      XCTAssertEqual(client.resolve().search("abc"), 0)
    }

    XCTAssertEqual(family.resolve(1), "live 1")
    XCTAssertEqual(client.resolve().search("abc"), 3)
  }
}
