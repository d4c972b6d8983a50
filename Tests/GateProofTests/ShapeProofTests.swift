import ArchiveModel
import Foundation
import SchemaInterpreter
import SchemaLock
import Testing

/// Changes that the random pairs of schemas do not have.
@Suite("The gate's verdict on types with arguments, nil, arrays of records and kinds agrees with the engine")
struct ShapeProofTests {
  private static let money = "type Money structure\n  cents i64 required"
  private static let price = "type Price structure was(\"Money\")\n  cents i64 required"
  private static let rated =
    "type Rated structure parameters(\"Value\")\n  value <Value> required\n  votes i64 default(\"0\")"
  private static let scored = rated.replacing("Rated structure", with: "Scored structure was(\"Rated\")")
  private static let shelf = "type Shelf class parameters(\"Value\")\n  value <Value> required"
  private static let choice =
    "type Choice enumeration parameters(\"A\", \"B\")\n  first case\n  first.0 <A> required\n  second case\n  second.0 <B> required"

  private static let expression = "type Expr enumeration\n  num case\n  num.0 f64 required"
  private static let sign = "type Sign enumeration\n  go case\n  stop case"
  private static let explained = sign + "\n  stop.why i64 default(\"3\")"
  private static let word = "type Word enumeration raw(\"String\")\n  off case\n  on case"
  private static let anyWord = "type Word enumerators raw(\"String\")"
  private static let constant = "type Expr structure\n  n i64 default(\"0\")"

  private static func records(_ lines: String...) -> String {
    "type Doc record" + (lines + ["b u8"]).map { "\n  \($0)" }.joined()
  }

  private static func doc(_ lines: String...) -> String {
    "type Doc structure" + lines.map { "\n  \($0)" }.joined()
  }

