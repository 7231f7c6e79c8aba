/// Runs tasks of the main actor one step at a time, in an order that a seed decides.
///
/// A task calls `step()` wherever another task may run. The schedule chooses the next task only when all tasks are suspended
/// there, so a seed has the same order in each run.
@MainActor final class Schedule {
  private var random: SplitMix
  private var suspended: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private var started = 0
  private var ended = 0

  init(seed: UInt64) { random = SplitMix(state: seed) }

  /// Starts a task that inherits the override scope of its caller.
  func start(_ work: @escaping @MainActor (Step) async -> Void) {
    let step = nextStep()
    Task { await run(work, step) }
  }

  /// Starts a task that inherits nothing.
  func startDetached(_ work: @escaping @MainActor @Sendable (Step) async -> Void) {
    let step = nextStep()
    Task.detached { await self.run(work, step) }
  }

  /// Runs all tasks to their ends, also those that other tasks start.
  func runToTheEnd() async {
    while ended < started {
      // The task that was chosen last suspends itself again, or ends.
      while suspended.count < started - ended { await Task.yield() }
      if suspended.isEmpty { return }
      suspended.sort { $0.number < $1.number }
      suspended.remove(at: random.next(below: suspended.count)).continuation.resume()
    }
  }

  /// The identity of a task in its schedule.
  @MainActor struct Step {
    let number: Int
    fileprivate let schedule: Schedule

    /// Suspends the task until the schedule chooses it.
    func callAsFunction() async {
      await withCheckedContinuation { schedule.suspended.append((number, $0)) }
    }
  }

  private func nextStep() -> Step {
    started += 1
    return Step(number: started, schedule: self)
  }

  private func run(_ work: @MainActor (Step) async -> Void, _ step: Step) async {
    await step()
    await work(step)
    ended += 1
  }
}
