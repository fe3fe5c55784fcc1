import { imoNumberOf } from '@landfall/sandbox/check-digits.ts';
import { createRandom } from '@landfall/sandbox/random.ts';
import { callerOf, openCaller } from '#platform/access/entitlement.ts';
import { readConfig } from '#platform/config.ts';
import { openBackends } from '#platform/process/backends.ts';
import { eventWith, noticeWith, vesselScheduleWith, type Wire } from '../contract/matching/samples.ts';
import { openLandfallFor } from '../e2e/access/visibility-landfall.ts';
import { temporaryFolder } from '../support/landfall.ts';
import { openPartners } from '../support/partners.ts';
import { replaceDate } from '../support/replaced-date.ts';
import { dayMs, dayOf, hourMs, limitRow } from './ships.ts';
import type { BenchRow } from './table.ts';

/** Documents of a ship, hours between two steps, and the days before the week, in which the first notices arrive. */
const [documents, stepHours, daysBefore] = [25, 6, 8] as const;
/** The hour of a day at which the alerts since the day before are read. */
const readingHour = 6;
/**
 * How long reading takes: a line of the board, which is one kind of alert of one ship with its documents, and each further
 * document of it. Alerts of the severity INFO, and those that were closed before the reading, are not read.
 */
const [secondsOfLine, secondsOfDocument] = [10, 2] as const;
const minutesAllowed = 10;

interface Ship {
  readonly number: number;
  readonly voyage: Wire;
  /** When it was expected at first, in milliseconds since 1970. */
  readonly plannedMs: number;
  /** What is known of its delay, in hours, from each step on. */
  readonly delays: readonly number[];
  readonly documents: readonly Document[];
}

/** One document, with the days after the arrival of its ship on which something happens. */
interface Document {
  readonly reference: string;
  readonly releasedAfter: number;
  readonly collectedAfter: number;
  readonly hasOtherCharges: boolean;
  readonly isHeld: boolean;
}

interface Logged {
  readonly id: string;
  readonly kind: string;
  readonly severity: 'ACT_NOW' | 'LOOK' | 'INFO';
  readonly transition: 'RAISED' | 'CLOSED';
  readonly arrival: { readonly id: string; readonly transportDocumentReference: string };
}

/**
 * Simulates a week of one tenant, and counts what it has to read. The ships arrive from a week before it until two weeks
 * after it begins. Their times drift by hours each day; one of six has a delay of 1 to 4 days. The schedule follows each
 * day, the port from three days before the arrival, twice a day, and the notice when the day has changed, for one of two.
 * Cargo is released about the day of arrival and collected in the days after it, for one of eight after the last free day.
 */
