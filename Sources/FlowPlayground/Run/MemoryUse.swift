/// How much memory the large values of a run take at present.
final class MemoryUse {
    var bytes = 0
}
