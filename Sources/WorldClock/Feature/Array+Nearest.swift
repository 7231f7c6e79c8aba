import Foundation

extension [String] {
  /// The elements that take the fewest edits to become `name`, best first.
  ///
  /// At most three, and none that takes two edits more than the best: a good guess is not diluted
  /// with bad ones.
  func nearest(to name: String) -> [String] {
    let ranked = map { (distance: editDistance(from: $0, to: name), name: $0) }
      .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    guard let best = ranked.first else { return [] }
    return ranked.prefix(3).filter { $0.distance < best.distance + 2 }.map(\.name)
  }
}

/// The Levenshtein distance: how many characters to insert, delete or replace, case and accents
/// aside.
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
