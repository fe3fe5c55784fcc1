import { type Act, type Document, type Outcome, play, type Stage } from './acts.ts';
import type { Part } from './fleet/cast.ts';
import { createFleet } from './fleet/fleet.ts';
import type { SandboxProfile } from './profile.ts';
import { createRandom } from './random.ts';
import { createShipment, firstStateOf } from './shipment.ts';

/** One step of the story: something happens to a document and is sent in one request. */
export interface ScenarioStep extends Outcome {
  readonly kind: Act;
  /** One of the first {@link openingLength}, behind which another one follows at once. */
  readonly isOpening: boolean;
  /** `transportDocumentReference` of the document. */
  readonly reference: string;
}

/** What a carrier has to tell, without end. */
export interface Scenario {
  /**
   * The next step. The same profile, seed and times give the same steps; nothing else is remembered, so a story begun
   * later, in another process too, goes on with other documents and later times.
   *
   * @param now milliseconds since 1970, never less than in the call before
   */
  next(now: number): ScenarioStep;
}

/** How many of the first steps follow closely on each other. */
export const openingLength = 20;

/** The opening shows every case once: which act is played with which document. */
const opening: readonly (readonly [Act, number])[] = [
  ['FIRST_NOTICE', 0],
  ['SECOND_LABEL', 0],
  ['FIRST_NOTICE', 1],
  ['FIRST_NOTICE', 2],
  ['ETA_CHANGED', 0],
  ['DUPLICATE', 0],
  ['FIRST_NOTICE', 3],
  ['LEG_CANCELLED', 1],
  ['ETA_CHANGED', 2],
  ['LATE_OLD_VERSION', 2],
  ['FAULTY_NO_TIME', 4],
  ['FIRST_NOTICE', 4],
  ['FAULTY_NULLS', 5],
  ['TERMINAL_CHANGED', 0],
  ['FIRST_NOTICE', 6],
  ['ETA_CHANGED', 1],
  ['CARGO_RELEASED', 2],
  ['FIRST_NOTICE', 7],
  ['TERMINAL_CHANGED', 4],
  ['CARGO_RELEASED', 0],
];
const formsInOpening: readonly Document['form'][] = ['COMPLETE', 'COMPLETE', 'VISUALIZED', 'MINIMAL'];
const transshippedInOpening = 1;

/** Documents that are under way at the same time. */
const maxUnderWay = 6;
/** References count milliseconds from here. */
const epoch = Date.UTC(2024, 0, 1);

/**
 * Begins a story.
 *
 * @param fleet the ships that it tells of, and moves. Default: some that nobody else knows
 */
export function createScenario(profile: SandboxProfile, seed: string, fleet = createFleet(seed)): Scenario {
  const random = createRandom(`${profile.id} ${seed}`);
  const cast: UnderWay[] = [];
  let underWay: UnderWay[] = [];
  let [told, lastNumber] = [0, 0];

  const begin = (now: number, kind: { form: Document['form']; transshipped: boolean; part?: Part | undefined }): UnderWay => {
    // References come from the clock, so that no process gives one a second time.
    lastNumber = Math.max(lastNumber + 1, now - epoch);
    const reference = `${profile.documentPrefix}${String(lastNumber).padStart(11, '0')}`;
    const shipment = createShipment(profile, reference, { seed, fleet, now, ...kind });
    const document: Document = {
      shipment,
      form: kind.form,
      state: firstStateOf(shipment, kind.part),
      issuedAt: 0,
      typeLabels: [kind.form === 'MINIMAL' ? undefined : profile.typeLabels[0]],
      notices: [],
    };
    return { document, toCome: actsToCome(kind) };
  };
  const act = (kind: Act, entry: UnderWay, stage: Stage): ScenarioStep => {
    // With the release the document is done.
    entry.toCome = kind === 'CARGO_RELEASED' ? [] : entry.toCome.filter((other) => other !== kind);
    const { transportDocumentReference: reference } = entry.document.shipment;
    return { kind, reference, isOpening: told < openingLength, ...play(kind, entry.document, stage) };
  };
  const nextOfOpening = (stage: Stage, [kind, number]: readonly [Act, number]): ScenarioStep => {
    const part = profile.cast[number];
    const form = part === 'DOUBLE_CALL' ? 'WITHOUT_VOYAGE' : (formsInOpening[number] ?? 'COMPLETE');
    cast[number] ??= begin(stage.now, { form, transshipped: number === transshippedInOpening, part });
    const chapter = act(kind, cast[number], stage);
    if (told === opening.length) underWay = cast.filter(({ toCome }) => toCome.length > 0);
    return chapter;
  };
  const nextOfEveryday = (stage: Stage): ScenarioStep => {
    const entry = underWay.length < maxUnderWay ? undefined : underWay.shift();
    if (entry === undefined) {
      const newcomer = begin(stage.now, { form: random.pick(everydayForms), transshipped: random.chance(0.25) });
      if (newcomer.document.form !== 'MINIMAL' && random.chance(0.2)) newcomer.toCome.unshift('SECOND_LABEL');
      underWay.push(newcomer);
      return act('FIRST_NOTICE', newcomer, stage);
    }
    const chapter = act(entry.toCome[0] ?? 'DUPLICATE', entry, stage);
    if (entry.toCome.length > 0) underWay.push(entry);
    return chapter;
  };
  return {
    next: (now) => {
      const stage = { profile, random, fleet, now };
      const scripted = opening[told];
      told += 1;
      return scripted === undefined ? nextOfEveryday(stage) : nextOfOpening(stage, scripted);
    },
  };
}

const everydayForms: readonly [Document['form'], ...Document['form'][]] = [
  'COMPLETE',
  'COMPLETE',
  'COMPLETE',
  'COMPLETE',
  'VISUALIZED',
  'MINIMAL',
];

function actsToCome({ part, transshipped }: { readonly part?: Part | undefined; readonly transshipped: boolean }): Act[] {
  switch (part) {
    // The ship is there.
    case 'ARRIVING':
      return ['CARGO_RELEASED'];
    // The notice is never corrected.
    case 'OMITTED_CALL':
      return [];
    case 'SHIP_SWAP':
      return ['VESSEL_CHANGED', 'CARGO_RELEASED'];
    default:
      return [...(transshipped ? (['LEG_CANCELLED'] as const) : []), 'ETA_CHANGED', 'TERMINAL_CHANGED', 'CARGO_RELEASED'];
  }
}

/** A document and what is still to happen to it. */
interface UnderWay {
  readonly document: Document;
  toCome: Act[];
}
