// What a file that is tried has without an import of its own.
@_exported import FlowAsync
@_exported import Foundation
