import Foundation

/// Derives the values of a page from a document.
struct PageBuilder {
  private let document: Document
  private let comparison: Comparison?
  let links: Document.Links
  private let positions: [Document.ID: Int]

  /// The use between two nodes, which is the earliest one of the parallel edges.
  let uses: [Page.Use]

  init(_ document: Document, _ comparison: Comparison?) {
    self.document = document
    self.comparison = comparison
    links = Document.Links(document)
    let positions = Dictionary(document.nodes.enumerated().map { ($1.id, $0) }) { first, _ in first }
    self.positions = positions
    let changes = comparison?.changesOfUses ?? [:]
    let known = document.edges.filter { positions[$0.from] != nil && positions[$0.to] != nil }
    let parallel = Dictionary(grouping: known) { [$0.from, $0.to] }.values
    uses = parallel.compactMap { edges in
      edges.min { ($0.rank, $0.readBy ?? "") < ($1.rank, $1.readBy ?? "") }.map { edge in
        Page.Use(
          user: positions[edge.from] ?? 0,
          needed: positions[edge.to] ?? 0,
          sign: "\(edge.sign)",
          isCertain: edges.contains(where: \.certain),
          through: edge.through,
          readBy: edge.readBy,
          change: edges.compactMap { changes[$0.key] }.first
        )
      }
    }.sorted { ($0.user, $0.needed) < ($1.user, $1.needed) }
  }

  func positions(of ids: [Document.ID]) -> [Int] { ids.compactMap { positions[$0] } }
}

// MARK: - Nodes and ways

extension PageBuilder {
  var nodes: [Page.Node] {
    let search = NameSearch(document)
    let captives = document.captives
    let changes = comparison?.changedNodes ?? [:]
    let usages = Dictionary((document.run?.usages ?? []).map { ($0.id, $0) }) { first, _ in first }
    let needs = Dictionary(grouping: uses, by: \.user)
    let unused = document.faults.filter { $0.rule == Rule.unused }
    let reasons = Dictionary(unused.flatMap { fault in fault.nodes.map { ($0, fault.message) } }) { first, _ in first }
    return document.nodes.enumerated().map { index, node in
      let count = links.countOfDependents(of: index)
      return Page.Node(
        name: node.name,
        kind: node.kind,
        module: node.module,
        type: node.type,
        strategy: node.strategy,
        place: node.at.description,
        providers: node.providers.map(Page.Place.init),
        overriders: node.overriders.map(Page.Place.init),
        home: node.home,
        directNeeds: needs[index]?.filter { !node.isInjection || document.nodes[$0.needed].isInjection }.count ?? 0,
        terms: search.terms[index],
        order: search.order[index],
        dependents: count.all,
        certainDependents: count.certain,
        captives: captives[node.id]?.count ?? 0,
        unused: reasons[node.id],
        change: changes[node.id],
        usage: usages[node.id].flatMap(usage)
      )
    }
  }

  private func usage(_ usage: Document.Run.Usage) -> Page.Usage? {
    if usage.builds == 0 { return nil }
    return Page.Usage(
      builds: usage.builds,
      keys: usage.keys,
      reuses: usage.reuses,
      originals: usage.originals,
      seconds: usage.seconds,
      secondsOfOriginals: usage.secondsOfOriginals,
      secondsWithNeeds: usage.secondsWithNeeds,
      requester: usage.requester.flatMap { positions[$0] }
    )
  }

  var executables: [Page.Executable] {
    links.executables.map { executable in
      let steps = links.steps(in: executable).map { step in
        [step.user, step.endsWay ? step.needed + document.nodes.count : step.needed, step.isCertain ? 1 : 0]
      }
      return Page.Executable(name: executable.name, uses: steps)
    }
  }
}

// MARK: - Modules

extension PageBuilder {
  var modules: [Page.Module] {
    let executables = Set(document.modules.filter { $0.reaches != nil }.map(\.name))
    let names = Set(document.nodes.flatMap { [$0.module] + $0.providers.map(\.module) })
    return names.sorted().map { name in
      let published = document.nodes.filter { $0.isInjection && $0.module == name }
      let required = published.filter(\.isRequired)
      let isInterface = 2 * required.count > published.count
      return Page.Module(name: name, isExecutable: executables.contains(name), isInterface: isInterface)
    }
  }

