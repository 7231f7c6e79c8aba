import Foundation
import Vial

protocol WallClock {
  var minute: Int { get }
}

struct SystemClock: WallClock {
  var minute: Int {
    let now = Calendar.current.dateComponents([.hour, .minute], from: Date())
    return (now.hour ?? 0) * 60 + (now.minute ?? 0)
  }
}

extension Services {
  static let clock = Injection<any WallClock>(strategy: .singleton, instance: SystemClock())
}
