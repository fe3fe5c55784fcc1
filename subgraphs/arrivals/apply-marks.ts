import { LandfallError } from '#platform/errors.ts';
import type { ArrivalMark, MarkKind } from '#platform/store/arrival-store.ts';
import type { Clock } from '#platform/time/clock.ts';
import { globalIdOfAlert, parseAlertId } from './alerts.ts';
import { isContainerCollected } from './collected.ts';
import type { MarkAction, MarkInput, MarkUndo } from './generated/schema.ts';
import { collectedChange, type Marks, snoozeEndOf } from './marks.ts';
import { keyOfGlobalId } from './model.ts';
import type { ArrivalView, Queries } from './queries.ts';
import { isSilencing } from './store/state-rows.ts';

/** What marks are applied with. */
interface MarkContext {
  readonly queries: Queries;
  readonly marks: Marks;
  readonly clock: Pick<Clock, 'now'>;
}

/** The result of one mark. */
export interface AppliedMark {
  readonly id: string;
  readonly action: MarkAction;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly undo?: MarkUndo | undefined;
  readonly arrivalId?: string | undefined;
  readonly alertId?: string | undefined;
}

/** Maximum number of marks in one mutation, and of alerts that a mark on a visit marks. */
const [maxMarks, maxVisitAlerts] = [500, 1_000];

/** The kind of the mark of an action, and whether it sets it. */
const actions = {
  ACKNOWLEDGE: ['ACKNOWLEDGED', true],
  UNACKNOWLEDGE: ['ACKNOWLEDGED', false],
  SNOOZE: ['SNOOZED', true],
  UNSNOOZE: ['SNOOZED', false],
  MARK_COLLECTED: ['COLLECTED', true],
  UNMARK_COLLECTED: ['COLLECTED', false],
} as const satisfies Readonly<Record<MarkAction, readonly [MarkKind, boolean]>>;

/** Sets and removes marks, each by itself. @throws {LandfallError} BAD_USER_INPUT if they are none or too many */
export async function applyMarks(marks: readonly MarkInput[], context: MarkContext): Promise<AppliedMark[]> {
  if (marks.length === 0 || marks.length > maxMarks)
    throw new LandfallError('BAD_USER_INPUT', `Argument marks: expected 1 to ${maxMarks} values, got ${marks.length}.`);
  const results = await Promise.all(marks.map((mark) => (isOnVisit(mark) ? visitResultsOf(mark, context) : resultOf(mark, context))));
  return results.flat();
}

function isOnVisit({ id }: MarkInput): boolean {
  return keyOfGlobalId('ArrivalVisit', id) !== undefined;
}

/** Marks the alerts of a visit that the caller has seen. */
async function visitResultsOf(mark: MarkInput, context: MarkContext): Promise<AppliedMark[]> {
  const { id, action, alertsSeen } = mark;
  try {
    if (action !== 'ACKNOWLEDGE' && action !== 'SNOOZE')
      throw new LandfallError('BAD_USER_INPUT', `Argument action: a visit has no ${action}.`);
    if (alertsSeen == null) throw new LandfallError('BAD_USER_INPUT', 'Argument alertsSeen: a visit requires it.');
    const key = keyOfGlobalId('ArrivalVisit', id) ?? '';
    const alerts = await context.queries.alertsSeen(key, { cursor: alertsSeen, limit: maxVisitAlerts });
    return await Promise.all(alerts.map((alert) => resultOf({ ...mark, id: globalIdOfAlert(alert) }, context)));
  } catch (error) {
    return [failureOf(mark, error)];
  }
}

async function resultOf(mark: MarkInput, context: MarkContext): Promise<AppliedMark> {
  const { id, action } = mark;
  try {
    return { id, action, ...(await applyMark(mark, context)) };
  } catch (error) {
    return failureOf(mark, error);
  }
}

function failureOf({ id, action }: MarkInput, error: unknown): AppliedMark {
  if (!(error instanceof LandfallError)) throw error;
  return { id, action, code: error.code, message: error.message };
}

/** Sets or removes one mark. @throws {LandfallError} NOT_FOUND, BAD_USER_INPUT, STORE_UNAVAILABLE */
export async function applyMark(mark: MarkInput, context: MarkContext): Promise<Pick<AppliedMark, 'undo' | 'arrivalId' | 'alertId'>> {
  const [kind, isSet] = actions[mark.action];
  return kind === 'COLLECTED' ? markCollected(mark, isSet, context) : markAlert(mark, { kind, isSet }, context);
}

/** Sets or removes a mark on an alert that the caller may see. */
async function markAlert(
  { id, action, until }: MarkInput,
  { kind, isSet }: { readonly kind: 'ACKNOWLEDGED' | 'SNOOZED'; readonly isSet: boolean },
  { queries, marks, clock }: MarkContext,
) {
  const parsed = parseAlertId(id);
  if (parsed === undefined) throw new LandfallError('NOT_FOUND', 'There is no such alert.');
  if (action === 'SNOOZE' && until == null) throw new LandfallError('BAD_USER_INPUT', 'Argument until: SNOOZE requires it.');
  const alert = await queries.alertById(parsed);
  const { arrivalId, alertId } = alert;
  const optional = action === 'SNOOZE' ? { until: snoozeEndOf(until ?? '', clock.now()) } : {};
  const isHeld = (mark: ArrivalMark) => mark.kind === kind && isSilencing(mark, clock.now());
  const held = (await queries.marksOn(alert)).find(isHeld);
  await marks[isSet ? 'set' : 'remove']({ arrivalId, target: alertId, kind, ...optional });
  queries.forget([arrivalId]);
  const isSame = isSet ? held !== undefined && held.until === optional.until : held === undefined;
  return { arrivalId, alertId, undo: isSame ? undefined : undoOfAlert(id, kind, held) };
}

function undoOfAlert(id: string, kind: 'ACKNOWLEDGED' | 'SNOOZED', held: ArrivalMark | undefined): MarkUndo {
  if (kind === 'ACKNOWLEDGED') return { action: held === undefined ? 'UNACKNOWLEDGE' : 'ACKNOWLEDGE', id };
  return held === undefined ? { action: 'UNSNOOZE', id } : { action: 'SNOOZE', id, until: held.until };
}

/** Marks containers of an arrival as collected, or not, in all arrivals of its document. */
async function markCollected({ id, equipmentReferences }: MarkInput, isCollected: boolean, { queries, marks }: MarkContext) {
  const key = keyOfGlobalId('Arrival', id);
  const arrival: ArrivalView | undefined = key === undefined ? undefined : await queries.arrivalById(key);
  if (arrival === undefined) throw new LandfallError('NOT_FOUND', 'There is no such arrival.');
  const { arrivalId, notice } = arrival;
  const held = await queries.collectedOf(arrival);
  const of = { isCollected, equipmentReferences, marks: held.marks };
  const { targets, ...change } = collectedChange({ arrivalId, containers: notice.containers }, of);
  const arrivalIds = await queries.idsOfDocument(arrival);
  await marks.change(arrivalIds, change);
  queries.forget(arrivalIds);
  const undone = { action: isCollected ? 'UNMARK_COLLECTED' : 'MARK_COLLECTED', id } as const;
  if (notice.containers.length === 0) return { arrivalId, undo: held.isCollected === isCollected ? undefined : undone };
  const changed = targets.filter((reference) => isContainerCollected(held.collected, reference) !== isCollected);
  return { arrivalId, undo: changed.length === 0 ? undefined : { ...undone, equipmentReferences: changed } };
}
