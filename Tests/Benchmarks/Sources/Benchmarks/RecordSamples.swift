import CSamples
import SampleMessages

// Records with text and with a tagged union, and the messages of swift-protobuf that are as them.

extension Samples {
  static func stations(_ count: Int) -> [station] {
    let names = ["Feldberg", "Zugspitze Nord", "Brocken", "Kahler Asten am Hang 2", "Fichtelberg", "Arkona"]
    return (0..<count).map { number in
      var value = station()
      value.id = 10_000_000 + UInt64(number)
      setText(&value.name, names[number % names.count])
      value.place = place(
        latitude: Double(number % 90) + 0.123, longitude: Double(number % 180) + 0.456, height: Int32(number % 3000),
        accuracy: UInt32(number % 100))
      setText(&value.contact.mail, "station\(number)@example.org")
      value.contact.kind = UInt16(number % 7)
      setText(&value.note, number % 3 == 0 ? "" : "moved in \(1950 + number % 70)")
      value.level = Float(number & 0xFFFF) / 256
      return value
    }
  }

  static func events(_ count: Int) -> [event] {
    (0..<count).map { number in
      var value = event()
      value.time = 1_700_000_000_000 + UInt64(number)
      value.source = UInt32(number % 1000)
      value.kind = UInt32(number % 3)
      switch value.kind {
      case 0: value.value.point = point(x: Double(number) + 0.5, y: Double(number) / 7)
      case 1: value.value.count = Int64(number) - 1000
      default: value.value.code = UInt32(number) &* 2_654_435_769
      }
      return value
    }
  }
}

private func setText<Characters>(_ field: inout Characters, _ text: String) {
  withUnsafeMutableBytes(of: &field) { $0.copyBytes(from: text.utf8.prefix($0.count)) }
}

private func text<Characters>(_ field: Characters) -> String {
  withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}

extension SwitchesMessage {
  init(_ value: switches) {
    self.init()
    (id, kind, priority, colour) = (value.id, UInt32(value.kind), UInt32(value.priority), UInt32(value.colour))
    (level, align, size) = (UInt32(value.level), UInt32(value.align), UInt32(value.size))
    (weight, style) = (UInt32(value.weight), UInt32(value.style))
    (urgent, acknowledged, dirty) = (value.urgent != 0, value.acknowledged != 0, value.dirty != 0)
    (hidden, locked, bold) = (value.hidden != 0, value.locked != 0, value.bold != 0)
    (italic, underlined) = (value.italic != 0, value.underlined != 0)
  }

  var value: switches {
    var value = switches()
    value.id = id
    value.kind = UInt64(kind)
    value.priority = UInt64(priority)
    value.colour = UInt64(colour)
    value.level = UInt64(level)
    value.align = UInt64(align)
    value.size = UInt64(size)
    value.weight = UInt64(weight)
    value.style = UInt64(style)
    value.urgent = urgent ? 1 : 0
    value.acknowledged = acknowledged ? 1 : 0
    value.dirty = dirty ? 1 : 0
    value.hidden = hidden ? 1 : 0
    value.locked = locked ? 1 : 0
    value.bold = bold ? 1 : 0
    value.italic = italic ? 1 : 0
    value.underlined = underlined ? 1 : 0
    return value
  }
}

extension StationMessage {
  init(_ value: station) {
    self.init()
    (id, name, note, level) = (value.id, text(value.name), text(value.note), value.level)
    (place.latitude, place.longitude) = (value.place.latitude, value.place.longitude)
    (place.height, place.accuracy) = (value.place.height, value.place.accuracy)
    (contact.mail, contact.kind) = (text(value.contact.mail), UInt32(value.contact.kind))
  }

  var record: station {
    var value = station()
    (value.id, value.level) = (id, level)
    setText(&value.name, name)
    setText(&value.note, note)
    setText(&value.contact.mail, contact.mail)
    value.contact.kind = UInt16(truncatingIfNeeded: contact.kind)
    value.place = CSamples.place(
      latitude: place.latitude, longitude: place.longitude, height: place.height, accuracy: place.accuracy)
    return value
  }
}

extension EventMessage {
  init(_ value: event) {
    self.init()
    (time, source) = (value.time, value.source)
    switch value.kind {
    case 0: (point.x, point.y) = (value.value.point.x, value.value.point.y)
    case 1: count = value.value.count
    default: code = value.value.code
    }
  }

  /// Without a member a record that is not an event's.
  var record: event {
    var record = event()
    (record.time, record.source) = (time, source)
    switch value {
    case .point(let point): record.value.point = CSamples.point(x: point.x, y: point.y)
    case .count(let count): (record.kind, record.value.count) = (1, count)
    case .code(let code): (record.kind, record.value.code) = (2, code)
    case nil: record.kind = .max
    }
    return record
  }
}
