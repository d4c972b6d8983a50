import ArchiveInspection
import PageFiles

extension LayoutPicture {
  /// A page of its own: a list of the types that can be searched, and for each its picture and its table. It loads
  /// nothing.
  public var html: String {
    var list = ""
    var templates = ""
    for (index, entry) in entries.enumerated() {
      guard let layout = entry.sides.last?.layout else { continue }
      list += item(index, entry, layout)
      templates += "<template id=\"body-\(index)\">\(section(entry))</template>\n"
    }
    let sides = titles.isEmpty ? "" : " · " + titles.map(HTMLText.escaped).joined(separator: " → ")
    let page = HTMLPage(
      style: String(cString: page_files_layouts_css()) + PictureStyle.css,
      script: String(cString: page_files_layouts_script()))
    return page.begin("Memory layouts") + """
      <body>
      <svg class="layout patterns" width="0" height="0" aria-hidden="true">\(PictureStyle.patterns)</svg>
      <header>
      <h1>Memory layouts</h1>
      <p>\(entries.count.counted("type")) · \(HTMLText.escaped(target.triple))\(sides)</p>
      </header>
      <div class="columns">
      <nav aria-label="Types">
      <input id="search" type="search" placeholder="Search types and members ( / )" aria-label="Search types and members" autocomplete="off" spellcheck="false">
      <p id="found" role="status"></p>
      <ul id="types">
      \(list)</ul>
      </nav>
      <main id="main" tabindex="-1"></main>
      </div>
      \(templates)
      <noscript><p>The list needs JavaScript. 'archivegen layout --svg' draws the same without.</p></noscript>

      """ + page.end
  }

  private func item(_ index: Int, _ entry: Entry, _ layout: InspectedLayout) -> String {
    let gaps = LayoutGaps(of: layout)
    var badges = ""
    if case .notArchived = layout.archive { badges += "<span class=\"badge\">not archived</span>" }
    if gaps.bytes > 0 { badges += "<span class=\"badge\">\(gaps.bytes) unused</span>" }
    if entry.comparison.map({ !$0.isEqual }) ?? false { badges += "<span class=\"badge different\">≠ differs</span>" }
    let words = ([layout.name] + layout.names + PictureModel(layout).lines.compactMap { $0.member?.name }).joined(
      separator: " ")
    return
      "<li><a href=\"#type-\(index)\" data-index=\"\(index)\" data-words=\"\(HTMLText.escaped(words.lowercased()))\"><span class=\"type\">\(HTMLText.escaped(layout.name))</span><span class=\"size\">\(layout.size)</span>\(badges)</a></li>\n"
  }

  private func section(_ entry: Entry) -> String {
    let name = entry.sides.last?.layout.name ?? ""
    let sides = entry.sides.map { side, layout in
      self.side(layout, title: titles.indices.contains(side) ? titles[side] : "", changed: entry.changed)
    }
    return "<h2>\(HTMLText.escaped(name))</h2><div class=\"sides\">\(sides.joined())</div>\(legend)"
  }

  private func side(_ layout: InspectedLayout, title: String, changed: Set<String>) -> String {
    let model = PictureModel(layout, changed: changed)
    let numbers = LayoutStatistics(layout, cacheLine: style.cacheLine)
    var facts = [
      "\(style.number(layout.size)) bytes", "alignment \(style.number(layout.alignment))",
      numbers.cacheLines.counted("cache line"),
    ]
    if numbers.holeBytes > 0 {
      facts.append("\(numbers.holes.counted("hole")) of \(numbers.holeBytes.counted("byte"))")
    }
    if numbers.bitHoleBits > 0 {
      facts.append("\(numbers.bitHoles.counted("bit hole")) of \(numbers.bitHoleBits.counted("bit"))")
    }
    if numbers.padding > 0 { facts.append("\(numbers.padding.counted("byte")) of padding") }
    let state: String
    switch layout.archive {
    case .archived(let name):
      state = "archived as <code>\(HTMLText.escaped(name))</code>, \(layout.keyCount.counted("key"))"
    case .notArchived(let reason, let advice):
      state =
        "<strong>not archived</strong>: \(HTMLText.escaped(reason))"
        + (advice.map { "<br>\(HTMLText.escaped($0))" } ?? "")
    }
    let heading = title.isEmpty ? "" : "<h3>\(HTMLText.escaped(title))</h3>"
    let annotation = layout.annotation.isEmpty ? "" : " · <code>archive: \(HTMLText.escaped(layout.annotation))</code>"
    return """
      <section class="side">\(heading)<p class="facts">\(HTMLText.escaped(facts.joined(separator: ", ")))<br>\(state)\(annotation)<br>\
      <span class="place">\(HTMLText.escaped("\(layout.location.file):\(layout.location.line)"))</span></p>
      <div class="body"><figure>\(map(model, 8, "wide"))\(map(model, 4, "narrow"))</figure>\(table(model))</div></section>
      """
  }

