import Foundation

// archive:
struct ByHandUser: Equatable {
  var components: DateComponents
  var maybe: DateComponents?
  var own: [ByHand] = []
  var later: ByHand = ByHand(a: 1)
}
