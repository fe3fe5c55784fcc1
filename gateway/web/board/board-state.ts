import type { ConnectionStatus, GraphqlError } from '../client/client.ts';
import type { BoardNoticeQuery } from '../client/generated/operations.ts';
import type { Source } from './live-rows.ts';
import type { Choice } from './model/filters.ts';
import type { Row } from './model/rows.ts';
import type { Sorting } from './model/sorting.ts';

/** A notice with everything that its panel shows. */
export type OpenedNotice = Exclude<NonNullable<BoardNoticeQuery['node']>, Record<PropertyKey, never>>;

/** The notice whose panel is open. */
export interface Opened {
  /** Global id of the notice. */
  readonly id: string;
  /** The last known state of the row, which may have left the list since. */
  readonly row: Row;
  readonly state: 'loading' | 'ready' | 'gone';
  /** The previous answer, while a new one is loaded. */
  readonly notice: OpenedNotice | undefined;
}

/** Events that are shown to the user until dismissed. */
export interface BoardStatus {
  /** Set after a reconnection: how long it took, and how many versions were received meanwhile. */
  readonly resumed?: { readonly seconds: number; readonly count: number } | undefined;
  /** Events that cannot be replayed; the list was reloaded. `count` is undefined where it is not known. */
  readonly missed?: { readonly count: number | undefined; readonly reason: string } | undefined;
  /** Errors of parts of the last answer. */
  readonly errors?: readonly GraphqlError[] | undefined;
}

/** All that the board shows. */
export interface BoardState {
  readonly phase: 'loading' | 'ready' | 'refused' | 'failed';
  /** The server's message, once `failed`. */
  readonly failure: string | undefined;
  readonly connection: ConnectionStatus;
  readonly choice: Choice;
  readonly sorting: Sorting;
  /** The rows as shown: filtered and in order. */
  readonly rows: readonly Row[];
  readonly loadedCount: number;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** The last search on the server, and the number of notices it found; no count while the response is awaited. */
  readonly lookup: { readonly text: string; readonly count: number | undefined } | undefined;
  readonly status: BoardStatus;
  readonly sources: readonly Source[];
  /** Notices that changed a moment ago. */
  readonly fresh: ReadonlySet<string>;
  /** Announcement for screen readers. */
  readonly changedCount: number;
  readonly lastChanged: Row | undefined;
  readonly opened: Opened | undefined;
}
