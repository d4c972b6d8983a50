// C data in all its forms as properties of objects.

extension ObjectEncoder {
  @inline(__always)
  func put<Form: ArchivedForm>(_ value: Form.Written, as form: Form, forKey key: String) throws {
    let plan = try form.plan()
    guard let key = archivedKey(key, isNil: false) else { return }
    try sink.attempt { (sink) throws(ArchiveError) in
      let before = sink.cost.records
      if let substitution {
        try form.write(value, plan, forKey: key, by: substitution, into: &sink)
      } else {
        try form.write(value, plan, forKey: key, into: &sink)
      }
      sink.cost.add(sink.cost.records &- before)
    }
  }
}

extension ObjectDecoder {
  @inline(__always)
  func value<Form: ArchivedForm>(of form: Form, forKey key: String) throws -> Form.Read {
    // A record may be as large as a stack: what is not observed is not copied once more.
    if archive.use == nil { return try unobserved(form, forKey: key) }
    return try observed(form, forKey: key)
  }

  @inline(never)
  private func observed<Form: ArchivedForm>(_ form: Form, forKey key: String) throws -> Form.Read {
    let value = try unobserved(form, forKey: key)
    note(key) { try $0.put(form.written(value), as: form, forKey: key) }
    return value
  }

  @inline(__always)
  private func unobserved<Form: ArchivedForm>(_ form: Form, forKey key: String) throws -> Form.Read {
    let plan = try form.plan()
    var source = try source()
    var own = key
    if ObjectFields.isFromRoot(key) { (source.prefix, own) = ("", current.whole(key)) }
    let reading = FormReading(
      limits: archive.remainingLimits, unknownLinks: settings.unknownLinksWhenRead, byteCount: archive.byteCount)
    return try form.read(plan, forKey: own, reading, from: &source) { (byteCount) throws(ArchiveError) in
      if byteCount > 0 { try archive.charge(byteCount, onceFor: current, key) }
    }
  }
}
