import Testing

@testable import VialGraph
@testable import VialGraphProgram

struct MomentTests {
  private func moment(_ doubts: Doubt...) -> Moment { Moment(.build, doubts) }

  /// A branch of the `if` or `switch` in a line.
  private func branch(_ branch: Int, of branches: Int, line: Int = 1) -> Doubt {
    let place = Location(file: 0, line: line, column: 1)
    return Doubt(kind: .branch, place: place, branch: branch, branches: branches)
  }

  private let implementation = Moment.ofOneImplementation(at: Location(file: 0, line: 1, column: 1))

  private func doubt(_ kind: Doubt.Kind, line: Int = 1) -> Doubt {
    Doubt(kind: kind, place: Location(file: 0, line: line, column: 1))
  }

  @Test func aSequenceIsAsLateAndAsDoubtfulAsItsParts() {
    let branch = branch(0, of: 2)
    expectEqual(Moment.later.then(moment(branch)), Moment(.later, [branch]))
    expectEqual(moment(branch).then(.firstRead), Moment(.firstRead, [branch]))
    expectEqual(moment(branch).then(moment(branch)), moment(branch))
    expectEqual(moment(doubt(.exit)).then(implementation).uncertainty, .implementation)
    expectEqual(Moment.now.then(.now), .now)
  }

  @Test func theEarlierOfTwoWaysCounts() {
    expectEqual(moment(doubt(.branch)).or(.later), moment(doubt(.branch)))
    expectEqual(Moment.later.or(.firstRead), .firstRead)
  }

  @Test func aCertainWayIsCertain() {
    expectEqual(moment(doubt(.branch)).or(.now), .now)
    expectEqual(Moment.now.or(moment(doubt(.branch))), .now)
  }

  @Test func allBranchesTogetherAreCertain() {
    let two = moment(branch(0, of: 2)).or(moment(branch(1, of: 2)))
    expectEqual(two, .now)
    let some = moment(branch(0, of: 3)).or(moment(branch(2, of: 3)))
    expectEqual(some.uncertainty, .branch)
    expectEqual(some.or(moment(branch(1, of: 3))), .now)
  }

  @Test func branchesOfDifferentConditionsAreNotCertain() {
    expect(!moment(branch(0, of: 2, line: 1)).or(moment(branch(1, of: 2, line: 2))).isCertain)
    expect(!moment(branch(0, of: 3)).or(moment(branch(1, of: 3))).isCertain)
  }

  @Test func branchesInBranchesAreJoined() {
    let outer = branch(0, of: 2, line: 1)
    let inner = [0, 1].map { branch($0, of: 2, line: 2) }
    let first = moment(outer, inner[0]).or(moment(outer, inner[1]))
    expectEqual(first, moment(outer))
    expectEqual(first.or(moment(branch(1, of: 2, line: 1))), .now)
  }

  @Test func branchesAfterAnExitAreJoinedUpToTheExit() {
    let exit = doubt(.exit, line: 9)
    let joined = moment(exit, branch(0, of: 2)).or(moment(exit, branch(1, of: 2)))
    expectEqual(joined, moment(exit))
    expect(joined.isCertain(apartFrom: .exit))
    expectEqual(joined.withoutExits, .now)
  }

  @Test func aBranchThatLeavesAndTheCodeAfterItAreAllWays() {
    let exit = doubt(.exit)
    expect(moment(branch(0, of: 2)).or(moment(exit)).isCertain)
    expectEqual(moment(exit, doubt(.branch, line: 2)).or(moment(branch(0, of: 2))).uncertainty, .branch)
    expect(!moment(branch(0, of: 2, line: 2)).or(moment(exit)).isCertain)
    expectEqual(moment(branch(0, of: 2)).then(moment(exit)).condition, .never)
  }

  @Test func aKnownBranchIsNoDoubt() throws {
    let decision = try #require(moment(branch(0, of: 2)).condition.decisions.first)
    expectEqual(moment(branch(0, of: 2)).given([(decision, 0)]), .now)
    expectEqual(moment(branch(1, of: 2)).given([(decision, 0)]).condition, .never)
  }

