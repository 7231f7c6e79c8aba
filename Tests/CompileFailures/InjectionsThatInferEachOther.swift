// expect: circular reference
import Vial

final class Checkout { init(_ payment: @escaping @MainActor () -> Payment) {} }
final class Payment { init(_ checkout: @escaping @MainActor () -> Checkout) {} }

@MainActor let checkout = Injection(strategy: .shared, instance: Checkout { payment.resolve() })
@MainActor let payment = Injection(strategy: .shared, instance: Payment { checkout.resolve() })