  private func map(_ model: PictureModel, _ bytes: Int, _ kind: String) -> String {
    let map = MemoryMap(model: model, bytesPerRow: bytes, style: style)
    let drawn = map.draw(x: 0, y: 0)
    let (width, height) = (Markup.number(map.width), Markup.number(drawn.height))
    return
      "<svg class=\"layout \(kind)\" viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-label=\"Memory of \(HTMLText.escaped(model.layout.name)); the table has the same\">\(drawn.svg)</svg>"
  }

  private func table(_ model: PictureModel) -> String {
    var rows = ""
    for (index, line) in model.lines.enumerated() {
      var styles = line.gap == nil ? "" : "gap"
      if line.isChanged { styles += " changed" }
      let swatch = Self.swatch(line.filled(Self.swatchSize))
      rows +=
        "<tr class=\"\(styles)\" data-line=\"\(index)\" tabindex=\"0\"><td class=\"no\">\(swatch)\(line.number.map(String.init) ?? "")</td>"
      if let gap = line.gap {
        rows +=
          "<td class=\"at\">\(gap.place(style))</td><td class=\"size\">\(gap.length(style))</td><td class=\"member\">\(indent(line))\(gap.name)</td><td></td><td></td></tr>"
      } else if let member = line.member {
        let mark = line.isChanged ? "<span class=\"mark\" title=\"differs\">≠</span> " : ""
        rows +=
          "<td class=\"at\">\(member.place(style))</td><td class=\"size\">\(member.length(style))</td><td class=\"member\">\(indent(line))\(mark)<code>\(HTMLText.escaped(member.line))</code></td>"
        rows +=
          "<td class=\"key\">\(key(of: member))</td><td class=\"note\">\(member.annotation.isEmpty ? "" : "<code>\(HTMLText.escaped(member.annotation))</code>")</td></tr>"
      }
    }
    return
      "<div class=\"table\"><table><thead><tr><th>no.</th><th>offset</th><th>size</th><th>member</th><th>archive key</th><th>annotation</th></tr></thead><tbody>\(rows)</tbody></table></div>"
  }

  private static let swatchSize = "width=\"14\" height=\"14\""

  private static func swatch(_ rectangles: String) -> String {
    "<svg class=\"layout swatch\" \(swatchSize) aria-hidden=\"true\">\(rectangles)</svg>"
  }

  private func indent(_ line: PictureModel.Line) -> String {
    String(repeating: "<span class=\"indent\"></span>", count: line.depth)
  }

  private func key(of member: MemberLayout) -> String {
    guard let key = member.key else {
      let advice = member.advice.map { "<br><span class=\"advice\">\(HTMLText.escaped($0))</span>" } ?? ""
      return member.absence.map { "<em>no key: \(HTMLText.escaped($0))</em>\(advice)" }
        ?? (member.isReserved ? "<em>reserved</em>" : "")
    }
    var text = "<code>\(HTMLText.escaped(key.path))</code>"
    if !key.form.isEmpty { text += " <span class=\"form\">\(HTMLText.escaped(key.form))</span>" }
    if !key.group.isEmpty { text += " <span class=\"advice\">in \(HTMLText.escaped(key.group))</span>" }
    if !key.condition.isEmpty { text += " <span class=\"advice\">if \(HTMLText.escaped(key.condition))</span>" }
    return text
  }

  private var legend: String {
    let swatches = PictureCategory.allCases.map { category in
      "<li>\(Self.swatch("<rect class=\"c-\(category.rawValue)\" \(Self.swatchSize)/>"))\(HTMLText.escaped("\(category.sign) \(category.title)"))</li>"
    }
    let patterns = [("p-gap", "hole, padding"), ("p-out", "no key")].map { pattern, title in
      "<li>\(Self.swatch("<rect class=\"c-gap\" \(Self.swatchSize)/><rect class=\"\(pattern)\" \(Self.swatchSize)/>"))\(title)</li>"
    }
    return
      "<ul class=\"legend\">\((swatches + patterns).joined())</ul><p class=\"order\">\(SVGLegend.bitOrder(isBigEndian: target.isBigEndian)) The red lines are boundaries of cache lines.</p>"
  }
}
