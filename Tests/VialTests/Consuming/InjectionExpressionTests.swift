import Testing
import Vial

/// The expression of a consumer is evaluated in the scope of the consumer (rule 19).
@MainActor struct InjectionExpressionTests {
  private let flag = Injection(strategy: .onDemand, instance: false)
  private let yes = Injection(strategy: .singleton, instance: "yes")
  private let no = Injection(strategy: .singleton, instance: "no")

  private func makeChooser() -> Chooser { Chooser(flag, yes, no) }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func expressionIsEvaluatedInTheScopeOfItsConsumerWhenReadOutside(kind: OverrideScope.Kind) {
    let chooser = withOverrideScope(kind) {
      flag.override(with: true)
      return makeChooser()
    }

    expectEqual(chooser.word, "yes")
    expectEqual(chooser.weakWord, "yes")
    expectEqual(makeChooser().word, "no")
  }

  @Test func expressionOfAnOuterConsumerIsEvaluatedOutside() {
    let chooser = makeChooser()

    withOverrideScope {
      flag.override(with: true)
      expectEqual(chooser.word, "no")
      expectEqual(chooser.weakWord, "no")
    }
  }

  @Test func expressionIsEvaluatedInTheScopeOfItsConsumerInsideAnotherScope() {
    withOverrideScope(.isolated) {
      flag.override(with: true)
      let chooser = makeChooser()
      withOverrideScope(.isolated) {
        yes.override(with: "the other scope's")
        expectEqual(chooser.word, "yes")
        expectEqual(makeChooser().word, "no")
      }
    }
  }

  @Test func scopeOfTheConsumerIsCurrentInItsExpression() {
    let seen = Box<[OverrideScope?]>([])
    let (chooser, scope) = withOverrideScope {
      let chooser = Chooser(flag, yes, no) { seen.content.append(OverrideScope.current) }
      return (chooser, OverrideScope.current)
    }

    withOverrideScope { _ = chooser.word }

    expectEqual(seen.content.map { $0 === scope }, [true])
  }

  @Test func scopeOfTheReaderIsCurrentAgainAfterTheRead() {
    let chooser = withOverrideScope {
      flag.override(with: true)
      return makeChooser()
    }

    withOverrideScope {
      let reader = OverrideScope.current
      _ = chooser.word
      expect(OverrideScope.current === reader)
      expect(!flag.resolve())
    }
    expect(OverrideScope.current.isGlobal)
  }

  @Test func resetConsumerEvaluatesItsExpressionAgainInItsScope() {
    let choice = Box(false)
    flag.override(with: choice.content)
    defer { flag.rollbackOverride() }
    let chooser = withOverrideScope { makeChooser() }
    expectEqual(chooser.word, "no")

    choice.content = true
    expectEqual(chooser.word, "no")
    chooser.reset()

    expectEqual(chooser.word, "yes")
  }
}

/// An expression that names the injection of a consumer must not read the consumer (rule 24).
@MainActor struct InjectionExpressionCycleTests {
  @Test func expressionsThatReadEachOthersConsumersStopTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = FirstReader.shared.number }
    }

    expect(
      standardError(of: result).contains("Fatal error: Dependency cycle: FirstReader → SecondReader → FirstReader\n")

    )
    expect(
      standardError(of: result).contains(
        """
            FirstReader
            SecondReader

        Name an injection in the expression of the property, without reading the property itself.
        """
      )

    )
  }

  @Test func expressionThatReadsItsOwnWeakConsumerStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = SelfReader.shared.object }
    }

    expect(
      standardError(of: result).contains("Fatal error: Dependency cycle: SelfReader → SelfReader\n")

    )
  }
}

@MainActor private final class FirstReader {
  static let shared = FirstReader()

  @Instance<Int>(choose()) var number: Int

  private static func choose() -> Injection<Int> {
    let other = SecondReader.shared.number
    return Injection(strategy: .singleton, instance: other)
  }
}

@MainActor private final class SecondReader {
  static let shared = SecondReader()

  @Instance<Int>(choose()) var number: Int

  private static func choose() -> Injection<Int> {
    let other = FirstReader.shared.number
    return Injection(strategy: .singleton, instance: other)
  }
}

@MainActor private final class SelfReader {
  static let shared = SelfReader()

  @WeakInstance<CountedObject>(choose()) var object: CountedObject?

  private static func choose() -> Injection<CountedObject> {
    let object = shared.object
    return Injection(strategy: .singleton, instance: object ?? CountedObject(InstanceCounter()))
  }
}

/// An object whose expressions choose the injection at the first read.
@MainActor private final class Chooser {
  @Instance<String> var word: String
  @WeakInstance<String> var weakWord: String?

  init(
    _ flag: Injection<Bool>,
    _ yes: Injection<String>,
    _ no: Injection<String>,
    _ look: @escaping @MainActor () -> Void = {}
  ) {
    _word = Instance(Self.choose(flag, yes, no, look))
    _weakWord = WeakInstance(flag.resolve() ? yes : no)
  }

  func reset() {
    $word.reset()
  }

  private static func choose(
    _ flag: Injection<Bool>,
    _ yes: Injection<String>,
    _ no: Injection<String>,
    _ look: () -> Void
  ) -> Injection<String> {
    look()
    return flag.resolve() ? yes : no
  }
}
