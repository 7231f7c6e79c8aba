/// The builds of a run, as `InjectionProfile` of `VialInspection` encodes them.
struct Profile: Decodable {
  static let format = "vial-profile"
  static let currentVersion = 1

  struct Build: Decodable {
    /// The file and the line of the publication, such as `Feature/Services.swift:12`.
    let declaration: String
    let injection: String
    let requester: String?

    /// The number of instances that were being built.
    let depth: Int

    /// The time from the beginning of the profile.
    let start: Double
    let duration: Double
    let durationWithoutNestedBuilds: Double

    /// The injection with its file and its line, as `requester` spells it.
    var name: String { "\(injection) (\(declaration))" }

    /// Whether an override of the injection asked for the instance that it decorates.
    var isOriginal: Bool { requester == name }
  }

  struct Reuse: Decodable {
    let declaration: String
    let injection: String
    let count: Int32
  }

  let builds: [Build]
  let reuses: [Reuse]
}

extension Document {
  /// The builds and reuses of injections in a recorded run.
  struct Run: Codable, Equatable {
    struct Usage: Codable, Equatable {
      let id: ID
      var builds = 0

      /// The builds of originals for the builds of their overrides, which are not among the builds.
      var originals = 0

      /// The number of keys of a family that were built, or 1; for a required injection the number of builds.
      var keys = 0
      var reuses = 0

      /// The duration of all builds without the builds of dependencies and of originals.
      var seconds = 0.0

      /// The duration of the builds of originals without the builds of dependencies.
      var secondsOfOriginals = 0.0

      /// The duration of all builds with the builds of dependencies.
      var secondsWithNeeds = 0.0

      /// The injection or the code that asked for the first build.
      var requester: ID?
    }

    /// A call of a factory.
    struct Build: Codable, Equatable {
      let id: ID
      let start: Double
      let seconds: Double
      let depth: Int
      let isOriginal: Bool
    }

    /// The injections that were built or reused, the slowest first.
    var usages: [Usage] = []

    /// The builds in the order of time.
    var builds: [Build] = []

    /// The lines and types of the profile that belong to several injections of the document, or to none.
    var unmatched: [String] = []
  }

  /// Joins a profile with the injections of the document by the file, the line and the type of each publication.
  func joined(with profile: Profile) -> Run {
    let injections = Dictionary(grouping: nodes.filter(\.isInjection)) { ($0.publishedAt ?? $0.at).description }
    // The name of the owner of a consumer has no other types.
    let code = Dictionary(grouping: nodes.filter { !$0.isInjection }) { $0.name.split(separator: ".").last }
    var usages: [ID: Run.Usage] = [:]
    var builds: [Run.Build] = []
    var unmatched: Set<String> = []
    func published(_ declaration: String, _ type: String) -> [Node] {
      let found = (injections[declaration] ?? []).filter { $0.canProvide(type) }
      let same = found.filter { $0.type == type }
      return same.isEmpty ? found : same
    }
    func update(_ declaration: String, _ type: String, _ change: (inout Run.Usage) -> Void) {
      let found = published(declaration, type)
      if found.count == 1 {
        change(&usages[found[0].id, default: Run.Usage(id: found[0].id)])
      } else {
        let names = found.isEmpty ? "no injection" : found.map(\.name).sorted().joined(separator: " or ")
        unmatched.insert("\(declaration), \(type): \(names)")
      }
    }
    let requesters = Dictionary(profile.builds.map { ($0.name, published($0.declaration, $0.injection)) }) { $1 }
    // Another injection can provide a required one, and then each resolve is a build.
    let required = Set(nodes.filter { $0.strategy == Strategy.required.spelling }.map(\.id))
    var known: Set<String> = []
    for build in profile.builds {
      update(build.declaration, build.injection) { usage in
        builds.append(
          Run.Build(
            id: usage.id,
            start: build.start,
            seconds: build.duration,
            depth: build.depth,
            isOriginal: build.isOriginal
          )
        )
        if build.isOriginal {
          usage.originals += 1
          usage.secondsOfOriginals += build.durationWithoutNestedBuilds
          return
        }
        if usage.builds == 0 {
          let users = build.requester.flatMap { requesters[$0] ?? code[$0[...]] } ?? []
          usage.requester = users.count == 1 ? users[0].id : nil
        }
        usage.builds += 1
        usage.keys += known.insert(build.name).inserted || required.contains(usage.id) ? 1 : 0
        usage.seconds += build.durationWithoutNestedBuilds
        usage.secondsWithNeeds += build.duration
      }
    }
    for reuse in profile.reuses { update(reuse.declaration, reuse.injection) { $0.reuses += Int(reuse.count) } }
    let sorted = usages.values.sorted { ($1.seconds, $0.id) < ($0.seconds, $1.id) }
    return Run(usages: sorted, builds: builds.sorted { $0.start < $1.start }, unmatched: unmatched.sorted())
  }
}

extension Document.Node {
  /// Whether the injection can provide a type of a profile, which has no outer types, and other names such as `Int?`.
  ///
  /// A type parameter is a single letter, and can be each type.
  fileprivate func canProvide(_ type: String) -> Bool {
    let spellings: Set<Substring> = ["any", "some", "family", "of", "Array", "Dictionary", "Optional"]
    let names = [self.type, type].map { Set($0.matches(of: /\w{2,}/).map(\.output)).subtracting(spellings) }
    return names.contains(where: \.isEmpty) || !names[0].isDisjoint(with: names[1])
  }
}
