import type { ConnectionStatus, GraphqlError } from '../client/client.ts';
import type { BoardNoticeQuery } from '../client/generated/operations.ts';
import type { Source } from './live-rows.ts';
import type { Choice } from './model/filters.ts';
import type { Row } from './model/rows.ts';
import type { Sorting } from './model/sorting.ts';

/** A notice with all that its panel shows. */
export type OpenedNotice = Exclude<NonNullable<BoardNoticeQuery['node']>, Record<PropertyKey, never>>;

/** The notice whose panel is open. */
export interface Opened {
  /** Global id of the notice. */
  readonly id: string;
  /** The row as it was last seen: it may have left the list since. */
  readonly row: Row;
  readonly state: 'loading' | 'ready' | 'gone';
  /** The answer before, while it is asked anew. */
  readonly notice: OpenedNotice | undefined;
}

/** What came to pass that the viewer should know, until dismissed. */
export interface BoardStatus {
  /** The connection is there again: after how long, and how many versions came in meanwhile. */
  readonly resumed?: { readonly seconds: number; readonly count: number } | undefined;
  /** Events that cannot be replayed; the list was read anew. `count` is undefined where it is not known. */
  readonly missed?: { readonly count: number | undefined; readonly reason: string } | undefined;
  /** Parts of the last answer that could not be had. */
  readonly errors?: readonly GraphqlError[] | undefined;
}

/** All that the board shows. */
export interface BoardState {
  readonly phase: 'loading' | 'ready' | 'refused' | 'failed';
  /** Why, in the server's words, once `failed`. */
  readonly failure: string | undefined;
  readonly connection: ConnectionStatus;
  readonly choice: Choice;
  readonly sorting: Sorting;
  /** As they are shown: filtered and in order. */
  readonly rows: readonly Row[];
  readonly loadedCount: number;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** What was looked up at the server last, and how many notices have it; no count while the answer is awaited. */
  readonly lookup: { readonly text: string; readonly count: number | undefined } | undefined;
  readonly status: BoardStatus;
  readonly sources: readonly Source[];
  /** Notices that changed a moment ago. */
  readonly fresh: ReadonlySet<string>;
  /** What is said aloud to those who cannot see the list move. */
  readonly changedCount: number;
  readonly lastChanged: Row | undefined;
  readonly opened: Opened | undefined;
}
