/// The value as one of the type `wanted`, if that is its own type; otherwise nil.
///
/// For code that is generic: a conditional cast finds out the same by 80 instructions for a text and 2,000 for an array.
@inline(__always)
func sameType<Value, Wanted>(_ value: Value, as wanted: Wanted.Type) -> Wanted? {
  Value.self == wanted ? unsafeBitCast(value, to: wanted) : nil
}
