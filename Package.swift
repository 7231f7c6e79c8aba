// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "Vial",
  platforms: [
    .iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1), .macCatalyst(.v16),
  ],
  products: [
    .library(name: "Vial", targets: ["Vial"])
  ],
  targets: [
    .target(name: "Vial", swiftSettings: settings + [.strictMemorySafety()]),
    .testTarget(name: "VialTests", dependencies: ["Vial"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
