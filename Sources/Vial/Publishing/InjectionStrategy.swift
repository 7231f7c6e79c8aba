/// How long an injection keeps an instance it has built.
///
/// Choose it where the injection is published. An override may choose another one.
///
/// ```swift
/// @MainActor public enum Services {
///   public static let weather = Injection<any WeatherService>(
///     strategy: .shared, instance: LiveWeatherService())
/// }
/// ```
@frozen public struct InjectionStrategy: Sendable {
  /// What each one means is said in `Keeping.swift`.
  ///
  /// What has a payload is indirect: a strategy is one word, and an injection keeps its size.
  @frozen @usableFromInline enum Lifetime: Sendable {
    case onDemand
    case shared
    case singleton
    indirect case flow(InjectionFlow)
    indirect case cached(in: InjectionFlow?, makeValidity: MakeValidity)
    indirect case expiring(after: Duration, in: InjectionFlow?, makeValidity: MakeValidity)
  }

  @usableFromInline typealias MakeValidity = @MainActor @Sendable () -> @MainActor () -> Bool

  @usableFromInline let lifetime: Lifetime

  @inlinable nonisolated init(_ lifetime: Lifetime) {
    self.lifetime = lifetime
  }

  /// Builds an instance for every resolve and for every consumer; nothing is cached.
  ///
  /// A consumer builds its own instance at its first read and keeps it. Use it when each user needs an
  /// instance with its own state: a form's validator, a command.
  ///
  /// A resolve costs about twice what a call of an object's initializer costs (benchmark “resolve an
  /// on-demand instance”).
  @inlinable public static var onDemand: InjectionStrategy { InjectionStrategy(.onDemand) }

  /// Keeps one instance while anyone holds it; a later resolve builds another.
  ///
  /// An object is held by any strong reference. A value (a struct, an enum, a closure, or an
  /// existential that holds one) is held by the consumers that have read it. Use it for instances that
  /// are large or costly, and useless when nobody needs them any more.
  ///
  /// A resolve costs about what loading a weak static costs (benchmark “resolve a shared instance”).
  /// The first build allocates once more.
  @inlinable public static var shared: InjectionStrategy { InjectionStrategy(.shared) }

  /// Keeps one instance until the process ends.
  ///
  /// If the injection itself is released, as one of a container may be, its instance goes with it.
  ///
  /// A resolve costs about what a static costs (benchmark “resolve a singleton”).
  @inlinable public static var singleton: InjectionStrategy { InjectionStrategy(.singleton) }

  /// Keeps one instance until the scope, or a scope that contains it, is cleared.
  ///
  /// Use it for instances that belong to a flow: a sign-up, a checkout, a signed-in account.
  ///
  /// ```swift
  /// @MainActor let signUp = InjectionFlow("sign-up")
  /// @MainActor let draft = Injection(strategy: .flow(signUp), instance: SignUpDraft())
  /// ```
  ///
  /// - Parameter scope: The scope whose `clear()` releases the instance.
  /// - Returns: The strategy.
  public static func flow(_ scope: InjectionFlow) -> InjectionStrategy {
    InjectionStrategy(.flow(scope))
  }

  /// Keeps an instance for a time, counted from when it was built.
  ///
  /// Using the instance does not prolong the time. There is no timer: the first resolve after
  /// `duration` replaces the instance.
  ///
  /// ```swift
  /// @MainActor let rates = Injection(strategy: .expiring(after: .seconds(300)), instance: Rates())
  /// ```
  ///
  /// - Parameters:
  ///   - duration: How long an instance is provided after it was built.
  ///   - scope: A flow that also releases the instance when the flow is cleared.
  ///   - clock: The clock that measures the time. A test passes its own, and need not wait.
  /// - Returns: The strategy.
  public static func expiring<C: Clock>(
    after duration: Duration,
    in scope: InjectionFlow? = nil,
    clock: C = ContinuousClock()
  ) -> InjectionStrategy where C.Duration == Duration {
    InjectionStrategy(
      .expiring(after: duration, in: scope) {
        // No deadline, which may be past the clock's last instant.
        let start = clock.now
        return { start.duration(to: clock.now) < duration }
      }
    )
  }

  /// Keeps an instance while a check of your own returns true.
  ///
  /// `makeValidity` runs each time an instance is stored, and returns the check for that instance.
  /// Each later resolve asks the check; the resolve that built the instance does not. Once the check
  /// returns `false`, the instance is released and another is built.
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
  /// A family also asks the checks of its keys when it forgets those that nobody uses.
  ///
  /// - Parameters:
  ///   - scope: A flow that also releases the instance when the flow is cleared.
  ///   - makeValidity: Makes the check for an instance that was just stored.
  /// - Returns: The strategy.
  public static func cached(
    in scope: InjectionFlow? = nil,
    _ makeValidity: @escaping @MainActor () -> @MainActor () -> Bool
  ) -> InjectionStrategy {
    InjectionStrategy(.cached(in: scope, makeValidity: makeValidity))
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
    case .flow(let scope): "flow(\(scope.name))"
    case .cached(let scope, _): scope.map { "cached(in: \($0.name))" } ?? "cached"
    case .expiring(let duration, let scope, _):
      "expiring(after: \(duration)\(scope.map { ", in: \($0.name)" } ?? ""))"
    }
  }
}
