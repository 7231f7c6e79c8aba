/// The name of a published injection: the type it provides and the line that published it.
///
/// Its description is how every message of Vial names an injection:
/// `any WeatherService (Weather/LiveWeather.swift:12)`.
public struct InjectionDeclaration: Sendable, CustomStringConvertible {
  /// The type that the injection provides.
  public let type: Any.Type

  /// The line that published the injection.
  public let callSite: CallSite

  /// The key of a family's member, which tells it from the others.
  let key: String?

  /// Whether it names the injection of a family's key.
  package var isKeyed: Bool { key != nil }

  init(_ type: Any.Type, key: String? = nil, _ callSite: CallSite) {
    self.type = type
    self.callSite = callSite
    self.key = key
  }

  /// The type as code spells it, such as `any WeatherService`; of a member of a family with its key.
  ///
  /// The runtime's names leave out the `any` of an existential, which only the name of its metatype
  /// tells from a class or a struct.
  public var typeName: String {
    let name = String(describing: type)
    let isExistential = String(describing: Swift.type(of: type)).hasSuffix(".Protocol")
    let spelling = isExistential && name != "Any" && name != "AnyObject" ? "any \(name)" : name
    return key.map { "\(spelling)[\($0)]" } ?? spelling
  }

  /// The type and the line, as Vial's messages spell them.
  public var description: String { "\(typeName) (\(callSite))" }
}

// MARK: - Hashable

extension InjectionDeclaration: Hashable {
  /// Whether both name the same injection.
  public static func == (lhs: InjectionDeclaration, rhs: InjectionDeclaration) -> Bool {
    lhs.type == rhs.type && lhs.key == rhs.key && lhs.callSite == rhs.callSite
  }

  /// Feeds the type, the key and the line to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type))
    hasher.combine(key)
    hasher.combine(callSite)
  }
}
