// MARK: - CustomDebugStringConvertible

extension Injection: @MainActor CustomDebugStringConvertible {
  /// The declaration, the strategy, whether an instance is cached, and the overrides with their lines.
  ///
  /// ```
  /// any WeatherService (Weather/LiveWeather.swift:12), shared, not cached
  ///   overridden at ForecastTests/ForecastModelTests.swift:31, onDemand
  /// ```
  ///
  /// The override that provides is listed first. This builds nothing.
  public var debugDescription: String { record.description(in: .current) }
}

extension InjectionFamily: @MainActor CustomDebugStringConvertible {
  /// The declaration, the strategy, and the overrides of all keys with their lines.
  public var debugDescription: String { record.description(in: .current) }
}

// MARK: - CustomReflectable

extension Instance: @MainActor CustomReflectable {
  /// The instance, if the property has been read or assigned.
  ///
  /// The expression and the injection are not evaluated.
  public var customMirror: Mirror { mirror(of: self, consumer.value) }
}

extension WeakInstance: @MainActor CustomReflectable {
  /// The instance, if the property has been read or assigned, and the instance is alive.
  ///
  /// The expression and the injection are not evaluated.
  public var customMirror: Mirror { mirror(of: self, consumer.loadedValue) }
}

extension DynamicInstance: @MainActor CustomReflectable {
  /// The assigned instance, if there is one.
  ///
  /// The expression and the injection are not evaluated.
  public var customMirror: Mirror { mirror(of: self, consumer.value) }
}

private func mirror<Wrapper, Value>(of wrapper: Wrapper, _ value: Value?) -> Mirror {
  let child: Any = value ?? "not resolved"
  return Mirror(wrapper, children: ["value": child], displayStyle: .struct)
}

extension InjectionFamily { package var declaration: InjectionDeclaration { record.declaration } }

extension Injection {
  package var declaration: InjectionDeclaration { record.declaration }

  /// The injection that an override or a provided implementation forwards to in the current scope.
  package var forwardingTarget: InjectionDeclaration? {
    record.provider(in: .current).findForwardingTarget(of: record)?.declaration
  }
}
