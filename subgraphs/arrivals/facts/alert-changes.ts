import { hash } from 'node:crypto';
import {
  type AlertKind,
  type AlertStep,
  type AlertValue,
  type CloseReason,
  type LoggedAlert,
  severities,
  type Transition,
} from '../alerts.ts';
import type { EvidenceRef } from '../model.ts';
import type { FactMemory, HeldAlert } from './fact-memory.ts';

/** A fact at one step of its threshold. */
export interface FactStep {
  readonly step?: number | undefined;
  readonly before?: AlertValue | undefined;
  readonly after?: AlertValue | undefined;
  readonly hoursMoved?: number | undefined;
}

/** A fact to raise. */
export interface Fact {
  readonly kind: AlertKind;
  readonly subject?: string | undefined;
  readonly steps: readonly FactStep[];
  readonly evidence: readonly EvidenceRef[];
}

/** Selects the steps of open alerts to close. */
export interface Closing {
  readonly closeReason: CloseReason;
  readonly evidence?: readonly EvidenceRef[] | undefined;
  readonly subject?: string | undefined;
  /** Default: all steps. */
  readonly where?: ((step: AlertStep, alert: HeldAlert) => boolean) | undefined;
}

/** Collects the alerts that an evaluation raises and closes. */
export interface AlertChanges {
  readonly transitions: readonly Transition[];
  /**
   * Raises the steps of a fact, unless the view has no memory yet and the kind is not raised then, or the same evidence
   * has already raised them.
   */
  raise(fact: Fact): void;
  close(kind: AlertKind, closing: Closing): void;
  /** Returns the open alerts by the time at which they were raised. */
  open(): readonly HeldAlert[];
  isOpen(kind: AlertKind, step?: number, subject?: string): boolean;
  reported(): readonly string[];
}

/** Kinds that apply now and require action, so that the first evaluation of a view raises them. */
const raisedByBaseline: ReadonlySet<AlertKind> = new Set(['SOURCES_DISAGREE', 'LAST_FREE_DAY_NEAR', 'PORT_CALL_OMITTED', 'NO_NEWS']);

/** Maximum number of hashes. A fact that changes more often within one arrival may be raised again. */
const maxReported = 200;

