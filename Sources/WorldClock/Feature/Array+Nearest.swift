import Foundation

extension [String] {
  /// Returns up to three elements with the smallest edit distances to `name`, nearest first.
  ///
  /// The result excludes elements whose distance exceeds the smallest distance by two or more,
  /// because they are unlikely to be the intended name.
  func nearest(to name: String) -> [String] {
    let ranked = map { (distance: editDistance(from: $0, to: name), name: $0) }
      .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    guard let best = ranked.first else { return [] }
    return ranked.prefix(3).filter { $0.distance < best.distance + 2 }.map(\.name)
  }
}

/// Returns the Levenshtein distance, which is the minimum number of insertions, deletions and
/// replacements of characters, ignoring case and accents.
private func editDistance(from source: String, to target: String) -> Int {
  let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
  let source = source.folding(options: options, locale: nil)
  let target = Array(target.folding(options: options, locale: nil))

  var row = Array(0...target.count)
  for (index, character) in source.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for (column, candidate) in target.enumerated() {
      let replaced = diagonal + (character == candidate ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, row[column] + 1, row[column + 1] + 1)
    }
  }
  return row[target.count]
}
