import Testing
import Vial

/// Counts how many instances were built, and how many of them are alive.
final class InstanceCounter {
  var built = 0
  var alive = 0
}

protocol Named {
  var name: String { get }
  var serial: Int { get }
}

/// An object that counts itself while it is alive.
final class CountedObject: Named {
  let name: String
  let serial: Int
  let parts: [Any]
  private let counter: InstanceCounter

  init(_ counter: InstanceCounter, _ name: String = "live", parts: [Any] = []) {
    counter.built += 1
    counter.alive += 1
    self.name = name
    self.parts = parts
    self.counter = counter
    serial = counter.built
  }

  deinit {
    counter.alive -= 1
  }
}

/// A value that contains the number of the build that created it.
struct Sample: Named {
  let name: String
  let serial: Int

  init(_ counter: InstanceCounter, _ name: String = "live") {
    counter.built += 1
    self.name = name
    serial = counter.built
  }
}

/// A mutable variable that closures share.
final class Variable<Content> {
  var content: Content

  init(_ content: Content) {
    self.content = content
  }
}

/// An object that runs an action on the main actor when it is deinitialized.
final class OnDeinit {
  private let action: @MainActor () -> Void

  init(_ action: @escaping @MainActor () -> Void) {
    self.action = action
  }

  deinit {
    let action = action
    MainActor.assumeIsolated { action() }
  }
}

/// An object that consumes one injection.
@MainActor final class Owner<Value> {
  @Instance var value: Value

  init(_ injection: Injection<Value>) {
    _value = Instance(injection)
  }

  var isResolved: Bool { $value.isResolved }

  func reset() {
    $value.reset()
  }
}

/// One strategy of each kind.
///
/// The instances of those with a check never expire.
enum Strategies {
  /// Each strategy follows from the one before, so a new case does not compile before it has a place in this list.
  static let all = Array(sequence(first: InjectionStrategy.onDemand, next: strategy(after:)))

  /// The strategies whose cache retains the instance.
  static let retaining = all.filter(\.ownsInstances)

  /// The strategies that cache the instance, including `.shared`, whose cache does not retain an object.
  static let caching = [.shared] + retaining

  private static func strategy(after strategy: InjectionStrategy) -> InjectionStrategy? {
    switch strategy.lifetime {
    case .onDemand: .shared
    case .shared: .singleton
    case .singleton: .flow(InjectionFlow("test"))
    case .flow: .cached { { true } }
    case .cached: .expiring(after: .seconds(3600))
    case .expiring: nil
    }
  }
}

extension OverrideScope.Kind {
  static let all = Array(sequence(first: OverrideScope.Kind.inheriting, next: \.next))

  private var next: OverrideScope.Kind? {
    switch self {
    case .inheriting: .fresh
    case .fresh: .isolated
    case .isolated: nil
    }
  }
}

/// Resolves several times while the instance is retained, and expects the same instance each time.
@MainActor func resolveRepeatedly(_ injection: Injection<CountedObject>) -> CountedObject {
  let held = injection.resolve()
  expect(injection.resolve() === held)
  expect(injection.resolve() === held)
  return held
}

/// Returns the text that the process of an exit test wrote to standard error.
func standardError(of result: ExitTest.Result?) -> String {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

/// Each element of one list with each element of another.
func pairs<First, Second>(_ firsts: [First], _ seconds: [Second]) -> [(First, Second)] {
  firsts.flatMap { first in seconds.map { (first, $0) } }
}
