/// Values that a process keeps until it ends.
///
/// To release what a run for hundreds of headers has read and planned, value by value, takes a twentieth of its processor time, and the
/// process ends anyway.
public enum ShortProcess {
  /// Whether this process ends after one run. Only the program sets it, before it starts threads; elsewhere values are released as usual.
  public nonisolated(unsafe) static var isOne = false

  /// Keeps a value, with everything that it refers to.
  public static func keep<Value>(_ value: Value) {
    if isOne { _ = Unmanaged.passRetained(Kept(value)) }
  }

  private final class Kept<Value> {
    let value: Value
    init(_ value: Value) { self.value = value }
  }
}