  @Test(
    "What happens to archives",
    arguments: [
      // An argument, or the type itself, has another name.
      (
        [doc("a <Rated<Money>>?", "b <[Rated<Money>]> required", "c <Rated<Money>> required"), money, rated],
        [doc("a <Rated<Price>>?", "b <[Rated<Price>]> required", "c <Rated<Price>> required"), price, rated], Level.safe
      ),
      (
        [doc("a <Rated<[Money]>>?", "b \"<Rated<[String: Money?]>>?\""), money, rated],
        [doc("a <Rated<[Price]>>?", "b \"<Rated<[String: Price?]>>?\""), price, rated], .safe
      ),
      ([doc("a <Rated<Rated<Money>>>?"), money, rated], [doc("a <Scored<Scored<Price>>>?"), price, scored], .safe),
      ([doc("a <Shelf<Money>>?"), money, shelf], [doc("a <Shelf<Price>>?"), price, shelf], .safe),
      (
        [doc("a <Shelf<Money>>?"), money, shelf],
        [doc("a <Rack<Price>>?"), price, shelf.replacing("Shelf class", with: "Rack class was(\"Shelf\")")], .safe
      ),
      (
        [doc("a \"<Choice<Money, Int>>?\""), money, choice], [doc("a \"<Choice<Price, Int>>?\""), price, choice], .safe
      ),
      // A parameter has another name.
      (
        [doc("a <Rated<Int>>?", "b <[Rated<Int>]> required"), rated],
        [doc("a <Rated<Int>>?", "b <[Rated<Int>]> required"), rated.replacing("Value", with: "Item")], .safe
      ),
      (
        [doc("a \"<Choice<Int, String>>?\""), choice],
        [doc("a \"<Choice<Int, String>>?\""), choice.replacing("A", with: "C").replacing("B", with: "A")], .safe
      ),
      (
        [doc("a \"<Choice<Int, String>>?\""), choice],
        [
          doc("a \"<Choice<Int, String>>?\""),
          choice.replacing("<A>", with: "<C>").replacing("<B>", with: "<A>").replacing("<C>", with: "<B>"),
        ], .refuse
      ),
      // Another argument.
      ([doc("a <Rated<Float>>?"), rated], [doc("a <Rated<Double>>?"), rated], .refuse),
      ([doc("a <[Rated<Int8>]> required"), rated], [doc("a <[Rated<Int>]> required"), rated], .refuse),
      ([doc("a <Rated<Float>> required"), rated], [doc("a <Rated<Double>> required"), rated], .safe),
      ([doc("a <Rated<Double>> required"), rated], [doc("a <Rated<Float>> required"), rated], .refuse),
      ([doc("a <Shelf<Float>>?"), shelf], [doc("a <Shelf<Double>>?"), shelf], .refuse),
      ([doc("a \"<Choice<Int, String>>?\""), choice], [doc("a \"<Choice<String, Int>>?\""), choice], .refuse),
      // nil where a default is for archives without the key.
      ([doc("a <String>?", "b i64?")], [doc("a <String> default(\"\\\"none\\\"\")", "b i64 default(\"7\")")], .refuse),
      // An array of records, and another value under its key: in the rows of a table no reader looks for it.
      ([records("a f32[3]")], [records("a records[3]", "a[].x u8")], .refuse),
      ([records("a records[3]", "a[].x u8")], [records("a i32[6]")], .refuse),
      ([records("a records[3] elements", "a[].x u8")], [records("a i32[6]")], .refuse),
      ([records("a f32[3]", "t &#text")], [records("a records[3]", "a[].x u8", "t &#text")], .loss),
      ([records("a records[3]", "a[].x u8", "t &#text")], [records("a i32[6]", "t &#text")], .loss),
      // A struct of the name that an enumeration had: what is in place is refused, and an object is read.
      ([doc("a <Expr> required"), expression], [doc("a <Expr> required"), constant], .refuse),
      (
        [doc("a <Expr> required"), expression + "\n  sum case\n  sum.0 <Expr> required"],
        [doc("a <Expr> required"), constant], .loss
      ),
      (
        [doc("a <Expr> required"), expression + "\n  sum case\n  sum.0 <Expr> required\n  none case"],
        [doc("a <Expr> required"), constant], .refuse
      ),
      ([doc("a <Expr> required"), constant], [doc("a <Expr> required"), expression], .refuse),
      // Archives have the raw value, whether the sources list what it may be or not.
      (
        [doc("a <Word> required", "b <[Word]> required", "c <Word>?"), word],
        [doc("a <Word> required", "b <[Word]> required", "c <Word>?"), anyWord], .safe
      ),
      ([doc("a <Word> required"), anyWord], [doc("a <Word> required"), word], .refuse),
      (
        [doc("a <Word> required"), anyWord], [doc("a <Word> required"), sign.replacing("Sign", with: "Word")], .refuse
      ),
      // A case without values gets one, which archives lack: in place and as an object, also as a key.
      ([doc("a <Sign> required"), sign], [doc("a <Sign> required"), explained], .safe),
      ([doc("a <Sign>?"), sign], [doc("a <Sign>?"), explained], .safe),
      ([doc("a <[Sign]> required"), sign], [doc("a <[Sign]> required"), explained], .safe),
      ([doc("a <Set<Sign>> required"), sign], [doc("a <Set<Sign>> required"), explained], .safe),
      ([doc("a \"<[Sign: Int]>\" required"), sign], [doc("a \"<[Sign: Int]>\" required"), explained], .safe),
      ([doc("a <[Sign]> required"), sign], [doc("a <[Sign]> required"), sign + "\n  stop.why i64?"], .safe),
      ([doc("a <[Sign]> required"), sign], [doc("a <[Sign]> required"), sign + "\n  stop.why i64 required"], .refuse),
      ([doc("a <Sign> required"), sign], [doc("a <Sign> required"), sign + "\n  stop.why i64 required"], .refuse),
    ])
  func levels(old: [String], new: [String], level: Level) throws {
    func schema(_ types: [String]) throws -> ArchivedSchema {
      try LockParser.parse("archivegen lock 1\n\(types.joined(separator: "\n"))\nend\n").schema(of: nil)
    }
    let (before, after) = (try schema(old), try schema(new))
    // No archive lacks a key, for which a default would be.
    let changes = Judge.changes(from: before, to: after).filter { $0.rule != .defaultChanged }
    #expect(changes.map(\.level).max() ?? .safe == level, "\(changes.map(\.message))")
    let reader = try SchemaProgram(after, root: "Doc")
    var refused: [String] = []
    let archives = try Golden.all(of: "Doc", in: before).map(\.archive) + [withoutValues(before)].compactMap(\.self)
    for archive in archives { do { _ = try reader.decode(archive) } catch { refused.append("\(error)") } }
    #expect(refused.isEmpty == (level != .refuse), "\(refused)")
  }

  /// An archive in which all that may be nil is.
  private func withoutValues(_ schema: ArchivedSchema) throws -> Data? {
    guard schema["Doc"]?.entries.contains(where: \.form.isOptional) == true else { return nil }
    return try SchemaProgram(schema, root: "Doc").encode(SchemaGraph(root: [:]))
  }
}
