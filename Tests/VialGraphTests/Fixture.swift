@testable import VialGraph

extension Document {
  /// A document of two modules: a view uses a model, which consumes an injection, which needs another one.
  static let fixture = Document(
    modules: [
      Module(name: "Feature", imports: ["Api"]), Module(name: "Api", imports: []),
    ],
    nodes: [
      .injection("Feature/Services.weather", type: "any Weather", line: 8),
      .injection("Api/http", type: "Box<Int>", strategy: "required", line: 2),
      .code("Feature/Home.StateModel", .model, line: 12),
      .code("Feature/HomeView", .view, line: 30),
    ],
    edges: [
      .edge("Feature/Services.weather", "Api/http", certain: false, through: ["Live.init()"]),
      .edge(
        "Feature/Home.StateModel",
        "Feature/Services.weather",
        .firstRead,
        readBy: "Home.StateModel.weather"
      ),
      .edge("Feature/HomeView", "Feature/Home.StateModel", .later),
    ],
    faults: [.fault("captive", ["Feature/Services.weather", "Api/http"], line: 8)]
  )
}

extension Document.Place {
  /// A place in the only file of a module.
  init(_ module: String, _ line: Int) {
    self.init(file: "Sources/\(module)/File.swift", fileID: "\(module)/File.swift", line: line)
  }
}

extension Document.Node {
  private static func parts(_ id: String) -> (module: String, name: String) {
    let parts = id.split(separator: "/", maxSplits: 1).map(String.init)
    return (parts[0], parts[1])
  }

  static func injection(_ id: String, type: String = "Int", strategy: String = ".shared", line: Int = 1) -> Self {
    let (module, name) = parts(id)
    return Self(
      id: id,
      kind: .injection,
      name: name,
      type: type,
      at: .init(module, line),
      strategy: strategy
    )
  }

  static func code(_ id: String, _ kind: Kind, line: Int = 1) -> Self {
    let (module, name) = parts(id)
    return Self(id: id, kind: kind, name: name, at: .init(module, line))
  }
}

extension Document.Edge {
  static func edge(
    _ from: String,
    _ to: String,
    _ when: Moment.When = .build,
    certain: Bool = true,
    through: [String] = [],
    readBy: String? = nil,
    executables: [String]? = nil
  ) -> Self {
    Self(
      from: from,
      to: to,
      when: when,
      certain: certain,
      through: through,
      readBy: readBy,
      executables: executables
    )
  }
}

extension Document.Fault {
  static func fault(
    _ rule: String,
    _ nodes: [String],
    _ severity: Rule.Severity = .warning,
    in executable: String? = nil,
    test: String? = nil,
    line: Int = 1,
    _ message: String = "a message"
  ) -> Self {
    var fault = Self(rule: rule, severity: severity, nodes: nodes, at: .init("Feature", line), message: message)
    fault.executable = executable
    fault.test = test
    return fault
  }
}
