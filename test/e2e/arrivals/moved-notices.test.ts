import { describe, expect, test } from 'vitest';
import { callerOf, type Entitlement, openCaller } from '#platform/access/entitlement.ts';
import { readConfig } from '#platform/config.ts';
import { openBackends } from '#platform/process/backends.ts';
import { eventWith, fullVoyage, noticeWith, vesselScheduleWith, type Wire } from '../../contract/matching/samples.ts';
import { dayIn } from '../../support/day-in.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { laterShips } from '../../support/later-ships.ts';
import { openPartners } from '../../support/partners.ts';
import { someStoresOfTests } from '../../support/stores.ts';
import { until } from '../../support/until.ts';
import { openLandfallFor } from '../access/visibility-landfall.ts';
import { party } from './stated-facts.ts';

const carriers = [{ carrierCode: 'MAEU', carrierCodeListProvider: 'NMFTA' }] as const;
const all: Entitlement = { ...openCaller.entitlement, operator: false };
const everything = callerOf(all, 'everything');
const ofCarrier = callerOf({ ...all, partners: ['acme'] }, 'ofCarrier');
const ofParty = callerOf({ ...all, parties: [party] }, 'ofParty');

/** A version of a notice: its number, its day, and what differs from the others. */
interface Version extends Wire {
  readonly version: number;
  readonly day: number;
}
const noticeOf = (document: string, { version, day, ...others }: Version): Wire =>
  noticeWith({
    transportDocumentReference: document,
    issueDateTime: `2026-01-0${version}T08:00:00Z`,
    date: dayIn(day),
    documentParties: [{ partyFunction: 'CN', identifyingCodes: [party] }],
    ...others,
  });
const otherVoyage = { ...fullVoyage, vesselIMONumber: '9839179', vesselName: 'Other', carrierImportVoyageNumber: '650E' };
/** A notice that states its day at the leg only. */
const atLeg = (day: number): Wire => ({
  transport: {
    portOfDischarge: { UNLocationCode: 'SGSIN' },
    legs: [{ modeOfTransport: 'VESSEL', vesselVoyage: fullVoyage, arrivalDate: { value: dayIn(day), classifier: 'EST' } }],
  },
});
const [first, moved] = [
  { version: 1, day: 3 },
  { version: 4, day: 13 },
] as const;

/** The pushes of each document, and whether the call of day 3 is its match. */
const documents: Readonly<Record<string, { readonly pushes: readonly (readonly Version[])[]; readonly isFound: boolean }>> = {
  MOVED: { pushes: [[first], [moved]], isFound: true },
  BACKWARDS: {
    pushes: [
      [
        { ...first, day: 2 },
        { version: 2, day: 3 },
      ],
      [{ ...moved, day: -5 }],
    ],
    isFound: true,
  },
  IN_STEPS: { pushes: [[first], [{ version: 2, day: 7 }], [{ version: 3, day: 10 }], [moved]], isFound: true },
  AT_ONCE: { pushes: [[moved, first, { version: 2, day: 7 }]], isFound: true },
  LATE: { pushes: [[moved], [first]], isFound: true },
  REPEATED: { pushes: [[first], [{ version: 2, day: 13 }], [{ version: 3, day: 13, blNumber: 'X' }], [moved]], isFound: true },
  OTHER_SHIP_BETWEEN: { pushes: [[first], [{ version: 2, day: 7, voyage: otherVoyage }], [moved]], isFound: true },
  AT_LEG: { pushes: [[{ ...first, ...atLeg(3) }], [{ version: 2, day: 0, ...atLeg(13) }], [{ ...moved, ...atLeg(13) }]], isFound: true },
  OF_OTHER_PARTY: { pushes: [[{ ...first, documentParties: [] }], [moved]], isFound: true },
  NEVER_THERE: { pushes: [[moved]], isFound: false },
  LATER_VERSION: { pushes: [[{ ...moved, version: 1 }], [{ ...first, version: 2, day: 13 }]], isFound: false },
  OTHER_VOYAGE_BEFORE: { pushes: [[{ ...first, voyage: otherVoyage }], [moved]], isFound: false },
  ARRIVED: {
    pushes: [[first], [{ ...moved, transport: { ...(noticeWith({ date: dayIn(13) })['transport'] as object), ...actualOn(13) } }]],
    isFound: false,
  },
};

