import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAt, textAt } from '../../../subgraphs/shared/joins/wire-values.ts';
import { temporaryFolder } from '../../support/landfall.ts';
import { openLandfall } from '../../support/open-landfall.ts';
import type { NoticeKind } from '../../support/world/notices.ts';
import type { WorldCall } from '../../support/world/sailing.ts';
import type { World } from '../../support/world/world.ts';
import { openWorldPartners } from '../../support/world-partners.ts';

/** A world with many notices, of which some name the ship that was to come and others the one that came. */
const seed = 2;

interface Row {
  readonly partner: string;
  readonly transportDocumentReference: string;
  readonly current: {
    readonly arrivalCall: {
      readonly unique: { readonly call: { readonly records: readonly TimedRecord[]; readonly portCallEvents: Events } } | null;
    };
    readonly portCallEvents: Events;
  };
}
interface Events {
  readonly outcome: string;
  readonly events: readonly { readonly event: { readonly eventID: string } }[];
}
interface TimedRecord {
  readonly partner: string;
  readonly transportCallReference: string | null;
  readonly UNLocationCode: string;
  readonly times: readonly { readonly dateTime: string }[];
}

const events = 'portCallEvents { outcome events { event { eventID } } }';
const query = `{ arrivalNotices(first: 100) { nodes { partner transportDocumentReference current { ${events}
  arrivalCall(maxWaitMs: 60000) { unique { call { records { partner transportCallReference UNLocationCode times { dateTime } } ${events} } } } } } } }`;

interface Told {
  readonly about: string;
  readonly kind: NoticeKind;
  readonly truth: WorldCall;
  /** The true calls that the records of the offered call may be of, each of which may be told in equal words of several. */
  readonly calls: readonly ReadonlySet<WorldCall | undefined>[] | undefined;
  /** The true calls of the events, where they are of one visit: found from the notice, and from the call that it means. */
  readonly direct: readonly (WorldCall | undefined)[] | undefined;
  readonly throughCall: readonly (WorldCall | undefined)[] | undefined;
  readonly hasRightShip: boolean;
}

let told: readonly Told[] = [];
const open: AsyncDisposable[] = [];

beforeAll(async () => {
  const partners = await openWorldPartners(seed);
  const folder = await temporaryFolder();
  await partners.writeFiles(folder.path);
  const landfall = await openLandfall({ PARTNERS_DIR: folder.path });
  open.push(landfall, partners, folder);
  await partners.pushAll(landfall.url);
  const { arrivalNotices } = await landfall.ask<{ arrivalNotices: { nodes: Row[] } }>(query);
  told = tellTruth(partners.world, arrivalNotices.nodes);
});
afterAll(async () => {
  for (const resource of open) await resource[Symbol.asyncDispose]();
});

test('over HTTP no notice is matched with a wrong call', () => {
  expect(told.filter(({ calls, truth }) => calls?.some((meant) => !meant.has(truth))).map(({ about }) => about)).toEqual([]);
});

test('over HTTP no notice is matched with the events of a wrong call', () => {
  const isWrong = ({ direct = [], throughCall = [], truth }: Told) => [...direct, ...throughCall].some((call) => call !== truth);
  expect(told.filter(isWrong).map(({ about }) => about)).toEqual([]);
});

test('over HTTP at least 95 % of the notices that hold the right IMO number and voyage find their call and its events', () => {
  const complete = told.filter(({ kind, hasRightShip }) => (kind === 'COMPLETE' || kind === 'PLAIN') && hasRightShip);
  expect(complete.length).toBeGreaterThan(10);
  expect(complete.filter(({ calls }) => calls !== undefined).length / complete.length).toBeGreaterThanOrEqual(0.95);
  // A call that is left out is shown and never offered.
  const going = complete.filter(({ truth }) => !truth.isOmitted);
  expect(going.filter(({ throughCall }) => throughCall !== undefined).length / going.length).toBeGreaterThanOrEqual(0.95);
});

function tellTruth(world: World, rows: readonly Row[]): Told[] {
  const records = recordsOf(world);
  const callOfEvent = new Map(
    world.eventPublishers.flatMap((publisher) =>
      world.eventsOf(publisher).map((event) => [textAt(event, 'eventID'), world.truth.callOf(event)]),
    ),
  );
  const visitOf = (found: Events | undefined) =>
    found?.outcome === 'UNIQUE' ? found.events.map(({ event }) => callOfEvent.get(event.eventID)) : undefined;
  const byReference = new Map(rows.map((row) => [`${row.partner} ${row.transportDocumentReference}`, row.current]));
  return world.carriers.flatMap((carrier) =>
    world.noticesOf(carrier).map(({ notice, kind }): Told => {
      const about = `${carrier.id} ${textAt(notice, 'transportDocumentReference')}`;
      const [truth, joins] = [world.truth.callOf(notice), byReference.get(about)];
      if (truth === undefined || joins === undefined) throw new Error(`${about} is not there`);
      const { arrivalCall, portCallEvents } = joins;
      return {
        about,
        kind,
        truth,
        calls: arrivalCall.unique?.call.records.map(({ times, ...record }) => {
          return (
            records.get(
              wordsOf(
                record,
                times.map(({ dateTime }) => dateTime),
              ),
            ) ?? new Set([undefined])
          );
        }),
        direct: visitOf(portCallEvents),
        throughCall: visitOf(arrivalCall.unique?.call.portCallEvents),
        hasRightShip: listAt(notice, 'transport', 'legs').some(
          (leg) => textAt(leg, 'vesselVoyage', 'vesselIMONumber')?.trim() === truth.ship.vesselIMONumber,
        ),
      };
    }),
  );
}

/** Everything that carriers say of calls, by what a record of the answer shows of it. */
function recordsOf(world: World): ReadonlyMap<string, ReadonlySet<WorldCall | undefined>> {
  const records = new Map<string, Set<WorldCall | undefined>>();
  const add = (wire: unknown, record: Omit<TimedRecord, 'times'>) => {
    const times = listAt(wire, 'timestamps').flatMap((timestamp) => textAt(timestamp, 'eventDateTime') ?? []);
    const words = wordsOf(record, times);
    records.set(words, (records.get(words) ?? new Set()).add(world.truth.callOf(wire as object)));
  };
  for (const carrier of world.carriers) {
    const partner = carrier.id;
    for (const service of world.vesselSchedulesOf(carrier)) {
      for (const call of listAt(service, 'vesselSchedules').flatMap((schedule) => listAt(schedule, 'transportCalls'))) {
        const transportCallReference = textAt(call, 'transportCallReference') ?? null;
        add(call, { partner, transportCallReference, UNLocationCode: textAt(call, 'location', 'UNLocationCode') ?? '' });
      }
    }
    for (const port of world.portSchedulesOf(carrier)) {
      const UNLocationCode = textAt(port, 'location', 'UNLocationCode') ?? '';
      for (const schedule of listAt(port, 'vesselSchedules')) add(schedule, { partner, transportCallReference: null, UNLocationCode });
    }
  }
  return records;
}

function wordsOf({ partner, transportCallReference, UNLocationCode }: Omit<TimedRecord, 'times'>, times: readonly string[]): string {
  return JSON.stringify([partner, transportCallReference, UNLocationCode, times.toSorted()]);
}
