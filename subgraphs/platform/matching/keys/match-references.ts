/** A match set that another subgraph answers, by its key. */
export interface QuestionReference {
  /** As `encodeQuestion` writes it. */
  readonly question: string;
}

/** A match set that another subgraph answers from what it holds, by its key. */
export interface KeySetReference {
  /** As `encodeKeySet` writes it. */
  readonly keySet: string;
}
