import Vial

// The only file of an executable has top-level code, also with another name than `main.swift`.

@MainActor enum Tools {
  static let missing = Injection<Int>.required("missing")
  static let provided = Injection<Int>.required("provided by the tool")
}

Tools.provided.provide(with: 1)
// fault: error: Tool does not provide Tools.missing, which Tool/Tool.swift needs
print(Tools.missing.resolve(), Tools.provided.resolve())
