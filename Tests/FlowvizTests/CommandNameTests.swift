import FlowScreen
import FlowViews
import Testing

@testable import FlowApp

@Suite("Names of commands")
struct CommandNameTests {
    @Test func `every command is read again from its name, which is in lower case with dashes`() {
        for command in Command.all {
            #expect(Command(named: command.name) == command)
            #expect(command.name.wholeMatch(of: #/[a-z]+(-[a-z0-9]+)*/#) != nil, "\(command.name)")
        }
        #expect(Set(Command.all.map(\.name)).count == Command.all.count)
        #expect(Set(Command.all) == Set(KeyTable.standard.bindings.flatMap(\.pairs).map(\.value)))
        #expect(Command(named: "") == nil && Command(named: "Pause") == nil && Command(named: "scenario-11") == nil)
    }

    @Test(arguments: KeyTable.Preset.allCases)
    func `a preset has keys for every command, and no key twice`(preset: KeyTable.Preset) {
        let keys = KeyTable.keys(of: preset)

        #expect(Set(keys.keys) == Set(Command.all))
        #expect(Set(keys.values.joined()).count == keys.values.joined().count)
        #expect(keys.values.joined().allSatisfy { !$0.isReservedByTerminal })
        #expect(KeyBindings(preset: preset).problems == [])
    }

    @Test func `one hand reaches all keys of its preset`() {
        let left: Set<Key> = Set(
            "`123456qwertyasdfghzxcvbn".map(Key.character) + "~!@#$%^QWERTYASDFGHZXCVBN".map(Key.character)
                + "abdefgnrtvwxy ".map(Key.control) + [" ", .tab, .backTab, .escape])

        #expect(Set(KeyTable.keys(of: .oneHand).values.joined()).subtracting(left) == [])
    }

    @Test func `the preset of the standard keys is the standard table`() {
        #expect(KeyTable(moving: KeyTable.keys(of: .standard)) == .standard)
    }
}
