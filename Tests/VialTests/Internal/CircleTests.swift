import Testing
import Vial

private protocol A {}
private protocol B {}
private protocol C {}
private struct Part: A, B, C {
  init(_ needs: Any...) {}
}

/// A circle of factories, published in three files of an imagined application.
@MainActor private enum Circle {
  static let a: Injection<any A> = Injection(
    strategy: .singleton,
    instance: Part(b.resolve()),
    fileID: "Feature/A.swift",
    line: 12
  )
  static let b: Injection<any B> = Injection(
    strategy: .shared,
    instance: Part(c.resolve()),
    fileID: "Feature/B.swift",
    line: 8
  )
  static let c: Injection<any C> = Injection(
    strategy: .onDemand,
    instance: Part(a.resolve()),
    fileID: "Feature/C.swift",
    line: 3
  )
  static let entrance: Injection<Int> = Injection(
    strategy: .singleton,
    instance: [b.resolve()].count,
    fileID: "App/Main.swift",
    line: 1
  )
  static let selfish: Injection<Int> = Injection(
    strategy: .onDemand,
    instance: selfish.resolve(),
    fileID: "App/Selfish.swift",
    line: 2
  )
  static let reader: Injection<Int> = Injection(
    strategy: .onDemand,
    instance: Owner(reader).value,
    fileID: "App/Reader.swift",
    line: 4
  )
  static let decorated: Injection<any A> = Injection(
    strategy: .singleton,
    fileID: "Feature/Decorated.swift",
    line: 5
  ) {
    decorated.override(with: { $0.resolve() })
    return Part(needy.resolve())
  }
  static let needy: Injection<any B> = Injection(
    strategy: .singleton,
    instance: Part(decorated.resolve()),
    fileID: "Feature/Needy.swift",
    line: 6
  )
}

