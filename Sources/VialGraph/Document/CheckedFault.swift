import Foundation

/// A result of comparing the faults of an application with a baseline.
enum CheckedFault {
  /// A fault that the baseline does not accept.
  case open(Document.Fault)

  /// A fault of the baseline that does not occur any more, and the file of the baseline, which has to be written again.
  case fixed(Baseline.Entry, baseline: String)

  var rule: String {
    switch self {
    case .open(let fault): fault.rule
    case .fixed(let entry, _): entry.rule
    }
  }

  /// The severity, which is an error for a fixed fault, because the baseline would accept the fault again.
  var severity: Rule.Severity {
    switch self {
    case .open(let fault): fault.severity
    case .fixed: .error
    }
  }

  /// The message with the name of the rule.
  var text: String {
    switch self {
    case .open(let fault): fault.text
    case .fixed(let entry, let baseline): "\(entry) is fixed: run vial-graph baseline \(baseline) [\(entry.rule)]"
    }
  }

  /// The place of an open fault, or the first line of the baseline, whose path is relative to the current folder.
  var at: Document.Place {
    switch self {
    case .open(let fault): fault.at
    case .fixed(_, let baseline):
      Document.Place(file: URL(fileURLWithPath: baseline).path, fileID: baseline, line: 1)
    }
  }

  var column: Int {
    switch self {
    case .open(let fault): fault.column
    case .fixed: 1
    }
  }
}
