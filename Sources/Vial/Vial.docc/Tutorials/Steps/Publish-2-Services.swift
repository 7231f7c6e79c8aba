@MainActor enum Services {}
