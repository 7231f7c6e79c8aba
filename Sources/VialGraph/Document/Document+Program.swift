import Foundation

extension Document {
  /// Describes the injections of a program, and the faults that some rules find.
  init(_ finder: FaultFinder, rules: [Rule] = Rule.all) {
    let (graph, program) = (finder.graph, finder.program)
    let builder = DocumentBuilder(graph)
    let names = Dictionary(grouping: builder.nodes.values, by: \.name)
    nodes = builder.nodes.values.sorted { ($0.at.file, $0.at.line, $0.id) < ($1.at.file, $1.at.line, $1.id) }
    for index in nodes.indices where names[nodes[index].name]?.count != 1 { nodes[index].name = nodes[index].id }
    edges = builder.edges.values.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    let known = Set(program.files.map(\.module))
    modules = known.sorted().map { module in
      Module(
        name: module,
        imports: known.intersection(program.imports[module] ?? []).sorted(),
        reaches: builder.reached[module]?.sorted()
      )
    }
    unread = program.unreadFiles.keys.map(program.path).sorted()
    changed = program.changedFiles.map(program.path).sorted()
    complete = unread.isEmpty && changed.isEmpty
    hasTests = !finder.tests.isEmpty
    faults = finder.faults(of: rules)
  }
}

extension Program {
  /// The identity of a declaration in a document, with the file of a private declaration, whose name is unique there only.
  func id(of symbol: SymbolID) -> Document.ID {
    let name = qualifiedName(of: symbol)
    guard let definition = self[self[symbol].accessedVariable ?? symbol].definition else { return name }
    let file = files[definition.file]
    return self[symbol].usr.contains("P33_") ? "\(file.module)/\(file.name)/\(name)" : "\(file.module)/\(name)"
  }

  /// The path of a file relative to the folder of the application.
  func path(_ file: String) -> String {
    file.hasPrefix(folder + "/") ? String(file.dropFirst(folder.count + 1)) : file
  }

  func documentPlace(of location: Location) -> Document.Place {
    let file = files[location.file]
    return Document.Place(file: path(file.path), fileID: "\(file.module)/\(file.name)", line: location.line)
  }

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

  /// The kind of the node of a declaration.
  func kind(of symbol: SymbolID) -> Document.Node.Kind {
    guard [.class, .structure].contains(self[symbol].kind) else { return .code }
    let classicViews: Set = ["UIView", "UIViewController", "NSView", "NSViewController"]
    let isClassicView = supertypes(of: symbol).contains {
      self[$0].definition == nil && classicViews.contains(self[$0].name)
    }
    return isClassicView || isView(symbol) ? .view : .model
  }
}
