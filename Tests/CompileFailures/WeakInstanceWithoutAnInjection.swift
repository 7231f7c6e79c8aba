// expect: name the injection to consume, such as @WeakInstance(Services.owner)
import Vial

protocol Weather {}

@MainActor final class Model {
  @WeakInstance() var weather: (any Weather)?
}
