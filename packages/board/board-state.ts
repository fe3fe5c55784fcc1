import type { GraphqlError } from '../client/document.ts';
import type { ConnectionStatus } from '../client/reconnection.ts';
import type { FacetCollector } from './facets.ts';
import type { MarkReport } from './mark-commands.ts';
import type { Arrival, Row } from './model/arrival-row.ts';
import type { Tab, ViewState } from './model/view-state.ts';

/** For how long the connection was lost, and how many versions have arrived since. */
export interface Resumed {
  readonly seconds: number;
  readonly count: number;
}

/** Events that are shown to the user until they are dismissed. */
export interface BoardStatus {
  /** Set after a reconnection: how long it took, and how many versions were received in the meantime. */
  readonly resumed?: Resumed | undefined;
  /** Events that cannot be replayed, so that the list was reloaded. `count` is undefined if it is unknown. */
  readonly missed?: { readonly count: number | undefined; readonly reason: string } | undefined;
  /** Errors of the answer that could not be shown; undefined once one can. */
  readonly errors?: readonly GraphqlError[] | undefined;
  /** Whether the arrival that was to be opened does not exist. */
  readonly linkGone?: true | undefined;
}

/** A number of arrivals, counted up to 10,000. */
export interface Count {
  readonly value: number;
  readonly isExact: boolean;
}

/** The arrival whose panel is open. The panel reads its details by `Board.query`. */
export interface OpenedArrival {
  /** Global id of the arrival. */
  readonly id: string;
  /** The last known state of the arrival, which may have left the list since. */
  readonly arrival: Arrival;
  /** Increases when the arrival changes; the panel then reads its details again. */
  readonly revision: number;
}

/** Everything that the board shows. */
export interface BoardState {
  readonly phase: 'loading' | 'ready' | 'refused' | 'failed';
  /** The server's message if the state is `failed`. */
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
  /** Counts of the tabs, with only the filter of the page; absent until they have been counted. */
  readonly counts: Readonly<Partial<Record<Tab, Count>>>;
  /** Number of arrivals in the shown list; undefined until they have been counted. */
  readonly total: Count | undefined;
  readonly facets: FacetCollector;
  readonly status: BoardStatus;
  /** Ids of rows that changed recently. */
  readonly fresh: Pick<ReadonlySet<string>, 'has'>;
  /** Number of changes, announced to screen readers. */
  readonly changedCount: number;
  readonly lastChanged: Row | undefined;
  /** Number of alerts that were raised since the viewer last chose the tab of arrivals that need attention. */
  readonly newAlerts: number;
  readonly opened: OpenedArrival | undefined;
  /** Ids of the selected rows. */
  readonly selected: ReadonlySet<string>;
  /** The last mark of the viewer, until it is dismissed or replaced by another one. */
  readonly mark: MarkReport | undefined;
}

/** Returns the selected rows that the list has. */
export function selectedRows({ rows, selected }: BoardState): readonly Row[] {
  return selected.size === 0 ? [] : rows.filter(({ id }) => selected.has(id));
}
