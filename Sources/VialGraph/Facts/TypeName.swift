/// A type, read from the name that the Swift runtime demangles.
struct TypeName {
  enum Form {
    /// A type with a name and generic arguments.
    case named(String, arguments: [TypeName])

    /// A value that conforms to several protocols.
    case composition([TypeName])
    case tuple([TypeName])
    case function, metatype
  }

  /// The type without the names of modules and of outer types, such as `Dictionary<String, Int>`.
  let text: String
  let form: Form

  /// Reads a demangled type, such as `Swift.Dictionary<Swift.String, Swift.Int>`.
  init(demangled name: String) { self.init(Self.withoutOuterNames(name)[...]) }

  private init(_ text: Substring) {
    self.text = String(text)
    let protocols = Self.parts(of: text, separatedBy: " & ")
    if Self.parts(of: text, separatedBy: " -> ").count > 1 {
      form = .function
    } else if text.hasSuffix(".Type") {
      form = .metatype
    } else if text.hasPrefix("(") {
      let elements = text == "()" ? [] : Self.parts(of: text.dropFirst().dropLast(), separatedBy: ", ")
      form = .tuple(elements.map { Self(Self.parts(of: $0, separatedBy: ": ").last ?? $0) })
    } else if protocols.count > 1 {
      form = .composition(protocols.map(Self.init))
    } else {
      // A generic type can contain the type, as in `Outer<Int>.Inner<String>`.
      let inner = Self.parts(of: text, separatedBy: ".").last ?? text
      let name = inner.prefix { $0 != "<" }
      let arguments = inner.dropFirst(name.count + 1).dropLast()
      form = .named(
        String(name.trimmingPrefix("any ")),
        arguments: arguments.isEmpty ? [] : Self.parts(of: arguments, separatedBy: ", ").map(Self.init)
      )
    }
  }

  /// A demangled name without the names of modules and of outer types, and without the marks of private declarations.
  static func withoutOuterNames(_ name: String) -> String {
    let outerNames = /\(extension in \w+\):|\b[A-Za-z_]\w*\.(?=[A-Za-z_(])(?!Type\b)/.wordBoundaryKind(.simple)
    return name.replacing(/\((?<name>[^()]*) in _[0-9A-F]+\)/) { String($0.name) }.replacing(outerNames, with: "")
  }

  /// The parts of a text between separators outside of brackets.
  static func parts(of text: Substring, separatedBy separator: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var depth = 0
    for index in text.indices where index >= start {
      let rest = text[index...]
      if depth == 0, rest.hasPrefix(separator) {
        parts.append(text[start..<index])
        start = text.index(index, offsetBy: separator.count)
      } else if "<([".contains(text[index]) {
        depth += 1
      } else if ">)]".contains(text[index]), !text[..<index].hasSuffix("-") {
        depth -= 1
      }
    }
    return parts + [text[start...]]
  }
}

extension TypeName {
  /// Numbers, texts, dates and similar values, which keep no instance.
  private static let scalars: Set = [
    "Bool", "CGFloat", "Character", "Data", "Date", "Decimal", "Double", "Duration", "Float", "Int", "Int8", "Int16",
    "Int32", "Int64", "String", "Substring", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "URL", "UUID",
  ]

  /// The name without generic arguments, or `nil` for a type without a name.
  var name: String? { if case .named(let name, _) = form { name } else { nil } }

  /// The wrapped type of an optional type, otherwise the type.
  var unwrapped: TypeName {
    if case .named("Optional", let arguments) = form, let wrapped = arguments.first { wrapped } else { self }
  }

  /// Whether the type is a number, a text or another value that has no elements and keeps nothing.
  var isScalar: Bool { name.map(Self.scalars.contains) ?? false }

  /// The names in the type, apart from functions and metatypes, whose values keep no instance.
  var names: [String] {
    switch form {
    case .named(let name, let arguments): [name] + arguments.flatMap(\.names)
    case .composition(let types), .tuple(let types): types.flatMap(\.names)
    case .function, .metatype: []
    }
  }
}
