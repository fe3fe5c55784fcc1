import { listAt, textAt, valueAt } from '@landfall/dcsa/wire-values.ts';
import type { NoticeKind } from '../world/notices.ts';
import type { WorldCall } from '../world/sailing.ts';
import { placeholder } from '../world/voyage-numbers.ts';
import type { World } from '../world/world.ts';
import type { RecordRow } from './answers.ts';

/** A notice as its carrier wrote it, and its true meaning. */
export interface TrueNotice {
  readonly partner: string;
  readonly transportDocumentReference: string;
  readonly notice: object;
  /** Its earlier versions, the newest first. */
  readonly earlier: readonly object[];
  readonly kind: NoticeKind;
  readonly call: WorldCall;
  /** Its statement about the voyage of the ship that carries the cargo. */
  readonly voyage: object;
  /** Whether it states IMO number, port and voyage, all of them correctly. */
  readonly isFaultless: boolean;
}

/** The truth in a world, which Landfall has to find out. */
export interface Truth {
  readonly world: World;
  readonly notices: ReadonlyMap<string, TrueNotice>;
  noticeOf(row: { readonly partner: { readonly id: string }; readonly transportDocumentReference: string }): TrueNotice;
  callOfEvent(eventID: string): WorldCall | undefined;
  /** Returns all events of a call. */
  eventsOf(call: WorldCall): readonly object[];
  /** Returns the calls to which a record may belong: several if their statements are the same. */
  callsOfRecord(record: RecordRow): ReadonlySet<WorldCall | undefined>;
  /** Returns whether a Producer with the right endpoint states the call. */
  isPublished(call: WorldCall): boolean;
}

/** Collects the truth of a world. */
export function truthOf(world: World): Truth {
  const { records, published } = recordsOf(world);
  const events = new Map<string, { event: object; call: WorldCall }>();
  const eventsByCall = new Map<WorldCall, object[]>();
  for (const publisher of world.eventPublishers) {
    for (const event of world.eventsOf(publisher)) {
      const call = world.truth.callOf(event);
      if (call === undefined) throw new Error('an event is of no call');
      events.set(textAt(event, 'eventID') ?? '', { event, call });
      const held = eventsByCall.get(call);
      if (held === undefined) eventsByCall.set(call, [event]);
      else held.push(event);
    }
  }
  const notices = new Map(world.carriers.flatMap((carrier) => noticesOf(world, carrier).map((notice) => [keyOf(notice), notice])));
  return {
    world,
    notices,
    noticeOf: (row) => {
      const key = keyOf({ ...row, partner: row.partner.id });
      const notice = notices.get(key);
      if (notice === undefined) throw new Error(`${key} is not of this world`);
      return notice;
    },
    callOfEvent: (eventID) => events.get(eventID)?.call,
    eventsOf: (call) => eventsByCall.get(call) ?? [],
    callsOfRecord: (record) => records.get(wordsOf(record)) ?? new Set([undefined]),
    isPublished: (call) => published.has(call),
  };
}

function keyOf({ partner, transportDocumentReference }: { readonly partner: string; readonly transportDocumentReference: string }): string {
  return `${partner} ${transportDocumentReference}`;
}

function noticesOf(world: World, carrier: World['carriers'][number]): TrueNotice[] {
  return world.noticesOf(carrier).map(({ notice, earlier, kind }) => {
    const call = world.truth.callOf(notice);
    if (call === undefined) throw new Error('a notice is of no call');
    const voyages = listAt(notice, 'transport', 'legs').map((leg) => valueAt(leg, ['vesselVoyage']));
    const voyage = (voyages.find((each) => textAt(each, 'vesselName') !== 'FEEDER ONE' && each !== undefined) ?? {}) as object;
    const hasShip = textAt(voyage, 'vesselIMONumber')?.trim() === call.ship.vesselIMONumber;
    return {
      partner: carrier.id,
      transportDocumentReference: textAt(notice, 'transportDocumentReference') ?? '',
      notice,
      earlier,
      kind,
      call,
      voyage,
      isFaultless: (kind === 'COMPLETE' || kind === 'PLAIN') && hasShip,
    };
  });
}

interface Published {
  readonly records: ReadonlyMap<string, ReadonlySet<WorldCall | undefined>>;
  readonly published: ReadonlySet<WorldCall>;
}

/** Collects all statements of carriers about calls, by the parts of a record that an answer shows. */
function recordsOf(world: World): Published {
  const records = new Map<string, Set<WorldCall | undefined>>();
  const published = new Set<WorldCall>();
  for (const carrier of world.carriers) {
    const { lacks = [] } = world.habitsOf(carrier).producer;
    const add = (words: string, part: unknown, isAnswered: boolean) => {
      const call = world.truth.callOf(part as object);
      records.set(words, (records.get(words) ?? new Set()).add(call));
      if (isAnswered && call !== undefined) published.add(call);
    };
    for (const service of world.vesselSchedulesOf(carrier)) {
      for (const schedule of listAt(service, 'vesselSchedules')) {
        for (const call of listAt(schedule, 'transportCalls')) {
          const reference = textAt(call, 'transportCallReference') ?? null;
          const text = (name: string) => textAt(call, 'location', name) ?? '';
          const words = JSON.stringify([carrier.id, shipOf(schedule), reference, text('UNLocationCode'), voyageOf(call), timesOf(call)]);
          add(words, call, !lacks.includes('vessel-schedules'));
        }
      }
    }
    for (const port of world.portSchedulesOf(carrier)) {
      const UNLocationCode = textAt(port, 'location', 'UNLocationCode') ?? '';
      for (const schedule of listAt(port, 'vesselSchedules')) {
        const numbers = listAt(schedule, 'servicePartners').map(voyageOf).filter(isStated).toSorted().join();
        const words = JSON.stringify([carrier.id, shipOf(schedule), null, UNLocationCode, numbers, timesOf(schedule)]);
        add(words, schedule, !lacks.includes('port-schedules'));
      }
    }
  }
  return { records, published };
}

function wordsOf({ partner, vesselIMONumber, vesselName, transportCallReference, UNLocationCode, numbers, times }: RecordRow): string {
  const voyages = numbers
    .map(({ carrierImportVoyageNumber }) => carrierImportVoyageNumber ?? '')
    .filter(isStated)
    .toSorted();
  const ship = vesselIMONumber ?? vesselName ?? '';
  return JSON.stringify([
    partner.id,
    ship,
    transportCallReference,
    UNLocationCode,
    voyages.join(),
    times.map(({ dateTime }) => dateTime).toSorted(),
  ]);
}

function shipOf(schedule: unknown): string {
  return textAt(schedule, 'vessel', 'vesselIMONumber') ?? textAt(schedule, 'vessel', 'name')?.toUpperCase() ?? '';
}

/** Returns the voyage; empty for the placeholder. */
function voyageOf(part: unknown): string {
  const number = textAt(part, 'carrierImportVoyageNumber');
  return number === undefined || number === placeholder ? '' : number;
}

const isStated = (text: string) => text !== '';

function timesOf(part: unknown): string[] {
  return listAt(part, 'timestamps')
    .map((timestamp) => textAt(timestamp, 'eventDateTime') ?? '')
    .toSorted();
}
