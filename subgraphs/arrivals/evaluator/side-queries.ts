import type { Caller } from '#platform/access/entitlement.ts';
import type { ExecuteQuery } from '#platform/graphql/engine.ts';
import { batchesOf } from '#platform/store/batches.ts';
import {
  type PortFieldsFragment,
  PortSourcesDocument,
  type PortSourcesQuery,
  type ScheduleFieldsFragment,
  SidesDocument,
  type SidesQuery,
} from '../generated/queries.ts';
import { arrivalIdOf, noticeIdentityOf } from '../model.ts';
import { callKeyOfJourney } from '../statements/notice.ts';
import { isUnanswered } from '../statements/schedule.ts';
import { callerOfPartners } from '../tenant-views.ts';

/** What the sides answered about one arrival in one view; a side that did not answer is absent. */
export interface SideAnswers {
  /** {@link callKeyOf} the version that was current at the time of the query. */
  readonly callKey: string;
  /** See `ArrivalState`. */
  readonly matchKey?: string | undefined;
  readonly schedule?: ScheduleFieldsFragment | null | undefined;
  readonly port?: PortFieldsFragment | null | undefined;
}

/** A question to the sides about one arrival. */
export interface SideQuestion {
  readonly request: {
    readonly arrivalId: string;
    /** Maximum age of schedules. */
    readonly maxAgeSeconds?: number | undefined;
    /** Whether the earlier versions of events are needed. */
    readonly startsAgain?: boolean | undefined;
  };
  /** Under whose rights the sides are queried. */
  readonly caller: Caller;
  /** Gets the answer, by arrival. */
  readonly into: Map<string, SideAnswers>;
}

interface SideQueries {
  readonly executeQuery: ExecuteQuery;
  /** Returns whether a partner may be queried for schedules. */
  readonly offersSchedules: (partner: string) => boolean;
}

/** Maximum number of notices in one query of sides, and the time for which it waits for partners. */
const [maxNotices, maxWaitMs] = [50, 5_000];
/** Maximum number of rows on one page of the answer. A document may have several notices. */
const maxRows = 200;
/** With fewer lists of partners, asking who has stated anything costs more than asking for each list. */
const minLists = 4;

/**
 * Queries the sides. Questions about one arrival under equal rights are one.
 *
 * @param of.distinct answers by their content: equal ones become one object
 */
export async function querySides(
  { executeQuery }: Pick<SideQueries, 'executeQuery'>,
  questions: readonly SideQuestion[],
  { distinct, signal }: { readonly distinct: Map<string, SideAnswers>; readonly signal: AbortSignal },
): Promise<void> {
  for (const ofCaller of groupsOf(questions, ({ caller }) => caller.key)) {
    const asked = groupsOf(ofCaller, ({ request }) => request.arrivalId);
    const byArrival = new Map(asked.map((same) => [same[0].request.arrivalId, same]));
    const requests = asked.map(([{ request }]) => request);
    await queryNotices<SidesQuery>(executeQuery, requests, { document: SidesDocument, caller: ofCaller[0].caller, signal }, (node) => {
      if (node.current == null) return;
      const { transport, arrivalMatchKey, arrivalCall: schedule, portCallEvents: events } = node.current;
      const [callKey, matchKey] = [callKeyOfJourney(transport), arrivalMatchKey ?? undefined];
      // Which ports have answered differs between views that get the same events. Only the others count.
      const port = events && { ...events, sources: events.sources.filter((source) => isUnanswered([source])) };
      const answer: SideAnswers = { callKey, matchKey, schedule, port };
      const content = JSON.stringify(answer);
      const known = distinct.get(content) ?? answer;
      if (known === answer) distinct.set(content, answer);
      const arrivalId = arrivalIdOfNode(node);
      for (const { into } of byArrival.get(arrivalId) ?? []) into.set(arrivalId, known);
    });
  }
}

/**
 * Reduces the rights of questions to the partners on which the answers depend, if that makes questions equal: partners that may be
 * queried for schedules, and those whose events are about the arrival. So tenants whose lists of partners differ
 * only in others share an answer, and none gets one that contains the statement of a partner outside its own list.
 */
