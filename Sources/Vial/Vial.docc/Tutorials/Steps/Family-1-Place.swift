enum Place: Hashable {
  case hall
  case platform
}
