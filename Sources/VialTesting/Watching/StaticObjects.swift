#if DEBUG
import Foundation
import Vial

/// Warns a test that resolves an injection while a static or global object is created.
///
/// Such an object keeps the instance, and a later test that uses the object calls no code of the library. So the test that creates
/// the object is the only one that can be warned. `ForeignInstances` reports the readers of consumers.
@MainActor enum StaticObjects {
  /// How many resolves of an injection are checked in a scope, because reading the call stack takes a part of a millisecond.
  private static let checkLimit = 8

  /// Checks a resolve by code of a test in its scope.
  ///
  /// An object that is created in a separate scope does not depend on a test.
  static func check(_ scope: OverrideScope, _ resolve: () -> ScopedResolve) {
    guard let testScope = scope.testScope, scope.id == testScope.scopeID else { return }
    let resolve = resolve()
    let declaration = resolve.declaration
    let count = (testScope.resolveCounts[ObjectIdentifier(declaration)] ?? 0) + 1
    testScope.resolveCounts[ObjectIdentifier(declaration)] = count
    guard count <= checkLimit, resolve.isLive || scope.sees(anOverrideOf: declaration) else { return }
    guard let test = Participant.ofRunningCode, !test.identity.publishes(declaration), !test.identity.isExempt else {
      return
    }
    guard OnceInitializer.isRunning else { return }
    Report(
      id: .staticObject,
      subject: .staticObject(declaration),
      effect: .warns,
      attribution: .one(test),
      injection: declaration,
      event:
        "The test \(test.identity.name) resolves \(declaration) while a static or global object is created, which keeps the instance for all later tests",
      facts: ["The overrides of later tests have no effect on the object."],
      fixes: [
        "Create the object in each test instead of storing it in a static property.",
        "To share the object on purpose, create it in OverrideScope(.isolated), with its overrides.",
      ]
    ).deliverOnce()
  }
}

/// The initializer of a static property or a global, which the runtime calls once.
private enum OnceInitializer {
  /// Whether the code is called by such an initializer.
  static var isRunning: Bool { callStack().contains { returnAddresses.contains($0) } }

  /// The return addresses in the function of the runtime that calls initializers, found by calling two of them.
  private static let returnAddresses: Set<UInt> = {
    let direct = callStack()
    let first = First.stack
    let second = Second.stack
    return Set(callers(first, comparedWith: second)).intersection(callers(second, comparedWith: first))
      .subtracting(callers(direct, comparedWith: first))
  }()

  private enum First { static let stack = callStack() }

  private enum Second { static let stack = callStack() }

  @inline(never) private static func callStack() -> [UInt] { Thread.callStackReturnAddresses.map(\.uintValue) }

  /// The addresses of a call stack without those that it shares with another one from the bottom.
  private static func callers(_ stack: [UInt], comparedWith other: [UInt]) -> [UInt] {
    let shared = zip(stack.reversed(), other.reversed()).prefix { $0 == $1 }.count
    return Array(stack.dropLast(shared))
  }
}
#endif