export async function benchWeek({ ships: count }: { readonly ships: number }): Promise<BenchRow[]> {
  const random = createRandom('a week of alerts');
  const startMs = Math.floor(Date.now() / dayMs) * dayMs;
  const stepsPerDay = 24 / stepHours;
  const steps = (daysBefore + 7) * stepsPerDay;
  const ships = Array.from({ length: count }, (_, number) => shipOf(number, { random, count, steps, startMs }));
  let nowMs = startMs;
  // Nothing else keeps this process running while it waits for the store.
  const running = setInterval(() => undefined, 1_000);
  using _ = replaceDate(() => nowMs);
  await using folder = await temporaryFolder();
  await using backends = await openBackends(readConfig({ DATA_DIR: folder.path }));
  const carriers = [{ carrierCode: 'MAEU', carrierCodeListProvider: 'NMFTA' }] as const;
  await using partners = await openPartners({ acme: { carriers, schedules: schedulesAt(ships, 0) }, port: {} });
  await partners.writeFiles(folder.path);
  const caller = callerOf({ ...openCaller.entitlement, operator: false }, 'forwarder');
  const scheduleSeconds = stepHours * 3_600;
  await using landfall = await openLandfallFor({ store: backends.store, partnersDir: folder.path, tenants: [caller], scheduleSeconds });
  const query = async <T>(text: string, variables: Record<string, unknown>): Promise<T> => {
    const { data, errors } = await landfall.query<T>(caller, text, variables);
    if (errors[0] !== undefined) throw new Error(errors[0].message);
    return data;
  };
  let after = '0';
  const readLog = async (): Promise<Logged[]> => {
    interface Page {
      readonly arrivalAlertLog: { readonly cursor: string; readonly hasMore: boolean; readonly events: { readonly alert: Logged }[] };
    }
    const logged: Logged[] = [];
    for (let hasMore = true; hasMore; ) {
      const { arrivalAlertLog: page } = await query<Page>(logQuery, { after });
      logged.push(...page.events.map(({ alert }) => alert));
      ({ cursor: after, hasMore } = page);
    }
    return logged;
  };
  let idOf: ReadonlyMap<string, string> = new Map();
  const marked = new Set<string>();
  const written = new Map<string, string>();
  const days: Logged[][] = [];
  for (let step = 0; step < steps; step += 1) {
    nowMs = startMs + step * stepHours * hourMs;
    partners.producer('acme').publish(schedulesAt(ships, step - (step % stepsPerDay)));
    await landfall.evaluated();
    for (const ship of ships) {
      const arrivalMs = ship.plannedMs + (ship.delays[step] ?? 0) * hourMs;
      for (const event of eventsAt(ship, { step, nowMs, arrivalMs })) await landfall.push('port', '/events', event);
      const notices = ship.documents.flatMap((document) => {
        const notice = noticeAt(ship, document, { step, nowMs, arrivalMs });
        const { issueDateTime: _issued, ...content } = notice ?? {};
        const text = JSON.stringify(content);
        if (notice === undefined || written.get(document.reference) === text) return [];
        written.set(document.reference, text);
        return [notice];
      });
      if (notices.length > 0) await landfall.push('acme', '/arrival-notices', ...notices);
    }
    await landfall.evaluated();
    for (const { plannedMs, delays, documents: all } of ships) {
      const daysAfter = (nowMs - plannedMs - (delays[step] ?? 0) * hourMs) / dayMs;
      for (const { reference, collectedAfter } of all) {
        const id = idOf.get(reference);
        if (id === undefined || marked.has(reference) || daysAfter < collectedAfter) continue;
        marked.add(reference);
        await query('mutation ($id: ID!) { markCollected(id: $id) { id } }', { id });
      }
    }
    await landfall.evaluated();
    if ((step * stepHours) % 24 !== readingHour) continue;
    const logged = await readLog();
    if (step >= daysBefore * stepsPerDay) days.push(logged);
    idOf = new Map(await arrivalIds(query));
  }
  clearInterval(running);
  return rowsOf(days, count * documents);
}

const logQuery = `query ($after: String!) { arrivalAlertLog(after: $after, first: 500) { cursor hasMore events { missed { reason }
  alert { id kind severity transition arrival { id transportDocumentReference } } } } }`;

