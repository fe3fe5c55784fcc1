import { explain } from '../support/matching/explain.ts';
import { addFigures, type Figures, knowableMissesOf, noFigures, type Precision, type Recall } from '../support/matching/figures.ts';
import { type Difference, type Measured, measureWorld } from '../support/matching/measure.ts';
import { measureInProcess } from '../support/matching/measure-in-process.ts';
import type { NeededRequests } from '../support/matching/needed-requests.ts';
import { type Preset, presets } from '../support/world/options.ts';
import { benchMatchingCpu } from './matching-cpu.ts';
import { seedsOf } from './seeds.ts';
import type { BenchRow } from './table.ts';

/** Which worlds are measured, and how thoroughly. */
export interface MatchingBench {
  /** Names of presets, separated by commas. */
  readonly worlds: string;
  /** See {@link seedsOf}. */
  readonly seeds: string;
  /** Queries only a few notices separately. */
  readonly quick: boolean;
  /** Prints the details of each row that is wrong or missing. */
  readonly explain: boolean;
}

/**
 * Measures simulated worlds with known truth, queried from a real Landfall over HTTP: how often matches are right, how
 * many are found, whether an answer depends on its page, how many requests partners get, and the CPU.
 */
export async function benchMatching({ worlds, seeds, quick, explain: isExplained }: MatchingBench): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const preset of worlds.split(',').map(presetOf)) {
    const total = noTotal();
    for (const seed of seedsOf(seeds)) {
      const measured = await measureWorld(seed, { troubles: preset }, quick ? { alone: 20 } : {});
      addTo(total, measured);
      console.error(`${preset} ${seed}, ${measured.truth.world.day}: ${describeShort(measured)}`);
      if (isExplained) for (const finding of measured.findings) console.error(`\n${explain(finding, measured.truth)}`);
    }
    rows.push(...rowsOf(preset, total), ...(await benchMatchingCpuOf({ worlds: preset, seeds, quick })));
  }
  return rows;
}

/** Returns the cost of warm pages, in the world of the first seed. */
export async function benchMatchingCpuOf({ worlds, seeds, quick }: Omit<MatchingBench, 'explain'>): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const preset of worlds.split(',').map(presetOf)) {
    rows.push(...(await benchMatchingCpu({ preset, seed: seedsOf(seeds)[0] ?? 1, requests: quick ? 40 : 200 })));
  }
  return rows;
}

/**
 * Measures the same worlds within this process: calls and events of notices, and requests for a cold page. For
 * developers who change rules.
 */
export async function benchMatchingRules({ worlds, seeds, quick }: Omit<MatchingBench, 'explain'>): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const preset of worlds.split(',').map(presetOf)) {
    const figures = noFigures();
    const [cold, least]: [number[], number[]] = [[], []];
    const needed: NeededRequests[] = [];
    let different = 0;
    for (const seed of seedsOf(seeds)) {
      const measured = await measureInProcess(seed, { troubles: preset }, quick);
      addFigures(figures, measured.figures);
      cold.push(measured.requests);
      least.push(measured.leastRequests);
      if (measured.neededRequests !== undefined) needed.push(measured.neededRequests);
      different += measured.differentAlone;
      console.error(`${preset} ${seed}, ${measured.day}: ${describeFigures(measured.figures)}, requests ${measured.requests}`);
    }
    rows.push(...rowsOfRules(preset, figures, { cold, least, needed, different }));
  }
  return rows;
}

interface Total {
  readonly figures: Figures;
  readonly cold: number[];
  readonly least: number[];
  readonly warm: number[];
  readonly differences: Difference[];
  readonly incompleteSources: number[];
}

function noTotal(): Total {
  return { figures: noFigures(), cold: [], least: [], warm: [], differences: [], incompleteSources: [] };
}

function addTo(total: Total, { figures, requests, differences, incompleteSources }: Measured): void {
  addFigures(total.figures, figures);
  total.cold.push(requests.cold);
  total.least.push(requests.least);
  total.warm.push(requests.warm);
  total.differences.push(...differences);
  total.incompleteSources.push(incompleteSources);
}

function rowsOf(preset: Preset, { figures, cold, least, warm, differences, incompleteSources }: Total): BenchRow[] {
  const { row, wrong, recall } = rowsIn(preset);
  const differing = (what: string, how: Difference['how']) => {
    const some = differences.filter((difference) => difference.how === how);
    return row(what, `${some.length}; ${some.filter(({ isMeant }) => isMeant).length} of them another outcome or call`, none(some.length));
  };
  return [
    wrong('UNIQUE calls', figures.calls),
    wrong('events of the notice', figures.eventsOfNotices),
    wrong('events through the call', figures.eventsOfCalls),
    wrong('notices of events', figures.noticesOfEvents),
    wrong('calls of events', figures.callsOfEvents),
    wrong('notices of calls', figures.noticesOfCalls),
    row('hidden contradictions', String(figures.hidden), none(figures.hidden)),
    recall('calls of faultless notices', figures.callRecall, 0.995),
    recall('events through the call', figures.eventsOfCallRecall, 0.97),
    recall('events of the notice', figures.eventsOfNoticeRecall, 0.95),
    differing(differentAlone, 'ALONE'),
    differing('notices with another result when the page is queried again', 'WARM'),
    differing('notices with another result by themselves after a partner changed its schedules', 'CHANGED'),
    row(coldPage, cold.join(', '), { ratio: most(cold), goal: { atMost: 60 }, floor: floorOf(least) }),
    row('requests to partners, warm page of 100', warm.join(', '), { ratio: most(warm), goal: { atMost: 0 }, floor: '0 allowed' }),
    row(
      'sources with a truncated answer or without a request for lack of budget',
      incompleteSources.join(', '),
      none(most(incompleteSources)),
    ),
  ];
}

