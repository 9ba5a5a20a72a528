import Combine
import Foundation

// A process that goes on when this one has ended.
let child = Process()
child.executableURL = URL(fileURLWithPath: "/bin/sh")
child.arguments = ["-c", "echo child $$; exec sleep 98765"]
try child.run()
let subscription = Just(child.processIdentifier).sink { print("started \($0)") }
Thread.sleep(forTimeInterval: 0.3)
exit(0)
