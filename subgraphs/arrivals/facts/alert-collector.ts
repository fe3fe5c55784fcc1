import { hash } from 'node:crypto';
import { type AlertKind, type AlertStep, type LoggedAlert, type OpenAlert, ruleOf, type Transition } from '../alerts.ts';
import type { AlertCloseReason, AlertSeverity } from '../generated/schema.ts';
import type { EvidenceRef } from '../model.ts';
import { hourMs } from '../statements/port-time.ts';
import type { AlertMemory, HeldAlert } from './fact-memory.ts';

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

/** A transition of an alert whose id is not known yet. */
export type HeldTransition = Omit<Transition, 'alertId'> & Pick<HeldAlert, 'key' | 'raised' | 'again' | 'alertId'>;

/** Names what earlier versions of the memory have reported, which depends on the arrival. */
export interface EarlierNames {
  readonly arrivalId: string;
  /** Replaces the numbers of versions of the notice by references. */
  resolve<T>(value: T): T;
}

/** Maximum number of hashes. A fact that changes more often within one arrival may be raised again. */
const maxReported = 200;

/** Collects the alerts that an evaluation raises and closes. */
export type AlertCollector = ReturnType<typeof createAlertCollector>;

/**
 * Creates the collector of one evaluation.
 *
 * @param of.isBaseline whether only kinds are raised that apply now and require action
 */
