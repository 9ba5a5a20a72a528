import Testing

@testable import FlowSystem

@Suite("The user's folders")
struct UserFolderTests {
    @Test("each is where its variable says, else below the home folder")
    func places() throws {
        let variables = ["XDG_STATE_HOME": "/var/state", "XDG_CONFIG_HOME": "relative", "HOME": "/home/a"]
        let paths = try UserFolder.allCases.map { try $0.path(for: "a test") { variables[$0] } }
        #expect(paths == ["/home/a/.cache/flowviz", "/home/a/.config/flowviz", "/var/state/flowviz"])
    }

    @Test("without a whole path there is none, and the message says what to set")
    func nowhere() {
        #expect {
            try UserFolder.state.path(for: "the history is kept in the user's state") { $0 == "HOME" ? "home" : nil }
        } throws: {
            "\($0)" == "the history is kept in the user's state, and neither XDG_STATE_HOME nor HOME is an absolute path; set one"
        }
    }
}
