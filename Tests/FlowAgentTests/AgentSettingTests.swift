import FlowAgent
import FlowTrace
import Testing

@Suite("AgentSetting")
struct AgentSettingTests {
    @Test(arguments: [
        ("1", AgentSetting.socket(size: 64 << 20, values: .basic)),
        ("1,size=8M", .socket(size: 8 << 20, values: .basic)),
        ("1,values=all,size=8M", .socket(size: 8 << 20, values: .all(limit: 256))),
        ("file:/a", .file(path: "/a", options: TraceFileOptions(), values: .basic)),
        ("file:/a,b,size=2M,ring", .file(path: "/a,b", options: TraceFileOptions(size: 2 << 20, isRing: true), values: .basic)),
        ("0", .off),
        ("", .off),
    ]) func `the variable says where to record`(value: String, setting: AgentSetting) throws {
        #expect(try AgentSetting(value) == setting)
    }

    @Test func `what it does not say is refused`() {
        #expect(throws: AgentSettingError.unknown("1,ring")) { try AgentSetting("1,ring") }
        #expect(throws: AgentSettingError.size("x")) { try AgentSetting("1,size=x") }
    }
}
