@_spi(Reflection) import Swift

/// Reads a stored property of an object by name, also where the object's mirror does not show it.
///
/// Only on the thread that drives the object.
enum FieldReader {
    static func read<Value>(_ name: String, of object: AnyObject, as type: Value.Type) -> Value? {
        var found: Value?
        _ = _forEachField(of: Swift.type(of: object), options: _EachFieldOptions(rawValue: 1)) { label, offset, _, _ in
            guard String(cString: label) == name else { return true }
            let base = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
            found = (base + offset).assumingMemoryBound(to: Value.self).pointee
            return false
        }
        return found
    }
}
