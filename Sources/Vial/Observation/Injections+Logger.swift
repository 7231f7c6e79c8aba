// Compiled and tested against stand-ins for the declarations of `os`; never run on Apple's systems.
#if canImport(os)
public import os

extension Injections {
  /// Sends each event to the unified log, and each build as a signpost interval.
  ///
  /// <!-- sample: apple -->
  /// ```swift
  /// Injections.log(to: Logger(subsystem: "com.example.app", category: "injections"))
  /// ```
  ///
  /// - Parameter logger: Where the lines go, at the debug level.
  /// - Returns: A token that ends the observation.
  @discardableResult public static func log(to logger: Logger) -> InjectionObservation {
    let signposter = OSSignposter(logger: logger)
    // Builds nest, and an interval is told from those around it by its identifier.
    var intervals: [OSSignpostIntervalState] = []
    let lines = InjectionTracer(to: LoggedLines(logger: logger))
    return observe { event in
      if case .building(let resolution) = event {
        let (id, name) = (signposter.makeSignpostID(), resolution.declaration)
        intervals.append(signposter.beginInterval("build", id: id, "\(name, privacy: .public)"))
      }
      if case .built = event, let interval = intervals.popLast() {
        signposter.endInterval("build", interval)
      }
      lines.receive(event)
    }
  }
}

private struct LoggedLines: TextOutputStream {
  let logger: Logger

  func write(_ line: String) {
    logger.debug("\(line, privacy: .public)")
  }
}
#endif
