import ArchiveRuntime
import CPlaylist
import Foundation

// A list as C code makes it: a circle of songs, of which two have the same artist.
let kraftwerk = artist_new("Kraftwerk", 1970)
var list = playlist_add(nil, "Autobahn", 1363, kraftwerk)
list = playlist_add(list, "Oxygene IV", 254, artist_new("J.-M. Jarre", 1971))
list = playlist_add(list, "Das Model", 220, kraftwerk)
song_mark(list, 60)
song_mark(list, 725)

print("The list, built in C:")
playlist_print(list)

// Its archive: everything that the pointer leads to, each thing once.
let file = URL(fileURLWithPath: "build/playlist.archive")
try ArchiveEncoder().encode(graph: UnsafePointer(list)).write(to: file)
playlist_free(list)

// Back again. The graph owns the memory: it is freed when `graph` goes.
do {
  let graph = try ArchiveDecoder().decodeGraph(song.self, from: Data(contentsOf: file))
  try graph.withRoot { root in
    guard let first = root, let second = first.pointee.next, let third = second.pointee.next else {
      throw CocoaError(.coderValueNotFound)
    }
    print("The list, from \(file.lastPathComponent), owned by the graph:")
    playlist_print(first)
    print("  \(graph.nodes(of: song.self).count) songs, \(graph.nodes(of: artist.self).count) artists")
    print("  first and third song have one artist:", first.pointee.artist == third.pointee.artist)
    print(
      "  after the last comes the first:", third.pointee.next == first, "and backwards:", first.pointee.prev == third)
    // A node is C's own struct: what changes by one pointer is seen by all.
    first.pointee.artist.pointee.founded = 1969
    print("  'founded' changed by the first, read by the third:", third.pointee.artist.pointee.founded)
  }
}

// Or C owns it: after release() every node, text and array is a block of its own from malloc, and C code may add to the
// list, and free it by its own function.
let released = try ArchiveDecoder().decodeGraph(song.self, from: Data(contentsOf: file)).release()
list = playlist_add(released, "Blue Monday", 449, artist_new("New Order", 1980))
print("The list once more, released, with a song that C added:")
playlist_print(list)
playlist_free(list)
