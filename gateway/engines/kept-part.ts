/** A part of a document below one field of a match set, whose value alone decides what it comes to. */
export interface KeptPart {
  /** What the part comes to for a value of its field. @throws {PartError} */
  of(value: unknown): unknown;
}
