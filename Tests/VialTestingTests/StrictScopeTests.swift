import Dispatch
import Testing
import Vial
import VialTesting

private let file = "VialTestingTests/StrictScopeTests.swift"
@MainActor private let name = Injection(strategy: .singleton, instance: "live name")
private let nameLine = #line - 1
@MainActor private let city = Injection(
  strategy: .onDemand,
  instance: "live city of \(name.resolve())"
)

@MainActor private final class Model {
  @Instance(name) var text
}

/// What a strict scope reports, and what it does not (rule 23).
@MainActor struct StrictScopeTests {
  // MARK: The issue

  @Test func aLiveResolveIsAnIssueThatSaysWhatToWrite() async throws {
    let issues = try await issues {
      #expect(name.resolve() == "live name")
    }

    #expect(issues == [strictText("String", "\(file):\(nameLine)")])
  }

  @Test func existentialsAreSpelledAsInCode() async throws {
    let any = Injection<any Error>(strategy: .shared, instance: CancellationError())
    let line = #line - 1

    let issues = try await issues { _ = any.resolve() }

    #expect(issues == [strictText("any Error", "\(file):\(line)")])
  }

  @Test func eachInjectionIsReportedOnceHoweverOftenItIsUsed() async throws {
    let issues = try await issues {
      for _ in 0..<5 {
        _ = name.resolve()
        _ = city.resolve()
        _ = Model().text
        await Task.yield()
      }
    }

    #expect(issues.count == 2)
  }

  @Test func whatALiveInstanceNeedsIsReportedToo() async throws {
    let issues = try await issues {
      name.override(with: "mock")
      #expect(city.resolve() == "live city of mock")
    }

    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("String (\(file):\(nameLine + 2))") == true)
  }

  @Test func eachTestReportsForItself() async throws {
    let first = try await issues { _ = name.resolve() }
    let second = try await issues { _ = name.resolve() }

    #expect(first.count == 1)
    #expect(second == first)
  }

  // MARK: What is no issue

  @Test func overridesOfEveryKindAreNotLive() async throws {
    let other = Injection(strategy: .singleton, instance: "other")
    let issues = try await issues(
      under: .overrideScope(.strict) { name.override(with: "mock") }
    ) {
      city.override(with: "mock city")
      #expect(name.resolve() + city.resolve() == "mockmock city")
      name.override(with: { "[\($0)]" })
      #expect(name.resolve() == "[mock]")
      name.override(with: { _ in "lazy" })
      #expect(name.resolve() == "lazy")
      // Nobody has to override the injection that another was overridden with.
      name.override(with: other)
      #expect(name.resolve() == "other")
      #expect(Model().text == "other")
    }

    #expect(issues.isEmpty)
  }

  @Test func aDecoratorIsFreeToAskForTheLiveOriginal() async throws {
    let issues = try await issues {
      name.override(with: { original in "<\(original.resolve())>" })
      #expect(name.resolve() == "<live name>")
    }

    #expect(issues.isEmpty)
  }

  @Test func lookingResolvesNothing() async throws {
    let issues = try await issues {
      let model = Model()
      #expect(name.current == nil)
      #expect(!name.isOverridden)
      #expect(!name.debugDescription.isEmpty)
      #expect(!model.$text.isResolved)
      expectReleased(name)
    }

    #expect(issues.isEmpty)
  }

  @Test func anAssignedConsumerAsksNobody() async throws {
    let issues = try await issues {
      let model = Model()
      model.text = "assigned"
      #expect(model.text == "assigned")
    }

    #expect(issues.isEmpty)
  }

  @Test func anActiveContextIsNotLive() async throws {
    let contextual = Injection(strategy: .singleton, instance: "live")
      .when(.test, instance: "for tests")
    let inactive = Injection(strategy: .singleton, instance: "live")
      .when(.launchArgument("-nobody-passes-this"), instance: "never")

    let issues = try await issues {
      #expect(contextual.resolve() == "for tests")
      #expect(inactive.resolve() == "live")
    }

    #expect(issues.count == 1)
  }

  @Test func outsideAStrictScopeNothingIsReported() async throws {
    let issues = try await issues(under: .overrideScope) {
      #expect(name.resolve() == "live name")
    }

    #expect(issues.isEmpty)
  }

  // MARK: Rolled back, replaced, provided

  @Test func aRolledBackOverrideLeavesTheLiveInstance() async throws {
    let issues = try await issues {
      let token = name.override(with: "mock")
      #expect(name.resolve() == "mock")
      token.rollback()
      #expect(name.resolve() == "live name")
    }

    #expect(issues.count == 1)
  }

  @Test func whatIsProvidedIsLive() async throws {
    let live = Injection(strategy: .singleton, instance: "live")
    let required = Injection<String>.required("a name")
    required.provide(with: live)
    let own = Injection<String>.required("another name")
    own.provide(with: "own")

    let issues = try await issues {
      #expect(required.resolve() == "live")
      #expect(own.resolve() == "own")
    }

    #expect(issues.count == 2)
  }

  @Test func anOverriddenRequirementNeedsNoProvider() async throws {
    let required = Injection<String>.required("a name")

    let issues = try await issues {
      required.override(with: "mock")
      #expect(required.resolve() == "mock")
    }

    #expect(issues.isEmpty)
  }

  // MARK: Families

  @Test func everyLiveKeyOfAFamilyIsReported() async throws {
    let family = InjectionFamily<Int, String>(strategy: .shared) { "live \($0)" }
    let line = #line - 1

    let issues = try await issues {
      #expect(family.resolve(1) == "live 1")
      #expect(family[1].resolve() == "live 1")
      #expect(family.resolve(2) == "live 2")
    }

    let place = "\(file):\(line)"
    #expect(
      issues == [
        strictText("String[1]", place, isFamily: true),
        strictText("String[2]", place, isFamily: true),
      ]
    )
  }

  @Test func anOverriddenFamilyOrKeyIsNotLive() async throws {
    let family = InjectionFamily<Int, String>(strategy: .singleton) { "live \($0)" }

    let issues = try await issues {
      family[1].override(with: "one")
      #expect(family.resolve(1) == "one")
      family.override(with: { "mock \($0)" })
      #expect(family.resolve(1) == "one")
      #expect(family.resolve(2) == "mock 2")
    }

    #expect(issues.isEmpty)
  }
}