function actualOn(day: number): Wire {
  return { portOfDischargeArrivalDate: { value: dayIn(day), classifier: 'ACT' } };
}

const query = `{ arrivalNotices(first: 50) { nodes { transportDocumentReference current {
  arrivalCall { outcome unique { call { arrivalNotices { notices(first: 50) { version { transportDocumentReference } reasons } } } } }
  portCallEvents { outcome } } } } }`;
interface Page {
  readonly arrivalNotices: {
    readonly nodes: readonly {
      readonly transportDocumentReference: string;
      readonly current: {
        readonly arrivalCall: {
          readonly outcome: string;
          readonly unique: {
            readonly call: {
              readonly arrivalNotices: {
                readonly notices: readonly { version: { transportDocumentReference: string }; reasons: readonly string[] }[];
              };
            };
          } | null;
        };
        readonly portCallEvents: { readonly outcome: string };
      };
    }[];
  };
}

const modes = ['together', 'apart'] as const;
const cases = someStoresOfTests().flatMap((testStore) => modes.map((mode) => ({ testStore, mode, name: `${testStore.name}, ${mode}` })));

describe.for(cases)('notices and events that move before the others do, over $name', ({ testStore, mode }) => {
  test('keep their matches in all joins', async () => {
    await using folder = await temporaryFolder();
    await using opened = testStore.open();
    await using backends = await openBackends(readConfig({ DATA_DIR: folder.path, ...opened.environment }));
    const vesselSchedules = [vesselScheduleWith({ arrival: `${dayIn(3)}T12:00:00+08:00` }), ...laterShips(Date.now())];
    await using partners = await openPartners({ acme: { carriers, schedules: { vesselSchedules } }, port: {} });
    await partners.writeFiles(folder.path);
    await using landfall = await openLandfallFor({ store: backends.store, partnersDir: folder.path, mode });
    const outcomesFor = async (caller: typeof everything) => {
      const { data, errors } = await landfall.query<Page>(caller, query);
      expect(errors).toEqual([]);
      return data.arrivalNotices.nodes;
    };
    const expected = (outcomeOf: (document: string) => string) =>
      Object.fromEntries(Object.keys(documents).map((document) => [document, outcomeOf(document)]));
    const foundOf = (document: string) => (documents[document]?.isFound === true ? 'UNIQUE' : 'AMBIGUOUS');

    for (let push = 0; push < 4; push += 1) {
      const notices = Object.entries(documents).flatMap(([document, { pushes }]) =>
        (pushes[push] ?? []).map((version) => noticeOf(document, version)),
      );
      if (notices.length > 0) await landfall.push('acme', '/arrival-notices', ...notices);
    }
    const berthOn = (day: number, update: number) =>
      eventWith({
        event: { eventUpdatedDateTime: `2026-01-0${update}T08:00:00Z` },
        terminalCall: { terminalCallReference: undefined },
        timestamp: { classifierCode: 'PLN', serviceDateTime: `${dayIn(day)}T04:00:00Z` },
      }).wire as Wire;
    await landfall.push('port', '/events', berthOn(3, 1));

    for (const caller of [everything, ofCarrier, ofParty]) {
      const nodes = await outcomesFor(caller);
      const outcomes = Object.fromEntries(nodes.map(({ transportDocumentReference, current }) => [transportDocumentReference, current]));
      const isHidden = (document: string) => caller === ofParty && document === 'OF_OTHER_PARTY';
      expect(Object.fromEntries(Object.entries(outcomes).map(([document, { arrivalCall }]) => [document, arrivalCall.outcome]))).toEqual(
        expected((document) => (isHidden(document) ? 'AMBIGUOUS' : foundOf(document))),
      );
      const ofCall = outcomes['MOVED']?.arrivalCall.unique?.call.arrivalNotices.notices ?? [];
      const inWindow = ofCall.filter(({ reasons }) => !reasons.includes('OUTSIDE_WINDOW'));
      expect(inWindow.map(({ version }) => version.transportDocumentReference).toSorted()).toEqual(
        Object.keys(documents)
          .filter((document) => foundOf(document) === 'UNIQUE' && !isHidden(document))
          .toSorted(),
      );
      if (caller !== ofCarrier) expect(outcomes['MOVED']?.portCallEvents.outcome).toBe('UNIQUE');
    }

    // The port moves by more than the month in which candidates are.
    await landfall.push('port', '/events', berthOn(55, 2));
    const [node] = (await outcomesFor(everything)).filter(({ transportDocumentReference }) => transportDocumentReference === 'MOVED');
    expect(node?.current.portCallEvents.outcome).toBe('UNIQUE');
    const eventQuery =
      '{ portCallEvents { nodes { call { outcome } arrivalNotices { notices(first: 50) { version { transportDocumentReference } reasons } } } } }';
    const { data } = await landfall.query<EventPage>(everything, eventQuery);
    const [event] = data.portCallEvents.nodes;
    expect(event?.call.outcome).toBe('UNIQUE');
    expect(event?.arrivalNotices.notices.map(({ version }) => version.transportDocumentReference)).toContain('MOVED');

    // What was removed counts no longer.
    const { store } = backends;
    await store.removals.begin({ id: 'age', startedAt: new Date().toISOString(), reason: { kind: 'AGE', receivedBefore: '2026-01-01' } });
    const versions = store.versions('arrival-notice-versions');
    const entityId = JSON.stringify(['acme', 'MOVED']);
    const [, ...earlier] = await versions.listVersions({ entityId, limit: 10 });
    await store.removals.removeVersions('age', 'arrival-notice-versions', earlier);
    const after = (await outcomesFor(everything)).map(({ transportDocumentReference, current }) => [
      transportDocumentReference,
      current.arrivalCall.outcome,
    ]);
    expect(Object.fromEntries(after)).toEqual(expected((document) => (document === 'MOVED' ? 'AMBIGUOUS' : foundOf(document))));
  }, 60_000);
});

