import { hash } from 'node:crypto';
import { type AlertKind, type AlertStep, type LoggedAlert, ruleOf, type Transition } from '../alerts.ts';
import type { AlertCloseReason, AlertSeverity } from '../generated/schema.ts';
import type { EvidenceRef } from '../model.ts';
import type { FactMemory, HeldAlert } from './fact-memory.ts';

/** A fact at one step of its threshold. */
export type FactStep = Pick<AlertStep, 'step' | 'before' | 'after' | 'hoursMoved' | 'turns' | 'daysLeft'>;

/** A fact to raise. */
interface Fact {
  readonly kind: AlertKind;
  readonly subject?: string | undefined;
  readonly cause?: AlertKind | undefined;
  /** Default: the severity of the kind. Facts of different severities are different facts. */
  readonly severity?: AlertSeverity | undefined;
  readonly equipmentReferences?: readonly string[] | undefined;
  readonly steps: readonly FactStep[];
  readonly evidence: readonly EvidenceRef[];
}

/** Selects the steps of open alerts to close. */
interface Closing {
  readonly closeReason: AlertCloseReason;
  readonly evidence?: readonly EvidenceRef[] | undefined;
  readonly subject?: string | undefined;
  /** Default: all steps. */
  readonly where?: ((step: AlertStep, alert: HeldAlert) => boolean) | undefined;
}

/** Maximum number of hashes. A fact that changes more often within one arrival may be raised again. */
const maxReported = 200;

/** Collects the alerts that an evaluation raises and closes. */
export type AlertCollector = ReturnType<typeof createAlertCollector>;

/** Creates the collector of one evaluation. @param of.history alerts in the log, for a view whose memory is lost */
export function createAlertCollector(
  memory: FactMemory | undefined,
  of: {
    readonly arrivalId: string;
    readonly at: string;
    readonly position: string | undefined;
    readonly history: readonly LoggedAlert[];
  },
) {
  const { arrivalId, at, position, history } = of;
  const known = memory ?? rememberedOf(history);
  const open = new Map(known.open.map((alert) => [alert.alertId, alert]));
  const reported = new Set(known.reported);
  const transitions: Transition[] = [];

  const append = (
    transition: Transition['transition'],
    { entries, steps: allSteps, ...alert }: HeldAlert,
    steps: readonly AlertStep[],
    closingEvidence: readonly EvidenceRef[] = [],
  ) => {
    const optional = position !== undefined && { position };
    transitions.push({ ...alert, transition, ordinal: entries, steps, allSteps, closingEvidence, at, ...optional });
    open.set(alert.alertId, { ...alert, steps: allSteps, entries: entries + 1 });
  };

  const idOf = (fact: Fact): string => {
    let id = alertIdOf(arrivalId, fact);
    // An alert that was closed at all its steps is not reopened.
    while (reported.has(id)) id = shortHash([id]);
    return id;
  };

  return {
    transitions: transitions as readonly Transition[],
    /**
     * Raises the steps of a fact, unless the view has no memory yet and the kind is not raised then, or the same evidence
     * has already raised them.
     */
    raise: (fact: Fact): void => {
      const { kind, subject, cause, equipmentReferences, evidence } = fact;
      const { severity, isInBaseline } = ruleOf(kind);
      if (memory === undefined && isInBaseline !== true) return;
      const fresh = fact.steps.filter((step) => {
        const key = factKeyOf(fact, step);
        const isFresh = !reported.has(key);
        reported.add(key);
        return isFresh;
      });
      if (fresh.length === 0) return;
      const alertId = idOf(fact);
      const steps = fresh.map((step): AlertStep => ({ ...withoutGaps(step), raisedAt: at }));
      const optional = withoutGaps({ subject, cause, equipmentReferences });
      const identity = { kind, alertId, severity: fact.severity ?? severity, evidence, ...optional };
      const held: HeldAlert = open.get(alertId) ?? { ...identity, steps: [], entries: 0 };
      const all = [...held.steps, ...steps].toSorted((left, right) => (left.step ?? 0) - (right.step ?? 0));
      append('RAISED', { ...held, steps: all }, steps);
    },
    /** Updates the values of an open alert at one step, which is not a transition. */
    update: (kind: AlertKind, subject: string, { step, ...values }: FactStep): void => {
      for (const alert of open.values()) {
        if (alert.kind !== kind || alert.subject !== subject) continue;
        const steps = alert.steps.map((one) => (one.step === step && one.closedAt === undefined ? { ...one, ...values } : one));
        open.set(alert.alertId, { ...alert, steps });
      }
    },
    close: (kind: AlertKind, { closeReason, evidence, subject, where = () => true }: Closing): void => {
      for (const alert of [...open.values()]) {
        if (alert.kind !== kind || (subject !== undefined && alert.subject !== subject)) continue;
        const closing = alert.steps.filter((step) => step.closedAt === undefined && where(step, alert));
        if (closing.length === 0) continue;
        const closed = new Map(closing.map((step) => [step, { ...step, closedAt: at, closeReason }]));
        if (ruleOf(kind).isByClock) for (const step of closing) reported.delete(factKeyOf(alert, step));
        const steps = alert.steps.map((step) => closed.get(step) ?? step);
        append('CLOSED', { ...alert, steps }, [...closed.values()], evidence);
        if (!steps.every((step) => step.closedAt !== undefined)) continue;
        open.delete(alert.alertId);
        reported.add(alert.alertId);
      }
    },
    /** Returns the open alerts by the time at which they were raised. */
    open: (): readonly HeldAlert[] => [...open.values()],
    isOpen: (kind: AlertKind, step?: number, subject?: string): boolean =>
      [...open.values()].some(
        (alert) =>
          alert.kind === kind &&
          (subject === undefined || alert.subject === subject) &&
          alert.steps.some((one) => one.closedAt === undefined && (step === undefined || one.step === step)),
      ),
    reported: (): readonly string[] => [...reported].slice(-maxReported),
  };
}

