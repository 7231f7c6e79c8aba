#if canImport(Runtime)
import Runtime
#endif

/// The code that calls `resolve()`, which is found in the backtrace, so that applications do not pass their lines for the tests.
@MainActor enum Caller {
  /// The time that the process may still spend on reading debug information, which takes a part of a second for each report.
  private static var budget = Duration.seconds(3)

  /// The function and the line of the innermost call of `resolve()`; `nil` without debug information, or on an old system.
  static var ofResolve: String? {
    #if canImport(Runtime)
    guard budget > .zero, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return nil }
    var caller: String?
    budget -= ContinuousClock().measure {
      let frames = (try? Backtrace.capture(limit: 32).symbolicated())?.frames ?? []
      guard let call = frames.firstIndex(where: { $0.symbol?.name.hasPrefix("Injection.resolve()") == true }) else {
        return
      }
      caller = frames[(call + 1)...].lazy.compactMap(description).first
    }
    return caller
    #else
    return nil
    #endif
  }

  #if canImport(Runtime)
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private static func description(of frame: SymbolicatedBacktrace.Frame) -> String? {
    guard let symbol = frame.symbol, let place = symbol.sourceLocation, place.line > 0 else { return nil }
    // The expansion of a macro has no line of its own.
    if place.path.contains("@__swiftmacro_") { return symbol.name }
    return "\(symbol.name) (\(place.path.split(separator: "/").suffix(2).joined(separator: "/")):\(place.line))"
  }
  #endif
}
