/// The state that only the record of a family has.
@MainActor final class FamilyState {
  /// The flow of the instances of all keys, so that clearing the family does not search the keys.
  nonisolated let flow: InjectionFlow

  /// The number of instances that the published factory is building; only `Engine.runBuild` changes it.
  var runningBuilds = 0

  #if DEBUG
  /// Checks that the record of a key is the only one of the key; `nil` before the family has a key.
  var checkKey: ((InjectionRecord) -> Void)?
  #endif

  nonisolated init(publishedAt callSite: CallSite) { flow = InjectionFlow(at: callSite) }
}

#if DEBUG
extension FamilyState: @MainActor CustomDebugStringConvertible {
  var debugDescription: String { "FamilyState(\(flow.callSite), \(runningBuilds) running builds)" }
}
#endif
