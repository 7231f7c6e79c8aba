import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Compares all short programs of operations with the reference model, see `ShortPrograms`.
///
/// The programs have two operations, or as many as `VIAL_PROGRAM_LENGTH` states. Like the programs of `ReferenceModelTests`, they
/// are performed in separate processes, one for each half of the pairs.
struct ShortProgramsTests {
  private static let length = number("VIAL_PROGRAM_LENGTH") ?? 2

  /// The number of programs of each length, which changes only if an operation or a pair is added.
  private static let counts = [1: 266, 2: 5_001, 3: 118_547, 4: 3_188_736]

  @Test(.exitTest) func allShortProgramsBehaveAsTheReferenceModelPredicts() async {
    let pairs = InjectionPair.all.indices
    async let even = performPrograms(of: pairs.filter { $0 % 2 == 0 })
    async let odd = performPrograms(of: pairs.filter { $0 % 2 == 1 })
    let programs = await even + odd
    print("Short programs: \(programs) of \(Self.length) operations")
    expectEqual(programs, Self.counts[Self.length])
  }

  /// Performs the programs of pairs of injections, and returns the number of those that passed; 0 after a failure.
  ///
  /// If the process stops, another one performs the last thousand programs again, and prints each of them.
  private func performPrograms(of pairs: [Int]) async -> Int {
    let output = await outputOfProcess(pairs, from: nil)
    let counts = output.passed
    if counts.count == pairs.count { return counts.reduce(0, +) }
    if let failure = output.failed {
      Issue.record("\(failure)")
    } else {
      let pair = pairs[counts.count]
      let detailed = await outputOfProcess([pair], from: output.lastPath)
      let path = detailed.lastPath ?? []
      Issue.record("\(InjectionPair.all[pair]): the program with the path \(path) stops: \(detailed.errors)")
    }
    return 0
  }

  private func outputOfProcess(_ pairs: [Int], from path: [Int]?) async -> ProcessOutput {
    let length = Self.length
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) { [pairs = pairs as [Int], length = length as Int, path = path as [Int]?] in
      await MainActor.run {
        checkingInvariants { printOutcomes(of: pairs.map { InjectionPair.all[$0] }, length: length, from: path) }
      }
      exit(EXIT_FAILURE)
    }
    return ProcessOutput(result)
  }
}

/// Performs the programs of pairs of injections, and prints the outcome of each pair until one has failed.
@MainActor private func printOutcomes(of pairs: [InjectionPair], length: Int, from path: [Int]?) {
  for pair in pairs {
    var programs = ShortPrograms(pair, length: length, from: path)
    var count = 0
    let outcome = programs.run { next in
      if path != nil || count % 1_000 == 0 { printAtOnce("path \(next)") }
      count += 1
    }
    printAtOnce("\(outcome)")
    if case .failed = outcome { return }
  }
}

/// The output of the process of an exit test.
private struct ProcessOutput {
  let text: String
  let errors: String

  init(_ result: ExitTest.Result?) {
    text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    errors = standardError(of: result)
  }

  private var lines: [Substring] { text.split(separator: "\n") }

  /// The number of programs of each pair whose programs passed.
  var passed: [Int] {
    let prefix = "passed(programs: "
    return lines.filter { $0.hasPrefix(prefix) }.compactMap { Int($0.dropFirst(prefix.count).dropLast()) }
  }

  /// The failure of a program, if the process has found one.
  var failed: String? {
    guard let start = text.firstRange(of: "failed(") else { return nil }
    return String(text[start.lowerBound...])
  }

  /// The path that was printed last.
  var lastPath: [Int]? {
    lines.last { $0.hasPrefix("path ") }?.split { !$0.isNumber }.compactMap { Int($0) }
  }
}
