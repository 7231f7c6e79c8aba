public import Vial

extension Injections {
  /// Reports captive dependencies on standard error while the application runs, each once.
  ///
  /// A captive dependency is a short-lived instance that a longer-lived one retains. Call this method at the start of a
  /// debug build:
  ///
  /// ```swift
  /// Injections.reportCaptives()
  /// ```
  ///
  /// ```
  /// Vial: captive dependency: any Account (App/Account.swift:8), singleton, holds any Session (App/Session.swift:3), flow(session) [captive]
  /// ```
  ///
  /// When an implementation of a required injection is replaced or withdrawn, each cached instance that still retains the
  /// previous implementation is reported, too.
  ///
  /// While a report is active, each resolve takes longer, and the edges of the graph stay in memory. Each call reports
  /// independently of other calls, until its own token ends its report.
  ///
  /// - Returns: A token that ends the report. Without it, the report lasts until the process ends.
  @discardableResult public static func reportCaptives() -> InjectionObservation { reportCaptives(to: StandardError()) }

  /// Reports captive dependencies to a stream.
  ///
  /// - Parameter stream: The stream.
  /// - Returns: A token that ends the report.
  package static func reportCaptives(to stream: some TextOutputStream) -> InjectionObservation {
    var stream = stream
    let reporter = CaptiveReporter { stream.write("Vial: \($0)\n") }
    return observe(reporter.receive)
  }
}

/// Records the graph of the application while it runs.
@MainActor private final class CaptiveReporter {
  private let write: @MainActor (String) -> Void
  private let recorder = InjectionGraph.Recorder()
  private var reported: Set<String> = []

  init(_ write: @escaping @MainActor (String) -> Void) { self.write = write }

  func receive(_ event: InjectionEvent) {
    for captive in recorder.follow(event) { report("\(captive)") }
    guard case .withdrawn(let provision) = event else { return }
    for holder in recorder.takeHolders(of: provision) {
      report("\(holder), whose implementation was replaced or withdrawn")
    }
  }

  private func report(_ captive: String) {
    guard reported.insert(captive).inserted else { return }
    write(DiagnosticID.captive.ending("captive dependency: \(captive)"))
  }
}
