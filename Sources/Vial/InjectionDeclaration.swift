/// The name of a published injection: the type it provides and the line that published it.
///
/// Its description is how every message of Vial names an injection:
/// `any WeatherService (Weather/LiveWeather.swift:12)`.
public struct InjectionDeclaration: Sendable, Hashable, CustomStringConvertible {
  /// The name of the type that the injection provides, such as `any WeatherService`.
  public let typeName: String

  /// The line that published the injection.
  public let callSite: CallSite

  init<Value>(_ type: Value.Type, _ callSite: CallSite) {
    typeName = name(of: type)
    self.callSite = callSite
  }

  /// Names a member of a family; the key tells it from the others.
  init<Value>(_ type: Value.Type, key: some Hashable, _ callSite: CallSite) {
    typeName = "\(name(of: type))[\(key)]"
    self.callSite = callSite
  }

  /// The type and the line, as Vial's messages spell them.
  public var description: String { "\(typeName) (\(callSite))" }
}

/// The name of a type as code spells it: the runtime's names leave out the `any` of an existential,
/// which only the name of its metatype tells from a class or a struct.
private func name<Value>(of type: Value.Type) -> String {
  let name = String(describing: type)
  let isExistential = String(describing: Swift.type(of: type)).hasSuffix(".Protocol")
  return isExistential && name != "Any" && name != "AnyObject" ? "any \(name)" : name
}