/** Returns what a memory would contain about the alerts in the log. */
function rememberedOf(history: readonly LoggedAlert[]): Pick<FactMemory, 'open' | 'reported'> {
  const isOpen = ({ allSteps }: LoggedAlert) => allSteps.some(({ closedAt }) => closedAt === undefined);
  return {
    open: history.filter(isOpen).map(({ kind, alertId, severity, evidence, subject, cause, equipmentReferences, allSteps, ordinal }) => {
      const optional = withoutGaps({ subject, cause, equipmentReferences });
      return { kind, alertId, severity, evidence, ...optional, steps: allSteps, entries: ordinal + 1 };
    }),
    reported: history.flatMap((alert) => [
      ...alert.allSteps.flatMap((step) => (step.closedAt !== undefined && ruleOf(alert.kind).isByClock ? [] : [factKeyOf(alert, step)])),
      ...(isOpen(alert) ? [] : [alert.alertId]),
    ]),
  };
}

/** Independent of the values of the steps, so that a step that is reached later belongs to the same alert. */
function alertIdOf(arrivalId: string, fact: Fact): string {
  const { kind, subject, evidence, steps } = fact;
  const values = [...new Set(steps.map(({ before, after }) => JSON.stringify([before?.text, after?.text])))].toSorted();
  return shortHash([arrivalId, kind, subject ?? null, evidence.map(keyOf).toSorted(), values, ...stageOf(fact, steps[0])]);
}

/** Identifies a fact at one step, independent of what other thresholds raise. */
function factKeyOf(fact: Omit<Fact, 'steps'>, factStep: FactStep): string {
  const { kind, subject, evidence } = fact;
  const { step, before, after } = factStep;
  const own = [before, after].flatMap((value) => value?.time?.evidence ?? []);
  const values = [before?.text ?? null, after?.text ?? null];
  const stated = (own.length > 0 ? own : evidence).map(keyOf).toSorted();
  return shortHash([kind, subject ?? null, step ?? null, stated, values, ...stageOf(fact, factStep)]).slice(0, 12);
}

/** Returns what distinguishes the alerts of one deadline, each of which is raised when it comes nearer or is further past. */
function stageOf({ kind, severity }: Pick<Fact, 'kind' | 'severity'>, step: FactStep | undefined): (number | string)[] {
  const raisedTo = severity !== ruleOf(kind).severity && severity !== undefined ? [severity] : [];
  return [...(step?.daysLeft === undefined ? [] : [step.daysLeft]), ...raisedTo];
}

function keyOf({ source, partner, id, at }: EvidenceRef): string {
  return JSON.stringify([source, partner, id, at]);
}

function shortHash(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 22);
}

function withoutGaps<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}
