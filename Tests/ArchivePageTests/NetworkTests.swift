import ArchiveInspection
import ArchiveRuntime
import Foundation
import Testing

@testable import ArchivePage
import UntypedArchive

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Objects and links of an archive")
struct NetworkTests {
  private func edges(_ network: Network) -> [String] {
    network.edges.map { "\(network.vertices[$0.from].title) \($0.label) \(network.vertices[$0.to].title)" }
  }

  private func people() throws -> ArchiveDocument {
    try MadeArchive.document([
      #"{"name":{"$ref":2},"best":{"$ref":5},"friends":{"$ref":6},"map":{"$ref":9},"$class":{"$ref":3}}"#, #""Ada""#,
      MadeArchive.classObject("Person"), MadeArchive.classObject("NSArray"),
      #"{"age":9,"best":{"$ref":1},"self":{"$ref":5},"$class":{"$ref":3}}"#,
      #"{"NS.objects":[{"$ref":5},{"$ref":7},{"$ref":6}],"$class":{"$ref":4}}"#, #"{"$class":{"$ref":8}}"#,
      MadeArchive.classObject("Pet"), #"{"NS.keys":[{"$ref":2}],"NS.objects":[{"$ref":7}],"$class":{"$ref":10}}"#,
      MadeArchive.classObject("NSDictionary"),
    ])
  }

