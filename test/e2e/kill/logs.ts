import { partnerKeys } from '../../support/landfall.ts';
import type { OpenLandfall } from '../../support/open-landfall.ts';
import {
  createEventSubscriber,
  createSubscriber,
  eventNameOf,
  type LogEvent,
  nameOf,
  type PortCallEventPayload,
  type Subscriber,
  type VersionEvent,
} from '../../support/subscriber.ts';

/** A log under whose pushes a process is killed. It has few entities, and each version has a different time. */
export interface KilledLog<E extends LogEvent> {
  /** Pushes one version for each number. */
  push(url: string, numbers: readonly number[]): Promise<Response>;
  /** Returns the names of the versions with these numbers, as `nameOf` returns them for events. */
  namesOf(numbers: readonly number[]): string[];
  subscribe(): Subscriber<E>;
  nameOf(event: E): string;
  /** The cursor at the end of the log. */
  headCursor(landfall: OpenLandfall): Promise<string>;
  /** Returns the name of the current version of each entity. */
  currentOf(landfall: OpenLandfall): Promise<string[]>;
}

const entityIds = 7;
const entityIdOf = (number: number): string => `D${number % entityIds}`;
/** Returns a different instant for each number, in random order. */
const instantOf = (number: number): string => new Date(Date.UTC(2026, 0, 1) + ((number * 7_919) % 100_003) * 1_000).toISOString();
const namesOf = (numbers: readonly number[]): string[] => numbers.map((number) => `${entityIdOf(number)} ${instantOf(number)}`);

export const notices: KilledLog<VersionEvent> = {
  push: (url, numbers) =>
    post(`${url}/dcsa/arrival-notices`, {
      arrivalNotices: numbers.map((number) => ({ transportDocumentReference: entityIdOf(number), issueDateTime: instantOf(number) })),
    }),
  namesOf,
  subscribe: () => createSubscriber('0'),
  nameOf,
  headCursor: async (landfall) =>
    (await landfall.query<{ log: { cursor: string } }>('{ log: arrivalNoticeVersionLog { cursor } }')).log.cursor,
  currentOf: async (landfall) => {
    interface Answer {
      readonly arrivalNotices: { nodes: { transportDocumentReference: string; current: { issueDateTime: string } }[] };
    }
    const query = '{ arrivalNotices(first: 500) { nodes { transportDocumentReference current { issueDateTime } } } }';
    const { arrivalNotices } = await landfall.query<Answer>(query);
    return arrivalNotices.nodes.map(({ transportDocumentReference, current }) => `${transportDocumentReference} ${current.issueDateTime}`);
  },
};

export const portCallEvents: KilledLog<PortCallEventPayload> = {
  push: (url, numbers) =>
    post(`${url}/dcsa/events`, {
      events: numbers.map((number) => ({ eventID: entityIdOf(number), eventUpdatedDateTime: instantOf(number) })),
    }),
  namesOf,
  subscribe: () => createEventSubscriber('0'),
  nameOf: eventNameOf,
  headCursor: async (landfall) => (await landfall.query<{ log: { cursor: string } }>('{ log: portCallEventLog { cursor } }')).log.cursor,
  currentOf: async (landfall) => {
    const query = '{ portCallEvents(first: 500) { nodes { eventID eventUpdatedDateTime } } }';
    const answer = await landfall.query<{ portCallEvents: { nodes: { eventID: string; eventUpdatedDateTime: string }[] } }>(query);
    return answer.portCallEvents.nodes.map(({ eventID, eventUpdatedDateTime }) => `${eventID} ${eventUpdatedDateTime}`);
  },
};

function post(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme },
    body: JSON.stringify(body),
  });
}
