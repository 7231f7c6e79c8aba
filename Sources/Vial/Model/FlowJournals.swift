/// The instances of flows that one scope caches, by flow, so that clearing a flow or a family does not search other instances.
@MainActor final class FlowJournals: Compactable {
  /// The journals, sorted by the numbers of their flows.
  private var journals = SortedList<Journal>()
  var capacity = minimumCapacity

  nonisolated init() {}

  var count: Int { journals.count }

  subscript(flow: InjectionFlow) -> Journal? { journals.element(numbered: flow.number) }

  /// Creates the journal of a flow.
  func add(_ flow: InjectionFlow) -> Journal {
    assert(!isFull, "\(self) has no room.")
    let journal = Journal(ofFlow: flow.number)
    journals.insert(journal)
    return journal
  }

  @inline(never) func dropUnused(_ removals: inout Removals) {
    var used: [Journal] = []
    for journal in journals.elements where journal.holdAndCheckUse(&removals) { used.append(journal) }
    journals = SortedList(sorted: used)
  }
}

#if DEBUG
extension FlowJournals: @MainActor CustomDebugStringConvertible {
  var debugDescription: String { "FlowJournals(\(journals.count) flows)" }

  func checkInvariants() {
    journals.checkInvariants()
    for journal in journals.elements { journal.checkInvariants() }
  }
}
#endif
