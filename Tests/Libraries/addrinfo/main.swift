// Chains of getaddrinfo's: archived, decoded, and held against the resolver's by memcmp and getnameinfo.
import ArchiveRuntime
import CAddresses
import Glibc

struct Failure: Error, CustomStringConvertible {
  let description: String
}

func require(_ holds: Bool, _ message: String) throws {
  if !holds { throw Failure(description: message) }
}

func resolve(_ host: String, flags: Int32) throws -> UnsafeMutablePointer<addrinfo>? {
  var hints = addrinfo()
  hints.ai_flags = flags
  var list: UnsafeMutablePointer<addrinfo>?
  let status = getaddrinfo(host, "80", &hints, &list)
  try require(status == 0, "getaddrinfo(\(host)): \(String(cString: gai_strerror(status)))")
  return list
}

func numericName(_ info: addrinfo) throws -> String {
  var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
  var service = [CChar](repeating: 0, count: Int(NI_MAXSERV))
  let status = getnameinfo(
    info.ai_addr, info.ai_addrlen, &host, socklen_t(host.count), &service, socklen_t(service.count),
    NI_NUMERICHOST | NI_NUMERICSERV)
  try require(status == 0, "getnameinfo: \(String(cString: gai_strerror(status)))")
  return [host, service].map { $0.withUnsafeBufferPointer { String(cString: $0.baseAddress!) } }.joined(separator: " ")
}

func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }

func check(_ decoded: UnsafeMutablePointer<addrinfo>?, _ original: UnsafeMutablePointer<addrinfo>?) throws -> [String] {
  var (left, right) = (original, decoded)
  var names: [String] = []
  while let expected = left?.pointee {
    guard let found = right?.pointee else { throw Failure(description: "the decoded chain is too short") }
    try require(left != right, "the chain was not decoded")
    try require(found.ai_flags == expected.ai_flags, "ai_flags")
    try require(found.ai_family == expected.ai_family, "ai_family")
    try require(found.ai_socktype == expected.ai_socktype, "ai_socktype")
    try require(found.ai_protocol == expected.ai_protocol, "ai_protocol")
    try require(found.ai_addrlen == expected.ai_addrlen, "ai_addrlen")
    try require(text(found.ai_canonname) == text(expected.ai_canonname), "ai_canonname")
    try require(memcmp(found.ai_addr, expected.ai_addr, Int(expected.ai_addrlen)) == 0, "the bytes of ai_addr")
    let name = try numericName(found)
    try require(name == numericName(expected), "getnameinfo reads \(name)")
    names.append(name)
    (left, right) = (expected.ai_next, found.ai_next)
  }
  try require(right == nil, "the decoded chain is too long")
  return names
}

func run(_ host: String, flags: Int32) throws {
  let list = try resolve(host, flags: flags)
  defer { freeaddrinfo(list) }
  var root = answer(list: list)
  let data = try withUnsafePointer(to: &root) { root throws in try ArchiveEncoder().encode(graph: root) }
  let owned = try ArchiveDecoder().decodeGraph(answer.self, from: data)
  let names = try check(owned.root?.pointee.list, list)
  print("  \(host): \(names.joined(separator: ", "))")

  // The resolver has an addrinfo and its address in one block, which freeaddrinfo frees; here they are two.
  let released = try ArchiveDecoder().decodeGraph(answer.self, from: data).release()
  _ = try check(released?.pointee.list, list)
  var next = released?.pointee.list
  while let info = next {
    next = info.pointee.ai_next
    free(info.pointee.ai_addr)
    info.pointee.ai_next = nil
    freeaddrinfo(info)
  }
  free(released)
}

print("getaddrinfo:")
try run("localhost", flags: AI_CANONNAME)
try run("192.0.2.7", flags: AI_NUMERICHOST)
try run("2001:db8::7", flags: AI_NUMERICHOST)
try run("fe80::1%lo", flags: AI_NUMERICHOST)
