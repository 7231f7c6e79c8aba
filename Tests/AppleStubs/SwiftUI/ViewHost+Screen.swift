// The screen of a host, and the actions of a user.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// The elements that an update has shown, in the order of the views.
struct Screen {
  var texts: [String] = []
  var controls: [Control] = []
  var fields: [(title: String, text: Binding<String>)] = []
  var rows: [(texts: [String], delete: () -> Void)] = []
}

/// The elements that can be pressed.
struct Control {
  let texts: [String]
  let isEnabled: Bool
  let action: @MainActor () -> Void
}

extension ViewHost {
  /// Presses the last button or link with the given text.
  ///
  /// - Returns: Whether an enabled button or link has the text.
  @discardableResult
  public func press(_ text: String) -> Bool {
    guard let control = screen.controls.last(where: { $0.texts.contains(text) }),
      control.isEnabled
    else { return false }
    control.action()
    update()
    return true
  }

  /// Writes into the text field with the given title or prompt.
  @discardableResult
  public func type(_ text: String, into title: String) -> Bool {
    guard let field = screen.fields.last(where: { $0.title == title }) else { return false }
    field.text.wrappedValue = text
    update()
    return true
  }

  /// Deletes the row with the given text.
  @discardableResult
  public func delete(_ text: String) -> Bool {
    guard let row = screen.rows.last(where: { $0.texts.contains(text) }) else { return false }
    row.delete()
    update()
    return true
  }

  /// Draws a view, and returns the strings that it shows.
  func saying(_ draw: () -> Void) -> [String] {
    let start = screen.texts.count
    draw()
    return Array(screen.texts[start...])
  }

  func say(_ text: String) {
    screen.texts.append(text)
  }
}
