import Testing
import Vial

/// Dependency cycles through dynamic consumers (rule 24), and reads in validity checks (rule 6).
@MainActor struct DynamicInstanceCycleTests {
  private let counter = InstanceCounter()

  @Test func factoryThatReadsItsOwnDynamicConsumerStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let reader = Box<DynamicReader<Int>?>(nil)
        let number = Injection(strategy: .onDemand, fileID: "App/A.swift", line: 1) { reader.content?.value ?? 0 }
        reader.content = DynamicReader(number)
        _ = reader.content?.value
      }
    }

    expect(standardError(of: result).contains("Fatal error: Dependency cycle: Int → "))
  }

  @Test func factoryThatReadsAnotherDynamicConsumerOfItsInjectionStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let text = Box<Injection<String>?>(nil)
        let number = Injection(strategy: .singleton, fileID: "App/A.swift", line: 1) {
          DynamicReader { text.content ?? Injection(strategy: .onDemand, instance: "") }.value.count
        }
        let description = Injection(
          strategy: .singleton,
          instance: "\(number.resolve())",
          fileID: "App/B.swift",
          line: 2
        )
        text.content = description
        _ = description.resolve()
      }
    }

    expect(standardError(of: result).contains("Fatal error: Dependency cycle: String → Int → "))
    expect(standardError(of: result).contains("App/A.swift:1"))
  }

  @Test func expressionThatReadsItsOwnDynamicConsumerStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = SelfReader.shared.number }
    }

    expect(standardError(of: result).contains("Fatal error: Dependency cycle: SelfReader → SelfReader\n"))
    let advice = "Name an injection in the expression of the property, without reading the property itself. [cycle]\n"
    expect(standardError(of: result).contains(advice))
  }

  @Test func servicesThatReadEachOtherAfterTheyWereBuiltAreLegal() {
    let peers = Box<(Injection<Peer>, Injection<Peer>)?>(nil)
    let first = Injection(strategy: .singleton, instance: Peer(counter) { peers.content?.1 })
    let second = Injection(strategy: .singleton, instance: Peer(counter) { peers.content?.0 })
    peers.content = (first, second)

    let peer = first.resolve()

    expect(peer.other === second.resolve())
    expect(peer.other.other === peer)
    expect(peer.other.other.other === second.resolve())
    peers.content = nil
  }

  @Test func servicesThatReadEachOtherDoNotLeak() {
    let peers = Box<(Injection<Peer>, Injection<Peer>)?>(nil)
    let first = Injection(strategy: .shared, instance: Peer(counter) { peers.content?.1 })
    let second = Injection(strategy: .shared, instance: Peer(counter) { peers.content?.0 })
    peers.content = (first, second)

    do {
      let peer = first.resolve()
      expect(peer.other.other === peer)
    }

    expectEqual(counter.alive, 0)
    peers.content = nil
  }

  @Test func readByAValidityCheckStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let reader = DynamicReader(Injection(strategy: .singleton, instance: true))
        _ = reader.value
        let checked = Injection(strategy: .cached { { reader.value } }, instance: 1, fileID: "App/A.swift", line: 1)
        _ = (checked.resolve(), checked.resolve())
      }
    }

    expect(standardError(of: result).contains("The validity check of Int (App/A.swift:1) uses injections."))
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

@MainActor private final class SelfReader {
  static let shared = SelfReader()

  @DynamicInstance<Int>(choose()) var number: Int

  private static func choose() -> Injection<Int> {
    let number = shared.number
    return Injection(strategy: .singleton, instance: number)
  }
}
