/// The catalogue of operators: a row for each, in the files of `Rows/`.
///
/// A further operator is a case of ``OperatorID`` and a row here; what names, draws, accounts for and explains operators reads the rows.
package enum OperatorCatalogue {
    /// Every row.
    package static let rows =
        sources + subjects + transforms + failures + filters + parts + reductions + joins + flattening + timing + backpressure
        + sharing + ends

    static let rowsOfIDs: [OperatorID: OperatorRow] = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })

    /// The operators by what they are called; where two are called the same, the one whose row comes first.
    static let ids: [String: OperatorID] = Dictionary(
        rows.flatMap { row in ([row.name] + row.spellings).map { ($0, row.id) } }, uniquingKeysWith: { first, _ in first })

    static let idsOfTypes: [String: OperatorID] = Dictionary(
        uniqueKeysWithValues: rows.flatMap { row in row.types.map { ($0, row.id) } })
}
