import Foundation
import Testing

@testable import VialGraph
@testable import VialGraphProgram

/// Compares the names in the tool with the public interface of the library.
struct LibraryMemberTests {
  /// A type, and the names of its public members.
  private struct Declarations {
    var header: String
    var members: Set<String> = []

    var name: String { header.firstMatch(of: /\b(?:struct|class|enum) (\w+)/).map { String($0.1) } ?? "" }
  }

  private static func declarations(of module: String) throws -> [Declarations] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    let text = try String(contentsOfFile: "\(folder)/../../Docs/Interface/\(module).txt", encoding: .utf8)
    return text.split(separator: "\n").reduce(into: []) { declarations, line in
      let member = line.firstMatch(of: /^ .*?\b(?:(?:func|var|let|case) `?(\w+|==)|(init|subscript)\b)/)
      if let member {
        declarations[declarations.count - 1].members.insert(String(member.1 ?? member.2 ?? ""))
      } else if !line.hasPrefix(" ") {
        declarations.append(Declarations(header: String(line)))
      }
    }
  }

  /// The members of the types of the library that neither publish, use nor replace an injection.
  ///
  /// The tool treats them as inspections of an injection, or ignores them.
  private static let otherMembers: [String: Set<String>] = [
    "Injection": [
      "==", "hash", "debugDescription", "current", "clear", "isOverridden", "overrideCount", "rollbackOverride",
      "rollbackAllOverrides", "withdraw",
    ],
    "InjectionFamily": [
      "debugDescription", "subscript", "clear", "rollbackOverride", "rollbackAllOverrides", "isOverridden",
      "overrideCount",
    ],
    "InjectionStrategy": ["description"],
    "InjectionContext": ["init", "description", "isActive"],
  ]

  @Test(arguments: ["Injection", "InjectionFamily", "InjectionStrategy", "InjectionContext"])
  func theToolKnowsEachMember(type: String) throws {
    let found = try Self.declarations(of: "Vial").first { $0.name == type }
    let members = try #require(found).members
    let known = members.filter { name in
      switch type {
      case "InjectionStrategy": Strategy(rawValue: name) != nil
      case "InjectionContext": LibraryMember.Context(name) != .added(name)
      default: LibraryMember.Injection(rawValue: name) != nil
      }
    }
    let others = Self.otherMembers[type] ?? []
    let cure = "add it to LibraryMember or to Strategy, with its effect, or to the list of other members in this test"
    for member in members.subtracting(known).subtracting(others).sorted() {
      Issue.record("vial-graph does not know \(type).\(member): \(cure)")
    }
    expectEqual(others.subtracting(members), [], "a member of the list does not exist any more")
    expectEqual(others.intersection(known), [], "the tool knows a member of the list")
  }

  @Test func theToolKnowsEachPropertyWrapper() throws {
    let all = try ["Vial", "VialSwiftUI"].flatMap(Self.declarations)
    let wrappers = all.filter { $0.header.contains("@propertyWrapper") }
    expectEqual(wrappers.count, 4)
    for wrapper in wrappers where LibraryMember.Wrapper(rawValue: wrapper.name) == nil {
      Issue.record("vial-graph does not know @\(wrapper.name): add it to LibraryMember.Wrapper")
    }
    let known: Set = ["init", "reset"]
    let others: Set = ["callAsFunction", "customMirror", "isResolved", "projectedValue", "wrappedValue"]
    for wrapper in wrappers {
      let usr = "s:4Vial\(wrapper.name.count)\(wrapper.name)C4initF"
      let member = LibraryMember(Symbol(usr: usr, name: "init()", kind: .initializer))
      expect(member?.createdConsumer != nil, "the pattern of LibraryMember does not match \(wrapper.name)")
      for member in wrapper.members.subtracting(known).subtracting(others).sorted() {
        let cure = "add it to LibraryMember, or to the list of other members in this test"
        Issue.record("vial-graph does not know the member \(member) of @\(wrapper.name): \(cure)")
      }
    }
  }
}
