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
  /** Only notices of these partners; undefined: of all. */
  readonly partners: readonly string[] | undefined;
  /** A record was received at this instant of the server's clock: an arrival follows it a moment later. */
  readonly onReceived: (at: string, record: 'version' | 'event') => void;
  /** The arrival of the alert has changed. */
  readonly onAlert: (alert: RaisedAlert) => void;
  readonly onMissed: (missed: MissedEvents) => void;
  /** The subscription of alerts has ended permanently. */
  readonly onEnd: (error: unknown) => void;
}

/** Follows the logs that arrivals are derived from, and that of their alerts. */
export class ChangeWatch implements Disposable {
  readonly #options: ChangeWatchOptions;
  readonly #ended = new AbortController();

  constructor(options: ChangeWatchOptions) {
    this.#options = options;
  }

  /** Subscribes from the present ends of the logs, which are read first. @throws {LandfallClientError} they could not be read */
  async open(): Promise<void> {
    const { client, partners, onReceived, onAlert, onEnd } = this.#options;
    const { data } = await client.query(BoardLogHeadsDocument, {}, { signal: this.#ended.signal });
    const filter = partners === undefined ? {} : { partners };
    void this.#follow(BoardAlertsDocument, { filter, ...from(data?.alerts) }, ({ arrivalAlertRaised: { alert } }) => {
      if (alert !== null) onAlert(alert);
    }).catch((error: unknown) => this.#ended.signal.aborted || onEnd(error));
    // Without the right to one of these there is nothing to follow there; alerts and the clock then tell of changes.
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
