import FlowAgent
import FlowTestSupport
import FlowTrace
import Testing

@Suite("AgentSetting")
struct AgentSettingTests {
    @Test(arguments: [
        ("1", AgentSetting.socket(size: 64 << 20, values: .basic)),
        ("1,size=8M", .socket(size: 8 << 20, values: .basic)),
        ("1,values=all,size=8M", .socket(size: 8 << 20, values: .all(limit: 256))),
        ("1,places=off", .socket(size: 64 << 20, values: .basic, places: false)),
        ("1,executors=off", .socket(size: 64 << 20, values: .basic, executors: false)),
        (
            "file:/a,executors=off,places=off",
            .file(path: "/a", options: TraceFileOptions(), values: .basic, places: false, executors: false)
        ),
        ("1,places=on", .socket(size: 64 << 20, values: .basic)),
        ("file:/a,places=off,ring", .file(path: "/a", options: TraceFileOptions(isRing: true), values: .basic, places: false)),
        ("file,places=off,path=/a", .file(path: "/a", options: TraceFileOptions(), values: .basic, places: false)),
        ("file:/a", .file(path: "/a", options: TraceFileOptions(), values: .basic)),
        ("file:/a,b,size=2M,ring", .file(path: "/a,b", options: TraceFileOptions(size: 2 << 20, isRing: true), values: .basic)),
        ("file,path=/a", .file(path: "/a", options: TraceFileOptions(), values: .basic)),
        ("file,path=,ring,path=b,size=2M", .file(path: ",ring,path=b,size=2M", options: TraceFileOptions(), values: .basic)),
        (
            "file,size=2M,ring,values=all,path=/a",
            .file(path: "/a", options: TraceFileOptions(size: 2 << 20, isRing: true), values: .all(limit: 256))
        ),
        ("file,since=5,path=/a", .file(path: "/a", options: TraceFileOptions(), values: .basic, since: 5)),
        ("file,socket,path=/a", .file(path: "/a", options: TraceFileOptions(), values: .basic, socket: true)),
        ("0", .off),
        ("", .off),
    ]) func `the variable says where to record`(value: String, setting: AgentSetting) throws {
        #expect(try AgentSetting(value) == setting)
    }

    @Test func `what it does not say is refused`() {
        #expect(throws: AgentSettingError.unknown("1,ring")) { try AgentSetting("1,ring") }
        #expect(throws: AgentSettingError.size("x")) { try AgentSetting("1,size=x") }
        #expect(throws: AgentSettingError.size("x")) { try AgentSetting("file,size=x,path=a") }
        #expect(throws: AgentSettingError.size("9999999999G")) { try AgentSetting("file:/a,size=9999999999G") }
        #expect(throws: AgentSettingError.places("no")) { try AgentSetting("1,places=no") }
        #expect(throws: AgentSettingError.places("")) { try AgentSetting("file,places=,path=a") }
        #expect(throws: AgentSettingError.executors("no")) { try AgentSetting("1,executors=no") }
        #expect(throws: AgentSettingError.values("")) { try AgentSetting("file,values=,path=a") }
        for value in [
            "1,since=5", "1,socket", "file", "file,",
            "file,since=x,path=a", "file,ring", "file,/a", "file,,path=/a", "file,ring ,path=/a",
        ] {
            #expect(throws: AgentSettingError.unknown(value)) { try AgentSetting(value) }
        }
        for value in ["file:", "file:,ring", "file,path=", "file,ring,path="] {
            #expect(throws: AgentSettingError.noPath) { try AgentSetting(value) }
        }
    }

    @Test func `behind path= stands the file's name, whatever it is`() throws {
        let options = ["", ",ring", ",size=2M", ",values=all", ",values=basic,size=64K,ring"]
        for seed in 0..<UInt64(2_000) {
            var chance = SeededChance(seed: seed)
            let name = OddFileName.random(using: &chance)
            let option = options.randomElement(using: &chance) ?? ""

            guard case .file(let path, let file, let values, _, _, _, _) = try AgentSetting("file\(option),path=\(name)") else {
                Issue.record("seed \(seed): no file")
                continue
            }

            #expect(Array(path.utf8) == Array(name.utf8), "seed \(seed)")
            #expect(file.isRing == option.hasSuffix("ring") && (values != .basic) == option.contains("all"))
        }
    }
}
