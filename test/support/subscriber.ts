import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

/** The fields that every event of a log has. */
export interface LogEvent {
  readonly cursor: string;
  readonly missed: {
    readonly reason: string;
    readonly from: string | null;
    readonly to: string | null;
    readonly count: number | null;
  } | null;
}

/** An event of `arrivalNoticeVersionReceived` as selected by the tests' subscribers. */
export interface VersionEvent extends LogEvent {
  readonly version: { readonly id: string; readonly transportDocumentReference: string; readonly issueDateTime: string } | null;
}

/** An event of `portCallEventReceived` as selected by the tests' subscribers. */
export interface PortCallEventPayload extends LogEvent {
  readonly event: { readonly id: string; readonly eventID: string; readonly eventUpdatedDateTime: string } | null;
}

/** Returns the content of a version event as a string for comparison: reference and time of issue. */
export function nameOf({ version }: VersionEvent): string {
  return `${version?.transportDocumentReference} ${version?.issueDateTime}`;
}

/** Returns the content of a port call event as a string for comparison: identity and time of its last change. */
export function eventNameOf({ event }: PortCallEventPayload): string {
  return `${event?.eventID} ${event?.eventUpdatedDateTime}`;
}

/** A subscriber that records its events and resumes after the last one, like a client that has lost its server. */
export interface Subscriber<E extends LogEvent = VersionEvent> {
  readonly events: readonly E[];
  /**
   * Listens at this address until the connection is lost or `stop` is called. Resolves when the connection has ended.
   */
  listen(url: string): Promise<void>;
  stop(): Promise<void>;
  readonly stopped: boolean;
  /** Resolves when the events so far satisfy the condition. */
  until(condition: (events: readonly E[]) => boolean): Promise<void>;
}

/** @param start cursor to begin after: `"0"` replays everything, undefined starts now */
export function createSubscriber(start: string | undefined, filter?: object): Subscriber {
  return subscribe<VersionEvent>({
    field: 'arrivalNoticeVersionReceived',
    filterType: 'ArrivalNoticeFilter',
    selection: 'version { id transportDocumentReference issueDateTime }',
    start,
    filter,
  });
}

/** Creates a subscriber of the log of port call events. */
export function createEventSubscriber(start: string | undefined, filter?: object): Subscriber<PortCallEventPayload> {
  return subscribe<PortCallEventPayload>({
    field: 'portCallEventReceived',
    filterType: 'PortCallEventFilter',
    selection: 'event { id eventID eventUpdatedDateTime }',
    start,
    filter,
  });
}

/** An event of `arrivalAlertRaised` as selected by the tests' subscribers. */
export interface AlertEvent extends LogEvent {
  readonly alert: {
    readonly id: string;
    readonly kind: string;
    readonly transition: 'RAISED' | 'CLOSED';
    readonly before: { readonly text: string } | null;
    readonly after: { readonly text: string } | null;
    readonly hoursMoved: number | null;
    readonly arrival: { readonly id: string; readonly transportDocumentReference: string } | null;
  } | null;
}

/** Returns the content of an alert event as a string for comparison: kind, transition and document. */
export function alertNameOf({ alert }: AlertEvent): string {
  return `${alert?.kind} ${alert?.transition} ${alert?.arrival?.transportDocumentReference}`;
}

/** Creates a subscriber of the log of alerts. @param options.connectionParams signs in */
export function createAlertSubscriber(
  start: string | undefined,
  { filter, connectionParams }: { readonly filter?: object; readonly connectionParams?: Record<string, unknown> } = {},
): Subscriber<AlertEvent> {
  return subscribe<AlertEvent>({
    field: 'arrivalAlertRaised',
    filterType: 'ArrivalAlertFilter',
    selection: 'alert { id kind transition before { text } after { text } hoursMoved arrival { id transportDocumentReference } }',
    start,
    filter,
    connectionParams,
  });
}

interface Subscription {
  readonly field: string;
  readonly filterType: string;
  readonly selection: string;
  readonly start: string | undefined;
  readonly filter: object | undefined;
  /** Payload of the connection's first message. */
  readonly connectionParams?: Record<string, unknown> | undefined;
}

function subscribe<E extends LogEvent>({ field, filterType, selection, start, filter, connectionParams }: Subscription): Subscriber<E> {
  const query = `subscription ($after: String, $filter: ${filterType}) {
    ${field}(after: $after, filter: $filter) { cursor ${selection} missed { reason from to count } } }`;
  const events: E[] = [];
  const waiting = new Set<() => void>();
  let cursor = start;
  let close: (() => Promise<void>) | undefined;
  let stopped = false;
  const take = (event: E): void => {
    cursor = event.cursor;
    events.push(event);
    for (const check of waiting) check();
  };
  return {
    events,
    listen: async (url) => {
      const address = `${url.replace(/^http/, 'ws')}/graphql`;
      const client = createClient({ url: address, webSocketImpl: WebSocket, retryAttempts: 0, lazy: true, connectionParams });
      close = async () => {
        await client.dispose();
      };
      const variables = { ...(cursor === undefined ? {} : { after: cursor }), ...(filter === undefined ? {} : { filter }) };
      try {
        for await (const result of client.iterate<Record<string, E>>({ query, variables })) {
          if (result.errors !== undefined) throw new Error(JSON.stringify(result.errors));
          const event = result.data?.[field];
          if (event) take(event);
        }
      } catch (error) {
        // A lost connection only ends the listening; an error message of the server is a failure.
        if (error instanceof Error) throw error;
      }
    },
    stop: async () => {
      stopped = true;
      await close?.();
    },
    get stopped() {
      return stopped;
    },
    until: (condition) =>
      new Promise((resolve) => {
        const check = () => {
          if (!condition(events)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}
