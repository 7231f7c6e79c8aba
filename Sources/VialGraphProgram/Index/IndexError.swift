/// A reason why an index cannot be read.
package enum IndexError: Error, Equatable {
  /// `PATH` does not contain a Swift toolchain with a `libIndexStore`.
  case noLibrary

  /// The library at a path cannot be opened, or has no function with a name.
  case unusableLibrary(String, missing: String)

  /// The given path does not contain an index store.
  case noStore(String)

  /// No debug build of the application in a folder has written an index store.
  case noBuild(String)

  /// The library cannot read the index store at a path.
  case unreadableStore(String)

  /// No unit of the index store at a path is of a source that exists.
  case noSources(String)
}
