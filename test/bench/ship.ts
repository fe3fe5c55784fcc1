import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { partnerKeys } from '../support/landfall.ts';
import { cpuMsOf } from './joined-world.ts';
import { sendAll } from './load.ts';
import { openNeighbourhood, storeNameOf } from './neighbour.ts';
import type { BenchProcess } from './processes.ts';
import { eventNumber, noticeNumber } from './pushes.ts';
import type { BenchRow } from './table.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];
const headers = { 'content-type': 'application/json', 'x-api-key': partnerKeys.acme };

/** A ship on its way, and the notices of its cargo. */
interface Ship {
  readonly vesselIMONumber: string;
  /** Number of its first notice. The others follow. */
  readonly firstNotice: number;
  readonly documents: number;
  /** When it arrives, as the notices state. */
  readonly arrivalMs: number;
}

/**
 * Measures what one message of a port costs that moves the arrival of a ship by 20 hours, while many notices of this ship
 * are open: the time until the last arrival shows it, and the cost of each arrival.
 */
export async function benchShip(options: { readonly documents: number; readonly mongodbUrl: string | undefined }): Promise<BenchRow[]> {
  const { documents } = options;
  const rows: BenchRow[] = [];
  for (const mongodbUrl of options.mongodbUrl === undefined ? [undefined] : [undefined, options.mongodbUrl]) {
    await using neighbourhood = await openNeighbourhood({ name: 'ship', mongodbUrl });
    const { landfall, neighbour } = neighbourhood;
    const arrivalMs = new Date().setUTCHours(12, 0, 0, 0) + 4 * dayMs;
    const ship: Ship = { vesselIMONumber: '9876501', firstNotice: 0, documents, arrivalMs };
    // Compiles the code.
    const earlierShip: Ship = { vesselIMONumber: '9321483', firstNotice: 100_000, documents: 200, arrivalMs };
    for (const each of [earlierShip, ship]) {
      await pushNotices(landfall, each);
      await isQuiet(landfall);
      await pushEvent(landfall, { ship: each, message: 1, atMs: arrivalMs });
    }
    const move = async (moved: Ship, message: number): Promise<void> => {
      const atMs = arrivalMs + (message - 1) * 20 * hourMs;
      await pushEvent(landfall, { ship: moved, message, atMs });
      await haveMoved(landfall, moved, dayOf(atMs - dayMs));
    };
    await isQuiet(landfall);
    await move(earlierShip, 2);
    await isQuiet(landfall);
    const [cpuBefore, bytesBefore, started] = [cpuMsOf(landfall.pid), await writtenBy(landfall.pid), performance.now()];
    await move(ship, 2);
    const seconds = (performance.now() - started) / 1_000;
    await isQuiet(landfall);
    const cpuMs = (cpuMsOf(landfall.pid) - cpuBefore) / documents;
    const kilobytes = ((await writtenBy(landfall.pid)) - bytesBefore) / documents / 1_000;
    // The neighbour's own requests are no cost of the message.
    const watched = neighbour.watch(2);
    await move(ship, 3);
    const { queryP99Ms } = await watched;
    const what = `message of a port about a ship with ${documents} documents, ${storeNameOf(mongodbUrl)}`;
    const row = (name: string, [value, unit]: readonly [number, string], atMost: number): BenchRow => ({
      what: `${what}, ${name}`,
      measured: `${value.toFixed(2)} ${unit}`,
      floor: `${atMost} ${unit} allowed`,
      ratio: value / atMost,
      goal: { atMost: 1 },
    });
    rows.push(
      row('until the last arrival shows it', [seconds, 's'], 2),
      row('CPU for an arrival', [cpuMs, 'ms'], 0.3),
      row('written for an arrival', [kilobytes, 'KB'], 1.5),
      row("p99 of a neighbour's queries", [queryP99Ms, 'ms'], 100),
    );
  }
  return rows;
}

