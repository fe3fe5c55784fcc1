import { join } from 'node:path';
import { openSandbox } from '@landfall/sandbox/sandbox.ts';
import { openingLength } from '@landfall/sandbox/scenario.ts';
import type { SandboxEvent } from '@landfall/sandbox/scenario-runner.ts';
import { expect, it } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/logger.ts';
import { packageRoot } from '#platform/package-root.ts';
import { type Clock, systemClock } from '#platform/time/clock.ts';
import { start } from '../../../gateway/main.ts';
import { deferred } from '../../support/deferred.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { patientQuery } from '../../support/patient-query.ts';
import { until } from '../../support/until.ts';

interface MatchSet {
  readonly outcome: string;
  readonly unique: {
    readonly confidence: string;
    readonly reasons: readonly string[];
    readonly call: { readonly records: readonly { readonly kind: string; readonly partner: { readonly id: string } }[] };
  } | null;
  readonly candidates: readonly { readonly confidence: string; readonly reasons: readonly string[] }[];
}

interface Notice {
  readonly partner: { readonly id: string };
  readonly transportDocumentReference: string;
  readonly current: {
    readonly transport: { readonly portOfDischarge: { readonly UNLocationCode: string } };
    readonly arrivalCall: MatchSet;
    readonly portCallEvents: {
      readonly outcome: string;
      readonly currentTimes: readonly { readonly classifierCode: string; readonly state: string }[];
      readonly events: readonly {
        readonly isCurrent: boolean;
        readonly event: { readonly portCall: { readonly isOmitted: boolean | null } };
      }[];
    };
  };
}

const request = `query ($filter: ArrivalNoticeFilter) {
  arrivalNotices(filter: $filter, first: 100) {
    nodes {
      partner { id }
      transportDocumentReference
      current {
        transport { portOfDischarge { UNLocationCode } }
        arrivalCall(maxAgeSeconds: 0) {
          outcome
          unique { confidence reasons call { records { kind partner { id } } } }
          candidates { confidence reasons }
        }
        portCallEvents { outcome currentTimes { classifierCode state } events { isCurrent event { portCall { isOmitted } } } }
      }
    }
  }
}`;

/** The expected matches of documents with an assignment, by number. All others are UNIQUE and STRONG. */
const deviating: Readonly<Record<string, Readonly<Record<number, { readonly calls: object; readonly events: string }>>>> = {
  'northern-star': {
    // Only name and voyage are known.
    3: { calls: { outcome: 'UNIQUE', unique: { confidence: 'PROBABLE' } }, events: 'UNIQUE' },
    // On a ship of which another carrier publishes the schedule: known from the port's list of all partners' numbers.
    4: { calls: { outcome: 'UNIQUE', unique: { confidence: 'STRONG' } }, events: 'UNIQUE' },
    // No voyage, and the ship calls twice.
    5: {
      calls: { outcome: 'AMBIGUOUS', unique: null, candidates: [{ confidence: 'PROBABLE' }, { confidence: 'PROBABLE' }] },
      events: 'AMBIGUOUS',
    },
    // The ship was replaced: the schedule and the port have another one on the same voyage.
    7: { calls: { outcome: 'CONFLICTING', unique: null, candidates: [{ reasons: ['VESSEL_DIFFERS'] }] }, events: 'CONFLICTING' },
  },
  'coral-line': { 3: { calls: { outcome: 'UNIQUE', unique: { confidence: 'PROBABLE' } }, events: 'UNIQUE' } },
};

it('schedules and events find the call of every notice with ship and voyage, and report the deviations of the others', async () => {
  await using reported = await tell(60_000, { ...openings, quayside: (pushes) => pushes.length >= 6 });
  const notices = await reported.notices();
  expect(new Set(notices.map(({ transportDocumentReference }) => transportDocumentReference)).size).toBe(16);
  for (const {
    partner: { id: partner },
    transportDocumentReference,
    current,
  } of notices) {
    const number = reported.documentsOf(partner).indexOf(transportDocumentReference);
    const isOfSlots = partner === 'northern-star' && /^(AU|NZ)/.test(current.transport.portOfDischarge.UNLocationCode);
    const ordinary = {
      calls: { outcome: 'UNIQUE', unique: { confidence: number === 3 ? 'PROBABLE' : 'STRONG' } },
      // Found by the numbers of all carriers of the call, even if the notice has those of one that publishes no
      // schedule.
      events: 'UNIQUE',
    };
    const { calls, events } = deviating[partner]?.[number] ?? ordinary;
    const which = `${partner} ${number} ${JSON.stringify(current)}`;
    expect(current.arrivalCall, which).toMatchObject(calls);
    expect(current.portCallEvents.outcome, which).toBe(events);
    const records = current.arrivalCall.unique?.call.records ?? [];
    if (isOfSlots) expect(records, which).toContainEqual({ kind: 'PORT_SCHEDULE', partner: { id: 'coral-line' } });
  }
});

