/// How long an injection keeps an instance it has built.
///
/// A strategy is chosen where the injection is published, and may be chosen anew by an override.
///
/// ```swift
/// @MainActor public let weather = Injection<any WeatherService>(
///   strategy: .shared, instance: LiveWeatherService())
/// ```
@frozen
public struct InjectionStrategy: Sendable {
  /// Adding a lifetime means adding a case here and an answer in `AnySlot.filling`.
  @frozen
  @usableFromInline
  enum Lifetime: Sendable {
    case onDemand
    case shared
    case singleton
    indirect case scoped(InjectionScope)
    indirect case cached(
      label: String,
      in: InjectionScope?,
      makeValidity: @MainActor () -> @MainActor () -> Bool
    )
  }

  @usableFromInline let lifetime: Lifetime

  @inlinable
  nonisolated init(_ lifetime: Lifetime) {
    self.lifetime = lifetime
  }

  /// The flow whose clearing releases an instance.
  nonisolated var flow: InjectionScope? {
    switch lifetime {
    case .scoped(let flow): flow
    case .cached(_, let flow, _): flow
    case .onDemand, .shared, .singleton: nil
    }
  }

  /// Builds an instance for every resolve and for every consumer; nothing is cached.
  ///
  /// A consumer builds its own at its first read and keeps it. Use it for what carries the state
  /// of one user of it: a formatter, a form's validator, a command.
  @inlinable public static var onDemand: InjectionStrategy { InjectionStrategy(.onDemand) }

  /// Keeps one instance for as long as anyone holds it, and builds another afterwards.
  ///
  /// For an object, any strong reference counts. For a value (a struct, an enum, a closure, an
  /// existential that holds one) the holders are the consumers that have read it. Use it for what
  /// is large or costly while needed, and useless afterwards.
  ///
  /// Costs a weak load at each resolve, and one side allocation when it is first built.
  @inlinable public static var shared: InjectionStrategy { InjectionStrategy(.shared) }

  /// Keeps the one instance until the process ends.
  @inlinable public static var singleton: InjectionStrategy { InjectionStrategy(.singleton) }

  /// Keeps one instance until the scope, or a scope that contains it, is cleared.
  ///
  /// Use it for what belongs to a flow: a sign-up, a checkout, a signed-in account.
  ///
  /// ```swift
  /// @MainActor let signUp = InjectionScope("sign-up")
  /// @MainActor let draft = Injection(strategy: .scoped(signUp), instance: SignUpDraft())
  /// ```
  ///
  /// - Parameter scope: The scope whose `clear()` releases the instance.
  /// - Returns: The strategy.
  public static func scoped(_ scope: InjectionScope) -> InjectionStrategy {
    InjectionStrategy(.scoped(scope))
  }

  /// Keeps an instance for a time, counted from when it was built.
  ///
  /// The time is absolute: using the instance does not prolong it. An instance is replaced at the
  /// first resolve at which `duration` has passed, not by a timer.
  ///
  /// ```swift
  /// @MainActor let rates = Injection(strategy: .expiring(after: .seconds(300)), instance: Rates())
  /// ```
  ///
  /// - Parameters:
  ///   - duration: How long an instance is provided after it was built.
  ///   - scope: A flow that releases the instance too when it is cleared.
  ///   - clock: The clock that counts; pass a test's own to need no waiting.
  /// - Returns: The strategy.
  public static func expiring<C: Clock>(
    after duration: Duration,
    in scope: InjectionScope? = nil,
    clock: C = ContinuousClock()
  ) -> InjectionStrategy where C.Duration == Duration {
    InjectionStrategy(
      .cached(label: "expiring(after: \(duration)\(suffix(scope)))", in: scope) {
        let deadline = clock.now.advanced(by: duration)
        return { clock.now < deadline }
      }
    )
  }

  /// Keeps an instance for as long as a check of your own says so.
  ///
  /// `makeValidity` runs each time an instance is stored. The check it returns is asked at each
  /// later resolve, never by the one that built; once it answers `false` the instance is released
  /// and another is built.
  ///
  /// ```swift
  /// extension InjectionStrategy {
  ///   static func uses(_ limit: Int) -> InjectionStrategy {
  ///     .cached {
  ///       var uses = 1
  ///       return { uses += 1; return uses <= limit }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// A check may also be asked when a family, or an override scope, drops what nobody uses.
  ///
  /// - Parameters:
  ///   - scope: A flow that releases the instance too when it is cleared.
  ///   - makeValidity: Makes the check for an instance that was just stored.
  /// - Returns: The strategy.
  public static func cached(
    in scope: InjectionScope? = nil,
    _ makeValidity: @escaping @MainActor () -> @MainActor () -> Bool
  ) -> InjectionStrategy {
    let label = scope.map { "cached(in: \($0.name))" } ?? "cached"
    return InjectionStrategy(.cached(label: label, in: scope, makeValidity: makeValidity))
  }

  private static func suffix(_ scope: InjectionScope?) -> String {
    scope.map { ", in: \($0.name)" } ?? ""
  }
}

// MARK: - CustomStringConvertible

extension InjectionStrategy: CustomStringConvertible {
  /// The strategy as it is spelled in code, without the leading dot.
  public var description: String {
    switch lifetime {
    case .onDemand: "onDemand"
    case .shared: "shared"
    case .singleton: "singleton"
    case .scoped(let scope): "scoped(\(scope.name))"
    case .cached(let label, _, _): label
    }
  }
}
