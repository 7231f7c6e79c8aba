import Foundation
import Testing
import Vial
import VialInspection

/// The texts and the encoding of a profile.
@MainActor struct InjectionProfileFormatTests {
  /// A profile of two builds and two reuses.
  private static let encoded = """
    {
      "format": "vial-profile",
      "version": 1,
      "builds": [
        {
          "declaration": "App/Database.swift:8", "injection": "any Database", "type": "SQLiteDatabase",
          "depth": 0, "start": 0.5, "duration": 0.031216, "durationWithoutNestedBuilds": 0.031204
        },
        {
          "declaration": "App/Database.swift:3", "injection": "URL", "type": "URL",
          "requester": "any Database (App/Database.swift:8)",
          "depth": 1, "start": 0.500000001, "duration": 1.2e-05, "durationWithoutNestedBuilds": 1.2e-05
        }
      ],
      "reuses": [{"declaration": "App/Database.swift:8", "injection": "any Database", "count": 13}]
    }
    """

  private func decode(_ text: String) throws -> InjectionProfile {
    try JSONDecoder().decode(InjectionProfile.self, from: Data(text.utf8))
  }

  private func json(_ text: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func descriptionIsATableWithTheSlowestFactoryFirst() throws {
    expectEqual(
      try decode(Self.encoded).description,
      """
           alone     seconds  built reused  injection
        0.031204    0.031216      1     13  any Database (App/Database.swift:8)
        0.000012    0.000012      1      0  URL (App/Database.swift:3)

      """
    )

    var injection = Injection(strategy: .onDemand, instance: 0)
    for line in 1...20 {
      let part = injection
      injection = Injection(strategy: .onDemand, instance: part.resolve() + 1, fileID: "App/A.swift", line: UInt(line))
    }
    let rows = Injections.profile { _ = injection.resolve() }.description.split(separator: "\n").dropFirst()
    let durations = rows.compactMap { $0.split(separator: " ").first }
    expectEqual(durations, durations.sorted(by: >))
    expectEqual(durations.count, 21)
  }

  /// A file can be damaged, and a text of its durations must not stop the program.
  @Test func negativeDurationsHaveASign() throws {
    let profile = try decode(
      Self.encoded.replacing("0.031216", with: "-0.031216").replacing("\"start\": 0.5,", with: "\"start\": -1.5,")
    )

    expect(profile.description.contains(" -0.031216 "), "\(profile)")
    expect(profile.traceEvents.contains("\"ts\":-1500000.000,\"dur\":-31216.000,"), profile.traceEvents)
  }

  @Test func originalIsAPartOfTheDurationOfItsOverride() {
    let number = Injection(strategy: .singleton, instance: 1)

    let profile = withOverrideScope(.isolated) {
      number.override(with: { $0.resolve() + 1 })
      return Injections.profile { _ = number.resolve() }
    }

    let cells = profile.description.split(separator: "\n").last?.split(separator: " ") ?? []
    expectEqual(profile.builds.count, 2)
    expect(cells.count > 4 && cells[0] == cells[1] && cells[2] == "2")
  }

  // MARK: - Codable

  @Test func encodedProfileHasTheDocumentedShape() throws {
    let url = Injection(strategy: .singleton, instance: "url", fileID: "App/Data.swift", line: 3)
    let database = Injection(strategy: .onDemand, instance: [url.resolve()], fileID: "App/Data.swift", line: 8)
    let profile = Injections.profile { for _ in 0..<2 { _ = database.resolve() } }

    let data = try JSONEncoder().encode(profile)
    expectEqual(try JSONDecoder().decode(InjectionProfile.self, from: data), profile)
    let object = try json(String(decoding: data, as: UTF8.self))

    expectEqual(object["format"] as? String, "vial-profile")
    expectEqual(object["version"] as? Int, 1)
    let builds = try #require(object["builds"] as? [[String: Any]])
    func texts(_ key: String) -> [String?] { builds.map { $0[key] as? String } }
    expectEqual(texts("declaration"), ["App/Data.swift:8", "App/Data.swift:3", "App/Data.swift:8"])
    expectEqual(texts("injection"), ["Array<String>", "String", "Array<String>"])
    expectEqual(texts("type"), ["Array<String>", "String", "Array<String>"])
    expectEqual(texts("requester"), [nil, "Array<String> (App/Data.swift:8)", nil])
    expectEqual(builds.map { $0["depth"] as? Int }, [0, 1, 0])
    for key in ["start", "duration", "durationWithoutNestedBuilds"] {
      expect(builds.allSatisfy { $0[key] is Double })
    }
    let reuses = try #require(object["reuses"] as? [[String: Any]])
    expectEqual(reuses.map { $0["declaration"] as? String }, ["App/Data.swift:3"])
    expectEqual(reuses.map { $0["injection"] as? String }, ["String"])
    expectEqual(reuses.map { $0["count"] as? Int }, [1])
  }

  @Test func textOfAnotherFormatIsNotDecoded() {
    let replacements = [
      ("vial-profile", "vial-graph"), ("\"version\": 1", "\"version\": 2"), ("\"start\": 0.5,", "\"start\": 1e300,"),
      ("\"start\": 0.5,", "\"start\": \"0.5\","),
    ]
    for (part, replacement) in replacements {
      let text = Self.encoded.replacing(part, with: replacement)
      #expect(throws: DecodingError.self, "\(replacement)") { try decode(text) }
    }
  }

  // MARK: - Trace events

  @Test func traceEventsAreCompleteEventsInMicroseconds() throws {
    expectEqual(
      try decode(Self.encoded).traceEvents,
      """
      {"displayTimeUnit":"ms","traceEvents":[
      {"name":"any Database","cat":"build","ph":"X","pid":1,"tid":1,"ts":500000.000,"dur":31216.000,\
      "args":{"declaration":"App/Database.swift:8","type":"SQLiteDatabase","requester":""}},
      {"name":"URL","cat":"build","ph":"X","pid":1,"tid":1,"ts":500000.001,"dur":12.000,\
      "args":{"declaration":"App/Database.swift:3","type":"URL","requester":"any Database (App/Database.swift:8)"}}
      ]}

      """
    )
  }

  @Test func traceEventsEscapeTheirTexts() throws {
    expectEqual(Injections.profile {}.traceEvents, "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n\n]}\n")

    let family = InjectionFamily<String, Int>(strategy: .singleton) { _ in 1 }
    let keys = [
      "\"", "\\", "\\\"", "\n", "\t", "\0", "\u{1}", "\u{1F}", "\u{7F}", "\u{2028}", "é", "👩‍👩‍👧", "</script>", "\r\n",
    ]
    for key in keys {
      let profile = Injections.profile { _ = family.resolve("a\(key)b") }
      let events = try #require(json(profile.traceEvents)["traceEvents"] as? [[String: Any]])

      expectEqual(events.map { $0["name"] as? String }, profile.builds.map(\.injection))
      expectEqual(profile.builds.first?.injection.contains("a\(key)b"), true, key)
    }
  }
}
