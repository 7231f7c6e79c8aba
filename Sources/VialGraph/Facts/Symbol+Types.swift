import Foundation
import VialGraphProgram

extension Symbol {
  /// The injections that a variable holds, with types without the names of their modules.
  var heldType: HeldType? {
    // The words of an identifier can be substituted, but the first occurrence of a word is written.
    guard usr.contains("Vial"), let name = typeOfVariable, name.contains("Vial.Injection") else { return nil }
    let modules = #"\b[A-Za-z_]\w*\.(?=[A-Za-z_(])|\(([^()]*) in _[0-9A-F]+\)"#
    let type = name.replacingOccurrences(of: modules, with: "$1", options: .regularExpression)
    if type == "InjectionFlow" { return HeldType(kind: .flow, description: "flow") }
    guard let match = type.wholeMatch(of: /Injection(Family)?<(.*)>/) else {
      let contains = ["Injection<", "InjectionFamily<"].contains(where: type.contains)
      return contains && !type.contains(" -> ") ? HeldType(kind: .injection, description: type) : nil
    }
    // The demangled name of a protocol has no `any`.
    let any = usr.contains("_pGv") ? "any " : ""
    if match.1 == nil { return HeldType(kind: .injection, description: "\(any)\(match.2)", provided: String(match.2)) }
    let (key, provided) = Self.typesOfFamily(match.2)
    return HeldType(kind: .family, description: "family of \(key), \(any)\(provided)", provided: provided)
  }

  /// Whether a variable of the application holds a strategy.
  var holdsStrategy: Bool { isVariable && usr.contains("Strategy") && typeOfVariable == "Vial.InjectionStrategy" }

  /// The types of the keys and of the instances of a family, which the first comma outside of brackets separates.
  private static func typesOfFamily(_ arguments: Substring) -> (key: String, provided: String) {
    var depth = 0
    for index in arguments.indices {
      if "<([".contains(arguments[index]) { depth += 1 }
      if ">)]".contains(arguments[index]) { depth -= 1 }
      if depth == 0, arguments[index] == "," {
        return (String(arguments[..<index]), String(arguments[index...].dropFirst(2)))
      }
    }
    return ("", String(arguments))
  }

  /// Whether a function throws errors.
  var throwsErrors: Bool { isFunction && usr.contains(/K(F|cf)/) }

  /// Whether a function does not return.
  var returnsNever: Bool { isFunction && usr.contains("s5NeverO") && demangled?.hasSuffix("-> Swift.Never") == true }

  /// When a function calls the closures that are passed to it.
  ///
  /// The type of a closure that does not escape ends with `XE` in a mangled name. The names of the parameters would have to
  /// be matched to tell several closures apart, so a function with closures of both kinds calls them perhaps.
  var callOfClosures: Vocabulary.Call {
    let remaining = mangledTypes.components(separatedBy: "XE").count - 1
    if remaining == 0 { return .later }
    // The collections and the optionals of the standard library call a closure for their elements only.
    if usr.contains(/^s:S[^co]/) { return .perhaps }
    let closures = (demangled ?? "").components(separatedBy: " -> ").count - 2
    return remaining >= closures ? .now : .perhaps
  }

  /// When a function evaluates the arguments that are automatically made closures.
  ///
  /// The type of such a closure ends with `XA` in a mangled name if it escapes, otherwise with `XK`.
  var evaluationOfAutoclosures: Vocabulary.Call {
    // The tests of XCTest evaluate their arguments, and a function with injections publishes them.
    if name.hasPrefix("XCT") || usr.contains("4Vial") { return .now }
    return mangledTypes.contains("XA") ? .later : mangledTypes.contains("XK") ? .perhaps : .now
  }

  /// Whether a function has a parameter that is automatically made a closure.
  var takesAutoclosure: Bool { mangledTypes.contains(/X[AK]/) }

  /// A mangled name without its identifiers, which follow their lengths.
  private var mangledTypes: String {
    var types = ""
    var rest = usr[...]
    while let length = rest.firstMatch(of: /[1-9]\d*/) {
      types += rest[..<length.startIndex]
      rest = rest[length.endIndex...].dropFirst(Int(length.output) ?? 0)
    }
    return types + rest
  }

  /// The type of a variable, with the names of modules.
  var typeOfVariable: String? {
    guard isVariable, let name = demangled, let separator = name.range(of: " : ") else { return nil }
    return String(name[separator.upperBound...])
  }

  /// The name that a function of the Swift runtime demangles, which is looked up because it is not declared in Swift.
  private var demangled: String? {
    typealias Text = UnsafeMutablePointer<CChar>
    typealias Demangle = @convention(c) (UnsafePointer<CChar>, Int, Text?, UnsafeMutablePointer<Int>?, UInt32) -> Text?
    guard let address = dlsym(dlopen(nil, RTLD_LAZY), "swift_demangle") else { return nil }
    let mangled = usr.replacing("s:", with: "$s", maxReplacements: 1)
    let name = unsafeBitCast(address, to: Demangle.self)(mangled, mangled.utf8.count, nil, nil, 0)
    defer { free(name) }
    return name.map { String(cString: $0) }
  }
}
