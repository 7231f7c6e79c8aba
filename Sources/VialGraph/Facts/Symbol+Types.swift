import Foundation
import VialGraphProgram

extension Symbol {
  /// The injections that a variable holds.
  var heldType: HeldType? {
    // The words of an identifier can be substituted, but the first occurrence of a word is written.
    guard usr.contains("Vial"), let name = demangledType, name.contains("Vial.Injection") else { return nil }
    let type = TypeName(demangled: name)
    // The demangled name of a protocol has no `any`.
    let any = usr.contains("_pGv") ? "any " : ""
    switch type.form {
    case .named("InjectionFlow", _): return HeldType(kind: .flow, description: "flow")
    case .named("Injection", let arguments) where arguments.count == 1:
      return HeldType(kind: .injection, description: any + arguments[0].text, provided: arguments[0])
    case .named("InjectionFamily", let arguments) where arguments.count == 2:
      let description = "family of \(arguments[0].text), \(any)\(arguments[1].text)"
      return HeldType(kind: .family, description: description, provided: arguments[1])
    case .named, .composition, .tuple, .function, .metatype:
      let isHeld = type.names.contains { ["Injection", "InjectionFamily"].contains($0) }
      return isHeld ? HeldType(kind: .injection, description: type.text) : nil
    }
  }

  /// Whether a variable of the application holds a strategy.
  var holdsStrategy: Bool { isVariable && usr.contains("Strategy") && demangledType == "Vial.InjectionStrategy" }

  /// Whether a function throws errors.
  ///
  /// The demangled name then has `throws`, perhaps with a type, before the arrow of the result.
  var throwsErrors: Bool {
    // The mangled name of such a function has a `K`, as other names do.
    guard isFunction, usr.contains("K"), let demangled else { return false }
    let name = TypeName.withoutOuterNames(demangled)
    let parameters = TypeName.parts(of: name[...], separatedBy: " -> ")[0]
    return parameters.contains(/\sthrows(\([^()]*\))?$/)
  }

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

  /// The type of a variable.
  var typeOfVariable: TypeName? { demangledType.map(TypeName.init(demangled:)) }

  /// The type of a variable, with the names of modules.
  private var demangledType: String? {
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
