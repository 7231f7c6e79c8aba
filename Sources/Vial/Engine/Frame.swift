/// An activity that is running.
///
/// Frames detect dependency cycles, and name requesters in messages and events.
@MainActor enum Frame {
  case building(Build)

  /// A consumer resolves its injection, because code of a scope reads the consumer; `nil` if that is the scope of the consumer.
  case reading(AnyConsumer, from: OverrideScope?)

  /// Removed instances are released, so release actions and deinitializers run, each in the scope of its instance.
  case releasing
}

/// A provider builds an instance of an injection in a scope.
@MainActor struct Build {
  let record: InjectionRecord
  let provider: Provider
  let scope: OverrideScope

  #if DEBUG
  /// The task that runs the factory, because only a resolve of the same task closes a cycle.
  let taskID = currentTaskID()
  #endif

  init(_ record: InjectionRecord, by provider: Provider, in scope: OverrideScope) {
    self.record = record
    self.provider = provider
    self.scope = scope
  }
}

extension Frame {
  @inline(never) var build: Build? {
    if case .building(let build) = self { build } else { nil }
  }

  @inline(never) var consumer: AnyConsumer? {
    if case .reading(let consumer, _) = self { consumer } else { nil }
  }

  /// The scope of the code that builds or reads.
  @inline(never) var scope: OverrideScope? {
    switch self {
    case .building(let build): build.scope
    case .reading(let consumer, let readerScope): readerScope ?? consumer.scope
    case .releasing: nil
    }
  }

  /// The requester that messages name.
  ///
  /// Events name the creator of a consumer instead of the owner, see `Engine.eventRequester`.
  @inline(never) var requesterInMessages: InjectionResolution.Requester? {
    switch self {
    case .building(let build): .injection(build.record.declaration)
    case .reading(let consumer, _): consumer.ownerName.map { .owner($0) }
    case .releasing: nil
    }
  }
}

#if DEBUG
extension Build: @MainActor CustomDebugStringConvertible {
  var debugDescription: String { "Build(\(record) by \(provider) in the scope \(scope.id))" }
}

extension Frame: @MainActor CustomDebugStringConvertible {
  var debugDescription: String {
    switch self {
    case .building(let build): "building \(build)"
    case .reading(let consumer, _): "reading \(consumer.nameInMessages)"
    case .releasing: "releasing"
    }
  }
}
#endif