/** Creates the collector of one evaluation. */
export function createAlertChanges(
  memory: FactMemory | undefined,
  {
    arrivalId,
    at,
    position,
    history = [],
  }: {
    readonly arrivalId: string;
    readonly at: string;
    readonly position: string | undefined;
    readonly history?: readonly LoggedAlert[] | undefined;
  },
): AlertChanges {
  const known = memory ?? rememberedOf(history);
  const open = new Map(known.open.map((alert) => [alert.alertId, alert]));
  const reported = new Set(known.reported);
  const transitions: Transition[] = [];

  const append = (
    transition: Transition['transition'],
    alert: HeldAlert,
    steps: readonly AlertStep[],
    closing: readonly EvidenceRef[] = [],
  ) => {
    const { kind, alertId, severity, evidence, subject, entries } = alert;
    transitions.push({
      kind,
      transition,
      alertId,
      ordinal: entries,
      severity,
      steps,
      allSteps: alert.steps,
      evidence,
      closingEvidence: closing,
      ...(subject !== undefined && { subject }),
      at,
      ...(position !== undefined && { position }),
    });
    open.set(alertId, { ...alert, entries: entries + 1 });
  };

  const idOf = (fact: Fact): string => {
    let id = alertIdOf(arrivalId, fact);
    // An alert that was closed at all its steps is not reopened.
    while (reported.has(id)) id = shortHash([id]);
    return id;
  };

  return {
    transitions,
    raise: (fact) => {
      if (memory === undefined && !raisedByBaseline.has(fact.kind)) return;
      const fresh = fact.steps.filter((step) => !reported.has(factKeyOf(fact, step)));
      if (fresh.length === 0) return;
      for (const step of fresh) reported.add(factKeyOf(fact, step));
      const alertId = idOf(fact);
      const held = open.get(alertId);
      const steps = fresh.map((step): AlertStep => ({ ...withoutGaps(step), raisedAt: at }));
      const { kind, subject, evidence } = fact;
      const alert: HeldAlert = {
        ...(held ?? { kind, alertId, severity: severities[kind], evidence, ...(subject !== undefined && { subject }), entries: 0 }),
        steps: [...(held?.steps ?? []), ...steps].toSorted((left, right) => (left.step ?? 0) - (right.step ?? 0)),
      };
      append('RAISED', alert, steps);
    },
    close: (kind, { closeReason, evidence = [], subject, where = () => true }) => {
      for (const alert of [...open.values()]) {
        if (alert.kind !== kind || (subject !== undefined && alert.subject !== subject)) continue;
        const isClosing = (step: AlertStep) => step.closedAt === undefined && where(step, alert);
        if (!alert.steps.some(isClosing)) continue;
        const closed = new Map(alert.steps.filter(isClosing).map((step) => [step, { ...step, closedAt: at, closeReason }]));
        // Marking as collected can be undone; what applies then is raised again.
        if (closeReason === 'COLLECTED') for (const step of closed.keys()) reported.delete(factKeyOf(alert, step));
        append('CLOSED', { ...alert, steps: alert.steps.map((step) => closed.get(step) ?? step) }, [...closed.values()], evidence);
        if (alert.steps.every((step) => step.closedAt !== undefined || closed.has(step))) {
          open.delete(alert.alertId);
          reported.add(alert.alertId);
        }
      }
    },
    open: () => [...open.values()],
    isOpen: (kind, step, subject) =>
      [...open.values()].some(
        (alert) =>
          alert.kind === kind &&
          (subject === undefined || alert.subject === subject) &&
          alert.steps.some((one) => one.closedAt === undefined && (step === undefined || one.step === step)),
      ),
    reported: () => [...reported].slice(-maxReported),
  };
}

/** Returns what a memory would contain about the alerts in the log. */
function rememberedOf(history: readonly LoggedAlert[]): Pick<FactMemory, 'open' | 'reported'> {
  const isOpen = ({ allSteps }: LoggedAlert) => allSteps.some(({ closedAt }) => closedAt === undefined);
  return {
    open: history.filter(isOpen).map(({ kind, alertId, severity, evidence, subject, allSteps, ordinal }) => ({
      kind,
      alertId,
      severity,
      evidence,
      ...(subject !== undefined && { subject }),
      steps: allSteps,
      entries: ordinal + 1,
    })),
    reported: history.flatMap((alert) => [
      ...alert.allSteps.flatMap((step) => (step.closeReason === 'COLLECTED' ? [] : [factKeyOf(alert, step)])),
      ...(isOpen(alert) ? [] : [alert.alertId]),
    ]),
  };
}

/** Independent of the values of the steps, so that a step that is reached later belongs to the same alert. */
function alertIdOf(arrivalId: string, { kind, subject, evidence, steps }: Fact): string {
  const values = [...new Set(steps.map(({ before, after }) => JSON.stringify([before?.text, after?.text])))].toSorted();
  return shortHash([arrivalId, kind, subject ?? null, evidence.map(keyOf).toSorted(), values]);
}

/** Identifies a fact at one step, independent of what other thresholds raise. */
function factKeyOf({ kind, subject, evidence }: Omit<Fact, 'steps'>, { step, before, after }: FactStep): string {
  const own = [before, after].flatMap((value) => value?.time?.evidence ?? []);
  const values = [before?.text ?? null, after?.text ?? null];
  return shortHash([kind, subject ?? null, step ?? null, (own.length > 0 ? own : evidence).map(keyOf).toSorted(), values]).slice(0, 12);
}

function keyOf({ source, partner, id, at }: EvidenceRef): string {
  return JSON.stringify([source, partner, id, at]);
}

function shortHash(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22);
}

function withoutGaps(step: FactStep): FactStep {
  return Object.fromEntries(Object.entries(step).filter(([, value]) => value !== undefined));
}
