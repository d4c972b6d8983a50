// Models that say for Codable how they are coded.

// archive:
public struct Subscriber: Codable, Equatable, Sendable {
  public var id: Int
  public var fullName: String
  public var mail: String?
  public var plan: Plan = .basic
  public var opened: [String] = []
  public var kept = 1  // archive: key("kept")

  public init(id: Int, fullName: String, mail: String?, plan: Plan) {
    self.id = id
    self.fullName = fullName
    self.mail = mail
    self.plan = plan
  }

  enum CodingKeys: String, CodingKey {
    case id, plan
    case fullName = "full_name"
    case mail = "e-mail"
  }

  // archive:
  public enum Plan: Codable, Equatable, Sendable {
    case basic
    case team(seats: Int, String)

    enum CodingKeys: String, CodingKey { case basic, team = "group" }
    enum TeamCodingKeys: String, CodingKey { case seats = "n", _1 = "name" }
  }
}
