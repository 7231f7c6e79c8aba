/// The name of a published injection: the type that it provides and the line that published it.
///
/// Messages name an injection by the description of its declaration, such as
/// `any WeatherService (Weather/LiveWeather.swift:12)`. A declaration does not retain the injection.
public final class InjectionDeclaration: Sendable, CustomStringConvertible {
  /// The type that the injection provides.
  public let type: Any.Type

  /// The line that published the injection.
  public let callSite: CallSite

  /// The declaration of the family, if this is the declaration of a family's key.
  package let family: InjectionDeclaration?

  /// The description of the key.
  private let keyText: String?

  nonisolated init(_ type: Any.Type, _ callSite: CallSite, family: InjectionDeclaration?, keyText: String?) {
    self.type = type
    self.callSite = callSite
    self.family = family
    self.keyText = keyText
  }

  /// The type as code spells it, such as `any WeatherService`.
  ///
  /// For a family's key, the key follows, as in `any TimeFormatter[en_GB]`.
  public var typeName: String { spelling(of: type) + (keyText.map { "[\($0)]" } ?? "") }

  /// The type and the line, such as `any WeatherService (Weather/LiveWeather.swift:12)`.
  public var description: String { text }

  @inline(never) private var text: String { typeName + " (" + callSite.description + ")" }

  /// The object that identifies the injection.
  ///
  /// The record of a family's key may be dropped and created again, so the family and the description of the key
  /// identify a key.
  private var identity: InjectionDeclaration { family ?? self }
}

// MARK: - Hashable

extension InjectionDeclaration: Hashable {
  /// Returns whether two declarations name the same injection.
  ///
  /// Two injections that one line has published are different. Keys of one family are equal if their descriptions are.
  public static func == (lhs: InjectionDeclaration, rhs: InjectionDeclaration) -> Bool {
    lhs.identity === rhs.identity && lhs.keyText == rhs.keyText
  }

  /// Hashes the identity of the injection.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(identity))
    hasher.combine(keyText)
  }
}

// MARK: - Names of types

/// Returns the name of a type as code spells it.
///
/// The runtime names `any Clock<Duration>` `Clock<Self.Clock.Duration == Duration>`. It does not record `Sendable`, so
/// `any Sendable` is `Any`.
private func spelling(of type: Any.Type) -> String {
  if let optional = type as? any OptionalType.Type {
    let wrapped = spelling(of: optional.wrappedType)
    let needsParentheses = wrapped.hasPrefix("any ") || wrapped.contains(" -> ")
    return needsParentheses ? "(\(wrapped))?" : "\(wrapped)?"
  }
  let name = String(describing: type).replacing(#/Self\.\S+ == /#, with: "")
  let isExistential = String(describing: Swift.type(of: type)).hasSuffix(".Protocol")
  return isExistential && name != "Any" && name != "AnyObject" ? "any \(name)" : name
}