/** What pages of a world have cost, and how many of their rows depend on the page. */
interface Pages {
  readonly cold: readonly number[];
  readonly least: readonly number[];
  /** Empty for a quick measurement. */
  readonly needed: readonly NeededRequests[];
  readonly different: number;
}

/** Returns the rows that need neither HTTP nor a store. */
function rowsOfRules(preset: Preset, figures: Figures, { cold, least, needed, different }: Pages): BenchRow[] {
  const { row, wrong, recall } = rowsIn(preset);
  return [
    wrong('UNIQUE calls', figures.calls),
    wrong('events of the notice', figures.eventsOfNotices),
    wrong('events through the call', figures.eventsOfCalls),
    wrong('notices of events', figures.noticesOfEvents),
    wrong('calls of events', figures.callsOfEvents),
    wrong('notices of calls', figures.noticesOfCalls),
    recall('calls of faultless notices', figures.callRecall, 0.995),
    recall('events through the call', figures.eventsOfCallRecall, 0.97),
    recall('events of the notice', figures.eventsOfNoticeRecall, 0.95),
    row(differentAlone, String(different), none(different)),
    row(`${coldPage}, median and most`, `${median(cold)}, ${most(cold)}`, {
      ratio: median(cold),
      goal: { atMost: 60 },
      floor: needed.length === 0 ? floorOf(least) : `${floorOf(least)}; ${describeNeeded(needed)}`,
    }),
  ];
}

/** Describes what planners would send that know all answers in advance, or none. */
function describeNeeded(needed: readonly NeededRequests[]): string {
  const totalsOf = (count: 'possible' | 'needed') =>
    needed.map(({ first, further }) => [...further.values()].reduce((sum, kind) => sum + kind[count], first));
  const kinds = [...new Set(needed.flatMap(({ further }) => [...further.keys()]))].map((kind) => {
    const mean = (count: 'sent' | 'possible' | 'needed') =>
      (needed.reduce((sum, { further }) => sum + (further.get(kind)?.[count] ?? 0), 0) / needed.length).toFixed(1);
    return `${mean('sent')} for ${kind} (${mean('possible')} and ${mean('needed')})`;
  });
  const [possible, inHindsight] = [totalsOf('possible'), totalsOf('needed')];
  return [
    `${median(inHindsight)}, ${most(inHindsight)} if all answers were known in advance`,
    `${median(possible)}, ${most(possible)} if none were`,
    `${median(needed.map(({ first }) => first))} first, then on average ${kinds.join(', ')}: could have been needed, and were`,
  ].join('; ');
}

const differentAlone = 'notices with another result by themselves';
const coldPage = 'requests to partners, cold page of 100';

function rowsIn(preset: Preset) {
  const row = (what: string, measured: string, value: Pick<BenchRow, 'ratio' | 'goal' | 'floor'>): BenchRow => ({
    what: `${preset}: ${what}`,
    measured,
    ...value,
  });
  const wrong = (what: string, { right, wrong: count, unknowable }: Precision) =>
    row(`${what}, wrong`, `${count} of ${right + count}; ${unknowable} of them unknowable`, none(count - unknowable));
  const recall = (what: string, figure: Recall, goal: number) => {
    const { found, of, fromOtherPartners, unknowable, fromOtherRecords } = figure;
    const knowable = knowableMissesOf(figure);
    const missed = `missed, knowable: ${knowable} (${fromOtherPartners} of them found if all partners are requested), only from events or routes: ${fromOtherRecords}, unknowable: ${unknowable}`;
    const ratio = of === unknowable + fromOtherRecords ? 1 : found / (of - unknowable - fromOtherRecords);
    return row(`${what}, recall of what is knowable`, `${found} of ${of}; ${missed}`, { ratio, goal: { atLeast: goal }, floor: '1.00' });
  };
  return { row, wrong, recall };
}

function none(count: number): Pick<BenchRow, 'ratio' | 'goal' | 'floor'> {
  return { ratio: count, goal: { atMost: 0 }, floor: '0' };
}

/** Describes the number with which the requests of the cold page are compared. */
function floorOf(least: readonly number[]): string {
  return `${median(least)}, ${most(least)}: one for each carrier and port`;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

function most(values: readonly number[]): number {
  return Math.max(...values);
}

function describeShort({ figures, requests, differences }: Measured): string {
  return `${describeFigures(figures)}, requests ${requests.cold} and ${requests.warm}, ${differences.length} differ`;
}

function describeFigures(figures: Figures): string {
  const wrong = Object.entries(figures).flatMap(([name, figure]) =>
    typeof figure === 'object' && 'wrong' in figure && figure.wrong > 0 ? [`${figure.wrong} wrong ${name}`] : [],
  );
  const found = ({ found: count, of }: Recall) => `${count}/${of}`;
  const recalls = [figures.callRecall, figures.eventsOfCallRecall, figures.eventsOfNoticeRecall].map(found).join(' ');
  return [...wrong, `found ${recalls}`].join(', ');
}

function presetOf(name: string): Preset {
  if (name in presets) return name as Preset;
  throw new Error(`There is no world ${name}; there are ${Object.keys(presets).join(', ')}.`);
}
