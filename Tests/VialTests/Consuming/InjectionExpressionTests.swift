import Testing
import Vial

/// The expression of a consumer is evaluated in the scope of the consumer (rule 19).
@MainActor struct InjectionExpressionTests {
  private let flag = Injection(strategy: .onDemand, instance: false)
  private let yes = Injection(strategy: .singleton, instance: "yes")
  private let no = Injection(strategy: .singleton, instance: "no")

  private func makeChooser() -> Chooser { Chooser(flag, yes, no) }

  @Test func expressionIsEvaluatedInTheScopeOfItsConsumer() {
    let outside = makeChooser()
    for kind in OverrideScope.Kind.all {
      let inside = withOverrideScope(kind) {
        flag.override(with: true)
        let inside = makeChooser()
        let inScopeOfAnother = makeChooser()
        withOverrideScope(.isolated) {
          yes.override(with: "the other scope's")
          expectEqual([inScopeOfAnother.word, makeChooser().word], ["yes", "no"], "\(kind)")
        }
        return inside
      }
      expectEqual([inside.word, inside.weakWord, makeChooser().word], ["yes", "yes", "no"], "\(kind)")
    }
    withOverrideScope {
      flag.override(with: true)
      expectEqual([outside.word, outside.weakWord], ["no", "no"])
    }
  }

  @Test func scopeOfTheReaderIsCurrentAgainAfterTheExpression() {
    let seen = Variable<[OverrideScope?]>([])
    let (chooser, scope) = withOverrideScope {
      flag.override(with: true)
      return (Chooser(flag, yes, no) { seen.content.append(OverrideScope.current) }, OverrideScope.current)
    }

    withOverrideScope {
      let reader = OverrideScope.current
      _ = chooser.word
      expect(OverrideScope.current === reader)
      expect(!flag.resolve())
    }
    expect(OverrideScope.current.isGlobal)
    expectEqual(seen.content.map { $0 === scope }, [true])
  }

  @Test func resetConsumerEvaluatesItsExpressionAgainInItsScope() {
    let choice = Variable(false)
    flag.override(with: choice.content)
    defer { flag.rollbackOverride() }
    let chooser = withOverrideScope { makeChooser() }
    expectEqual(chooser.word, "no")

    choice.content = true
    expectEqual(chooser.word, "no")
    chooser.reset()

    expectEqual(chooser.word, "yes")
  }

  /// An expression that names the injection of a consumer must not read the consumer (rule 24).
  @Test(.exitTest) func expressionThatReadsItsConsumerStopsTheProgram() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        StoppingProgram.writeFailures(of: [
          StoppingProgram(
            "Expressions that read each other's consumers",
            contains: "Fatal error: Dependency cycle: FirstReader → SecondReader → FirstReader\n",
            """
                FirstReader
                SecondReader

            Name an injection in the expression of the property, without reading the property itself. [cycle]

            """
          ) { _ = FirstReader.shared.number },
          StoppingProgram("A weak consumer", contains: "Dependency cycle: WeakSelfReader → WeakSelfReader\n") {
            _ = WeakSelfReader.shared.object
          },
          StoppingProgram("A dynamic consumer", contains: "Dependency cycle: DynamicSelfReader → DynamicSelfReader\n") {
            _ = DynamicSelfReader.shared.number
          },
          StoppingProgram("A local consumer", contains: "Dependency cycle: a consumer → a consumer\n") {
            let consumers = Variable<[DynamicInstance<Int>]>([])
            @MainActor func choose() -> Injection<Int> {
              let number = consumers.content[0]()
              return Injection(strategy: .singleton, instance: number)
            }
            consumers.content = [DynamicInstance(choose())]
            _ = consumers.content[0]()
          },
        ])
      }
    }
    expectEqual(standardError(of: result), "")
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

@MainActor private final class DynamicSelfReader {
  static let shared = DynamicSelfReader()

  @DynamicInstance<Int>(choose()) var number: Int

  private static func choose() -> Injection<Int> {
    let number = shared.number
    return Injection(strategy: .singleton, instance: number)
  }
}

@MainActor private final class WeakSelfReader {
  static let shared = WeakSelfReader()

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
