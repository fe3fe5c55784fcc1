import { LandfallClientError } from '../client/client-error.ts';
import type { CoreClient } from '../client/core-client.ts';
import type { MissedEvents, TypedDocument } from '../client/document.ts';
import {
  type ArrivalFilter,
  BoardAlertsDocument,
  BoardChangedDocument,
  type BoardChangedQuery,
  BoardPortCallEventsDocument,
  BoardStartDocument,
  BoardVersionsDocument,
} from '../client/generated/operations.ts';
import { ArrivalList, type ListQuery, type Refreshed } from './arrival-list.ts';
import { RefreshTimer } from './refresh-timer.ts';

export interface LiveListOptions {
  readonly client: CoreClient;
  /** Ids of the partners whose notices are followed; undefined for all partners. */
  readonly partners: readonly string[] | undefined;
  /** Called when a refresh has read arrivals again. @param ids those that have changed, whether or not they are in the list */
  readonly onRefreshed: (list: ArrivalList, found: Refreshed, ids: readonly string[]) => Promise<void>;
  readonly onVersion: () => void;
  readonly onMissed: (missed: MissedEvents) => void;
  /** Called when so much has changed that the list has to be read again. @param rows number of rows that were loaded */
  readonly onOutdated: (rows: number) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** An arrival that has changed, and when. */
type Change = NonNullable<BoardChangedQuery['arrivals']>['nodes'][number];

/** A change may be stored later than one that has a later time: how much later it is still found. */
const marginMs = 20_000;
/** Minimum time between two reads of the whole list if too much changes, and between a change and such a read, until all of it is stored. */
const [reopenPauseMs, leastReopenPauseMs] = [3_000, 1_000];

/** Keeps a list of arrivals up to date: follows what is received, and reads what has changed. */
export class LiveList implements Disposable {
  readonly #options: LiveListOptions;
  readonly #refreshes = new RefreshTimer((isIdle) => this.#refresh(isIdle));
  #list: ArrivalList | undefined;
  /** Aborted when the logs are no longer followed. */
  #following: AbortController | undefined;
  /** The latest changes that were read, by the ids of their arrivals: what is not among them is news. */
  #seen: ReadonlyMap<string, string> = new Map();
  /** Ids of arrivals with alerts that have just come into their log: the arrivals may have been read before. */
  #alerted = new Set<string>();
  /** The latest change when the whole list had to be read again: earlier ones are in it. */
  #readThrough = '';
  #openedAtMs = 0;
  /** Whether the list is shown, and can be refreshed. */
  #isRead = false;
  #reopening: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LiveListOptions) {
    this.#options = options;
  }

  /** Whether the list that was opened last is read as far as it is to be shown. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** The list that was opened last. */
  get list(): ArrivalList | undefined {
    return this.#list;
  }

