import { eventRecordOf } from '@landfall/matching/claims/records.ts';
import { matchKeyOfEvent } from '@landfall/matching/keys/match-key.ts';
import { encodeMatchKey } from '@landfall/matching/keys/match-key-text.ts';
import { openEventClaims } from '@landfall/matching/rules/visit-rules.ts';
import DataLoader from 'dataloader';
import { lazily } from '#platform/cache/bounded-cache.ts';
import { LandfallError } from '#platform/errors.ts';
import type { Edge } from '#platform/graphql/shared-types.ts';
import { parseGlobalId } from '#platform/log/global-id.ts';
import type { LogPage } from '#platform/log/log-page.ts';
import { createLogQueries, versionKeyOf } from '#platform/log/log-queries.ts';
import type { StoredContext } from '#platform/process/subgraph.ts';
import type { Clash, CurrentOrder } from '#platform/store/version-store.ts';
import type { AgedRequest, SourcedPage } from '#platform/upstream/refresh.ts';
import type { EventIndexes } from './matching/event-indexes.ts';
import { createMatches, type EventMatchSetView, isMoving } from './matching/matches.ts';
import { entityIdOf, type PortCallEventFilter, termOf, versionFilterOf } from './model.ts';
import type { EventViews, PortCallEvent } from './store/port-call-events.ts';
import { type PortCallTimeline, timelineOf } from './timeline.ts';
import type { EventsQuery } from './upstream/request-urls.ts';

export type EventContext = StoredContext<EventViews, EventMatchSetView, EventsQuery>;

/** The parts that the queries of one request need. */
interface QueryParts extends EventContext {
  /** Indexes of events, shared by all requests. */
  readonly eventIndexes: EventIndexes;
}

export type EventPage = SourcedPage;

export type EventEdge = Edge<EventPage>;

/** Maximum number of events in one timeline, and of versions of one event that are shown with it. */
const maxTimelineEvents = 1_000;
const maxVersions = 100;
/** A port call has a few dozen events. */
const maxEventsBeside = 200;

/** The queries of one request. Repeated lookups are combined into one query of the store. */
export type Queries = ReturnType<typeof createQueries>;

/** A port call, as a partner identifies it. */
interface PortCallKey {
  readonly partner: string;
  readonly portCallID: string;
}

/** Creates the queries of one request, under the rights of its caller. */
export function createQueries(parts: QueryParts) {
  const { candidates, rows } = parts;
  const view = parts.views.event;
  const log = createLogQueries('port-call-events', parts);
  const { rules, possibleSources, matchCache, eventIndexes: indexes } = parts;
  const matches = lazily(() => createMatches({ log, view: candidates.event, rules, possibleSources, matchCache, indexes }));

  /** Reads the events of some port calls with one query, on average up to `most` of each. */
  const eventsOfPortCalls = async (keys: readonly PortCallKey[], most: number): Promise<PortCallEvent[]> => {
    const [partners, ids] = [new Set(keys.map(({ partner }) => partner)), new Set(keys.map(({ portCallID }) => portCallID))];
    const filter = { all: [[...partners].map((id) => termOf('partner', id)), [...ids].map((id) => termOf('portCallID', id))] };
    const heads = keys.length === 0 ? [] : await log.findMatches(filter, most * ids.size);
    return heads.map(({ current }) => candidates.event(current));
  };

  /** Loads all timelines of one request, and groups their events afterwards. */
  const timelines = new DataLoader<PortCallKey, PortCallTimeline | undefined, string>(
    async (keys) => {
      const events = await eventsOfPortCalls(keys, maxTimelineEvents);
      return keys.map((key) => {
        const own = events.filter(({ stored, portCall }) => stored.partner === key.partner && portCall?.portCallID === key.portCallID);
        const shown = own.slice(0, maxTimelineEvents);
        for (const { stored } of shown) rows.add('portCallEvents', stored);
        return shown.length === 0 ? undefined : timelineOf(key, shown);
      });
    },
    { cacheKeyFn: ({ partner, portCallID }) => JSON.stringify([partner, portCallID]) },
  );

  /** Gives the keys of a page at once, so that partners are asked about its calls together. */
  const matchKeyTexts = new DataLoader<PortCallEvent, string>(async (events) => {
    const moving = events.filter(isMoving);
    const found = await log.earlierVersions(moving.map(({ stored }) => stored));
    const earlier = new Map(found.map((versions, place) => [moving[place], versions.map(candidates.event)]));
    const recordOf = (event: PortCallEvent) => eventRecordOf(event, { partner: event.stored.partner }, earlier.get(event));
    const portCalls = events.flatMap(({ stored: { partner }, portCall }) =>
      portCall?.portCallID === undefined ? [] : [{ partner, portCallID: portCall.portCallID }],
    );
    const claimOf = openEventClaims((await eventsOfPortCalls(portCalls, maxEventsBeside)).map(recordOf));
    return events.map(recordOf).map((event) => encodeMatchKey(matchKeyOfEvent({ ...event, claim: claimOf(event) })));
  });

  const versionById = async (id: string): Promise<PortCallEvent | undefined> => {
    const parsed = parseGlobalId(id);
    const key = parsed?.typeName === 'PortCallEvent' ? versionKeyOf(parsed.key) : undefined;
    const stored = key && (await log.version(key));
    return stored && view(stored);
  };

  return {
    events: async (order: CurrentOrder, query: AgedRequest<PortCallEventFilter>): Promise<EventPage> => {
      const { filter, page } = query;
      // Partners are requested before the store is read, so that their answers are on the page.
      const reports = await parts.refresh(query, parts.caller);
      const rows = await log.list(order, { filter: versionFilterOf(filter), scope: filter, page });
      return { ...rows, partners: filter.partners, reports };
    },
    eventLog: (query: { filter: PortCallEventFilter; after?: string | null | undefined; first: number }): Promise<LogPage> =>
      log.readLog({ ...query, filter: versionFilterOf(query.filter) }),
    eventsOfCall: (matchKey: string) => matches().load(matchKey),
    /** Returns the match key of the call of an event, as text, from everything that it states or has stated about it. */
    matchKeyTextOf: (event: PortCallEvent): Promise<string> => matchKeyTexts.load(event),
    timeline: (partner: string, portCallID: string) => timelines.load({ partner, portCallID }),

    /** @throws {LandfallError} NOT_FOUND */
    eventById: async (id: string): Promise<PortCallEvent> => {
      const event = await versionById(id);
      if (event === undefined) throw new LandfallError('NOT_FOUND', 'There is no such port call event.');
      return event;
    },
    isCurrent: async ({ stored }: PortCallEvent): Promise<boolean> =>
      (await log.currentRow(stored.entityId))?.current.sortKey === stored.sortKey,
    replyTo: async ({ stored, replyToEventID }: PortCallEvent): Promise<PortCallEvent | undefined> => {
      if (replyToEventID === undefined) return undefined;
      const head = await log.currentRow(entityIdOf(stored.partner, replyToEventID));
      return head && view(head.current);
    },
    clashesOf: async ({ stored: { partner, entityId, sortKey } }: PortCallEvent): Promise<readonly Clash[]> => {
      const clashes = await log.clashes({ entityId, sortKey });
      for (const { contentHash } of clashes) rows.add('portCallEvents', { partner, entityId, sortKey: `${sortKey} ${contentHash}` });
      return clashes;
    },
    versionsOf: async ({ stored }: PortCallEvent): Promise<PortCallEvent[]> =>
      (await log.versionsOf(stored.entityId, { first: maxVersions })).rows.map(view),
  };
}
