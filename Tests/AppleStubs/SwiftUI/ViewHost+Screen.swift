// What is on the screen of a host, and what a user does there.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// What an update has shown, in the order of the views.
struct Screen {
  var texts: [String] = []
  var controls: [Control] = []
  var fields: [(title: String, text: Binding<String>)] = []
  var rows: [(texts: [String], delete: () -> Void)] = []
}

/// What can be pressed.
struct Control {
  let texts: [String]
  let isEnabled: Bool
  let action: @MainActor () -> Void
}

extension ViewHost {
  /// Presses the button or the link that says something, the last one if there are several.
  ///
  /// - Returns: Whether there is one that can be pressed.
  @discardableResult
  public func press(_ text: String) -> Bool {
    guard let control = screen.controls.last(where: { $0.texts.contains(text) }),
      control.isEnabled
    else { return false }
    control.action()
    update()
    return true
  }

  /// Writes into a text field, which is found by its title or its prompt.
  @discardableResult
  public func type(_ text: String, into title: String) -> Bool {
    guard let field = screen.fields.last(where: { $0.title == title }) else { return false }
    field.text.wrappedValue = text
    update()
    return true
  }

  /// Deletes the row that says something.
  @discardableResult
  public func delete(_ text: String) -> Bool {
    guard let row = screen.rows.last(where: { $0.texts.contains(text) }) else { return false }
    row.delete()
    update()
    return true
  }

  /// Draws, and returns what was said meanwhile.
  func saying(_ draw: () -> Void) -> [String] {
    let start = screen.texts.count
    draw()
    return Array(screen.texts[start...])
  }

  func say(_ text: String) {
    screen.texts.append(text)
  }
}
