import Foundation

/// A part of a window, with those that lie in it.
// archive:
class View {
  var frame: CGRect
  /// Who holds it: a view goes into an archive by those above it, never the other way round.
  weak var superview: View?
  private(set) var subviews: [View]

  init(frame: CGRect, subviews: [View] = []) {
    self.frame = frame
    self.subviews = subviews
  }

  func add(_ view: View) {
    view.superview = self
    subviews.append(view)
  }
}
