/// A row that stands above its bound, and why it stays there.
///
/// `--check` holds it to what is allowed here, so that it does not get worse; the table shows its bound
/// all the same.
struct Exceptional {
  let row: String

  /// The most that is allowed by time and by instructions, in times the left side.
  let time: Double
  let instructions: Double
  let reason: String

  static let all: [Exceptional] = []
}

extension Row {
  var exception: Exceptional? { Exceptional.all.first { $0.row == name } }
}
