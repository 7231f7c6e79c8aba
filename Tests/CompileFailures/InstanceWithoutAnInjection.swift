// expect: name the injection to consume, such as @Instance(Services.weather) [without-injection]
import Vial

protocol Weather {}

@MainActor final class Model {
  @Instance() var weather: any Weather
}
