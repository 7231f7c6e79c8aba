import Testing

@testable import VialGraph

struct MomentTests {
  private func moment(_ doubts: Doubt...) -> Moment { Moment(.build, doubts) }

  /// A branch of the `if` or `switch` in a line.
  private func branch(_ branch: Int, of branches: Int?, line: Int = 1) -> Doubt {
    let place = Location(file: 0, line: line, column: 1)
    return Doubt(kind: .branch, place: place, branch: branch, branches: branches)
  }

  private func doubt(_ kind: Doubt.Kind, line: Int = 1) -> Doubt {
    Doubt(kind: kind, place: Location(file: 0, line: line, column: 1))
  }

  @Test func aSequenceIsAsLateAndAsDoubtfulAsItsParts() {
    let branch = branch(0, of: 2)
    #expect(Moment.later.then(moment(branch)) == Moment(.later, [branch]))
    #expect(moment(branch).then(.firstRead) == Moment(.firstRead, [branch]))
    #expect(moment(branch).then(moment(branch)) == moment(branch))
    #expect(moment(doubt(.exit)).then(moment(doubt(.implementation))).doubt == .implementation)
    #expect(Moment.now.then(.now) == .now)
  }

  @Test func theEarlierOfTwoWaysCounts() {
    #expect(moment(doubt(.branch)).or(.later) == moment(doubt(.branch)))
    #expect(Moment.later.or(.firstRead) == .firstRead)
  }

  @Test func aCertainWayIsCertain() {
    #expect(moment(doubt(.branch)).or(.now) == .now)
    #expect(Moment.now.or(moment(doubt(.branch))) == .now)
  }

  @Test func allBranchesTogetherAreCertain() {
    let two = moment(branch(0, of: 2)).or(moment(branch(1, of: 2)))
    #expect(two == .now)
    let some = moment(branch(0, of: 3)).or(moment(branch(2, of: 3)))
    #expect(some.doubt == .branch)
    #expect(some.or(moment(branch(1, of: 3))) == .now)
  }

  @Test func branchesOfDifferentConditionsAreNotCertain() {
    #expect(!moment(branch(0, of: 2, line: 1)).or(moment(branch(1, of: 2, line: 2))).isCertain)
    #expect(!moment(branch(0, of: nil)).or(moment(branch(1, of: nil))).isCertain)
  }

  @Test func branchesInBranchesAreJoined() {
    let outer = branch(0, of: 2, line: 1)
    let inner = [0, 1].map { branch($0, of: 2, line: 2) }
    let first = moment(outer, inner[0]).or(moment(outer, inner[1]))
    #expect(first == moment(outer))
    #expect(first.or(moment(branch(1, of: 2, line: 1))) == .now)
  }

  @Test func branchesAfterAnExitAreJoinedUpToTheExit() {
    let exit = doubt(.exit, line: 9)
    let joined = moment(exit, branch(0, of: 2)).or(moment(exit, branch(1, of: 2)))
    #expect(joined == moment(exit))
    #expect(joined.isCertain(apartFrom: .exit))
    #expect(joined.withoutExits == .now)
  }

  @Test func aBranchThatLeavesAndTheCodeAfterItAreAllWays() {
    let exit = Doubt(kind: .exit, place: Location(file: 0, line: 1, column: 1))
    #expect(moment(branch(0, of: nil)).or(moment(exit)) == .now)
    #expect(moment(exit, doubt(.branch, line: 2)).or(moment(branch(0, of: nil))).doubt == .branch)
    #expect(!moment(branch(0, of: nil, line: 2)).or(moment(exit)).isCertain)
    #expect(moment(branch(0, of: nil)).given([exit]).ways.isEmpty)
  }

  @Test func aKnownBranchIsNoDoubt() {
    let (first, second) = (branch(0, of: 2), branch(1, of: 2))
    #expect(moment(first).given([first]) == .now)
    #expect(moment(second).given([first]).ways.isEmpty)
    #expect(!moment(second).given([first]).isCertain)
  }

  @Test func earlyAndCertainMomentsAreFirst() {
    let moments = [
      Moment.now, moment(doubt(.exit)), moment(doubt(.branch)), moment(doubt(.implementation)), .firstRead, .later,
    ]
    #expect(moments.map(\.order) == moments.map(\.order).sorted())
    #expect(Set(moments.map(\.order)).count == 6)
  }

  @Test func waysOfDifferentImplementationsDoNotGrow() {
    let moments = (1...100).map { moment(doubt(.implementation, line: $0)) }
    #expect(moments.dropFirst().reduce(moments[0]) { $0.or($1) }.ways.count == 1)
  }
}
