import Vial

/// The work whose events a recording collects: a task, and the tasks that the task starts.
final class RecordedWork: Sendable {
  typealias Receiver = @MainActor (InjectionEvent) -> Void

  @TaskLocal private static var current: RecordedWork?

  /// The work of the enclosing recording, which also collects the events of this work.
  private let outer = RecordedWork.current

  private func isInside(_ work: RecordedWork) -> Bool { self === work || outer?.isInside(work) == true }

  /// Delivers the events of this work to a recorder.
  @MainActor private func observe(_ receive: @escaping Receiver) -> InjectionObservation {
    Injections.observe { if RecordedWork.current?.isInside(self) == true { receive($0) } }
  }

  /// Runs synchronous work, and delivers its events to a recorder.
  @MainActor static func run(
    at callSite: CallSite,
    _ body: @MainActor () throws -> Void,
    _ receive: @escaping Receiver
  ) rethrows {
    let work = RecordedWork()
    // In a validity check, this stops the program with the message about the check.
    let observation = work.observe(receive)
    if !Engine.deliversAtOnce { FatalError.recordingInOperation(at: callSite) }
    defer { observation.cancel() }
    try $current.withValue(work) { try body() }
  }

  /// Runs asynchronous work in the isolation of the caller, and delivers its events to a recorder.
  nonisolated static func run(_ body: () async throws -> Void, _ receive: @escaping Receiver) async rethrows {
    let work = RecordedWork()
    let observation = await work.observe(receive)
    do {
      try await $current.withValue(work, operation: body)
    } catch {
      await observation.cancel()
      throw error
    }
    await observation.cancel()
  }
}