/// Dependency circles (rule 25) and circles of overrides (rule 18) end with a message.
@MainActor struct CircleTests {
  private func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func aCircleNamesTheWholePathWithItsDeclarations() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      await MainActor.run { _ = Circle.a.resolve() }
    }

    #expect(
      message(result).contains(
        "any A (Feature/A.swift:12) → any B (Feature/B.swift:8) → any C (Feature/C.swift:3) → any A"
      )
    )
  }

  @Test func whoReadsACircleDoesNotBelongToIt() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      await MainActor.run { _ = Owner(Circle.entrance).value }
    }

    #expect(message(result).contains("Dependency circle: any B (Feature/B.swift:8) → any C"))
  }

  @Test func theOneThatIsMetAgainThroughADecoratorStandsInThePathOnce() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      await MainActor.run { _ = Circle.decorated.resolve() }
    }

    #expect(
      message(result).contains(
        "any A (Feature/Decorated.swift:5) → any B (Feature/Needy.swift:6) → any A. "
      )
    )
  }

  @Test func aConsumerThatIsReadAtOnceIsNoWayOutOfACircle() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      await MainActor.run { _ = Circle.reader.resolve() }
    }

    #expect(message(result).contains("Dependency circle: Int (App/Reader.swift:4)"))
  }

  @Test func aLongWayInAScopeThatAFactoryOpensIsNoCircle() {
    var last = Injection(strategy: .onDemand, instance: 0)
    for _ in 0..<100 {
      let next = last
      last = Injection(strategy: .onDemand, instance: next.resolve() + 1)
    }
    let way = last
    let entrance = Injection<Int>(strategy: .onDemand) { withOverrideScope { way.resolve() } }

    #expect(entrance.resolve() == 100)
  }

  @Test func thePathBeginsWhereTheCircleDoes() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      await MainActor.run { _ = Circle.entrance.resolve() }
    }

    #expect(
      message(result).contains(
        ": any B (Feature/B.swift:8) → any C (Feature/C.swift:3) → any A (Feature/A.swift:12) → any B"
      )
    )
    #expect(!message(result).contains("App/Main.swift"))
  }

  @Test func anInjectionThatNeedsItself() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      await MainActor.run { _ = Circle.selfish.resolve() }
    }

    #expect(message(result).contains("Int (App/Selfish.swift:2) → Int"))
  }

  @Test func aCircleInAScope() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        withOverrideScope(.isolated) { withOverrideScope { _ = Circle.a.resolve() } }
      }
    }

    #expect(
      message(result).contains(
        "any A (Feature/A.swift:12) → any B (Feature/B.swift:8) → any C (Feature/C.swift:3) → any A"
      )
    )
  }

  @Test func aCircleInAScopeThatHasEnded() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let scope = withOverrideScope(.isolated) { OverrideScope.current }
        _ = scope?.run { Circle.a.resolve() }
      }
    }

    #expect(message(result).contains("any A (Feature/A.swift:12) → any B (Feature/B.swift:8)"))
  }

  @Test func aCircleThroughADecorator() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let injection = Injection(
          strategy: .onDemand,
          instance: 1,
          fileID: "Feature/D.swift",
          line: 4
        )
        injection.override(with: { _ in injection.resolve() })
        _ = injection.resolve()
      }
    }

    #expect(message(result).contains("Int (Feature/D.swift:4) → Int"))
  }

  @Test func aCircleThroughAValidityCheck() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let place = Box<Injection<Int>?>(nil)
        let injection = Injection(
          strategy: .cached { { place.content?.resolve() == 1 } },
          instance: 1,
          fileID: "Feature/D.swift",
          line: 4
        )
        place.content = injection
        _ = injection.resolve()
        _ = injection.resolve()
      }
    }

    #expect(message(result).contains("Int (Feature/D.swift:4) → Int"))
  }

  @Test func aCircleThroughAConsumerThatReadsAtOnce() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let place = Box<Injection<Int>?>(nil)
        let injection = Injection<Int>(
          strategy: .singleton,
          fileID: "Feature/D.swift",
          line: 4
        ) {
          place.content.map { Owner($0).value } ?? 0
        }
        place.content = injection
        _ = injection.resolve()
      }
    }

    #expect(message(result).contains("Int (Feature/D.swift:4) → VialTests/Fixtures.swift:75 → Int"))
  }

  @Test func lazyCirclesAreLegal() {
    let tally = Tally()
    let place = Box<Injection<LazyPeer>?>(nil)
    let first = Injection(strategy: .singleton, instance: LazyPeer(tally) { place.content })
    let second = Injection(strategy: .singleton, instance: LazyPeer(tally) { first })
    place.content = second

    #expect(first.resolve().peer?.value === second.resolve())
    #expect(second.resolve().peer?.value === first.resolve())
    #expect(tally.built == 2)
  }

  @Test func longChainsAreNoCircle() {
    let injections = Box<[Injection<Int>]>([])
    for index in 0..<500 {
      injections.content.append(
        Injection(
          strategy: .singleton,
          instance: index == 0 ? 0 : injections.content[index - 1].resolve() + 1
        )
      )
    }

    #expect(injections.content.last?.resolve() == 499)
  }

  @Test func aDependencyUsedTwiceIsNoCircle() {
    let part = Injection(strategy: .onDemand, instance: 1)
    let left = Injection(strategy: .onDemand, instance: part.resolve() + part.resolve())
    let right = Injection(strategy: .onDemand, instance: part.resolve() + left.resolve())

    #expect(right.resolve() + left.resolve() == 5)
  }
}

/// Overriding an injection in a circle stops at the override (rule 18).
@MainActor struct OverrideCircleTests {
  private func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func anIsolatedScopeDoesNotSeeTheOtherHalf() {
    let a = Injection(strategy: .singleton, instance: "a")
    let b = Injection(strategy: .singleton, instance: "b")
    a.override(with: b)
    defer { a.rollbackOverride() }

    withOverrideScope(.isolated) {
      b.override(with: a)
      #expect(b.resolve() == "a")
    }
  }

  @Test func aCircleThatWasRolledBackIsNone() {
    let a = Injection(strategy: .singleton, instance: "a")
    let b = Injection(strategy: .singleton, instance: "b")
    a.override(with: b)
    a.rollbackOverride()

    b.override(with: a)

    #expect(b.resolve() == "a")
    b.rollbackOverride()
  }
}

/// An object that knows its peer lazily.
@MainActor private final class LazyPeer {
  let peer: Owner<LazyPeer>?

  init(_ tally: Tally, _ injection: () -> Injection<LazyPeer>?) {
    tally.built += 1
    peer = injection().map(Owner.init)
  }
}
