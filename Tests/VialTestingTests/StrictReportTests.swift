import Testing
import Vial
import VialTesting

private let file = "VialTestingTests/StrictReportTests.swift"
@MainActor private let name = Injection(strategy: .singleton, instance: "live name")
private let nameLine = #line - 1
@MainActor private let city = Injection(
  strategy: .onDemand,
  instance: "live city of \(name.resolve())"
)
private let cityLine = #line - 4
@MainActor private let numbers = InjectionFamily<Int, String>(strategy: .singleton) {
  "live \($0) of \(name.resolve())"
}
private let numbersLine = #line - 3

@MainActor private final class Model {
  @Instance(name) var text
}

private struct Value {
  @Instance(name) var text
}

@MainActor private final class WeakModel {
  @WeakInstance(name) var text
}

/// A key that only equality tells from others.
private struct Twin: Hashable, CustomStringConvertible {
  let number: Int
  var description: String { "twin" }

  init(_ number: Int) {
    self.number = number
  }

  func hash(into hasher: inout Hasher) {}
}

@MainActor private func publish(_ text: String) -> Injection<String> {
  Injection(strategy: .singleton, instance: text)
}
private let publishLine = #line - 2

/// Whom a strict scope names, and what it counts as live (rules 23 and 24).
@MainActor struct StrictReportTests {
  // MARK: Identity

  @Test func twoInjectionsThatOneLinePublishedAreTwo() async throws {
    let (first, second) = (publish("first"), publish("second"))

    let issues = try await issues {
      for _ in 0..<2 { #expect(first.resolve() + second.resolve() == "firstsecond") }
    }

    let text = strictText("String", "\(file):\(publishLine)")
    #expect(issues == [text, text])
  }

  @Test func anotherInjectionOfTheLineThatIsOverriddenIsNamed() async throws {
    let (overridden, live) = (publish("first"), publish("second"))

    let issues = try await issues {
      overridden.override(with: "mock")
      #expect(overridden.resolve() + live.resolve() == "mocksecond")
    }

    let place = "\(file):\(#line - 4)"
    let text = strictText("String", "\(file):\(publishLine)")
    #expect(
      issues == [
        """
        \(text) Another injection of that line is overridden at \(place): a computed property publishes \
        another one at each use. Publish a `static let`.
        """
      ]
    )
  }

  @Test("A test that has a name") func theTestIsNamedAsItNamesItself() async throws {
    let issues = try await issues { #expect(name.resolve() == "live name") }

    #expect(issues.count == 1)
    let text = try #require(issues.first)
    #expect(text.contains("was resolved live by the test “A test that has a name”. The test runs"))
  }

  @Test func allowingOneOfThemAllowsNotTheOther() async throws {
    let (first, second) = (publish("first"), publish("second"))

    let issues = try await issues(under: .overrideScope(.strict) { first.allowLive() }) {
      #expect(first.resolve() + second.resolve() == "firstsecond")
    }

    #expect(issues.count == 1)
  }

  @Test func equalKeysOfTwoFamiliesAreTwo() async throws {
    let families = (1...2).map { number in
      InjectionFamily<Int, Int>(strategy: .onDemand) { $0 * number }
    }

    let issues = try await issues {
      for _ in 0..<2 { #expect(families.map { $0.resolve(7) } == [7, 14]) }
    }

    #expect(issues.count == 2)
  }

  /// An injection that nobody holds any more would leave its address to the next.
  @Test func injectionsThatAreGoneAreNotTakenForOthers() async throws {
    let issues = try await issues {
      for number in 0..<50 {
        #expect(Injection(strategy: .onDemand, instance: number).resolve() == number)
        Injection(strategy: .onDemand, instance: number).allowLive()
      }
    }

    #expect(issues.count == 50)
  }

  // MARK: What is live

  @Test func anOverrideOutsideMakesNothingOverriddenInside() async throws {
    let injection = Injection(strategy: .singleton, instance: "live")

    let found = try await withOverrideScope {
      injection.override(with: "outside")
      return try await issues { #expect(injection.resolve() == "live") }
    }

    #expect(found.count == 1)
  }

  @Test func anOverrideWithAnInjectionThatMayBeLiveIsAllowedWithIt() async throws {
    let allowed = Injection(strategy: .singleton, instance: "allowed")
    let injection = Injection(strategy: .singleton, instance: "live")

    let issues = try await issues(
      under: .overrideScope(.strict) {
        injection.override(with: allowed)
        allowed.allowLive()
      }
    ) {
      #expect(injection.resolve() == "allowed")
    }

    #expect(issues.isEmpty)
  }

  @Test func whatIsProvidedWithAnInjectionThatMayBeLiveIsAllowedWithIt() async throws {
    let allowed = Injection(strategy: .singleton, instance: "allowed")
    let required = Injection<String>.required("a text")
    required.provide(with: allowed)

    let issues = try await issues(under: .overrideScope(.strict) { allowed.allowLive() }) {
      #expect(required.resolve() == "allowed")
    }

    #expect(issues.isEmpty)
  }

  // MARK: Who needed it

  @Test func aResolveOfNobodyNamesNobody() async throws {
    let issues = try await issues { _ = name.resolve() }

    #expect(issues == [strictText("String", "\(file):\(nameLine)")])
  }

  @Test func aFactoryIsNamed() async throws {
    let issues = try await issues { _ = city.resolve() }

    #expect(
      issues == [
        strictText("String", "\(file):\(cityLine)"),
        strictText("String", "\(file):\(nameLine)", neededBy: "String (\(file):\(cityLine))"),
      ]
    )
  }

  @Test func theFactoryOfAKeyIsNamedWithTheKey() async throws {
    let issues = try await issues(
      under: .overrideScope(.strict) { numbers[7].override(with: "mock") }
    ) {
      _ = numbers.resolve(8)
    }

    #expect(
      issues == [
        strictText("String[8]", "\(file):\(numbersLine)", isFamily: true),
        strictText("String", "\(file):\(nameLine)", neededBy: "String[8] (\(file):\(numbersLine))"),
      ]
    )
  }

  @Test func theFactoryOfAnOverrideIsNamedAsWhatItOverrides() async throws {
    let issues = try await issues {
      city.override(with: "mock of \(name.resolve())")
      #expect(city.resolve() == "mock of live name")
    }

    #expect(
      issues == [
        strictText("String", "\(file):\(nameLine)", neededBy: "String (\(file):\(cityLine))")
      ]
    )
  }