  @Test func aSwitchOfManyCasesIsCertainInEachOrder() {
    let cases = (0..<20).map { moment(branch($0, of: 20)) }
    for order in [cases, cases.reversed()] {
      expect(!order.dropFirst().reduce(Moment.later) { $0.or($1) }.isCertain)
      expectEqual(order.reduce(Moment.later) { $0.or($1) }, .now)
    }
  }

  @Test func aSwitchInEachCaseOfAnotherOneIsCertain() {
    let ways = (0..<8).flatMap { outer in
      (0..<8).map { inner in moment(branch(outer, of: 8), branch(inner, of: 8, line: 2 + outer)) }
    }
    expectEqual(ways.reduce(Moment.later) { $0.or($1) }, .now)
  }

  @Test func waysOfManyDifferentConditionsStayPerhaps() {
    let ways = (1...300).map { moment(branch(0, of: 2, line: $0), branch(0, of: 2, line: 1_000 - $0)) }
    let joined = ways.reduce(Moment.later) { $0.or($1) }
    expectEqual(joined.uncertainty, .branch)
    expectEqual(joined.then(moment(branch(0, of: 2, line: 2_000))).uncertainty, .branch)
    expectEqual(joined.or(.now), .now)
  }

  @Test func earlyAndCertainMomentsAreFirst() {
    let moments = [
      Moment.now, moment(doubt(.exit)), moment(doubt(.branch)), implementation, .firstRead, .later,
    ]
    expectEqual(moments.map(\.order), moments.map(\.order).sorted())
    expectEqual(Set(moments.map(\.order)).count, 6)
  }

  @Test func aWayThroughAnImplementationMakesNoOtherWayMoreCertain() {
    let moments = (1...100).map { Moment.ofOneImplementation(at: Location(file: 0, line: $0, column: 1)) }
    expectEqual(moments.dropFirst().reduce(moments[0]) { $0.or($1) }, moments[0])
    expectEqual(moments[0].or(moment(branch(0, of: 2))), moment(branch(0, of: 2)))
    expectEqual(moment(branch(0, of: 2)).or(moments[0]), moment(branch(0, of: 2)))
  }
}

struct ConditionTests {
  private func condition(_ branch: Int, of branches: Int = 2, line: Int) -> Condition {
    let place = Location(file: 0, line: line, column: 1)
    return Condition([Doubt(kind: .branch, place: place, branch: branch, branches: branches)])
  }

  @Test func conditionsOfTheSameCasesAreEqual() {
    let (a, b, c) = (condition(0, line: 1), condition(0, line: 2), condition(2, of: 3, line: 3))
    expectEqual(a.and(b.or(c)), b.and(a).or(c.and(a)))
    expectEqual(a.or(b).butNot(b), a.and(condition(1, line: 2)))
    expectEqual(a.butNot(a), .never)
    expectEqual(Condition.always.butNot(a), condition(1, line: 1))
  }

  @Test func aDecisionWithOneUsefulOutcomeIsNecessary() {
    let (a, b) = (condition(0, line: 1), condition(0, line: 2))
    expectEqual(a.and(b).necessaryDecision?.place.line, 1)
    expect(a.or(b).necessaryDecision == nil)
    expect(Condition.always.necessaryDecision == nil)
  }

  @Test func aConditionHoldsForSomeOrForEachOutcome() throws {
    let (a, b) = (condition(0, line: 1), condition(0, line: 2))
    let decision = try #require(b.decisions.first)
    expectEqual(a.and(b).forSome(decision), a)
    expectEqual(a.and(b).forEach(decision), .never)
    expectEqual(a.or(b).forEach(decision), a)
    expectEqual(a.or(b).forSome(decision), .always)
  }

  @Test func waysAreListedUpToALimit() {
    let (a, b) = (condition(0, line: 1), condition(0, line: 2))
    let ways = a.or(b).ways(limit: 9).map { $0.map { "\($0.decision.place.line)\($0.outcome)" } }
    expectEqual(ways, [["10"], ["11", "20"]])
    expectEqual(a.or(b).ways(limit: 1).count, 1)
    expectEqual(Condition.always.ways(limit: 9).map(\.count), [0])
    expect(Condition.never.ways(limit: 9).isEmpty)
  }
}