  var moduleLinks: [Page.ModuleLink] {
    var found: [[String]: Page.ModuleLink] = [:]
    func update(_ user: String, _ needed: String, _ change: (inout Page.ModuleLink) -> Void) {
      if user != needed { change(&found[[user, needed], default: Page.ModuleLink(user: user, needed: needed)]) }
    }
    for (index, use) in uses.enumerated() {
      let user = document.nodes[use.user]
      let needed = document.nodes[use.needed]
      // The uses by an injection include those by its implementations.
      if user.kind == .implementation || needed.kind == .implementation { continue }
      update(user.home, needed.module) { $0.uses.append(index) }
    }
    for (index, node) in document.nodes.enumerated() {
      for module in Set(node.providers.map(\.module)) { update(module, node.module) { $0.provided.append(index) } }
    }
    return found.values.sorted { ($0.user, $0.needed) < ($1.user, $1.needed) }
  }
}

// MARK: - Faults, tests and the run

extension PageBuilder {
  var faults: [Page.Fault] {
    let ids = Set(positions.keys)
    return document.faults.filter { $0.rule != Rule.unused }.map { fault in
      let colon = fault.colonBeforeRemedy
      return Page.Fault(
        rule: fault.rule,
        severity: fault.severity,
        message: colon.map { String(fault.message[..<$0.lowerBound]) } ?? fault.message,
        remedy: colon.map { String(fault.message[$0.upperBound...]) },
        module: fault.at.module,
        place: "\(fault.at.file):\(fault.at.line)",
        nodes: positions(of: fault.owners(in: ids)),
        test: fault.test
      )
    }
  }

  var tests: [Page.Test] {
    document.tests.map { test in
      Page.Test(
        name: test.id,
        module: test.at.module,
        place: test.at.description,
        uses: positions(of: test.uses),
        overrides: positions(of: test.overrides),
        provides: positions(of: test.provides),
        permits: positions(of: test.permits)
      )
    }
  }

  var run: Page.Run? {
    document.run.map { run in
      let builds = run.builds.compactMap { build in
        positions[build.id].map { node in
          Page.Build(
            node: node,
            start: build.start,
            seconds: build.seconds,
            depth: build.depth,
            isOriginal: build.isOriginal
          )
        }
      }
      return Page.Run(builds: builds, unmatched: run.unmatched)
    }
  }
}

// MARK: - Changes

extension PageBuilder {
  var changes: Page.Changes? {
    comparison.map { comparison in
      let names = Dictionary(document.nodes.enumerated().map { ($1.name, $0) }) { first, _ in first }
      let sections = comparison.sections.map { section in
        let lines = section.lines.map { pieces in
          // A line begins with the name of its node.
          Page.Changes.Line(node: pieces.first { $0.style == .name }.flatMap { names[$0.text] }, pieces: pieces)
        }
        return Page.Changes.Section(title: section.title, lines: lines)
      }
      let removed = comparison.uses.removed.map { positions(of: [$0.from, $0.to]) }.filter { $0.count == 2 }
      return Page.Changes(sections: sections, removedUses: removed)
    }
  }
}

extension Comparison {
  /// `new` or `changed` for the uses that are, by their keys.
  fileprivate var changesOfUses: [[String]: String] {
    let changed = uses.changed.map { ($0.new.key, "changed") }
    return Dictionary(uses.added.map { ($0.key, "new") } + changed) { first, _ in first }
  }
}

extension Document.Fault {
  /// The colon between the sentence and the remedy, which is not in parentheses, as in `provide(with: …)`.
  fileprivate var colonBeforeRemedy: Range<String.Index>? {
    var colons = message.ranges(of: ": ").filter { colon in
      let parentheses = message[..<colon.lowerBound].filter { "()".contains($0) }
      return parentheses.filter { $0 == "(" }.count == parentheses.filter { $0 == ")" }.count
    }
    // The first colon of some messages follows a title.
    let hasTitle = ["dependency cycle", "captive dependency"].contains { message.hasPrefix($0) }
    if hasTitle, !colons.isEmpty { colons.removeFirst() }
    return colons.last
  }
}

extension Document.Node {
  fileprivate var isRequired: Bool { strategy == Strategy.required.spelling }

  /// The module with the code of the node: of a required injection, the first one that provides it.
  fileprivate var home: String { providers.first?.module ?? module }
}
