/// An error whose text is made without code of the program.
package protocol ToldError: Error {
    var text: String { get }
}
