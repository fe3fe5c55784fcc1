/** A row as the functions and events of the embedding page get it: the arrivals of one document, or one of its containers. */
export interface ArrivalRow {
  /** Identifies the row: the document, for a container with its number. */
  readonly key: string;
  /** Identifies the document. */
  readonly documentKey: string;
  /** Global ids of its arrivals, one for each notice of the document; the shown one first. */
  readonly ids: readonly string[];
  /** Id of the partner. */
  readonly partner: string;
  readonly transportDocumentReference: string;
  readonly equipmentReferences: readonly string[];
  readonly vesselName: string | null;
  readonly UNLocationCode: string | null;
  /** Local day of the best known time, `YYYY-MM-DD`. */
  readonly arrivalDate: string | null;
  readonly lastFreeDate: string | null;
  /** `ArrivalState`. */
  readonly state: string;
  /** Kinds of the open alerts that are not marked, the leading one first. */
  readonly alertKinds: readonly string[];
}

/** A column of the embedding page. */
export interface OwnColumn {
  /** Letters, digits and dashes; kept in links to a view. */
  readonly id: string;
  readonly heading: string;
  /** What a row shows. Called whenever the row is drawn, so it returns at once. */
  readonly value: (row: ArrivalRow) => string | Node;
  /** Minimum width in pixels. @default 110 */
  readonly width?: number;
}

/** A button of the embedding page. */
export interface OwnAction {
  readonly label: string;
  /** Called with the row, the opened row, or the selected rows. */
  readonly run: (rows: readonly ArrivalRow[]) => void;
  /** Path of a line drawing in a square of 16 units. */
  readonly icon?: string;
  /** @default in all places */
  readonly in?: readonly ('row' | 'panel' | 'selection')[];
}
