import Foundation

/// Archives of many objects: their fields are written one object after another.
extension PropertyListSink {
  // MARK: Objects

  /// Adds an element to `$objects`, which `endObject` sets.
  mutating func reserveObject() -> Int {
    objects.append(words[.null])
    return objects.count - 1
  }

  /// Removes the unfinished fields, which are kept while those of objects are written.
  mutating func takeFields() -> Fields {
    var outer = Fields()
    swap(&fields, &outer)
    return outer
  }

  mutating func restore(_ outer: consuming Fields) { fields = outer }

  /// Sets an object to the fields written since the last object.
  ///
  /// - Returns: the position of its first value in the writer, for values that are known only at the end.
  @discardableResult
  mutating func endObject(_ number: Int, class classNumber: Int) -> Int {
    fields.keys.append(classKey())
    fields.values.append(writer.uid(classNumber))
    let place = writer.containerReferences.count + fields.keys.count
    objects[number] = writer.dictionary(keys: fields.keys.references, values: fields.values)
    fields.values.removeAll(keepingCapacity: true)
    fields.keys.beginNext()
    return place
  }

  private mutating func classKey() -> PropertyListWriter.Reference {
    if let classKeyReference { return classKeyReference }
    let reference = writer.key(KeyedArchiveFormat.classKey)
    classKeyReference = reference
    return reference
  }

  /// Adds a class to `$objects`: its name and those of its superclasses, nearest first.
  mutating func addClass(_ names: [String]) -> Int {
    let references = names.map { writer.string($0) }
    let list = writer.array(references)
    return add(
      writer.dictionary(keys: [words[.classes], words[.className]], values: [list, references.first ?? words[.null]]))
  }

  /// The key of a Foundation object. There are only a few, which are used repeatedly.
  private mutating func keyReference(_ key: String) -> PropertyListWriter.Reference {
    for known in foundationKeys where known.key.isExactly(key) { return known.reference }
    let reference = writer.key(key)
    if foundationKeys.count < 8 { foundationKeys.append((key, reference)) }
    return reference
  }

  /// Sets an object to one field.
  mutating func setObject(
    _ number: Int, key: String, value: PropertyListWriter.Reference, class classNumber: Int
  ) {
    let key = keyReference(key)
    let classKey = classKey()
    objects[number] = writer.dictionary((key, classKey), values: (value, writer.uid(classNumber)))
  }

  /// Sets an object to two fields.
  mutating func setObject(
    _ number: Int, keys: (String, String), values: (PropertyListWriter.Reference, PropertyListWriter.Reference),
    class classNumber: Int
  ) {
    let (first, second, classKey) = (keyReference(keys.0), keyReference(keys.1), classKey())
    writer.containerReferences.append(first)
    writer.containerReferences.append(second)
    writer.containerReferences.append(classKey)
    writer.containerReferences.append(values.0)
    writer.containerReferences.append(values.1)
    let classReference = writer.uid(classNumber)
    writer.containerReferences.append(classReference)
    objects[number] = writer.dictionary(appended: 3)
  }

  /// Sets an object to the given fields.
  mutating func setObject(
    _ number: Int, _ fields: [(key: String, value: PropertyListWriter.Reference)], class classNumber: Int
  ) {
    for field in fields {
      let key = keyReference(field.key)
      writer.containerReferences.append(key)
    }
    let classKey = classKey()
    writer.containerReferences.append(classKey)
    for field in fields { writer.containerReferences.append(field.value) }
    let classReference = writer.uid(classNumber)
    writer.containerReferences.append(classReference)
    objects[number] = writer.dictionary(appended: fields.count + 1)
  }

  mutating func add(_ object: PropertyListWriter.Reference) -> Int {
    objects.append(object)
    return objects.count - 1
  }

  /// Adds bytes that are not the value of a key yet.
  mutating func data(_ bytes: Data) throws(ArchiveError) -> PropertyListWriter.Reference {
    try bytes.withBytes { (bytes) throws(ArchiveError) in try writer.data(bytes) }
  }

  /// Finishes the fields of the archive's top.
  ///
  /// - Returns: the dictionary, and the position of its first value in the writer.
  mutating func endTop() -> (top: PropertyListWriter.Reference, place: Int) {
    let place = writer.containerReferences.count + fields.keys.count
    return (writer.dictionary(keys: fields.keys.references, values: fields.values), place)
  }

  consuming func finish(top: PropertyListWriter.Reference) throws(ArchiveError) -> Data {
    try PropertyListWriter.finish(writer, words, objects: objects, top: top)
  }

  // MARK: References

  /// Sets the value of the last key to a reference to this object.
  mutating func reference(_ number: Int) { fields.values.append(writer.uid(number)) }

  /// A list of references.
  mutating func list(_ numbers: some Collection<Int>) -> PropertyListWriter.Reference {
    writer.array(ofObjects: numbers)
  }

  /// Replaces a value that was written as null by a reference.
  mutating func setReference(at place: Int, to number: Int) {
    writer.containerReferences[place] = writer.uid(number)
  }
}
