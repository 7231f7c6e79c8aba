import Testing
import Vial

/// `.shared` shares objects only: each resolve and each consumer builds a value (rule 2).
@MainActor struct SharedValueTests {
  @Test func eachResolveBuildsAValue() {
    var built = 0
    let injection = Injection<any Numbered>(strategy: .shared) {
      built += 1
      return Small(number: built)
    }
    let owners = [Owner(injection), Owner(injection)]

    expectEqual(owners.map(\.value.number), [1, 2])
    expectEqual(owners.map(\.value.number), [1, 2])
    expectEqual(injection.resolve().number, 3)
    expect(injection.current == nil)
  }

  @Test func nilIsNotShared() {
    var built = 0
    let injection = Injection<Token?>(strategy: .shared) {
      built += 1
      return nil
    }
    let owner = Owner(injection)

    expect(owner.value == nil && owner.isResolved)
    expect(injection.resolve() == nil)
    expectEqual(built, 2)
  }

  @Test func valueOfAFactoryThatAlsoBuildsObjectsIsNotShared() {
    let token = Token(7)
    var built = 0
    let injection = Injection<any Numbered>(strategy: .shared) {
      built += 1
      return built == 1 ? Small(number: 1) : token
    }

    expectEqual(injection.resolve().number, 1)
    expect(injection.resolve() is Token)
    expect(injection.resolve() is Token)
    expectEqual(built, 2)
  }

  #if DEBUG
  @Test(.exitTest) func valueIsReportedOnceForEachLineAndNilIsNot() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let injection = Injection(strategy: .shared, instance: 1, fileID: "App/A.swift", line: 3)
        let optional = Injection<Int?>(strategy: .shared, instance: 1, fileID: "App/A.swift", line: 4)
        for _ in 0..<2 { _ = (injection.resolve(), optional.resolve()) }
        _ = Injection<Token?>(strategy: .shared, instance: nil).resolve()
        _ = Injection<Int?>(strategy: .shared, instance: nil).resolve()
        _ = Injection<(any Numbered)?>(strategy: .shared, instance: nil).resolve()
      }
    }

    let lines = standardError(of: result).split(separator: "\n").filter { $0.contains("is .shared, but") }
    expectEqual(lines.count, 2)
    expect(lines.allSatisfy { $0.contains("(App/A.swift:") }, "\(lines)")
    expectEqual(
      lines.first?.contains("Int (App/A.swift:3) is .shared, but the instance that was built at App/A.swift:3 is a"),
      true
    )
  }

  @Test func valueOfASharedOverrideIsReportedAsAnOverride() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let injection = Injection(strategy: .singleton, instance: 1, fileID: "App/A.swift", line: 3)
        injection.override(with: 2, strategy: .shared, fileID: "App/Tests.swift", line: 7)
        _ = injection.resolve()
      }
    }

    let message = "The override of Int (App/A.swift:3) is .shared, but the instance that was built at App/Tests.swift:7"
    expect(standardError(of: result).contains(message))
  }
  #endif
}

final class Token: Numbered, Equatable {
  let number: Int

  init(_ number: Int) {
    self.number = number
  }

  static func == (lhs: Token, rhs: Token) -> Bool { lhs === rhs }
}

protocol Numbered {
  var number: Int { get }
}

struct Small: Numbered {
  let number: Int
}
