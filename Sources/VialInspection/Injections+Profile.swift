public import Vial

// swift-format-ignore: AmbiguousTrailingClosureOverload
extension Injections {
  /// Profiles the instances that synchronous work builds and reuses.
  ///
  /// ```swift
  /// let profile = Injections.profile { _ = Services.database.resolve() }
  /// print(profile)
  /// ```
  ///
  /// A profile contains the resolves of its task and of the tasks that it starts, so parallel tests do not mix.
  ///
  /// > Warning: A profile in a factory, a deinitializer, a release action or an observer stops the program, because the
  /// > events of the work would arrive after its end.
  ///
  /// - Parameters:
  ///   - fileID: The file to name in diagnostics.
  ///   - line: The line to name in diagnostics.
  ///   - body: The work.
  /// - Returns: The profile.
  /// - Throws: The error of the work.
  public static func profile(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ body: @MainActor () throws -> Void
  ) rethrows -> InjectionProfile {
    let recorder = InjectionProfile.Recorder()
    try RecordedWork.run(at: CallSite(fileID, line), body, recorder.receive)
    return recorder.profile
  }

  /// Profiles the instances that asynchronous work builds and reuses, until the work returns.
  ///
  /// The profile includes the tasks that the work starts.
  ///
  /// - Parameter body: The work, which runs in the isolation of the caller.
  /// - Returns: The profile.
  /// - Throws: The error of the work.
  @_disfavoredOverload
  public nonisolated static func profile(_ body: () async throws -> Void) async rethrows -> InjectionProfile {
    let recorder = InjectionProfile.Recorder()
    try await RecordedWork.run(body, recorder.receive)
    return await recorder.profile
  }

  /// Begins a profile of the whole process, which lasts until it is stopped.
  ///
  /// Begin it at launch, and stop it when the first screen is visible:
  ///
  /// ```swift
  /// let profile = Injections.profile()
  /// _ = ForecastModel().weather
  /// print(profile.stop())
  /// ```
  ///
  /// - Returns: The profile that is being recorded. Without it, the recording lasts until the process ends.
  public static func profile() -> InjectionProfile.Recording { InjectionProfile.Recording() }
}

extension InjectionProfile {
  /// A profile that is being recorded.
  @MainActor public struct Recording {
    private let recorder = Recorder()
    private let observation: InjectionObservation

    init() { observation = Injections.observe(recorder.receive) }

    /// Ends the recording.
    ///
    /// Call it outside of factories, because the events of a build are delivered when the outermost build has ended.
    ///
    /// - Returns: The profile; the same one the second time.
    public func stop() -> InjectionProfile {
      observation.cancel()
      return recorder.profile
    }
  }
}
