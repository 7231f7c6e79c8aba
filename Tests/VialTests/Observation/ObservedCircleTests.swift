import Testing
import Vial

/// A circle stops the program also when an observer has a part in it (rule 25).
@MainActor struct ObservedCircleTests {
  private func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func anObserverThatNeedsTheSingletonThatIsBeingBuiltStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let part = Injection(strategy: .onDemand, instance: 1, fileID: "Feature/B.swift", line: 8)
        let whole = Injection(
          strategy: .singleton,
          instance: "\(part.resolve())",
          fileID: "Feature/A.swift",
          line: 12
        )
        Injections.observe { event in
          guard case .building(let resolution) = event else { return }
          if resolution.declaration.callSite.line == 8 { _ = whole.resolve() }
        }
        _ = whole.resolve()
      }
    }

    #expect(message(result).contains("Dependency circle: String (Feature/A.swift:12) → String."))
  }

  @Test(arguments: [false, true])
  func anObserverThatNeedsAKeyOnDemandGetsAnotherInstance(isOverridden: Bool) async {
    await #expect(processExitsWith: .success) { [isOverridden] in
      await MainActor.run {
        let part = Injection(strategy: .onDemand, instance: 1)
        let family = InjectionFamily<Int, Int>(strategy: .onDemand) { $0 + part.resolve() }
        if isOverridden { family.override(with: { $0 + part.resolve() }) }
        Injections.observe { _ in _ = family.resolve(1) }
        precondition(family.resolve(1) == 2)
      }
    }
  }

  @Test func anObserverThatNeedsASingletonsKeyStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let part = Injection(strategy: .onDemand, instance: 1, fileID: "Feature/B.swift", line: 8)
        let family = InjectionFamily<Int, Int>(strategy: .singleton) { $0 + part.resolve() }
        family.override(with: { $0 + part.resolve() })
        Injections.observe { event in
          guard case .building(let resolution) = event else { return }
          if resolution.declaration.callSite.line == 8 { _ = family.resolve(1) }
        }
        _ = family.resolve(1)
      }
    }

    #expect(message(result).contains("Dependency circle: Int[1]"))
  }

  @Test func aCircleIsFoundAfterAnObserverHasUsedWhatIsBeingBuilt() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let place = Box<Injection<String>?>(nil)
        let isObserving = Box(false)
        let part = Injection(strategy: .onDemand, instance: 1, fileID: "Feature/B.swift", line: 8)
        let whole = Injection(strategy: .onDemand, fileID: "Feature/A.swift", line: 12) {
          let number = part.resolve()
          return isObserving.content ? "\(number)" : place.content?.resolve() ?? ""
        }
        place.content = whole
        Injections.observe { event in
          guard case .building(let resolution) = event else { return }
          guard resolution.declaration.callSite.line == 8 else { return }
          isObserving.content = true
          _ = whole.resolve()
          isObserving.content = false
        }
        _ = whole.resolve()
      }
    }

    #expect(message(result).contains("Dependency circle: String (Feature/A.swift:12) → String."))
  }
}
