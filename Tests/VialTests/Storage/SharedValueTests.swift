import Testing
import Vial

/// `.shared` for each kind of value (rule 2).
@MainActor struct SharedValueTests {
  @Test func consumersRetainAnInteger() {
    expectConsumersRetainTheInstance({ $0 }, { $0 })
  }

  @Test func consumersRetainAString() {
    expectConsumersRetainTheInstance(
      { "a string that is too long for inline storage: \($0)" },
      {
        Int($0.drop { !$0.isNumber }) ?? 0
      }
    )
  }

  @Test func consumersRetainAnEnumeration() {
    enum Choice {
      case none
      case number(Int)
    }
    expectConsumersRetainTheInstance(
      { Choice.number($0) },
      {
        if case .number(let number) = $0 { number } else { 0 }
      }
    )
  }

  @Test func consumersRetainAnIndirectEnumeration() {
    indirect enum Tree {
      case leaf(Int)
      case node(Tree)
    }
    expectConsumersRetainTheInstance(
      { Tree.node(.leaf($0)) },
      {
        if case .node(.leaf(let number)) = $0 { number } else { 0 }
      }
    )
  }

  @Test func consumersRetainAClosure() {
    expectConsumersRetainTheInstance({ (number: Int) -> () -> Int in { number } }, { $0() })
  }

  @Test func consumersRetainATuple() {
    expectConsumersRetainTheInstance({ (Token($0), $0) }, { $0.0.number })
  }

  @Test func consumersRetainAStructureWithAnObject() {
    struct Wrapper {
      let token: Token
    }
    expectConsumersRetainTheInstance({ Wrapper(token: Token($0)) }, { $0.token.number })
  }

  @Test func consumersRetainAStructureWithAWeakReference() {
    struct BackReference {
      weak var token: Token?
      let number: Int
    }
    let token = Token(0)
    expectConsumersRetainTheInstance(
      { BackReference(token: token, number: $0) },
      {
        $0.token === token ? $0.number : 0
      }
    )
  }

  @Test func weakReferenceInASharedStructureBecomesNil() {
    struct BackReference {
      weak var token: Token?
    }
    let token = Box<Token?>(Token(1))
    let injection = Injection(strategy: .shared, instance: BackReference(token: token.content))
    let owner = Owner(injection)
    #expect(owner.value.token?.number == 1)

    token.content = nil

    #expect(injection.resolve().token == nil)
    #expect(owner.value.token == nil)
  }

  @Test func consumersRetainALargeStructure() {
    expectConsumersRetainTheInstance({ Large($0) }, { $0.last.number })
  }

  @Test func consumersRetainAStructureInAnExistential() {
    expectConsumersRetainTheInstance({ Small(number: $0) as any Numbered }, { $0.number })
  }

  @Test func consumersRetainALargeStructureInAnExistential() {
    expectConsumersRetainTheInstance({ Large($0) as any Numbered }, { $0.number })
  }

  /// The value cannot be restored from the object that it contains.
  @Test func consumersRetainAnOptionalInAnExistential() {
    expectConsumersRetainTheInstance(
      { (any Numbered)?(Token($0)) as any Worded },
      { ($0 as? any Numbered)?.number ?? 0 }
    )
  }

  @Test func consumersRetainAStructureInAny() {
    expectConsumersRetainTheInstance({ Small(number: $0) as Any }, { ($0 as? Small)?.number ?? 0 })
  }

  @Test func consumersRetainAnErrorThatIsAStructure() {
    struct Failure: Error {
      let number: Int
    }
    expectConsumersRetainTheInstance({ Failure(number: $0) as any Error }, { ($0 as? Failure)?.number ?? 0 })
  }

  @Test func consumersRetainAMetatype() {
    let injection = Injection<any Numbered.Type>(strategy: .shared, instance: Small.self)
    let owner = Owner(injection)

    #expect(owner.value is Small.Type)
    #expect(injection.resolve() is Small.Type)
    #expect(injection.current is Small.Type)
  }

  @Test func consumersRetainAClassMetatype() {
    let injection = Injection<AnyClass>(strategy: .shared, instance: Token.self)

    #expect(Owner(injection).value is Token.Type)
    #expect(injection.resolve() is Token.Type)
  }

  @Test func consumersRetainVoid() {
    var built = 0
    let injection = Injection<Void>(strategy: .shared) { built += 1 }
    let owner = Owner(injection)

    #expect(owner.value == ())
    #expect(injection.resolve() == ())
    #expect(built == 1)
  }

  @Test func consumersRetainNil() {
    var built = 0
    let injection = Injection<Token?>(strategy: .shared) {
      built += 1
      return nil
    }
    var owners = [Owner(injection), Owner(injection)]

    for owner in owners { #expect(owner.value == nil) }
    #expect(injection.resolve() == nil)
    #expect(built == 1)
    #expect(owners.allSatisfy { $0.isResolved })
    #expect(injection.current != nil)
    #expect(owners.count == 2)

    owners.removeAll()
    #expect(injection.current == nil)
    #expect(injection.resolve() == nil)
    #expect(built == 2)
  }

  @Test func consumersRetainNilInANestedOptional() {
    var built = 0
    let injection = Injection<Token??>(strategy: .shared) {
      built += 1
      return .some(nil)
    }
    let owner = Owner(injection)

    #expect(owner.value == .some(nil) as Token??)
    #expect(injection.resolve() == .some(nil) as Token??)
    #expect(built == 1)
  }

  @Test func consumersRetainAnOptionalInteger() {
    expectConsumersRetainTheInstance({ Int?($0) }, { $0 ?? 0 })
  }
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

struct Large: Numbered {
  let first: Token
  let words: (Int, Int, Int, Int, Int, Int, Int, Int)
  let text: String
  let last: Token
  var number: Int { last.number }

  init(_ number: Int) {
    first = Token(-number)
    words = (1, 2, 3, 4, 5, 6, 7, 8)
    text = String(repeating: "large ", count: 10)
    last = Token(number)
  }
}

private protocol Worded {}

extension Optional: Worded where Wrapped == any Numbered {}

/// Expects that consumers and resolves share an instance, and that the last consumer releases it.
@MainActor private func expectConsumersRetainTheInstance<Value>(
  _ make: @escaping @MainActor (Int) -> Value,
  _ number: @MainActor (Value) -> Int,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var built = 0
  let injection = Injection<Value>(strategy: .shared) {
    built += 1
    return make(built)
  }
  var owners = [Owner(injection), Owner(injection)]

  #expect(owners.map { number($0.value) } == [1, 1], sourceLocation: sourceLocation)
  #expect(number(injection.resolve()) == 1, sourceLocation: sourceLocation)
  #expect(injection.current.map(number) == 1, sourceLocation: sourceLocation)

  owners.removeFirst()
  owners.append(Owner(injection))
  #expect(owners.map { number($0.value) } == [1, 1], sourceLocation: sourceLocation)

  owners.removeAll()
  #expect(injection.current == nil, sourceLocation: sourceLocation)
  #expect(number(injection.resolve()) == 2, sourceLocation: sourceLocation)
  #expect(number(Owner(injection).value) == 3, sourceLocation: sourceLocation)
}
