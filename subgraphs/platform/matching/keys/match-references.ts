/** A match set that another subgraph answers, by its key. */
export interface MatchQueryReference {
  /** As `encodeMatchQuery` writes it. */
  readonly question: string;
}

/** A match set that another subgraph answers from what it holds, by its key. */
export interface MatchKeyReference {
  /** As `encodeMatchKey` writes it. */
  readonly matchKey: string;
}
