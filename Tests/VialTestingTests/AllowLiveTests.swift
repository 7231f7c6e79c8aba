import Testing
import Vial
import VialTesting

@MainActor private let name = Injection(strategy: .singleton, instance: "live name")
@MainActor private let city = Injection(
  strategy: .singleton,
  instance: "live city of \(name.resolve())"
)
@MainActor private let country = Injection(
  strategy: .singleton,
  instance: "live country of \(city.resolve())"
)
@MainActor private let numbers = InjectionFamily<Int, String>(strategy: .singleton) {
  "live \($0) of \(name.resolve())"
}

@MainActor private final class Model {
  @Instance(name) var text
}

@MainActor private let model = Injection(strategy: .singleton, instance: Model())
@MainActor private let readModel = Injection(strategy: .singleton) {
  let model = Model()
  _ = model.text
  return model
}

/// What may be live in a strict scope (rule 23).
@MainActor struct AllowLiveTests {
  @Test func anAllowedInjectionMayBeLive() async throws {
    let issues = try await issues(under: .overrideScope(.strict) { name.allowLive() }) {
      #expect(name.resolve() == "live name")
      #expect(Model().text == "live name")
      await Task.yield()
      #expect(await Task.detached { await name.resolve() }.value == "live name")
    }

    #expect(issues.isEmpty)
  }

  @Test func theBodyOfATestMayAllowToo() async throws {
    let issues = try await issues {
      name.allowLive()
      #expect(name.resolve() == "live name")
    }

    #expect(issues.isEmpty)
  }

  @Test func allowingAfterTheFirstUseIsTooLate() async throws {
    let issues = try await issues {
      _ = name.resolve()
      name.allowLive()
      _ = name.resolve()
    }

    #expect(issues.count == 1)
  }

  @Test func whatAnAllowedFactoryMayResolveTheTestMayNot() async throws {
    let part = Injection(strategy: .singleton, instance: "part")
    let whole = Injection(strategy: .singleton, instance: part.resolve() + part.resolve())

    let issues = try await issues(under: .overrideScope(.strict) { whole.allowLive() }) {
      #expect(whole.resolve() == "partpart")
      #expect(part.resolve() == "part")
    }

    #expect(issues.count == 1)
  }

  @Test func whatIsNotAllowedIsReportedBesideIt() async throws {
    let other = Injection(strategy: .singleton, instance: "live")

    let issues = try await issues {
      name.allowLive()
      #expect(name.resolve() + other.resolve() == "live namelive")
    }

    #expect(issues.count == 1)
  }

  @Test func outsideAStrictScopeItDoesNothing() async throws {
    let own = Injection(strategy: .singleton, instance: "live")
    own.allowLive()
    numbers.allowLive()

    let issues = try await issues { #expect(own.resolve() == "live") }

    #expect(issues.count == 1)
  }

  @Test func anAllowedInjectionIsOverriddenLikeAnyOther() async throws {
    let issues = try await issues(under: .overrideScope(.strict) { name.allowLive() }) {
      name.override(with: "mock")
      #expect(name.resolve() == "mock")
      name.rollbackOverride()
      #expect(name.resolve() == "live name")
    }

    #expect(issues.isEmpty)
  }

  // MARK: What its factory resolves

  @Test func whatItsFactoryResolvesIsAllowedWithIt() async throws {
    let issues = try await issues(under: .overrideScope(.strict) { country.allowLive() }) {
      #expect(country.resolve() == "live country of live city of live name")
    }

    #expect(issues.isEmpty)
  }

  @Test func aLaterResolveOfWhatItsFactoryNeededIsReported() async throws {
    let issues = try await issues(under: .overrideScope(.strict) { city.allowLive() }) {
      _ = city.resolve()
      #expect(name.resolve() == "live name")
      #expect(city.resolve() == "live city of live name")
    }

    #expect(issues.count == 1)
    #expect(issues.first?.contains("AllowLiveTests.swift:5") == true)
  }

  @Test func anotherFactoryMayNotUseWhatAnAllowedOneHasBuilt() async throws {
    let issues = try await issues(under: .overrideScope(.strict) { city.allowLive() }) {
      _ = city.resolve()
      #expect(numbers.resolve(1) == "live 1 of live name")
    }

    #expect(issues.count == 2)
    #expect(issues.last?.contains("needed by String[1] (") == true)
  }

  @Test func whatNeedsAnAllowedOneIsNotAllowedWithIt() async throws {
    let issues = try await issues(under: .overrideScope(.strict) { name.allowLive() }) {
      #expect(city.resolve() == "live city of live name")
    }

    #expect(issues.count == 1)
    #expect(issues.first?.contains("AllowLiveTests.swift:6") == true)
  }

  @Test func aConsumerThatItsFactoryReadsIsAllowedWithIt() async throws {
    let issues = try await issues(under: .overrideScope(.strict) { readModel.allowLive() }) {
      #expect(readModel.resolve().text == "live name")
    }

    #expect(issues.isEmpty)
  }

  @Test func aConsumerOfTheInstanceThatIsReadLaterIsNot() async throws {
    let issues = try await issues(under: .overrideScope(.strict) { model.allowLive() }) {
      let model = model.resolve()
      #expect(model.text == "live name")
    }

    #expect(issues.count == 1)
    #expect(issues.first?.contains(", needed by Model.") == true)
  }

  // MARK: Families

  @Test func anAllowedFamilyMayBeLiveForEveryKey() async throws {
    let issues = try await issues(under: .overrideScope(.strict) { numbers.allowLive() }) {
      #expect(numbers.resolve(1) == "live 1 of live name")
      #expect(numbers[2].resolve() == "live 2 of live name")
    }

    #expect(issues.isEmpty)
  }

  @Test func anAllowedKeyMayBeLiveAlone() async throws {
    let issues = try await issues(under: .overrideScope(.strict) { numbers[1].allowLive() }) {
      name.override(with: "mock")
      #expect(numbers.resolve(1) == "live 1 of mock")
      #expect(numbers.resolve(2) == "live 2 of mock")
    }

    #expect(issues.count == 1)
    #expect(issues.first?.hasPrefix("String[2] (") == true)
  }

  @Test func aKeyIsAllowedWhileTheFamilyForgetsKeys() async throws {
    let keys = InjectionFamily<Int, Model>(strategy: .shared) { _ in Model() }

    let issues = try await issues(under: .overrideScope(.strict) { keys[1].allowLive() }) {
      keys.override(with: { _ in Model() })
      for key in 2..<500 { _ = keys.resolve(key) }
      keys.rollbackOverride()
      _ = keys.resolve(1)
    }

    #expect(issues.isEmpty)
  }

  // MARK: Where it holds

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func itHoldsInTheScopesInside(kind: OverrideScope.Kind) async throws {
    let issues = try await issues(under: .overrideScope(.strict) { name.allowLive() }) {
      withOverrideScope(kind) { #expect(name.resolve() == "live name") }
    }

    #expect(issues.isEmpty)
  }

  @Test func itHoldsNotOutsideTheScopeThatAllows() async throws {
    let issues = try await issues {
      withOverrideScope {
        name.allowLive()
        _ = name.resolve()
      }
      _ = name.resolve()
    }

    #expect(issues.count == 1)
  }

  @Test func itHoldsForLateWork() async throws {
    let late = Kept()

    let issues = try await issues(under: .overrideScope(.strict) { name.allowLive() }) {
      late.model = Model()
    } late: {
      #expect(late.model?.text == "live name")
    }

    #expect(issues.isEmpty)
  }
}

/// A place for what outlives a scope.
@MainActor private final class Kept {
  var model: Model?
}