  /**
   * Opens another list and reads its first page.
   *
   * @param rows number of rows to load, if there are as many
   * @returns undefined if yet another list was opened in the meantime
   * @throws {LandfallClientError} the list could not be read, and is still the last one that was opened
   */
  async open(query: ListQuery, rows = 0): Promise<ArrivalList | undefined> {
    clearTimeout(this.#reopening);
    this.#reopening = undefined;
    this.#list?.[Symbol.dispose]();
    this.#openedAtMs = Date.now();
    this.#isRead = false;
    const list = new ArrivalList(this.#options.client, query);
    this.#list = list;
    try {
      await this.#follow();
      do await list.readMore();
      while (this.#list === list && list.hasMore && list.arrivals.length < rows);
    } catch (error) {
      if (this.#list === list) throw error;
    }
    if (this.#list !== list) return undefined;
    this.#isRead = true;
    // Versions that were received earlier may not have been evaluated yet.
    this.#refreshes.wake();
    return list;
  }

  /** Something has happened after which arrivals change, so that they are read again. */
  refresh(): void {
    this.#refreshes.wake();
  }

  /** Stops following, until another list is opened. */
  unfollow(): void {
    this.#following?.abort();
    this.#following = undefined;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#reopening);
    this.#refreshes[Symbol.dispose]();
    this.#list?.[Symbol.dispose]();
    this.#list = undefined;
    this.unfollow();
  }

  /**
   * Follows the log of alerts, and the logs from which arrivals are derived, from their current ends. Starts before the
   * first page is read, so that no change is missed in between.
   */
  async #follow(): Promise<void> {
    if (this.#following !== undefined) return;
    const following = new AbortController();
    this.#following = following;
    const { signal } = following;
    const { client, partners, onVersion, onMissed, onTrouble } = this.#options;
    const onEnd = (error: unknown) => {
      if (signal.aborted) return;
      this.unfollow();
      onTrouble(error);
    };
    // A log that the viewer has no right to cannot be followed; its changes are then detected by alerts and at intervals.
    const onEndOfRecords = (error: unknown) => {
      if (!(error instanceof LandfallClientError && error.code === 'FORBIDDEN')) onEnd(error);
    };
    const follow = async <R, V>(document: TypedDocument<R, V>, variables: V, onEvent: (event: R) => void) => {
      for await (const event of client.subscribe(document, variables, { signal, onMissed })) onEvent(event);
    };
    const { data } = await client.query(BoardStartDocument, { filter: this.#changes() }, { signal }).catch((error: unknown) => {
      if (!signal.aborted) this.unfollow();
      throw error;
    });
    this.#seen = timesOf(data.arrivals?.nodes ?? []);
    const filter = partners === undefined ? {} : { partners };
    follow(BoardAlertsDocument, { filter, ...from(data.alerts) }, ({ arrivalAlertRaised: { alert } }) => {
      if (alert?.arrival) this.#alerted.add(alert.arrival.id);
      this.refresh();
    }).catch(onEnd);
    follow(BoardVersionsDocument, { filter, ...from(data.versions) }, ({ arrivalNoticeVersionReceived: { version } }) => {
      this.refresh();
      if (version !== null) onVersion();
    }).catch(onEndOfRecords);
    follow(BoardPortCallEventsDocument, from(data.events), () => this.refresh()).catch(onEndOfRecords);
  }

  /** @param isIdle reads the latest changes again, because time alone ends a snooze and makes an alert urgent */
  async #refresh(isIdle: boolean): Promise<void> {
    const list = this.#list;
    if (list === undefined || !this.#isRead || this.#reopening !== undefined) return;
    const { client, onRefreshed, onTrouble } = this.#options;
    const alerted = this.#alerted;
    this.#alerted = new Set();
    try {
      const { data } = await client.query(BoardChangedDocument, { filter: this.#changes(isIdle) });
      const { nodes = [], pageInfo } = data.arrivals ?? {};
      const isOutdated = !isIdle && pageInfo?.hasNextPage;
      const news = nodes.flatMap(({ id, changedAt }) => (this.#seen.get(id) === changedAt ? [] : id));
      const ids = [...new Set([...alerted, ...news])];
      const read = isIdle ? [...new Set([...nodes.map(({ id }) => id), ...ids])] : ids;
      const found = isOutdated || read.length === 0 ? undefined : await list.refresh(read);
      if (this.#list !== list || (found === undefined && !isOutdated)) for (const id of alerted) this.#alerted.add(id);
      if (this.#list !== list) return;
      if (isOutdated) this.#reopenLater(list, nodes[0]?.changedAt);
      if (isOutdated || found !== undefined) this.#seen = timesOf(nodes);
      if (found !== undefined) await onRefreshed(list, found, ids);
    } catch (error) {
      if (this.#list !== list) return;
      this.#isRead = false;
      onTrouble(error);
    }
  }

  /** Selects the changes since the latest known one. */
  #changes(isIdle = false): ArrivalFilter {
    const { partners } = this.#options;
    const [latest] = this.#seen.values();
    const filter = { isOpen: null, ...(partners && { partners }) };
    if (latest === undefined || isIdle) return filter;
    const recent = new Date(Date.parse(latest) - marginMs).toISOString();
    return { ...filter, changedAfter: recent < this.#readThrough ? this.#readThrough : recent };
  }

  #reopenLater({ arrivals }: ArrivalList, latest = ''): void {
    this.#readThrough = latest;
    const delayMs = Math.max(leastReopenPauseMs, this.#openedAtMs + reopenPauseMs - Date.now());
    this.#reopening = setTimeout(() => this.#options.onOutdated(arrivals.length), delayMs);
  }
}

function from(head: { readonly cursor: string } | null | undefined): { readonly after?: string } {
  return head == null ? {} : { after: head.cursor };
}

function timesOf(changes: readonly Change[]): ReadonlyMap<string, string> {
  return new Map(changes.map(({ id, changedAt }) => [id, changedAt]));
}