  @Test("Shared objects are one vertex, cycles end, and links have the paths through collections")
  func objects() throws {
    let network = try NetworkBuilder.network(of: try people(), most: 100)
    #expect(network.vertices.map(\.title) == ["Person #1", "Person #5", "Pet #7"])
    #expect(network.vertices.map(\.label) == ["Ada", "age 9", ""])
    #expect(network.groups == ["Person", "Pet"])
    #expect(
      Set(edges(network)) == [
        "Person #1 best Person #5", "Person #1 friends[0] Person #5", "Person #1 friends[1] Pet #7",
        "Person #1 map.Ada Pet #7", "Person #5 best Person #1", "Person #5 self Person #5",
      ])
    #expect(network.statement == nil)
  }

  @Test("The number of vertices and the depth are kept, and what is left out is said")
  func limits() throws {
    let cut = try NetworkBuilder.network(of: try people(), most: 2)
    #expect(cut.vertices.count == 2)
    #expect(
      cut.statement == "drawn: the 2 objects nearest to the start; links from them lead to 1 other, left out by --most")
    let near = try NetworkBuilder.network(of: try people(), from: "root.best", most: 10, depth: 1)
    #expect(near.vertices.map(\.title) == ["Person #5", "Person #1"])
    #expect(near.vertices.map(\.depth) == [0, 1])
    #expect(near.statement?.contains("lead to 1 other, left out by --depth") == true)
    #expect(try NetworkBuilder.network(of: try people(), most: 0).vertices.isEmpty)
  }

  @Test("Rows of a graph are vertices, with links of members that only some rows have")
  func graphs() throws {
    let graph = try TestArchives.document(
      try MadeArchive.graph(values: [10, 20, 30], next: [2, 1, 0], other: [0, 3, 3], root: 1))
    let network = try NetworkBuilder.network(of: graph, most: 100)
    #expect(network.vertices.map(\.title).contains("#node:3"))
    #expect(
      Set(edges(network)).isSuperset(of: [
        "#node:1 next #node:2", "#node:2 next #node:1", "#node:2 other #node:3", "#node:3 other #node:3",
      ]))
    let union = try MadeArchive.document([
      #"{"[]":{"$ref":2},"node[]":{"$ref":3},"node[].kind":{"$values":"u8","list":[1,2,1]},"node[].next":{"$values":"u32","list":[3,2]},"[].#root":{"$values":"u32","list":[1]},"$class":{"$ref":4}}"#,
      #""graph 1\n3 node""#, #""count 3\nu8 kind\n@1=1 u32&1 next""#, MadeArchive.classObject("node*"),
    ])
    #expect(
      edges(try NetworkBuilder.network(of: union, most: 100)) == [
        "node* #1 root #node:1", "#node:1 next #node:3", "#node:3 next #node:2",
      ])
  }

  @Test("Each row of a block is drawn once, from the first pointer to it, and those left out are counted")
  func blocks() throws {
    let data = try MadeArchive.document([
      ##"{"[]":{"$ref":2},"[].#root":{"$values":"u32","list":[1]},"plant[]":{"$ref":3},"plant[].readings":{"$values":"u32","list":[1,4]},"##
        + ##""plant[].best":{"$values":"u32","list":[3,0]},"plant[].next":{"$values":"u32","list":[2,0]},"reading[]":{"$ref":4},"##
        + ##""reading[].v":{"$values":"u8","list":[7,8,9,6]},"reading[].#blocks":{"$values":"u64","list":[3,1]},"$class":{"$ref":5}}"##,
      #""graph 1\n2 plant\n4 reading\n blocks 2""#, #""count 2\nu32&2 readings\nu32&2 best\nu32&1 next""#,
      #""count 4\nu8 v""#, MadeArchive.classObject("plant*"),
    ])
    let whole = try NetworkBuilder.network(of: data, most: 100)
    #expect(
      edges(whole) == [
        "plant* #1 root #plant:1", "#plant:1 readings[0] #reading:1", "#plant:1 readings[1] #reading:2",
        "#plant:1 readings[2] #reading:3", "#plant:1 best #reading:3", "#plant:1 next #plant:2",
        "#plant:2 readings #reading:4",
      ])
    #expect(whole.statement == nil)
    let cut = try NetworkBuilder.network(of: data, most: 3)
    #expect(cut.statement?.contains("lead to 3 others, left out by --most") == true, "\(cut.statement ?? "")")
    let near = try NetworkBuilder.network(of: data, from: "plant:1", most: 100, depth: 0)
    #expect(near.statement?.contains("lead to 4 others, left out by --depth") == true, "\(near.statement ?? "")")
  }

  @Test("The rows of a block that is longer than the picture are counted")
  func longBlock() throws {
    let data = try MadeArchive.document([
      ##"{"[]":{"$ref":2},"[].#root":{"$values":"u32","list":[1]},"node[]":{"$ref":3},"node[].x":\##(MadeArchive.values("u8", Array(1...50))),"##
        + ##""node[].#blocks":{"$values":"u64","list":[50]},"$class":{"$ref":4}}"##,
      #""graph 1\n50 node\n blocks 1""#, #""count 50\nu8 x""#, MadeArchive.classObject("node*"),
    ])
    let network = try NetworkBuilder.network(of: data, most: 10)
    #expect(network.vertices.count == 10)
    #expect(network.leftOutByNumber == 41, "\(network.statement ?? "")")
  }

  @Test("A pointer to a part leads to the record that has it")
  func parts() throws {
    let data = try MadeArchive.document([
      ##"{"[]":{"$ref":2},"[].#root":{"$values":"u32","list":[1]},"box[]":{"$ref":3},"box[].x":{"$values":"u8","list":[1,2]},"##
        + ##""box[].inner":{"$values":"u32","list":[1,0]},"item[]":{"$ref":4},"item[].#parts":{"$values":"u64","list":[0,2,0,1]},"$class":{"$ref":5}}"##,
      #""graph 1\n2 box\n0 item\n parts 1\n site 1 items""#, #""count 2\nu8 x\nu32&2 inner""#, #""count 0""#,
      MadeArchive.classObject("box*"),
    ])
    #expect(
      edges(try NetworkBuilder.network(of: data, most: 10)) == ["box* #1 root #box:1", "#box:1 inner #box:2"])
  }

  @Test("The label of a row and of an object is a text that is not empty, before any number")
  func labels() throws {
    let data = try MadeArchive.document([
      ##"{"[]":{"$ref":2},"[].#root":{"$values":"u32","list":[1]},"node[]":{"$ref":3},"node[].n":{"$values":"u8","list":[1,2,3]},"##
        + ##""node[].a":{"$values":"utf8[4]","list":["","",""]},"node[].b":{"$values":"utf8[4]","list":["","name",""]},"##
        + ##""node[].t":{"$values":"u32","list":[2,1,1]},"#text[].utf8":{"$texts":["","text"]},"$class":{"$ref":4}}"##,
      #""graph 1\n3 node\n2 #text""#, #""count 3\nu8 n\nutf8[4] a\nutf8[4] b\nu32&2 t""#,
      MadeArchive.classObject("node*"),
    ])
    let network = try NetworkBuilder.network(of: data, from: "#node", most: 10)
    #expect(network.vertices.map(\.label) == ["text", "\"name\"", "n 3"])
    let object = try MadeArchive.document([
      #"{"id":4,"empty":{"$ref":2},"name":{"$ref":3},"$class":{"$ref":4}}"#, #""""#, #""Ada""#,
      MadeArchive.classObject("Person"),
    ])
    #expect(try NetworkBuilder.network(of: object, most: 10).vertices.map(\.label) == ["Ada"])
  }

  @Test("References that lead nowhere and links past the end are errors or left out, never a trap")
  func damage() throws {
    let gone = try MadeArchive.document([#"{"a":{"$ref":99},"$class":{"$ref":2}}"#, MadeArchive.classObject("Own")])
    #expect(throws: ArchiveError.self) { try NetworkBuilder.network(of: gone, most: 10) }
    let graph = try TestArchives.document(
      try MadeArchive.graph(values: [1], next: [4_294_967_295], other: [2], root: 7))
    for start in [nil, "#node:1"] {
      let network = try? NetworkBuilder.network(of: graph, from: start, most: 10)
      #expect(network?.edges.contains { $0.label == "next" || $0.label == "other" } != true)
    }
    #expect(throws: (any Error).self) { try NetworkBuilder.network(of: graph, from: "nobody", most: 10) }
    let table = try TestArchives.document(try MadeArchive.table([("n", "u8", ["1", "2"])], count: 2))
    #expect(throws: NetworkError.self) { try NetworkBuilder.network(of: table, from: "[1]", most: 10) }
    #expect(try NetworkBuilder.network(of: try people(), from: "root.name", most: 10).vertices.isEmpty)
  }

  // MARK: Writers

  private func dot(_ network: Network, _ name: String = "file") -> String {
    String(decoding: TestArchives.output { DotWriter.write(network, name: name, to: $0) }, as: UTF8.self)
  }

  private func svg(_ network: Network, _ arrangement: String?, _ name: String = "file") -> Data {
    TestArchives.output { SVGWriter.write(network, name: name, arrangement: arrangement, to: $0) }
  }

  @Test("Text for Graphviz has quotes and backslashes escaped, and no invisible characters")
  func dot() throws {
    let hostile = try MadeArchive.document([
      #"{"a\"]b":{"$ref":1},"text":{"$ref":3},"$class":{"$ref":2}}"#, MadeArchive.classObject(#"C\\N\""#),
      #""x\\\u202e\"\n}""#,
    ])
    let text = dot(try NetworkBuilder.network(of: hostile, most: 10), #"a"b\c"#)
    #expect(text.contains(#"n0 [label="C\\N\" #1\nx\\‹U+202E›\"‹U+A›}""#))
    #expect(text.contains(#"n0 -> n0 [label="a\"]b"];"#))
    #expect(text.contains(#"label="a\"b\\c""#))
  }

  @Test("Names of links that cross stand beside each other, and each on its link")
  func crossingNames() {
    var names = EdgeNames()
    func line(_ from: Double, _ to: Double) -> (Double) -> (x: Double, y: Double) {
      EdgeNames.curve((from, 0), (from, 0), (to, 100), (to, 100))
    }
    let first = names.place("friends[0]", on: line(0, 200))
    let second = names.place("best", on: line(200, 0))
    let third = names.place("other", on: line(100, 100))
    #expect(first == (100, 50))
    for (place, width) in [(second, 40.0), (third, 40.0)] {
      #expect(abs(place.x - first.x) > width || abs(place.y - first.y) >= 12)
    }
    #expect(abs(second.y - third.y) >= 12 || abs(second.x - third.x) > 28)
    #expect(third.x == 100)
    // Where there is no room the middle is as good as any place.
    for _ in 0..<20 { _ = names.place("a long name for a short link", on: line(100, 100)) }
    #expect(names.place("last", on: { _ in (7, 8) }) == (7, 8))
  }

  @Test("Pictures are XML with finite numbers, also of one object, of none, and of links to itself")
  func pictures() throws {
    var networks = [Network(), try NetworkBuilder.network(of: try people(), most: 100)]
    networks.append(try NetworkBuilder.network(of: try people(), most: 1))
    networks.append(
      try NetworkBuilder.network(
        of: try MadeArchive.document([
          #"{"</svg><script>":{"$ref":1},"t":{"$ref":3},"$class":{"$ref":2}}"#,
          MadeArchive.classObject("<script>\\u0000&"),
          #""\u0001]]>\ud800""#.replacingOccurrences(of: "\\ud800", with: ""),
        ]), most: 10))
    for network in networks {
      for arrangement in ["layers", "forces", nil] {
        let picture = svg(network, arrangement, "<&\u{0}\">")
        #expect(XMLParser(data: picture).parse())
        let text = String(decoding: picture, as: UTF8.self)
        #expect(!text.contains("nan") && !text.contains("=\"inf") && !text.contains(" inf"))
        #expect(!text.contains("<script"))
        #expect(picture == svg(network, arrangement, "<&\u{0}\">"))
      }
    }
  }

  @Test("Names, links and the legend are inside the picture", arguments: ["layers", "forces"])
  func insidePicture(arrangement: String) throws {
    // Four classes with long names, links that lead back, and one that leads to itself.
    let length = 4
    let objects = (0..<length).flatMap { place -> [String] in
      let (own, next) = (2 * place + 1, 2 * ((place + 1) % length) + 1)
      return [
        #"{"title":"Wide Words \#(place) With Many More","a_long_name_of_a_link":{"$ref":\#(next)},"me":{"$ref":\#(own)},"$class":{"$ref":\#(own + 1)}}"#,
        MadeArchive.classObject("AVeryLongNameOfAClass\(place)"),
      ]
    }
    let network = try NetworkBuilder.network(of: try MadeArchive.document(objects), most: 100)
    #expect(network.groups.count == length)
    let picture = String(decoding: svg(network, arrangement, "a file's name"), as: UTF8.self)
    let box = try #require(picture.firstMatch(of: /viewBox="([-0-9.]+) [-0-9.]+ ([0-9.]+) [0-9.]+"/)?.output)
    let left = try #require(Double(box.1))
    let right = left + (try #require(Double(box.2)))
    for found in picture.matches(of: /<text class="([a-z ]+)" x="([-0-9.]+)" y="[-0-9.]+"([^>]*)>([^<]*)</) {
      let size = found.output.1.hasPrefix("name") ? 9.5 : 11
      let width = SVGText.width(String(found.output.4), size, found.output.1 == "title")
      let x = try #require(Double(found.output.2)) - (found.output.3.isEmpty ? 0 : width / 2)
      #expect(x >= left && x + width <= right, "\(found.output.4) is at \(x), and the picture from \(left) to \(right)")
    }
    // The curves of links that lead back reach three quarters of the way to their second and third points.
    for found in picture.matches(of: #/class="link back" d="M([-0-9.]+) [-0-9.]+C([-0-9.]+) /#) {
      let start = try #require(Double(found.output.1))
      let bend = try #require(Double(found.output.2))
      let reach = start + (bend - start) * 0.75
      #expect(reach <= right)
    }
  }
}
