import PackagePlugin

@main
struct Stamp: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let file = context.pluginWorkDirectoryURL.appending(path: "Stamp.swift")
        return [
            .buildCommand(
                displayName: "stamp", executable: try context.tool(named: "Tool").url, arguments: [file.path], outputFiles: [file])
        ]
    }
}
