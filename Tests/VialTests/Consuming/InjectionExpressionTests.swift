import Testing
import Vial

/// The injection that a consumer names is chosen in the consumer's scope (rule 20).
@MainActor struct InjectionExpressionTests {
  private let flag = Injection(strategy: .onDemand, instance: false)
  private let yes = Injection(strategy: .singleton, instance: "yes")
  private let no = Injection(strategy: .singleton, instance: "no")

  private func makeChooser() -> Chooser { Chooser(flag, yes, no) }

  @Test(arguments: [OverrideScope.Kind.inheriting, .isolated])
  func aConsumerOfAScopeThatIsReadOutsideChoosesInItsScope(kind: OverrideScope.Kind) {
    let chooser = withOverrideScope(kind) {
      flag.override(with: true)
      return makeChooser()
    }

    #expect(chooser.word == "yes")
    #expect(chooser.weakWord == "yes")
    #expect(makeChooser().word == "no")
  }

  @Test func aConsumerFromOutsideThatIsReadInAScopeChoosesOutside() {
    let chooser = makeChooser()

    withOverrideScope {
      flag.override(with: true)
      #expect(chooser.word == "no")
      #expect(chooser.weakWord == "no")
    }
  }

  @Test func aConsumerThatIsReadInAnotherScopeChoosesInItsOwn() {
    withOverrideScope(.isolated) {
      flag.override(with: true)
      let chooser = makeChooser()
      withOverrideScope(.isolated) {
        yes.override(with: "the other scope's")
        #expect(chooser.word == "yes")
        #expect(makeChooser().word == "no")
      }
    }
  }

  @Test func anExpressionThatAsksForTheScopeGetsTheConsumersOwn() {
    let seen = Box<[OverrideScope?]>([])
    let (chooser, scope) = withOverrideScope {
      let chooser = Chooser(flag, yes, no) { seen.content.append(OverrideScope.current) }
      return (chooser, OverrideScope.current)
    }

    withOverrideScope { _ = chooser.word }

    #expect(scope != nil)
    #expect(seen.content.map { $0 === scope } == [true])
  }

  @Test func aReadThatIsOverLeavesTheReadersScopeInForce() {
    let chooser = withOverrideScope {
      flag.override(with: true)
      return makeChooser()
    }

    withOverrideScope {
      let reader = OverrideScope.current
      _ = chooser.word
      #expect(OverrideScope.current === reader)
      #expect(!flag.resolve())
    }
    #expect(OverrideScope.current == nil)
  }

  @Test func aConsumerThatIsResetChoosesAnewInItsScope() {
    let choice = Box(false)
    flag.override(with: choice.content)
    defer { flag.rollbackOverride() }
    let chooser = withOverrideScope { makeChooser() }
    #expect(chooser.word == "no")

    choice.content = true
    #expect(chooser.word == "no")
    chooser.reset()

    #expect(chooser.word == "yes")
  }
}

/// What names the injection of a consumer must not read the consumer (rule 25).
@MainActor struct InjectionExpressionCircleTests {
  @Test func itStopsWithThePath() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = OneThatAsksTheOther.shared.number }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      message.contains(
        "Dependency circle: OneThatAsksTheOther → OtherThatAsksTheOne → OneThatAsksTheOther."
      )
    )
  }

  @Test func itStopsForAWeakConsumerToo() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = OneThatAsksItself.shared.probe }
    }

    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Dependency circle: OneThatAsksItself → OneThatAsksItself."))
  }
}

@MainActor private final class OneThatAsksTheOther {
  static let shared = OneThatAsksTheOther()

  @Instance<Int>(choose()) var number: Int

  private static func choose() -> Injection<Int> {
    let other = OtherThatAsksTheOne.shared.number
    return Injection(strategy: .singleton, instance: other)
  }
}

@MainActor private final class OtherThatAsksTheOne {
  static let shared = OtherThatAsksTheOne()

  @Instance<Int>(choose()) var number: Int

  private static func choose() -> Injection<Int> {
    let other = OneThatAsksTheOther.shared.number
    return Injection(strategy: .singleton, instance: other)
  }
}

@MainActor private final class OneThatAsksItself {
  static let shared = OneThatAsksItself()

  @WeakInstance<Probe>(choose()) var probe: Probe?

  private static func choose() -> Injection<Probe> {
    let probe = shared.probe
    return Injection(strategy: .singleton, instance: probe ?? Probe(Tally()))
  }
}

/// An object that picks what it consumes when it first reads it.
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

/// What is shown of a consumer is what it will read (rule 20).
@MainActor struct ConsumerMirrorTests {
  @Test func aWeakConsumerShowsTheInjectionOfItsOwnScope() {
    let inner = Injection(strategy: .onDemand, instance: "", fileID: "App/Inner.swift", line: 1)
    let outer = Injection(strategy: .onDemand, instance: "", fileID: "App/Outer.swift", line: 1)
    let isInner = Injection(strategy: .singleton, instance: false)
    let consumer = withOverrideScope {
      isInner.override(with: true)
      return WeakInstance(isInner.resolve() ? inner : outer)
    }

    var text = ""
    dump(consumer, to: &text)

    #expect(text.contains("App/Inner.swift"))
    #expect(!text.contains("App/Outer.swift"))
  }

  @Test func aConsumerShowsTheInjectionOfItsOwnScope() {
    let inner = Injection(strategy: .onDemand, instance: "", fileID: "App/Inner.swift", line: 1)
    let outer = Injection(strategy: .onDemand, instance: "", fileID: "App/Outer.swift", line: 1)
    let isInner = Injection(strategy: .singleton, instance: false)
    let consumer = withOverrideScope {
      isInner.override(with: true)
      return Instance(isInner.resolve() ? inner : outer)
    }

    var text = ""
    dump(consumer, to: &text)

    #expect(text.contains("App/Inner.swift"))
    #expect(!text.contains("App/Outer.swift"))
  }
}
