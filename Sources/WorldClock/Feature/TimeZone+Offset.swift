import Foundation

extension TimeZone {
  /// Returns the offset of local time from UTC at an instant, such as `+05:45`.
  ///
  /// The result includes seconds if they are not zero, as before the introduction of standard time.
  func offsetFromUTC(at instant: Date) -> String {
    let seconds = secondsFromGMT(for: instant)
    let (minutes, rest) = abs(seconds).quotientAndRemainder(dividingBy: 60)
    var parts = [minutes / 60, minutes % 60]
    if rest != 0 { parts.append(rest) }
    return (seconds < 0 ? "-" : "+")
      + parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
