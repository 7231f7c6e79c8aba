import Testing
import Vial

/// Dependency cycles through dynamic consumers (rule 24), and reads in validity checks (rule 6).
@MainActor struct DynamicInstanceCycleTests {
  private let counter = InstanceCounter()

  private static let programs: [StoppingProgram] = [
    StoppingProgram("A factory that reads its own dynamic consumer", contains: "Dependency cycle: Int → Int") {
      let reader = Variable<DynamicReader<Int>?>(nil)
      let number = Injection(strategy: .onDemand) { reader.content?.value ?? 0 }
      reader.content = DynamicReader(number)
      _ = reader.content?.value
    },
    StoppingProgram(
      "A factory that reads another dynamic consumer of its injection",
      contains: "Fatal error: Dependency cycle: String → Int → ",
      "App/A.swift:1"
    ) {
      let text = Variable<Injection<String>?>(nil)
      let number = Injection(strategy: .singleton, fileID: "App/A.swift", line: 1) {
        DynamicReader { text.content ?? Injection(strategy: .onDemand, instance: "") }.value.count
      }
      let description = Injection(strategy: .singleton, instance: "\(number.resolve())")
      text.content = description
      _ = description.resolve()
    },
    StoppingProgram(
      "A validity check that reads a dynamic consumer",
      contains: "The validity check of Int (App/A.swift:1) uses injections."
    ) {
      let reader = DynamicReader(Injection(strategy: .singleton, instance: true))
      _ = reader.value
      let checked = Injection(strategy: .cached { { reader.value } }, instance: 1, fileID: "App/A.swift", line: 1)
      _ = (checked.resolve(), checked.resolve())
    },
    StoppingProgram(
      "A closure that makes a check, and reads the consumer that reads",
      contains: "Dependency cycle: Int → "
    ) {
      let owner = Variable<Owner<Int>?>(nil)
      let strategy = InjectionStrategy.cached {
        _ = owner.content?.value
        return { true }
      }
      owner.content = Owner(Injection(strategy: strategy, instance: 1))
      _ = owner.content?.value
    },
  ]

  @Test(.exitTest) func readThatClosesACycleOrRunsInACheckStopsTheProgram() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run { StoppingProgram.writeFailures(of: Self.programs) }
    }
    expectEqual(standardError(of: result), "")
  }

  @Test func servicesThatReadEachOtherLaterAreLegalAndDoNotLeak() {
    let peers = Variable<(Injection<Peer>, Injection<Peer>)?>(nil)
    let first = Injection(strategy: .shared, instance: Peer(counter) { peers.content?.1 })
    let second = Injection(strategy: .shared, instance: Peer(counter) { peers.content?.0 })
    peers.content = (first, second)

    do {
      let peer = first.resolve()
      let other = second.resolve()
      expect(peer.other === other)
      expect(other.other === peer)
      expect(peer.other.other.other === other)
    }

    expectEqual(counter.alive, 0)
    peers.content = nil
  }

  @Test func validityCheckCanReadAnAssignedInstance() {
    let reader = DynamicReader(Injection(strategy: .singleton, instance: true))
    reader.value = true
    let checked = Injection(strategy: .cached { { reader.value } }, instance: CountedObject(counter))

    expect(checked.resolve() === checked.resolve())
    reader.value = false

    expectEqual(checked.resolve().serial, 2)
  }
}

private final class Peer {
  @DynamicInstance<Peer> var other: Peer

  private let counter: InstanceCounter

  init(_ counter: InstanceCounter, _ other: @escaping @MainActor () -> Injection<Peer>?) {
    self.counter = counter
    counter.alive += 1
    _other = DynamicInstance(other() ?? Injection(strategy: .onDemand) { fatalError("The peers are not published.") })
  }

  deinit { counter.alive -= 1 }
}
