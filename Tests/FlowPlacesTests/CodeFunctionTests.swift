import Testing

@testable import FlowGraph

@Suite("Names of functions")
struct CodeFunctionTests {
    @Test(
        arguments: [
            ("$s5m2dbg3BoxV7consumeyyYaFTY0_", "m2dbg", "Box.consume()"),
            ("$s5m2dbg3topyyYaFyScGyytGzYaXEfU_yyYacfU_TY0_", "m2dbg", "top() closure"),
            ("$s5m2rel3BoxV7iterateyyYaFTf4d_nTY0_", "m2rel", "Box.iterate()"),
            ("$s4mrel3topyyYaF5localL_yyYaFTY1_", "mrel", "local()"),
            ("$s17FlowTracedProgramSbSaySi_SStGcfU3_", "FlowTracedProgram", "main closure"),
            ("main", nil, "main"), ("async_MainTY0_", nil, "main"), ("FlowTracedProgram_main", nil, "main"),
            ("read_line", nil, "read_line"),
        ] as [(String, String?, String)])
    func `a function has module, type and name`(symbol: String, module: String?, name: String) {
        let function = CodeFunction(symbol: symbol)

        #expect(function.name == name)
        #expect(function.module == module)
        #expect(!function.isGenerated)
    }

    @Test(arguments: [
        "$sScS_15bufferingPolicy_ScSyxGxm_ScS12ContinuationV09BufferingB0Oyx__GyADyx_GXEtcfcfA0_Si_Tg5",
        "$s17FlowTracedProgramys5Int32VcfU7_To",
    ])
    func `what the compiler made is no user's`(symbol: String) {
        #expect(!UserCode.isUsers(CodeFunction(symbol: symbol)))
    }

    @Test func `the queues that try links into a program are no user's`() {
        let function = CodeFunction(symbol: "run_job")

        #expect(!UserCode.isUsers(function, in: "/opt/flowviz/TryKit/Sources/CTryVirtual/Queues.c"))
        #expect(UserCode.isUsers(function, in: "/home/me/Sources/CQueue/Queues.c"))
        #expect(UserCode.isUsers(function))
    }

    @Test(arguments: ["", "$s", "$s4", "$s99999999999999999999a", "(", "$s(((("])
    func `what is no name of a function is taken as it is`(symbol: String) {
        #expect(CodeFunction(symbol: symbol).name == symbol)
    }
}
