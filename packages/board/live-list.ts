import { LandfallClientError } from '../client/client-error.ts';
import type { CoreClient } from '../client/core-client.ts';
import type { MissedEvents, TypedDocument } from '../client/document.ts';
import {
  BoardAlertsDocument,
  type BoardAlertsSubscription,
  BoardLogHeadsDocument,
  BoardPortCallEventsDocument,
  BoardVersionsDocument,
} from '../client/generated/operations.ts';
import { ArrivalList, type ListQuery, type Refreshed } from './arrival-list.ts';
import { type RefreshRequest, RefreshTimer } from './refresh-timer.ts';

export interface LiveListOptions {
  readonly client: CoreClient;
  /** Ids of the partners whose notices are followed; undefined for all partners. */
  readonly partners: readonly string[] | undefined;
  /**
   * Called when a refresh has read the arrivals that changed. @param named ids of arrivals that were to be read in any
   * case
   */
  readonly onRefreshed: (list: ArrivalList, found: Refreshed, named: readonly string[]) => Promise<void>;
  readonly onVersion: () => void;
  readonly onAlert: (alert: NonNullable<BoardAlertsSubscription['arrivalAlertRaised']['alert']>) => void;
  readonly onMissed: (missed: MissedEvents) => void;
  /** Called when so much has changed that the list has to be read again. @param rows number of rows that were loaded */
  readonly onOutdated: (rows: number) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** Minimum time between two reads of the whole list if too much changes. */
const reopenPauseMs = 3_000;

/** Keeps a list of arrivals up to date: follows what is received, and reads what has changed. */
export class LiveList implements Disposable {
  readonly #options: LiveListOptions;
  readonly #refreshes = new RefreshTimer((request) => this.#refresh(request));
  #list: ArrivalList | undefined;
  /** Aborted when the logs are no longer followed. */
  #following: AbortController | undefined;
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
    const { client, partners } = this.#options;
    clearTimeout(this.#reopening);
    this.#reopening = undefined;
    this.#list?.[Symbol.dispose]();
    this.#openedAtMs = Date.now();
    this.#isRead = false;
    const list = new ArrivalList(client, query, partners);
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
    this.#refreshes.restart(new Date(this.#openedAtMs).toISOString());
    return list;
  }

  /** Reads arrivals again. @param ids known ids of arrivals that have changed */
  refresh(ids: readonly string[] = []): void {
    this.#refreshes.changed(ids);
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
    const { client, partners, onVersion, onAlert, onMissed, onTrouble } = this.#options;
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
    const { data } = await client.query(BoardLogHeadsDocument, {}, { signal }).catch((error: unknown) => {
      if (!signal.aborted) this.unfollow();
      throw error;
    });
    const filter = partners === undefined ? {} : { partners };
    follow(BoardAlertsDocument, { filter, ...from(data?.alerts) }, ({ arrivalAlertRaised: { alert } }) => {
      if (alert === null) return;
      this.#refreshes.changed(alert.arrival === null ? [] : [alert.arrival.id], alert.closedAt ?? alert.raisedAt);
      onAlert(alert);
    }).catch(onEnd);
    follow(BoardVersionsDocument, { filter, ...from(data?.versions) }, ({ arrivalNoticeVersionReceived: { version } }) => {
      if (version === null) return;
      onVersion();
      this.#refreshes.received(version.receivedAt);
    }).catch(onEndOfRecords);
    follow(BoardPortCallEventsDocument, from(data?.events), ({ portCallEventReceived: { event } }) => {
      if (event !== null) this.#refreshes.received(event.receivedAt);
    }).catch(onEndOfRecords);
  }

  async #refresh({ since, named }: RefreshRequest): Promise<boolean> {
    const list = this.#list;
    if (list === undefined || !this.#isRead || this.#reopening !== undefined) return false;
    const { onRefreshed, onTrouble } = this.#options;
    try {
      const found = await list.refresh(since, named);
      if (this.#list !== list) return false;
      if (found.isOutdated) this.#reopenLater(list);
      else await onRefreshed(list, found, named);
      return found.hasNews;
    } catch (error) {
      if (this.#list === list) {
        this.#isRead = false;
        onTrouble(error);
      }
      return false;
    }
  }

  #reopenLater({ arrivals }: ArrivalList): void {
    const delayMs = Math.max(0, this.#openedAtMs + reopenPauseMs - Date.now());
    this.#reopening = setTimeout(() => this.#options.onOutdated(arrivals.length), delayMs);
  }
}

function from(head: { readonly cursor: string } | null | undefined): { readonly after?: string } {
  return head == null ? {} : { after: head.cursor };
}
