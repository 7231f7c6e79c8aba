final class Ticket {
  var destination = ""
  var isPaid = false
}