it('reaching a berth, omitting a port and correcting a ship change the answer', async () => {
  // Later pushes of a carrier may move the same ships again.
  await using reported = await tell(20, {
    ...openings,
    'northern-star': (pushes) => pushes.some(({ kind }) => kind === 'VESSEL_CHANGED'),
    quayside: (pushes) => pushes.some(({ kind }) => kind === 'CALL_OMITTED'),
  });
  const noticeOf = async (partner: string, number: number) => {
    const reference = reported.documentsOf(partner)[number];
    const [notice] = await reported.notices({ transportDocumentReferences: [reference] });
    return notice?.current;
  };
  const arriving = await noticeOf('northern-star', 6);
  expect(arriving?.arrivalCall).toMatchObject({ outcome: 'UNIQUE', unique: { confidence: 'STRONG' } });
  expect(new Set(arriving?.portCallEvents.currentTimes.map(({ classifierCode }) => classifierCode))).toEqual(
    new Set(['EST', 'REQ', 'PLN', 'ACT']),
  );
  expect((await noticeOf('northern-star', 7))?.arrivalCall).toMatchObject({
    outcome: 'UNIQUE',
    // The scenario may have moved the ship to another terminal meanwhile.
    unique: { confidence: 'STRONG', reasons: expect.not.arrayContaining(['VESSEL_DIFFERS']) },
  });
  // The schedule no longer has the call, the port states why, and the notice still announces it.
  const omitted = await noticeOf('coral-line', 7);
  expect(omitted?.arrivalCall).toMatchObject({ outcome: 'NONE', candidates: [] });
  expect(omitted?.portCallEvents.outcome).toBe('AMBIGUOUS');
  expect(omitted?.portCallEvents.events.map(({ isCurrent }) => isCurrent)).not.toContain(true);
  expect(omitted?.portCallEvents.events.map(({ event }) => event.portCall.isOmitted)).toContain(true);
});

/** The condition on which a party has pushed enough and stops. */
type Enough = (pushes: readonly SandboxEvent[]) => boolean;

const openings: Readonly<Record<string, Enough>> = {
  'northern-star': (pushes) => pushes.length >= openingLength,
  'coral-line': (pushes) => pushes.length >= openingLength,
};

/**
 * Starts a Landfall, and waits until each party of the sandbox has pushed enough and Landfall has all notices; none of
 * them pushes more.
 */
async function tell(paceMs: number, enoughOf: Readonly<Record<string, Enough>>) {
  const folder = await temporaryFolder();
  const events: SandboxEvent[] = [];
  const finished = new Set<string>();
  const allFinished = deferred();
  let pushing: string | undefined;
  const untilClosed = (signal?: AbortSignal) =>
    new Promise<void>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));
  const clock: Clock = {
    now: systemClock.now,
    wait: (ms, signal) => {
      // A party waits after it has reported its push.
      const party = pushing ?? '';
      pushing = undefined;
      return finished.has(party) ? untilClosed(signal) : systemClock.wait(ms, signal);
    },
  };
  const sandbox = await openSandbox({
    clock,
    onEvent: (event) => {
      events.push(event);
      const isPush = ({ kind, status }: SandboxEvent) => status !== undefined && kind !== 'ANSWERED';
      if (!isPush(event)) return;
      pushing = event.party;
      if (enoughOf[event.party]?.(events.filter((other) => other.party === event.party && isPush(other)))) finished.add(event.party);
      if (Object.keys(enoughOf).every((party) => finished.has(party))) allFinished.resolve();
    },
  });
  const files = { DATA_DIR: folder.path, PARTNERS_DIR: join(packageRoot, 'partners/sandbox'), ACCESS_FILE: join(folder.path, 'none') };
  const landfall = await start('all', readConfig({ PORT: '0', ...files }), createLogger('silent'), {
    env: sandbox.env,
    evaluatesArrivals: false,
  });
  sandbox.run({ landfallUrl: landfall.url, paceMs });
  await allFinished.promise;
  const sendQuery = async <T>(query: string, variables: object): Promise<T> => {
    const answer = await fetch(`${landfall.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await answer.json()) as { data: T; errors?: unknown };
    expect(errors).toBeUndefined();
    return data;
  };
  const documentsOf = (party: string): string[] => [
    ...new Set(events.filter((event) => event.party === party).flatMap(({ reference }) => reference ?? [])),
  ];
  const documents = ['northern-star', 'coral-line'].flatMap(documentsOf);
  await until(async () => {
    const query = '{ arrivalNotices(first: 100) { nodes { transportDocumentReference } } }';
    const { arrivalNotices } = await sendQuery<{ arrivalNotices: { nodes: Notice[] } }>(query, {});
    // After a notification Landfall has to fetch the notice.
    const held = new Set(arrivalNotices.nodes.map(({ transportDocumentReference }) => transportDocumentReference));
    return documents.every((document) => held.has(document));
  });
  return {
    /** Returns the references of a carrier's documents in the order of their first notices. */
    documentsOf,
    notices: async (filter: object = {}): Promise<Notice[]> => {
      const { arrivalNotices } = await sendQuery<{ arrivalNotices: { nodes: Notice[] } }>(patientQuery(request), { filter });
      return arrivalNotices.nodes;
    },
    [Symbol.asyncDispose]: async () => {
      await sandbox[Symbol.asyncDispose]();
      await landfall[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
