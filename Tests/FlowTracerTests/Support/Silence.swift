/// Where `print` writes nothing.
struct Silence: TextOutputStream {
    func write(_ string: String) {}
}
