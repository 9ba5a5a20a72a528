import Combine
import Foundation

// A process that makes itself a session of its own, and one that it leaves behind; this one goes on for ever.
let pipe = Pipe()
let child = Process()
child.executableURL = URL(fileURLWithPath: "/bin/sh")
child.arguments = ["-c", "setsid sh -c 'sleep 98765 & echo daemon $$ >&2; echo ready; exec sleep 98765' &"]
child.standardOutput = pipe
try child.run()
_ = pipe.fileHandleForReading.readData(ofLength: 6)
let subscription = Timer.publish(every: 0.1, on: .main, in: .common).autoconnect().sink { _ in print("tick") }
