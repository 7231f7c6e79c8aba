/// The name of a published injection: the type it provides and the line that published it.
///
/// Its description is how every message of Vial names an injection:
/// `any WeatherService (Weather/LiveWeather.swift:12)`.
///
/// It may outlive the injection, and keeps nothing of it but a family's key.
public final class InjectionDeclaration: Sendable, CustomStringConvertible {
  /// The type that the injection provides.
  public let type: Any.Type

  /// The line that published the injection.
  public let callSite: CallSite

  /// That of the family, if it names the injection of a key.
  let family: InjectionDeclaration?

  /// The key, as it reads.
  private let keyText: String?

  @MainActor init(of root: Root) {
    type = root.type
    callSite = root.callSite
    family = root.family?.declaration
    keyText = root.facts?.key?.text
  }

  /// Whether it names the injection of a family's key.
  package var isKeyed: Bool { keyText != nil }

  /// What tells it apart: a family makes the injection of a key that it had forgotten anew.
  var lasting: InjectionDeclaration { family ?? self }

  /// Whether both are of one line and type, and of two injections; a key is of its family's type.
  func isSibling(of other: InjectionDeclaration) -> Bool {
    lasting.type == other.lasting.type && callSite == other.callSite && lasting !== other.lasting
  }

  /// The type as code spells it, such as `any WeatherService`.
  ///
  /// For a family's key the key follows, as in `any TimeFormatter[en_GB]`.
  public var typeName: String {
    let plain = String(describing: type)
    // The runtime's name of an existential has no `any`. Only its metatype's name tells it apart.
    let isExistential = String(describing: Swift.type(of: type)).hasSuffix(".Protocol")
    let spelling = isExistential && plain != "Any" && plain != "AnyObject" ? "any \(plain)" : plain
    return keyText.map { "\(spelling)[\($0)]" } ?? spelling
  }

  /// The type and the line, as Vial's messages spell them.
  public var description: String { "\(typeName) (\(callSite))" }
}

// MARK: - Hashable

extension InjectionDeclaration: Hashable {
  /// Whether both name the same injection.
  ///
  /// Two injections that one line published are different.
  public static func == (lhs: InjectionDeclaration, rhs: InjectionDeclaration) -> Bool {
    lhs.lasting === rhs.lasting && lhs.keyText == rhs.keyText
  }

  /// Hashes the identity of the injection.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(lasting))
    hasher.combine(keyText)
  }
}
