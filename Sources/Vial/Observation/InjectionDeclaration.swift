/// The name of a published injection: the type it provides and the line that published it.
///
/// Its description is how every message of Vial names an injection:
/// `any WeatherService (Weather/LiveWeather.swift:12)`.
public struct InjectionDeclaration: Sendable, CustomStringConvertible {
  let identity: Identity

  /// What tells injections apart: two that one line published are two (rule 24).
  ///
  /// An object, so that whatever speaks of injections is small, in memory and in code.
  final class Identity: Sendable {
    let type: Any.Type
    let callSite: CallSite

    /// The injection; of a family's key the family, because its keys are forgotten and come back.
    let owner: ObjectIdentifier

    /// The key of a family's member, in words and by its hash.
    let key: String?
    let hash: Int

    init(_ type: Any.Type, _ callSite: CallSite, owner: ObjectIdentifier, key: String?, hash: Int) {
      self.type = type
      self.callSite = callSite
      self.owner = owner
      self.key = key
      self.hash = hash
    }
  }

  init(_ identity: Identity) {
    self.identity = identity
  }

  /// The type that the injection provides.
  public var type: Any.Type { identity.type }

  /// The line that published the injection.
  public var callSite: CallSite { identity.callSite }

  /// Whether it names the injection of a family's key.
  package var isKeyed: Bool { identity.key != nil }

  /// Whether both are of one line and type, and of two injections.
  func isSibling(of other: InjectionDeclaration) -> Bool {
    type == other.type && callSite == other.callSite && identity.owner != other.identity.owner
  }

  /// The type as code spells it, such as `any WeatherService`.
  ///
  /// For a family's key the key follows, as in `any TimeFormatter[en_GB]`.
  public var typeName: String {
    let name = String(describing: type)
    // The runtime's name of an existential has no `any`. Only its metatype's name tells it apart.
    let isExistential = String(describing: Swift.type(of: type)).hasSuffix(".Protocol")
    let spelling = isExistential && name != "Any" && name != "AnyObject" ? "any \(name)" : name
    return identity.key.map { "\(spelling)[\($0)]" } ?? spelling
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
    let (one, other) = (lhs.identity, rhs.identity)
    return one === other
      || one.owner == other.owner && one.hash == other.hash && one.key == other.key
        && one.type == other.type && one.callSite == other.callSite
  }

  /// Hashes the identity of the injection.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identity.owner)
    hasher.combine(identity.hash)
  }
}
