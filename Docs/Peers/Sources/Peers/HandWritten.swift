@MainActor enum HandWritten {
  private static let service: any Service = LiveService()

  @inline(never) private static func singleton() -> any Service { service }
  @inline(never) private static func new() -> any Service { LiveService() }

  static let operations = [
    Operation(row: .allocation, library: "by hand") { count in
      for _ in 0..<count { use(new()) }
    },
    Operation(row: .singleton, library: "by hand") { count in
      for _ in 0..<count { use(singleton()) }
    },
  ]
}
