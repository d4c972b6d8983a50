// Archives real values, reads them back, and prints what was read: a key, a tab, the value, on each line.
//
//   demo FILE ARCHIVE    FILE is what stat(2) is asked about, ARCHIVE what is written

import ArchiveRuntime
import CDemo
import Foundation

func demo(file: String, archive: URL) throws {
  // A packet as it travels: SYN from 10.0.0.2 to 93.184.216.34, port 443.
  let bytes: [UInt8] = [
    0x45, 0x00, 0x00, 0x28, 0x1c, 0x46, 0x40, 0x00, 0x40, 0x06, 0x99, 0x97, 10, 0, 0, 2, 93, 184, 216, 34,
    0xd4, 0x31, 0x01, 0xbb, 0, 0, 0x30, 0x39, 0, 0, 0, 0, 0x50, 0x02, 0x72, 0x10, 0x9e, 0xc1, 0, 0,
  ]
  let packet = bytes.withUnsafeBytes { $0.loadUnaligned(as: CDemo.packet.self) }

  var visit = CDemo.visit()
  withUnsafeMutableBytes(of: &visit.path) { $0.copyBytes(from: file.utf8.suffix(31)) }
  var now = time(nil)
  localtime_r(&now, &visit.when)
  guard stat(file, &visit.file) == 0 else { throw CocoaError(.fileNoSuchFile) }

  let stroke = (0..<1_000).map { index in
    let angle = Float(index) / 100
    return pen(
      x: angle * cos(angle), y: angle * sin(angle), pressure: UInt16(index), button: 1, down: index < 900 ? 1 : 0)
  }

  // Everything is field by field from here: no byte of a struct's memory goes into the file as it is.
  var writer = ArchiveWriter()
  try writer.encode(packet, forKey: "packet")
  try writer.encode(visit, forKey: "visit")
  try writer.encode(stroke, forKey: "stroke")
  try writer.finish().write(to: archive)

  let reader = try ArchiveReader(Data(contentsOf: archive))
  let sent = try reader.decode(CDemo.packet.self, forKey: "packet")
  let (ip, tcp) = (sent.ip, sent.tcp)
  let back = try reader.decode(CDemo.visit.self, forKey: "visit")
  let pens = try reader.decode([pen].self, forKey: "stroke")

  show("packet.ip.version", ip.version)
  show("packet.ip.ihl", ip.ihl)
  show("packet.ip.ttl", ip.ttl)
  show("packet.ip.protocol", ip.protocol)
  show("packet.tcp.doff", tcp.doff)
  show("packet.tcp.syn", tcp.syn)
  show("packet.tcp.ack", tcp.ack)
  show("packet.tcp.fin", tcp.fin)
  show("visit.path", withUnsafeBytes(of: back.path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
  show("visit.when.tm_year", back.when.tm_year)
  show("visit.when.tm_yday", back.when.tm_yday)
  show("visit.when.tm_hour", back.when.tm_hour)
  show("visit.when.tm_min", back.when.tm_min)
  show("visit.file.st_mode", back.file.st_mode)
  show("visit.file.st_size", back.file.st_size)
  show("visit.file.st_mtim.tv_sec", back.file.st_mtim.tv_sec)
  show("visit.file.st_mtim.tv_nsec", back.file.st_mtim.tv_nsec)
  show("stroke[].x", pens.map(\.x))
  show("stroke[].y", pens.map(\.y))
  // No key paths here: Swift's compiler crashes on one to a bit-field.
  show("stroke[].pressure", pens.map { $0.pressure })
  show("stroke[].down", pens.map { $0.down })
}

func show(_ key: String, _ value: some Any) { print(key, value, separator: "\t") }

func show(_ key: String, _ values: [some Any]) { show(key, values.map { "\($0)" }.joined(separator: " ")) }

do {
  try demo(file: CommandLine.arguments[1], archive: URL(fileURLWithPath: CommandLine.arguments[2]))
} catch {
  FileHandle.standardError.write(Data("demo: \(error)\n".utf8))
  exit(1)
}
