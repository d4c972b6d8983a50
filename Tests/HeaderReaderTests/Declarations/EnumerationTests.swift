import ArchiveModel
import HeaderReader
import Testing

@Suite("Enumerations")
struct EnumerationTests {
  private func enumeration(_ model: HeaderModel, _ field: String) throws -> Enumeration {
    guard case .enumeration(let result) = try model.type("s", field) else {
      Issue.record("'\(field)' is no enumeration")
      throw CancellationError()
    }
    return result
  }

  @Test("An enumeration has its name, its integer type and its values", arguments: LibraryUnderTest.all)
  func values(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      enum color { RED = 1, GREEN, BLUE = 10 };
      typedef enum { OFF = -1, ON } state;
      typedef enum : unsigned char { LOW, HIGH = 255 } level;
      typedef enum : unsigned long long { TOP = 0xffffffffffffffff } big;
      struct s { enum color c; state t; level l; big b; enum { X } u; };
      """)
    let color = try enumeration(model, "c")
    #expect(color.name == "color")
    #expect(color.underlying == .integer(bits: 32, isSigned: false))
    #expect(
      color.cases == [.init(name: "RED", value: 1), .init(name: "GREEN", value: 2), .init(name: "BLUE", value: 10)])
    #expect(try enumeration(model, "t").name == "state")
    #expect(try enumeration(model, "t").cases.map(\.value) == [-1, 0])
    #expect(try enumeration(model, "l").underlying == .integer(bits: 8, isSigned: false))
    #expect(try enumeration(model, "l").cases.map(\.value) == [0, 255])
    #expect(try enumeration(model, "b").cases.map { UInt64(bitPattern: $0.value) } == [.max])
    #expect(try enumeration(model, "u").name == "")
  }

  @Test("Only a closed enumeration that is no flag set is closed", arguments: LibraryUnderTest.all)
  func closed(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      #define MY_CLOSED __attribute__((enum_extensibility(closed)))
      enum __attribute__((enum_extensibility(closed))) plain { A };
      typedef enum MY_CLOSED : int { B } macro;
      enum __attribute__((enum_extensibility(open))) open_ { C };
      enum __attribute__((enum_extensibility(closed), flag_enum)) flags { D = 1 };
      enum nothing { E };
      struct s { enum plain a; macro b; enum open_ c; enum flags d; enum nothing e; };
      """)
    #expect(
      try ["a", "b", "c", "d", "e"].map { try enumeration(model, $0).isClosed } == [true, true, false, false, false])
  }

  @Test("A bit-field keeps its declared type", arguments: LibraryUnderTest.all)
  func bitFields(library: LibraryUnderTest) throws {
    let model = try library.readValid(
      """
      typedef unsigned flag; enum color { RED, BLUE };
      struct s { flag f : 1; enum color c : 2; _Bool b : 1; __int128 w : 100; int : 0; unsigned : 3; long l : 33; };
      """)
    let fields = try model.record("s").fields
    #expect(fields.map(\.bitWidth) == [1, 2, 1, 100, 0, 3, 33])
    #expect(fields.map(\.name) == ["f", "c", "b", "w", "", "", "l"])
    #expect(fields[0].type == .integer(bits: 32, isSigned: false))
    #expect(fields[3].type == .integer(bits: 128, isSigned: true))
    #expect(try enumeration(model, "c").name == "color")
  }
}