export async function withoutSilentPartners<Question extends SideQuestion>(
  { executeQuery, offersSchedules }: SideQueries,
  questions: readonly Question[],
  signal: AbortSignal,
): Promise<Question[]> {
  const reduced = groupsOf(
    questions,
    ({
      caller: {
        entitlement: { partners, portCalls },
      },
    }) => {
      // Which events belong to an arrival depends on what the schedules state.
      return partners === '*' ? '*' : JSON.stringify([portCalls, partners.filter(offersSchedules).toSorted()]);
    },
  ).map(async (alike): Promise<Question[]> => {
    const { partners, portCalls } = alike[0].caller.entitlement;
    if (partners === '*' || new Set(alike.map(({ caller }) => caller.key)).size < minLists) return [...alike];
    const named = new Set(alike.flatMap(({ caller }) => caller.entitlement.partners));
    const requests = groupsOf(alike, ({ request }) => request.arrivalId).map(([{ request }]) => request);
    const caller = callerOfPartners([...named], portCalls);
    const sources = portCalls ? await portSourcesOf(executeQuery, requests, { caller, signal }) : new Map<string, PortSources>();
    return alike.map((question) => {
      const { arrivalId } = question.request;
      const of = portCalls ? sources.get(arrivalId) : noSources;
      if (of === undefined) return question;
      const own = noticeIdentityOf(arrivalId).partner;
      const listed = [...question.caller.entitlement.partners].toSorted();
      const stating = listed.filter((partner) => partner === own || offersSchedules(partner) || of.dependsOn.has(partner));
      // That nothing is known of a visit differs from that it could be known from no one.
      const isAsked = stating.some((partner) => of.possible.has(partner));
      const silent = isAsked ? undefined : listed.find((partner) => of.possible.has(partner));
      return { ...question, caller: callerOfPartners([...stating, ...(silent === undefined ? [] : [silent])], portCalls) };
    });
  });
  return (await Promise.all(reduced)).flat();
}

/** Partners that may state something of a visit, and those that have. */
interface PortSources {
  readonly possible: ReadonlySet<string>;
  readonly dependsOn: ReadonlySet<string>;
}

const noSources: PortSources = { possible: new Set(), dependsOn: new Set() };

/** Returns the sources by arrival; none of an arrival for which not all schedules are known. */
async function portSourcesOf(
  executeQuery: ExecuteQuery,
  requests: readonly SideQuestion['request'][],
  of: { readonly caller: Caller; readonly signal: AbortSignal },
): Promise<Map<string, PortSources>> {
  const sources = new Map<string, PortSources>();
  await queryNotices<PortSourcesQuery>(executeQuery, requests, { document: PortSourcesDocument, ...of }, (node) => {
    const { arrivalCall, portCallEvents } = node.current ?? {};
    if (arrivalCall == null || portCallEvents == null || isUnanswered(arrivalCall.sources)) return;
    sources.set(arrivalIdOfNode(node), {
      possible: new Set(portCallEvents.sources.flatMap(({ partner }) => partner?.id ?? [])),
      dependsOn: new Set(portCallEvents.dependsOn.map(({ id }) => id)),
    });
  });
  return sources;
}

type NoticeNode<Query extends SidesQuery | PortSourcesQuery> = NonNullable<NonNullable<Query['arrivalNotices']>['nodes'][number]>;

/** Queries the notices of arrivals, page by page. A notice that is not answered is left out. */
async function queryNotices<Query extends SidesQuery | PortSourcesQuery>(
  executeQuery: ExecuteQuery,
  requests: readonly SideQuestion['request'][],
  { document, caller, signal }: { readonly document: string; readonly caller: Caller; readonly signal: AbortSignal },
  read: (node: NoticeNode<Query>) => void,
): Promise<void> {
  for (const ofAge of groupsOf(requests, ({ maxAgeSeconds }) => String(maxAgeSeconds))) {
    for (const batch of batchesOf(ofAge, maxNotices)) {
      const notices = batch.map(({ arrivalId }) => noticeIdentityOf(arrivalId));
      const variables = {
        references: [...new Set(notices.map(({ transportDocumentReference }) => transportDocumentReference))],
        partners: [...new Set(notices.map(({ partner }) => partner))],
        first: maxRows,
        maxAgeSeconds: ofAge[0].maxAgeSeconds,
        maxWaitMs,
        portCalls: caller.entitlement.portCalls,
        history: batch.some(({ startsAgain }) => startsAgain === true),
      };
      let after: string | null | undefined;
      do {
        const { data } = await executeQuery({ document, variables: { ...variables, after }, caller, signal });
        const page: Query['arrivalNotices'] | undefined = (data as Query | null)?.arrivalNotices;
        for (const node of page?.nodes ?? []) if (node !== null) read(node as NoticeNode<Query>);
        after = page?.pageInfo.hasNextPage === true ? page.pageInfo.endCursor : undefined;
      } while (after != null);
    }
  }
}

function arrivalIdOfNode(node: NoticeNode<SidesQuery> | NoticeNode<PortSourcesQuery>): string {
  return arrivalIdOf({ ...node, partner: node.partner.id });
}

/** Groups items by a key, in the order of their first items. */
function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
