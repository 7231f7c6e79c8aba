import Foundation

extension TimeZone {
  /// How far local time is ahead of UTC at an instant, such as `+05:45`.
  ///
  /// Seconds appear where there are any, as they do before the railways brought standard time.
  func offsetFromUTC(at instant: Date) -> String {
    let seconds = secondsFromGMT(for: instant)
    let (minutes, rest) = abs(seconds).quotientAndRemainder(dividingBy: 60)
    var parts = [minutes / 60, minutes % 60]
    if rest != 0 { parts.append(rest) }
    return (seconds < 0 ? "-" : "+")
      + parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
