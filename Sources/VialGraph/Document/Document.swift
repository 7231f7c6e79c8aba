import VialGraphProgram

/// The injections of an application, the code that uses them, and the faults, in the form that `--format json` prints.
///
/// Every report, selection, comparison and baseline reads a document only, so an earlier document is as good as a new one.
struct Document: Codable, Equatable {
  typealias ID = Identity

  static let format = "vial-graph"

  /// The version of the format, which rises if the properties change, or what identifies a fault.
  static let currentVersion = 3

  var format = Self.format
  var version = Self.currentVersion

  /// Whether the document has everything that the sources define: no file is unread or changed after the build, and no option
  /// selected a part.
  var complete = true

  /// The paths of files whose index cannot be read, or that the last build did not compile.
  var unread: [String] = []

  /// The paths of files that changed after the last build.
  var changed: [String] = []

  /// Whether the index has tests.
  var hasTests = false
  var modules: [Module] = []
  var nodes: [Node] = []
  var edges: [Edge] = []
  var faults: [Fault] = []

  /// The tests that are not disabled.
  var tests: [Test] = []

  /// The recorded run, if there is one.
  var run: Run?
}

extension Document {
  struct Module: Codable, Equatable {
    let name: String
    let imports: [String]

    /// The nodes that an executable reaches, or `nil` for a library.
    var reaches: [ID]?
  }

  /// A test, the injections that its code reaches, and the injections that the code that runs for the test replaces.
  struct Test: Codable, Equatable {
    let id: ID
    let at: Place
    var uses: [ID]
    var overrides: [ID]
    var provides: [ID]

    /// The injections whose live implementations are permitted in the test.
    var permits: [ID]
  }

  /// A place in the sources.
  struct Place: Codable, Hashable, CustomStringConvertible {
    /// The path of the file, relative to the folder of the application.
    let file: String

    /// The module and the name of the file, as `#fileID` spells them.
    let fileID: String
    let line: Int
    var module: String { String(fileID.prefix { $0 != "/" }) }
    var description: String { "\(fileID):\(line)" }
  }

  /// An injection, or code that uses injections.
  struct Node: Codable, Equatable {
    enum Kind: String, Codable, CaseIterable {
      /// An injection or a family of injections.
      case injection

      /// A type that only the factories of injections use.
      case implementation

      /// A class or a structure that uses injections, directly or through other code.
      case model

      /// A view of SwiftUI, UIKit or AppKit.
      case view

      /// Other code, such as a function, or the top-level code or the type with `@main` of an executable.
      case code
    }

    let id: ID
    var kind: Kind

    /// The name with the types that contain it, and with the module if another node has the same name.
    var name: String
    var type = ""
    var at: Place

    /// The place in a function that publishes for the variable, which a recorded run names instead.
    var publishedAt: Place?

    /// The strategy of an injection, such as `.shared` or `required`, or an empty text if it is not known.
    var strategy = ""
    var isTest = false

    /// The code that provides an implementation of a required injection.
    var providers: [Place] = []

    /// The code of executables that overrides the injection.
    var overriders: [Place] = []

    var isInjection: Bool { kind == .injection }
    var module: String { at.module }
  }

  /// The use of a node by another one.
  struct Edge: Codable, Equatable {
    let from: ID
    let to: ID
    let when: Moment.When

    /// Whether the use is known to happen at that time: no branch, context or other implementation decides.
    let certain: Bool

    /// The declarations between the two nodes.
    var through: [String] = []

    /// The property with the consumer, which a superclass of the user can define.
    var readBy: String?

    /// The executables whose implementation of a required injection needs the other node, or `nil` for all.
    var executables: [String]?

    /// `true` if the user only calls members of a namespace, so that it does not need everything that the namespace needs.
    var isCall: Bool?

    /// The identity of the edge in its document.
    var key: [String] { [from, to, readBy ?? ""] }
  }

  /// The uses of injections, in contrast to uses of types and functions.
  var usesOfInjections: [Edge] {
    let injections = Set(nodes.filter(\.isInjection).map(\.id))
    return edges.filter { injections.contains($0.to) }
  }

  /// The edges from some injections to the types that only the factories of injections build.
  func implementations(of injections: Set<ID>) -> [Edge] {
    let users = Set(nodes.filter { $0.isInjection && injections.contains($0.id) }.map(\.id))
    let types = Set(nodes.filter { $0.kind == .implementation }.map(\.id))
    return edges.filter { users.contains($0.from) && types.contains($0.to) }
  }

  /// A fault of the application.
  struct Fault: Codable, Hashable {
    let rule: String
    let severity: Rule.Severity

    /// The injections that the fault concerns, otherwise the declarations.
    ///
    /// The first injection of a captive dependency keeps the others.
    let nodes: [ID]

    /// The executable in which the fault occurs, or `nil` for all code.
    var executable: String?

    /// The test, or the code of tests, in which the fault is.
    var test: ID?
    var at: Place
    var column = 1
    let message: String

    /// The message with the name of the rule, as each report shows it.
    var text: String { "\(message) [\(rule)]" }
  }
}