describe.for(someStoresOfTests())('an earlier version that is received late, over $name', (testStore) => {
  test('gives the arrival its match, and the delay that the others state afterwards is reported', async () => {
    await using folder = await temporaryFolder();
    await using opened = testStore.open();
    await using backends = await openBackends(readConfig({ DATA_DIR: folder.path, ...opened.environment }));
    const schedulesOn = (day: number) => ({
      vesselSchedules: [vesselScheduleWith({ arrival: `${dayIn(day)}T12:00:00+08:00` }), ...laterShips(Date.now())],
    });
    await using partners = await openPartners({ acme: { carriers, schedules: schedulesOn(3) } });
    await partners.writeFiles(folder.path);
    const tenants = [everything, ofCarrier];
    await using landfall = await openLandfallFor({ store: backends.store, partnersDir: folder.path, tenants, scheduleSeconds: 2 });
    const scheduleOf = async (caller: typeof everything) => {
      const arrivalQuery = `{ arrivals { nodes { statements { schedule { outcome arrival { localDate } } } openAlerts { kind hoursMoved } } } }`;
      const { data, errors } = await landfall.query<ArrivalPage>(caller, arrivalQuery);
      expect(errors).toEqual([]);
      return data.arrivals.nodes[0];
    };
    const untilOutcome = (outcome: string) =>
      until(async () => {
        const arrivals = await Promise.all(tenants.map(scheduleOf));
        return arrivals.every((arrival) => arrival?.statements.schedule.outcome === outcome);
      });
    await landfall.push('acme', '/arrival-notices', noticeOf('TD', moved));
    await untilOutcome('AMBIGUOUS');
    await landfall.push('acme', '/arrival-notices', noticeOf('TD', first));
    // At the next query: the newest version is the same.
    await untilOutcome('UNIQUE');
    partners.producer('acme').publish(schedulesOn(13));
    for (const caller of tenants) {
      const { openAlerts } = await until(async () => {
        const arrival = await scheduleOf(caller);
        return arrival?.statements.schedule.arrival?.localDate === dayIn(13) && arrival;
      });
      expect(openAlerts).toContainEqual({ kind: 'ETA_CHANGED', hoursMoved: 240 });
    }
  }, 60_000);
});

interface ArrivalPage {
  readonly arrivals: {
    readonly nodes: readonly {
      readonly statements: { readonly schedule: { readonly outcome: string; readonly arrival: { readonly localDate: string } | null } };
      readonly openAlerts: readonly { readonly kind: string; readonly hoursMoved: number | null }[];
    }[];
  };
}

interface EventPage {
  readonly portCallEvents: {
    readonly nodes: readonly {
      readonly call: { readonly outcome: string };
      readonly arrivalNotices: { readonly notices: readonly { version: { transportDocumentReference: string } }[] };
    }[];
  };
}
