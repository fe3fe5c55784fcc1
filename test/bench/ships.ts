import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { partnerKeys } from '../support/landfall.ts';
import { cpuMsOf } from './joined-world.ts';
import { sendAll } from './load.ts';
import type { BenchProcess } from './processes.ts';
import { eventNumber, noticeNumber } from './pushes.ts';
import type { BenchRow } from './table.ts';

export const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** A ship on its way, and the notices of its cargo. */
export interface Ship {
  readonly vesselIMONumber: string;
  /** Number of its first notice. The others follow. */
  readonly firstNotice: number;
  readonly documents: number;
  /** When it arrives, as the notices state. */
  readonly arrivalMs: number;
}

/** One version of the event of a berth. */
export interface BerthMessage {
  readonly ship: Ship;
  /** Number of the version. */
  readonly message: number;
  readonly atMs: number;
  /** Visit and service of the ship, each with an event of its own. Default: its first ones. */
  readonly visit?: number;
  readonly service?: number;
}

/** Ports of visits. The cargo is discharged at the first one. */
const visitedPorts = ['NLRTM', 'DEHAM', 'BEANR', 'GBFXT', 'FRLEH', 'ESALG'] as const;
const services = [
  ['BERTH', 'ARRI'],
  ['PILOT_BOARDING_PLACE', 'ARRI'],
  ['CARGO_OPERATIONS', 'STRT'],
  ['CARGO_OPERATIONS', 'CMPL'],
  ['BERTH', 'DEPA'],
] as const;

/** Returns the carrier's number of a ship's voyage, and its universal reference. Ships of other services may have the same ones. */
function voyageOf(vesselIMONumber: string): readonly [carrier: string, universal: string] {
  const number = 10 + (Number(vesselIMONumber) % 90);
  return [`6${number}N`, `26${number}N`];
}

/** Returns the notices of a ship's cargo. @param isReleased whether they are later versions, of released cargo */
export function noticesOf({ vesselIMONumber, firstNotice, documents, arrivalMs }: Ship, isReleased = false): object[] {
  const date = (ms: number) => ({ value: dayOf(ms), classifier: 'EST' });
  const [carrierImportVoyageNumber, universalImportVoyageReference] = voyageOf(vesselIMONumber);
  return Array.from({ length: documents }, (_, index) => {
    const issuedMs = arrivalMs - 6 * dayMs + (isReleased ? hourMs : 0);
    const notice = noticeNumber(firstNotice + index, new Date(issuedMs).toISOString());
    const transport = notice['transport'] as { portOfDischargeArrivalDate: object; legs: { arrivalDate: object; vesselVoyage: object }[] };
    transport.portOfDischargeArrivalDate = date(arrivalMs);
    for (const leg of transport.legs) {
      leg.arrivalDate = date(arrivalMs);
      leg.vesselVoyage = { ...leg.vesselVoyage, vesselIMONumber, carrierImportVoyageNumber, universalImportVoyageReference };
    }
    for (const freeTime of notice['freeTimes'] as { lastFreeDate: object }[]) freeTime.lastFreeDate = date(arrivalMs + 10 * dayMs);
    if (isReleased) notice['releaseInformation'] = { isOBLReceived: true, isFreightReleased: true, isCustomsReleased: true };
    return notice;
  });
}

/** Returns a version of an event of a ship's visit. */
export function eventOf({ ship, message, atMs, visit = 0, service = 0 }: BerthMessage): object {
  const { vesselIMONumber, firstNotice } = ship;
  const event = eventNumber(1 + firstNotice + visit);
  const [carrierVoyageNumber, universalVoyageReference] = voyageOf(vesselIMONumber);
  const UNLocationCode = visitedPorts[visit % visitedPorts.length] ?? visitedPorts[0];
  const [portCallServiceTypeCode, portCallServiceEventTypeCode] = services[service % services.length] ?? services[0];
  const terminalCall = {
    ...(event['terminalCall'] as object),
    serviceCodeOrReference: { carrierServiceCode: 'SAMNE', universalServiceReference: 'SR00417B' },
    importVoyageNumberOrReference: { carrierVoyageNumber, universalVoyageReference },
    exportVoyageNumberOrReference: { carrierVoyageNumber: '618S' },
  };
  const facility = visit === 0 ? { facility: { facilityCode: 'MDT1', facilityCodeListProvider: 'SMDG' } } : {};
  return {
    ...event,
    eventID: String(event['eventID']).replace(/-8000-/, `-8${String(service).padStart(3, '0')}-`),
    terminalCall,
    portCall: { ...(event['portCall'] as object), UNLocationCode },
    portCallService: {
      ...(event['portCallService'] as object),
      portCallServiceTypeCode,
      portCallServiceEventTypeCode,
      serviceLocation: { UNLocationCode, ...facility },
    },
    eventUpdatedDateTime: new Date(Date.now() - hourMs + message * 60_000).toISOString(),
    vessel: { vesselIMONumber },
    timestamp: { classifierCode: 'EST', serviceDateTime: new Date(atMs).toISOString() },
  };
}

/** Pushes objects, 20 or 100 in one request. */
export async function pushObjects(
  { url }: BenchProcess,
  kind: 'arrivalNotices' | 'events',
  objects: readonly object[],
  { key = partnerKeys.acme, connections = 4 }: { readonly key?: string; readonly connections?: number } = {},
): Promise<void> {
  const [path, perRequest] = kind === 'events' ? ['/dcsa/events', 100] : ['/dcsa/arrival-notices', 20];
  const bodies = Array.from({ length: Math.ceil(objects.length / perRequest) }, (_, page) =>
    JSON.stringify({ [kind]: objects.slice(page * perRequest, (page + 1) * perRequest) }),
  );
  await sendAll({ url, path, headers: { 'content-type': 'application/json', 'x-api-key': key }, bodies, connections });
}

/** Waits until the followed logs are evaluated. */
export async function untilEvaluated({ url }: BenchProcess, headers: Record<string, string> = {}): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${url}/metrics`, { headers })).text();
    const lags = [...metrics.matchAll(/^landfall_arrival_evaluator_lag\{.*\} (\S+)$/gm)].map(([, lag]) => Number(lag));
    if (lags.length > 0 && lags.every((lag) => lag === 0)) return;
    await pause(250);
  }
}

/** Waits until a process does little: schedules that could not be queried are queried again. */
export async function isQuiet({ pid }: BenchProcess): Promise<void> {
  for (let before = -1; cpuMsOf(pid) - before > 200; ) {
    before = cpuMsOf(pid);
    await pause(1_000);
  }
}

/** Returns how many bytes a process has written to files and sockets. */
export async function writtenBy(pid: number): Promise<number> {
  return Number(/^wchar: (\d+)$/m.exec(await readFile(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Returns a row of a figure that must not exceed a limit. */
export function limitRow(what: string, [value, unit]: readonly [number, string], atMost: number): BenchRow {
  return { what, measured: `${value.toFixed(2)} ${unit}`, floor: `${atMost} ${unit} allowed`, ratio: value / atMost, goal: { atMost: 1 } };
}

/** Returns the stores that a benchmark measures: SQLite, and MongoDB if there is one. */
export function storesToMeasure(mongodbUrl: string | undefined): readonly (string | undefined)[] {
  return mongodbUrl === undefined ? [undefined] : [undefined, mongodbUrl];
}
