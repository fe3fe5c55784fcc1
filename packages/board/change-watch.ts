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

export type RaisedAlert = NonNullable<BoardAlertsSubscription['arrivalAlertRaised']['alert']>;

export interface ChangeWatchOptions {
  readonly client: CoreClient;
  /** Ids of the partners whose notices are followed; undefined for all partners. */
  readonly partners: readonly string[] | undefined;
  /**
   * Called when a record was received, at an instant by the server's clock. A changed arrival follows shortly after.
   */
  readonly onReceived: (at: string, record: 'version' | 'event') => void;
  /** Called when the arrival of an alert has changed. */
  readonly onAlert: (alert: RaisedAlert) => void;
  readonly onMissed: (missed: MissedEvents) => void;
  /** Called when the subscription of alerts has ended permanently. */
  readonly onEnd: (error: unknown) => void;
}

/** Follows the logs from which arrivals are derived, and the log of alerts. */
export class ChangeWatch implements Disposable {
  readonly #options: ChangeWatchOptions;
  readonly #ended = new AbortController();

  constructor(options: ChangeWatchOptions) {
    this.#options = options;
  }

  /**
   * Reads the current ends of the logs and subscribes from there. @throws {LandfallClientError} they could not be read
   */
  async open(): Promise<void> {
    const { client, partners, onReceived, onAlert, onEnd } = this.#options;
    const { data } = await client.query(BoardLogHeadsDocument, {}, { signal: this.#ended.signal });
    const filter = partners === undefined ? {} : { partners };
    void this.#follow(BoardAlertsDocument, { filter, ...from(data?.alerts) }, ({ arrivalAlertRaised: { alert } }) => {
      if (alert !== null) onAlert(alert);
    }).catch((error: unknown) => this.#ended.signal.aborted || onEnd(error));
    // A log that the viewer has no right to cannot be followed; its changes are then detected by alerts and at
    // intervals.
    this.#follow(BoardVersionsDocument, { filter, ...from(data?.versions) }, ({ arrivalNoticeVersionReceived: { version } }) => {
      if (version !== null) onReceived(version.receivedAt, 'version');
    }).catch(this.#ignoreRefusal);
    this.#follow(BoardPortCallEventsDocument, from(data?.events), ({ portCallEventReceived: { event } }) => {
      if (event !== null) onReceived(event.receivedAt, 'event');
    }).catch(this.#ignoreRefusal);
  }

  [Symbol.dispose](): void {
    this.#ended.abort();
  }

  async #follow<R, V>(document: TypedDocument<R, V>, variables: V, onEvent: (event: R) => void): Promise<void> {
    const { signal } = this.#ended;
    const { client, onMissed } = this.#options;
    for await (const event of client.subscribe(document, variables, { signal, onMissed })) onEvent(event);
  }

  readonly #ignoreRefusal = (error: unknown): void => {
    const isRight = error instanceof LandfallClientError && error.code === 'FORBIDDEN';
    if (!this.#ended.signal.aborted && !isRight) this.#options.onEnd(error);
  };
}

function from(head: { readonly cursor: string } | null | undefined): { readonly after?: string } {
  return head == null ? {} : { after: head.cursor };
}
