import type { GraphqlError } from '../client/document.ts';
import type { ConnectionStatus } from '../client/reconnection.ts';
import type { Resumed } from './catch-up.ts';
import type { MarkReport } from './mark-commands.ts';
import type { Row } from './model/arrival-row.ts';
import type { Tab, ViewState } from './model/view-state.ts';
import type { OpenedArrival } from './opened-arrival.ts';

/** Events that are shown to the user until dismissed. */
export interface BoardStatus {
  /** Set after a reconnection: how long it took, and how many versions were received meanwhile. */
  readonly resumed?: Resumed | undefined;
  /** Events that cannot be replayed; the list was reloaded. `count` is undefined where it is not known. */
  readonly missed?: { readonly count: number | undefined; readonly reason: string } | undefined;
  /** Errors of the answer that could not be shown; undefined once one can. */
  readonly errors?: readonly GraphqlError[] | undefined;
  /** The arrival of the opened link does not exist. */
  readonly linkGone?: true | undefined;
}

/** A number of arrivals, counted up to 10,000. */
export interface Count {
  readonly value: number;
  readonly isExact: boolean;
}

/** Values that the loaded arrivals have, for filters. */
export interface Facets {
  /** Names by id. */
  readonly partners: ReadonlyMap<string, string>;
  /** Names by UN/LOCODE. */
  readonly ports: ReadonlyMap<string, string>;
  readonly carriers: ReadonlySet<string>;
}

/** The last mark of the viewer, and the document that it is on. */
export type ShownMark = MarkReport & { readonly reference: string };

/** All that the board shows. */
export interface BoardState {
  readonly phase: 'loading' | 'ready' | 'refused' | 'failed';
  /** The server's message, once `failed`. */
  readonly failure: string | undefined;
  readonly connection: ConnectionStatus;
  readonly view: ViewState;
  /** The tab whose rows are shown. */
  readonly tab: Tab;
  /** The rows in order. */
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Whether the rows are those of the list before, until the chosen one is read. */
  readonly isOpening: boolean;
  /** Counts of the tabs, under the filter of the page alone; absent until they are counted. */
  readonly counts: Readonly<Partial<Record<Tab, Count>>>;
  /** Arrivals of the shown list; undefined until they are counted. */
  readonly total: Count | undefined;
  readonly facets: Facets;
  readonly status: BoardStatus;
  /** Rows that changed a moment ago. */
  readonly fresh: ReadonlySet<string>;
  /** Announcement for screen readers. */
  readonly changedCount: number;
  readonly lastChanged: Row | undefined;
  /** Alerts that were raised since the viewer last chose the tab of those that need attention. */
  readonly newAlerts: number;
  readonly opened: OpenedArrival | undefined;
  readonly mark: ShownMark | undefined;
}
