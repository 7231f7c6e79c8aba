/// The builds of a run, as `InjectionProfile` of `VialInspection` encodes them.
struct Profile: Decodable {
  static let format = "vial-profile"

  struct Build: Decodable {
    /// The file and the line of the publication, such as `Feature/Services.swift:12`.
    let declaration: String
    let injection: String
    let requester: String?
    let duration: Double
    let durationWithoutNestedBuilds: Double
  }

  struct Reuse: Decodable {
    let declaration: String
    let injection: String?
    let count: Int
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
      var reuses = 0

      /// The duration of all builds without the builds of dependencies.
      var seconds = 0.0

      /// The duration of all builds with the builds of dependencies.
      var secondsWithNeeds = 0.0

      /// The duration of the first build with the builds of dependencies.
      var first: Double?

      /// The injection or the code that asked for the first build.
      var requester: ID?
    }

    /// The injections that were built or reused, the slowest first.
    var usages: [Usage] = []

    /// The lines of the profile that publish several injections, or none of the document.
    var ambiguous: [String] = []
    var unmatched: [String] = []
  }

  /// Joins a profile with the injections of the document by the file and the line of each publication.
  func run(_ profile: Profile) -> Run {
    let injections = Dictionary(grouping: nodes.filter(\.isInjection), by: \.at.description)
    let types = Dictionary(grouping: nodes.filter { !$0.isInjection }, by: \.name)
    var usages: [ID: Run.Usage] = [:]
    var unmatched: Set<String> = []
    var ambiguous: Set<String> = []
    func id(_ declaration: String, _ injection: String?) -> ID? {
      let found = injections[declaration] ?? []
      let typed = found.count > 1 ? found.filter { $0.type == injection } : found
      if found.isEmpty { unmatched.insert("\(declaration), \(injection ?? "")") }
      if found.count > 1, typed.count != 1 {
        ambiguous.insert("\(declaration): \(found.map(\.name).sorted().joined(separator: ", "))")
      }
      return typed.count == 1 ? typed[0].id : nil
    }
    for build in profile.builds {
      guard let id = id(build.declaration, build.injection) else { continue }
      var usage = usages[id] ?? Run.Usage(id: id)
      if usage.builds == 0 {
        usage.first = build.duration
        // The text of an injection ends with its file and its line in parentheses.
        let place = build.requester.flatMap { $0.hasSuffix(")") ? $0.split(separator: "(").last?.dropLast() : nil }
        let users = place.flatMap { injections[String($0)] } ?? build.requester.flatMap { types[$0] } ?? []
        usage.requester = users.count == 1 ? users[0].id : nil
      }
      usage.builds += 1
      usage.seconds += build.durationWithoutNestedBuilds
      usage.secondsWithNeeds += build.duration
      usages[id] = usage
    }
    for reuse in profile.reuses {
      if let id = id(reuse.declaration, reuse.injection) {
        usages[id, default: Run.Usage(id: id)].reuses += reuse.count
      }
    }
    return Run(
      usages: usages.values.sorted { ($1.seconds, $0.id) < ($0.seconds, $1.id) },
      ambiguous: ambiguous.sorted(),
      unmatched: unmatched.sorted()
    )
  }
}