export function createAlertCollector(
  known: AlertMemory,
  of: { readonly isBaseline: boolean; readonly at: string; readonly position: string | undefined; readonly earlier: EarlierNames },
) {
  const { isBaseline, at, position, earlier } = of;
  const open = new Map(known.open.map((alert) => [alert.key, alert]));
  const reported = new Set(known.reported);
  const reportedBefore = new Set(known.reportedBefore);
  const transitions: HeldTransition[] = [];

  const append = (
    transition: Transition['transition'],
    { entries, steps: allSteps, ...alert }: HeldAlert,
    steps: readonly AlertStep[],
    closingEvidence: readonly EvidenceRef[] = [],
  ) => {
    const optional = position !== undefined && { position };
    transitions.push({ ...alert, transition, ordinal: entries, steps, allSteps, closingEvidence, at, ...optional });
    open.set(alert.key, { ...alert, steps: allSteps, entries: entries + 1 });
  };

  const isReported = (fact: Omit<Fact, 'steps'>, step: FactStep): boolean =>
    reported.has(factKeyOf(fact, step)) ||
    (reportedBefore.size > 0 && reportedBefore.has(factKeyOf(earlier.resolve(fact), earlier.resolve(step))));

  /** An alert that was closed at all its steps is not reopened. */
  const identityOf = (fact: Fact): Pick<HeldAlert, 'key' | 'raised' | 'again'> => {
    const { kind, subject, evidence } = fact;
    const raised = raisedBy(fact, fact.steps);
    let key = keyOfFact({ kind, subject, evidence, raised });
    let again = 0;
    const isClosed = () =>
      reported.has(key) ||
      (reportedBefore.size > 0 &&
        reportedBefore.has(alertIdOf(earlier.arrivalId, { kind, subject, evidence: earlier.resolve(evidence), raised, again })));
    for (; isClosed(); again += 1) key = shortHash([key]);
    return { key, raised, ...(again > 0 && { again }) };
  };

  return {
    transitions: transitions as readonly HeldTransition[],
    /**
     * Raises the steps of a fact, unless the view has no memory yet and the kind is not raised then, or the same evidence
     * has already raised them.
     */
    raise: (fact: Fact): void => {
      const { kind, subject, cause, equipmentReferences, evidence } = fact;
      const { severity, isInBaseline } = ruleOf(kind);
      if (isBaseline && isInBaseline !== true) return;
      const fresh = fact.steps.filter((step) => {
        const isFresh = !isReported(fact, step);
        reported.add(factKeyOf(fact, step));
        return isFresh;
      });
      if (fresh.length === 0) return;
      const named = identityOf(fact);
      const steps = fresh.map((step): AlertStep => ({ ...withoutGaps(step), raisedAt: at }));
      const optional = withoutGaps({ subject, cause, equipmentReferences });
      const identity = { kind, ...named, severity: fact.severity ?? severity, evidence, ...optional };
      const held: HeldAlert = open.get(named.key) ?? { ...identity, steps: [], entries: 0 };
      const all = [...held.steps, ...steps].toSorted((left, right) => (left.step ?? 0) - (right.step ?? 0));
      append('RAISED', { ...held, steps: all }, steps);
    },
    /** Updates the values of an open alert at one step, which is not a transition. */
    update: (kind: AlertKind, subject: string, { step, ...values }: FactStep): void => {
      for (const alert of open.values()) {
        if (alert.kind !== kind || alert.subject !== subject) continue;
        const steps = alert.steps.map((one) => (one.step === step && one.closedAt === undefined ? { ...one, ...values } : one));
        open.set(alert.key, { ...alert, steps });
      }
    },
    close: (kind: AlertKind, { closeReason, evidence, subject, where = () => true }: Closing): void => {
      for (const alert of [...open.values()]) {
        if (alert.kind !== kind || (subject !== undefined && alert.subject !== subject)) continue;
        const closing = alert.steps.filter((step) => step.closedAt === undefined && where(step, alert));
        if (closing.length === 0) continue;
        const closed = new Map(closing.map((step) => [step, { ...step, closedAt: at, closeReason }]));
        if (ruleOf(kind).isByClock) {
          for (const step of closing) {
            reported.delete(factKeyOf(alert, step));
            if (reportedBefore.size > 0) reportedBefore.delete(factKeyOf(earlier.resolve(alert), earlier.resolve(step)));
          }
        }
        const steps = alert.steps.map((step) => closed.get(step) ?? step);
        append('CLOSED', { ...alert, steps }, [...closed.values()], evidence);
        if (!steps.every((step) => step.closedAt !== undefined)) continue;
        open.delete(alert.key);
        reported.add(alert.key);
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
    memory: (): AlertMemory => ({
      open: [...open.values()],
      reported: [...reported].slice(-maxReported),
      reportedBefore: reportedBefore.size > 0 ? [...reportedBefore] : undefined,
    }),
  };
}

/** Time for which an alert about a change or a reached state stays open. */
const openMs = 72 * hourMs;

/**
 * Begins to check facts: closes the alerts of some kinds that have been open long enough, and collects what the rules raise and
 * close, and when the clock alone may change something.
 */
export function beginCheck(
  known: AlertMemory,
  kinds: readonly AlertKind[],
  of: { readonly isBaseline: boolean; readonly nowMs: number; readonly position: string | undefined; readonly earlier: EarlierNames },
) {
  const { nowMs } = of;
  const changes = createAlertCollector(known, { ...of, at: new Date(nowMs).toISOString() });
  const agingKinds = kinds.filter((kind) => ruleOf(kind).isAging);
  for (const kind of agingKinds) changes.close(kind, { closeReason: 'MAX_AGE', where: ({ raisedAt }) => nowMs >= ageEndMs(raisedAt) });
  const wakes: number[] = [];
  const wakeAt = (milliseconds: number | undefined): void => {
    if (milliseconds !== undefined && milliseconds > nowMs) wakes.push(milliseconds);
  };
  return {
    changes,
    wakes: wakes as readonly number[],
    wakeAt,
    /** What applies to an arrival that has been over for long requires no action, as in a backfill of old notices. */
    changesWhileOver: (): AlertCollector => ({
      ...changes,
      raise: (fact) => void (ruleOf(fact.kind).isInBaseline === true || changes.raise(fact)),
    }),
    end: (): AlertMemory => {
      for (const { kind, steps } of changes.open()) {
        if (agingKinds.includes(kind)) for (const { raisedAt, closedAt } of steps) if (closedAt === undefined) wakeAt(ageEndMs(raisedAt));
      }
      return changes.memory();
    },
  };
}

function ageEndMs(raisedAt: string): number {
  return Date.parse(raisedAt) + openMs;
}

/** Returns what a memory would contain about alerts in the log. @param number replaces references to the notice by numbers */
export function rememberedOf(history: readonly LoggedAlert[], arrivalId: string, number: <T>(value: T) => T): AlertMemory {
  const open: HeldAlert[] = [];
  const reported: string[] = [];
  const reportedBefore: string[] = [];
  for (const { kind, severity, subject, cause, equipmentReferences, allSteps, ordinal, ...logged } of history) {
    const [evidence, steps] = [number(logged.evidence), number(allSteps)];
    const named = namedAs(logged.alertId, arrivalId, { kind, severity, subject, evidence: logged.evidence, steps: allSteps });
    const key = keyOfFact({ kind, subject, evidence, ...named });
    for (const step of steps)
      if (step.closedAt === undefined || !ruleOf(kind).isByClock) reported.push(factKeyOf({ kind, severity, subject, evidence }, step));
    if (allSteps.some(({ closedAt }) => closedAt === undefined)) {
      open.push({
        kind,
        severity,
        key,
        ...named,
        evidence,
        ...withoutGaps({ subject, cause, equipmentReferences }),
        steps,
        entries: ordinal + 1,
      });
    } else if (named.alertId === undefined) reported.push(key);
    else reportedBefore.push(logged.alertId);
  }
  return { open, reported, reportedBefore };
}

/** Returns how an alert that was raised earlier is named: by the values that raised its first steps, otherwise by its id. */
function namedAs(alertId: string, arrivalId: string, alert: Omit<Fact, 'steps'> & { readonly steps: readonly AlertStep[] }) {
  const first = alert.steps.map(({ raisedAt }) => raisedAt).toSorted()[0];
  const raised = raisedBy(
    alert,
    alert.steps.filter(({ raisedAt }) => raisedAt === first),
  );
  for (let again = 0; again < maxAgain; again += 1) {
    if (alertIdOf(arrivalId, { ...alert, raised, again }) === alertId) return { raised, ...(again > 0 && { again }) };
  }
  return { raised: [...raised, alertId], alertId };
}

/** How many alerts with equal values are recognized. */
const maxAgain = 4;

/** Returns an alert of a memory as it is shown. */
export function openAlertOf(arrivalId: string, { key: _, raised, again, entries: __, ...alert }: HeldAlert): OpenAlert {
  return { ...alert, alertId: alert.alertId ?? alertIdOf(arrivalId, { ...alert, raised, again }) };
}

/** Returns an open alert as an entry of the log that changes nothing, as of its last transition. */
export function standingOf({ entries, steps: allSteps, ...alert }: HeldAlert): HeldTransition {
  const at =
    allSteps
      .flatMap(({ raisedAt, closedAt = raisedAt }) => [raisedAt, closedAt])
      .toSorted()
      .at(-1) ?? '';
  return { ...alert, transition: 'RAISED', ordinal: entries - 1, steps: [], allSteps, closingEvidence: [], at };
}

/** Returns a transition with the id of its alert. */
export function transitionOf(arrivalId: string, { key: _, raised, again, ...transition }: HeldTransition): Transition {
  return { ...transition, alertId: transition.alertId ?? alertIdOf(arrivalId, { ...transition, raised, again }) };
}

/** Returns the id of the alert of a transition about a visit, in one of its documents. @param evidence with references to its notice */
export function alertIdIn(arrivalId: string, transition: HeldTransition, evidence: readonly EvidenceRef[]): string {
  const { kind, subject, raised, again, alertId } = transition;
  return alertId ?? alertIdOf(arrivalId, { kind, subject, evidence, raised, again });
}

type Named = Pick<HeldAlert, 'kind' | 'subject' | 'evidence' | 'raised' | 'again'>;

function keyOfFact({ kind, subject, evidence, raised, again = 0 }: Named): string {
  return repeated(shortHash([kind, subject ?? null, evidence.map(keyOf).toSorted(), ...raised]), again);
}

/** Returns the id of an alert. @param alert with references to the notice */
function alertIdOf(arrivalId: string, { kind, subject, evidence, raised, again = 0 }: Named): string {
  return repeated(shortHash([arrivalId, kind, subject ?? null, evidence.map(keyOf).toSorted(), ...raised]), again);
}

function repeated(text: string, times: number): string {
  return times === 0 ? text : repeated(shortHash([text]), times - 1);
}

/** Returns what distinguishes facts with the same evidence. A step that is reached later belongs to the same alert. */
function raisedBy(fact: Omit<Fact, 'steps' | 'evidence'>, steps: readonly FactStep[]): readonly unknown[] {
  const values = [...new Set(steps.map(({ before, after }) => JSON.stringify([before?.text, after?.text])))].toSorted();
  return [values, ...stageOf(fact, steps[0])];
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
