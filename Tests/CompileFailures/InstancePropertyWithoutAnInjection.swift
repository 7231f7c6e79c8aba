// expect: class 'Model' has no initializers
import Vial

protocol Weather {}

// An initializer of the wrapper without parameters would give a better message, but would initialize the property of a
// class whose initializer names the injection, see `Control`.
@MainActor final class Model {
  @Instance var weather: any Weather
}
