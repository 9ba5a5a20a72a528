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
            ("$s2dd3runyyF6$deferL_yyF", "dd", "run()"), ("$s2dd1AV1byyYaF6$deferL_yyF", "dd", "A.b()"),
            ("$s2dd1AV1byyYaFyycfU_6$deferL_yyF", "dd", "A.b() closure"),
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

    @Test func `a loop of Swift's own for one closure is no user's`() {
        let symbol = """
            $sScisE3min2by7ElementQzSgSbAD_ADtYaKXE_tYaKF9FlowAsync06TracedE8SequenceVys0e3MapG0VyAF0E14ThrowingStreamVySi\
            s5Error_pGSiGG_Tg503$s7c23SciQzABSbIegnnd_A2BSbs5k12_pIegHnndzo_m13RzSLAARpzlTR9d7Async06f2D8g6Vys0d3h10F0VyAE\
            0D14iJ131VySisAC_pGSiGG_TG509$sScisSL7a32RpzrlE3minABSgyYaKFSbAB_ABtcfu_9c7Async06e2D8f6Vys0d3g10F0VyAE0D14hix\
            4Sis5B13_pGSiGG_Tt1G5Tf3nnpf_nTf1cn_nTQ1_
            """
        let function = CodeFunction(symbol: symbol)

        #expect(function.module == "Swift")
        #expect(function.name == "AsyncSequence.min(by:)")
        #expect(!UserCode.isUsers(function))
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
