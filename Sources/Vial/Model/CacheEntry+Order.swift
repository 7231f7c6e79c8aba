// The order in which instances are released, and the list of their injections.

extension CacheEntry {
  fileprivate nonisolated var declarationAddress: UInt64 { UInt64(UInt(bitPattern: ObjectIdentifier(declaration))) }
}

extension [CacheEntry] {
  /// The injections of the instances, each once, in the order of their release.
  var declarations: [InjectionDeclaration] {
    // Sorted, and not collected in a set, because the code of another kind of collection would add 2 KB to a program.
    var newest: [CacheEntry] = []
    for entry in oldestFirst.sorted(by: { $0.declarationAddress }) {
      if newest.last?.declaration === entry.declaration { newest.removeLast() }
      newest.append(entry)
    }
    var declarations: [InjectionDeclaration] = []
    for entry in newest.oldestFirst.reversed() { declarations.append(entry.declaration) }
    return declarations
  }

  /// The entries in the order in which their instances were cached.
  nonisolated var oldestFirst: [CacheEntry] { isOldestFirst ? self : sorted { $0.cachedAt.value } }

  private nonisolated var isOldestFirst: Bool {
    for index in indices.dropFirst() where self[index].cachedAt < self[index - 1].cachedAt { return false }
    return true
  }

  /// Returns the entries sorted by a key, in their order where keys are equal.
  ///
  /// This merges runs of 1, 2, 4, … entries. The sort of the standard library, specialized for entries, would add 4 KB to a program.
  @inline(never) fileprivate nonisolated func sorted(by key: (CacheEntry) -> UInt64) -> [CacheEntry] {
    var runs = self
    var length = 1
    while length < count {
      var merged: [CacheEntry] = []
      merged.reserveCapacity(count)
      while merged.count < count {
        var first = merged.count
        let middle = Swift.min(first + length, count)
        var second = middle
        let end = Swift.min(middle + length, count)
        while first < middle || second < end {
          if second == end || first < middle && key(runs[first]) <= key(runs[second]) {
            merged.append(runs[first])
            first += 1
          } else {
            merged.append(runs[second])
            second += 1
          }
        }
      }
      runs = merged
      length *= 2
    }
    return runs
  }
}
