import Testing
import Vial

/// The live resolves in the strict scope of one test, each an issue of that test (rule 23).
@MainActor final class StrictIssues {
  private let test: Test
  private var hasEnded = false

  /// What was resolved where Swift Testing cannot tell whose test it is: in a detached task, in a
  /// dispatch block, after the test.
  private let elsewhere: AsyncStream<@Sendable () -> Void>.Continuation

  /// Call it in the task of the test and outside its scope: the task that records what happens
  /// elsewhere belongs to the test for as long as anything of the test runs, and to no scope.
  init(of test: Test) {
    let (reports, elsewhere) = AsyncStream<@Sendable () -> Void>.makeStream()
    self.test = test
    self.elsewhere = elsewhere
    Task { @concurrent in
      for await report in reports { report() }
    }
  }

  deinit {
    elsewhere.finish()
  }

  func record(_ live: LiveResolve) {
    let name = test.nameInMessages
    let place = hasEnded ? "\(name) (\(String(describing: test.id))), after its end" : name
    let comment = Comment(rawValue: live.message(of: place, whichWritesIn: "the trait's closure"))
    let location = test.sourceLocation
    // Right here if it can be, so that `withKnownIssue` sees it.
    guard Test.current?.id != test.id else {
      Issue.record(comment, sourceLocation: location)
      return
    }
    elsewhere.yield { Issue.record(comment, sourceLocation: location) }
  }

  /// Waits until what happened elsewhere is recorded; what comes now is late.
  func testEnds() async {
    await withCheckedContinuation { done in
      let result = elsewhere.yield { done.resume() }
      if case .enqueued = result { return }
      done.resume()
    }
    hasEnded = true
  }
}

extension Test {
  /// What messages call it.
  var nameInMessages: String { displayName.map { "“\($0)”" } ?? name }
}

extension LiveResolve {
  /// What an issue says: what happened, who needed it, and what to write.
  func message(of test: String, whichWritesIn place: String) -> String {
    let needed = requester.map { ", needed by \($0)" } ?? ""
    let write = """
      Write in \(place), or before the first use: \(overrideToWrite) is what \(declaration.callSite) \
      publishes.
      """
    let twin = sibling.map {
      """
       Another injection of that line is overridden at \($0): a computed property publishes another one \
      at each use. Publish a `static let`.
      """
    }
    guard !isUnprovided else {
      return """
        \(declaration) is required, and nothing was provided in the test \(test)\(needed). There is no \
        instance to continue with, so the program stops. \(write) For all tests, publish an instance \
        with \(declaration.isKeyed ? "its family: `.when(.test) { key in … }`" : "it: `.when(.test, instance: …)`").\
        \(twin ?? "")
        """
    }
    return """
      \(declaration) was resolved live by the test \(test)\(needed). The test runs in a strict override \
      scope, where it has to override all that it uses. \(write) If it may be live, write \
      `\(declaration.isKeyed ? "family" : "injection").allowLive()`.\(twin ?? "")
      """
  }

  /// The line that overrides, up to what the name in it stands for.
  private var overrideToWrite: String {
    declaration.isKeyed
      ? "`family.override(with: { key in … })`, where `family`"
      : "`injection.override(with: …)`, where `injection`"
  }
}
