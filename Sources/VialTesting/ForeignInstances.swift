#if DEBUG
import Testing
import Vial

/// Warns a test that uses an instance of another test, or one from before the test, in debug builds.
///
/// A static model, a shared worker or a stored property of a test case keeps the instances of the first test that used it.
@MainActor enum ForeignInstances {
  /// The test that the current code belongs to.
  private enum Reader {
    case withScope(RunningTest)
    case withoutScope(Test)
    case testCase(TestCases.Running)

    @MainActor static var current: Reader? {
      if let running = TestContext.running { return .withScope(running) }
      if let test = Test.current { return .withoutScope(test) }
      if let testCase = TestCases.running, RunningTests.count == 0 { return .testCase(testCase) }
      return nil
    }

    /// Whether the reader belongs to a test.
    func isPart(of test: RunningTest) -> Bool {
      switch self {
      case .withScope(let running): running === test
      case .withoutScope(let other): "\(other.id)" == test.id
      case .testCase(let testCase): testCase.name == test.name
      }
    }

    var name: String {
      switch self {
      case .withScope(let running): running.name
      case .withoutScope(let test): test.nameInMessages
      case .testCase(let testCase): testCase.name
      }
    }

    @MainActor func warn(_ message: String) {
      switch self {
      case .withScope(let running): running.report(message, .warns)
      case .withoutScope(let test):
        Issue.record(Comment(rawValue: message), severity: .warning, sourceLocation: test.sourceLocation)
      case .testCase: TestCases.report(message, .warns)
      }
    }
  }

  private static var reportedLines: Set<CallSite> = []

  static func observe() {
    TestHooks.readObserver = { consumer in
      checkScope(consumer.scope, consumer.nameInMessages, at: consumer.callSite)
      checkGlobalConsumer(consumer)
    }
    TestHooks.endedScopeObserver = { declaration, scope in
      checkScope(scope, declaration.description, at: declaration.callSite)
    }
  }

  /// Warns a test that uses the scope of another test that has ended, once for each line.
  private static func checkScope(_ scope: OverrideScope, _ user: @autoclosure () -> String, at callSite: CallSite) {
    guard scope.hasEnded, let owner = (scope.liveResolveReceiver as? TestScope)?.test, owner.hasEnded,
      let reader = Reader.current, !reader.isPart(of: owner), reportedLines.insert(callSite).inserted
    else { return }
    reader.warn(message(about: user(), of: owner, in: reader))
  }

  /// Warns a test with a scope that reads a consumer outside of it, which keeps an instance from before, once for each line.
  private static func checkGlobalConsumer(_ consumer: AnyConsumer) {
    guard consumer.scope.isGlobal, let test = TestContext.running, let kept = consumer.lastResolve,
      let startedAt = test.startedAt, kept.moment < startedAt, !test.allows(kept.declaration), reportedLines.insert(consumer.callSite).inserted
    else { return }
    test.report(message(about: consumer, keeping: kept.declaration, in: test), .warns)
  }

  private static func message(about user: String, of owner: RunningTest, in reader: Reader) -> String {
    """
    The test \(reader.name) uses \(user) in the scope of the test \(owner.name), which has ended.

    Its overrides are the overrides of \(owner.name), whatever the current test overrides.

    - Create the object in each test instead of storing it in a static property or a shared object.
    - To hand an object to a later test on purpose, create it in a scope that does not end: OverrideScope(.isolated).
    """
  }

  private static func message(
    about consumer: AnyConsumer,
    keeping declaration: InjectionDeclaration,
    in test: RunningTest
  ) -> String {
    """
    The test \(test.name) reads \(consumer.nameInMessages), which keeps an instance from before the test.

    The instance of \(declaration) was resolved outside every override scope, whatever the test overrides.

    - Create the object in each test, or reset the property at the beginning of the test: $property.reset().
    - To keep the instance, allow it in the test: allowLive().
    """
  }
}

extension RunningTest {
  /// Whether the test may use an instance of an injection from outside: it allows the live implementation, or its scope
  /// reuses the instances of the global scope and does not override the injection.
  fileprivate func allows(_ declaration: InjectionDeclaration) -> Bool {
    guard let scope = scopes.last else { return true }
    if allowsAllLiveUses || declaration.isAllowedLiveInTests || declaration.module == module { return true }
    if !scope.permissions(for: declaration).isEmpty { return true }
    return scope.reusesGlobalInstances && !scope.run { Overrides.active.map(\.declaration) }.contains(declaration)
  }
}
#endif
