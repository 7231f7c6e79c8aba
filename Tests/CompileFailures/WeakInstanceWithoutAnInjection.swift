// expect: name the injection to consume, such as @WeakInstance(Services.owner) [without-injection]
import Vial

protocol Weather {}

@MainActor final class Model {
  @WeakInstance() var weather: (any Weather)?
}
