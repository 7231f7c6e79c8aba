// Stubs of the declarations for previews of SwiftUI and DeveloperToolsSupport, written from the public documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, *)
@MainActor @preconcurrency
public protocol PreviewModifier {
  associatedtype Context = Void
  associatedtype Body: View
  typealias Content = PreviewModifierContent

  static func makeSharedContext() async throws -> Context
  @ViewBuilder func body(content: Content, context: Context) -> Body
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, *)
extension PreviewModifier where Context == Void {
  public static func makeSharedContext() async throws {}
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, *)
public struct PreviewModifierContent: View, Rendered {
  let view: any View

  func render(in host: ViewHost, at place: String, _ environment: EnvironmentValues) {
    host.render(view, at: "\(place)/content", environment)
  }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
public struct Preview {
  public struct ViewTraits {}
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
public struct PreviewTrait<T> {
  let apply: @MainActor (any View) async throws -> any View
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, *)
extension PreviewTrait where T == Preview.ViewTraits {
  @MainActor public static func modifier<Modifier: PreviewModifier>(_ modifier: Modifier) -> PreviewTrait {
    PreviewTrait { view in
      let context = try await Modifier.makeSharedContext()
      return modifier.body(content: PreviewModifierContent(view: view), context: context)
    }
  }
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, *)
extension ViewHost {
  /// Shows a view as `#Preview(traits:)` does.
  public func showPreview(traits: PreviewTrait<Preview.ViewTraits>, _ view: some View) async throws {
    show(try await traits.apply(view))
  }
}
