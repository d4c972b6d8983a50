/// Colours and fonts of pictures: tints of the palette of Okabe and Ito, which people with any colour vision tell apart,
/// for a light and a dark background. Gaps are hatched, and members without a key are dotted.
enum PictureStyle {
  /// Fill and edge on a light background, and the same on a dark one.
  private static let colors: [(PictureCategory, [String])] = [
    (.integer, ["#c4e3f7", "#0072b2", "#17415e", "#56b4e9"]),
    (.floating, ["#b5e3d3", "#009e73", "#0d4a3a", "#23c79a"]),
    (.text, ["#f8f0a8", "#a89a00", "#4d4800", "#f0e442"]),
    (.pointer, ["#f6c9b3", "#d55e00", "#5c2a08", "#ff8a3d"]),
    (.record, ["#e3d3f0", "#7b4fa3", "#3d2a52", "#b98be0"]),
    (.union, ["#f3cfe1", "#cc79a7", "#532b41", "#e79cc4"]),
    (.bits, ["#fbdda6", "#e69f00", "#574009", "#ffb91a"]),
    (.other, ["#dcdcdc", "#666666", "#3a3a3a", "#999999"]),
  ]

  static let css: String = {
    let light = colors.map { name, c in ".c-\(name.rawValue){fill:\(c[0])}.e-\(name.rawValue){fill:\(c[1])}" }.joined()
    let dark = colors.map { name, c in ".c-\(name.rawValue){fill:\(c[2])}.e-\(name.rawValue){fill:\(c[3])}" }.joined()
    return """
      .layout text{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:11px;fill:#1a1a1a}
      .layout .page{fill:#ffffff}.layout .title{font-size:15px;font-weight:bold}
      .layout .name{font-size:12px;font-weight:bold}.layout .detail{font-size:10px}
      .layout .faint,.layout .ruler,.layout .offset{fill:#595959}.layout .offset{text-anchor:end}
      .layout .ruler,.layout .number,.layout .upright,.layout .gap-name,.layout .fold{text-anchor:middle}
      .layout .upright{font-size:8.5px}
      .layout .ruler,.layout .number,.layout .gap-name{font-size:10px}
      .layout .cacheline{stroke:#c00000;stroke-width:2;fill:none}.layout .cacheline-name{font-size:9px;fill:#c00000}
      .layout .element{stroke:#1a1a1a;stroke-opacity:.45;fill:none}
      .layout .c-gap{fill:#f2f2f2}.layout .p-gap{fill:url(#hatch)}.layout .p-out{fill:url(#dots)}
      .layout .hatch{stroke:#8c8c8c;stroke-width:1.5}.layout .dot{fill:#1a1a1a;fill-opacity:.25}
      .layout .changed rect:first-of-type{stroke:#c00000;stroke-width:2}.layout .mark{fill:#c00000;font-weight:bold}
      .layout .tick{stroke:#8c8c8c;stroke-width:.8;fill:none}\(light)
      @media (prefers-color-scheme:dark){.layout text{fill:#f0f0f0}.layout .page{fill:#161616}
      .layout .faint,.layout .ruler,.layout .offset{fill:#b0b0b0}.layout .cacheline{stroke:#ff6b6b}
      .layout .cacheline-name,.layout .mark{fill:#ff8080}.layout .changed rect:first-of-type{stroke:#ff6b6b}
      .layout .element{stroke:#f0f0f0}.layout .c-gap{fill:#242424}.layout .hatch{stroke:#707070}
      .layout .dot{fill:#f0f0f0}\(dark)}
      """
  }()

  /// The patterns; a document has them once.
  static let patterns = """
    <defs><pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0V6"/></pattern>\
    <pattern id="dots" width="6" height="6" patternUnits="userSpaceOnUse"><circle class="dot" cx="1.5" cy="1.5" r="0.9"/><circle class="dot" cx="4.5" cy="4.5" r="0.9"/></pattern></defs>
    """
}
