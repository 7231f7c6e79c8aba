extension InjectionProfile {
  /// The builds in the trace-event format, which Perfetto and the page `chrome://tracing` open.
  ///
  /// Each build is a complete event that has the name of the injection, and times in microseconds.
  public var traceEvents: String {
    let events = builds.map { build in
      let texts = [("declaration", build.declaration), ("type", build.type), ("requester", build.requester ?? "")]
      let arguments = texts.map { name, text in "\(quoted(name)):\(quoted(text))" }.joined(separator: ",")
      let start = build.start * 1_000_000
      let duration = build.duration * 1_000_000
      return """
        {"name":\(quoted(build.injection)),"cat":"build","ph":"X","pid":1,"tid":1,"ts":\(start.seconds(places: 3)),\
        "dur":\(duration.seconds(places: 3)),"args":{\(arguments)}}
        """
    }
    return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n\(events.joined(separator: ",\n"))\n]}\n"
  }
}

/// Returns a text as a string of JSON.
private func quoted(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    if scalar < " " {
      quoted += "\\u00\(scalar.value / 16)\(String(scalar.value % 16, radix: 16))"
    } else if scalar == "\"" || scalar == "\\" {
      quoted += "\\\(scalar)"
    } else {
      quoted += "\(scalar)"
    }
  }
  return quoted + "\""
}

// MARK: - Durations

extension Duration {
  /// Returns the seconds with a number of decimal places, because the description of `Duration` can contain an exponent.
  func seconds(places: Int) -> String {
    let sign = self < .zero ? "-" : ""
    let attoseconds = String(components.attoseconds.magnitude)
    let decimals = String(repeating: "0", count: 18 - attoseconds.count) + attoseconds
    return "\(sign)\(components.seconds.magnitude)." + decimals.prefix(places)
  }
}

// The synthesized conformances to `Codable` call these methods, because they are more specific than the generic ones.

extension KeyedEncodingContainer {
  /// Encodes a duration as a number of seconds.
  mutating func encode(_ duration: Duration, forKey key: Key) throws { try encode(duration / .seconds(1), forKey: key) }
}

extension KeyedDecodingContainer {
  /// Decodes a number of seconds, rounded to nanoseconds.
  func decode(_: Duration.Type, forKey key: Key) throws -> Duration {
    let seconds = try decode(Double.self, forKey: key)
    if let nanoseconds = Int64(exactly: (seconds * 1e9).rounded()) { return .nanoseconds(nanoseconds) }
    throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "\(seconds) s is not a duration")
  }
}
