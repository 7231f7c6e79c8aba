import Vial

/// An object with a property of one of the property wrappers.
@MainActor protocol ConsumerUnderTest: AnyObject {
  var isResolved: Bool { get }
  func read() -> (any NumberedInstance)?
  func assign(_ instance: any NumberedInstance)
  func reset()
}

@MainActor final class InstanceUnderTest: ConsumerUnderTest {
  @Instance private var value: any NumberedInstance

  init(_ injection: Injection<any NumberedInstance>) { _value = Instance(injection) }

  var isResolved: Bool { $value.isResolved }
  func read() -> (any NumberedInstance)? { value }
  func assign(_ instance: any NumberedInstance) { value = instance }
  func reset() { $value.reset() }
}

@MainActor final class WeakInstanceUnderTest: ConsumerUnderTest {
  @WeakInstance private var value: (any NumberedInstance)?

  init(_ injection: Injection<any NumberedInstance>) { _value = WeakInstance(injection) }

  var isResolved: Bool { $value.isResolved }
  func read() -> (any NumberedInstance)? { value }
  func assign(_ instance: any NumberedInstance) { value = instance }
  func reset() { $value.reset() }
}

@MainActor final class DynamicInstanceUnderTest: ConsumerUnderTest {
  @DynamicInstance private var value: any NumberedInstance

  init(_ injection: Injection<any NumberedInstance>) { _value = DynamicInstance(injection) }

  var isResolved: Bool { $value.isResolved }
  func read() -> (any NumberedInstance)? { value }
  func assign(_ instance: any NumberedInstance) { value = instance }
  func reset() { $value.reset() }
}
