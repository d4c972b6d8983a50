@_spi(GeneratedCode) import ArchiveRuntime
import Foundation
import UntypedArchive

/// Checks whether a file is a sound archive, and finds everything that is not.
package struct ArchiveLint {
  let document: ArchiveDocument
  var report: LintReport
  /// For each object of the property list what it was met in first, and how a key path leads from there.
  var parents: [Int: (index: Int, step: Step)] = [:]

  enum Step {
    case key(String)
    case element(Int)
    /// An entry of a dictionary, by its key. Many dictionaries may share a long text, which is read where a path has it.
    case entry(ElementList, Int)
    /// No key path leads there.
    case unnamed
  }

  /// For keys of dictionaries the number that equal ones have in common, by object, text and integer.
  var keyNumbers: [Int: Int] = [:]
  var keyTexts: [ExactText: Int] = [:]
  var keyIntegers: [Int64: Int] = [:]

  var view: PropertyListView { document.view }

  package static func check(_ source: ArchiveBytes, limit: Int? = 100) -> LintReport {
    var report = LintReport(limit: limit)
    let document: ArchiveDocument
    do { document = try ArchiveDocument.opening(source) } catch {
      if source.bytes.starts(with: "bplist0".utf8) { header(source.bytes, &report) }
      guard let error = error as? ArchiveError else {
        report.add(.error, .object, at: nil, nil, "\(error)")
        return report
      }
      let isXML = source.bytes.starts(with: "<".utf8)
      let rule: LintFinding.Rule = error.code == .notAnArchive ? .header : isXML ? .object : .trailer
      report.add(.error, rule, at: ArchiveErrorText(error).offset, nil, ArchiveErrorText(error).reason)
      return report
    }
    let isConverted = !document.hasOffsets
    if !isConverted { header(source.bytes, &report) }
    var lint = ArchiveLint(document: document, report: report)
    if !isConverted { lint.checkTrailer() }
    lint.checkObjects()
    lint.checkArchive()
    lint.checkCycles()
    do throws(ArchiveError) { _ = try document.verifyChecksum() } catch {
      lint.report.add(
        ArchiveErrorText(error), error.code == .checksumMismatch ? .checksum : .object)
    }
    // Whatever was overlooked, a reader does not overlook.
    if lint.report.errors == 0 {
      do throws(ArchiveError) {
        _ = try PropertyList(Data(document.source.bytes))
      } catch {
        lint.report.add(ArchiveErrorText(error), .object)
      }
    }
    lint.report.sort()
    if isConverted { lint.report.removeOffsets() }
    return lint.report
  }

  init(document: ArchiveDocument, report: LintReport) { (self.document, self.report) = (document, report) }

  private static func header(_ bytes: UnsafeRawBufferPointer, _ report: inout LintReport) {
    let version = String(decoding: bytes.dropFirst(6).prefix(2), as: UTF8.self)
    if version != "00" {
      report.add(
        .warning, .header, at: 6, "the version '\(TerminalText.escaped(version))' of the format; readers know '00'")
    }
  }

  // MARK: The file

  private mutating func checkTrailer() {
    let bytes = view.bytes
    let trailer = bytes.count - BinaryFormat.trailerSize
    let layout = view.layout
    if bytes[trailer..<(trailer + 5)].contains(where: { $0 != 0 }) {
      report.add(.warning, .trailer, at: trailer, "the unused bytes of the trailer are not zero")
    }
    let end = layout.offsetTable + layout.objectCount * layout.offsetSize
    if end < trailer {
      report.add(
        .warning, .gap, at: end, "\(trailer - end) bytes between the offset table and the trailer belong to nothing")
    }
  }

  /// Every object on its own, whether anything refers to it or not.
  private mutating func checkObjects() {
    var extents: [(range: Range<Int>, index: Int)] = []
    extents.reserveCapacity(view.objectCount)
    for index in 0..<view.objectCount {
      do throws(ArchiveError) {
        let start = try view.offset(of: index)
        let (node, end) = try view.parse(at: start)
        extents.append((start..<end, index))
        checkNode(node, index, at: start)
      } catch {
        report.add(ArchiveErrorText(error), (try? view.offset(of: index)) == nil ? .offset : .object)
      }
    }
    guard document.hasOffsets else { return }
    extents.sort { ($0.range.lowerBound, $0.index) < ($1.range.lowerBound, $1.index) }
    var end = BinaryFormat.headerSize
    var last = -1
    for (range, index) in extents {
      if range.lowerBound < end {
        report.add(
          .error, .overlap, at: range.lowerBound,
          last < 0
            ? "object \(index) begins in the header"
            : "object \(index) overlaps object \(last), which ends at byte \(end)")
      } else if range.lowerBound > end {
        report.add(.warning, .gap, at: end, "\(range.lowerBound - end) bytes belong to no object")
      }
      if range.upperBound > end {
        end = range.upperBound
        last = index
      }
    }
    if end < view.layout.offsetTable, extents.count == view.objectCount {
      report.add(
        .warning, .gap, at: end, "\(view.layout.offsetTable - end) bytes before the offset table belong to no object")
    }
  }

  private mutating func checkNode(_ node: PropertyListNode, _ index: Int, at start: Int) {
    switch node {
    case .string(let text):
      do throws(ArchiveError) { _ = try view.utf8Count(text) } catch {
        report.add(ArchiveErrorText(error), .text)
      }
    case .array(let list), .set(let list): checkReferences(list)
    case .dictionary(let dictionary):
      checkReferences(dictionary.keys)
      checkReferences(dictionary.values)
      checkKeys(dictionary, at: start)
    default: break
    }
  }

  private mutating func checkReferences(_ list: PropertyListReferences) {
    for position in 0..<list.count {
      do throws(ArchiveError) { _ = try view.reference(position, in: list) } catch {
        report.add(ArchiveErrorText(error), .reference)
      }
    }
  }

  private mutating func checkKeys(_ dictionary: PropertyListDictionary, at start: Int) {
    var known = Set<ExactText>()
    for position in 0..<dictionary.count {
      guard let key = try? view.reference(position, in: dictionary.keys), let node = try? view.node(key) else {
        continue
      }
      guard case .string(let text) = node else {
        report.add(.warning, .object, at: start, "a key of a dictionary is \(node.kindName) and no string")
        continue
      }
      guard let name = try? view.string(text) else { continue }
      if !known.insert(ExactText(name)).inserted {
        report.add(
          .error, .duplicateKey, at: start, "the key '\(TerminalText.escaped(name))' is in the dictionary twice")
      }
    }
  }

  // MARK: Paths

  /// The path at which an object of the property list was met first. `inspect` takes it.
  func path(_ index: Int, _ key: String? = nil) -> String {
    var parts: [String] = key.map { [$0] } ?? []
    var place = index
    var steps = 0
    while let parent = parents[place], steps < 256 {
      // What no path leads to, and what is far from the root, is named by the nearest object.
      let part = part(parent.step)
      if part == nil || steps >= 128, case .uid(let uid)? = try? view.node(place), uid < document.objectCount {
        return parts.reversed().reduce("#\(uid)", PathTree.joined)
      }
      parts.append(part ?? "")
      place = parent.index
      steps += 1
    }
    return parts.reversed().reduce(steps < 256 ? "" : "…", PathTree.joined)
  }

  private func part(_ step: Step) -> String? {
    switch step {
    case .key(let key): return key
    case .element(let position): return "[\(position)]"
    case .entry(let keys, let position):
      guard 0..<keys.count ~= position, let place = try? view.reference(position, in: keys),
        let name = (try? document.text(try view.node(place))) ?? nil, let first = name.utf8.first
      else { return nil }
      // In a path these begin something else than a key.
      return "[#".utf8.contains(first) ? nil : name
    case .unnamed: return nil
    }
  }

  func offset(_ index: Int) -> Int? { try? view.offset(of: index) }
}