/** Returns the ids of all arrivals by their documents. */
async function arrivalIds(query: <T>(text: string, variables: Record<string, unknown>) => Promise<T>): Promise<[string, string][]> {
  interface Page {
    readonly arrivals: {
      readonly nodes: readonly { readonly id: string; readonly transportDocumentReference: string }[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  }
  const ids: [string, string][] = [];
  for (let after: string | null = null, hasMore = true; hasMore; ) {
    const text = `query ($after: String) { arrivals(first: 200, after: $after) { nodes { id transportDocumentReference } pageInfo { hasNextPage endCursor } } }`;
    const { arrivals: page }: Page = await query<Page>(text, { after });
    ids.push(...page.nodes.map(({ id, transportDocumentReference }): [string, string] => [transportDocumentReference, id]));
    [after, hasMore] = [page.pageInfo.endCursor, page.pageInfo.hasNextPage];
  }
  return ids;
}

function shipOf(
  number: number,
  {
    random,
    count,
    steps,
    startMs,
  }: { readonly random: ReturnType<typeof createRandom>; readonly count: number; readonly steps: number; readonly startMs: number },
): Ship {
  // From a week before the week until two weeks after it has begun.
  const plannedMs = startMs + Math.round((1 + (number * 21) / count) * 24) * hourMs;
  const delayHours = number % 6 === 0 ? random.integer(24, 96) : 0;
  const knownAt = Math.round((plannedMs - startMs) / hourMs / stepHours) - random.integer(4, 16);
  let drift = 0;
  const delays = Array.from({ length: steps }, (_, step) => {
    if (step % (24 / stepHours) === 0) drift += random.integer(-3, 3);
    return drift + (step >= knownAt ? delayHours : 0);
  });
  return {
    number,
    plannedMs,
    delays,
    voyage: {
      vesselIMONumber: imoNumberOf(930_000 + number * 17),
      vesselName: `SHIP ${number}`,
      carrierServiceCode: 'FE1',
      universalServiceReference: 'SR12345A',
      carrierImportVoyageNumber: `${600 + number}W`,
      universalImportVoyageReference: `2${600 + number}W`,
    },
    documents: Array.from({ length: documents }, (_, index) => ({
      reference: `WEEK-${number}-${index}`,
      releasedAfter: random.integer(-2, 2),
      collectedAfter: random.chance(1 / 8) ? random.integer(6, 9) : random.integer(2, 5),
      hasOtherCharges: random.chance(0.05),
      isHeld: random.chance(0.02),
    })),
  };
}

/** What is known at a step. */
interface Moment {
  readonly step: number;
  readonly nowMs: number;
  readonly arrivalMs: number;
}

function schedulesAt(ships: readonly Ship[], step: number): { readonly vesselSchedules: readonly Wire[] } {
  return {
    vesselSchedules: ships.map(({ number, voyage, plannedMs, delays }) => {
      const { carrierImportVoyageNumber, universalImportVoyageReference, vesselIMONumber, vesselName: name } = voyage;
      const call = { transportCallReference: `CALL-${number}`, carrierImportVoyageNumber, universalImportVoyageReference };
      const arrival = new Date(plannedMs + (delays[step] ?? 0) * hourMs).toISOString();
      return vesselScheduleWith({ call, vessel: { vesselIMONumber, name }, arrival });
    }),
  };
}

/** Returns the events that a port pushes at a step: plans before the arrival, then the arrival and the completed discharge. */
function eventsAt({ number, voyage }: Ship, { step, nowMs, arrivalMs }: Moment): Wire[] {
  const hours = (arrivalMs - nowMs) / hourMs;
  const about = (id: string, parts: { readonly classifierCode: string; readonly atMs: number; readonly service?: Wire }) =>
    eventWith({
      event: { eventID: `8b0b6c1e-2f7a-4a6f-9a51-${String(number).padStart(4, '0')}2f1f4${id}`, eventUpdatedDateTime: wholeSeconds(nowMs) },
      portCall: { portCallID: `visit-${number}` },
      terminalCall: {
        terminalCallReference: `CALL-${number}`,
        importVoyageNumberOrReference: {
          carrierVoyageNumber: voyage['carrierImportVoyageNumber'],
          universalVoyageReference: voyage['universalImportVoyageReference'],
        },
      },
      vessel: { vesselIMONumber: voyage['vesselIMONumber'], vesselName: voyage['vesselName'] },
      timestamp: { classifierCode: parts.classifierCode, serviceDateTime: wholeSeconds(parts.atMs) },
      ...(parts.service && { service: parts.service }),
    }).wire as Wire;
  if (hours > 0) return hours < 72 && step % 2 === 0 ? [about('001', { classifierCode: 'PLN', atMs: arrivalMs })] : [];
  if (hours > -stepHours) return [about('002', { classifierCode: 'ACT', atMs: arrivalMs })];
  const cargo = { portCallServiceTypeCode: 'CARGO_OPERATIONS', portCallServiceEventTypeCode: 'CMPL' };
  return hours > -24 - stepHours && hours <= -24
    ? [about('003', { classifierCode: 'ACT', atMs: arrivalMs + 24 * hourMs, service: cargo })]
    : [];
}

/** Returns the notice of a document as its carrier would issue it at a step; undefined before the first one. */
function noticeAt({ plannedMs, delays, voyage }: Ship, document: Document, { step, nowMs, arrivalMs }: Moment): Wire | undefined {
  const firstMs = plannedMs - 7 * dayMs;
  if (nowMs < firstMs && step > 0) return undefined;
  // One of two carriers' desks states another day when the schedule does; the others keep that of the first notice.
  const follows = Number(document.reference.at(-1)) % 2 === 0;
  const known = follows ? plannedMs + (delays[step - (step % (24 / stepHours))] ?? 0) * hourMs : plannedMs;
  const daysAfter = (nowMs - arrivalMs) / dayMs;
  const isReleased = daysAfter >= document.releasedAfter;
  const isHeld = document.isHeld && daysAfter >= document.releasedAfter + 1 && daysAfter < document.releasedAfter + 2;
  const amount = document.hasOtherCharges && daysAfter >= -1 ? 150 : 100;
  return noticeWith({
    transportDocumentReference: document.reference,
    issueDateTime: wholeSeconds(nowMs),
    voyage,
    date: dayOf(known),
    releaseInformation: { isFreightReleased: isReleased, isCustomsReleased: isReleased && !isHeld },
    freeTimes: [{ typeCodes: ['DEM'], lastFreeDate: { value: dayOf(known + 6 * dayMs) } }],
    charges: [{ currencyAmount: amount, currencyCode: 'EUR', chargeName: 'Handling' }],
  });
}

function wholeSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Prints the alerts of each kind, and returns the rows. */
function rowsOf(days: readonly (readonly Logged[])[], arrivals: number): BenchRow[] {
  const raised = days.flatMap((day) => day.filter(({ transition }) => transition === 'RAISED'));
  const toRead = days.map((day) => {
    const closed = new Set(day.flatMap(({ transition, id }) => (transition === 'CLOSED' ? [id] : [])));
    return day.filter(({ id, severity, transition }) => transition === 'RAISED' && severity !== 'INFO' && !closed.has(id));
  });
  const linesOf = (alerts: readonly Logged[]) =>
    new Set(alerts.map(({ kind, severity, arrival }) => `${arrival.transportDocumentReference.split('-')[1]} ${kind} ${severity}`)).size;
  const secondsOf = (alerts: readonly Logged[]) => linesOf(alerts) * secondsOfLine + (alerts.length - linesOf(alerts)) * secondsOfDocument;
  const all = toRead.flat();
  const kinds = [...new Set(raised.map(({ kind }) => kind))];
  const bySeconds = kinds.map((kind) => {
    const own = toRead.map((day) => day.filter((alert) => alert.kind === kind));
    const seconds = own.reduce((sum, day) => sum + secondsOf(day), 0);
    return { kind, count: raised.filter((alert) => alert.kind === kind).length, asking: own.flat().length, seconds };
  });
  for (const { kind, count, asking, seconds } of bySeconds.toSorted((left, right) => right.seconds - left.seconds)) {
    console.error(`${kind}: ${count} raised, ${asking} to read, ${(seconds / 60 / days.length).toFixed(1)} minutes a day`);
  }
  const minutes = toRead.map((day) => secondsOf(day) / 60);
  console.error(`minutes of each day: ${minutes.map((one) => one.toFixed(1)).join(', ')}`);
  const what = `week of a tenant with ${arrivals} arrivals`;
  const mean = minutes.reduce((sum, one) => sum + one, 0) / minutes.length;
  return [
    {
      ...limitRow(`${what}, reading its alerts on a day`, [mean, 'minutes'], minutesAllowed),
      measured: `${mean.toFixed(1)} minutes (${raised.length} alerts in the week, ${all.length} of them ask for something)`,
    },
    limitRow(`${what}, reading its alerts on the worst day`, [Math.max(...minutes), 'minutes'], minutesAllowed),
  ];
}
