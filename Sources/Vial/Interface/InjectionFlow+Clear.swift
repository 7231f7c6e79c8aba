extension InjectionFlow {
  /// Evicts every instance of this flow and its children, the most recent first.
  ///
  /// Consumers keep their instances. An instance that is being built is cached afterwards, because it is more recent. In an
  /// override scope, this evicts the instances of that scope, and the instances outside that the scope reuses.
  ///
  /// The cost is proportional to the number of this flow's children and of the instances, whatever other flows have.
  public func clear() { clear(in: .current) }
}
