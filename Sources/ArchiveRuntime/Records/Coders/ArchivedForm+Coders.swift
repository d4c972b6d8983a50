import Foundation

// What each of the encoders and decoders does with C data of whatever form, at the root and under a key.

extension ArchiveEncoder {
  /// An archive of the value alone, without what `output` has taken.
  @inline(__always)
  func archive<Form: ArchivedForm>(
    _ value: Form.Written, as form: Form, to output: PropertyListOutput? = nil
  ) throws(ArchiveError) -> Data {
    let plan = try form.plan()
    if let other = settings.form, let archive = try archive(value, as: form, plan, in: other) { return archive }
    let keys = form.rootKeys(plan)
    let output = output.flatMap { settings.takesOutput ? $0 : nil }
    let capacity = form.capacity(for: value, plan)
    var sink = PropertyListSink(
      keys == nil ? .written : .block, reservingCapacity: output?.capacity(for: capacity) ?? capacity)
    sink.writer.output = output
    sink.hasFixedWidths = form.images != nil
    sink.reserveRoot()
    settings.prepare(&sink)
    sink.objectNumber = ParsedArchive.rootNumber
    try form.write(value, plan, forKey: "", into: &sink)
    let (cost, observer) = (sink.cost, sink.observer)
    let name = form.rootName(plan)
    return try settings.checked(
      try settings.finished(try sink.finishRoot(keys, name: name), observer, rootName: name), cost, output)
  }
}

extension ArchiveWriter {
  @inline(__always)
  mutating func put<Form: ArchivedForm>(
    _ value: Form.Written, as form: Form, forKey key: String
  ) throws(ArchiveError) {
    let plan = try form.plan()
    guard let substitution = settings.form?.begin() else {
      return try write { (sink) throws(ArchiveError) in try form.write(value, plan, forKey: key, into: &sink) }
    }
    try write { (sink) throws(ArchiveError) in
      try form.write(value, plan, forKey: key, by: substitution, into: &sink)
      try substitution.finish()
    }
  }
}

extension NSCoder {
  @inline(__always)
  func put<Form: ArchivedForm>(_ value: Form.Written, as form: Form, forKey key: String) throws(ArchiveError) {
    let plan = try form.plan()
    try requireKeys()
    var sink = AnyFieldSink(CoderSink(self, prefix: ""))
    try form.write(value, plan, forKey: key, into: &sink)
  }

  @inline(__always)
  func value<Form: ArchivedForm>(
    of form: Form, forKey key: String, unknownLinks: ArchiveDecoder.UnknownLinks = .reject
  ) throws(ArchiveError) -> Form.Read {
    let plan = try form.plan()
    try requireKeys()
    var source = AnyFieldSource(CoderSource(self, prefix: ""))
    let reading = FormReading(limits: ArchiveDecoder.Limits(), unknownLinks: unknownLinks, byteCount: nil)
    return try form.read(plan, forKey: key, reading, from: &source, last: { _ in })
  }

  private func requireKeys() throws(ArchiveError) {
    guard allowsKeyedCoding else { throw .keyedCodingRequired(coder: "\(Swift.type(of: self))") }
  }
}

extension ArchiveDecoder {
  /// The root of an archive.
  @inline(__always)
  func root<Form: ArchivedForm>(of form: Form, from data: Data) throws(ArchiveError) -> Form.Read {
    if let journal = settings.unused?.journal { return try observedRoot(of: form, from: data, by: journal) }
    return try unobservedRoot(form, from: data)
  }

  /// A function of its own, because a record may be as large as a stack: what is not observed is not copied once more.
  @inline(never)
  private func observedRoot<Form: ArchivedForm>(
    of form: Form, from data: Data, by journal: any DecodingJournal
  ) throws(ArchiveError) -> Form.Read {
    let value = try unobservedRoot(form, from: data)
    journal.read { encoder in try encoder.archive(form.written(value), as: form) }
    return value
  }

  @inline(__always)
  private func unobservedRoot<Form: ArchivedForm>(_ form: Form, from data: Data) throws(ArchiveError) -> Form.Read {
    try readRoot(of: form, from: data) { (plan, reading, source, last) throws(ArchiveError) in
      try form.read(plan, forKey: "", reading, from: &source, last: last)
    }
  }

  /// Finds the root of this form, and reads it or some of it.
  @inline(__always)
  func readRoot<Form: ArchivedForm, Result>(
    of form: Form, from data: Data,
    _ body: (
      Form.Plan, FormReading, inout PropertyListSource, (Int) throws(ArchiveError) -> Void
    ) throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result {
    let plan = try form.plan()
    let file = try ParsedArchive(data, limits: limits)
    let use = settings.keyUse
    let reading = FormReading(
      limits: limits, unknownLinks: settings.unknownLinksWhenRead, byteCount: data.count, isRoot: true)
    return try file.readRoot(
      form.rootMatcher(plan), names: form.rootNames(plan), former: form.formerRootNames(plan), use
    ) {
      (source) throws(ArchiveError) in
      try body(plan, reading, &source) { (_) throws(ArchiveError) in
        try finishRoot(use, file, name: form.rootName(plan))
      }
    }
  }
}
