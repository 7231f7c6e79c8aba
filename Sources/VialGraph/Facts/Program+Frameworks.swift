import VialGraphProgram

extension Program {
  private static let views: Set = [
    "View", "ViewModifier", "Shape", "ToolbarContent", "DynamicProperty",
    "UIViewRepresentable", "UIViewControllerRepresentable", "NSViewRepresentable", "NSViewControllerRepresentable",
  ]

  /// Whether SwiftUI creates and updates the instances of a type.
  func isView(_ type: SymbolID) -> Bool {
    supertypes(of: type).map { self[$0] }.contains { type in
      let isOfSwiftUI = ["s:7SwiftUI", "s:11SwiftUICore"].contains(where: type.usr.hasPrefix)
      return isOfSwiftUI && (Self.views.contains(type.name) || type.name.hasSuffix("Style"))
    }
  }
}

extension Symbol {
  /// Whether Swift Testing declares the symbol, such as an attribute or a trait of a test.
  var isOfTesting: Bool { usr.hasPrefix("s:7Testing") }

  /// Whether the symbol is the attribute `@Test`, in contrast to members of the type `Test`, such as `Test.current`.
  ///
  /// The mangled name of a macro ends with `fm`.
  var isTestAttribute: Bool { usr.hasPrefix("s:7Testing4Test") && usr.hasSuffix("fm") }
}
