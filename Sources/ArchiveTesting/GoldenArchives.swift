public import ArchiveRuntime
public import Foundation

/// Golden archives: archives of every release, kept beside the tests, which today's code has to read.
///
/// `archivegen lock release 1.3.0 --goldens DIR` writes them, and `archivegen … --golden-tests FILE` the test that opens
/// all of them by this type.
///
/// A folder has a folder for each release, with `Type.archive` and `Type.json`, the archive's values, for each type that
/// the release changed; `Type.extremes.archive` with values at the ends of their types, and more of them. `Type.none`
/// has the reason why there is none.
public struct GoldenArchives: Sendable {
  /// The folder, with one for each release.
  public let folder: String
  private let releases: [String: [String: String]]
  /// `RELEASE/FILE` of types whose archives in that release need not be readable any more.
  private let retired: Set<String>
  private let keys: GoldenKeys

  /// - Parameters:
  ///   - folder: The folder, with one for each release.
  ///   - expected: The types that have to be there: a line `RELEASE FILE TYPE` for each, separated by tabs. A line `RELEASE FILE TYPE retired`
  ///     names archives that are not read, because the support for the release has ended.
  ///   - keys: The keys of today's types, as `archivegen` writes them.
  public init(_ folder: String, expected: String, keys: String) {
    self.folder = folder
    var releases: [String: [String: String]] = [:]
    var retired: Set<String> = []
    for line in expected.split(separator: "\n") {
      let words = line.split(separator: "\t").map(String.init)
      if words.count == 4, words[3] == "retired" { retired.insert("\(words[0])/\(words[1])") }
      if words.count == 3 { releases[words[0], default: [:]][words[1]] = words[2] }
    }
    self.releases = releases
    self.retired = retired
    self.keys = GoldenKeys(keys)
  }

  /// What is missing: releases without a folder, and types that a release changed without an archive.
  ///
  /// - Returns: a sentence for each; none if all are there.
  /// - Complexity: O(number of expected archives)
  public var missing: [String] {
    releases.sorted { $0.key < $1.key }.flatMap { release, files -> [String] in
      let path = "\(folder)/\(release)"
      guard let found = try? FileManager.default.contentsOfDirectory(atPath: path) else {
        return [
          "the release \(release) has no golden archives: there is no folder '\(path)'; write it with 'archivegen lock release \(release) --goldens \(folder)'"
        ]
      }
      let known = Set(found)
      return files.keys.sorted().filter { !known.contains("\($0).archive") && !known.contains("\($0).none") }.map {
        "the release \(release) has no golden archive of '\(files[$0] ?? $0)': there is no '\(path)/\($0).archive'"
      }
    }
  }

  /// The archives of one type that today's code does not read, or reads as something else.
  ///
  /// - Parameters:
  ///   - file: The name of the type's files, without the dot and what follows.
  ///   - reencoded: Reads an archive with today's code, and archives what came back.
  /// - Returns: a sentence for each difference.
  /// - Complexity: O(size of the archives)
  public func problems(of file: String, _ reencoded: (Data) throws -> Data) -> [String] {
    let found = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return found.sorted().flatMap { release -> [String] in
      if retired.contains("\(release)/\(file)") { return [] }
      let path = "\(folder)/\(release)"
      let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return files.sorted().filter { Self.isArchive($0, of: file) }.flatMap { name in
        problems(at: "\(path)/\(name.dropLast(".archive".count))", reencoded)
      }
    }
  }

  /// Whether it is `Type.archive` or `Type.WORD.archive`. Other types' names have their dots as `-`.
  private static func isArchive(_ name: String, of file: String) -> Bool {
    guard name.hasPrefix(file + "."), name.hasSuffix(".archive") else { return false }
    let word = name.dropFirst(file.count).dropLast(".archive".count)
    return !word.dropFirst().contains(".")
  }

  private func problems(at path: String, _ reencoded: (Data) throws -> Data) -> [String] {
    do {
      guard let data = FileManager.default.contents(atPath: path + ".archive") else {
        return ["\(path).archive cannot be read"]
      }
      guard let json = FileManager.default.contents(atPath: path + ".json") else {
        return ["\(path).json, the values of the archive beside it, is not there"]
      }
      let values: ArchiveContents
      do { values = try JSONDecoder().decode(ContentsDocument.self, from: json).contents } catch {
        return ["\(path).json is no list of an archive's values: \(error)"]
      }
      // What somebody has edited or cut proves nothing.
      let edited = ContentsComparison.problems(values, try ArchiveContents(data), GoldenKeys(""))
      if let first = edited.first {
        return ["\(path).archive and \(path).json are not of one golden any more: \(first)"]
      }
      let today: Data
      do { today = try reencoded(data) } catch { return ["\(path).archive: today's code refuses it: \(error)"] }
      let contents = try [data, today].map { try ArchiveContents($0, for: .comparison) }
      return ContentsComparison.problems(contents[0], contents[1], keys).map { "\(path).archive: \($0)" }
    } catch {
      return ["\(path).archive: \(error)"]
    }
  }

  /// The values of an archive as `Type.json` has them.
  ///
  /// - Parameters:
  ///   - archive: The archive.
  ///   - type: The archived name of the type, which stands in the document.
  /// - Throws: `ArchiveError` for what is no whole archive.
  /// - Complexity: O(size of the archive)
  public static func json(of archive: Data, type: String) throws -> Data {
    ContentsDocument(try ArchiveContents(archive), type: type).text
  }
}

extension GoldenArchives {
  /// `problems(of:_:)` for C records without pointers.
  public func problems<Record: ArchivableRecord>(of file: String, as type: Record.Type) -> [String] {
    problems(of: file) { data in
      do { return try ArchiveEncoder().encode(try ArchiveDecoder().decode(type, from: data)) } catch {
        // An earlier release had pointers.
        guard let graph = try? ArchiveDecoder().decodeGraph(type, from: data), let root = graph.root else {
          throw error
        }
        return try withExtendedLifetime(graph) { try ArchiveEncoder().encode(root.pointee) }
      }
    }
  }

  /// `problems(of:_:)` for C records with pointers.
  public func problems<Root: ArchivableNode>(of file: String, graph type: Root.Type) -> [String] {
    problems(of: file) { data in
      let graph = try ArchiveDecoder().decodeGraph(type, from: data)
      return try withExtendedLifetime(graph) { try ArchiveEncoder().encode(graph: UnsafePointer(graph.root)) }
    }
  }

  /// `problems(of:_:)` for Swift types.
  public func problems<Value: ArchivableValue>(of file: String, as type: Value.Type) -> [String] {
    problems(of: file) { try ArchiveEncoder().encode(try ArchiveDecoder().decode(type, from: $0)) }
  }
}
