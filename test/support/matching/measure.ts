import { isDeepStrictEqual } from 'node:util';
import { temporaryFolder } from '../landfall.ts';
import { type OpenLandfall, openLandfall } from '../open-landfall.ts';
import type { WorldOptions } from '../world/options.ts';
import { openWorldPartners, schedulesOf, type WorldPartners } from '../world-partners.ts';
import { measuringLimits, type NoticeRow, queryAlone, queryEvents, queryInPages } from './answers.ts';
import { countEvents, countNotices, type Figures, type Finding } from './figures.ts';
import { leastRequestsFor } from './least-requests.ts';
import { type Truth, truthOf } from './truth.ts';
import { contentOf, meaningOf } from './verify-answers.ts';
import { recordsOfWorld } from './world-records.ts';

export const pageSize = 100;

/** What to measure in a world. */
export interface MeasureOptions {
  /** Number of notices that are also queried separately. @default all */
  readonly alone?: number;
  /** Whether the match sets of events are queried. @default true */
  readonly events?: boolean;
  /** Whether one partner changes its schedules. @default true */
  readonly change?: boolean;
}

/** An answer that differs depending on how it was queried. */
export interface Difference {
  readonly how: 'ALONE' | 'CHANGED' | 'WARM';
  readonly page: NoticeRow;
  readonly other: NoticeRow;
  /** Whether the outcome or the true calls differ, not only the records. */
  readonly isMeant: boolean;
}

/** The result for a world. */
export interface Measured {
  readonly truth: Truth;
  readonly figures: Figures;
  readonly findings: readonly Finding[];
  readonly differences: readonly Difference[];
  /**
   * Number of requests to partners for one page, with empty and with filled caches, and their minimum, see
   * {@link leastRequestsFor}.
   */
  readonly requests: { readonly cold: number; readonly warm: number; readonly least: number };
  /** Number of sources of the page whose answer is truncated, or that got no request because the budget was used up. */
  readonly incompleteSources: number;
}

/** A Landfall with the data of a world. */
export interface OpenWorld extends AsyncDisposable {
  readonly landfall: OpenLandfall;
}

/**
 * Queries a real Landfall over HTTP for everything in a world, in several ways, and compares the answers with the
 * truth.
 */
export async function measureWorld(
  seed: number,
  options: WorldOptions,
  { alone, events = true, change = true }: MeasureOptions = {},
): Promise<Measured> {
  await using partners = await openWorldPartners(seed, options);
  const truth = truthOf(partners.world);
  const reported = recordsOfWorld(partners.world);
  await using paged = await openLandfallFor(partners);
  const { result: rows, requests: cold } = await countingRequests(partners, () => queryInPages(paged.landfall, { first: pageSize }));
  const { result: again, requests: warm } = await countingRequests(partners, () => queryInPages(paged.landfall, { first: pageSize }));
  const { figures, findings } = countNotices(rows, truth, reported);
  if (events) findings.push(...countEvents(await queryEvents(paged.landfall), { truth, reported }, figures));
  const differences = compare(rows, again, { how: 'WARM', truth });
  await using lonely = await openLandfallFor(partners);
  const sample = rows.filter((_, place) => alone === undefined || place % Math.ceil(rows.length / alone) === 0);
  differences.push(...compare(sample, await queryEachAlone(lonely.landfall, sample), { how: 'ALONE', truth }));
  if (change) {
    withdrawAService(partners);
    const changed = await queryInPages(paged.landfall, { first: pageSize, maxAgeSeconds: 0 });
    const some = changed.filter((_, place) => place % 5 === 0);
    differences.push(...compare(some, await queryEachAlone(lonely.landfall, some), { how: 'CHANGED', truth }));
  }
  const incompleteSources = rows
    .flatMap(({ current }) => current.arrivalCall.sources)
    .filter(({ status }) => incompleteStatuses.has(status)).length;
  return { truth, figures, findings, differences, requests: { cold, warm, least: leastRequestsFor(truth) }, incompleteSources };
}

const incompleteStatuses: ReadonlySet<string> = new Set(['TRUNCATED', 'BUDGET_EXHAUSTED']);

/** Starts a Landfall whose only data is what the partners of a world push. */
export async function openLandfallFor(partners: WorldPartners): Promise<OpenWorld> {
  const folder = await temporaryFolder();
  await partners.writeFiles(folder.path);
  const landfall = await openLandfall({ PARTNERS_DIR: folder.path }, measuringLimits);
  await partners.pushAll(landfall.url);
  return {
    landfall,
    [Symbol.asyncDispose]: async () => {
      await landfall[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Queries each notice separately, without using cached answers of partners. */
async function queryEachAlone(landfall: OpenLandfall, rows: readonly NoticeRow[]): Promise<NoticeRow[]> {
  const answers: NoticeRow[] = [];
  for (const row of rows) answers.push(await queryAlone(landfall, row, { maxAgeSeconds: 0 }));
  return answers;
}

interface Comparing {
  readonly how: Difference['how'];
  readonly truth: Truth;
}

function compare(pages: readonly NoticeRow[], others: readonly NoticeRow[], { how, truth }: Comparing): Difference[] {
  const keyOf = ({ partner, transportDocumentReference }: NoticeRow) => `${partner} ${transportDocumentReference}`;
  const byKey = new Map(others.map((row) => [keyOf(row), row]));
  return pages.flatMap((page) => {
    const other = byKey.get(keyOf(page));
    if (other === undefined || isDeepStrictEqual(contentOf(page), contentOf(other))) return [];
    const isMeant = meaningOf(page.current.arrivalCall, truth) !== meaningOf(other.current.arrivalCall, truth);
    return [{ how, page, other, isMeant }];
  });
}

/** The carrier with the most services withdraws half of them. */
function withdrawAService(partners: WorldPartners): void {
  const reported = partners.world.carriers.map((carrier) => ({ carrier, schedules: schedulesOf(partners.world, carrier) }));
  const [most] = reported.toSorted((left, right) => right.schedules.vesselSchedules.length - left.schedules.vesselSchedules.length);
  if (most === undefined) throw new Error('the world has no carriers');
  const { vesselSchedules, portSchedules, routes } = most.schedules;
  const half = <T>(list: readonly T[]) => list.slice(0, Math.floor(list.length / 2));
  partners.producer(most.carrier.id).publish({ vesselSchedules: half(vesselSchedules), portSchedules: half(portSchedules), routes });
}

async function countingRequests<T>(partners: WorldPartners, make: () => Promise<T>): Promise<{ result: T; requests: number }> {
  const before = partners.requestCount();
  const result = await make();
  return { result, requests: partners.requestCount() - before };
}