async function pushNotices({ url }: BenchProcess, { vesselIMONumber, firstNotice, documents, arrivalMs }: Ship): Promise<void> {
  const date = (ms: number) => ({ value: dayOf(ms), classifier: 'EST' });
  const notices = Array.from({ length: documents }, (_, index) => {
    const notice = noticeNumber(firstNotice + index, new Date(arrivalMs - 6 * dayMs).toISOString());
    const transport = notice['transport'] as { portOfDischargeArrivalDate: object; legs: { arrivalDate: object; vesselVoyage: object }[] };
    transport.portOfDischargeArrivalDate = date(arrivalMs);
    for (const leg of transport.legs) {
      leg.arrivalDate = date(arrivalMs);
      leg.vesselVoyage = { ...leg.vesselVoyage, vesselIMONumber };
    }
    for (const freeTime of notice['freeTimes'] as { lastFreeDate: object }[]) freeTime.lastFreeDate = date(arrivalMs + 10 * dayMs);
    return notice;
  });
  const bodies = Array.from({ length: Math.ceil(documents / 20) }, (_, page) =>
    JSON.stringify({ arrivalNotices: notices.slice(page * 20, page * 20 + 20) }),
  );
  await sendAll({ url, path: '/dcsa/arrival-notices', headers, bodies, connections: 4 });
}

/** Pushes a version of the event of a ship's berth. */
async function pushEvent(
  { url }: BenchProcess,
  { ship, message, atMs }: { readonly ship: Ship; readonly message: number; readonly atMs: number },
): Promise<void> {
  const { vesselIMONumber, firstNotice } = ship;
  const event = eventNumber(1 + firstNotice);
  const terminalCall = {
    ...(event['terminalCall'] as object),
    serviceCodeOrReference: { carrierServiceCode: 'SAMNE', universalServiceReference: 'SR00417B' },
    importVoyageNumberOrReference: { carrierVoyageNumber: '617N', universalVoyageReference: '2617N' },
    exportVoyageNumberOrReference: { carrierVoyageNumber: '618S' },
  };
  const serviceLocation = { UNLocationCode: 'NLRTM', facility: { facilityCode: 'MDT1', facilityCodeListProvider: 'SMDG' } };
  const version = {
    ...event,
    terminalCall,
    portCallService: { ...(event['portCallService'] as object), serviceLocation },
    eventUpdatedDateTime: new Date(Date.now() - hourMs + message * 60_000).toISOString(),
    vessel: { vesselIMONumber },
    timestamp: { classifierCode: 'EST', serviceDateTime: new Date(atMs).toISOString() },
  };
  await sendAll({ url, path: '/dcsa/events', headers, bodies: [JSON.stringify({ events: [version] })], connections: 1 });
}

/** Waits until no arrival of a ship has a best known time on this day or before. A total is counted up to a limit only. */
async function haveMoved(landfall: BenchProcess, { vesselIMONumber }: Ship, bestDateTo: string): Promise<void> {
  const query = `{ arrivals(first: 1, filter: { vesselIMONumber: "${vesselIMONumber}", bestDateTo: "${bestDateTo}" }) { totalCount { value } } }`;
  for (;;) {
    const answer = await fetch(`${landfall.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data } = (await answer.json()) as { data: { arrivals: { totalCount: { value: number } } } };
    if (data.arrivals.totalCount.value === 0) return;
    await pause(50);
  }
}

/** Waits until a process does little: schedules that could not be queried are queried again. */
async function isQuiet({ pid }: BenchProcess): Promise<void> {
  for (let before = -1; cpuMsOf(pid) - before > 200; ) {
    before = cpuMsOf(pid);
    await pause(1_000);
  }
}

/** Returns how many bytes a process has written to files and sockets. */
async function writtenBy(pid: number): Promise<number> {
  return Number(/^wchar: (\d+)$/m.exec(await readFile(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
