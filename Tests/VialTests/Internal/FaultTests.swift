import Testing
import Vial

/// The words of each message that stops the program: what happened where, and what to do.
@MainActor struct FaultTests {
  private func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func dependencyCircle() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = Loop.a.resolve() }
    }

    #expect(
      message(result).contains(
        """
        Feature/A.swift:12: Fatal error: Dependency circle: \
        Int (Feature/A.swift:12) → String (Feature/B.swift:8) → Int. \
        Building the first needs the first itself. \
        Let one of them hold the next as an @Instance, which is read after it was built.
        """
      )
    )
  }

  @Test func aDecoratedInjectionStandsInTheCircleOnce() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        Loop.a.override(with: { $0 + 1 })
        Loop.a.override(with: { original in original.resolve() + 1 })
        Loop.b.override(with: { $0 + "!" })
        _ = Loop.a.resolve()
      }
    }

    #expect(
      message(result).contains(
        ": Int (Feature/A.swift:12) → String (Feature/B.swift:8) → Int. Building"
      )
    )
  }

  @Test func aCircleInAnEndedScopeStandsInItOnce() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let scope = withOverrideScope(.isolated) { OverrideScope.current }
        _ = scope?.run { MainActor.assumeIsolated { Loop.a.resolve() } }
      }
    }

    #expect(
      message(result).contains(
        ": Int (Feature/A.swift:12) → String (Feature/B.swift:8) → Int. Building"
      )
    )
  }

  @Test func injectionsOfOneLineAreToldApart() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        // Three of the same type from one line; the circle is of the last two.
        let places = Box<[Injection<Int>]>([])
        places.content = [1, 2, 1].map { next in
          Injection(
            strategy: .onDemand,
            instance: places.content[next].resolve(),
            fileID: "Feature/E.swift",
            line: 5
          )
        }
        _ = places.content[0].resolve()
      }
    }

    #expect(
      message(result).contains(
        ": Int (Feature/E.swift:5) → Int (Feature/E.swift:5) → Int. Building"
      )
    )
  }

  @Test func aFamilysKeyAndARequiredInjectionStandInTheCircleOnce() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let required = Injection<Int>.required("a number", fileID: "Feature/R.swift", line: 1)
        let family = InjectionFamily<String, Int>(
          strategy: .singleton,
          fileID: "Feature/F.swift",
          line: 2
        ) { _ in required.resolve() }
        required.provide(with: family.resolve("key"))
        _ = required.resolve()
      }
    }

    #expect(
      message(result).contains(
        ": Int (Feature/R.swift:1) → Int[key] (Feature/F.swift:2) → Int. Building"
      )
    )
  }

  @Test func circleOfACheck() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let place = Box<Injection<Int>?>(nil)
        let injection = Injection(
          strategy: .cached { { place.content?.resolve() == 1 } },
          instance: 1,
          fileID: "Feature/D.swift",
          line: 4
        )
        place.content = injection
        _ = (injection.resolve(), injection.resolve())
      }
    }

    #expect(
      message(result).contains(
        """
        Feature/D.swift:4: Fatal error: Dependency circle: Int (Feature/D.swift:4) → Int. \
        The check of its strategy needs the instance that is being checked. \
        Let the check decide without resolving the injection.
        """
      )
    )
  }

  @Test func whatWasBuiltBeforeNeedsNothing() async {
    // In this process there was no scope, so that the shortest way is taken.
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let part = Injection(strategy: .onDemand, instance: 1)
        _ = (part.resolve(), part.resolve())
        _ = Injection<Int>.required("a number").resolve()
      }
    }

    #expect(message(result).contains("is required and nothing was provided: a number."))
    #expect(!message(result).contains("It was needed by"))
  }

  @Test func unprovided() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let required = Injection<Int>.required("the port", fileID: "Feature/A.swift", line: 12)
        _ = required.resolve()
      }
    }

    #expect(
      message(result).contains(
        """
        Feature/A.swift:12: Fatal error: Int (Feature/A.swift:12) is required and nothing was \
        provided: the port. Call provide(with:strategy:) on it where the application is composed, \
        or override it in a test. \
        For all tests, publish an instance with it: .when(.test, instance: …).
        """
      )
    )
    #expect(!message(result).contains("scope"))
  }

  @Test func unprovidedWhereATestRuns() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let required = Injection<Int>.required("the port", fileID: "Feature/A.swift", line: 12)
        let scope = OverrideScope(ofTest: nil, named: "PortTests.testTheRange")
        scope.run { withOverrideScope { _ = required.resolve() } }
      }
    }

    #expect(message(result).contains("the port. The test PortTests.testTheRange runs. Call "))
  }

  @Test func unprovidedInATaskThatNoScopeReaches() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let required = Injection<Int>.required("the port", fileID: "Feature/A.swift", line: 12)
        let scope = OverrideScope(ofTest: nil, named: "PortTests.testTheRange")
        scope.run { required.override(with: 1) }
        _ = required.resolve()
      }
    }

    #expect(
      message(result).contains(
        """
        Override scopes were opened, and this code runs in none: see scope.run(_:). \
        Call provide(
        """
      )
    )
    #expect(!message(result).contains("PortTests"))
  }

  @Test(arguments: Withdrawal.allCases)
  func withdrawn(withdrawal: Withdrawal) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [withdrawal] in
      await MainActor.run {
        let session = Injection<Int>.required("a session", fileID: "Feature/A.swift", line: 12)
        let provision = session.provide(with: 1)
        switch withdrawal {
        case .byTheToken: provision.withdraw(fileID: "App/SignOut.swift", line: 3)
        case .byTheInjection: session.withdraw(fileID: "App/SignOut.swift", line: 3)
        case .outsideTheScope:
          session.withdraw(fileID: "App/SignOut.swift", line: 3)
          withOverrideScope(.isolated) { _ = session.resolve() }
        }
        _ = session.resolve()
      }
    }

    #expect(
      message(result).contains("a session. It was withdrawn at App/SignOut.swift:3. Call provide(")
    )
  }

  enum Withdrawal: CaseIterable, Codable {
    case byTheToken
    case byTheInjection
    case outsideTheScope
  }

  @Test func unprovidedAndNeededByAnother() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let required = Injection<Int>.required("the port", fileID: "Feature/A.swift", line: 12)
        let server = Injection(
          strategy: .singleton,
          instance: "\(required.resolve())",
          fileID: "Feature/B.swift",
          line: 8
        )
        withOverrideScope { _ = server.resolve() }
      }
    }

    #expect(
      message(result).contains(
        """
        nothing was provided: the port. \
        It was needed by String (Feature/B.swift:8). \
        Call provide(with:strategy:) on it
        """
      )
    )
  }

  @Test func unprovidedWhereAContextMightHave() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let required = Injection<Int>.required("the port", fileID: "Feature/A.swift", line: 12)
          .when(.init("never") { false }, instance: 1)
        _ = required.resolve()
      }
    }

    #expect(message(result).contains("Int (Feature/A.swift:12) is required and nothing was"))
  }

  @Test func providedTwice() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let required = Injection<Int>.required("the port", fileID: "Feature/A.swift", line: 12)
        required.provide(with: 1, fileID: "App/Root.swift", line: 5)
        required.provide(with: 2, fileID: "App/Root.swift", line: 6)
      }
    }

    #expect(
      message(result).contains(
        """
        App/Root.swift:6: Fatal error: Int (Feature/A.swift:12) is provided at App/Root.swift:6, \
        and was provided at App/Root.swift:5 already. \
        Keep one of the two lines, or call withdraw() on it before you provide it again; \
        to replace an instance in a test, override the injection.
        """
      )
    )
  }

  @Test func notRequired() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let injection = Injection(
          strategy: .shared,
          instance: 1,
          fileID: "Feature/A.swift",
          line: 12
        )
        injection.provide(with: 1, fileID: "App/Root.swift", line: 5)
      }
    }

    #expect(
      message(result).contains(
        """
        App/Root.swift:5: Fatal error: Int (Feature/A.swift:12) was published with an instance \
        and cannot be provided at App/Root.swift:5. \
        Publish it with Injection.required(_:), or override it.
        """
      )
    )
  }
}

@MainActor private enum Loop {
  static let a: Injection<Int> = Injection(
    strategy: .singleton,
    instance: b.resolve().count,
    fileID: "Feature/A.swift",
    line: 12
  )
  static let b: Injection<String> = Injection(
    strategy: .onDemand,
    instance: "\(a.resolve())",
    fileID: "Feature/B.swift",
    line: 8
  )
}
