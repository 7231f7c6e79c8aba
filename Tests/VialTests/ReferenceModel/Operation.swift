/// One operation of a random list.
///
/// Its action is generated from its seed and the current state, so a list remains valid when operations are removed.
struct Operation {
  let kind: Kind
  let seed: UInt64

  /// Whether the factories of the operation have no scripts, which reduces a failing list.
  var omitsScript = false

  enum Kind: Int, CaseIterable {
    case nothing, resolve, peek, inspect, addOverride, rollBack, rollBackAll, rollBackByToken, rollBackEverything
    case provide, withdraw, clear, clearFlow, expire
    case createConsumer, createWeakConsumer, createDynamicConsumer
    case read, readWeakly, dropConsumer, assign, reset
    case openScope, endScope, releaseScope, withScope, setDeinitializerAction, addKeys
    case observe, cancelObserver, seal
  }

  /// An operation without an effect.
  static let nothing = Operation(kind: .nothing, seed: 0)

  /// The kinds of operations, repeated according to their weights.
  static let weighted: [Kind] = [
    (Kind.resolve, 10), (.peek, 3), (.inspect, 4), (.addOverride, 12), (.rollBack, 5), (.rollBackAll, 1),
    (.rollBackByToken, 5), (.rollBackEverything, 1),
    (.provide, 4), (.withdraw, 3), (.clear, 2), (.clearFlow, 2), (.expire, 2), (.createConsumer, 5),
    (.createWeakConsumer, 2), (.createDynamicConsumer, 2), (.read, 9), (.readWeakly, 4), (.dropConsumer, 4),
    (.assign, 2), (.reset, 3),
    (.openScope, 2), (.endScope, 1), (.releaseScope, 1), (.withScope, 3), (.setDeinitializerAction, 2),
    (.addKeys, 1), (.observe, 2), (.cancelObserver, 1), (.seal, 1),
  ].flatMap { Array(repeating: $0.0, count: $0.1) }

  /// The operations that a running factory can perform.
  static let inFactory: [Kind] = [
    .resolve, .addOverride, .addOverride, .clear, .clearFlow, .expire, .createConsumer, .read, .dropConsumer, .assign,
    .reset, .rollBack, .rollBackByToken, .rollBackEverything, .endScope, .withScope,
    .provide, .withdraw, .openScope, .rollBackAll, .releaseScope, .peek, .inspect, .createWeakConsumer,
    .createDynamicConsumer, .readWeakly, .addKeys, .observe,
  ]

  /// The operations that a deinitializer can perform.
  ///
  /// None of them depends on whether a shared instance is alive, because the rules do not define the order in which
  /// instances that are released together are deallocated.
  static let inDeinitializer: [Kind] = [
    .resolve, .addOverride, .rollBack, .rollBackByToken, .clear, .clearFlow, .dropConsumer, .rollBackEverything,
    .expire,
  ]
}
