import Foundation
import VialGraphProgram

extension Document {
  /// Describes the injections of a program, and the faults that some rules find.
  init(_ finder: FaultFinder, rules: [Rule] = Rule.all) {
    let graph = finder.graph
    let program = finder.program
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
    tests = finder.tests.compactMap { Test($0, finder) }
    faults = finder.faults(of: rules).map { Fault($1, of: $0, in: program) }.sorted { $0.order < $1.order }
  }
}

extension Document.Test {
  fileprivate init?(_ execution: Execution, _ finder: FaultFinder) {
    guard let id = execution.entry.bodies.first.flatMap(finder.id), let location = execution.entry.location else {
      return nil
    }
    let analysis = finder.analysis
    func replaced(where condition: (Replacement) -> Bool) -> [Document.ID] {
      let steps = execution.replacements.filter { $0.replacement.map(condition) == true }
      return Set(steps.flatMap { analysis.publications(heldBy: $0.symbol) }).map { analysis.identities[$0] }.sorted()
    }
    self.id = id
    at = finder.program.place(of: location)
    uses = execution.used.map { analysis.identities[$0] }.sorted()
    overrides = replaced(where: \.isOverride)
    provides = replaced(where: \.isProvision)
    permits = replaced(where: \.isPermission)
  }
}

extension Document.Fault {
  fileprivate init(_ finding: Finding, of rule: Rule, in program: Program) {
    self.rule = rule.id
    severity = finding.isCertain ? rule.severity : .warning
    nodes = finding.declarations
    switch finding.site {
    case .executable(let name): executable = name
    case .test(let id): test = id
    case nil: break
    }
    at = program.place(of: finding.location)
    column = finding.location.column
    message = finding.message
  }

  /// The position among other faults, in the order of the sources.
  fileprivate var order: (String, Int, Int, String, String) { (at.file, at.line, column, message, "\(nodes)") }
}

extension Program {
  /// The place of a location in a document.
  func place(of location: Location) -> Document.Place {
    let file = files[location.file]
    return Document.Place(file: path(file.path), fileID: "\(file.module)/\(file.name)", line: location.line)
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