  @Test func theTypeThatOwnsTheConsumerIsNamed() async throws {
    let ofAClass = try await issues { _ = Model().text }
    let ofAStruct = try await issues { _ = Value().text }
    let ofAWeakOne = try await issues { _ = WeakModel().text }

    let place = "\(file):\(nameLine)"
    #expect(ofAClass == [strictText("String", place, neededBy: "Model")])
    #expect(ofAStruct == [strictText("String", place, neededBy: "Value")])
    #expect(ofAWeakOne == [strictText("String", place, neededBy: "WeakModel")])
  }

  @Test func aConsumerInAFactoryIsNamedBeforeTheFactory() async throws {
    let own = Injection(strategy: .singleton, instance: Model().text)

    let issues = try await issues(
      under: .overrideScope(.strict) { own.override(with: Model().text) }
    ) {
      #expect(own.resolve() == "live name")
    }

    #expect(issues == [strictText("String", "\(file):\(nameLine)", neededBy: "Model")])
  }

  @Test func aConsumerThatIsReadInAnotherTaskIsNamedToo() async throws {
    let issues = try await issues(expecting: 1) {
      let model = Model()
      _ = await Task.detached { await model.text }.value
    }

    #expect(issues == [strictText("String", "\(file):\(nameLine)", neededBy: "Model")])
  }

  // MARK: Required injections

  @Test func anOverrideOfTheProviderIsAnOverrideOfTheRequirement() async throws {
    let live = Injection(strategy: .singleton, instance: "live")
    let required = Injection<String>.required("a name")
    required.provide(with: live)

    let issues = try await issues(under: .overrideScope(.strict) { live.override(with: "mock") }) {
      #expect(required.resolve() == "mock")
    }

    #expect(issues.isEmpty)
  }

  @Test func aChainOfProvidersIsAsLiveAsItsEnd() async throws {
    let live = Injection(strategy: .singleton, instance: "live")
    let inner = Injection<String>.required("a name")
    let outer = Injection<String>.required("a name")
    inner.provide(with: live)
    outer.provide(with: inner)

    let mocked = try await issues(under: .overrideScope(.strict) { live.override(with: "mock") }) {
      #expect(outer.resolve() == "mock")
    }
    let unmocked = try await issues { #expect(outer.resolve() == "live") }

    #expect(mocked.isEmpty)
    #expect(unmocked.count == 1)
  }

  @Test func whatIsProvidedInTheTestIsLive() async throws {
    let live = Injection(strategy: .singleton, instance: "live")
    let required = Injection<String>.required("a name")

    let issues = try await issues {
      required.provide(with: live)
      #expect(required.resolve() == "live")
      live.override(with: "mock")
      #expect(required.resolve() == "mock")
    }

    #expect(issues.count == 1)
  }

  @Test func anAllowedRequirementMayBeLiveWithWhatItsProviderResolves() async throws {
    let live = Injection(strategy: .singleton, instance: "live of \(name.resolve())")
    let required = Injection<String>.required("a name")
    required.provide(with: live)

    let issues = try await issues(under: .overrideScope(.strict) { required.allowLive() }) {
      #expect(required.resolve() == "live of live name")
    }

    #expect(issues.isEmpty)
  }
}
