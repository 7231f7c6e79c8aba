// expect: name the injection to consume, such as @DynamicInstance(Services.session) [without-injection]
import Vial

protocol Weather {}

@MainActor final class Model {
  @DynamicInstance() var weather: any Weather
}
