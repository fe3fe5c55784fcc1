import { type Assignment, createFleet } from './fleet/fleet.ts';
import type { SandboxProfile, StepKind } from './profile.ts';
import { createRandom } from './random.ts';
import { createShipment, firstStateOf } from './shipment.ts';
import { type Document, hasOtherArrival, type StepContext, type StepResult, steps } from './steps.ts';

/** One step of the scenario: a change of a document, sent in one request. */
export interface ScenarioStep extends StepResult {
  readonly kind: StepKind;
  /** Whether it is one of the first {@link openingLength}, which follow each other immediately. */
  readonly isOpening: boolean;
  /** Whether it completes its document, on which no alert of the scenario depends. */
  readonly isLast: boolean;
  /** The `transportDocumentReference` of the document. */
  readonly reference: string;
}

/** Number of first steps that follow each other immediately. */
export const openingLength = 20;

/** The opening shows every case once: which step is performed on which document. */
const opening: readonly (readonly [StepKind, number])[] = [
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

/** Maximum number of documents in progress at the same time. */
const maxUnderWay = 6;
/** References count milliseconds from this instant. */
const epoch = Date.UTC(2024, 0, 1);

/**
 * Creates the infinite sequence of a carrier's steps.
 *
 * @param fleet the ships of its notices, which it also moves. Default: a separate fleet
 */
export function createScenario(profile: SandboxProfile, seed: string, fleet = createFleet(seed)) {
  const random = createRandom(`${profile.id} ${seed}`);
  const scriptedDocuments: UnderWay[] = [];
  let underWay: UnderWay[] = [];
  let [stepCount, lastNumber] = [0, 0];

  const begin = (
    now: number,
    kind: { form: Document['form']; transshipped: boolean; assignment?: Assignment | undefined; isProForma?: boolean },
  ): UnderWay => {
    // References are derived from the clock, so that no process repeats one.
    lastNumber = Math.max(lastNumber + 1, now - epoch);
    const reference = `${profile.carrierCode}${String(lastNumber).padStart(11, '0')}`;
    const shipment = createShipment(profile, reference, { seed, fleet, now, ...kind });
    const document: Document = {
      shipment,
      form: kind.form,
      state: firstStateOf(shipment, { ...kind, now }),
      issuedAt: 0,
      typeLabels: [kind.form === 'MINIMAL' ? undefined : profile.typeLabels[0]],
      notices: [],
    };
    const usual = [
      ...(kind.transshipped ? (['LEG_CANCELLED'] as const) : []),
      'ETA_CHANGED',
      'TERMINAL_CHANGED',
      'CARGO_RELEASED',
    ] as const;
    return {
      document,
      isOrdinary: kind.assignment === undefined,
      remaining: [...((kind.assignment && assignedSteps[kind.assignment]) ?? usual)],
    };
  };
  const stepOf = (kind: StepKind, entry: UnderWay, context: StepContext): ScenarioStep => {
    // The release completes the document.
    entry.remaining = kind === 'CARGO_RELEASED' ? [] : entry.remaining.filter((other) => other !== kind);
    const { transportDocumentReference: reference } = entry.document.shipment;
    const isLast = kind === 'CARGO_RELEASED' && entry.isOrdinary;
    return { kind, reference, isOpening: stepCount < openingLength, isLast, ...steps[kind](entry.document, context) };
  };
  const nextOfPlot = (context: StepContext, [kind, number]: readonly [StepKind, number]): ScenarioStep => {
    const assignment = profile.assignments[number];
    const form = assignment === 'DOUBLE_CALL' ? 'WITHOUT_VOYAGE' : (formsInOpening[number] ?? 'COMPLETE');
    const isTransshipped = number === transshippedInOpening;
    scriptedDocuments[number] ??= begin(context.now, { form, transshipped: isTransshipped, assignment });
    return stepOf(kind, scriptedDocuments[number], context);
  };
  const nextOfEveryday = (context: StepContext): ScenarioStep => {
    const entry = underWay.length < maxUnderWay ? undefined : underWay.shift();
    if (entry === undefined) {
      const newcomer = begin(context.now, {
        form: random.pick(everydayForms),
        transshipped: random.chance(0.25),
        isProForma: random.chance(0.5),
      });
      if (newcomer.document.form !== 'MINIMAL' && random.chance(0.2)) newcomer.remaining.unshift('SECOND_LABEL');
      underWay.push(newcomer);
      return stepOf('FIRST_NOTICE', newcomer, context);
    }
    const kind = entry.remaining.find((each) => each !== 'ETA_CHANGED' || hasOtherArrival(entry.document, context));
    const step = stepOf(kind ?? 'DUPLICATE', entry, context);
    if (entry.remaining.length > 0) underWay.push(entry);
    return step;
  };
  return {
    /**
     * Returns the next step. Equal profiles, seeds and times generate equal steps. No other state is kept, so a scenario
     * that is started later, even in another process, continues with other documents and later times.
     *
     * @param now milliseconds since 1970, never less than in the previous call
     */
    next: (now: number): ScenarioStep => {
      const context = { profile, random, fleet, now };
      const number = stepCount - openingLength;
      const [, kind, document = 0] = profile.laterSteps.find(([step]) => step === number) ?? [];
      const scripted = opening[stepCount] ?? (kind && ([kind, document] as const));
      stepCount += 1;
      const step = scripted === undefined ? nextOfEveryday(context) : nextOfPlot(context, scripted);
      if (stepCount === openingLength) underWay = scriptedDocuments.filter(({ remaining }) => remaining.length > 0);
      return step;
    },
  };
}

const everydayForms = ['COMPLETE', 'COMPLETE', 'COMPLETE', 'COMPLETE', 'VISUALIZED', 'MINIMAL'] as const;

/** The steps of a document whose ship has an assignment. */
const assignedSteps: Readonly<Partial<Record<Assignment, readonly StepKind[]>>> = {
  // The ship has already arrived.
  ARRIVING: ['CARGO_RELEASED'],
  // The notice is never corrected.
  OMITTED_CALL: [],
  SHIP_SWAP: ['VESSEL_CHANGED', 'CARGO_RELEASED'],
};

/** A document and its remaining steps. */
interface UnderWay {
  readonly document: Document;
  readonly isOrdinary: boolean;
  remaining: StepKind[];
}
