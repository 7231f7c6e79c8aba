#if canImport(Runtime)
import Runtime
#endif

/// The code that calls `resolve()`, which is found in the backtrace, so that applications do not pass their lines for the tests.
struct Caller {
  let function: String

  /// The line; `nil` in the expansion of a macro.
  let place: CallLocation?

  var description: String {
    guard let place else { return function }
    return "\(function) (\(place.fileID):\(place.line))"
  }
}

@MainActor extension Caller {
  /// The time that the process may spend on backtraces, because reading debug information takes a part of a second for each caller.
  static var budget = TimeBudget(.seconds(1))

  /// The callers that were found, by the addresses of their backtraces.
  private static var known: [String: Caller?] = [:]

  /// The function and the line of the innermost call of `resolve()`; `nil` without debug information, on an old system, or after the
  /// budget is spent.
  static var ofResolve: Caller? {
    #if canImport(Runtime)
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return nil }
    return budget.spend(ContinuousClock()) { findCallerOfResolve() } ?? nil
    #else
    return nil
    #endif
  }

  #if canImport(Runtime)
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private static func findCallerOfResolve() -> Caller? {
    guard let backtrace = try? Backtrace.capture(limit: 24, top: 0) else { return nil }
    let addresses = backtrace.frames.map { "\($0.adjustedProgramCounter)" }.joined(separator: " ")
    if let caller = known[addresses] { return caller }
    let caller = Caller(calling: "Injection.resolve()", in: backtrace)
    known[addresses] = .some(caller)
    return caller
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private init?(calling function: String, in backtrace: Backtrace) {
    let frames = backtrace.symbolicated()?.frames ?? []
    guard let call = frames.firstIndex(where: { $0.symbol?.name.hasPrefix(function) == true }) else { return nil }
    for frame in frames[(call + 1)...] {
      guard let symbol = frame.symbol, let location = symbol.sourceLocation, location.line > 0 else { continue }
      if symbol.name.hasPrefix("InjectionFamily.resolve(") { continue }
      self.init(symbol, location)
      return
    }
    return nil
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private init(_ symbol: SymbolicatedBacktrace.Symbol, _ location: SymbolicatedBacktrace.SourceLocation) {
    function = symbol.name
    guard !location.path.contains("@__swiftmacro_") else {
      place = nil
      return
    }
    let file = location.path.split(separator: "/").last ?? ""
    let module = Caller.module(ofMangledName: symbol.rawName) ?? "Unknown"
    place = CallLocation(fileID: "\(module)/\(file)", filePath: location.path, line: location.line)
  }
  #endif

  /// The module at the beginning of a mangled name, such as `App` in `$s3App5ModelC4loadyyF`.
  static func module(ofMangledName name: String) -> String? {
    guard let prefix = ["$s", "_$s"].first(where: name.hasPrefix) else { return nil }
    let rest = name.dropFirst(prefix.count)
    let digits = rest.prefix { $0.isNumber }
    guard let length = Int(digits), length > 0 else { return nil }
    return String(rest.dropFirst(digits.count).prefix(length))
  }
}
