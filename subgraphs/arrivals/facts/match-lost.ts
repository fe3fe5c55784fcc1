import type { EvidenceRef, ScheduleEvidence } from '../model.ts';
import { type FactContext, outcomeTexts, sideValue } from './fact-context.ts';

/**
 * Checks `MATCH_LOST`: whether the partner whose record was the match has answered without it. An omission explains the
 * loss and has its own alert.
 */
export function checkMatch({ evidence: { schedule }, former, next, changes, explain }: FactContext): void {
  const { lost, call, outcome } = schedule;
  const key = lost && JSON.stringify([lost.partner, lost.recordKey, lost.answeredAt]);
  next.lost = key;
  if (lost === undefined && call !== undefined) {
    const evidence: EvidenceRef[] = [{ source: 'SCHEDULE', partner: call.partner, id: call.recordKey, at: call.retrievedAt }];
    changes.close('MATCH_LOST', { closeReason: 'MATCH_FOUND', evidence });
  }
  if (lost !== undefined && key !== former?.lost && next.omission === undefined) {
    const { partner, recordKey, retrievedAt, answeredAt } = lost;
    changes.raise({
      kind: 'MATCH_LOST',
      steps: [{ before: sideValue('SCHEDULE', `stated at ${retrievedAt}`), after: sideValue('SCHEDULE', `not stated at ${answeredAt}`) }],
      evidence: [{ source: 'SCHEDULE', partner, id: recordKey, at: retrievedAt }],
    });
  }
  explain('MATCH_LOST', reasonOf(schedule, next.omission !== undefined), outcome !== 'NOT_QUERIED');
}

function reasonOf({ lost, call, outcome, couldQuery }: ScheduleEvidence, isOmitted: boolean): string {
  if (lost !== undefined) {
    const explained = isOmitted ? '; the omission of the port call explains it' : '';
    return `The schedules of ${lost.partner} have not stated the call that was the match since ${lost.answeredAt}${explained}.`;
  }
  if (!couldQuery && outcome !== 'NOT_QUERIED') return 'Schedules could not be queried, so the match may still be stated.';
  if (call === undefined) return `The schedule ${outcomeTexts[outcome]}, so no match can be lost.`;
  return `The schedules of ${call.partner} stated the matched call at ${call.retrievedAt}.`;
}
