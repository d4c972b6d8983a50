/// How well names of counters fit names of pointers and arrays. Each name is split into words once, because the name of each
/// pointer in a record is compared with those of all integers beside it.
final class NameFits {
  private struct Counted {
    let words: NameWords
    let folded: String
    let stems: CountedName.Stems
    /// All words except the first; nil if there is only one.
    let rest: CountedName.Stems?
  }

  private struct Counter {
    let words: NameWords
    let folded: String
    let name: CounterName
    /// All words except the first; nil if there is only one.
    let rest: CounterName?
  }

  private var counted: [String: Counted] = [:]
  private var counters: [String: Counter] = [:]

  func counterName(_ written: String) -> CounterName { counter(written).name }

  func fit(of counter: String, to counted: String) -> (fit: CountedName.Fit, unit: CounterName.Unit)? {
    let (pointer, integer) = (self.counted(counted), self.counter(counter))
    if let found = pointer.stems.fit(integer.name) { return found }
    // `d_size` of `d_buf`; with several words in common only the whole names count.
    if let stems = pointer.rest, let rest = integer.rest, pointer.words.words[0] == integer.words.words[0],
      let found = stems.fit(rest)
    {
      return found
    }
    return CountedName.isVector(pointer.folded, integer.folded) ? (.exact, .elements) : nil
  }

  private func counted(_ written: String) -> Counted {
    if let known = counted[written] { return known }
    let words = NameWords(written)
    let found = Counted(
      words: words, folded: words.folded, stems: CountedName.Stems(words),
      rest: words.words.count > 1 ? CountedName.Stems(words.dropFirst()) : nil)
    counted[written] = found
    return found
  }

  private func counter(_ written: String) -> Counter {
    if let known = counters[written] { return known }
    let words = NameWords(written)
    let found = Counter(
      words: words, folded: words.folded, name: CounterName(written),
      rest: words.words.count > 1 ? CounterName(written, droppingFirst: 1) : nil)
    counters[written] = found
    return found
  }
}
